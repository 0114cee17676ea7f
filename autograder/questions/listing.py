"""An answer's code as questions show it: numbered, and without what gives answers away."""

import ast
import re

from autograder.exercise.source_lines import comments_in
from autograder.exercise.stubs import DOCUMENTED
from autograder.tracing.instrument import RecordedCode, Source, walked

LONGEST = 60  # characters of code in a sentence
NUMBERS = re.compile(r"\b\d+\b|\s")


class Listing:
    """The sources of an answer as one text, ``lines``, without comments and docstrings."""

    def __init__(self, code: RecordedCode) -> None:
        kept = [(p, *line) for p, s in enumerate(code.sources) for line in _kept_lines(s)]
        self.code, self.lines = code, tuple(text for *_, text in kept)
        self.numbers = {(source, line): n for n, (source, line, _) in enumerate(kept, 1)}

    def line(self, node: int) -> int:
        """The line of the listing on which a node begins; 0 where it was left out."""
        source = self.code.sources.index(self.code.source_of[node])
        return self.numbers.get((source, getattr(self.code.nodes[node], "lineno", 0)), 0)

    def quoted(self, node: int) -> str:
        """The code of a node in backticks, or "" where it is too long for a sentence."""
        text = " ".join(self.code.text(node).split())
        return f"`{text}`" if text and len(text) <= LONGEST and "`" not in text else ""

    def shown(self, line: int) -> str:
        """A line with its number, as an option says it."""
        code = " ".join(self.lines[line - 1].split())
        return f"line {line}: `{code}`" if "`" not in code else f"line {line}"

    def gives_away(self, node: int, answer: str) -> bool:
        """Whether a comment or a docstring, left out of the listing, has what is asked."""
        source, bare = self.code.source_of[node], NUMBERS.sub("", answer)
        comments = " ".join(comment.string for comment in comments_in(source.text))
        said = [comments, *(ast.get_docstring(n) or "" for n in _documented(source))]
        return answer in " ".join(said) or bool(bare and bare in NUMBERS.sub("", comments))


def _documented(source: Source) -> list[DOCUMENTED]:
    nodes = walked(ast.parse(source.text))
    return [n for n in nodes if isinstance(n, DOCUMENTED) and ast.get_docstring(n)]


def _kept_lines(source: Source) -> list[tuple[int, str]]:
    """The lines of a source that hold code, with their numbers, without comments."""
    lines, dropped = source.text.splitlines(), set[int]()
    for doc in (node.body[0] for node in _documented(source)):
        dropped |= {*range(doc.lineno, (doc.end_lineno or doc.lineno) + 1)}
    for row, column in (token.start for token in comments_in(source.text)):
        lines[row - 1] = lines[row - 1][:column].rstrip()
    return [(n, x) for n, x in enumerate(lines, 1) if x.strip() and n not in dropped]

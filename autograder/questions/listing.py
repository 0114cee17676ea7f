"""An answer's code as questions show it: numbered, and without what gives answers away."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass
from functools import cached_property

from autograder.tracing.instrument import Code, Source, walked

LONGEST = 60  # characters of code in a sentence
DOCUMENTED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


@dataclass(frozen=True)
class Listing:
    """The sources of an answer as one text, without comments and docstrings.

    ``numbers`` has the line of it for each line of a source that it kept.
    """

    code: Code
    lines: tuple[str, ...]
    numbers: dict[tuple[int, int], int]  # (source, line in it): line of the listing

    @classmethod
    def of(cls, code: Code) -> Listing:
        """The listing of the sources that were recorded together."""
        lines: list[str] = []
        numbers: dict[tuple[int, int], int] = {}
        for place, source in enumerate(code.sources):
            for line, text in _kept_lines(source):
                lines.append(text)
                numbers[place, line] = len(lines)
        return cls(code, tuple(lines), numbers)

    @cached_property
    def _places(self) -> dict[int, int]:
        return {id(source): place for place, source in enumerate(self.code.sources)}

    def line(self, node: int) -> int:
        """The line of the listing on which a node begins; 0 where it was left out."""
        place = self._places[id(self.code.source_of[node])]
        return self.numbers.get((place, getattr(self.code.nodes[node], "lineno", 0)), 0)

    def quoted(self, node: int) -> str:
        """The code of a node in backticks, or "" where it is too long for a sentence."""
        text = " ".join(self.code.text(node).split())
        return f"`{text}`" if text and len(text) <= LONGEST and "`" not in text else ""

    def gives_away(self, node: int, answer: str) -> bool:
        """Whether a comment beside a node, or a docstring, has what a question asks for.

        Comments and docstrings are not in the listing, and whoever wrote them knows them.
        """
        source = self.code.source_of[node]
        first = getattr(self.code.nodes[node], "lineno", 1)
        last = getattr(self.code.nodes[node], "end_lineno", None) or first
        beside = source.text.splitlines()[max(first - 2, 0) : last + 1]
        comments = " ".join(each.partition("#")[2] for each in beside)
        words = f"{comments} {self._docstrings(source)}"
        axes = re.findall(r"[^\W\d]\w*", answer)
        shape = r"\(\s*" + r"[\s,]+".join(axes) + r"\s*,?\s*\)"
        is_named = bool(axes) and re.search(shape, re.sub(r"\b\d+\b", "", comments))
        return bool(is_named) or (bool(answer) and answer in words)

    @staticmethod
    def _docstrings(source: Source) -> str:
        nodes = walked(ast.parse(source.text))
        texts = (ast.get_docstring(n) for n in nodes if isinstance(n, DOCUMENTED))
        return " ".join(text for text in texts if text)


def _kept_lines(source: Source) -> list[tuple[int, str]]:
    """The lines of a source that hold code, with their numbers, without comments."""
    text, dropped = source.text, set[int]()
    for node in walked(ast.parse(text)):
        if (
            isinstance(node, DOCUMENTED)
            and ast.get_docstring(node, clean=False) is not None
        ):
            words = node.body[0]
            dropped |= set(range(words.lineno, (words.end_lineno or words.lineno) + 1))
    lines = text.splitlines()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                lines[row - 1] = lines[row - 1][:column].rstrip()
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass  # then comments stay: the code runs all the same
    return [
        (number, line)
        for number, line in enumerate(lines, 1)
        if line.strip() and number not in dropped
    ]

"""Find the change of a reference that a student's answer is, if it is one.

Both are compared token by token as ``ast.unparse`` lays them out, so that layout,
comments, docstrings and annotations do not matter; the change is then said in the
reference's own text.
"""

from __future__ import annotations

import ast
import io
import tokenize
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

from autograder.authoring.plain_code import Definition, bare, definition_in, renamed
from autograder.exercise.changes import Change, ChangeProblem

MOST_EDITS = 3
LEAST_ALIKE = 0.5  # of all tokens: below that it is another answer
SHORT_GAP = 2  # tokens between two edits that are better read as one
LAYOUT = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
SKIPPED = (tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER)


@dataclass(frozen=True)
class _Token:
    """A token's text, or its kind where that is what counts, and where it stands."""

    text: str
    start: int
    stop: int


@dataclass(frozen=True)
class _Edit:
    """Tokens of one sequence, from ``i`` to ``i_stop``, that another has as ``j``."""

    i: int
    i_stop: int
    j: int
    j_stop: int


def found_change(reference: str, answer: str, name: str) -> Change | None:
    """The change that makes an answer of the reference; ``None`` where it is none.

    ``reference``, ``answer``: the source of the reference, and of a student's answer.
    ``name``: what the student's function or class is called. Returns a change of at most
    three edits. Applied, it gives the student's syntax tree, but for the names of local
    variables and parameters.
    """
    right, theirs = definition_in(reference), definition_in(answer)
    if right is None or theirs is None or theirs.name != name:
        return None
    theirs.name = right.name
    theirs = renamed(right, theirs, _unlike)
    plain, wanted = _tokens(ast.unparse(right)), ast.unparse(theirs)
    edits = _edits(plain, _tokens(wanted))
    if not 0 < len(edits) <= MOST_EDITS or _unlike(right, theirs) > 1 - LEAST_ALIKE:
        return None
    own = _tokens(reference)
    place = _places(plain, own)
    found = [_in_text(reference, own, place, edit, wanted) for edit in edits]
    change = Change(tuple(edit for edit in found if edit is not None))
    try:
        made = bare(change.applied(reference))
    except (ChangeProblem, SyntaxError):
        return None
    return change if ast.dump(made) == ast.dump(bare(wanted)) else None


def _unlike(one: Definition, other: Definition) -> float:
    """How much two definitions differ: 0 for the same, 1 for nothing in common."""
    return 1 - _matcher(_tokens(ast.unparse(one)), _tokens(ast.unparse(other))).ratio()


def _tokens(source: str) -> list[_Token]:
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SKIPPED:
            is_layout = token.type in LAYOUT
            text = tokenize.tok_name[token.type] if is_layout else token.string
            start, stop = (starts[line - 1] + at for line, at in (token.start, token.end))
            found.append(_Token(text, start, stop))
    return found


def _matcher(one: list[_Token], other: list[_Token]) -> SequenceMatcher[str]:
    texts = [t.text for t in one], [t.text for t in other]
    return SequenceMatcher(None, *texts, autojunk=False)


def _edits(one: list[_Token], other: list[_Token]) -> list[_Edit]:
    """Where two sequences differ; what is close together is one edit."""
    found: list[_Edit] = []
    for tag, *ends in _matcher(one, other).get_opcodes():
        edit = _Edit(*ends)
        if tag == "equal":
            continue
        if found and edit.i - found[-1].i_stop <= SHORT_GAP:
            edit = _Edit(found[-1].i, edit.i_stop, found[-1].j, edit.j_stop)
            found.pop()
        found.append(edit)
    return found


def _places(plain: list[_Token], own: list[_Token]) -> dict[int, int]:
    """For tokens of the plain text: which of the text's own they are."""
    blocks = _matcher(plain, own).get_matching_blocks()
    return {b.a + k: b.b + k for b in blocks for k in range(b.size)}


def _in_text(
    text: str, own: list[_Token], place: dict[int, int], edit: _Edit, wanted: str
) -> tuple[str, str] | None:
    """The old text of an edit, which stands once, and the new one."""
    theirs = _tokens(wanted)
    first, after = place.get(edit.i), place.get(edit.i_stop)
    last = place.get(edit.i_stop - 1)
    new_stop = theirs[edit.j_stop - 1].stop
    if edit.i == edit.i_stop or edit.j == edit.j_stop:  # only more tokens, or only fewer
        if first is None or after is None:
            return None
        last, new_stop = after, theirs[edit.j_stop].start
        stop = own[after].start
    elif first is None or last is None:
        return None
    else:
        stop = own[last].stop
    start = own[first].start
    new = wanted[theirs[edit.j].start : new_stop]
    low, high = start, stop
    while text.count(text[low:high]) != 1 or not text[low:high].strip():
        right = next((t.stop for t in own[last:] if t.stop > high), high)
        left = next((t.start for t in reversed(own[: first + 1]) if t.start < low), low)
        if "\n" in text[high:right] and "\n" not in text[left:low]:
            low = left  # stays in its line while it can
        elif right > high:
            high = right
        else:
            low = left
    return text[low:high], text[low:start] + new + text[stop:high]

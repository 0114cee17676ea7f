"""Find the change of a reference that a student's answer is, if it is one.

The syntax trees are compared, so that layout, comments, docstrings and annotations do
not matter; what differs is said in the reference's own text, as a teacher would.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from autograder.authoring.shapes import Definition, as_it_is, bare, inlined, renamed
from autograder.exercise.changes import TOKEN, Change, ChangeProblem

MOST_EDITS = 3
MOST_DIFFERENT = 0.5  # of both trees: beyond that it is another answer
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class _Edit:
    """A stretch of the reference's text and what the student has there instead.

    ``weight`` is how many nodes of the two trees differ.
    """

    start: int
    stop: int
    new: str
    weight: int


def found_change(reference: str, answer: str, name: str) -> Change | None:
    """The change that makes an answer of the reference; ``None`` where it is none.

    Parameters
    ----------
    reference, answer
        The source of the reference, and of a student's answer.
    name
        What the student's function or class is called.

    Returns
    -------
    A change of at most three edits.  Applied, it gives the student's syntax tree, but
    for the names of local variables and parameters.
    """
    found = [_as_change(reference, answer, name, shape) for shape in (as_it_is, inlined)]
    return min(filter(None, found), key=lambda change: len(change.edits), default=None)


def _as_change(
    reference: str, answer: str, name: str, shape: Callable[[Definition], Definition]
) -> Change | None:
    """The change, found and checked in trees that were first brought into a shape."""
    right, theirs = _definition(bare(reference)), _definition(bare(answer))
    if right is None or theirs is None or theirs.name != name:
        return None
    if type(right) is not type(theirs):
        return None
    theirs.name = right.name
    right = shape(right)
    theirs = renamed(right, shape(theirs), _cost)
    places = _Places(reference)
    edits = places.differences(right, theirs)
    both = _weight(right) + _weight(theirs)
    if not edits or len(edits) > MOST_EDITS or _sum(edits) > MOST_DIFFERENT * both:
        return None
    for chosen in itertools.product(*(places.variants(edit) for edit in edits)):
        found = Change(tuple(places.unique(edit) for edit in chosen))
        try:
            made = _definition(bare(found.applied(reference)))
        except (ChangeProblem, SyntaxError):
            continue
        if made and ast.dump(shape(made)) == ast.dump(theirs):
            return found
    return None


def _definition(tree: ast.Module) -> Definition | None:
    """The function or class, where a source is that alone."""
    (first, *more) = tree.body or [None]
    return first if isinstance(first, Definition) and not more else None


def _cost(right: ast.AST, theirs: ast.AST) -> float:
    places = _Places(ast.unparse(right))
    edits = places.differences(ast.parse(places.text).body[0], theirs)
    return float("inf") if edits is None else _sum(edits)


# --- places --------------------------------------------------------------------


@dataclass(frozen=True)
class _Places:
    """The text of a reference, and where the nodes of its tree stand in it."""

    text: str

    def differences(self, right: ast.AST, theirs: ast.AST) -> list[_Edit] | None:
        """The edits that make one node of another; ``None`` where it has no place."""
        if ast.dump(right) == ast.dump(theirs):
            return []
        whole = self._whole(right, theirs)
        inner = self._inside(right, theirs) if type(right) is type(theirs) else None
        if inner is None or whole is None:
            return whole if inner is None else inner
        small = len(inner) == 1 or isinstance(right, ast.stmt)
        return inner if small or _sum(inner) < _sum(whole) / 2 else whole

    def _inside(self, right: ast.AST, theirs: ast.AST) -> list[_Edit] | None:
        """The edits of a node's parts; ``None`` where it differs in itself."""
        found: list[_Edit] = []
        for (_, mine), (_, other) in zip(
            ast.iter_fields(right), ast.iter_fields(theirs), strict=True
        ):
            edits: list[_Edit] | None = []
            if isinstance(mine, ast.AST) and isinstance(other, ast.AST):
                edits = self.differences(mine, other)
            elif isinstance(mine, list) and any(isinstance(n, ast.stmt) for n in mine):
                edits = self._statements(mine, other)
            elif isinstance(mine, list) and len(mine) == len(other):
                for one, another in zip(mine, other, strict=True):
                    if not isinstance(one, ast.AST) or not isinstance(another, ast.AST):
                        more = [] if one == another else None
                    else:
                        more = self.differences(one, another)
                    edits = None if edits is None or more is None else edits + more
            elif mine != other:
                edits = None
            if edits is None:
                return None
            found += edits
        return found

    def _statements(self, mine: list, other: list) -> list[_Edit] | None:
        """The edits of a block, its statements paired so that they are least."""

        @dataclass(frozen=True)
        class Step:
            cost: int = 0
            pairs: tuple[tuple[int, int], ...] = ()

        rows: dict[tuple[int, int], Step] = {(0, 0): Step()}
        made: dict[tuple[int, int], list[_Edit]] = {}
        for i, j in itertools.product(range(len(mine) + 1), range(len(other) + 1)):
            ways = []
            if i and j and type(mine[i - 1]) is type(other[j - 1]):
                edits = self.differences(mine[i - 1], other[j - 1])
                if edits is not None:
                    made[i - 1, j - 1] = edits
                    before = rows[i - 1, j - 1]
                    pairs = (*before.pairs, (i - 1, j - 1))
                    ways.append(Step(before.cost + _sum(edits), pairs))
            if i:
                before = rows[i - 1, j]
                ways.append(Step(before.cost + _weight(mine[i - 1]), before.pairs))
            if j:
                before = rows[i, j - 1]
                ways.append(Step(before.cost + _weight(other[j - 1]), before.pairs))
            if ways:
                rows[i, j] = min(ways, key=lambda step: step.cost)
        pairs = rows[len(mine), len(other)].pairs
        found: list[_Edit] = []
        last = (-1, -1)
        for pair in (*pairs, (len(mine), len(other))):
            gone, come = mine[last[0] + 1 : pair[0]], other[last[1] + 1 : pair[1]]
            if gone or come:
                edit = self._block(mine, last[0] + 1, gone, come)
                if edit is None:
                    return None
                found.append(edit)
            found += made.get(pair, [])
            last = pair
        return found

    def _block(self, block: list, at: int, gone: list, come: list) -> _Edit | None:
        """The edit that exchanges whole lines: statements of a block for others."""
        if not all(map(self._has_own_lines, block)):
            return None
        weight = sum(map(_weight, [*gone, *come]))
        indent = " " * block[0].col_offset
        lines = "\n".join(ast.unparse(node) for node in come).splitlines()
        new = "".join(f"{indent}{line}\n" for line in lines)
        if gone:
            start, stop = self._line(gone[0].lineno), self._line(gone[-1].end_lineno + 1)
        else:
            line = block[at].lineno if at < len(block) else block[-1].end_lineno + 1
            start = stop = self._line(line)
        if new and stop > start:  # the text of the statements, without what is around
            return _Edit(start + len(indent), stop - 1, new[len(indent) : -1], weight)
        return _Edit(start, stop, new, weight)

    def _has_own_lines(self, node: ast.stmt) -> bool:
        lines = self.text.splitlines()
        before = lines[node.lineno - 1][: node.col_offset]
        after = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
        return not before.strip() and after.partition("#")[0].strip() in ("",)

    def _whole(self, right: ast.AST, theirs: ast.AST) -> list[_Edit] | None:
        """The edit that exchanges a whole node, where it has a place."""
        place = self._place(right)
        if place is None:
            return None
        weight = _weight(right) + _weight(theirs) - 2 * _shared(right, theirs)
        return [_Edit(*place, ast.unparse(theirs), weight)]

    def _place(self, node: ast.AST) -> tuple[int, int] | None:
        if isinstance(node, ast.arguments):  # from its first to its last part
            parts = [p for p in map(self._place, ast.iter_child_nodes(node)) if p]
            return (min(parts)[0], max(p[1] for p in parts)) if parts else None
        if not hasattr(node, "lineno"):
            return None
        start = self._offset(node.lineno, node.col_offset)
        return start, self._offset(node.end_lineno, node.end_col_offset)

    def _line(self, number: int) -> int:
        return sum(map(len, self.text.splitlines(keepends=True)[: number - 1]))

    def _offset(self, line: int, column: int) -> int:
        """The place of a line and a column, which ``ast`` counts in bytes."""
        text = self.text.splitlines()[line - 1].encode()[:column].decode()
        return self._line(line) + len(text)

    def variants(self, edit: _Edit) -> list[_Edit]:
        """The edit without the parentheses around it, as it is, and with some."""
        around = (
            self.text[edit.start - 1 : edit.start] + self.text[edit.stop : edit.stop + 1]
        )
        if "\n" in edit.new or edit.start == edit.stop:
            return [edit]
        in_brackets = _Edit(edit.start, edit.stop, f"({edit.new})", edit.weight)
        bare_edit = _Edit(edit.start - 1, edit.stop + 1, edit.new, edit.weight)
        return [*([bare_edit] if around == "()" else []), edit, in_brackets]

    def unique(self, edit: _Edit) -> tuple[str, str]:
        """The old and the new text of an edit, widened until the old one stands once."""
        if edit.start == edit.stop:
            return self._inserted(edit)
        for start, stop in self._around(edit):
            old = self.text[start:stop]
            if self.text.count(old) == 1 and len(WORD.findall(old)) > 1:
                new = self.text[start : edit.start] + edit.new + self.text[edit.stop : stop]
                return old, new
        return self.text, self.text[: edit.start] + edit.new + self.text[edit.stop :]

    def _inserted(self, edit: _Edit) -> tuple[str, str]:
        """New lines, by the beginning of the line below; or by the end of the text."""
        old, count = "", 0
        for token in TOKEN.findall(self.text[edit.start :]):
            old, count = old + token, count + (not token.isspace())
            if count > 1 and self.text.count(old) == 1 and not token.isspace():
                return old, edit.new + old
        last = self.text.rstrip("\n").rpartition("\n")[2]
        return last, f"{last}\n{edit.new.rstrip()}"

    def _around(self, edit: _Edit) -> Iterator[tuple[int, int]]:
        """The edit's own place, the expressions around it, then its lines and others."""
        yield edit.start, edit.stop
        nodes = (n for n in ast.walk(ast.parse(self.text)) if not isinstance(n, ast.stmt))
        places = {place for place in map(self._place, nodes) if place}
        around = [p for p in places if p[0] <= edit.start and edit.stop <= p[1]]
        yield from sorted(around, key=lambda place: place[1] - place[0])
        start = self.text.rfind("\n", 0, edit.start) + 1
        stop = edit.stop
        while start:
            end = self.text.find("\n", stop)
            yield start, end if end >= 0 else len(self.text)
            start = self.text.rfind("\n", 0, start - 1) + 1


def _weight(node: ast.AST) -> int:
    return sum(1 for _ in ast.walk(node))


def _shared(one: ast.AST, other: ast.AST) -> int:
    """The weight of the largest expression that both have."""
    known = {ast.dump(node) for node in ast.walk(one) if isinstance(node, ast.expr)}
    return max((_weight(n) for n in ast.walk(other) if ast.dump(n) in known), default=0)


def _sum(edits: Sequence[_Edit]) -> int:
    return sum(edit.weight for edit in edits)

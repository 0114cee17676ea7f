"""Find the statements of a notebook that one exercise needs.

A cell that plots or trains costs nothing, and a broken unrelated cell harms
nothing, when only the definitions behind an answer are run.  The slice is
found from names: the last attempted definition of the answer, whatever binds
the names it uses, whatever binds those, and so on.
"""

from __future__ import annotations

import bisect
import builtins
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from autograder.notebooks.changed_names import NUMPY_RANDOM
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.statements import Statement, Statements

BUILTINS = frozenset(dir(builtins)) | {"get_ipython", "display"}


@dataclass(frozen=True)
class Slice:
    """What to run for one exercise: ``(label, source)`` of cells, and lent names.

    ``whole`` when it is all of the notebook down to the answer: then a
    statement that fails does not stop the next.
    """

    cells: tuple[tuple[str, str], ...]
    borrowed: frozenset[str] = field(default_factory=frozenset)
    whole: bool = False


def slice_for(
    answer: FoundAnswer, known: Statements, exercise_names: Mapping[str, bool]
) -> Slice:
    """Cut out the statements behind an answer; ``behind`` says of which names."""
    kept, borrowed = behind(answer, known, exercise_names)
    return Slice(_cells(kept), borrowed)


def behind(
    answer: FoundAnswer, known: Statements, exercise_names: Mapping[str, bool]
) -> tuple[list[Statement], frozenset[str]]:
    """The statements behind an answer, in order, and the names that are borrowed for it.

    ``exercise_names``: names of earlier exercises, and whether the student's own is right;
    where it is not, the name is borrowed, as the notebook's ``check`` goes on with the
    reference.  What the answer's own cell binds is not: there the check sees that.
    """
    exercise_names = _seen_by_check(answer, known, exercise_names)
    above = _Behind(known.makers, answer.end)
    kept: dict[tuple[int, int], Statement] = {}
    borrowed: set[str] = set()
    seen = {answer.name} | BUILTINS
    makers: dict[str, _Makers] = {}
    taken: dict[str, int] = {}  # of what makes a name, from where on it is kept
    pending = [answer.expression] if answer.expression else list(answer.definitions)
    pending += _filling(answer, above)
    while pending:
        statement = pending.pop()
        if statement.place in kept:
            continue
        kept[statement.place] = statement
        for name in sorted(statement.uses - statement.rebinds - seen):
            if exercise_names.get(name) is False:
                borrowed.add(name)
                continue
            if name not in makers:
                makers[name] = _Makers(name, above.makes(name))
                pending += above.makes("*")
            made = makers[name].made
            first, last = makers[name].begun(statement), taken.get(name, len(made))
            taken[name] = min(first, last)
            pending += [
                s for s in made[first:last] if not s.is_stub or name not in exercise_names
            ]
    return [kept[place] for place in sorted(kept)], frozenset(borrowed)


def _seen_by_check(
    answer: FoundAnswer, known: Statements, exercise_names: Mapping[str, bool]
) -> Mapping[str, bool]:
    """The names of earlier exercises that the cell of this exercise does not bind again."""
    mine = (s.cell for s in answer.definitions)
    own = {c.number for c in mine if c.exercise_id.rpartition(".")[2] == answer.name}
    anew = (s.rebinds for s in known if s.cell.number in own and not s.is_stub)
    bound = frozenset().union(*anew)
    return {name: right for name, right in exercise_names.items() if name not in bound}


@dataclass(frozen=True)
class _Makers:
    """What makes one name, in order, and which of it begins anew."""

    name: str
    made: list[Statement]

    @cached_property
    def anew(self) -> list[int]:
        """The places in ``made`` of what binds the name whatever it was before."""
        return [i for i, s in enumerate(self.made) if self.name in s.rebinds]

    def begun(self, by: Statement) -> int:
        """From where on it counts for a statement: from its last beginning."""
        above = bisect.bisect_right(self.made, by.place, key=lambda s: s.place)
        last = bisect.bisect_left(self.anew, above) - 1
        return self.anew[last] if last >= 0 else 0


def _cells(kept: Iterable[Statement]) -> tuple[tuple[str, str], ...]:
    """What is left of each cell when only these statements are kept.

    Each stays on its own line, so that tracebacks count as the student does.
    """
    cells = []
    for label, statements in itertools.groupby(kept, lambda s: s.cell.label):
        parts: list[str] = []
        line = 1
        for statement in statements:
            between = "\n" * (statement.line - line)
            parts += [between or "; " if parts else between, statement.source]
            line = statement.line + statement.source.count("\n")
        cells.append((label, "".join(parts)))
    return tuple(cells)


def _filling(answer: FoundAnswer, behind: _Behind) -> list[Statement]:
    """The statements that change the answer itself, once it is defined."""
    if answer.expression or not answer.definitions:
        return []
    begun = answer.definitions[0].place
    return [
        s for s in behind.makes(answer.name) if s.place > begun and answer.name in s.changes
    ]


@dataclass(frozen=True)
class _Behind:
    """The statements that make a name what it is, seen from the answer.

    Those above ``end``; for a name that nothing binds there, those below.
    """

    makers: Mapping[str, list[Statement]]
    end: tuple[int, int] | None

    def makes(self, name: str) -> list[Statement]:
        """What makes ``name``, in order; ``*`` are those that may make any."""
        made = self.makers.get(name, [])
        last = len(made)
        if self.end is not None:
            last = bisect.bisect_right(made, self.end, key=lambda s: s.place)
        above = made[:last]
        unbound = name in ("*", NUMPY_RANDOM)
        is_bound = unbound or any(name in s.binds for s in above)
        return above if is_bound else made[last:]


def everything_above(
    answer: FoundAnswer, known: Statements, exercise_names: Mapping[str, bool]
) -> Slice:
    """Keep all statements down to the answer, for when the slice does not suffice.

    Of check calls only what they bind is left, so each name is what the student made it.
    """
    exercise_names = _seen_by_check(answer, known, exercise_names)
    start = [answer.expression] if answer.expression else list(answer.definitions)
    last = max(s.cell.number for s in start)
    wrong = {name for name, right in exercise_names.items() if not right}
    borrowed = frozenset(wrong - {answer.name})
    exercises = {*exercise_names, answer.name}
    kept = [
        s
        for s in known.without_checks
        if s.cell.number <= last
        and not (answer.expression and s.place == answer.expression.place)
        and not (s.is_stub and s.binds & exercises)
        and not (s.binds and s.binds <= borrowed)
    ]
    kept += [answer.expression] if answer.expression else []
    cells = _cells(sorted(kept, key=lambda s: s.place))
    return Slice(cells, borrowed, whole=True)

"""Find the statements of a notebook that one exercise needs.

A cell that plots or trains costs nothing, and a broken unrelated cell harms
nothing, when only the definitions behind an answer are run.  The slice is
found from names: the last attempted definition of the answer, whatever binds
the names it uses, whatever binds those, and so on.
"""

from __future__ import annotations

import ast
import bisect
import builtins
import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from autograder.notebooks.changes import NUMPY_RANDOM
from autograder.notebooks.read import Cell, Notebook
from autograder.notebooks.statements import (
    Statement,
    Statements,
    checked_answer,
    names,
)

BUILTINS = frozenset(dir(builtins)) | {"get_ipython", "display"}
ANSWER = "__answer__"
SOURCE_KEPT = 4_000  # characters of an answer that a report may show


@dataclass(frozen=True)
class Found:
    """Where a notebook answers an exercise.

    ``name`` is what to ask for; ``broken`` says what is wrong with the syntax
    of the cell that should define it.  ``end`` is the place of the check, or of the
    last definition where that stands below it: what comes after is the chapter's.
    """

    name: str
    definitions: tuple[Statement, ...] = ()
    broken: str = ""
    notes: tuple[str, ...] = ()
    expression: Statement | None = None
    end: tuple[int, int] | None = None

    @property
    def attempted(self) -> bool:
        """Whether there is anything to judge."""
        return bool(self.broken or self.expression or self.definitions)

    @property
    def source(self) -> str:
        """The student's code of this answer: its last definition and what follows."""
        made = [self.expression] if self.expression else list(self.definitions)
        whole = [i for i, s in enumerate(made) if s.defines]
        return "\n".join(s.source for s in made[whole[-1] if whole else 0 :])[:SOURCE_KEPT]


@dataclass(frozen=True)
class Slice:
    """What to run for one exercise: ``(label, source)`` of cells, and lent names.

    ``whole`` when it is all of the notebook down to the answer: then a
    statement that fails does not stop the next.
    """

    cells: tuple[tuple[str, str], ...]
    borrowed: frozenset[str] = field(default_factory=frozenset)
    whole: bool = False


def find(notebook: Notebook, known: list[Statement], exercise_id: str, name: str) -> Found:
    """Find the answer to an exercise.

    By the id in a check call, else by the id in a cell's metadata, else by
    the name.  Of several attempted definitions the last one counts; a value
    that the chapter itself sets again below the check does not.  Where two
    exercises ask for one name, each has its own definitions.
    """
    asked, check = _asked_for(known, exercise_id, name)
    if check is not None and asked == ANSWER:
        return Found(ANSWER, expression=check, end=check.place)
    mine = _shares_of_a_name(known, exercise_id, asked)

    def counts(s: Statement) -> bool:
        above = check is None or s.place < check.place
        return above or s.defines or s.cell.exercise_id == exercise_id

    binding = [s for s in known if asked in s.binds and not s.checks]
    # Somebody who mistook an id has nothing of their own: then all are theirs.
    own = [s for s in binding if mine(s.cell, s.index)] or binding
    attempted = [s for s in own if counts(s) and not s.is_stub]
    # What another chapter in the same notebook makes for itself is no later attempt.
    theirs = _is_other_chapters(known, check)
    attempted = [s for s in attempted if not theirs(s)] or attempted
    attempted = attempted or [s for s in known if _takes_all_of(s, notebook.modules)]
    cells = [cell for cell in notebook.cells if mine(cell, 0)]
    broken = _broken_cell(cells, exercise_id, asked)
    if broken and (not attempted or attempted[-1].cell.number < broken.number):
        return Found(asked, broken=f"{broken.error} in code cell {broken.number}")
    whole = [s for s in attempted if s.defines]
    notes: tuple[str, ...] = ()
    if len(whole) > 1:
        notes = (f"{asked} is defined {len(whole)} times; the last one counts.",)
    places = [s.place for s in (*attempted, *filter(None, [check]))]
    return Found(asked, tuple(attempted), notes=notes, end=max(places, default=None))


def _takes_all_of(statement: Statement, modules: Iterable[tuple[str, str]]) -> bool:
    """Whether it imports all there is in a module of the student's own."""
    made = {name for name, _ in modules} if "*" in statement.binds else {}
    return any(statement.source.split()[1:2] == [name] for name in made)


def _asked_for(
    known: list[Statement], exercise_id: str, name: str
) -> tuple[str, Statement | None]:
    """The name the last check call of this id was given, and that call.

    For an expression instead of a name: ``ANSWER``, and a statement that
    assigns it.
    """
    for check in reversed(known):
        if check.checks != exercise_id:
            continue
        answer = checked_answer(check.source)
        if isinstance(answer, ast.Name):
            return answer.id, check
        if answer is None or (isinstance(answer, ast.Constant) and not answer.value):
            return name, check
        source = f"{ANSWER} = ({ast.get_source_segment(check.source, answer)})"
        uses = names(source)[2]
        nothing: frozenset[str] = frozenset()
        binds = frozenset({ANSWER})
        asked = Statement(
            check.cell, check.index, source, binds, nothing, uses, line=check.line
        )
        return ANSWER, asked
    return name, None


def _shares_of_a_name(
    known: list[Statement], exercise_id: str, name: str
) -> Callable[[Cell, int], bool]:
    """Whether a place in the notebook belongs to this exercise, by name and place.

    When other exercises check the same name, a cell marked with an id is that
    exercise's; any other belongs to the first of their checks below it, or to
    the last one.
    """
    checks = [s for s in known if s.checks and _checked_name(s) == name]
    ids = {s.checks for s in checks}
    if exercise_id not in ids or len(ids) == 1:
        return lambda cell, index: True

    def mine(cell: Cell, index: int) -> bool:
        if cell.exercise_id in ids:
            return cell.exercise_id == exercise_id
        below = [s for s in checks if s.place >= (cell.number, index)]
        return (below or checks[-1:])[0].checks == exercise_id

    return mine


def _checked_name(check: Statement) -> str:
    """The name that a check call is given, or ``""``."""
    answer = checked_answer(check.source)
    return answer.id if isinstance(answer, ast.Name) else ""


def _is_other_chapters(
    known: list[Statement], check: Statement | None
) -> Callable[[Statement], bool]:
    """Whether a definition below a check stands among another chapter's checks."""
    checks = [s for s in known if s.checks]

    def is_theirs(made: Statement) -> bool:
        if check is None or made.place < check.place:
            return False
        if made.cell.exercise_id == check.checks:
            return False
        below = bisect.bisect(checks, made.place, key=lambda s: s.place)
        nearest = checks[min(below, len(checks) - 1)]
        return nearest.checks.partition(".")[0] != check.checks.partition(".")[0]

    return is_theirs


def _broken_cell(cells: Iterable[Cell], exercise_id: str, name: str) -> Cell | None:
    pattern = re.compile(
        rf"^[ \t]*(?:(?:async[ \t]+)?def|class)[ \t]+{name}\b|^{name}[ \t]*=", re.M
    )
    for cell in reversed(list(cells)):
        if cell.error and (cell.exercise_id == exercise_id or pattern.search(cell.source)):
            return cell
    return None


def slice_for(
    found: Found,
    known: Statements,
    exercise_names: Mapping[str, bool],
) -> Slice:
    """The statements behind an answer.

    ``exercise_names`` maps the names of earlier exercises to whether the
    student's own is right; where it is not, the name is borrowed, as the
    notebook's ``check`` goes on with the reference.
    """
    behind = _Behind(known.makers, found.end)
    kept: dict[tuple[int, int], Statement] = {}
    borrowed: set[str] = set()
    seen = {found.name} | BUILTINS
    makers: dict[str, _Makers] = {}
    taken: dict[str, int] = {}  # of what makes a name, from where on it is kept
    pending = [found.expression] if found.expression else list(found.definitions)
    pending += _filling(found, behind)
    while pending:
        statement = pending.pop()
        if statement.place in kept:
            continue
        kept[statement.place] = statement
        for name in sorted((statement.uses | statement.binds) - statement.rebinds - seen):
            if exercise_names.get(name) is False:
                borrowed.add(name)
                continue
            if name not in makers:
                makers[name] = _Makers(name, behind.makes(name))
                pending += behind.makes("*")
            made = makers[name].made
            first, last = makers[name].begun(statement), taken.get(name, len(made))
            taken[name] = min(first, last)
            pending += [
                s for s in made[first:last] if not s.is_stub or name not in exercise_names
            ]
    return Slice(_cells(kept[place] for place in sorted(kept)), frozenset(borrowed))


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
        """From where on it counts for a statement.

        What the name was before is nobody's business, unless something up there
        needs it.
        """
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


def _filling(found: Found, behind: _Behind) -> list[Statement]:
    """The statements that change the answer itself, once it is defined."""
    if found.expression or not found.definitions:
        return []
    begun = found.definitions[0].place
    return [
        s for s in behind.makes(found.name) if s.place > begun and found.name in s.changes
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
        found = unbound or any(name in s.binds for s in above)
        return above if found else made[last:]


def everything_above(
    found: Found, known: Statements, exercise_names: Mapping[str, bool]
) -> Slice:
    """All statements down to the answer, for when the slice does not suffice.

    Of check calls only what they bind is left, so each name is what the student made it.
    """
    start = [found.expression] if found.expression else list(found.definitions)
    last = max(s.cell.number for s in start)
    wrong = {name for name, right in exercise_names.items() if not right}
    borrowed = frozenset(wrong - {found.name})
    exercises = {*exercise_names, found.name}
    kept = [
        s
        for s in known.without_checks
        if s.cell.number <= last
        and not (found.expression and s.place == found.expression.place)
        and not (s.is_stub and s.binds & exercises)
        and not (s.binds and s.binds <= borrowed)
    ]
    kept += [found.expression] if found.expression else []
    cells = _cells(sorted(kept, key=lambda s: s.place))
    return Slice(cells, borrowed, whole=True)

"""Find the answer to an exercise in a notebook: which statements define it."""

from __future__ import annotations

import ast
import bisect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from autograder.notebooks.read import Cell, Notebook, Shown
from autograder.notebooks.statements import Statement, checked_answer, names

ANSWER = "__answer__"
SOURCE_KEPT = 4_000  # characters of an answer that a report may show
WORDS_KEPT = 40_000  # of one that a person has to read


@dataclass(frozen=True)
class FoundAnswer:
    """Where a notebook answers an exercise.

    ``name`` is what to ask for; ``broken`` says what is wrong with the syntax
    of the cell that should define it.  ``end`` is the place of the check, or of the
    last definition where that stands below it: what comes after is the chapter's.
    ``words`` and ``shown`` are what a person reads, of an exercise that one does.
    """

    name: str
    definitions: tuple[Statement, ...] = ()
    broken: str = ""
    notes: tuple[str, ...] = ()
    expression: Statement | None = None
    broken_cell: int = 0  # its number
    end: tuple[int, int] | None = None
    words: str = ""
    shown: tuple[Shown, ...] = ()

    @property
    def attempted(self) -> bool:
        """Whether there is anything to judge."""
        made = self.broken or self.expression or self.definitions
        return bool(made or self.words or self.shown)

    @property
    def source(self) -> str:
        """The student's code of this answer: its last definition and what follows.

        With what stands around it in a cell that holds nothing else.
        """
        if self.words:
            return self.words[:WORDS_KEPT]
        made = [self.expression] if self.expression else list(self.definitions)
        whole = [i for i, s in enumerate(made) if s.defines]
        made = made[whole[-1] if whole else 0 :]
        cells = {s.cell.source for s in made}
        if len(cells) == 1 and not any("check(" in source for source in cells):
            return cells.pop().strip()[:SOURCE_KEPT]
        return "\n".join(s.source for s in made)[:SOURCE_KEPT]


def find(
    notebook: Notebook, known: list[Statement], exercise_id: str, name: str
) -> FoundAnswer:
    """Find the answer to an exercise.

    By the id in a check call, else by the id in a cell's metadata, else by
    the name.  Of several attempted definitions the last one counts; a value
    that the chapter itself sets again below the check does not.  Where two
    exercises ask for one name, each has its own definitions.
    """
    asked, check = _asked_for(known, exercise_id, name)
    if check is not None and asked == ANSWER:
        return FoundAnswer(ANSWER, expression=check, end=check.place)
    mine = _shares_of_a_name(known, exercise_id, asked)

    def counts(s: Statement) -> bool:
        above = check is None or s.place < check.place
        return above or s.defines or s.cell.exercise_id == exercise_id

    binding = [s for s in known if asked in s.binds and not s.checks]
    # Somebody who mistook an id has nothing of their own: then all are theirs.
    own = [s for s in binding if mine(s.cell, s.index)] or binding
    attempted = [s for s in own if counts(s) and not s.is_stub]
    # What another chapter in the same notebook makes for itself is no later attempt.
    marked = [s for s in attempted if s.cell.exercise_id == exercise_id]
    theirs = _is_other_chapters(known, exercise_id, [check] if check else marked)
    attempted = [s for s in attempted if not theirs(s)] or attempted
    attempted = attempted or [s for s in known if _takes_all_of(s, notebook.modules)]
    cells = [cell for cell in notebook.cells if mine(cell, 0)]
    broken = _broken_cell(cells, exercise_id, asked)
    if broken and (not attempted or attempted[-1].cell.number < broken.number):
        error = f"{broken.error} in code cell {broken.number}"
        return FoundAnswer(asked, broken=error, broken_cell=broken.number)
    whole = [s for s in attempted if s.defines]
    notes: tuple[str, ...] = ()
    if len(whole) > 1:
        notes = (f"{asked} is defined {len(whole)} times; the last one counts.",)
    places = [s.place for s in (*attempted, *filter(None, [check]))]
    return FoundAnswer(asked, tuple(attempted), notes=notes, end=max(places, default=None))


def _takes_all_of(statement: Statement, modules: Iterable[tuple[str, str]]) -> bool:
    """Whether it imports all there is in a module of the student's own."""
    made = {name for name, _ in modules} if "*" in statement.binds else {}
    return any(statement.source.split()[1:2] == [name] for name in made)


def _asked_for(
    known: list[Statement], exercise_id: str, name: str
) -> tuple[str, Statement | None]:
    """The name the last check call of this id was given, and that call.

    For an expression instead of a name: ``ANSWER``, and a statement that assigns it.
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
    given = ((s, checked_answer(s.source)) for s in known if s.checks)
    checks = [s for s, answer in given if getattr(answer, "id", "") == name]
    ids = {s.checks for s in checks}
    if exercise_id not in ids or len(ids) == 1:
        return lambda cell, index: True

    def mine(cell: Cell, index: int) -> bool:
        if cell.exercise_id in ids:
            return cell.exercise_id == exercise_id
        below = [s for s in checks if s.place >= (cell.number, index)]
        return (below or checks[-1:])[0].checks == exercise_id

    return mine


def _is_other_chapters(
    known: list[Statement], exercise_id: str, own: list[Statement]
) -> Callable[[Statement], bool]:
    """Whether a definition below ``own``, the check or else what is marked as the
    exercise's, stands among another chapter's checks."""
    checks = [s for s in known if s.checks]

    def is_theirs(made: Statement) -> bool:
        if not (own and checks) or made.place <= own[-1].place:
            return False
        if made.cell.exercise_id == exercise_id:
            return False
        below = bisect.bisect(checks, made.place, key=lambda s: s.place)
        nearest = checks[min(below, len(checks) - 1)]
        return nearest.checks.partition(".")[0] != exercise_id.partition(".")[0]

    return is_theirs


def _broken_cell(cells: Iterable[Cell], exercise_id: str, name: str) -> Cell | None:
    pattern = defining(name)
    for cell in reversed(list(cells)):
        if cell.error and (cell.exercise_id == exercise_id or pattern.search(cell.source)):
            return cell
    return None


def defining(name: str) -> re.Pattern[str]:
    """What finds a line that defines a name, be the code around it Python or not."""
    how = r"(?:(?:async[ \t]+)?def|class)[ \t]+"
    return re.compile(rf"^[ \t]*{how}{name}\b|^{name}[ \t]*=", re.M)

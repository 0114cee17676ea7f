"""A later hand-in beside what was graded before: which of them counts, for each chapter.

What a course says of several attempts in one hand-in holds from one run to the next, too;
what is blank, lacking or cannot be read takes the place of no work.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.course import BEST, ON_TIME, Course
from autograder.gradebook.dates import seconds_between
from autograder.gradebook.final import FinalGrade, final_grades
from autograder.gradebook.records import SetAside, SubmissionResult
from autograder.gradebook.roster import Roster, Student
from autograder.grading.dependencies import Dependencies, Due, GradingState
from autograder.grading.selection import guesses
from autograder.handin.submission import Submission

COUNTS = "what was handed in before counts"
LACKING = "nothing later answers it"


@dataclass(frozen=True)
class Again:
    """Somebody's hand-in, and what is kept of the one before."""

    handed: Submission
    due: Due  # what is graded now, and why
    known: Dependencies | None  # what the result before depends on
    is_same: bool  # file for file what was handed in before


class Attempts:
    """Decides by a course's policy which of two hand-ins counts.

    With ``add``, chapters that the later one has no notebook for stay, whatever else.
    """

    def __init__(
        self, state: GradingState, course: Course, roster: Roster, *, add: bool
    ) -> None:
        self._state, self._course, self._add = state, course, add
        self._people = {s.key: s for s in roster.everybody}

    def joined(
        self, old: SubmissionResult, new: SubmissionResult, again: Again
    ) -> SubmissionResult:
        """What counts of both.

        The result is ``set_aside`` where not all of the later one counts.
        """
        if old.status != SubmissionStatus.GRADED:
            return new
        old = _renamed(old, new, again.handed)
        if new.status != SubmissionStatus.GRADED:
            return self._beside_ungraded(old, new, again)
        of, shas = self._by_chapter(new), {n.sha256 for n in new.notebooks}
        there = [name for name, part in of.items() if part.counting()]
        wanted = (*again.due.chapters,) or (there if self._add else self._names())
        reasons = {}
        for name, part in self._by_chapter(old).items():
            # A notebook that is here again was one of those to choose from.
            if name not in wanted or part.counting() <= shas:
                continue
            if reason := self._why_not(name, part, of.get(name), again.handed):
                reasons[name] = f"{name}: {COUNTS}; {reason}."
        taken = tuple(name for name in wanted if name not in reasons)
        aside = old.set_aside if again.due.chapters else None  # of the same files
        if reasons:
            why = aside.why if aside else " ".join(reasons.values())
            aside = SetAside(new.status, why, self._outdated(old, again, reasons))
        if reasons and not {*taken} & {*there}:
            return _kept(old, new, aside)
        return replace(self._mixed(old, new, taken), set_aside=aside)

    def _mixed(
        self, old: SubmissionResult, new: SubmissionResult, taken: tuple[str, ...]
    ) -> SubmissionResult:
        """The chapters that are taken of the later one, and the others of the earlier."""
        made = self._state.join(old, new, taken)
        counting = {e.notebook for e in made.exercises} - {n.name for n in new.notebooks}
        left = [n for n in old.notebooks if n.name in counting]
        stays = [c.name for c in self._state.key.chapters if c.name not in taken]
        kept, others = _notes_about(old, stays), _notes_about(new, stays)
        notes = [*kept.values(), *(n for n in new.notes if n not in others.values())]
        about = {**kept, **{c: n for c, n in new.chapter_notes.items() if c in taken}}
        files = (*left, *new.notebooks)
        return replace(made, notebooks=files, notes=tuple(notes), chapter_notes=about)

    def _beside_ungraded(
        self, old: SubmissionResult, new: SubmissionResult, again: Again
    ) -> SubmissionResult:
        """Work that was graded stays where a later hand-in could not be."""
        files = {name for name, _ in again.handed.files}
        counting = {e.notebook for e in old.exercises if e.notebook}
        if (again.is_same and counting <= files) or not _answers(old):
            return new
        why = f"A later hand-in was not graded ({new.status}): {new.message} "
        why += f"{COUNTS.capitalize()}."
        outdated = self._outdated(old, again, self._by_chapter(old))
        return _kept(old, new, SetAside(new.status, why, outdated))

    def _why_not(
        self,
        name: str,
        before: SubmissionResult,
        after: SubmissionResult | None,
        handed: Submission,
    ) -> str:
        """Why a later attempt at a chapter does not count; "" where it does."""
        had, asked = _answers(before), self._state.settings.chapters
        if after is None:
            return LACKING if had and (not asked or name in asked) else ""
        has, file = _answers(after), _name(after)
        if 2 * has < had and _points(after) <= _points(before):
            few = f"{has or 'none'} of {len(after.exercises)} exercises answered"
            return f"{file} has {few}, {had} were" if file else LACKING
        if not had or 2 * had < has:
            return ""
        after = replace(after, handed_in=handed.handed_in)
        was, now = self._grade(before), self._grade(after)
        if self._course.attempts == BEST:
            parts = [self._without_guesses(name, part) for part in (after, before)]
            worth, better = (_worth(self._grade(part)) for part in parts)
            apart = " without predictions" if parts[1] != before else ""
            is_worse = f"{file} is worth {worth:g} points{apart}, not {better:g}"
            return is_worse if worth < better else ""
        if self._course.attempts == ON_TIME:
            on_time = self._is_on_time(was), self._is_on_time(now)
            if on_time[0] != on_time[1]:
                return f"{file} came late" if on_time[0] else ""
        times = self._time(after), self._time(before)
        return f"{file} is older" if all(times) and _is_older(*times) else ""

    def _grade(self, part: SubmissionResult) -> FinalGrade:
        """What a student would be given for a chapter."""
        person = self._people.get(part.student, Student(part.student))
        return final_grades([part], self._course, roster=Roster((person,)))[0]

    def _without_guesses(self, name: str, part: SubmissionResult) -> SubmissionResult:
        key = self._state.key
        guessed = guesses(key.chapter(name), key)
        kept = tuple(e for e in part.exercises if e.id not in guessed)
        return replace(part, exercises=kept)

    def _is_on_time(self, grade: FinalGrade) -> bool:
        grace = self._course.late.grace_minutes * 60
        return grade.late_seconds is not None and grade.late_seconds <= grace

    def _time(self, part: SubmissionResult) -> str:
        person = self._people.get(part.student, Student(part.student))
        return person.times.get(_name(part), part.handed_in)

    def _outdated(self, old: SubmissionResult, again: Again, kept: Iterable[str]) -> bool:
        """Whether that which is kept was made with another key or grader."""
        if old.set_aside and old.set_aside.outdated:
            return True
        now = again.known and self._state.outdated(again.known)
        return bool(now and {*kept} & {*now})

    def _by_chapter(self, result: SubmissionResult) -> dict[str, SubmissionResult]:
        """The parts of a result that are about each of the key's chapters."""
        parts = {}
        for chapter in self._state.key.chapters:
            if mine := result.of_chapter(chapter.prefix):
                parts[chapter.name] = replace(result, exercises=mine)
        return parts

    def _names(self) -> list[str]:
        return [chapter.name for chapter in self._state.key.chapters]


def times_before(
    old: SubmissionResult, known: Mapping[str, str], handed: Submission
) -> dict[str, str]:
    """When each notebook of an earlier result was handed in, by its name from now on."""
    names = _earlier_names(old, handed)
    return {names[n.name]: known.get(n.name, old.handed_in) for n in old.notebooks}


def _renamed(
    old: SubmissionResult, new: SubmissionResult, handed: Submission
) -> SubmissionResult:
    """An earlier result with names for its notebooks that no other of the later has."""
    there = {*new.notebooks}
    names = _earlier_names(old, handed)
    names |= {n.name: n.name for n in old.notebooks if n in there}  # the same file
    return replace(
        old,
        notebooks=tuple(replace(n, name=names[n.name]) for n in old.notebooks),
        exercises=tuple(
            replace(e, notebook=names.get(e.notebook, e.notebook)) for e in old.exercises
        ),
    )


def _earlier_names(old: SubmissionResult, handed: Submission) -> dict[str, str]:
    """What to call each earlier notebook from now on: a later one may be called so."""
    taken = {name for name, _ in handed.files}
    names = {notebook.name: notebook.name for notebook in old.notebooks}
    for name in names.keys() & taken:
        while names[name] in taken or names[name] in names:
            names[name] += " (earlier)"
    return names


def _kept(
    old: SubmissionResult, new: SubmissionResult, aside: SetAside | None
) -> SubmissionResult:
    """An earlier result that counts as it is; it knows of the later files."""
    known = {n.name for n in old.notebooks}
    more = [n for n in new.notebooks if n.name not in known]
    return replace(old, notebooks=(*old.notebooks, *more), set_aside=aside)


def _notes_about(result: SubmissionResult, chapters: Iterable[str]) -> dict[str, str]:
    """What a result says of some chapters, in its order."""
    wanted = {*chapters}
    return {c: note for c, note in result.chapter_notes.items() if c in wanted}


def _name(part: SubmissionResult) -> str:
    return next((e.notebook for e in part.exercises if e.notebook), "")


def _is_older(moment: str, other: str) -> bool:
    """Whether a moment is known to be before another one."""
    return (seconds_between(datetime.fromisoformat(moment), other) or 0.0) > 0


def _answers(part: SubmissionResult) -> int:
    """How many exercises hold an answer: as ``selection`` counts them in one hand-in."""
    none = (Status.NOT_ATTEMPTED, Status.NOT_FOUND)
    return sum(e.status not in none for e in part.exercises)


def _points(part: SubmissionResult) -> float:
    return sum(e.points for e in part.exercises)


def _worth(grade: FinalGrade) -> float:
    """Points that are known, less the late penalty."""
    known = (e.points for e in grade.exercises if e.points is not None and not e.excused)
    return round(sum(known) - grade.penalty, 4)

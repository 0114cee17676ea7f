"""Grade a class: spread the work, keep every result as it comes."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from autograder.exercise.key import load_key
from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.database import Gradebook, Unstorable
from autograder.gradebook.records import SubmissionResult
from autograder.grading.dependencies import (
    ASKED,
    Dependencies,
    Draws,
    Due,
    FileHashes,
    GradingState,
)
from autograder.grading.executors import Executor
from autograder.grading.later import Again, Attempts
from autograder.grading.settings import Settings, seed_of
from autograder.handin.reader import look
from autograder.handin.submission import Submission
from autograder.notebooks.read import UnreadableNotebook


class ClassRun:
    """Which submissions of a class are due, and their results into the gradebook.

    ``due`` has them by student; ``copied`` counts those whose files were those of
    somebody else, and graded once.  With ``anew`` all are due.  With ``add`` chapters
    that are not handed in again stay as they are; with ``replace_all`` nothing stays of
    what was handed in before.
    """

    def __init__(
        self,
        book: Gradebook,
        settings: Settings,
        submissions: list[Submission],
        *,
        anew: bool = False,
        add: bool = False,
        replace_all: bool = False,
    ) -> None:
        self.book, self.state = book, GradingState(load_key(settings.key), settings)
        self.copied = 0
        submissions, self.files = _with_hashes(submissions)
        self._known = known = book.known()
        self.due: dict[str, Due] = {}
        for item in submissions:
            due = self.state.due(known.get(item.student), self.files[item.student])
            old = book.results_of(item.student) if replace_all and not due else None
            if anew or (old and old.set_aside):
                due = Due(cause=ASKED)
            if due is not None:
                self.due[item.student] = due
        course = book.course
        roster = book.roster
        self._attempts = Attempts(self.state, course, roster, add=add)
        self._replace_all = replace_all
        draws = Draws(book, known)
        self.waiting = [
            replace(
                item,
                chapters=self.due[item.student].chapters,
                draw=draws.of(item.student, self.files[item.student]),
            )
            for item in submissions
            if item.student in self.due
        ]
        self._handed = {item.student: item for item in self.waiting}
        self.number = book.begin_run() if self.due else 0

    def grade(self, executor: Executor) -> Iterator[SubmissionResult]:
        """Grade what is due; each result is stored before it is given.

        Files that are the same byte for byte are graded once: the others get the
        result that the first one got.  Where that says anything about the files,
        it is theirs alone, and the others are graded themselves.
        """
        alike: dict[tuple[object, ...], list[Submission]] = defaultdict(list)
        for item in self.waiting:
            contents = self.files[item.student].contents
            alike[contents, item.chapters, item.draw].append(item)
        others = {group[0].student: group[1:] for group in alike.values()}
        firsts = [group[0] for group in alike.values()]
        alone: list[Submission] = []
        handed_by = {item.student: item for item in firsts}
        for result in executor.grade_all(firsts, self.state.settings):
            yield self._store(result)
            twins = others[result.student]
            if twins and not _holds_for_other_names(result):
                alone += twins
                continue
            for twin in twins:
                self.copied += 1
                yield self._store(_as_theirs(result, handed_by[result.student], twin))
        for result in executor.grade_all(alone, self.state.settings) if alone else ():
            yield self._store(result)

    def _store(self, graded: SubmissionResult) -> SubmissionResult:
        result, due = self._joined(graded), self.due[graded.student]
        handed, files = self._handed[graded.student], self.files[graded.student]
        if not result.seed:  # what was graded before keeps what it was graded with
            result = replace(
                result,
                seed=str(seed_of(self.state.settings.seed, handed.draw)),
                versions=self.state.versions(result),
                conditions=self.state.settings_text(),
            )
        # What the grader itself could not do is tried again next time.
        depends_on = self.state.of(result, files, handed.draw).to_text()
        try:
            self.book.store(result, "" if _failed(graded) else depends_on, due.cause)
        except Unstorable as problem:  # one student's result must not end the class's run
            result = replace(result, **_instead(str(problem)))
            self.book.store(result, "", due.cause)
        return result

    def _joined(self, graded: SubmissionResult) -> SubmissionResult:
        """What was found, and what was graded before and counts still."""
        handed = self._handed[graded.student]
        graded = replace(graded, handed_in=handed.handed_in)
        old = self.book.results_of(graded.student)
        if old is None or self._replace_all:
            return graded
        known = Dependencies.from_text(self._known[graded.student])
        same = known is not None and known.files == self.files[graded.student].whole
        due = self.due[graded.student]
        return self._attempts.joined(old, graded, Again(handed, due, known, same))


def _with_hashes(
    submissions: list[Submission],
) -> tuple[list[Submission], dict[str, FileHashes]]:
    """The submissions with the hashes of their files; of what cannot be read, why."""
    legible, files = [], {}
    for item in submissions:
        try:
            files[item.student] = look(
                f"What {item.student} handed in", FileHashes.of, item
            )
        except UnreadableNotebook as problem:
            nothing: dict[str, Any] = {"files": (), "times": (), "ranks": ()}
            item = replace(item, **nothing, problem=str(problem))
            files[item.student] = FileHashes.of(item)
        legible.append(item)
    return legible, files


def _instead(why: str) -> dict[str, Any]:
    """What changes in a result that could not be stored."""
    nothing = {"exercises": (), "notes": (), "notebooks": ()}
    return {
        **nothing,
        "status": SubmissionStatus.INFRASTRUCTURE_ERROR,
        "score": None,
        "max_score": None,
        "message": why,
    }


def _holds_for_other_names(result: SubmissionResult) -> bool:
    """Whether a result holds for the same bytes under other file names."""
    return result.status == SubmissionStatus.GRADED and not (
        result.notes or _failed(result)
    )


def _failed(result: SubmissionResult) -> bool:
    """Whether the grader itself could not do all of it."""
    mine = any(e.status == Status.INFRASTRUCTURE_ERROR for e in result.exercises)
    return mine or result.status == SubmissionStatus.INFRASTRUCTURE_ERROR


def _as_theirs(
    result: SubmissionResult, first: Submission, twin: Submission
) -> SubmissionResult:
    """A result for somebody else who handed in the same bytes under other names."""
    names = _renamed(first, twin)
    notebooks = (replace(n, name=names.get(n.name, n.name)) for n in result.notebooks)
    exercises = (
        replace(e, notebook=names.get(e.notebook, e.notebook)) for e in result.exercises
    )
    theirs = replace(result, student=twin.student, notebooks=tuple(notebooks), seconds=0.0)
    return replace(theirs, exercises=tuple(exercises))


def _renamed(first: Submission, twin: Submission) -> Mapping[str, str]:
    pairs = zip(first.files, twin.files, strict=True)
    return {ours: theirs for (ours, _), (theirs, _) in pairs}

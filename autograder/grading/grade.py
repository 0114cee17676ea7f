"""Grade one student's notebooks."""

import contextlib
import time
from collections.abc import Collection
from dataclasses import replace

from autograder.checking.bounds import work_limit
from autograder.exercise.definition import Chapter
from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.records import ExerciseResult, NotebookFile, SubmissionResult
from autograder.gradebook.size_limits import bounded
from autograder.grading.chapter import ChapterGrader
from autograder.grading.selection import (
    Candidate,
    Selection,
    candidates_by_chapter,
    describe,
    guesses,
    left_out,
    select,
)
from autograder.grading.settings import Assignment, seed_of
from autograder.grading.work_bounds import GRADER_MIB, GRADER_SECONDS, within_bounds
from autograder.handin.own_modules import sources
from autograder.handin.submission import Submission
from autograder.notebooks.read import Notebook, UnreadableNotebook, read_notebook
from autograder.notebooks.written import cells_given
from autograder.sandbox.pool import WarmProcesses

ENDED_SECONDS = 60.0  # of work in reading one submission: then no alarm was heard
TOO_LONG = (
    f"Reading this took more than {GRADER_SECONDS:g} seconds or {GRADER_MIB} MiB, or it is "
    "nested too deeply."
)


def grade(
    submission: Submission, assignment: Assignment, warm: WarmProcesses
) -> SubmissionResult:
    """Grade a submission; never raises for anything that a student can do.

    Raises ``WarmProcessFailed`` when students' code cannot be run on this machine.
    """
    started = time.perf_counter()
    assignment = replace(assignment, seed=seed_of(assignment.seed, submission.draw))
    result = _grade(submission, assignment, warm)
    if result.status == SubmissionStatus.GRADED:
        result = replace(result, seconds=round(time.perf_counter() - started, 3))
    return bounded(result)


def _grade(
    submission: Submission, assignment: Assignment, warm: WarmProcesses
) -> SubmissionResult:
    student, key = submission.student, assignment.key
    unreadable = SubmissionStatus.UNREADABLE
    try:
        with work_limit(ENDED_SECONDS):
            ready = within_bounds(lambda: read(submission, assignment))
        why = TOO_LONG
    except Exception as error:  # nothing but what was handed in was looked at
        ready, why = None, f"Reading this failed ({type(error).__name__})."
    if ready is None:
        return SubmissionResult.without_score(student, unreadable, why)
    notebooks, problems, candidates, selected = ready
    files = tuple(NotebookFile(n.name, n.sha256) for n in notebooks)
    if not candidates:
        names = ", ".join(n.name for n in notebooks)
        nothing = f"No exercise of this course was found in {names}."
        reason = submission.problem or " ".join(problems) or nothing
        return SubmissionResult.without_score(student, unreadable, reason, files)
    notes, asked = [], assignment.chapters
    if odd := [name for name in candidates if asked and name not in asked]:
        about = ", ".join(
            f"{candidates[name][-1].notebook.name} answers {name}" for name in odd
        )
        if len(odd) == len(candidates):
            reason = f"{about}, and {', '.join(asked)} was to be handed in."
            wrong = SubmissionStatus.WRONG_NOTEBOOK
            return SubmissionResult.without_score(student, wrong, reason, files)
        notes.append(f"Not asked for: {about}.")
    exercises: list[ExerciseResult] = []
    by_chapter: dict[str, str] = {}
    # What a change of the key touched, the assignment, or what was handed in.
    wanted = submission.chapters or asked or candidates
    for chapter in [c for c in key.chapters if c.name in wanted]:
        selection = selected.get(chapter.name, Selection(()))
        graded_each = _graded(chapter, selection, assignment, warm)
        guessed = guesses(chapter, key)
        # Of equals the later one.
        candidate, graded = max(
            reversed(graded_each),
            key=lambda pair: _worth(chapter, pair[0], pair[1], submission, guessed),
        )
        exercises += graded
        if candidate and selection.reason:
            why, there = selection.reason, candidates[chapter.name]
            by_chapter[chapter.name] = describe(chapter, there, candidate, why)
        if candidate is None:
            by_chapter[chapter.name] = left_out(chapter)
    notes += [*by_chapter.values(), *filter(None, [submission.problem]), *problems]
    return SubmissionResult(
        student,
        files,
        SubmissionStatus.GRADED,
        score=round(sum(e.points for e in exercises), 4),
        max_score=round(sum(e.max_points for e in exercises), 4),
        exercises=tuple(exercises),
        notes=tuple(notes),
        chapter_notes=by_chapter,
    )


_Read = tuple[list[Notebook], list[str], dict[str, list[Candidate]], dict[str, Selection]]


def read(submission: Submission, assignment: Assignment) -> _Read:
    """The notebooks, what is wrong with others, and which count for each chapter."""
    notebooks: list[Notebook] = []
    problems: list[str] = []
    key = assignment.key
    given = cells_given(key.name, tuple(c.name for c in key.chapters))
    for name, data in submission.contents():
        try:
            if isinstance(data, UnreadableNotebook):
                raise data
            notebooks.append(read_notebook(data, name, given))
        except UnreadableNotebook as problem:
            problems.append(str(problem))
    modules, wrong = sources(submission)
    problems += wrong
    notebooks = [
        replace(notebook, modules=tuple(modules.items())) for notebook in notebooks
    ]
    candidates = candidates_by_chapter(notebooks, submission, key)
    selected = {
        c.name: select(c, candidates[c.name], submission)
        for c in key.chapters
        if c.name in candidates
    }
    return notebooks, problems, candidates, selected


def _graded(
    chapter: Chapter, selection: Selection, assignment: Assignment, warm: WarmProcesses
) -> list[tuple[Candidate | None, list[ExerciseResult]]]:
    """The notebooks that may count, each with its results."""
    graded: list[tuple[Candidate | None, list[ExerciseResult]]] = []
    for candidate in selection.candidates or (None,):
        notebook = candidate.notebook if candidate else None
        with contextlib.closing(ChapterGrader(assignment, warm)) as grader:
            results = grader.grade(chapter, notebook)
        name = notebook.name if notebook else ""
        graded.append((candidate, [replace(result, notebook=name) for result in results]))
    return graded


def _worth(
    chapter: Chapter,
    candidate: Candidate | None,
    results: list[ExerciseResult],
    submission: Submission,
    guessed: Collection[str],
) -> float:
    """What a notebook's results would count: in the course's points, less lateness.

    But for what can be guessed: that would buy it.
    """
    name = candidate.notebook.name if candidate else ""
    share = next(
        (s for c, f, s in submission.shares if (c, f) == (chapter.name, name)), 1.0
    )
    points = dict(submission.points)
    return share * sum(
        e.points / e.max_points * points.get(e.id, e.max_points)
        for e in results
        if e.max_points and e.id not in guessed
    )

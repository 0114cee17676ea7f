"""Grade one student's notebooks."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection
from dataclasses import replace

from autograder.checking.bounds import TooLong, memory_limit, time_limit, work_limit
from autograder.exercise.definition import Chapter
from autograder.gradebook.bounded import bounded
from autograder.gradebook.records import (
    WRONG,
    ExerciseResult,
    NotebookFile,
    SubmissionResult,
)
from autograder.grading.chapter import (
    GRADER_MIB,
    GRADER_SECONDS,
    Assignment,
    ChapterWork,
)
from autograder.grading.choice import Candidate, Choice, by_chapter, choose, counts
from autograder.handin.handed import Handed
from autograder.notebooks.read import Notebook, UnreadableNotebook, read_notebook
from autograder.sandbox.pool import WarmProcesses

ENDED_SECONDS = 60.0  # of work in reading one submission: then no alarm was heard
TOO_LONG = f"Reading this took more than {GRADER_SECONDS:g} seconds or {GRADER_MIB} MiB."
MAX_NOTEBOOKS = 200  # of one student


def grade(handed: Handed, assignment: Assignment, warm: WarmProcesses) -> SubmissionResult:
    """Grade a submission; never raises for anything a student can do."""
    return bounded(_grade(handed, assignment, warm))


def _grade(handed: Handed, assignment: Assignment, warm: WarmProcesses) -> SubmissionResult:
    started = time.perf_counter()
    try:
        with (
            work_limit(ENDED_SECONDS),
            memory_limit(GRADER_MIB),
            time_limit(GRADER_SECONDS, of_work=True),
        ):
            notebooks, problems = _read(handed)
            found = by_chapter(notebooks, handed, assignment.key)
            choices = {
                chapter.name: choose(chapter, found[chapter.name], handed)
                for chapter in assignment.key.chapters
                if chapter.name in found
            }
    except (TooLong, MemoryError):
        return SubmissionResult(
            handed.student, (), "unreadable", None, None, message=TOO_LONG
        )
    files = tuple(NotebookFile(n.name, n.sha256) for n in notebooks)
    if not found:
        reason = (
            handed.problem
            or " ".join(problems)
            or (
                f"No exercise of the key {assignment.key.name!r} was found in "
                f"{', '.join(n.name for n in notebooks)}."
            )
        )
        return SubmissionResult(
            handed.student, files, "unreadable", None, None, message=reason
        )
    notes, asked = [], assignment.chapters
    if odd := [name for name in found if asked and name not in asked]:
        about = ", ".join(f"{found[name][-1].notebook.name} answers {name}" for name in odd)
        if len(odd) == len(found):
            reason = f"{about}, and {', '.join(asked)} was to be handed in."
            return SubmissionResult(
                handed.student, files, WRONG, None, None, message=reason
            )
        notes.append(f"Not asked for: {about}.")
    exercises: list[ExerciseResult] = []
    for chapter in _wanted(handed, assignment, found):
        choice = choices.get(chapter.name, Choice(()))
        one, best = _best(chapter, choice, assignment, warm)
        exercises += best
        if one and choice.why:
            notes.append(counts(chapter, found[chapter.name], one, choice.why))
        if one is None:
            notes.append(f"{chapter.name} was left out: 0 of its points.")
    return SubmissionResult(
        handed.student,
        files,
        "graded",
        score=round(sum(e.points for e in exercises), 4),
        max_score=round(sum(e.max_points for e in exercises), 4),
        exercises=tuple(exercises),
        notes=(*notes, *problems),
        seconds=round(time.perf_counter() - started, 3),
    )


def _wanted(
    handed: Handed, assignment: Assignment, found: Collection[str]
) -> list[Chapter]:
    """The chapters to grade: what a change touched, the assignment, or what came."""
    wanted = handed.chapters or assignment.chapters or found
    return [c for c in assignment.key.chapters if c.name in wanted]


def _best(
    chapter: Chapter, choice: Choice, assignment: Assignment, warm: WarmProcesses
) -> tuple[Candidate | None, list[ExerciseResult]]:
    """Of the notebooks that may count the one with most points, and its results."""
    graded = [
        (one, _chapter(chapter, one.notebook, assignment, warm))
        for one in choice.candidates
    ] or [(None, _chapter(chapter, None, assignment, warm))]
    # Of equals the later one.
    return max(reversed(graded), key=lambda pair: sum(e.points for e in pair[1]))


def _chapter(
    chapter: Chapter, notebook: Notebook | None, assignment: Assignment, warm: WarmProcesses
) -> list[ExerciseResult]:
    with contextlib.closing(ChapterWork(assignment, warm)) as work:
        graded = work.chapter(chapter, notebook)
    name = notebook.name if notebook else ""
    return [replace(exercise, notebook=name) for exercise in graded]


def _read(handed: Handed) -> tuple[list[Notebook], list[str]]:
    notebooks, problems = [], []
    if len(handed.files) > MAX_NOTEBOOKS:
        problems.append(f"Of {len(handed.files)} notebooks the last {MAX_NOTEBOOKS} count.")
        handed = replace(handed, files=handed.files[-MAX_NOTEBOOKS:])
    for name, data in handed.contents():
        try:
            if isinstance(data, UnreadableNotebook):
                raise data
            notebooks.append(read_notebook(data, name))
        except UnreadableNotebook as problem:
            problems.append(str(problem))
    return notebooks, problems

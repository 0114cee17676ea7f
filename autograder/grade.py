"""Grade one student's notebooks."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence

from autograder.bounds import TooLong, time_limit
from autograder.chapter_work import GRADER_SECONDS, Assignment, ChapterWork
from autograder.exercise import Chapter
from autograder.handed import Handed
from autograder.key import Key
from autograder.notebook import Notebook, UnreadableNotebook, read_notebook
from autograder.records import ExerciseResult, NotebookFile, SubmissionResult
from autograder.sandbox.pool import WarmProcesses
from autograder.statements import Statement, statements


def grade(handed: Handed, assignment: Assignment, warm: WarmProcesses) -> SubmissionResult:
    """Grade a submission; never raises for anything a student can do."""
    started = time.perf_counter()
    try:
        with time_limit(GRADER_SECONDS):
            notebooks, problems = _read(handed)
            parts = _by_chapter(notebooks, assignment)
    except TooLong:
        words = f"Reading this took more than {GRADER_SECONDS:g} seconds."
        return SubmissionResult(handed.student, (), "unreadable", None, None, message=words)
    files = tuple(NotebookFile(n.name, n.sha256) for n in notebooks)
    if not parts:
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
    exercises: list[ExerciseResult] = []
    for chapter, notebook in parts:
        with contextlib.closing(ChapterWork(assignment, warm)) as work:
            exercises += work.chapter(chapter, notebook)
    return SubmissionResult(
        handed.student,
        files,
        "graded",
        score=round(sum(e.points for e in exercises), 4),
        max_score=round(sum(e.max_points for e in exercises), 4),
        exercises=tuple(exercises),
        notes=tuple(problems),
        seconds=round(time.perf_counter() - started, 3),
    )


def _read(handed: Handed) -> tuple[list[Notebook], list[str]]:
    notebooks, problems = [], []
    for name, data in handed.contents():
        try:
            if isinstance(data, UnreadableNotebook):
                raise data
            notebooks.append(read_notebook(data, name))
        except UnreadableNotebook as problem:
            problems.append(str(problem))
    return notebooks, problems


def _by_chapter(
    notebooks: Sequence[Notebook], assignment: Assignment
) -> list[tuple[Chapter, Notebook | None]]:
    """Which notebook answers which chapter; of two, the one with more of it."""
    best: dict[str, tuple[int, Notebook]] = {}
    for notebook in notebooks:
        known = statements(notebook)
        for chapter in assignment.key.chapters:
            count = _presence(chapter, notebook, known, assignment.key)
            if count and count >= best.get(chapter.name, (0, notebook))[0]:
                best[chapter.name] = (count, notebook)
    wanted = assignment.chapters or tuple(best)
    if not best:
        return []
    return [
        (chapter, best[chapter.name][1] if chapter.name in best else None)
        for chapter in assignment.key.chapters
        if chapter.name in wanted
    ]


def _presence(
    chapter: Chapter, notebook: Notebook, known: list[Statement], key: Key
) -> int:
    """How many of a chapter's exercises a notebook shows a trace of."""
    said = {s.checks for s in known} | {c.exercise_id for c in notebook.cells}
    said |= {i for c in notebook.cells if c.error for i in _ids_in(c.source)}
    count = sum(i.startswith(chapter.prefix + ".") for i in said)
    if count:
        return 2 * count
    if any("." in i for i in said):
        return 0  # it speaks of another chapter
    defined = {name for s in known if s.defines for name in s.binds}
    return sum(e.name in defined for e in key.exercises(chapter) if e.is_code)


def _ids_in(source: str) -> list[str]:
    return [part for part in source.replace("'", '"').split('"') if "." in part]

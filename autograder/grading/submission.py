"""Grade one student's notebooks."""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from autograder.checking.bounds import TooLong, memory_limit, time_limit, work_limit
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.gradebook.bounded import bounded
from autograder.gradebook.records import ExerciseResult, NotebookFile, SubmissionResult
from autograder.grading.chapter import (
    GRADER_MIB,
    GRADER_SECONDS,
    Assignment,
    ChapterWork,
)
from autograder.handin.handed import Handed
from autograder.notebooks.read import Notebook, UnreadableNotebook, read_notebook
from autograder.notebooks.statements import Statement, statements
from autograder.sandbox.pool import WarmProcesses

ENDED_SECONDS = 60.0  # of work in reading one submission: then no alarm was heard
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
            parts, chosen = _by_chapter(notebooks, assignment)
    except (TooLong, MemoryError):
        words = (
            f"Reading this took more than {GRADER_SECONDS:g} seconds or {GRADER_MIB} MiB."
        )
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
            name = notebook.name if notebook else ""
            found = work.chapter(chapter, notebook)
            exercises += [replace(exercise, notebook=name) for exercise in found]
    return SubmissionResult(
        handed.student,
        files,
        "graded",
        score=round(sum(e.points for e in exercises), 4),
        max_score=round(sum(e.max_points for e in exercises), 4),
        exercises=tuple(exercises),
        notes=(*chosen, *problems),
        seconds=round(time.perf_counter() - started, 3),
    )


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


def _by_chapter(
    notebooks: Sequence[Notebook], assignment: Assignment
) -> tuple[list[tuple[Chapter, Notebook | None]], list[str]]:
    """Which notebook answers which chapter, and what to say where there are several.

    The last one handed in counts, unless it has less than half of what another has
    of the chapter: then it is no later attempt, but something beside it.
    """
    having: dict[str, list[tuple[int, Notebook]]] = defaultdict(list)
    for notebook in notebooks:
        known = statements(notebook)
        for chapter in assignment.key.chapters:
            if count := _presence(chapter, notebook, known, assignment.key):
                having[chapter.name].append((count, notebook))
    best: dict[str, Notebook] = {}
    said: list[str] = []
    for name, found in having.items():
        most = max(count for count, _ in found)
        best[name] = [notebook for count, notebook in found if 2 * count >= most][-1]
        if len(found) > 1:
            words = f"{len(found)} notebooks answer {name}; {best[name].name} counts"
            is_last = best[name] is found[-1][1]
            said.append(words + (", the last." if is_last else ", which has most of it."))
    if not best:
        return [], []
    wanted = assignment.chapters or tuple(best)
    chapters = [c for c in assignment.key.chapters if c.name in wanted]
    return [(chapter, best.get(chapter.name)) for chapter in chapters], said


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

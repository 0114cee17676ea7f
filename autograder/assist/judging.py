"""Judge what an assistant sends: in the sandbox, by the grader, on public inputs alone."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from zlib import crc32

from autograder.exercise.course_folder import CourseFolder
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import Key
from autograder.exercise.questions import PUBLIC_SEED, source_of
from autograder.exercise.status import Status
from autograder.gradebook.records import ExerciseResult
from autograder.grading.chapter import ChapterGrader
from autograder.grading.excerpts import excerpt, find_answers
from autograder.grading.settings import Assignment
from autograder.notebooks.read import (
    Cell,
    Notebook,
    UnreadableNotebook,
    read_notebook,
    syntax,
)
from autograder.notebooks.slicing import slice_for
from autograder.notebooks.statements import names, statements
from autograder.questions.draft import CodeQuestion
from autograder.quiz.make import confirmed
from autograder.sandbox.pool import WarmProcesses


class Refused(ValueError):
    """What is asked for is not given; the text is one sentence that says why."""


@dataclass(frozen=True)
class _Lending(Key):
    """A key of these exercises alone, which puts nothing into a student's process.

    What is lent is called from outside.  A value, or code that has to be in the process
    itself, could be sent back as the answer to the exercise that it is of.
    """

    wanted: frozenset[str] = frozenset()

    def exercises(self, chapter: Chapter) -> tuple[Exercise, ...]:
        return tuple(e for e in super().exercises(chapter) if e.id in self.wanted)

    def lent(self, chapter: Chapter) -> dict[str, tuple[Exercise, ...]]:
        every = Key(self.name, self.chapters).lent(chapter)
        return {name: tuple(filter(_can_be_lent, e)) for name, e in every.items()}


def _can_be_lent(exercise: Exercise) -> bool:
    has_one = exercise.is_code and source_of(exercise).has_reference
    return has_one and exercise.framework == "numpy"


class Judging:
    """Grades exercises of the student's notebooks; ``warm`` is what their code runs in."""

    def __init__(self, key: Key, folder: CourseFolder, warm: WarmProcesses) -> None:
        self._key, self._folder, self._warm = key, folder, warm

    def chapter(self, chapter: Chapter) -> list[ExerciseResult]:
        """What the student's notebook as it is would get."""
        every = {e.id for e in self._key.exercises(chapter)}
        return self._graded(chapter, self._notebook(chapter), every)

    def code(self, exercise: Exercise, code: str) -> ExerciseResult:
        """What code would get in the place of the exercise's cell."""
        chapter = self._key.chapter_of(exercise.id)
        notebook, every = self._notebook(chapter), self._key.exercises(chapter)
        before = [e for e in every[: every.index(exercise)] if not _can_be_lent(e)]
        needed = {e.id for e in before if e.name in names(code)[2]}
        notebook = _with_cell(notebook, exercise, code)
        *others, result = self._graded(chapter, notebook, {exercise.id, *needed})
        for other in others:
            if other.status != Status.PASSED:
                words = (
                    f"This builds on “{other.title}” ({other.id}), which is not right yet"
                )
                raise Refused(f"{words} in {notebook.name}: solve and save that one first.")
        return result

    def questions(self, exercise: Exercise, code: str) -> list[CodeQuestion]:
        """Questions about code that is right, made where it may run."""
        chapter = self._key.chapter_of(exercise.id)
        notebook = _with_cell(self._notebook(chapter), exercise, code)
        (task,) = find_answers(notebook, [exercise])
        lent = _Lending(self._key.name, self._key.chapters).lent(chapter)[exercise.id]
        earlier = {e.name: e for e in lent}
        task = replace(task, earlier=earlier, solved=dict.fromkeys(earlier, False))
        return confirmed(excerpt(task, slice_for), self._warm, crc32(code.encode()), 3)

    def _notebook(self, chapter: Chapter) -> Notebook:
        path = self._folder.notebook(chapter.name)
        with contextlib.suppress(OSError, UnreadableNotebook):
            return read_notebook(path.read_bytes(), path.name)
        return Notebook(path.name, "", ())

    def _graded(
        self, chapter: Chapter, book: Notebook, ids: set[str]
    ) -> list[ExerciseResult]:
        key = _Lending(self._key.name, self._key.chapters, wanted=frozenset(ids))
        grader = ChapterGrader(Assignment(key, PUBLIC_SEED), self._warm)
        with contextlib.closing(grader):
            return grader.grade(chapter, book)


def _with_cell(notebook: Notebook, exercise: Exercise, code: str) -> Notebook:
    """A notebook with this code as the only cell that answers an exercise."""
    known = statements(notebook)
    own = [s.cell for s in known if exercise.name in s.binds and not s.checks]
    own = [c for c in own if c.exercise_id == exercise.id] or own
    number = own[0].number if own else len(notebook.cells) + 1
    cells = [c for c in notebook.cells if c not in own]
    cells.append(Cell(number, code, exercise.id, *syntax(code)))
    return replace(notebook, cells=tuple(sorted(cells, key=lambda cell: cell.number)))

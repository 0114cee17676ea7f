"""Judge what an assistant sends: in the sandbox, by the grader, on public inputs alone."""

import contextlib
from collections.abc import Container
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
from autograder.notebooks import read
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

    What is lent is called from outside.  What is in the process could be sent back.
    """

    wanted: Container[str] = ()

    def exercises(self, chapter: Chapter) -> tuple[Exercise, ...]:
        return tuple(e for e in super().exercises(chapter) if e.id in self.wanted)

    def lent(self, chapter: Chapter) -> dict[str, tuple[Exercise, ...]]:
        every = Key(self.name, self.chapters).lent(chapter)
        return {name: tuple(filter(_can_be_lent, e)) for name, e in every.items()}


def _can_be_lent(exercise: Exercise) -> bool:
    is_numpy = exercise.is_code and exercise.framework == "numpy"
    return is_numpy and source_of(exercise).has_reference


class Judging:
    """Grades exercises of the student's notebooks; ``warm`` is what their code runs in."""

    def __init__(self, key: Key, folder: CourseFolder, warm: WarmProcesses) -> None:
        self._key, self._folder, self._warm = key, folder, warm

    def chapter(
        self, chapter: Chapter, notebook: read.Notebook | None = None, *ids: str
    ) -> list[ExerciseResult]:
        """What these exercises, or all, would get in a notebook, or the student's own."""
        wanted = ids or [e.id for e in self._key.exercises(chapter)]
        grader = ChapterGrader(Assignment(self._lending(wanted), PUBLIC_SEED), self._warm)
        with contextlib.closing(grader):
            return grader.grade(chapter, notebook or self._notebook(chapter))

    def code(self, exercise: Exercise, code: str) -> ExerciseResult:
        """What code would get in the place of the exercise's cell."""
        chapter = self._key.chapter_of(exercise.id)
        every = self._key.exercises(chapter)
        before = [e for e in every[: every.index(exercise)] if not _can_be_lent(e)]
        needed = [e.id for e in before if e.name in names(code)[2]]
        notebook = self._notebook(chapter, exercise, code)
        *others, result = self.chapter(chapter, notebook, *needed, exercise.id)
        for other in (each for each in others if each.status != Status.PASSED):
            what = f"“{other.title}” ({other.id}), which is not right yet"
            how = f"in {notebook.name}: solve and save that one first."
            raise Refused(f"This builds on {what} {how}")
        return result

    def questions(self, exercise: Exercise, code: str) -> list[CodeQuestion]:
        """Questions about code that is right, made where it may run."""
        chapter = self._key.chapter_of(exercise.id)
        (task,) = find_answers(self._notebook(chapter, exercise, code), [exercise])
        earlier = self._lending([exercise.id]).lent(chapter)[exercise.id]
        task = task.after(earlier, [exercise.id])
        return confirmed(excerpt(task, slice_for), self._warm, crc32(code.encode()), 3)

    def _lending(self, wanted: Container[str]) -> _Lending:
        return _Lending(**vars(self._key), wanted=wanted)

    def _notebook(
        self, chapter: Chapter, exercise: Exercise | None = None, code: str = ""
    ) -> read.Notebook:
        """The student's, with some code as the only cell that answers an exercise."""
        path = self._folder.notebook(chapter.name)
        notebook = read.Notebook(path.name, "", ())
        with contextlib.suppress(OSError, read.UnreadableNotebook):
            notebook = read.read_notebook(path.read_bytes(), path.name)
        if exercise is None:
            return notebook
        known = statements(notebook)
        own = [s.cell for s in known if exercise.name in s.binds and not s.checks]
        own = [c for c in own if c.exercise_id == exercise.id] or own
        number = own[0].number if own else len(notebook.cells) + 1
        cells = [c for c in notebook.cells if c not in own]
        cells.append(read.Cell(number, code, exercise.id, *read.syntax(code)))
        return replace(notebook, cells=tuple(sorted(cells, key=lambda c: c.number)))

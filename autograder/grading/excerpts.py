"""Where a notebook answers each exercise, and what of it is run for one answer."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from autograder import frameworks
from autograder.exercise.definition import Exercise
from autograder.notebooks.elsewhere import elsewhere
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.left_out import imported
from autograder.notebooks.read import Notebook
from autograder.notebooks.slicing import Slice
from autograder.notebooks.statements import Statements, statements
from autograder.notebooks.written import locate

# How an answer's code is cut out of its notebook: ``slice_for``, ``everything_above``.
Cut = Callable[[FoundAnswer, Statements, Mapping[str, bool]], Slice]


@dataclass(frozen=True)
class Task:
    """An exercise, where the notebook answers it, and the exercises before it."""

    exercise: Exercise
    found: FoundAnswer
    statements: Statements
    hint: str = ""  # where an answer may be that has not its name
    earlier: Mapping[str, Exercise] = field(default_factory=dict)  # by name
    solved: Mapping[str, bool] = field(default_factory=dict)  # by the student
    known: frozenset[str] = frozenset()  # which of the student's are right
    modules: Mapping[str, str] = field(default_factory=dict)  # the student's own, by name

    def after(self, earlier: Sequence[Exercise], passed: Container[str]) -> "Task":
        """The same after the exercises before it, of which those of some ids passed."""
        own = {e.name: e.id in passed and e.handler.hands_on_own(e) for e in earlier}
        known = frozenset(e.name for e in earlier if e.id in passed)
        return replace(self, earlier={e.name: e for e in earlier}, solved=own, known=known)


@dataclass(frozen=True)
class Excerpt:
    """The code of a notebook that is run for a task, and how it was cut out."""

    task: Task
    code: Slice
    cut: Cut

    @property
    def fallbacks(self) -> dict[str, Exercise]:
        """The earlier exercises whose reference is used, by name."""
        return {name: self.task.earlier[name] for name in self.code.borrowed}

    @cached_property
    def library(self) -> str:
        """The framework of the process to run it in, where its imports are ready."""
        wanted = [self.task.exercise.framework]
        wanted += [e.framework for e in self.fallbacks.values() if e.is_code]
        roots = imported(self.code)
        wanted += [f.name for f in frameworks.known() if roots.intersection(f.libraries)]
        return next((name for name in wanted if name != "numpy"), "numpy")

    @property
    def all_code(self) -> list[tuple[str, str]]:
        """The label and the source of each cell, and of the student's own modules."""
        modules = [(f"<{name}.py>", text) for name, text in self.task.modules.items()]
        return [*modules, *self.code.cells]

    @property
    def holds_the_key(self) -> bool:
        """Whether values or code of the key are in the student's process itself."""
        lent = [e for name, e in self.fallbacks.items() if name not in self.task.known]
        return any(not e.is_code or e.framework != "numpy" for e in lent)


def find_answers(notebook: Notebook, exercises: Sequence[Exercise]) -> list[Task]:
    """A task for each of a chapter's exercises, without those before it."""
    known = statements(notebook)
    names = {e.name for e in exercises}
    tasks = []
    for e in exercises:
        answer = locate(notebook, known, e)
        lost = not (answer.attempted or e.is_read)
        hint = elsewhere(notebook, known, e.id, e.name, names) if lost else ""
        tasks.append(Task(e, answer, known, hint, modules=dict(notebook.modules)))
    return tasks


def excerpt(task: Task, cut: Cut) -> Excerpt:
    """The code to run for a task, cut out by ``cut``."""
    return Excerpt(task, cut(task.found, task.statements, task.solved), cut)

"""Free work: a figure, an experiment, a program of one's own, which a person looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograder.exercise.kinds.text import Text

if TYPE_CHECKING:
    from autograder.exercise.definition import Exercise

WORK_HERE = "# Your work: what this cell prints and draws is handed in with it."


class Work(Text):
    """The cells and what they show are read; the reference says in words what does."""

    name = "work"
    is_work = True
    cell_type = "code"

    def stub(self, exercise: Exercise) -> str:
        """A cell to fill."""
        return WORK_HERE


KIND = Work()

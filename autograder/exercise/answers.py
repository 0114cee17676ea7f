"""Answers that a key collects, each with the verdict it must get.

They stand in an exercise's cells and prove the key: right ones by other routes than the
reference, wrong ones with and without a name.  Students write them; the key's mistakes are
never made from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from autograder.exercise.changes import Change
from autograder.exercise.status import Status

WRONG = "wrong"  # one of ANY_WRONG: which of them is the key's business
ANY_WRONG = (Status.FAILED, Status.PARTIAL, Status.ERROR)


@dataclass(frozen=True)
class Answer:
    """An answer to one exercise, and how it must be judged.

    ``source``: the text of the notebook's stub cell as a student leaves it; or a change of
    another answer. ``why``: in one line: why it is right, or what is wrong with it.
    ``name``: the id of the misconception that must be named, ids joined with ``" + "``
    where there are two, ``""`` for none.
    """

    label: str
    source: str | Change
    why: str
    name: str = ""
    verdict: str = WRONG
    of: str = ""
    above: str = ""

    @property
    def is_right(self) -> bool:
        """Whether it must get full marks, and nothing is to be said to it."""
        return self.verdict == Status.PASSED and not self.name


def cell_source(answer: Answer, among: Sequence[Answer]) -> str:
    """The text of an answer's cell as a student leaves it.

    Raises ``LookupError`` when there is no answer of the label that it changes;
    ``ChangeProblem`` when the change does not fit.
    """
    if isinstance(answer.source, str):
        return answer.source
    for other in among:
        if other.label == answer.of:
            return answer.source.applied(cell_source(other, among))
    raise LookupError(f"The answer {answer.label!r} changes {answer.of!r}: there is none.")

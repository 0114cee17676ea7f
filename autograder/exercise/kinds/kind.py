"""What the engine asks of a kind of exercise."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autograder.exercise.values import plain
from autograder.frameworks.base import Framework

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Case, Exercise


@dataclass(frozen=True)
class Example:
    """What a card shows of one call: plain values, still without a form.

    ``sides`` has ``expected`` and ``got``, or those of them that may be shown.
    """

    call: str
    arguments: tuple[tuple[str, Any], ...]
    sides: dict[str, Any]


def only_part(sides: dict[str, Any], part: str) -> dict[str, Any]:
    """Of several results by name, the one that is wrong; nothing where none is named."""
    named = part and all(isinstance(side, dict) for side in sides.values())
    return {name: {part: side.get(part)} for name, side in sides.items()} if named else {}


class Kind:
    """How answers of one kind are asked, read and shown.

    Attributes
    ----------
    name
        What an exercise calls it.
    is_code
        Whether the answer is code to call.  If not, the answer itself is what is
        asked for, and is not given away.
    is_read
        Whether a person reads the answer and gives the points: no check can.
    is_work
        Whether what is read is all that was done: code as it stands, with its outputs.
    cell_type
        Of the cell to answer in.
    """

    name = ""
    is_code = True
    is_read = False
    is_work = False
    cell_type = "code"

    def stub(self, exercise: Exercise) -> str:
        """What the cell to answer in holds, where the answer is no code to call."""
        return f"{exercise.name} = ..."

    def complete(
        self, exercise: Exercise, case: Case, drawn: Arguments, rng: np.random.Generator
    ) -> Arguments:
        """The arguments of one call, from what a case has drawn."""
        return drawn

    def call(
        self, framework: Framework, answer: Callable[..., Any], arguments: Arguments
    ) -> tuple[Any, Arguments]:
        """Ask the answer; its plain result, and the arguments as they are afterwards."""
        return plain(answer()), ()

    def normalise(self, value: Any) -> Any:
        """A plain result in the form in which it is compared."""
        return value

    def parameter_names(self, exercise: Exercise, count: int) -> list[str]:
        """Names for ``count`` positional arguments, as the reference has them."""
        names = list(inspect.signature(exercise.reference).parameters)
        return [*names, *(f"argument {i}" for i in range(len(names), count))][:count]

    def hands_on_own(self, exercise: Exercise) -> bool:
        """Whether the chapter goes on with an accepted answer as it is."""
        return True

    def handed_on(self, exercise: Exercise, answer: Any) -> Any:
        """What the chapter goes on with once an answer is accepted."""
        return answer

    def name_in_sentence(self, exercise: Exercise) -> str:
        """The answer's name in a sentence; empty when the chapter does not use it."""
        return exercise.name

    def is_answer(self, value: Any) -> bool:
        """Whether a normalised value is of the form that is asked for, right or wrong."""
        return True

    def form_asked(self, exercise: Exercise, arguments: Arguments) -> str:
        """What an answer must be made of, where that of a call is not."""
        return "Your answer is not made of what the task asks for."

    def wrong_value(self, value: str, wrong: int, total: int, place: str) -> str:
        """A sentence for a wrong value that does not show the right one; "" for none."""
        return ""

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """What to show of one call; ``part`` is what differs of several results."""
        names = self.parameter_names(exercise, len(arguments))
        call = f"{exercise.name}({', '.join(names)})" if arguments else ""
        return Example(call, tuple(zip(names, arguments, strict=True)), sides)

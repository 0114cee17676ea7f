"""A question before and after its options are drawn, and whether a choice is right."""

from dataclasses import dataclass, field

import numpy as np

from autograder.tracing.record import Changed, Trace

LETTERS = "abcd"
EASY, HARD = ("size", "repeats"), ("growth", "origin")


@dataclass(frozen=True)
class Draft:
    """What running an answer gave, among other ``outcomes``, which it did not give.

    ``about`` names what is asked of: no two questions of a kind are of the same.
    ``trace`` is the run that shows it, where that is another than the first; ``changed``
    is the change of the code that made no difference in this call.
    """

    kind: str
    about: str
    text: str
    right: str
    outcomes: tuple[str, ...]
    because: str
    trace: Trace | None = None
    changed: Changed = ()

    def options(self, rng: np.random.Generator) -> tuple[str, ...]:
        """The right outcome among some of the others, in order, at any place among them."""
        every = [*dict.fromkeys(self.outcomes)]
        place, most = every.index(self.right), min(len(every), len(LETTERS)) - 1
        before = rng.integers(max(0, most - len(every) + 1 + place), min(most, place) + 1)
        chosen = [*rng.permutation(place)[:before], place]
        chosen += [*1 + place + rng.permutation(len(every) - place - 1)[: most - before]]
        return tuple(every[i] for i in sorted(chosen))


@dataclass(frozen=True)
class CodeQuestion:
    """A question about somebody's own code.

    ``call`` says which call is meant; ``options[right]`` is what running it gave, and every
    other option states another outcome.  ``run`` shows that, line by line; ``listing`` is
    the code that lines are counted in.
    """

    exercise: str
    kind: str
    call: str
    text: str
    options: tuple[str, ...]
    right: int
    because: str
    run: tuple[str, ...]
    listing: tuple[str, ...] = field(repr=False)

    @property
    def level(self) -> str:
        """How difficult its kind is."""
        return "easy" if self.kind in EASY else "hard" if self.kind in HARD else "medium"

    @property
    def numbered(self) -> list[str]:
        """The code's lines with their numbers, as they are shown."""
        return [f"{number:3}  {line}" for number, line in enumerate(self.listing, 1)]


def judge(question: CodeQuestion, choice: int) -> tuple[bool, tuple[str, ...]]:
    """Whether the option of that number is right, and what running it showed, by line."""
    is_right = choice == question.right
    said = "Right." if is_right else f"No: {question.options[question.right]}"
    return is_right, (said, question.because, *question.run)

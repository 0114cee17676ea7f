"""A question before and after its options are drawn, and whether a choice is right."""

from dataclasses import dataclass, field

import numpy as np

from autograder.tracing.record import Changed, Trace

LETTERS = "abcd"
EASY, HARD = ("size", "repeats", "parameters"), ("growth", "origin", "gradient")


@dataclass(frozen=True)
class Draft:
    """What running an answer gave, among other ``outcomes``, which it did not give.

    No two questions of a kind are ``about`` the same.  ``trace`` is another run that shows
    it, of code that was ``changed`` so.
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
    """A question about somebody's own code, of which ``options[right]`` is what it gave.

    ``run`` shows that, line by line; ``listing`` is the code that lines are counted in.
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


def judge(question: CodeQuestion, choice: int) -> tuple[str, ...]:
    """Whether the option of that number is right, and what running it showed, by line."""
    right = question.options[question.right]
    said = "Right." if choice == question.right else f"No: {right}"
    return said, question.because, *question.run

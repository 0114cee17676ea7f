"""A question before and after its options are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

LETTERS = "abcd"
MOST_OPTIONS = len(LETTERS)
FEWEST_OPTIONS = 3


@dataclass(frozen=True)
class Draft:
    """What running an answer gave, and other outcomes that it did not give.

    ``about`` names what is asked of: no two questions are of the same.  ``run`` is what
    the run shows, line by line; ``kept`` are wrong outcomes that every question has.
    ``in_order`` says that ``options`` are shown in the order that they have there.
    """

    kind: str
    about: str
    text: str
    right: str
    wrong: tuple[str, ...]
    because: str
    run: tuple[str, ...]
    difficulty: int = 2
    in_order: tuple[str, ...] = ()


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
    difficulty: int
    listing: tuple[str, ...] = field(repr=False)


def distinct(draft: Draft) -> tuple[str, ...]:
    """The wrong outcomes of a draft, each once, and not the right one."""
    return tuple(w for w in dict.fromkeys(draft.wrong) if w != draft.right)


def drawn_options(draft: Draft, rng: np.random.Generator) -> tuple[str, ...]:
    """The right outcome among some of the others, in an order that tells nothing."""
    wrong = distinct(draft)
    chosen = rng.permutation(len(wrong))[: MOST_OPTIONS - 1]
    options = [draft.right, *(wrong[place] for place in sorted(chosen))]
    if draft.in_order:
        return tuple(sorted(options, key=draft.in_order.index))
    return tuple(options[place] for place in rng.permutation(len(options)))

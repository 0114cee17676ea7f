"""Which keys each token may attend to when it must not see the future.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.3.

One size is all that is drawn: there is no batch, no dtype and no magnitude.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def causal_mask(n: int) -> np.ndarray:
    """Which keys each token may attend to when it must not see the future.

    Returns a Boolean array (n, n): entry [i, j] is True when query i may
    attend to key j, which is when key j is not after query i.
    """
    return np.tril(np.ones((n, n), dtype=bool))


def _of_size(low: int, high: int | None = None) -> Draw:
    return lambda rng: (int(rng.integers(low, high)) if high else low,)


EXERCISE = Exercise(
    id="masks.causal_mask",
    title="A causal mask",
    reference=causal_mask,
    points=1,
    minutes=5,
    difficulty=1,
    section="07-masking#a-causal-mask",
    order=30,
    cases=(
        # The card shows the first that fails: three tokens say more than one.
        Case("three tokens", _of_size(3), calls=1),
        Case("one token", _of_size(1), calls=1, easy=True),
        thrice("a few tokens", _of_size(4, 9)),
        Case("a very long sequence", _of_size(300), calls=1),
        thrice("a long sequence", _of_size(64, 130)),
    ),
    properties=(
        Property(
            "row i has i + 1 True",
            "The first token may attend to one token, itself; each later one to one more. "
            "Count the True of your rows.",
            lambda answer, output, n: np.array_equal(output.sum(-1), np.arange(1, n + 1)),
        ),
        Property(
            "two more tokens change nothing for the earlier ones",
            "The mask for fewer tokens should be the upper left corner of the mask for "
            "more: what comes later changes nothing for what came before.",
            lambda answer, output, n: np.array_equal(answer(n + 2)[:n, :n], output),
        ),
    ),
    **cells_beside(__file__),
)

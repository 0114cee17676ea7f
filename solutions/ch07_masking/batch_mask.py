"""One mask for a whole batch: no padding, no future, and a window on the past.

Three conditions, each on axes of its own, meet in one array: which keys are padding
depends on the sentence, what is the future and how far back a key stands on the pair.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw


def batch_mask(lengths: np.ndarray, n: int, window: int) -> np.ndarray:
    """Which pairs of a batch are open: real keys, not ahead, not far back.

    lengths: (batch,), whole numbers (int64 or int32): how many first tokens
    of a row are real.
    window: at least 1, how many tokens a query may look at: itself and the
    window - 1 before it.
    Returns a Boolean array (batch, 1, n, n), the same for all heads.  Entry
    [b, 0, i, j] is True where query i of sentence b may attend to key j: the
    key is no padding, does not come after the query, and lies in its window.
    Changes no argument.
    """
    i, j = np.arange(n)[:, None], np.arange(n)  # (n, 1) and (n,)
    near = (j <= i) & (i - j < window)  # (n, n)
    real = j < lengths[:, None, None, None]  # (batch, 1, 1, n)
    mask = real & near  # (batch, 1, n, n)
    return mask


def _lengths(*lengths: int, n: int, window: int, dtype: str = "int64") -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        counts = rng.permutation(lengths)
        return counts.astype(dtype), n, window

    return draw


def _batch(batch: int, n: int, *, window: tuple[int, int] = (2, 4)) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return rng.integers(1, n + 1, size=batch), n, int(rng.integers(*window))

    return draw


EXERCISE = Exercise(
    id="masks.batch_mask",
    title="One mask for a batch",
    reference=batch_mask,
    points=2,
    minutes=15,
    difficulty=2,
    section="07-masking#two-masks-become-one",
    order=37,
    cases=(
        Case("two sentences", _lengths(5, 3, n=5, window=2), calls=2),
        Case("several sentences", _batch(3, 7)),
        Case("as many sentences as tokens", _batch(4, 4, window=(2, 3))),
        Case("one sentence", _lengths(4, n=6, window=3)),
        Case("a window of one", _lengths(4, 2, 3, n=4, window=1), calls=2),
        Case("a window wider than the text", _batch(3, 5, window=(6, 12))),
        Case("an empty sentence and a full one", _lengths(0, 5, n=5, window=3), calls=2),
        Case("one token", _lengths(1, 0, 1, n=1, window=2), calls=2),
        Case("short integers", _lengths(6, 2, 4, n=6, window=4, dtype="int32")),
        Case("200 tokens", _lengths(150, 200, n=200, window=4), calls=1),
        Case("long sentences", _lengths(20, 60, n=60, window=16), calls=1),
    ),
    properties=(
        Property(
            "nothing above the diagonal is True",
            "Some query of yours may attend to a key that comes after it. Rows are "
            "queries and columns keys: all that is above the diagonal has to be False.",
            lambda answer, output, lengths, n, window: not np.triu(output, 1).any(),
        ),
        Property(
            "nothing in a column of padding is True",
            "Some pair of yours is open although its key is padding. In the mask of a "
            "sentence of length l, all columns from l on have to be False.",
            lambda answer, output, lengths, n, window: (
                not (output & (np.arange(n) >= lengths[:, None, None, None])).any()
            ),
        ),
    ),
    **cells_beside(__file__),
)

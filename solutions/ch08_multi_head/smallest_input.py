"""The smallest input that tells a right split into heads from one that deals features out.

Judged is what both make of the array: any that differs in as few numbers is right.
"""

import numpy as np

from autograder import Exercise, cells_beside
from solutions.ch08_multi_head.split_heads import split_heads

HEADS = 2
SMALLEST = "they differ, and no smaller input shows it"
LARGER = "they differ, and a smaller input shows it too"
ONE_FEATURE = "they agree: each head has one feature"
ALIKE = "they agree: numbers that change places are alike"
NO_NUMBERS = "it is empty or has nan: there is nothing that could be compared"
FORM = "this is no array (batch, n, d) of numbers with d even"


def dealt_out(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Head h gets the features h, h + n_heads, ...: (batch, n_heads, n, head_dim)."""
    batch, n, d = x.shape
    return np.moveaxis(x.reshape(batch, n, d // n_heads, n_heads), -1, 1)


def _seen(x: object) -> str:
    """What the two splits make of an input."""
    fits = isinstance(x, np.ndarray) and x.ndim == 3 and x.shape[2] % HEADS == 0
    if not fits:
        return FORM
    if not x.size or (x != x).any():
        return NO_NUMBERS
    if not np.array_equal(split_heads(x, HEADS), dealt_out(x, HEADS)):
        return SMALLEST if x.size == 2 * HEADS else LARGER
    return ONE_FEATURE if x.shape[2] == HEADS else ALIKE


def _counted(*shape: int) -> np.ndarray:
    return np.arange(float(np.prod(shape))).reshape(shape)


EXERCISE = Exercise(
    id="heads.smallest_input",
    title="The smallest input that shows it",
    kind="value",
    reference=lambda: _counted(1, 1, 4),
    observe=_seen,
    points=1,
    minutes=6,
    difficulty=2,
    section="08-multi-head#split-attend-merge-project",
    order=35,
    **cells_beside(__file__),
)

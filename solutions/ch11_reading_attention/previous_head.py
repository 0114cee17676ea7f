"""A design: the matrices of a head that looks at the token before.

Positions are points on a circle, so that one step back is a turn, whatever the position.
Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits".
"""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.designs import SHARP, tokens

STEP = 2 * np.pi / 16


def previous_head() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices of a head with which every token attends to the one before it.

    A token at position p, from 0 to at most 15, has 6 features: its word
    (4 whole numbers), cos(p * step) and sin(p * step), with step = 2 pi / 16.
    Returns (W_q, W_k, W_v): (6, d_k), (6, d_k), (6, 4), d_k as you like.
    From the second token on, the weight of the token before is at least 0.95.
    That counts as 1, and the rest as 0: the context is then its word.
    """
    step = 2 * np.pi / 16
    cos, sin = np.cos(step), np.sin(step)
    W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 4))
    W_q[4:] = 200 * np.array([[cos, -sin], [sin, cos]])  # the query asks one step back
    W_k[4:] = np.eye(2)  # the key says where it stands
    W_v[:4] = np.eye(4)  # the value says what it is
    return W_q, W_k, W_v


def _sentence(low: int, high: int, *, alike: bool = False):
    def draw(rng: np.random.Generator) -> np.ndarray:
        n = int(rng.integers(low, high + 1))
        words = rng.integers(0, 4, size=(n, 4))
        if alike:  # two words, again and again
            words = words[np.arange(n) % 2]
        angles = STEP * np.arange(n)
        return np.column_stack([words, np.cos(angles), np.sin(angles)])

    return tokens(draw, rows=1)


EXERCISE = Exercise(
    id="reading.previous_head",
    title="Design: a head that looks one back",
    kind="trial",
    reference=previous_head,
    points=3,
    minutes=15,
    difficulty=3,
    section="11-reading-attention#design-the-previous-token-head",
    order=60,
    cases=(
        Case("a few words", _sentence(4, 8)),
        Case("two words", _sentence(2, 2)),
        Case("the whole circle", _sentence(16, 16)),
        Case("the same two words again and again", _sentence(6, 12, alike=True)),
    ),
    properties=(SHARP,),
    **cells_beside(__file__),
)

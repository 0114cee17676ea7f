"""A design: the matrices of an attention that looks names up."""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.designs import SHARP, tokens
from solutions.draws import thrice


def look_up() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices with which every token finds the one whose name it asks for.

    A token has 8 features: its name (three, a 1 at its place), the name it
    asks for (three, the same way), and its message (two whole numbers).
    Returns (W_q, W_k, W_v): (8, d_k), (8, d_k), (8, 2), d_k as you like.
    The token that is asked for gets a weight of at least 0.95.  That counts
    as 1, and the rest as 0: the context is then its message.
    """
    W_q, W_k, W_v = np.zeros((8, 3)), np.zeros((8, 3)), np.zeros((8, 2))
    W_q[3:6] = 20 * np.eye(3)  # the query: whom I ask for
    W_k[:3] = np.eye(3)  # the key: who I am
    W_v[6:] = np.eye(2)  # the value: what I have to say
    return W_q, W_k, W_v


def _company(n: int, high: int = 10, *, popular: bool = False):
    def draw(rng: np.random.Generator) -> np.ndarray:
        names = rng.permutation(3)[:n]
        # Nobody asks for itself where others are there.
        asked = np.roll(names, 1) if n > 1 else names
        if popular:  # two ask for the first, which asks for the second
            asked = names[[1, 0, 0]]
        messages = rng.integers(-high, high, size=(n, 2))
        return np.column_stack([np.eye(3)[names], np.eye(3)[asked], messages])

    return tokens(draw)


EXERCISE = Exercise(
    id="numpy.look_up",
    title="Design: look a name up",
    kind="trial",
    reference=look_up,
    points=2,
    minutes=8,
    difficulty=2,
    section="03-numpy#self-attention-in-five-lines",
    order=65,
    cases=(
        thrice("three tokens", _company(3)),
        thrice("two ask for one", _company(3, popular=True)),
        thrice("two tokens", _company(2)),
        Case("a token alone", _company(1), calls=1, weight=0.25),
        thrice("large messages", _company(3, 500)),
    ),
    properties=(SHARP,),
    **cells_beside(__file__),
)

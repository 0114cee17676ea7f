"""A repair: positions that count the padding in front of a sentence.

With padding behind, as in training, column and position are one number.  In front, as
where texts are continued, every token of a short sentence is moved on by its padding.
"""

import numpy as np

from autograder import Exercise, Property, cells_beside
from solutions.ch09_transformer_block.positional_encoding import (
    positional_encoding,
)
from solutions.draws import Draw, normal, thrice
from solutions.repairs import given


def add_positions(x: np.ndarray, real: np.ndarray) -> np.ndarray:
    """Tell every token where in its sentence it stands.

    x: (batch, n, d_model), embedded tokens.
    real: Boolean (batch, n), False at padding, which may be behind a sentence
    or in front of it.
    Returns x plus a sinusoidal encoding, the shape of x.  The first real
    token of each sentence is at position 0.  Rows of padding may be anything.
    Changes no argument.
    """
    n, d_model = x.shape[1:]
    places = real.cumsum(axis=1) - 1  # (batch, n); padding in front: -1
    return x + positional_encoding(n, d_model)[places]


def _padded(
    lengths: tuple[int, ...],
    n: int,
    d_model: int,
    *,
    front: str = "all",
    dtype: str = "float64",
) -> Draw:
    """Sentences with their padding in front, behind or shared out by chance."""

    def draw(rng: np.random.Generator) -> tuple:
        counts = rng.permutation(lengths)
        x = normal(rng, len(counts), n, d_model).astype(dtype)
        room = n - counts
        chance = rng.integers(0, room + 1)
        starts = {"all": room, "none": 0 * room, "some": chance}[front][:, None]
        columns = np.arange(n)
        return x, (columns >= starts) & (columns < starts + counts[:, None])

    return draw


def _real_rows(result, _x, real):
    """What padding holds is nobody's business."""
    return np.where(real[..., None], result, 0)


EXERCISE = Exercise(
    id="block.add_positions",
    title="Repair: the same sentence in a batch",
    reference=add_positions,
    broken=given(
        """
        def add_positions(x, real):
            table = positional_encoding(x.shape[1], x.shape[2])
            return np.where(real[..., None], x + table, x)
        """
    ),
    observe=_real_rows,
    points=2,
    minutes=8,
    difficulty=2,
    section="09-transformer-block#where-a-token-stands",
    order=80,
    cases=(
        thrice("no padding", _padded((4, 4, 4), 4, 6), weight=0.25),
        thrice("padding behind", _padded((5, 2, 3), 5, 4, front="none"), weight=0.25),
        thrice("padding in front", _padded((5, 2, 3), 5, 4)),
        thrice("in front and behind", _padded((6, 2, 3, 1), 7, 4, front="some")),
        thrice("one sentence", _padded((2,), 5, 6)),
        thrice("as many sentences as tokens", _padded((4, 1, 2, 3), 4, 6)),
        thrice("an empty sentence", _padded((3, 0, 2), 4, 6)),
        thrice("an odd d_model", _padded((3, 1), 4, 5)),
        thrice("float32", _padded((4, 2), 4, 6, dtype="float32")),
    ),
    properties=(
        Property(
            "one more column of padding in front changes nothing",
            "Put one more column of padding in front, and a sentence's vectors change. "
            "They should say where in the sentence a token stands.",
            lambda answer, output, x, real: np.allclose(
                answer(
                    np.concatenate([0 * x[:, :1], x], axis=1),
                    np.concatenate([np.zeros_like(real[:, :1]), real], axis=1),
                )[:, 1:][real],
                output[real],
                atol=1e-3,
            ),
        ),
    ),
    **cells_beside(__file__),
)

"""A repair: positions that count the padding in front of a sentence.

With padding behind, as in training, column and position are one number.  In front, as
where texts are continued, every token of a short sentence is moved on by its padding.
"""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property
from solutions.ch09_transformer_block.positional_encoding import positional_encoding
from solutions.draws import Draw, normal, thrice
from solutions.repairs import given


def add_positions(x: np.ndarray, real: np.ndarray) -> np.ndarray:
    """Tell every token where in its sentence it stands.

    x: (batch, n, d_model), embedded tokens.
    real: Boolean (batch, n), False at padding, which may be behind a sentence
    or in front of it.
    Returns x plus a sinusoidal encoding, the shape of x.  The first real
    token of each sentence is at position 0.  Rows of padding may be anything.
    """
    places = real.cumsum(axis=1) - 1  # (batch, n); padding in front: -1
    return x + positional_encoding(*x.shape[1:])[places]


def _broken(x, real):
    table = positional_encoding(x.shape[1], x.shape[2])
    return np.where(real[..., None], x + table, x)


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


def _positions(
    x, real, *, first=0, direction="forwards", axis=1, start="each", how="added"
):
    """The encoding with one thing otherwise."""
    n = x.shape[1]
    places = real.cumsum(axis=axis) - 1
    if direction == "backwards":
        places = real.sum(axis=1, keepdims=True) - 1 - places
    if start == "one for all":
        places = np.arange(n) - real.argmax(axis=1).max()
    elif start == "the padding's number":  # wherever it stands
        places = np.arange(n) - (~real).sum(axis=1, keepdims=True)
    places = np.clip(places, 0, None) + first
    table = positional_encoding(n + len(x) + 1, x.shape[2])
    return table[places] if how == "alone" else x + table[places]


def _given(**otherwise):
    return lambda x, real: _positions(x, real, **otherwise)


def _moved_tokens(x, real):
    """The real tokens to the front, and left there."""
    order = np.argsort(~real, axis=1, kind="stable")
    moved = np.take_along_axis(x, order[..., None], axis=1)
    return moved + positional_encoding(*x.shape[1:])


def _by_first_real(x, real):
    places = np.maximum(np.arange(x.shape[1]) - real.argmax(axis=1)[:, None], 0)
    return x + positional_encoding(x.shape[1], x.shape[2])[places]


def _sentence_by_sentence(x, real):
    result = x.astype(float)
    for own, at in zip(result, real, strict=True):
        own[at] += positional_encoding(int(at.sum()), x.shape[2])
    return result


def _real_rows(result, _x, real):
    """What padding holds is nobody's business."""
    return np.where(real[..., None], result, 0)


EXERCISE = Exercise(
    id="block.add_positions",
    title="Repair: the same sentence in a batch",
    reference=add_positions,
    broken=given(_broken),
    observe=_real_rows,
    dtype="any",
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
            "more padding in front changes nothing",
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
    misconceptions=(
        Misconception(
            "starts-at-1",
            "Your first real token is at position 1. A running count of the real tokens "
            "gives 1 for the first of them: positions begin with 0.",
            _given(first=1),
        ),
        Misconception(
            "counted-backwards",
            "You count from the end of each sentence. The last token then has the same "
            "position in all of them, and the first another one in each.",
            _given(direction="backwards"),
        ),
        Misconception(
            "down-the-batch",
            "You count down the batch: a token's position says how many sentences above it "
            "have a real token there. Count along axis 1.",
            _given(axis=0),
        ),
        Misconception(
            "one-start-for-all",
            "You move all sentences by the same number of places. Each has a first real "
            "token of its own.",
            _given(start="one for all"),
        ),
        Misconception(
            "padding-always-in-front",
            "You take off the number of a sentence's padding, wherever it stands. That is "
            "right in front of it, and too much where padding is behind.",
            _given(start="the padding's number"),
        ),
        Misconception(
            "tokens-moved",
            "You moved the tokens to the front of their rows. Their positions are right, "
            "and the mask still says where they were: leave them in their columns.",
            _moved_tokens,
        ),
        Misconception(
            "encoding-alone",
            "You return the encoding without the tokens. It is added to them.",
            _given(how="alone"),
        ),
    ),
    alternatives=(_by_first_real, _sentence_by_sentence),
    hints=(
        "Take one sentence alone, and the same with three columns of padding in front. "
        "Which encoding does its first token get, here and there?",
        "The column of a token is not its position. What of the array real tells how many "
        "real tokens came before it?",
        "real.cumsum(axis=1) counts the real tokens up to each column. Turn that into "
        "positions, and pick the rows of a table with them.",
    ),
)

"""Which positions of each sequence hold a real token.

The mask is inverted, one position too long, or made of numbers; some make pairs where
keys are enough.
"""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property
from solutions.ch07_masking._shared import NUMBERS_FOR_TRUE
from solutions.draws import Draw, thrice


def padding_mask(lengths: np.ndarray, n: int) -> np.ndarray:
    """Which positions hold a real token.

    lengths: (...), whole numbers, usually (batch,).
    Returns a Boolean array (..., n): each row True at its first positions, as
    many as its length says.
    """
    return np.arange(n) < lengths[..., None]


def _lengths(*shape: int, n: int, dtype: str = "int64", ends: bool = False) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        lengths = rng.integers(1, max(n, 2), size=shape)
        if ends:  # an empty sequence and a full one among them
            lengths.ravel()[:2] = rng.permutation([0, n])
        return lengths.astype(dtype), n

    return draw


def _padding_mask(lengths, n, *, last="excluded", side="behind", true="attend", form=bool):
    position = np.arange(n) if side == "behind" else np.arange(n)[::-1]
    limit = lengths[..., None] - (last == "lost")
    mask = position <= limit if last == "included" else position < limit
    return (mask if true == "attend" else ~mask).astype(form)


def _padding_mask_by_loops(lengths, n):
    mask = np.zeros((*lengths.shape, n), dtype=bool)
    for place in np.ndindex(*lengths.shape):
        mask[place][: lengths[place]] = True
    return mask


def _rows_of_a_triangle(lengths, n):
    return np.tri(n + 1, n, -1, dtype=bool)[lengths]  # row l has l times True


EXERCISE = Exercise(
    id="masks.padding_mask",
    title="A padding mask",
    reference=padding_mask,
    decisions=_padding_mask,
    points=1,
    minutes=5,
    difficulty=1,
    section="07-masking#a-padding-mask",
    order=20,
    cases=(
        thrice("a few lengths", _lengths(3, n=7)),
        thrice("an empty and a full sequence", _lengths(4, n=5, ends=True)),
        thrice("one sequence", _lengths(1, n=6)),
        thrice("one position", _lengths(2, n=1, ends=True)),
        thrice("a batch of batches", _lengths(2, 3, n=5)),
        thrice("short integers", _lengths(5, n=9, dtype="int32")),
        thrice("long sequences", _lengths(3, n=300)),
    ),
    properties=(
        Property(
            "row sums are the lengths",
            "Count the True of each row: there should be as many as the sequence has real "
            "tokens.",
            lambda answer, output, lengths, n: np.array_equal(output.sum(-1), lengths),
        ),
    ),
    misconceptions=(
        Misconception(
            "inverted",
            "Your mask is True at the padding. In this course True means may attend, so "
            "real tokens are True. Used as it is, every query would read filler only.",
            choices={"true": "blocked"},
        ),
        Misconception(
            "one-too-many",
            "Each row of yours has one True too many. Positions count from 0, so a "
            "sequence of length 3 has real tokens at 0, 1 and 2: position < length.",
            choices={"last": "included"},
        ),
        Misconception(
            "one-too-few",
            "Each row of yours has one True too few: the last real token is taken for "
            "filler. Positions count from 0, so a sequence of length 3 has real tokens "
            "at 0, 1 and 2: position < length.",
            choices={"last": "lost"},
        ),
        Misconception(
            "padded-in-front",
            "Your mask expects the filler in front. Here pad_and_truncate puts it "
            "behind, so the True come first.",
            choices={"side": "in front"},
        ),
        Misconception("numbers", NUMBERS_FOR_TRUE, choices={"form": int}),
        Misconception(
            "to-be-added",
            "You made a mask that is added to the scores, 0 and -inf. Some libraries want "
            "that; this course's masks are Boolean, True = may attend.",
            lambda lengths, n: np.where(padding_mask(lengths, n), 0.0, -np.inf),
        ),
        Misconception(
            "as-wide-as-the-longest",
            "Your rows are as long as the longest sequence of the batch. The number of "
            "columns is n, which may be more: scores have n keys.",
            lambda lengths, n: padding_mask(lengths, int(lengths.max())),
        ),
        Misconception(
            "lengths-in-a-row",
            "You compare a row of positions with a row of lengths, so NumPy pairs position "
            "0 with length 0, position 1 with length 1, and so on, or gives up. Each "
            "length has to meet every position: lengths[..., None] stands them in a "
            "column.",
            lambda lengths, n: np.arange(n) < lengths,
        ),
        Misconception(
            "positions-first",
            "Your mask has a column for each sequence. It should have a row for each: "
            "(batch, n). Compare lengths[..., None] with np.arange(n).",
            lambda lengths, n: np.moveaxis(padding_mask(lengths, n), -1, 0),
        ),
        Misconception(
            "pairs",
            "You made a mask of pairs, (batch, n, n). Which *keys* are filler does not "
            "depend on the query: one row a sequence will do, and broadcasting repeats "
            "it for every query.",
            lambda lengths, n: (
                padding_mask(lengths, n)[..., :, None]
                & padding_mask(lengths, n)[..., None, :]
            ),
        ),
    ),
    alternatives=(_padding_mask_by_loops, _rows_of_a_triangle),
    hints=(
        "Position j of a sequence of length l is real when j < l. All that is left is "
        "to ask this for every position and every sequence at once.",
        "`np.arange(n)` holds the positions, (n,). To meet each of them, the lengths "
        "have to stand in a column, (..., 1).",
        "`None` as the last index makes the column. Comparing (..., 1) with (n,) gives "
        "(..., n), and Booleans by itself: is a position smaller than the length?",
    ),
)

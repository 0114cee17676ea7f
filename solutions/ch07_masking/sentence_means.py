"""A repair: one vector a sentence, the mean of its real tokens.

Two faults in one line.  The sum over the real tokens is divided by all positions, so
that a sentence's vector shrinks beside a longer one.  And padding is multiplied by 0,
which keeps nan: a row that may hold anything has to be replaced.
"""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property
from solutions.ch07_masking.padding_mask import padding_mask
from solutions.draws import Draw, normal, thrice
from solutions.repairs import given


def sentence_means(context: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The mean of each sentence's real tokens.

    context: (batch, n, d); rows of padding may hold anything, nan too.
    lengths: (batch,), how many first rows of each sentence are real.
    Returns (batch, d); zeros for a sentence of length 0.
    """
    real = padding_mask(lengths, context.shape[1])[..., None]  # (batch, n, 1)
    sums = np.where(real, context, 0).sum(axis=1)  # (batch, d)
    return sums / np.maximum(lengths, 1)[:, None]


def _broken(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    return (context * real[..., None]).mean(axis=1)


def _drawn(lengths: tuple[int, ...], n: int, d: int, *, filler: float = 0.0) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        counts = rng.permutation(lengths)
        context = normal(rng, len(counts), n, d)
        if filler:
            context[~padding_mask(counts, n)] = filler
        return context, counts

    return draw


def _float32(rng: np.random.Generator) -> tuple:
    context, lengths = _drawn((3, 1, 2), 4, 2)(rng)
    return context.astype("float32"), lengths


def _means(*, filler="replaced", by="lengths", empty="zeros", column=True):
    """The mean with one thing otherwise."""

    def means(context, lengths):
        n = context.shape[1]
        real = padding_mask(lengths, n)
        kept = np.where(real[..., None], context, 0)
        if filler == "multiplied":
            kept = context * real[..., None]
        elif filler == "counted":
            kept = context
        elif filler == "swept":
            kept = np.nan_to_num(context)
        counts = {"lengths": lengths, "n": n, "all": lengths.sum()}[by]
        counts = np.maximum(counts, 1) if empty == "zeros" else counts
        return kept.sum(axis=1) / (
            counts[:, None] if by == "lengths" and column else counts
        )

    return means


def _last_real(context, lengths):
    return context[np.arange(len(lengths)), lengths - 1]


def _by_slices(context, lengths):
    rows = [own[:length].sum(axis=0) for own, length in zip(context, lengths, strict=True)]
    return np.stack(rows) / np.where(lengths > 0, lengths, 1)[:, None]


def _by_where(context, lengths):
    real = padding_mask(lengths, context.shape[1])[..., None]
    total = context.sum(axis=1, where=real)
    count = real.sum(axis=1)
    return np.divide(total, count, where=count > 0, out=np.zeros(total.shape))


EXERCISE = Exercise(
    id="masks.sentence_means",
    title="Repair: one vector a sentence",
    reference=sentence_means,
    broken=given(_broken),
    points=2,
    minutes=10,
    difficulty=2,
    section="07-masking#a-padding-mask",
    order=60,
    dtype="any",
    cases=(
        thrice("no padding", _drawn((4, 4, 4), 4, 2), weight=0.25),
        thrice("padding", _drawn((5, 2, 3), 5, 4)),
        thrice("one sentence", _drawn((2,), 4, 3)),
        thrice("as many sentences as features", _drawn((4, 1, 2), 4, 3)),
        thrice("nan in the padding", _drawn((4, 1, 2), 4, 5, filler=np.nan)),
        thrice("inf in the padding", _drawn((2, 3), 4, 3, filler=np.inf)),
        thrice("an empty sentence", _drawn((3, 0, 2), 3, 4)),
        thrice("float32", _float32),
    ),
    properties=(
        Property(
            "filler changes nothing",
            "Add a position of filler to every sentence, and your vectors change. A "
            "sentence must not depend on how long its neighbours are.",
            lambda answer, output, context, lengths: np.allclose(
                answer(np.concatenate([context, context[:, :1] * 0], axis=1), lengths),
                output,
                atol=1e-3,
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "still-by-n",
            "The padding is kept out of the sum now, even where it is nan. But the sum is "
            "still divided by all positions, so a short sentence gets a short vector.",
            _means(by="n"),
        ),
        Misconception(
            "nan-times-zero",
            "You divide by the lengths now, which is right. But 0 * nan is nan, and the "
            "padding may hold one, or inf: replace its rows before you add, with np.where.",
            _means(filler="multiplied"),
        ),
        Misconception(
            "nan-swept",
            "You sweep up the nan and let the rest of the padding into the sum. What is "
            "filler is said by the lengths, not by its numbers.",
            _means(filler="swept"),
        ),
        Misconception(
            "padding-summed",
            "The sum runs over the padding too. Only the division knows the lengths.",
            _means(filler="counted"),
        ),
        Misconception(
            "one-count-for-all",
            "You divide by the number of real tokens of the whole batch. Each sentence has "
            "a count of its own.",
            _means(by="all"),
        ),
        Misconception(
            "lengths-in-a-row",
            "You divide by the lengths as they lie, in a row. Broadcasting lines them up "
            "with the features: it stops, or, with as many sentences as features, divides "
            "feature j by the length of sentence j. lengths[:, None] stands them in a "
            "column.",
            _means(column=False),
        ),
        Misconception(
            "empty-sentence-nan",
            "An empty sentence gives 0 / 0. It should give zeros: divide by at least 1.",
            _means(empty="nan"),
        ),
        Misconception(
            "last-token",
            "You take the last real token. That is another way to make one vector of a "
            "sentence, and not the mean.",
            _last_real,
        ),
    ),
    alternatives=(_by_slices, _by_where),
    hints=(
        "Take one sentence whose tokens are all 6, and pad it to twice its length. What "
        "should the mean be, and what is it?",
        "There are two faults. One is in what the sum is divided by. For the other, think "
        "of what 0 times nan gives.",
        "Replace the rows of the padding by 0 with np.where, add up over the positions, "
        "and divide by the lengths, standing in a column, with at least 1 for an empty "
        "sentence.",
    ),
)

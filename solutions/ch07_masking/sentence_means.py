"""A repair: one vector per sentence, the mean of its real tokens.

Two faults in one line.  The sum over the real tokens is divided by all positions, so
that a sentence's vector shrinks beside a longer one.  And padding is multiplied by 0,
which keeps nan: a row that may hold anything has to be replaced.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch07_masking.padding_mask import padding_mask
from solutions.draws import Draw, normal, thrice, zero_rows
from solutions.repairs import given


def sentence_means(context: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The mean of each sentence's real tokens.

    context: (batch, n, d); rows of padding may hold anything, nan too.
    lengths: (batch,), how many first rows of each sentence are real.
    Returns (batch, d); zeros for a sentence of length 0.
    Changes no argument.
    """
    real = padding_mask(lengths, context.shape[1])[..., None]  # (batch, n, 1)
    sums = np.where(real, context, 0).sum(axis=1)  # (batch, d)
    return sums / np.maximum(lengths, 1)[:, None]


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


EXERCISE = Exercise(
    id="masks.sentence_means",
    title="Repair: one vector per sentence",
    reference=sentence_means,
    broken=given(
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            return (context * real[..., None]).mean(axis=1)
        """
    ),
    points=2,
    minutes=10,
    difficulty=2,
    section="07-masking#a-padding-mask",
    order=60,
    cases=(
        thrice("no padding", _drawn((4, 4, 4), 4, 2), weight=0.25),
        thrice("padding", _drawn((5, 2, 3), 5, 4)),
        thrice("one sentence", _drawn((2,), 4, 3)),
        thrice("as many sentences as features", _drawn((4, 1, 2), 4, 3)),
        thrice("nan in the padding", _drawn((4, 1, 2), 4, 5, filler=np.nan)),
        thrice("inf in the padding", _drawn((2, 3), 4, 3, filler=np.inf)),
        thrice("an empty sentence", _drawn((3, 0, 2), 3, 4)),
        thrice("an empty one, nan in the padding", _drawn((3, 0), 4, 2, filler=np.nan)),
        thrice("empty ones alone", _drawn((0, 0), 3, 2), weight=0.25, easy=True),
        Case("a real token of zeros", zero_rows(_drawn((3, 4, 2), 4, 3), 0)),
        thrice("float32", _float32),
    ),
    properties=(
        Property(
            "one more padded row of zeros changes nothing",
            "Add a position of padding to every sentence, and your vectors change. A "
            "sentence must not depend on how long its neighbours are.",
            lambda answer, output, context, lengths: np.allclose(
                answer(np.concatenate([context, context[:, :1] * 0], axis=1), lengths),
                output,
                atol=1e-3,
            ),
        ),
    ),
    **cells_beside(__file__),
)

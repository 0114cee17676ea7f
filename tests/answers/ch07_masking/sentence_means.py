"""Answers to masks.sentence_means."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "masks.sentence_means"

GIVEN = """
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    return (context * real[..., None]).mean(axis=1)
"""
REPAIRED = """
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    kept = np.where(real[..., None], context, 0)
    return kept.sum(axis=1) / np.maximum(lengths, 1)[:, None]
"""

ANSWERS = (
    right("np.where and the lengths", REPAIRED, "both faults repaired"),
    right(
        "sentence by sentence",
        """
        def sentence_means(context, lengths):
            pairs = zip(context, lengths)
            rows = [c[:l].mean(axis=0) if l else 0 * c[0, :] for c, l in pairs]
            return np.nan_to_num(np.stack(rows))
        """,
        "slices; what an empty sentence gives is swept up",
    ),
    right(
        "a copy that is overwritten",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            kept = context.copy()
            kept[~real] = 0
            counts = real.sum(axis=1, keepdims=True)
            return kept.sum(axis=1) / np.where(counts > 0, counts, 1)
        """,
        "a Boolean index on a copy",
    ),
    right(
        "as attention",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            weights = real / np.maximum(real.sum(axis=1, keepdims=True), 1)
            kept = np.where(real[..., None], context, 0.0)
            return (weights[:, None, :] @ kept)[:, 0]
        """,
        "a row of equal weights",
    ),
    wrong("untouched", GIVEN, "as given", verdict="not_attempted"),
    wrong(
        "replaced, still the mean over all",
        edited(
            GIVEN, ("(context * real[..., None])", "np.where(real[..., None], context, 0)")
        ),
        "one of two",
        "still-by-n",
    ),
    wrong(
        "multiplied, and the lengths",
        edited(
            REPAIRED, ("np.where(real[..., None], context, 0)", "context * real[..., None]")
        ),
        "the other of two",
        "nan-times-zero",
    ),
    wrong(
        "nan to num",
        edited(
            REPAIRED, ("np.where(real[..., None], context, 0)", "np.nan_to_num(context)")
        ),
        "filler that is no nan stays",
        "nan-swept",
    ),
    wrong(
        "everything added",
        edited(REPAIRED, ("np.where(real[..., None], context, 0)", "context")),
        "padding in the sum",
        "padding-summed",
    ),
    wrong(
        "all real tokens together",
        edited(REPAIRED, ("np.maximum(lengths, 1)[:, None]", "real.sum()")),
        "one count",
        "one-count-for-all",
    ),
    wrong(
        "lengths in a row",
        edited(REPAIRED, ("np.maximum(lengths, 1)[:, None]", "np.maximum(lengths, 1)")),
        "no axis",
        "lengths-in-a-row",
    ),
    wrong(
        "empty sentences",
        edited(REPAIRED, ("np.maximum(lengths, 1)", "lengths")),
        "0 / 0",
        "empty-sentence-nan",
    ),
    wrong(
        "written into the argument",
        """
        def sentence_means(context, lengths):
            real = padding_mask(lengths, context.shape[1])
            context[~real] = 0
            return context.sum(axis=1) / np.maximum(lengths, 1)[:, None]
        """,
        "right numbers, and the caller's array is changed",
    ),
)

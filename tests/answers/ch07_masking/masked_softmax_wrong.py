"""Answers to masks.masked_softmax: wrong ones."""

from answers.corpus import wrong

EXERCISE = "masks.masked_softmax"

ANSWERS = (
    wrong(
        "-1e9",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -1e9)
            powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True)
        """,
        "a row with all blocked gives even weights",
        "minus-1e9",
    ),
    wrong(
        "-1e9 added",
        """
        def masked_softmax(scores, mask):
            masked = scores + np.where(mask, 0, -1e9)
            powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
            weights = powers / powers.sum(axis=-1, keepdims=True)
            return weights * np.broadcast_to(mask, scores.shape).any(axis=-1, keepdims=True)
        """,
        "the additive mask: blocked scores that are large come through",
        "minus-1e9-too-little",
    ),
    wrong(
        "-1e9, then zeros",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -1e9)
            powers = np.exp(masked - masked.max(axis=-1, keepdims=True)) * mask
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "blocked weights are zeroed, but the largest is -1e9 where open scores lie below",
        "minus-1e9-too-high",
    ),
    wrong(
        "nan where all is blocked",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -np.inf)
            powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True)
        """,
        "-inf and the plain softmax",
        "nan-rows",
    ),
    wrong(
        "masked after the softmax",
        """
        def masked_softmax(scores, mask):
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True) * mask
        """,
        "rows no longer sum to one",
        "masked-after",
    ),
    wrong(
        "masked after, divided again",
        """
        def masked_softmax(scores, mask):
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "a blocked score is the largest, and everything open underflows to 0 / 0",
        "renormalised",
    ),
    wrong(
        "multiplied before the softmax",
        """
        def masked_softmax(scores, mask):
            masked = scores * mask
            powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True)
        """,
        "a blocked score becomes 0, which is a score like any other",
        "multiplied",
    ),
    wrong(
        "True taken for blocked",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, -np.inf, scores)
            largest = masked.max(axis=-1, keepdims=True)
            powers = np.exp(masked - np.where(np.isneginf(largest), 0, largest))
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "the other convention",
        "inverted",
    ),
    wrong(
        "no maximum",
        """
        def masked_softmax(scores, mask):
            powers = np.where(mask, np.exp(scores), 0)
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "exp of the scores as they are",
        "unstable",
    ),
    wrong(
        "one maximum for all rows",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -np.inf)
            top = masked.max()
            powers = np.exp(masked - (top if np.isfinite(top) else 0))
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "rows far below the largest underflow to zeros",
        "one-maximum-for-all",
    ),
    wrong(
        "the smallest subtracted",
        """
        def masked_softmax(scores, mask):
            mask = np.broadcast_to(mask, scores.shape)
            low = scores.min(axis=-1, keepdims=True, where=mask, initial=np.inf)
            powers = np.where(mask, np.exp(scores - np.where(np.isfinite(low), low, 0)), 0)
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "minimum of the open scores: large spreads overflow",
        "smallest-subtracted",
    ),
    wrong(
        "the mean subtracted",
        """
        def masked_softmax(scores, mask):
            wide = scores.astype(np.float64)
            powers = np.where(mask, np.exp(wide - wide.mean(axis=-1, keepdims=True)), 0)
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "the mean keeps moderate scores in range, not large ones",
        "mean-subtracted",
    ),
    wrong(
        "blocked keys nearly 0",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -np.inf)
            largest = masked.max(axis=-1, keepdims=True)
            powers = np.exp(masked - np.where(np.isneginf(largest), 0, largest))
            return powers / (powers.sum(axis=-1, keepdims=True) + 1e-2)
        """,
        "an epsilon in the sum: blocked keys are 0, but rows fall short of one",
    ),
    wrong(
        "in the caller's own array",
        """
        def masked_softmax(scores, mask):
            scores[~np.broadcast_to(mask, scores.shape)] = -np.inf
            largest = scores.max(axis=-1, keepdims=True)
            powers = np.exp(scores - np.where(np.isneginf(largest), 0, largest))
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "scores[~mask] = -inf changes the caller's scores",
    ),
    wrong(
        "over the queries",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -np.inf)
            largest = masked.max(axis=-2, keepdims=True)
            powers = np.exp(masked - np.where(np.isneginf(largest), 0, largest))
            total = powers.sum(axis=-2, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        """,
        "axis -2: each column sums to one",
        "wrong-axis",
    ),
    wrong(
        "wrong, and in float16",
        """
        def masked_softmax(scores, mask):
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = powers / powers.sum(axis=-1, keepdims=True) * mask
            return weights.astype(np.float16)
        """,
        "the mask comes after the softmax, and a coarse dtype must not make it pass",
        "masked-after",
    ),
    wrong(
        "finfo.min",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, np.finfo(scores.dtype).min)
            powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True)
        """,
        "the lowest finite number: rows with all blocked get even weights",
        "minus-1e9",
    ),
    wrong(
        "log of the softmax",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -np.inf)
            largest = masked.max(axis=-1, keepdims=True)
            low = masked - np.where(np.isneginf(largest), 0, largest)
            with np.errstate(divide="ignore"):
                return low - np.log(np.exp(low).sum(axis=-1, keepdims=True))
        """,
        "log-weights handed over",
        "log-softmax",
    ),
    wrong(
        "keepdims lost",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -np.inf)
            largest = masked.max(axis=-1, keepdims=True)
            powers = np.exp(masked - np.where(np.isneginf(largest), 0, largest))
            total = powers.sum(axis=-1)
            return powers / np.where(total == 0, 1, total)
        """,
        "the sums stand in a row: an error of broadcasting, or the wrong rows",
        "keepdims-lost",
    ),
    wrong(
        "whole rows dropped for nan",
        """
        def masked_softmax(scores, mask):
            powers = np.exp(np.where(mask, scores, -np.inf))
            return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))
        """,
        "nan_to_num over everything turns +inf overflow into huge numbers and hides nan",
        "overflow-hidden",
    ),
)

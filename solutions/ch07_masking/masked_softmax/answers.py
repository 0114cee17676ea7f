"""Answers to masks.masked_softmax that its checks must tell apart."""

from autograder import change, right, route, slips, wrong

ANSWERS = (
    right(
        "where, max, where",
        """
        def masked_softmax(scores, mask):
            masked = np.where(mask, scores, -np.inf)
            largest = masked.max(axis=-1, keepdims=True)
            largest = np.where(np.isneginf(largest), 0, largest)
            powers = np.exp(masked - largest)
            total = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(total == 0, 1, total)
            return weights.astype(np.asarray(scores).dtype)
        """,
        "minus infinity, and a largest that is 0 where a row is blocked",
    ),
    right(
        "where= in the reductions",
        """
        def masked_softmax(scores, mask):
            mask = np.broadcast_to(mask, scores.shape)
            top = np.max(scores, axis=-1, keepdims=True, where=mask, initial=-np.inf)
            top = np.where(np.isfinite(top), top, 0.0)
            powers = np.zeros(scores.shape)
            np.exp(scores - top, where=mask, out=powers)
            total = powers.sum(axis=-1, keepdims=True)
            weights = np.zeros(scores.shape)
            np.divide(powers, total, out=weights, where=total > 0)
            return weights
        """,
        "NumPy's own where= and out=, no infinity at all",
    ),
    right(
        "row by row in place",
        """
        def masked_softmax(scores, mask):
            mask = np.broadcast_to(mask, scores.shape)
            weights = np.zeros(scores.shape, dtype=np.float64)
            for place in np.ndindex(*scores.shape[:-1]):
                is_open = mask[place]
                if not is_open.any():
                    continue
                chosen = scores[place][is_open].astype(np.float64)
                powers = np.exp(chosen - chosen.max())
                weights[place][is_open] = powers / powers.sum()
            return weights
        """,
        "np.ndindex over the rows, only open entries touched",
    ),
    right(
        "a finite stand-in, zeros afterwards",
        """
        def masked_softmax(scores, mask):
            kept = np.where(mask, scores, np.float64(-1e30))
            powers = np.exp(kept - kept.max(axis=-1, keepdims=True))
            return np.where(mask, powers / powers.sum(axis=-1, keepdims=True), 0.0)
        """,
        "-1e30 for blocked scores, and a second where for fully masked rows",
    ),
    right(
        "helpers kept and some",
        """
        def kept(row, is_open):
            return [float(score) for score, ok in zip(row, is_open) if ok]


        def some(row, is_open):
            largest = max(kept(row, is_open), default=0.0)
            powers = [np.exp(float(s) - largest) if ok else 0.0
                      for s, ok in zip(row, is_open)]
            total = sum(powers)
            return [p / total if total else 0.0 for p in powers]


        def masked_softmax(scores, mask):
            shape = np.shape(scores)
            flat = np.reshape(scores, (-1, shape[-1]))
            is_open = np.broadcast_to(mask, shape).reshape(-1, shape[-1])
            rows = [some(row, ok) for row, ok in zip(flat, is_open)]
            return np.array(rows).reshape(shape)
        """,
        "helpers named as the chapter names things further down",
    ),
    right(
        "through logsumexp",
        """
        def masked_softmax(scores, mask):
            with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
                masked = np.where(mask, scores.astype(np.float64), -np.inf)
                top = masked.max(axis=-1, keepdims=True)
                total = top + np.log(np.exp(masked - top).sum(axis=-1, keepdims=True))
                weights = np.exp(masked - total)
            return np.where(mask, np.nan_to_num(weights, nan=0.0), 0.0).astype(scores.dtype)
        """,
        "weights as exp(score - logsumexp), blocked rows put right after",
    ),
    right(
        "by torch, in float64",
        """
        import torch


        def masked_softmax(scores, mask):
            s = torch.from_numpy(np.asarray(scores, dtype=np.float64))
            m = torch.from_numpy(np.ascontiguousarray(np.broadcast_to(mask, s.shape)))
            weights = torch.softmax(s.masked_fill(~m, -torch.inf), dim=-1)
            return weights.nan_to_num(0.0).numpy()
        """,
        "torch's softmax and nan_to_num inside of a NumPy answer",
    ),
    right(
        "a class with a method",
        """
        class Masker:
            def __init__(self, mask):
                self.mask = mask

            def weights(self, scores):
                low = np.where(self.mask, scores, -np.inf)
                top = low.max(axis=-1, keepdims=True)
                top[np.isneginf(top)] = 0
                powers = np.exp(low - top)
                total = powers.sum(axis=-1, keepdims=True)
                total[total == 0] = 1
                powers /= total
                return powers


        def masked_softmax(scores, mask):
            return Masker(mask).weights(np.asarray(scores, dtype=np.float64))
        """,
        "the work is done by an object",
    ),
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
        change("np.exp(scores)", "np.exp(scores - scores.mean(axis=-1, keepdims=True))"),
        "the mean keeps moderate scores in range, not large ones",
        "mean-subtracted",
        of="no maximum",
    ),
    wrong(
        "blocked keys nearly 0",
        change("np.where(total == 0, 1, total)", "(total + 1e-2)"),
        "an epsilon in the sum: blocked keys are 0, but rows fall short of one",
        of="where, max, where",
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
        change("masked.max(axis=-1", "masked.max(axis=-2")
        + change("powers.sum(axis=-1", "powers.sum(axis=-2"),
        "axis -2: each column sums to one",
        "wrong-axis",
        of="where, max, where",
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
        "whole rows dropped for nan",
        """
        def masked_softmax(scores, mask):
            powers = np.exp(np.where(mask, scores, -np.inf))
            return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))
        """,
        "nan_to_num over everything turns +inf overflow into huge numbers and hides nan",
        "overflow-hidden",
    ),
    *route(
        "only open ones",
        """
        def masked_softmax(scores, mask):
            mask = np.broadcast_to(mask, scores.shape)
            scores = scores if scores.dtype.kind == "f" else scores * 1.0
            top = scores.max(axis=-1, keepdims=True, where=mask, initial=-np.inf)
            shifted = np.zeros_like(scores)
            np.subtract(scores, top, where=mask, out=shifted)
            powers = np.exp(shifted) * mask
            total = powers.sum(axis=-1, keepdims=True)
            return powers / np.where(total == 0, 1, total)
        ---
        np.exp(shifted) * mask => np.exp(shifted * mask)
        , total => , total.sum(axis=-2, keepdims=True)
        np.exp(shifted) * mask => np.exp(shifted) * ~mask
        powers. => np.exp(shifted).
        np.where(total == 0, 1, total) => total | nan-rows
        * mask => * (mask & (scores != 0))
        """,
    ),
    *slips(
        "-1e9",
        """
        -1e9 => -np.inf | nan-rows
        np.where(mask, scores, -1e9) => scores * mask | multiplied
        -1e9 => np.finfo(scores.dtype).min | minus-1e9
        """,
    ),
    *slips(
        "where, max, where",
        """
        np.where(mask, scores, -np.inf) => np.where(mask, -np.inf, scores) | inverted
        powers.sum(axis=-1, keepdims=True) => powers.sum(axis=-1) | keepdims-lost
        """,
    ),
    wrong(
        "scores times mask",
        """
        def masked_softmax(scores, mask):
            scores = scores * mask
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)
        """,
        "written from the text alone",
        "multiplied",
    ),
)

"""Answers to masks.masked_softmax: right ones."""

from answers.corpus import right

EXERCISE = "masks.masked_softmax"

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
)

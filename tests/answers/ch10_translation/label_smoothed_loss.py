"""Answers to translate.label_smoothed_loss: right ones."""

from answers.corpus import right

EXERCISE = "translate.label_smoothed_loss"

BASE = """
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    vocabulary = logits.shape[-1]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
    even = log_p.sum(axis=-1) / vocabulary
    losses = -(1 - smoothing) * right - smoothing * even
    kept = targets != pad_id
    return losses[kept].mean()
"""

ANSWERS = (
    right(
        "the two terms",
        BASE,
        "the right id's and the mean of all",
    ),
    right(
        "the target distribution written out",
        """
        def label_smoothed_loss(logits, targets, smoothing, pad_id):
            vocabulary = logits.shape[-1]
            flat = np.array(logits, dtype=np.float64).reshape(-1, vocabulary)
            ids = targets.reshape(-1)
            flat -= flat.max(axis=-1, keepdims=True)
            flat -= np.log(np.exp(flat).sum(axis=-1, keepdims=True))
            smooth = np.full(flat.shape, smoothing / vocabulary)
            np.add.at(smooth, (np.arange(len(ids)), ids), 1 - smoothing)
            losses = -np.einsum("iv,iv->i", smooth, flat)
            return float(losses[ids != pad_id].sum() / (ids != pad_id).sum())
        """,
        "an array filled in place by index",
    ),
    right(
        "target by target",
        """
        def label_smoothed_loss(logits, targets, smoothing, pad_id):
            losses = []
            for place in np.ndindex(targets.shape):
                if targets[place] == pad_id:
                    continue
                row = logits[place].astype(float)
                top = row.max()
                total = top + np.log(np.exp(row - top).sum())
                loss = 0.0
                for j, logit in enumerate(row):
                    share = smoothing / len(row)
                    if j == targets[place]:
                        share += 1 - smoothing
                    loss -= share * (logit - total)
                losses.append(loss)
            return sum(losses) / len(losses)
        """,
        "a loop that appends to a list",
    ),
    right(
        "torch's cross_entropy",
        """
        def label_smoothed_loss(logits, targets, smoothing, pad_id):
            flat = torch.from_numpy(np.array(logits, dtype=np.float64))
            return torch.nn.functional.cross_entropy(
                flat.reshape(-1, flat.shape[-1]),
                torch.from_numpy(np.array(targets, dtype=np.int64)).flatten(),
                ignore_index=pad_id,
                label_smoothing=smoothing,
            ).item()
        """,
        "PyTorch's own inside of a NumPy answer",
    ),
    right(
        "a weighted mean, helpers right and floor",
        """
        def floor(logits):
            return np.max(logits, axis=-1, keepdims=True)


        def right(log_p, targets):
            hot = np.eye(log_p.shape[-1])[targets]
            return (hot * log_p).sum(axis=-1)


        def label_smoothed_loss(logits, targets, smoothing, pad_id):
            logits = np.asarray(logits, dtype=float)
            top = floor(logits)
            log_p = logits - top - np.log(np.exp(logits - top).sum(-1, keepdims=True))
            gains = (1 - smoothing) * right(log_p, targets) + smoothing * log_p.mean(-1)
            return -np.average(gains, weights=targets != pad_id)
        """,
        "names that the chapter binds again further down",
    ),
    right(
        "an array of no axes",
        """
        def label_smoothed_loss(logits, targets, smoothing, pad_id):
            wide = logits.astype(np.float64)
            top = wide.max(-1, keepdims=True)
            log_p = wide - top - np.log(np.sum(np.exp(wide - top), -1, keepdims=True))
            right = np.take_along_axis(log_p, targets[..., None], -1).squeeze(-1)
            losses = (smoothing - 1) * right - smoothing * log_p.mean(-1)
            return np.array(losses.mean(where=targets != pad_id))
        """,
        "one number, as an array",
    ),
)

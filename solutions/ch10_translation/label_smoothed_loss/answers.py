"""Answers to translate.label_smoothed_loss that its checks must tell apart."""

from autograder import change, right, route, slips, wrong

ANSWERS = (
    right(
        "the two terms",
        """
        def label_smoothed_loss(logits, targets, smoothing, pad_id):
            vocabulary = logits.shape[-1]
            shifted = logits - logits.max(axis=-1, keepdims=True)
            log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
            right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
            even = log_p.sum(axis=-1) / vocabulary
            losses = -(1 - smoothing) * right - smoothing * even
            kept = targets != pad_id
            return losses[kept].mean()
        """,
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
    wrong(
        "log of a stable softmax",
        change(
            "log_p = shifted - np.log(np.exp(shifted).sum(",
            "powers = np.exp(shifted)\n    log_p = np.log(powers / powers.sum(",
        ),
        "a weight that underflows to 0 has the log -inf",
        "log-of-softmax",
        of="the two terms",
    ),
    wrong(
        "exp of large logits",
        change(" - logits.max(axis=-1, keepdims=True)", ""),
        "nothing is subtracted",
        "unstable",
        of="the two terms",
    ),
    wrong(
        "an epsilon in the log",
        change(
            "powers.sum(axis=-1, keepdims=True)",
            "powers.sum(axis=-1, keepdims=True) + 1e-9",
        ),
        "log(p + 1e-9): bounded where it should grow",
        "log-epsilon",
        of="log of a stable softmax",
    ),
    wrong(
        "the sign",
        change(
            "-(1 - smoothing) * right - smoothing * even",
            "(1 - smoothing) * right + smoothing * even",
        ),
        "log-likelihood instead of loss",
        "sign",
        of="the two terms",
    ),
    wrong(
        "smoothing over the others",
        change(
            "log_p.sum(axis=-1) / vocabulary",
            "(log_p.sum(axis=-1) - right) / (vocabulary - 1)",
        ),
        "smoothing shared among the wrong ids only",
        "others-only",
        of="the two terms",
    ),
    wrong(
        "smoothing not divided",
        change(" / vocabulary", ""),
        "smoothing instead of smoothing / vocabulary",
        "smoothing-not-divided",
        of="the two terms",
    ),
    wrong(
        "the right id gets all of 1",
        change("(1 - smoothing) * ", ""),
        "the weights add up to more than one",
        "right-id-whole",
        of="the two terms",
    ),
    wrong(
        "shares swapped",
        change(
            "-(1 - smoothing) * right - smoothing * even",
            "-smoothing * right - (1 - smoothing) * even",
        ),
        "smoothing on the right id",
        "swapped",
        of="the two terms",
    ),
    wrong(
        "log base 2",
        change("losses[kept].mean()", "losses[kept].mean() / np.log(2)"),
        "bits",
        of="the two terms",
    ),
    wrong(
        "probabilities for logs",
        change(
            "np.log(np.exp(shifted).sum(axis=-1, keepdims=True))",
            "np.exp(shifted).sum(axis=-1, keepdims=True)",
        ),
        "the probability of the right id is taken off 1",
        of="the two terms",
    ),
    wrong(
        "wrong, and in float16",
        change("(1 - smoothing) * right - smoothing * even", "right")
        + change("losses[kept].mean()", "np.float16(losses[kept].mean())"),
        "a coarse dtype must not make it pass",
        "not-smoothed",
        of="the two terms",
    ),
    *route(
        "two parts",
        """
        def label_smoothed_loss(logits, targets, smoothing, pad_id):
            z = logits - logits.max(axis=-1, keepdims=True)
            log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
            right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
            loss = -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)
            return float(loss[targets != pad_id].mean())
        ---
        [targets != pad_id] => | padding-counted
        ].mean => ].sum | summed
        log_p.mean => log_p.sum | smoothing-not-divided
        -(1 - smoothing) * right => -right | right-id-whole
        mean() => sum() / loss.size | padding-zeroed
        -(1 - smoothing) * right - => (1 - smoothing) * right + | sign
        targets != pad_id => loss != 0 | padding-counted
        """,
    ),
    *slips(
        "the two terms",
        """
        logits.max(axis=-1, keepdims=True) => logits.max() | one-maximum-for-all
        (1 - smoothing) * right - smoothing * even => right | not-smoothed
        losses[kept] => losses | padding-counted
        losses[kept] => (losses * kept) | padding-zeroed
        losses[kept].mean() => losses[kept].sum() | summed
        losses[kept] => ((losses * kept).sum(-1) / kept.sum(-1)) | mean-of-means
        targets != pad_id => targets != 0 | pad-id-ignored
        losses[kept].mean() => losses[kept] | not-averaged
        """,
    ),
    wrong(
        "others share the smoothing, padding counts as 0",
        """
        def label_smoothed_loss(logits, targets, smoothing, pad_id):
            shifted = logits - logits.max(axis=-1, keepdims=True)
            logp = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
            vocab = logits.shape[-1]
            target = np.full(logits.shape, smoothing / (vocab - 1))
            np.put_along_axis(target, targets[..., None], 1 - smoothing, axis=-1)
            loss = -(target * logp).sum(axis=-1)
            loss[targets == pad_id] = 0
            return loss.mean()
        """,
        "written from the text alone",
        "others-only + padding-zeroed",
    ),
)

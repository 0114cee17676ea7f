"""Answers to translate.label_smoothed_loss: wrong ones."""

from answers.corpus import wrong
from answers.edits import edited

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
    wrong(
        "log of a stable softmax",
        edited(
            BASE,
            (
                "log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))",
                "powers = np.exp(shifted)\n"
                "    log_p = np.log(powers / powers.sum(axis=-1, keepdims=True))",
            ),
        ),
        "a weight that underflows to 0 has the log -inf",
        "log-of-softmax",
    ),
    wrong(
        "exp of large logits",
        edited(
            BASE,
            (
                "logits - logits.max(axis=-1, keepdims=True)",
                "logits",
            ),
        ),
        "nothing is subtracted",
        "unstable",
    ),
    wrong(
        "an epsilon in the log",
        edited(
            BASE,
            (
                "log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))",
                "powers = np.exp(shifted)\n"
                "    log_p = np.log(powers / powers.sum(axis=-1, keepdims=True) + 1e-9)",
            ),
        ),
        "log(p + 1e-9): bounded where it should grow",
        "log-epsilon",
    ),
    wrong(
        "one maximum for all",
        edited(
            BASE,
            (
                "logits.max(axis=-1, keepdims=True)",
                "logits.max()",
            ),
        ),
        "rows far below the largest have no powers left",
        "one-maximum-for-all",
    ),
    wrong(
        "the sign",
        edited(
            BASE,
            (
                "losses = -(1 - smoothing) * right - smoothing * even",
                "losses = (1 - smoothing) * right + smoothing * even",
            ),
        ),
        "log-likelihood instead of loss",
        "sign",
    ),
    wrong(
        "not smoothed",
        edited(
            BASE,
            (
                "losses = -(1 - smoothing) * right - smoothing * even",
                "losses = -right",
            ),
        ),
        "plain cross-entropy",
        "not-smoothed",
    ),
    wrong(
        "padding counted",
        edited(
            BASE,
            (
                "return losses[kept].mean()",
                "return losses.mean()",
            ),
        ),
        "the mean over everything",
        "padding-counted",
    ),
    wrong(
        "zeros in the mean",
        edited(
            BASE,
            (
                "return losses[kept].mean()",
                "return (losses * kept).mean()",
            ),
        ),
        "padding's losses are zero, and still counted below",
        "padding-zeroed",
    ),
    wrong(
        "the sum",
        edited(
            BASE,
            (
                "losses[kept].mean()",
                "losses[kept].sum()",
            ),
        ),
        "not divided",
        "summed",
    ),
    wrong(
        "the mean of each row's mean",
        edited(
            BASE,
            (
                "return losses[kept].mean()",
                "return ((losses * kept).sum(-1) / kept.sum(-1)).mean()",
            ),
        ),
        "short sequences count more",
        "mean-of-means",
    ),
    wrong(
        "smoothing over the others",
        edited(
            BASE,
            (
                "even = log_p.sum(axis=-1) / vocabulary",
                "even = (log_p.sum(axis=-1) - right) / (vocabulary - 1)",
            ),
        ),
        "smoothing shared among the wrong ids only",
        "others-only",
    ),
    wrong(
        "smoothing not divided",
        edited(
            BASE,
            (
                "/ vocabulary",
                "/ 1",
            ),
        ),
        "smoothing instead of smoothing / vocabulary",
        "smoothing-not-divided",
    ),
    wrong(
        "the right id gets all of 1",
        edited(
            BASE,
            (
                "-(1 - smoothing) * right",
                "-right",
            ),
        ),
        "the weights add up to more than one",
        "right-id-whole",
    ),
    wrong(
        "shares swapped",
        edited(
            BASE,
            (
                "-(1 - smoothing) * right - smoothing * even",
                "-smoothing * right - (1 - smoothing) * even",
            ),
        ),
        "smoothing on the right id",
        "swapped",
    ),
    wrong(
        "pad_id is 0",
        edited(
            BASE,
            (
                "targets != pad_id",
                "targets != 0",
            ),
        ),
        "0 counts as padding, whatever pad_id says",
        "pad-id-ignored",
    ),
    wrong(
        "log base 2",
        edited(
            BASE,
            (
                "return losses[kept].mean()",
                "return losses[kept].mean() / np.log(2)",
            ),
        ),
        "bits",
    ),
    wrong(
        "a loss for each target",
        edited(
            BASE,
            (
                "losses[kept].mean()",
                "losses[kept]",
            ),
        ),
        "one number is asked",
        "not-averaged",
    ),
    wrong(
        "probabilities for logs",
        edited(
            BASE,
            (
                "np.log(np.exp(shifted).sum(axis=-1, keepdims=True))",
                "np.exp(shifted).sum(axis=-1, keepdims=True)",
            ),
        ),
        "the probability of the right id is taken off 1",
    ),
    wrong(
        "wrong, and in float16",
        edited(
            BASE,
            (
                "losses = -(1 - smoothing) * right - smoothing * even",
                "losses = -right",
            ),
            (
                "losses[kept].mean()",
                "np.float16(losses[kept].mean())",
            ),
        ),
        "a coarse dtype must not make it pass",
        "not-smoothed",
    ),
)

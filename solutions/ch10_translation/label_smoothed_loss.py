"""Cross-entropy with smoothed targets that leaves padding out.

Szegedy et al. 2016, "Rethinking the Inception Architecture for Computer Vision",
section 7; Vaswani et al. 2017, "Attention Is All You Need", section 5.4.
"""

import numpy as np

from autograder import Exercise, Property, cells_beside
from solutions.draws import Draw, normal, thrice


def label_smoothed_loss(
    logits: np.ndarray, targets: np.ndarray, smoothing: float, pad_id: int
) -> float:
    """Cross-entropy with smoothed targets, a mean that leaves out padding.

    logits: (..., vocabulary), finite numbers, large ones (1e5) too.
    targets: (...), one axis at least, ids.  Those equal to pad_id do not
    count; not all are.
    The target distribution is 1 - smoothing on the right id, plus
    smoothing / vocabulary on every id, the right one and pad_id included.
    Returns one number.
    Takes whole numbers (int64) too. Changes no argument.
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]  # (...)
    losses = -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)  # (...)
    real = targets != pad_id  # (...)
    return losses[real].mean()


def _loss_inputs(*shape: int, vocabulary: int = 6, **options) -> Draw:
    pad_id = options.get("pad_id", 0)

    def draw(rng: np.random.Generator) -> tuple:
        scale, dtype = options.get("scale", 1.5), options.get("dtype", "float64")
        logits = normal(rng, *shape, vocabulary, scale=scale, dtype=dtype)
        logits = logits + options.get("offset", 0)
        if options.get("far_apart"):  # each position at a height of its own
            heights = 3e3 * rng.permutation(logits[..., 0].size)
            logits = logits + heights.reshape(*shape, 1)
        if options.get("peak"):  # one id is all but sure
            sure = rng.integers(0, vocabulary, size=(*shape, 1))
            np.put_along_axis(logits, sure, options["peak"], axis=-1)
        if options.get("whole"):
            logits = np.round(logits).astype(int)
        targets = rng.integers(0, vocabulary - 1, size=shape)
        targets = targets + (targets >= pad_id)  # any id but pad_id
        if options.get("padding", True):
            rows = targets.reshape(-1, shape[-1])
            for i, row in enumerate(rows):  # rows of different lengths
                row[max(1, shape[-1] - 1 - 2 * i) :] = pad_id
        if options.get("anywhere"):  # in front, between, and a row of nothing else
            targets[..., ::2] = pad_id
            targets[0] = pad_id
        return logits, targets, options.get("smoothing", 0.1), pad_id

    return draw


EXERCISE = Exercise(
    id="translate.label_smoothed_loss",
    title="A label-smoothed loss",
    reference=label_smoothed_loss,
    points=3,
    minutes=15,
    difficulty=3,
    section="10-translation#label-smoothing",
    order=20,
    cases=(
        thrice("one sequence, no padding", _loss_inputs(4, padding=False)),
        thrice("one id", _loss_inputs(1, padding=False)),
        thrice("a padded batch", _loss_inputs(3, 7)),
        thrice("a batch of batches", _loss_inputs(2, 3, 9)),
        thrice("padding anywhere", _loss_inputs(3, 6, anywhere=True, padding=False)),
        thrice("no smoothing", _loss_inputs(3, 7, smoothing=0.0)),
        thrice("much smoothing", _loss_inputs(2, 5, smoothing=0.4)),
        thrice("nearly all smoothed", _loss_inputs(2, 5, smoothing=0.9)),
        thrice("all smoothed", _loss_inputs(5, smoothing=1.0)),
        thrice("another pad_id", _loss_inputs(2, 5, pad_id=3)),
        thrice("float32", _loss_inputs(3, 7, vocabulary=9, dtype="float32")),
        thrice("large logits", _loss_inputs(3, 7, offset=2e3, scale=4.0)),
        thrice("very negative logits", _loss_inputs(3, 7, offset=-2e3, scale=4.0)),
        thrice("whole numbers", _loss_inputs(2, 5, scale=3.0, whole=True)),
        thrice("one logit far above", _loss_inputs(3, 4, peak=1e3)),
        thrice(
            "one logit far above, no smoothing", _loss_inputs(6, peak=1e3, smoothing=0.0)
        ),
        thrice("one logit above by 100,000", _loss_inputs(3, 4, peak=1e5)),
        thrice("positions far apart", _loss_inputs(3, 4, far_apart=True)),
    ),
    properties=(
        Property(
            "logits at the padding reversed: the same loss",
            "Change the logits at the padding, and your loss changes. Nobody reads what "
            "is written there: leave these positions out of the mean.",
            lambda answer, output, logits, targets, smoothing, pad_id: np.isclose(
                answer(
                    np.where((targets == pad_id)[..., None], logits[..., ::-1], logits),
                    targets,
                    smoothing,
                    pad_id,
                ),
                output,
                rtol=1e-3,
            ),
        ),
        Property(
            "adding 4 to all logits changes nothing",
            "Adding the same number to all logits must not change the loss. Turn them "
            "into log-probabilities first.",
            lambda answer, output, logits, *rest: np.isclose(
                answer(logits + 4, *rest), output, rtol=1e-2
            ),
        ),
    ),
    **cells_beside(__file__),
)

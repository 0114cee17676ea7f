"""Cross-entropy with smoothed targets that leaves padding out.

Szegedy et al. 2016, "Rethinking the Inception Architecture for Computer Vision",
section 7; Vaswani et al. 2017, "Attention Is All You Need", section 5.4.

Padding is counted or divided by, the smoothing is lost or shared among the others
only, and large logits overflow.
"""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property, Same
from solutions.draws import Draw, normal, thrice


def label_smoothed_loss(
    logits: np.ndarray, targets: np.ndarray, smoothing: float, pad_id: int
) -> float:
    """Cross-entropy with smoothed targets, a mean that leaves out padding.

    logits: (..., vocabulary), any finite numbers, however large.
    targets: (...), ids.  Those equal to pad_id do not count; not all are.
    The target distribution is 1 - smoothing on the right id, plus
    smoothing / vocabulary on every id, the right one and pad_id included.
    Returns one number.
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]  # (...)
    losses = -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)  # (...)
    return losses[targets != pad_id].mean()


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
        return logits, targets, options.get("smoothing", 0.1), pad_id

    return draw


def _log_softmax(logits, largest="subtracted", epsilon=None):
    if largest == "of everything":
        logits = logits - logits.max()
    elif largest == "subtracted":
        logits = logits - logits.max(axis=-1, keepdims=True)
    powers = np.exp(logits)
    total = powers.sum(axis=-1, keepdims=True)
    if epsilon is not None:
        return np.log(powers / total + epsilon)
    return logits - np.log(total)


def _smoothed(
    logits,
    targets,
    smoothing,
    pad_id,
    *,
    spread="all ids",
    padding="left out",
    largest="subtracted",
    total="mean",
    normalised=True,
    epsilon=None,
):
    log_p = _log_softmax(logits, largest, epsilon) if normalised else logits
    right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
    size = logits.shape[-1]
    if spread == "all ids":
        losses = -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)
    elif spread == "other ids":
        others = (log_p.sum(axis=-1) - right) / (size - 1)
        losses = -(1 - smoothing) * right - smoothing * others
    elif spread == "nowhere":
        losses = -right
    elif spread == "not divided":
        losses = -(1 - smoothing) * right - smoothing * log_p.sum(axis=-1)
    elif spread == "on top":
        losses = -right - smoothing * log_p.mean(axis=-1)
    elif spread == "lost":
        losses = -(1 - smoothing) * right
    else:  # the two shares swapped
        losses = -smoothing * right - (1 - smoothing) * log_p.mean(axis=-1)
    real = targets != pad_id
    if padding == "counted":
        real = np.ones_like(real)
    if padding == "0":
        real = targets != 0
    if total == "sum":
        return losses[real].sum()
    if total == "none":
        return losses[real]
    if total == "rows":
        counts = real.sum(axis=-1)
        return ((losses * real).sum(axis=-1) / np.maximum(counts, 1)).mean()
    count = losses.size if padding == "zeroed" else real.sum()
    return losses[real].sum() / count


def _smoothed_by_distributions(logits, targets, smoothing, pad_id):
    size = logits.shape[-1]
    wanted = (1 - smoothing) * np.eye(size)[targets] + smoothing / size
    losses = -(wanted * _log_softmax(logits.astype(np.float64))).sum(axis=-1)
    return float(losses[targets != pad_id].mean())


def _smoothed_by_loops(logits, targets, smoothing, pad_id):
    size = logits.shape[-1]
    losses = []
    for row, right in zip(logits.reshape(-1, size), targets.ravel(), strict=True):
        if right == pad_id:
            continue
        log_p = _log_softmax(row)
        wanted = np.full(size, smoothing / size)
        wanted[right] += 1 - smoothing
        losses.append(-np.dot(wanted, log_p))
    return sum(losses) / len(losses)


EXERCISE = Exercise(
    id="translate.label_smoothed_loss",
    title="A label-smoothed loss",
    reference=label_smoothed_loss,
    decisions=_smoothed,
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
        thrice("no smoothing", _loss_inputs(3, 7, smoothing=0.0)),
        thrice("much smoothing", _loss_inputs(2, 5, smoothing=0.4)),
        thrice("another pad_id", _loss_inputs(2, 5, pad_id=3)),
        thrice("float32", _loss_inputs(3, 7, vocabulary=9, dtype="float32")),
        thrice("large logits", _loss_inputs(3, 7, offset=2e3, scale=4.0)),
        thrice("very negative logits", _loss_inputs(3, 7, offset=-2e3, scale=4.0)),
        thrice("whole numbers", _loss_inputs(2, 5, scale=3.0, whole=True)),
        thrice("one logit far above", _loss_inputs(3, 4, peak=1e3)),
        thrice(
            "one logit far above, no smoothing", _loss_inputs(6, peak=1e3, smoothing=0.0)
        ),
        thrice("positions far apart", _loss_inputs(3, 4, far_apart=True)),
    ),
    properties=(
        Property(
            "padding does not matter",
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
            "adding a constant changes nothing",
            "Adding the same number to all logits must not change the loss. Turn them "
            "into log-probabilities first.",
            lambda answer, output, logits, *rest: np.isclose(
                answer(logits + 4, *rest), output, rtol=1e-2
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "padding-counted",
            "Your mean runs over the padding as well. The model is then trained to write "
            "padding, and the loss of a sentence depends on how long the others in its "
            "batch are. Keep only the positions where targets != pad_id.",
            choices={"padding": "counted"},
        ),
        Misconception(
            "padding-zeroed",
            "You set the losses at the padding to zero and still divide by all "
            "positions. The more padding, the smaller your loss. Divide by the number of "
            "targets that are not padding.",
            choices={"padding": "zeroed"},
        ),
        Misconception(
            "not-smoothed",
            "This is the plain cross-entropy: all of the target is on the right id. With "
            "smoothing, every id gets smoothing / vocabulary of it.",
            choices={"spread": "nowhere"},
        ),
        Misconception(
            "smoothing-lost",
            "You take 1 - smoothing from the right id and give the rest to nobody. The "
            "target no longer sums to one, and the loss is merely smaller. Add smoothing "
            "times the mean of -log_p over all ids.",
            choices={"spread": "lost"},
        ),
        Misconception(
            "others-only",
            "You share the smoothing among the other ids only, smoothing / (vocabulary - "
            "1) each. That is a definition too, but here, as in PyTorch, every id gets "
            "smoothing / vocabulary, the right one included.",
            choices={"spread": "other ids"},
        ),
        Misconception(
            "swapped",
            "The two shares have changed places: the right id gets only smoothing. It "
            "gets 1 - smoothing, and smoothing is spread.",
            choices={"spread": "swapped"},
        ),
        Misconception(
            "unstable",
            "The formula is right, but exp() of a large logit overflows, and of very "
            "negative ones leaves log(0). Subtract each row's largest logit first: the "
            "probabilities do not change.",
            choices={"largest": "kept"},
        ),
        Misconception(
            "log-of-softmax",
            "You take the softmax and then its logarithm. The softmax of an id far below "
            "the largest is 0, and log(0) is -inf. Stay with logarithms: the shifted "
            "logit minus the logarithm of the sum of exponentials.",
            choices={"epsilon": 0.0},
        ),
        Misconception(
            "log-of-softmax-unshifted",
            "You take the softmax of the logits as they are and then its logarithm. "
            "exp() of a large logit overflows, and the logarithm of what underflows is "
            "-inf. Subtract each row's largest logit, and stay with logarithms.",
            lambda *given: _smoothed(*given, largest="kept", epsilon=0.0),
        ),
        Misconception(
            "log-epsilon",
            "You add a small number before you take the logarithm, so that no loss can be "
            "larger than about 20. An id that the model rules out should cost what it "
            "costs: the shifted logit minus the logarithm of the sum needs no epsilon.",
            choices={"epsilon": 1e-9},
        ),
        Misconception(
            "log-epsilon-small",
            "You add a very small number before you take the logarithm, so that no loss "
            "can be larger than about 28. An id that the model rules out should cost what "
            "it costs: the shifted logit minus the logarithm of the sum needs no epsilon.",
            choices={"epsilon": 1e-12},
        ),
        Misconception(
            "one-maximum-for-all",
            "You subtract one number from all logits, the largest of the whole array. At a "
            "position far below it every exponential underflows to 0, and log(0) is -inf. "
            "Each position has a largest of its own: axis=-1, keepdims=True.",
            choices={"largest": "of everything"},
        ),
        Misconception(
            "sign",
            "Your loss has the wrong sign. A log-probability is negative; the loss is its "
            "negative, so that likelier is lower.",
            lambda *given: -label_smoothed_loss(*given),
        ),
        Misconception(
            "smoothing-not-divided",
            "You give every id a share of smoothing. They share it: each gets smoothing / "
            "vocabulary, so that the target sums to one.",
            choices={"spread": "not divided"},
        ),
        Misconception(
            "right-id-whole",
            "You leave the right id its whole 1 and hand out the smoothing on top. The "
            "target then sums to more than one: what is spread is taken from the right id.",
            choices={"spread": "on top"},
        ),
        Misconception(
            "pad-id-ignored",
            "You leave out the targets that are 0. Which id is padding is an argument: "
            "targets != pad_id.",
            choices={"padding": "0"},
        ),
        Misconception(
            "not-averaged",
            "You return a loss for each target. Training follows one number: their mean.",
            choices={"total": "none"},
        ),
        Misconception(
            "not-normalised",
            "You read the logits as log-probabilities. They are not: their exponentials "
            "do not sum to one. Subtract the logarithm of that sum.",
            choices={"normalised": False},
        ),
        Misconception(
            "summed",
            "You return the sum of the losses. Then a large batch has a large loss, and "
            "needs another learning rate. Take the mean.",
            choices={"total": "sum"},
        ),
        Misconception(
            "mean-of-means",
            "You take the mean of each sequence, then the mean of these. A token of a "
            "short sequence then counts more than one of a long sequence. Take one mean "
            "over all real tokens.",
            choices={"total": "rows"},
        ),
    ),
    alternatives=(_smoothed_by_distributions, _smoothed_by_loops),
    same=(
        Same(
            "np.take_along_axis(log_p, targets[..., None])[..., 0]",
            "The last axis is the one that np.take_along_axis goes along unless told.",
        ),
        Same(
            "targets[..., None], axis=-1)[..., -1]",
            "An axis of length 1: its first entry is its last.",
        ),
    ),
    hints=(
        "Three steps: log-probabilities from the logits, one loss a position, then "
        "one mean over the positions where `targets != pad_id`.",
        "Log-probabilities: subtract the row's largest logit, then the logarithm of "
        "the sum of exponentials. `np.take_along_axis(log_p, targets[..., None], "
        "axis=-1)` picks those of the right ids.",
        "A position's loss is `1 - smoothing` times `-log_p` of the right id, plus "
        "`smoothing` times the mean of `-log_p` over the vocabulary. Index it with "
        "`targets != pad_id`.",
    ),
)

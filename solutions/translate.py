"""Training and decoding a translator, in NumPy (chapter 10): the reference.

Vaswani et al. 2017, "Attention Is All You Need", sections 5.3 and 5.4; label
smoothing as Szegedy et al. 2016, "Rethinking the Inception Architecture for
Computer Vision", define it.  How each function is checked is in
``solutions.translate_checks`` and ``solutions.translate_decode_checks``.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def shift_right(targets: np.ndarray, bos_id: int) -> np.ndarray:
    """The decoder's input in training: what stands before each target.

    targets: (..., n), whole numbers, one sequence of ids a row.
    Returns an array of the same shape: bos_id first, then the targets without
    their last id.
    """
    inputs = np.empty_like(targets)
    inputs[..., 0] = bos_id
    inputs[..., 1:] = targets[..., :-1]
    return inputs


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


def warmup_schedule(step: int, d_model: int, warmup: int) -> float:
    """The learning rate of a step: up evenly, then down as 1 / sqrt(step).

    step: from 1.  warmup: the step with the highest rate.
    Returns d_model^-0.5 * min(step^-0.5, step * warmup^-1.5).
    """
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def greedy_decode(
    step_logits: Callable[[np.ndarray], np.ndarray],
    bos_id: int,
    eos_id: int,
    max_len: int,
) -> np.ndarray:
    """Write a sequence by taking the likeliest next id, again and again.

    step_logits(ids): ids (n,) are all so far, bos_id first; it returns the
    logits of the next id, (vocabulary,).
    Returns the chosen ids, (at most max_len,), without bos_id: up to and with
    the first eos_id, or max_len of them when there is none.
    """
    ids = [bos_id]
    while len(ids) <= max_len and (len(ids) == 1 or ids[-1] != eos_id):
        ids.append(int(np.argmax(step_logits(np.array(ids)))))
    return np.array(ids[1:], dtype=int)

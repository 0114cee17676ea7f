"""The models of chapter 11, small enough to be grown again: from other seeds, otherwise."""

from __future__ import annotations

from functools import cache

import numpy as np
import torch

from attention_lessons import induction_model as lesson

SEEDS = 0, 1, 2


@cache
def grown(
    seed: int,
    layers: int = 2,
    heads: int = 1,
    period: int | None = None,
    scale: float = 4.0,
):
    """A model of the chapter's kind; trained on one period, or with other positions."""
    torch.set_num_threads(1)
    ids_of, positions = lesson.repeating_ids, lesson.POSITION_SCALE
    try:
        if period is not None:
            lesson.repeating_ids = lambda rng, count: ids_of(rng, count, period)
        lesson.POSITION_SCALE = scale
        torch.manual_seed(seed)
        model = lesson.AttentionOnly(n_layers=layers, n_heads=heads)
        lesson.train(model, np.random.default_rng(seed), 800)
    finally:
        lesson.repeating_ids, lesson.POSITION_SCALE = ids_of, positions
    return model


def accuracy(model, period: int | None = None, **changes) -> float:
    """On sequences that are new to it."""
    ids, periods = lesson.repeating_ids(np.random.default_rng(1_000), 64, period)
    return lesson.measure(model, ids, periods, **changes)[0]


def weights_on(model, period: int, layer: int = 1) -> np.ndarray:
    """A layer's, the second's if not told, over 64 sequences: (64, n, n)."""
    ids, _ = lesson.repeating_ids(np.random.default_rng(1_000), 64, period)
    with torch.no_grad():
        return model(torch.from_numpy(ids))[1][layer, :, 0].numpy()


def sureness(model, off: tuple[int, int]) -> float:
    """The mean probability of the likeliest id in the second copy, with a head off."""
    ids, _ = lesson.repeating_ids(np.random.default_rng(1_000), 64, 32)
    with torch.no_grad():
        logits = model(torch.from_numpy(ids), off=[off])[0]
    return logits[:, 32:].softmax(-1).amax(-1).mean().item()


def guesses_inside(seed: int, steps: int) -> float:
    """The share of guesses that are ids of their sequence, early in the training."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    model = lesson.AttentionOnly(n_layers=2, n_heads=1)
    lesson.train(model, np.random.default_rng(seed), 800, until=steps)
    ids, _ = lesson.repeating_ids(np.random.default_rng(1_000), 64, 20)
    with torch.no_grad():
        guesses = model(torch.from_numpy(ids))[0].argmax(-1)[:, 20:].numpy()
    return float(
        np.mean([np.isin(g, row).mean() for g, row in zip(guesses, ids, strict=True)])
    )

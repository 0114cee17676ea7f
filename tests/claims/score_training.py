"""Chapter 06's training with a rival explanation taken away: one matrix, signs, two."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tests.claims.register import Control, code_of

SEEDS, D_K = range(5), 32


@cache
def training() -> dict[str, Any]:
    """The chapter's own task and training."""
    return code_of(
        "chapters/06-scaling-and-scores.md",
        *("softmax", "draw_batch", "loss_and_gradients", "adam", "first_matrices", "train"),
        check=lambda _, answer: answer,
    )


@cache
def right(kind: str, seed: int, own: bool = True) -> float:
    """How often the right token wins at the end; ``own``: a token may look at itself."""
    space = training()
    softmax = space["softmax"]

    def without_own(scores: np.ndarray) -> np.ndarray:
        return softmax(np.where(np.eye(scores.shape[-1], dtype=bool), -np.inf, scores))

    space["softmax"] = softmax if own else without_own
    try:
        with np.errstate(invalid="ignore"):
            return float(space["train"](D_K**-0.5, D_K, seed, kind=kind)[1])
    finally:
        space["softmax"] = softmax


def signs_against_one() -> Control:
    """Rival: the symmetry is what hurts. Then signs, as symmetric, would not help."""
    case = [right("signs", seed) for seed in SEEDS]
    return Control(case, [right("one", seed) for seed in SEEDS], "above", by=0.5)


def one_without_its_diagonal() -> Control:
    """Rival: one matrix is too few. Then forbidding the diagonal would not help."""
    case = [right("one", seed, own=False) for seed in SEEDS]
    return Control(case, [right("one", seed) for seed in SEEDS], "above", by=0.5)


def two_against_signs() -> Control:
    """Rival: the diagonal is all. Then signs would do as well as two matrices."""
    case = [right("two", seed) for seed in SEEDS]
    return Control(case, [right("signs", seed) for seed in SEEDS], "above", by=0.2)

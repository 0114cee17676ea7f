"""What the claims of chapter 06 stand on."""

from __future__ import annotations

import numpy as np

from tests.claims.register import Control, control
from tests.claims.score_training import (
    SEEDS,
    training,
)

PAGE = "chapters/06-scaling-and-scores.md"


@control(
    "Nothing has been learnt that could justify such certainty",
    "The winner won by chance, before anything was learnt.",
)
def largest_weights() -> Control:
    """Rival: random vectors of any length leave the weights even."""
    case, rival = [], []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for d_k, side in ((512, case), (3, rival)):
            q = rng.normal(size=(500, 1, d_k))
            scores = (q @ rng.normal(size=(500, 16, d_k)).mT)[:, 0]
            side.append(training()["softmax"](scores).max(axis=-1).mean())
    return Control(case, rival, "above", by=0.5)


@control("So two queries in three get next to no gradient")
def silent_queries() -> Control:
    """Rival: without scaling, the gradients of all queries vanish."""
    shares = []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        q = rng.normal(size=(1000, 1, 512))
        scores = (q @ rng.normal(size=(1000, 16, 512)).mT)[:, 0]
        w = training()["softmax"](scores)
        table = w[..., None] * (np.eye(16) - w[:, None])
        shares.append((np.linalg.norm(table, axis=(-1, -2)) < 0.01).mean())
    return Control(shares, [2 / 3] * len(shares), "alike", by=0.05)

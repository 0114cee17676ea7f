"""Chapter 11's induction head, grown again from several seeds."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from attention_lessons.induction_model import AttentionOnly, measure, repeating_ids, train
from solutions.ch11_reading_attention.induction_score import induction_score

pytestmark = pytest.mark.slow

STEPS = 800


@pytest.mark.parametrize("seed", range(5))
def test_an_induction_head_grows_and_matters(seed: int):
    torch.manual_seed(seed)
    model = AttentionOnly(n_layers=2, n_heads=1)
    train(model, np.random.default_rng(seed), STEPS)
    ids, periods = repeating_ids(np.random.default_rng(1_000), 64)
    accuracy, _ = measure(model, ids, periods)
    assert accuracy > 0.97
    with torch.no_grad():
        _, weights = model(torch.from_numpy(ids))
    # (layers, batch, heads, n, n); a long period leaves one earlier copy.
    long = [i for i, period in enumerate(periods) if period >= 30]
    scores = [induction_score(weights[1, i, 0].numpy(), int(periods[i])) for i in long]
    assert np.mean(scores) > 0.6
    for head in ((0, 0), (1, 0)):
        assert measure(model, ids, periods, off=[head])[0] < 0.2

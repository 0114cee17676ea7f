"""Chapter 16's stored comparison, made again from one starting point."""

from __future__ import annotations

import pytest
import torch

from attention_lessons import digits, digits_study

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("way", digits_study.WAYS)
def test_a_stored_accuracy_comes_out_again(way: str):
    torch.set_num_threads(1)
    train, test = digits.split(digits.load())
    still, moved = digits_study.tested(way, digits_study.fit(way, 0, train), test)
    stored = digits_study.stored()["ways"][way]
    # Another processor adds in another order, and training magnifies that.
    assert still == pytest.approx(stored["accuracy"][0], abs=0.03)
    assert moved == pytest.approx(stored["moved_by_one"][0], abs=0.06)

"""What chapter 19 has stored, measured again where it says most."""

import json

import make_drafts as drafts
import make_experts as experts
import pytest

from attention_lessons import speculation
from attention_lessons.smollm2 import load_smollm2

pytestmark = pytest.mark.slow


def test_experts_come_out_as_they_are_stored():
    stored = json.loads(experts.STORED.read_text(encoding="utf-8"))
    assert list(stored["ways"]) == list(experts.WAYS)
    assert stored["steps"] == experts.RECIPE.steps
    small, balanced, *_, wide = names = list(experts.WAYS)
    *_, again = experts.measure(seeds=(3,), names=(small, balanced, wide))
    for found in (stored, again):
        test = {name: found["ways"][name]["held_out"] for name in (small, balanced, wide)}
        assert max(test[balanced]) + 0.4 < min(test[small])
        assert max(test[wide]) + 0.7 < min(test[balanced])
        loads = [each[0] for each in found["ways"][balanced]["loads"]]
        assert max(loads) < 0.25
    assert len(names) == 5


def test_drafts_bring_what_is_stored():
    stored = speculation.stored()
    assert len(stored["given"]) == len(speculation.GIVEN)
    assert len(stored["free"]) == len(speculation.FREE)
    model = load_smollm2()
    for kind, prompts in (("given", speculation.GIVEN), ("free", speculation.FREE)):
        again = drafts.count_passes(model, prompts[0])
        for key in ("text", "brought", "agree", "counted", "greedy"):
            assert again[key] == stored[kind][0][key], key

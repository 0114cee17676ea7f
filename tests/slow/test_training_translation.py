"""Chapter 10 trained again from several seeds, and its stored comparison made again."""

import json

import numpy as np
import pytest
import torch

from attention_lessons import translation_compare
from attention_lessons.translation_data import DATES, date_pairs, held_out
from attention_lessons.translation_model import Transformer
from attention_lessons.translation_rnn import RecurrentTranslator
from attention_lessons.translation_training import STEPS, date_rate, exact_match, train
from tests.claims.ch10_translation import TWICE_AS_WIDE, TWICE_THE_STEPS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]


@pytest.mark.parametrize("seed", range(5))
def test_dates_are_translated_from_any_seed(seed: int):
    torch.manual_seed(seed)
    model = Transformer(len(DATES.source), len(DATES.target))
    train(model, DATES.batches(np.random.default_rng(seed)), STEPS, date_rate)
    unseen = date_pairs(np.random.default_rng(1), 1000, unseen=True)
    assert all(held_out(answer) for _, answer in unseen)
    assert exact_match(model, DATES, unseen) >= 0.90


def test_without_attention_more_steps_get_more_through_the_vector():
    stored = json.loads(translation_compare.STORED.read_text(encoding="utf-8"))
    once = stored["models"]["GRU without attention"]
    model, _ = translation_compare.fit("GRU without attention", 0, 2 * once["steps"])
    found = translation_compare.by_length(model, 0)[-1]
    assert abs(found - TWICE_THE_STEPS[0]) < 0.2
    assert found > once["exact_match"][0][-1] + 0.15


def test_without_attention_a_wider_vector_holds_more(monkeypatch: pytest.MonkeyPatch):
    stored = json.loads(translation_compare.STORED.read_text(encoding="utf-8"))
    once = stored["models"]["GRU without attention"]
    monkeypatch.setitem(
        translation_compare.MODELS,
        "twice as wide",
        lambda: RecurrentTranslator(
            *translation_compare.SIZES,
            attention=False,
            encoder_width=176,
            decoder_width=120,
        ),
    )
    model, _ = translation_compare.fit("twice as wide", 0, once["steps"])
    found = translation_compare.by_length(model, 0)[-1]
    assert abs(found - TWICE_AS_WIDE[0]) < 0.2
    assert found > once["exact_match"][0][-1] + 0.1


def test_the_comparison_says_what_the_stored_one_says():
    stored = json.loads(translation_compare.STORED.read_text(encoding="utf-8"))
    (again,) = translation_compare.measure(seeds=(0,))
    for results in (stored, again):
        models = results["models"].values()
        for seed in zip(*(model["exact_match"] for model in models), strict=True):
            without, bahdanau, transformer = seed
            assert min(*bahdanau[:5], *transformer[:5]) > 0.9
            # Where it bends depends on how many steps fit the time: .62 at five, once.
            assert without[4] < min(bahdanau[4], transformer[4]) + 0.02
            assert without[-1] < 0.3 < 0.9 < bahdanau[-1]
            assert without[-1] + 0.3 < transformer[-1] < bahdanau[-1] + 0.02
        sizes = [model["parameters"] for model in models]
        assert max(sizes) < 1.01 * min(sizes)

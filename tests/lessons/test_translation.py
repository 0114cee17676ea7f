"""The translator of chapter 10: its data, its models, its decoding. No training."""

from __future__ import annotations

import datetime

import numpy as np
import pytest
import torch

from attention_lessons.translation_data import (
    BOS,
    DATES,
    EOS,
    PAD,
    SPOKEN_DIGITS,
    STYLES,
    date_pairs,
    digit_pairs,
    held_out,
)
from attention_lessons.translation_model import Transformer, cross_attention_weights
from attention_lessons.translation_rnn import RecurrentTranslator
from attention_lessons.translation_training import greedy, shifted, translate
from solutions.ch10_translation.greedy_decode import greedy_decode
from solutions.ch10_translation.shift_right import shift_right

SIZES = len(DATES.source), len(DATES.target)
MODELS = {
    "transformer": lambda: Transformer(*SIZES, d_model=16, d_ff=32, num_layers=2),
    "gru": lambda: RecurrentTranslator(*SIZES, attention=False),
    "bahdanau": lambda: RecurrentTranslator(*SIZES, attention=True),
}
each_model = pytest.mark.parametrize("name", MODELS)


def model_and_batch(name: str) -> tuple[torch.nn.Module, torch.Tensor, torch.Tensor]:
    torch.manual_seed(0)
    pairs = date_pairs(np.random.default_rng(0), 6)
    source, target = (torch.from_numpy(ids) for ids in DATES.arrays(pairs))
    return MODELS[name]().eval(), source, target


def test_every_style_says_which_day_it_is():
    """No two days of two years give the same text in the same style."""
    start = datetime.date(1999, 1, 1)
    days = [start + datetime.timedelta(days=i) for i in range(800)]
    for write in STYLES.values():
        assert len({write(day) for day in days}) == len(days)


@pytest.mark.parametrize("task", [DATES, SPOKEN_DIGITS], ids=["dates", "digits"])
def test_ids_and_texts_are_the_same_thing(task):
    for source, target in task.draw(np.random.default_rng(0), 500):
        assert task.source.decode(task.source.encode(source)) == source
        assert task.target.decode(task.target.encode(target)) == target


def test_training_never_shows_what_is_held_out():
    rng = np.random.default_rng(0)
    assert not any(held_out(answer) for _, answer in date_pairs(rng, 2000))
    assert all(held_out(answer) for _, answer in date_pairs(rng, 100, unseen=True))
    long = [answer for _, answer in digit_pairs(rng, 2000) if len(answer) > 3]
    assert long
    assert not any(map(held_out, long))


@each_model
def test_padding_does_not_matter(name: str):
    model, source, target = model_and_batch(name)
    wider = torch.nn.functional.pad(source, (0, 5), value=PAD)
    assert torch.allclose(
        model(source, shifted(target)), model(wider, shifted(target)), atol=1e-5
    )


@each_model
def test_no_position_sees_the_future(name: str):
    model, source, target = model_and_batch(name)
    changed = shifted(target).clone()
    changed[:, 5:] = EOS
    same = torch.isclose(
        model(source, shifted(target))[:, :5], model(source, changed)[:, :5], atol=1e-5
    )
    assert same.all()


@each_model
def test_a_batch_is_translated_as_one_by_one(name: str):
    model, source, _ = model_and_batch(name)
    together = greedy(model, source, 12).tolist()

    for row, ids in zip(source, together, strict=True):
        with torch.no_grad():
            encoded = model.encode(row[None])

            def step_logits(so_far, encoded=encoded):
                return model.decode(torch.tensor(so_far)[None], *encoded)[0, -1].numpy()

            alone = greedy_decode(step_logits, BOS, EOS, 12).tolist()
        assert ids[: len(alone)] == alone
        assert set(ids[len(alone) :]) <= {PAD}


def test_translations_come_in_the_order_of_the_texts():
    model, _, _ = model_and_batch("transformer")
    texts = [source for source, _ in date_pairs(np.random.default_rng(1), 20)]
    assert translate(model, DATES, texts) == [
        translate(model, DATES, [text])[0] for text in texts
    ]


def test_the_two_ways_to_shift_agree():
    _, _, target = model_and_batch("transformer")
    assert np.array_equal(shifted(target).numpy(), shift_right(target.numpy(), BOS))


def test_cross_attention_weights_are_those_the_model_uses():
    """Applied to the layer's values they give what its output layer receives."""
    model, source, target = model_and_batch("transformer")
    caught = {}
    for i, block in enumerate(model.decoder):
        part = block.cross_attention
        part.value.register_forward_hook(
            lambda _l, _i, output, i=i: caught.update({(i, "values"): output})
        )
        part.fc_out.register_forward_hook(
            lambda _l, inputs, _o, i=i: caught.update({(i, "context"): inputs[0]})
        )
    weights = cross_attention_weights(model, source, shifted(target))
    assert weights.shape == (2, 6, 4, target.shape[1], source.shape[1])
    for i in range(2):
        values = caught[i, "values"].unflatten(-1, (4, -1)).transpose(1, 2)
        context = (weights[i] @ values).transpose(1, 2).flatten(2)
        assert torch.allclose(context, caught[i, "context"], atol=1e-5)

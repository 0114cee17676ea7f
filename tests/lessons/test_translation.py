"""The translator of chapter 10: its data, its models, its decoding. No training."""

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
    readings,
)
from attention_lessons.translation_model import Transformer, cross_attention_weights
from attention_lessons.translation_rnn import RecurrentTranslator
from attention_lessons.translation_scores import chrf
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


def test_a_short_text_may_be_every_day_that_some_style_writes_so():
    for source, target in date_pairs(np.random.default_rng(0), 300, style="short 2"):
        assert target in readings(source)
        for day in map(datetime.date.fromisoformat, readings(source)):
            short = [write(day) for name, write in STYLES.items() if "short" in name]
            assert short.count(source) == readings(source)[day.isoformat()]


def test_a_text_with_four_figures_for_the_year_has_no_second_reading():
    pairs = date_pairs(np.random.default_rng(0), 500)
    assert not any(readings(text) for text, day in pairs if day[:4] in text)


# What sacreBLEU 2.6.0 gives (signature nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no).
SCORES = {
    ("2021-03-04", "2021-03-04"): 100.0,
    ("2021-04-03", "2021-03-04"): 60.01322751322752,
    ("2021", "2021-03-04"): 32.879188099541224,
    ("", "2021-03-04"): 0.0,
    ("ab", "ab"): 100.0,
    ("the cat sat on the mat", "the cat is on the mat"): 64.5779420625287,
    ("The dog does see the cat.", "The dog does not see the cat."): 74.44930607922377,
}


@pytest.mark.parametrize(("answer", "target"), SCORES)
def test_chrf_is_what_the_program_that_papers_quote_gives(answer: str, target: str):
    assert chrf([answer], [target]) == pytest.approx(SCORES[answer, target])


def test_chrf_of_a_set_counts_over_the_whole_set():
    answers = "the cat sat on the mat", "A dog barked.", "guten Tag"
    targets = "the cat is on the mat", "The dog barked loudly.", "guten Morgen"
    assert chrf(answers, targets) == pytest.approx(48.75050219958314)
    empty = chrf(["ab", "Das ist gut", "x"], ["", "Das war gut", "xyz"])
    assert empty == pytest.approx(21.278478212784787)


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

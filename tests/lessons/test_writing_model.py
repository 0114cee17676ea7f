"""The language model of the reader's blocks, and writing with it."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from attention_lessons.writing_model import (
    LanguageModel,
    with_cache,
    without_cache,
    write_on,
)
from attention_lessons.writing_training import Recipe, all_logits, fit, random_batch
from lessons.right_answers import right_answer
from solutions.ch13_writing_text.next_token_probabilities import (
    next_token_probabilities,
)
from solutions.ch13_writing_text.perplexity import perplexity
from solutions.ch13_writing_text.training_step import EXERCISE

VOCAB = 23
SIZE = {"d_model": 16, "num_heads": 2, "num_layers": 2, "context": 12}


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    yield
    torch.set_num_threads(before)


def text(count: int = 400) -> np.ndarray:
    """Ids that go up by one or by two: a bigram knows half of it."""
    steps = np.random.default_rng(0).integers(1, 3, size=count)
    return np.cumsum(steps) % VOCAB


@pytest.mark.parametrize("kind", [{}, {"gelu": True}, {"tied": False}, {"dropout": 0.3}])
def test_no_place_sees_the_future(kind: dict):
    model = LanguageModel(VOCAB, **SIZE, **kind).eval()
    ids = torch.from_numpy(text(12))[None]
    changed = ids.clone()
    changed[:, 7:] = 1
    torch.testing.assert_close(model(ids)[:, :7], model(changed)[:, :7])


def test_what_is_tied_is_one_table_and_dropout_works_while_training_only():
    tied, apart = (LanguageModel(VOCAB, **SIZE, tied=tied) for tied in (True, False))
    assert tied.to_logits.weight is tied.embedding.weight
    assert apart.to_logits.weight is not apart.embedding.weight
    model = LanguageModel(VOCAB, **SIZE, dropout=0.5)
    ids = torch.from_numpy(text(12))[None]
    assert not torch.equal(model.train()(ids), model(ids))
    assert torch.equal(model.eval()(ids), model(ids))


def test_a_cache_changes_no_logit():
    model = LanguageModel(VOCAB, **SIZE).eval()
    ids = text(12)
    cached, plain = with_cache(model), without_cache(model)
    for n in (3, 4, 5, 9, 12):  # a prompt, one id at a time, several at once
        np.testing.assert_allclose(cached(ids[:n]), plain(ids[:n]), atol=1e-5)


def test_writing_draws_from_what_the_model_says():
    model = LanguageModel(VOCAB, **SIZE).eval()
    rng = np.random.default_rng(1)

    def choose(logits):
        p = next_token_probabilities(logits, temperature=0.8, top_p=0.9)
        return rng.choice(len(p), p=p)

    written = write_on(without_cache(model), [3, 4], 30, choose)  # past the context
    assert len(written) == 32
    assert written[:2] == [3, 4]
    assert set(written) <= set(range(VOCAB))


def test_training_learns_what_there_is_to_know():
    recipe = Recipe(steps=120, batch=8, peak=1e-2)
    model = recipe.model(VOCAB, **SIZE)
    untrained = perplexity(*all_logits(model, text()))
    losses = fit(model, text(4000), recipe)
    assert 0.8 * VOCAB < untrained < 1.4 * VOCAB
    assert len(losses) == 120
    assert perplexity(*all_logits(model, text())) < 3  # 2 is all there is
    again = recipe.model(VOCAB, **SIZE)
    assert fit(again, text(4000), replace(recipe, steps=2))[0] != losses[-1]


def test_clipping_makes_the_gradient_no_longer_than_it_may_be():
    seen = []

    def step(model, optimizer, ids):
        optimizer.zero_grad()
        (1e3 * model(ids)).square().mean().backward()
        optimizer.step()
        gradients = [p.grad.norm() for p in model.parameters() if p.grad is not None]
        seen.append(torch.stack(gradients).norm().item())
        return 0.0

    for clip in (1.0, None):
        recipe = Recipe(steps=1, batch=2, clip=clip)
        fit(recipe.model(VOCAB, **SIZE), text(), recipe, step)
    assert seen[0] == pytest.approx(1, rel=1e-3)
    assert seen[1] > 10


STEPS = ("all read, the last dropped", "gradients asked for, cleared afterwards")


@pytest.mark.parametrize("label", STEPS)
def test_every_right_training_step_trains_it_alike(label):
    step = right_answer("write.training_step", label)
    recipe, runs = Recipe(steps=5, batch=2), []
    for each in (EXERCISE.reference, step):
        torch.manual_seed(0)
        runs.append(fit(recipe.model(VOCAB, **SIZE), text(), recipe, each))
    np.testing.assert_allclose(*runs, rtol=1e-4)


def test_logits_and_targets_belong_together():
    model = LanguageModel(VOCAB, **SIZE).eval()
    ids = text(40)  # three stretches of 12 and a rest
    logits, targets = all_logits(model, ids)
    assert logits.shape == (36, VOCAB)
    assert np.array_equal(targets, ids[1:37])
    own = model(torch.from_numpy(ids[12:24])[None])[0].detach().numpy()
    np.testing.assert_allclose(logits[12:24], own, atol=1e-5)
    batch = random_batch(ids, np.random.default_rng(0), 5, 12)
    assert batch.shape == (5, 13)

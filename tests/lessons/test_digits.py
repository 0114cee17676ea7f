"""Chapter 16's data, its two networks, and what is stored of their comparison."""

import numpy as np
import pytest
import torch

from attention_figures import images as figures
from attention_lessons import digits, digits_study, vision
from solutions.ch16_images.embed_patches import embed_patches
from solutions.ch16_images.patchify import patchify


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def cut() -> tuple[digits.Digits, digits.Digits]:
    return digits.split(digits.load())


def test_the_images_are_cut_in_the_order_of_the_file(cut):
    train, test = cut
    assert (len(train), len(test)) == (1000, 797)
    everything = digits.load()
    assert np.array_equal(np.concatenate([train.images, test.images]), everything.images)
    assert everything.images.dtype == np.float32
    assert (everything.images.min(), everything.images.max()) == (0, 1)


def test_moved_images_lose_what_leaves_and_gain_nothing():
    images = np.arange(1, 13, dtype=np.float32).reshape(1, 3, 4)
    assert digits.moved(images, 1, 0)[0].tolist() == [[0] * 4, *images[0, :2].tolist()]
    right = digits.moved(images, 0, 1)[0]
    assert right[:, 0].tolist() == [0, 0, 0]
    assert np.array_equal(right[:, 1:], images[0, :, :-1])
    assert np.array_equal(digits.moved(images, 0, 0), images)


def test_the_transformers_tokens_are_the_readers_function(cut):
    patches = patchify(cut[0].images[:3], 2)
    model = vision.VisionTransformer()
    known = {name: p.detach().numpy() for name, p in model.named_parameters()}
    mine = embed_patches(
        patches,
        known["embed.weight"].T,
        known["embed.bias"],
        known["class_token"],
        known["positions"],
    )
    theirs = model.tokens(torch.from_numpy(patches)).detach().numpy()
    assert np.allclose(mine, theirs, atol=1e-6)


def test_attention_shows_the_weights_that_the_blocks_use(cut):
    """With these weights and the block's own values the block's output comes out."""
    model = vision.VisionTransformer(n_layers=1)
    patches = torch.from_numpy(patchify(cut[0].images[:2], 2))
    (weights,) = model.attention(patches)
    assert np.allclose(weights.sum(axis=-1), 1, atol=1e-5)
    block, x = model.blocks[0], model.tokens(patches)
    values = block.attention.value(block.norm1(x))
    values = values.unflatten(-1, (4, -1)).transpose(1, 2)  # (batch, heads, n + 1, 8)
    context = (torch.from_numpy(weights) @ values).transpose(1, 2).flatten(2)
    x = x + block.attention.fc_out(context)
    x = x + block.feed_forward(block.norm2(x))
    logits = model.to_logits(model.norm(x[:, 0]))
    assert torch.allclose(logits, model(patches), atol=1e-5)


def test_without_positions_patches_are_a_set(cut):
    torch.manual_seed(0)
    patches = torch.from_numpy(patchify(cut[0].images[:4], 2))
    places = torch.randperm(16)
    bag, ordered = (
        vision.VisionTransformer(with_positions=False),
        vision.VisionTransformer(),
    )
    assert torch.allclose(bag(patches), bag(patches[:, places]), atol=1e-5)
    assert not torch.allclose(ordered(patches), ordered(patches[:, places]), atol=1e-5)


def test_shuffled_images_hold_the_same_patches_in_the_same_other_places(cut):
    images = cut[0].images[:5]
    back = patchify(digits_study.shuffled_images(images), 2)
    assert np.array_equal(back, patchify(images, 2)[:, digits_study.SHUFFLE])
    assert sorted(digits_study.SHUFFLE) == list(range(16))


def test_the_same_seed_trains_the_same_network(cut):
    train = digits.Digits(cut[0].images[:60], cut[0].labels[:60])
    for way in ("convolution", "Transformer, moved"):
        first, second = (digits_study.fit(way, 3, train, passes=2) for _ in range(2))
        for p, q in zip(first.parameters(), second.parameters(), strict=True):
            assert torch.equal(p, q)


def test_what_is_stored_is_of_these_networks(cut):
    stored = digits_study.stored()
    assert stored["ways"].keys() == digits_study.WAYS.keys()
    assert stored["passes"] == vision.PASSES
    assert (stored["trained_on"], stored["tested_on"]) == tuple(map(len, cut))
    for found in stored["ways"].values():
        assert len(found["accuracy"]) == len(digits_study.SEEDS)
    assert stored["longer"]["passes"] == digits_study.LONG
    assert tuple(stored["longer"]["ways"]) == digits_study.LONGER


def test_the_figures_say_what_they_show(cut):
    maps = np.full((2, 4, 4), 1 / 16)
    maps[1, 2, 3] = 0.5
    assert "row 3, column 4" in figures.looks(cut[0].images[:2], maps).alt
    assert "16 numbered squares" in figures.cut(cut[0].images[0], 2).alt
    plain = figures.comparison(digits_study.stored(), 0.93)
    assert "logistic regression: 0.930" in plain.alt

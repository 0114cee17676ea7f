"""The small measures of chapter 15, and what the chapter needs of the decoder."""

import types

import numpy as np
import pytest

from attention_lessons import inside
from attention_lessons.model_files import SMOLLM2, is_installed
from attention_lessons.smollm2 import load_smollm2


def test_a_word_is_where_its_pieces_stand():
    pieces = ["Doctor", " Z", "or", " sees", " or", " Zor", "."]
    assert inside.places_of(pieces, "Zor") == [1, 2]
    assert inside.places_of(pieces, "or") == [2]
    assert inside.places_of(pieces, "sees") == [3]
    with pytest.raises(ValueError, match="'Zo' is not in"):
        inside.places_of(pieces, "Zo")


def test_random_ids_come_twice_behind_one():
    ids = inside.twice(np.random.default_rng(3), 5, 1000)
    assert ids.shape == (11,)
    assert ids[0] == 1
    assert np.array_equal(ids[1:6], ids[6:])
    assert ids[1:].min() >= 100


def test_a_loss_is_what_the_next_token_costs():
    logits = np.log([[0.5, 0.25, 0.25], [0.1, 0.1, 0.8], [1 / 3] * 3])
    found = inside.loss((logits + 1000).astype(np.float32), [2, 0, 2])
    assert np.allclose(found, [-np.log(0.5), -np.log(0.8)], atol=1e-3)


def test_heads_come_in_the_order_of_their_scores():
    scores = np.array([[0.1, 0.7], [0.3, 0.2], [0.9, 0.0]])
    assert inside.heads_in_order(scores, 3) == [(2, 0), (0, 1), (1, 0)]


def test_a_text_is_read_once_and_edits_are_never_remembered():
    asked = []

    def run(ids, edit=None, plain=None):
        asked.append((edit, plain))
        return np.array(ids), np.zeros(3)

    remembered = inside.remembering(run)
    first, again = remembered([1, 2]), remembered(np.array([1, 2]))
    assert first is again
    remembered([1, 2], max)
    remembered([1, 2], max)
    remembered([1, 3], max)
    assert asked == [(None, None), (max, first), (max, first), (max, None)]


def test_every_sentence_has_two_words_and_two_endings():
    assert len(inside.PRONOUNS) == 16
    for beginning, one, other, *endings in inside.PRONOUNS:
        assert len(endings) == len(set(endings)) == 2
        assert all(word in beginning.split() for word in (one, other, "it"))


def test_lengths_are_those_of_each_value_times_its_own_matrix():
    rng = np.random.default_rng(0)
    n, d, heads, kv, d_k = 3, 5, 4, 2, 2
    shape = types.SimpleNamespace(n_layers=1, n_heads=heads, n_kv_heads=kv, head_dim=d_k)
    W_v, W_o = rng.normal(size=(d, kv * d_k)), rng.normal(size=(heads, d_k, d))
    x = rng.normal(size=(n, d))
    model = types.SimpleNamespace(
        config=shape,
        embed=lambda ids: x,
        layers=[{"attn_norm.weight": np.ones(d), "attn_v.weight": W_v}],
        parts=types.SimpleNamespace(rms_norm=lambda x, weight: 2 * x),
        output_heads=lambda layer: W_o,
    )
    trace = types.SimpleNamespace(hidden=np.zeros((1, n, d)))
    found = inside.added_lengths(model, [0, 1, 2], trace)
    assert found.shape == (1, heads, n)
    for head, place in np.ndindex(heads, n):
        group = head // (heads // kv)
        value = 2 * x[place] @ W_v[:, group * d_k : (group + 1) * d_k]
        expected = np.linalg.norm(value @ W_o[head])
        assert found[0, head, place] == pytest.approx(expected)


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(SMOLLM2), reason="not installed: make models")
def test_a_layer_adds_what_its_heads_and_its_network_add():
    model = load_smollm2()
    ids = model.tokenizer.encode("The capital of France is")
    trace = model.trace(ids)
    layer, own = 23, model.layers[23]
    heads = np.einsum("nhv,hvd->nd", trace.z[layer], model.output_heads(layer))
    between = trace.hidden[layer - 1] + heads
    normed = model.parts.rms_norm(between, own["ffn_norm.weight"])
    names = (f"ffn_{name}.weight" for name in ("gate", "up", "down"))
    network = model.parts.swiglu(normed, *(own[name] for name in names))
    assert np.allclose(between + network, trace.hidden[layer], atol=1e-2, rtol=1e-4)
    size = np.sqrt((trace.hidden[-1] ** 2).mean(axis=-1, keepdims=True) + model.config.eps)
    logits = (trace.hidden[-1] / size * model.output_norm) @ model.table.T
    assert np.allclose(logits, trace.logits, atol=1e-2)
    assert trace.logits[-1].argmax() == model.tokenizer.encode(" Paris")[0]

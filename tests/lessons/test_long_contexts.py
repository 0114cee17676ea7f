"""Chapter 18: each new function against another form of it, and the stored losses."""

from pathlib import Path

import make_long_contexts as script
import numpy as np
import pytest
import torch

from attention_lessons import long_contexts as study
from attention_lessons import real_model_study
from attention_lessons.model_files import SMOLLM2, is_installed
from attention_lessons.smollm2 import load_smollm2
from solutions.ch03_numpy.softmax import softmax
from solutions.ch07_masking.batch_mask import batch_mask
from solutions.ch07_masking.causal_mask import causal_mask
from solutions.ch07_masking.masked_softmax import masked_softmax
from solutions.ch12_efficient_attention.alibi_bias import alibi_bias
from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
from solutions.ch12_efficient_attention.kv_cache import KVCache
from solutions.ch14_real_model.dequantize_q4_1 import dequantize_q4_1
from solutions.ch18_long_contexts.absorbed_queries import absorbed_queries
from solutions.ch18_long_contexts.delta_chunk import delta_chunk
from solutions.ch18_long_contexts.delta_rule import delta_rule
from solutions.ch18_long_contexts.evicting_cache import EvictingCache
from solutions.ch18_long_contexts.flexible_attention import flexible_attention
from solutions.ch18_long_contexts.latent_attention import latent_attention
from solutions.ch18_long_contexts.paged_cache import PagedCache
from solutions.ch18_long_contexts.quantise_cache import quantise_cache
from solutions.ch18_long_contexts.stretch_rope import stretch_rope
from tests.claims.register import code_of

needs_model = pytest.mark.skipif(
    not is_installed(SMOLLM2), reason="SmolLM2 is not installed: make models"
)
BOOK = Path(__file__).resolve().parents[2] / "book"
PAGE = "chapters/18-long-contexts.md"


def turned(x: np.ndarray, speeds: np.ndarray, places: np.ndarray) -> np.ndarray:
    pairs = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.outer(places, speeds))
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(x.shape)


def test_interpolated_speeds_are_divided_positions():
    x, places = np.random.default_rng(0).normal(size=(9, 16)), np.arange(9) * 100
    by_speeds = turned(x, stretch_rope(16, 2048, 4.0, "interpolation", 500.0), places)
    np.testing.assert_allclose(by_speeds, apply_rope(x, places / 4, 500.0), atol=1e-9)


def test_yarn_is_its_papers_formula_with_wavelengths():
    d, trained, s, base = 64, 8192, 4.0, 1e5
    for i, speed in enumerate(stretch_rope(d, trained, s, "yarn", base)):
        wavelength = 2 * np.pi * base ** (2 * i / d)
        ratio = trained / wavelength
        ramp = 0 if ratio < 1 else 1 if ratio > 32 else (ratio - 1) / (32 - 1)
        old = base ** (-2 * i / d)
        np.testing.assert_allclose(speed, (1 - ramp) * old / s + ramp * old)


@pytest.mark.parametrize("factor", [2.0, 8.0, 32.0])
def test_ntk_keeps_the_first_pair_and_divides_the_last_by_the_factor(factor: float):
    old, new = (stretch_rope(64, 2048, f, "ntk") for f in (1.0, factor))
    np.testing.assert_allclose([new[0], new[-1]], [old[0], old[-1] / factor])


def latent_arrays(seed: int = 1):
    rng, (n, d, r, d_k, d_v, d_r, h) = np.random.default_rng(seed), (9, 12, 5, 4, 3, 6, 2)
    shapes = (n, d), (h, d, d_k), (d, r), (h, r, d_k), (h, r, d_v), (h, d, d_r), (d, d_r)
    return [rng.normal(size=shape) for shape in shapes]


def test_latent_attention_is_that_of_chapter_12_with_long_queries_and_keys():
    x, W_q, W_down, W_k, W_v, W_qr, W_kr = arrays = latent_arrays()
    places, c = np.arange(len(x)), x @ W_down
    q = np.concatenate([x @ W_q, apply_rope(x @ W_qr, places)], axis=-1)
    rotary = np.broadcast_to(apply_rope(x @ W_kr, places), (2, *(x @ W_kr).shape))
    k = np.concatenate([c @ W_k, rotary], axis=-1)
    expanded = grouped_query_attention(q, k, c @ W_v, causal_mask(len(x)))
    np.testing.assert_allclose(latent_attention(*arrays)[0], expanded, atol=1e-10)


def test_absorbed_queries_are_exact_for_each_token_of_a_text():
    x, W_q, _, W_k, W_v, W_qr, _ = arrays = latent_arrays(2)
    context, latents, keys = latent_attention(*arrays)
    for i in range(len(x)):
        q, q_turned = (x[i] @ W_q), apply_rope(x[i : i + 1] @ W_qr, np.array([i]))[:, 0]
        one = absorbed_queries(latents[: i + 1], keys[: i + 1], q, q_turned, W_k, W_v)
        np.testing.assert_allclose(one, context[:, i], atol=1e-10)


@pytest.mark.parametrize(("first", "newest"), [(0, 5), (2, 4), (3, 1), (4, 40)])
def test_a_cache_that_drops_tokens_is_a_mask(first: int, newest: int):
    q, k, v = np.random.default_rng(3).normal(size=(3, 20, 6))
    query, key = np.arange(20)[:, None], np.arange(20)
    mask = (key <= query) & ((key < first) | (query - key < newest))
    masked = masked_softmax(q @ k.T / 6**0.5, mask) @ v
    cache = EvictingCache(first, newest)
    for i in range(20):
        cache.append(k[i : i + 1], v[i : i + 1])
        np.testing.assert_array_equal(cache.kept(), np.flatnonzero(mask[i]))
        np.testing.assert_allclose(cache.attend(q[i : i + 1])[0], masked[i], atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_pages_read_as_a_cache_of_ones_own(seed: int):
    rng, paged = np.random.default_rng(seed), PagedCache(4)
    alone: dict[str, list[np.ndarray]] = {}
    for step in range(60):
        names = list(alone)
        what = rng.choice(["append", "fork", "free"], p=[0.7, 0.2, 0.1]) if names else ""
        name = str(rng.choice(names)) if names else "0"
        if what == "fork":
            paged.fork(name, str(step))
            alone[str(step)] = list(alone[name])
        elif what == "free":
            paged.free(name)
            del alone[name]
        else:
            tokens = rng.normal(size=(2, int(rng.integers(1, 6)), 3))
            paged.append(name, *tokens)
            alone.setdefault(name, []).append(tokens)
        tables = sum(-(-sum(t.shape[1] for t in own) // 4) for own in alone.values())
        assert paged.blocks() <= tables
        for name, own in alone.items():
            cache, q = KVCache(), rng.normal(size=(2, 3))
            cache.append(*np.concatenate(own, axis=1))
            np.testing.assert_allclose(paged.attend(name, q), cache.attend(q), atol=1e-12)
    for name in list(alone):
        paged.free(name)
    assert paged.blocks() == 0


def test_four_bits_in_groups_of_32_are_the_blocks_of_chapter_14():
    x = np.random.default_rng(4).normal(size=(5, 64)).astype(np.float32)
    codes, low, step = quantise_cache(x, 4, 32)
    halves = codes.reshape(5, 2, 2, 16)
    scales = np.stack([step, low], axis=-1).astype(np.float16)  # (5, 2, 2)
    packed = np.concatenate(
        [scales.view(np.uint8), halves[:, :, 0] | halves[:, :, 1] << 4], axis=-1
    )
    restored = np.repeat(low, 32, axis=-1) + np.repeat(step, 32, axis=-1) * codes
    np.testing.assert_allclose(
        dequantize_q4_1(packed.reshape(5, 40).astype(np.uint8)), restored, atol=2e-2
    )


def delta_arrays(n: int = 23):
    rng = np.random.default_rng(5)
    q, k = rng.normal(size=(2, n, 6))
    k /= np.linalg.norm(k, axis=-1, keepdims=True)
    gates = rng.uniform(0.3, 1, size=(2, n))
    return q, k, rng.normal(size=(n, 4)), *gates, rng.normal(size=(6, 4))


def test_the_delta_rule_is_a_step_down_the_gradient_of_what_is_read_wrongly():
    q, k, v, write, keep, memory = delta_arrays()
    S = torch.from_numpy(memory)
    for i in range(len(q)):
        S = (keep[i] * S).detach().requires_grad_()
        off = torch.from_numpy(k[i]) @ S - torch.from_numpy(v[i])
        (off @ off / 2).backward()
        S = S.detach() - write[i] * S.grad
    _, last = delta_rule(q, k, v, write, keep, memory)
    np.testing.assert_allclose(last, S.numpy(), atol=1e-10)


@pytest.mark.parametrize("size", [1, 2, 7, 23])
def test_chunks_of_any_size_give_what_token_by_token_gives(size: int):
    *tokens, memory = delta_arrays()
    out, last = delta_rule(*tokens, memory)
    parts = []
    for start in range(0, 23, size):
        part, memory = delta_chunk(*(a[start : start + size] for a in tokens), memory)
        parts.append(part)
    np.testing.assert_allclose(np.concatenate(parts), out, atol=1e-9)
    np.testing.assert_allclose(memory, last, atol=1e-9)


@pytest.mark.parametrize("gates", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.2, 0.5, 0.3)])
def test_native_sparse_attention_is_three_masked_ones_of_everything(gates):
    code = code_of(PAGE, "attend", "block_sparse", softmax=softmax)
    rng = np.random.default_rng(7)
    q, k, v = rng.normal(size=5), rng.normal(size=(24, 5)), rng.normal(size=(24, 3))
    means_k, means_v = (
        np.array([a[i : i + 4].mean(0) for i in range(0, 24, 4)]) for a in (k, v)
    )
    best = sorted(range(1, 5), key=lambda block: -means_k[block] @ q)[:2]
    in_blocks = np.isin(np.arange(24) // 4, [0, 5, *best])
    expected = (
        gates[0] * softmax(means_k @ q / 5**0.5) @ means_v
        + gates[1] * masked_softmax(k @ q / 5**0.5, in_blocks) @ v
        + gates[2] * masked_softmax(k @ q / 5**0.5, np.arange(24) >= 17) @ v
    )
    found = code["native_sparse"](q, k, v, 4, 2, 7, gates)
    np.testing.assert_allclose(found, expected, atol=1e-12)
    if gates == (0, 1, 0):
        np.testing.assert_allclose(code["block_sparse"](q, k, v, 4, 2), expected)


def test_all_best_blocks_are_everything():
    code = code_of(PAGE, "attend", "block_sparse", softmax=softmax)
    q, (k, v) = np.ones(4), np.random.default_rng(8).normal(size=(2, 18, 4))
    dense = softmax(k @ q / 2) @ v
    np.testing.assert_allclose(code["block_sparse"](q, k, v, 3, 9), dense)


MASKS = {
    "causal": (causal_mask(13), lambda query, key: key <= query),
    "padding": (np.arange(13)[None] < 9, lambda query, key: (key < 9) & (query >= 0)),
    "all three, of a batch": (
        batch_mask(np.array([9]), 13, 4)[0, 0],
        lambda query, key: (key <= query) & (key < 9) & (query - key < 4),
    ),
    "window": (
        causal_mask(13) & ~np.tri(13, 13, -4, dtype=bool),
        lambda query, key: (key <= query) & (query - key < 4),
    ),
}


@pytest.mark.parametrize("name", MASKS)
def test_masks_of_chapters_07_and_12_fit_into_two_functions(name: str):
    q, k, v = np.random.default_rng(6).normal(size=(3, 4, 13, 8))
    dense, mask_mod = MASKS[name]
    slopes, bias = 2.0 ** (-8 * np.arange(1, 5) / 4), alibi_bias(13, 4)
    scores = q @ np.swapaxes(k, 1, 2) / 8**0.5
    for given, score_mod in (
        (0, lambda scores, head, query, key: scores),
        (
            bias,
            lambda scores, head, query, key: (
                scores - slopes[head] * np.maximum(query - key, 0)
            ),
        ),
    ):
        expected = masked_softmax(scores + given, np.broadcast_to(dense, (13, 13))) @ v
        out, _ = flexible_attention(q, k, v, score_mod, mask_mod, 4)
        np.testing.assert_allclose(out, expected, atol=1e-10)


def test_the_mask_of_a_step_with_a_cache_fits_too():
    q, k, v = np.random.default_rng(9).normal(size=(3, 2, 13, 8))
    expected = masked_softmax(
        q[:, -5:] @ np.swapaxes(k, 1, 2) / 8**0.5, causal_mask(13)[-5:]
    )
    out, _ = flexible_attention(
        q[:, -5:],
        k,
        v,
        lambda scores, head, query, key: scores,
        lambda query, key: key <= query + 8,
        4,
    )
    np.testing.assert_allclose(out, expected @ v, atol=1e-10)


@pytest.mark.slow
@needs_model
def test_the_scripts_model_is_that_of_chapter_14():
    model = load_smollm2()
    ids = np.array(model.tokenizer.encode(real_model_study.TEXT))
    theirs = script.losses(model, ids, "as trained").mean()
    assert abs(theirs - real_model_study.loss(model, ids)) < 1e-3


@pytest.mark.slow
@needs_model
def test_the_fall_beyond_the_trained_length_is_measured_again():
    far, model = study.by_position(), load_smollm2()
    tokens = far["trained"] + 7 * far["bin"]
    ids = study.docstring_ids(model, 1, tokens)[0]
    again = script.bins(script.losses(model, ids, "as trained"))
    stored = far["texts"]["docstrings"]["as trained"][: len(again)]
    np.testing.assert_allclose(again, stored, rtol=0.05)
    trained = far["trained"] // far["bin"]
    assert again[-1] > np.mean(again[:trained]) + 1


@pytest.mark.slow
@needs_model
def test_the_beginning_of_the_stored_losses_is_measured_again():
    model, far = load_smollm2(), study.by_position()
    ids = study.docstring_ids(model, 1, 1024)[0]  # a causal model: the rest is not needed
    rows = far["texts"]["docstrings"]
    for way in set(rows) - {script.YARDSTICK}:
        again = script.bins(script.losses(model, ids, way))
        np.testing.assert_allclose(again, rows[way][:2], atol=2e-2)

"""What the claims of chapter 18 stand on."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from attention_lessons import long_contexts as study
from attention_lessons.inside import LIBRARY
from attention_lessons.model_files import SMOLLM2, is_installed
from attention_lessons.real_model_study import ORDINARY
from attention_lessons.smollm2 import Model, load_smollm2
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
from solutions.ch18_long_contexts.delta_rule import delta_rule
from solutions.ch18_long_contexts.stretch_rope import stretch_rope
from tests.claims.register import Control, control

PAGE = "chapters/18-long-contexts.md"


def smollm2() -> Model:
    """The model, where it is installed."""
    if not is_installed(SMOLLM2):
        pytest.skip("SmolLM2 is not installed: make models")
    return load_smollm2()


def kept(first: int, newest: int, without: int = 0):
    """A mask that keeps the first tokens, less the very first ones, and the newest."""

    def mask(n_new: int, n_cached: int) -> np.ndarray:
        n = n_cached + n_new
        query, key = np.arange(n_cached, n)[:, None], np.arange(n)
        early = (key >= without) & (key < first)
        return (early | (query - key < newest)) & (key <= query)

    return mask


@control(
    "the first four win back at least .3 nats more than the four behind them.",
    slow=True,
)
def sinks() -> Control:
    """A window and the first four tokens; the rival: the next four as well kept."""
    model = smollm2()
    gained: dict[str, list[float]] = {"first": [], "next": []}
    for ids in study.docstring_ids(model, 3, 300):

        def loss(mask, ids=ids) -> float:
            changed = model.with_parts(cached_causal_mask=mask)
            return study.loss_after(changed, ids, 100)

        window = loss(kept(0, 64))
        gained["first"].append(window - loss(kept(4, 60)))
        gained["next"].append(window - loss(kept(8, 60, without=4)))
    return Control(gained["first"], gained["next"], "above", by=0.3)


@control(
    "On two of three texts the little that the token itself adds counts as well",
    slow=True,
)
def its_value_counts() -> Control:
    """Rival: all that the first token does is to take weight away from the others."""

    def without_it(q, k, v, mask):
        """The chapter's attention; beyond the window token 0 weighs, and gives nothing."""
        out, gone = grouped_query_attention(q, k, v, mask), v.copy()
        gone[:, 0] = 0
        out[:, 64:] = grouped_query_attention(q, k, gone, mask)[:, 64:]
        return out

    model, lost = smollm2(), {"window": [], "value": []}
    for ids in study.docstring_ids(model, 3, 300):

        def loss(mask, ids=ids, **parts) -> float:
            changed = model.with_parts(cached_causal_mask=mask, **parts)
            return study.loss_after(changed, ids, 100)

        with_it = loss(kept(1, 63))
        lost["window"].append(loss(kept(0, 64)) - with_it)
        zeroed = loss(kept(1, 63), grouped_query_attention=without_it)
        lost["value"].append(zeroed - with_it)
    half = [loss / 2 for loss in lost["window"]]
    return Control(lost["value"], half, "above", by=0.0, share=0.6)


@control(
    "because it slows the fast pairs, which this text needs as they were.",
    "So stretch the slow pairs, and leave the fast ones alone.",
    slow=True,
)
def fast_pairs() -> Control:
    """What it costs to halve all speeds; the rival: YaRN, which keeps the fast."""
    model = smollm2()
    cost: dict[str, list[float]] = {"interpolation": [], "yarn": []}
    for ids in study.docstring_ids(model, 3, 200):
        plain = study.loss_after(model, ids)
        for way, found in cost.items():
            speeds = stretch_rope(64, 8192, 2, way, model.config.base)

            def turn(x, positions, _base, speeds=speeds):
                angles = np.outer(positions, speeds)
                pairs = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * angles)
                both = np.stack([pairs.real, pairs.imag], axis=-1)
                return both.reshape(x.shape).astype(np.float32)

            changed = model.with_parts(apply_rope=turn)
            found.append(study.loss_after(changed, ids) - plain)
    return Control(cost["interpolation"], cost["yarn"], "above", by=0.3)


def loss_through(model: Model, seen: np.ndarray, read: np.ndarray, r: int) -> float:
    """The loss on ``read`` with keys and values through r numbers.

    ``seen`` are the ids whose keys and values the linear map is made from.
    """
    layers, read_once = [], model.trace(seen)
    for layer, both in zip(
        model.layers, study.stacked(model, seen, read_once), strict=True
    ):
        rows = np.linalg.svd(both, full_matrices=False)[2][:r]
        W = np.concatenate([layer["attn_k.weight"], layer["attn_v.weight"]], axis=1)
        W_k, W_v = np.split(W @ rows.T @ rows, 2, axis=1)
        layers.append({**layer, "attn_k.weight": W_k, "attn_v.weight": W_v})
    return study.loss_after(replace(model, layers=tuple(layers)), read)


@control("because the map was made from docstrings.", slow=True)
def a_map_fits_its_kind() -> Control:
    """Rival: English needs more numbers, whatever text the map was made from."""
    model = smollm2()
    read = np.array(model.tokenizer.encode(LIBRARY))
    english = np.array(model.tokenizer.encode(" ".join(ORDINARY)))
    docstrings = study.docstring_ids(model, 1, len(english))[0]
    losses = [
        [loss_through(model, seen, read, r) for r in (64, 128, 160)]
        for seen in (docstrings, english)
    ]
    return Control(*losses, "above", by=0.2)


def read_again(*counts: int) -> np.ndarray:
    """Errors of reading all of so many pairs: added, added and scaled, the delta rule."""
    errors = []
    for n, seed in product(counts, range(5)):
        rng = np.random.default_rng(seed)
        k = rng.normal(size=(n, 32))
        k /= np.linalg.norm(k, axis=1, keepdims=True)
        v, ones = rng.normal(size=(n, 16)), np.ones(n)
        _, S = delta_rule(k, k, v, ones, ones, np.zeros((32, 16)))
        added = k @ (k.T @ v)
        ways = (added, 32 / (31 + n) * added, k @ S)
        errors.append([study.relative(way, v) for way in ways])
    return np.array(errors).T


@control("Each number of the delta rule is below that of adding as it is.")
def reads_better() -> Control:
    """What is read with all keys again: after the delta rule, and after adding."""
    added, _, once = read_again(8, 16, 32, 64)
    return Control(once, added, "below", by=0.02)


@control("with the factor, adding is about as good for 16 pairs, and better for 32 and 64.")
def adding_scaled() -> Control:
    """Rival to the delta rule: the sum, times the factor that brings it nearest."""
    _, scaled, once = read_again(16)
    assert np.abs(scaled - once).max() < 0.06
    _, scaled, once = read_again(32, 64)
    return Control(scaled, once, "below", by=0.01)


def sixty_four_pairs(write: float) -> list[float]:
    """Errors of reading 64 pairs that the delta rule has written ten times."""
    errors = []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        k = rng.normal(size=(64, 32))
        k /= np.linalg.norm(k, axis=1, keepdims=True)
        v, ones, S = rng.normal(size=(64, 16)), np.ones(64), np.zeros((32, 16))
        for _ in range(10):
            _, S = delta_rule(k, k, v, write * ones, ones, S)
        errors.append(study.relative(k @ S, v))
    return errors


@control("And each pair that is written exactly spoils the others again.")
def exact_writing_spoils() -> Control:
    """Rival: it is the 32 rows alone. Then writing a tenth each time would not help."""
    return Control(sixty_four_pairs(0.1), sixty_four_pairs(1.0), "below", by=0.15)


@control("At 64 pairs no other row is clearly better than answering zero")
def no_better_than_zero() -> Control:
    """Rival: another seed. Errors of the best of these rows, beside 1 for zeros."""
    added, _, once = read_again(64)
    best = np.minimum.reduce([added, once, sixty_four_pairs(1.0)])
    return Control(best, np.ones(5), "alike", by=0.05)


def in_two_bits(which: str, along: str) -> list[float]:
    """What two bits cost on four stretches of text, in nats."""
    return study.cache_bits()["rise"][f"{which} along {along}, 2 bits"]


@control(
    "But keys lose less with groups along the tokens",
    "Keys need a scale for each feature.",
    slow=True,
)
def keys_by_feature() -> Control:
    """Rival: for keys, too, a group is best along a token's features."""
    cost = in_two_bits("keys", "tokens"), in_two_bits("keys", "features")
    return Control(*cost, "below", by=0.5)


@control("use one step per feature for keys and one per token for values.", slow=True)
def values_by_token() -> Control:
    """Rival: what suits the keys suits the values."""
    cost = in_two_bits("values", "features"), in_two_bits("values", "tokens")
    return Control(*cost, "below", by=0.5)


@control("The keys suffer more", slow=True)
def keys_suffer_more() -> Control:
    """Rival: grouped as it suits each, keys and values lose alike."""
    cost = in_two_bits("keys", "tokens"), in_two_bits("values", "features")
    return Control(*cost, "above", by=0.1)

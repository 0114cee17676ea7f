"""Chapter 18's attention sinks: what the first token's weight does, and what its value."""

from __future__ import annotations

import numpy as np
import pytest

from attention_lessons import long_contexts as study
from attention_lessons.model_files import SMOLLM2, is_installed
from attention_lessons.smollm2 import Model, load_smollm2
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
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

"""What the elements' JavaScript is compared with: NumPy, and the answer key.

Each function takes what its JavaScript counterpart takes, as lists, and gives
what it gives, as arrays.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from solutions.ch01_why_attention.soft_lookup import soft_lookup
from solutions.ch03_numpy.attention_weights import attention_weights
from solutions.ch03_numpy.project_qkv import project_qkv
from solutions.ch03_numpy.softmax import softmax
from solutions.ch06_scaling_and_scores.entropy import entropy
from solutions.ch07_masking.causal_mask import causal_mask
from solutions.ch07_masking.masked_softmax import masked_softmax
from solutions.ch08_multi_head.merge_heads import merge_heads
from solutions.ch08_multi_head.split_heads import split_heads
from solutions.ch09_transformer_block.positional_encoding import (
    positional_encoding,
)

PAGE = "book/things-to-touch.html"  # holds them all
ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "book" / "_static" / "elements" / "data" / "repeat_model.json"


def eight_steps(given: dict[str, Any], scaled: bool, rounded: bool) -> dict[str, Any]:
    """All steps of chapter 02, from X, W_Q, W_K and W_V."""
    X, W_Q, W_K, W_V = (np.array(given[name]) for name in ("X", "W_Q", "W_K", "W_V"))
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    products = Q @ K.T
    scores = products / np.sqrt(K.shape[-1]) if scaled else products
    exact = softmax(scores)
    weights = np.array([to_tenths(row) for row in exact]) if rounded else exact
    return {
        "Q": Q,
        "K": K,
        "V": V,
        "products": products,
        "scores": scores,
        "exact": exact,
        "weights": weights,
        "weighted": weights[..., None] * V,  # (n, n, d_v)
        "outputs": weights @ V,
    }


def to_tenths(weights: np.ndarray) -> np.ndarray:
    """The nearest tenths that add up to one: of all such, the least squares."""
    n = len(weights)
    splits = np.array(list(_splits(10, n))) / 10
    return splits[np.argmin(((splits - weights) ** 2).sum(axis=1))]


def _splits(total: int, parts: int):
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


def both_ways(x: list, heads: int) -> dict[str, np.ndarray]:
    """Split, attend, merge: by the key's functions, and by reshapes alone."""
    x = np.array(x)
    n, d = x.shape
    right, wrong = split_heads(x[None], heads)[0], x.reshape(heads, n, d // heads)
    attended = {
        "right": merge_heads((attention_weights(right, right) @ right)[None])[0],
        "wrong": (attention_weights(wrong, wrong) @ wrong).reshape(n, d),
    }
    return {"split": right, "reshaped": wrong, **attended}


def dot_products(position: int, distances: list[int], d_model: int) -> np.ndarray:
    """Of one position with others; none of them below 0."""
    table = positional_encoding(position + max(0, *distances) + 1, d_model)
    return table[position + np.array(distances)] @ table[position]


def saturated(query: list, keys: list, d_k: int, divided: bool) -> dict[str, Any]:
    """Weights from the first d_k entries of a query and its keys."""
    q, k = np.array(query)[None, :d_k], np.array(keys)[:, :d_k]
    weights = (attention_weights(q, k) if divided else softmax(q @ k.T))[0]
    nats = float(entropy(weights))
    return {
        "weights": weights,
        "largest": weights.max(),
        "entropy": nats,
        "inEffect": np.exp(nats),
    }


def pulled(query: list, keys: list, values: list, temperature: float) -> dict[str, Any]:
    """A soft look-up, and what each value adds to it."""
    q, k, v = np.array(query), np.array(keys), np.array(values)
    weights = softmax(k @ q / temperature)
    return {
        "scores": k @ q,
        "weights": weights,
        "weighted": weights[:, None] * v,
        "context": soft_lookup(q, k, v, temperature),
    }


def masks(n: int, real: int, causal: bool, padding: bool) -> np.ndarray:
    """(n, n), True = may attend."""
    keys = np.arange(n) < (real if padding else n)
    return (causal_mask(n) if causal else np.ones((n, n), dtype=bool)) & keys


@cache
def stored_model():
    """The heat map's model in PyTorch, in float64, with the stored numbers."""
    import torch
    from make_repeat_model import D_MODEL, unpack

    from attention_lessons.induction_model import AttentionOnly

    model = AttentionOnly(d_model=D_MODEL).double()
    # The position table was rounded to float32 when the model was made.
    table = positional_encoding(*model.positions.shape)
    stored = json.loads(MODEL.read_text(encoding="utf-8"))
    model.positions = torch.from_numpy(stored["position_scale"] * table)
    state = model.state_dict()
    for name, packed in stored["arrays"].items():
        numbers = torch.from_numpy(unpack(packed))
        state[name][: len(numbers)] = numbers
    model.load_state_dict(state)
    return model, stored["words"]


def run_model(ids: list[int], mask: np.ndarray, temperature: float) -> dict[str, Any]:
    """The stored model by its own parts, with any mask and temperature."""
    import torch

    model, words = stored_model()
    with torch.no_grad():
        x = model.embedding(torch.tensor(ids))
        seen = []
        for layer in model.layers:
            content = layer.norm(x)
            placed = content + model.positions[: len(ids)]
            q, k = layer.query(placed).numpy(), layer.key(placed).numpy()
            scores = q @ k.T / np.sqrt(q.shape[-1]) / temperature
            seen.append(masked_softmax(scores, mask))
            x = x + layer.fc_out(torch.from_numpy(seen[-1]) @ layer.value(content))
        logits = model.to_logits(model.norm(x))[:, :words].numpy()
    return {"weights": np.stack(seen), "logits": logits}

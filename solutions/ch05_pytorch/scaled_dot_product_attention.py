"""Scaled dot-product attention in PyTorch.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.
"""

import numpy as np
import torch

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal, sizes
from solutions.steady import STEADY


def scaled_dot_product_attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Let every query gather the values of the keys that answer it.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    Returns (output, weights): (..., n_q, d_v) and (..., n_q, n_k), where
    weights = softmax(q k^T / sqrt(d_k)) and output = weights v.
    Gradients flow through it. Changes no argument.
    """
    scores = q @ k.mT / q.shape[-1] ** 0.5  # (..., n_q, n_k)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


def _queries_keys_values(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        q = normal(rng, *batch, n_q, d_k, scale=scale, dtype=dtype)
        k = normal(rng, *batch, n_k, d_k, scale=scale, dtype=dtype)
        return q, k, normal(rng, *batch, n_k, d_v, scale=scale, dtype=dtype)

    return draw


EXERCISE = Exercise(
    id="torch.scaled_dot_product_attention",
    title="Scaled dot-product attention",
    reference=scaled_dot_product_attention,
    framework="torch",
    points=2,
    minutes=8,
    difficulty=2,
    section="05-pytorch#attention-for-any-number-of-tokens",
    order=10,
    cases=(
        Case("more keys than queries", _queries_keys_values(shape=(2, 4, 3, 5))),
        Case("more queries than keys", _queries_keys_values(shape=(5, 2, 4, 3))),
        Case("every size the same", _queries_keys_values(2, shape=(2, 2, 2, 2))),
        Case("one query, one feature", _queries_keys_values(shape=(1, 3, 1, 2))),
        Case("a batch of one", _queries_keys_values(1)),
        Case("a batch", _queries_keys_values(3)),
        Case("a batch of heads, float32", _queries_keys_values(2, 4, dtype="float32")),
        Case("large scores", _queries_keys_values(scale=60.0)),
        Case("the gradients", _queries_keys_values(2), calls=1, gradients=True),
        Case("three axes in front", _queries_keys_values(2, 1, 3), calls=1),
    ),
    properties=(
        Property(
            "each finite row of the weights sums to one",
            "Each row of the weights belongs to one query and should sum to one; not "
            "all of yours do.",
            lambda answer, output, q, k, v: np.allclose(output[1].sum(-1), 1, atol=1e-3),
        ),
        Property(
            "the output stays among the values",
            "An output is a weighted mean of the values, so none of its features can "
            "leave the range of that feature in the values; yours does.",
            lambda answer, output, q, k, v: bool(
                np.all(output[0] <= v.max(-2, keepdims=True) + 1e-3 * np.abs(v).max())
                and np.all(output[0] >= v.min(-2, keepdims=True) - 1e-3 * np.abs(v).max())
            ),
        ),
        STEADY,
    ),
    **cells_beside(__file__),
)

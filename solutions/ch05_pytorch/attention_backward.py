"""The backward pass of attention, written by hand."""

import numpy as np
import torch

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.rules import NO_AUTOGRAD
from solutions.draws import Draw, normal, sizes


def attention_backward(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, grad_output: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Pass a gradient back through scaled dot-product attention, by hand.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    grad_output: (..., n_q, d_v), the gradient of a loss with respect to the
    output softmax(q k^T / sqrt(d_k)) v.
    Returns (grad_q, grad_k, grad_v), shaped like q, k and v.
    Rule: no autograd. Changes no argument.
    """
    scale = q.shape[-1] ** -0.5
    weights = torch.softmax(q @ k.mT * scale, dim=-1)  # (..., n_q, n_k)
    grad_v = weights.mT @ grad_output
    grad_weights = grad_output @ v.mT  # (..., n_q, n_k)
    mean = (weights * grad_weights).sum(dim=-1, keepdim=True)
    grad_scores = weights * (grad_weights - mean)  # (..., n_q, n_k)
    grad_q = grad_scores @ k * scale
    grad_k = grad_scores.mT @ q * scale
    return grad_q, grad_k, grad_v


def _forward_and_gradient(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        from_above, away = options.get("from_above", 1.0), options.get("away", 0.0)
        return (
            normal(rng, *batch, n_q, d_k, scale=scale, dtype=dtype),
            normal(rng, *batch, n_k, d_k, scale=scale, dtype=dtype) + away,
            normal(rng, *batch, n_k, d_v, dtype=dtype),
            normal(rng, *batch, n_q, d_v, scale=from_above, dtype=dtype),
        )

    return draw


def _keys_move_together(_answer, output, *_arguments):
    grad_k = output[1]
    size = max(np.abs(grad_k).max(), 1e-2) * grad_k.shape[-2]
    return np.allclose(grad_k.sum(axis=-2), 0, atol=1e-3 * size)


def _doubles(answer, output, q, k, v, grad_output):
    twice = answer(q, k, v, 2 * grad_output)
    return all(
        np.allclose(t, 2 * o, rtol=1e-2, atol=1e-3 * max(np.abs(o).max(), 1e-2))
        for t, o in zip(twice, output, strict=True)
    )


EXERCISE = Exercise(
    id="torch.attention_backward",
    title="The backward pass of attention",
    reference=attention_backward,
    framework="torch",
    points=4,
    minutes=15,
    difficulty=3,
    section="05-pytorch#the-backward-pass-by-hand",
    order=60,
    cases=(
        Case("more keys than queries", _forward_and_gradient(shape=(2, 4, 3, 5))),
        Case("more queries than keys", _forward_and_gradient(shape=(5, 2, 4, 3))),
        Case("as many queries as keys", _forward_and_gradient(shape=(4, 4, 3, 2))),
        Case("every size the same", _forward_and_gradient(shape=(3, 3, 3, 3))),
        Case("one query", _forward_and_gradient(shape=(1, 3, 2, 4))),
        Case("one key", _forward_and_gradient(shape=(3, 1, 2, 4))),
        Case("one feature of the values", _forward_and_gradient(shape=(2, 4, 3, 1))),
        Case("a batch of one", _forward_and_gradient(1)),
        Case("a batch", _forward_and_gradient(3)),
        Case("three axes in front", _forward_and_gradient(2, 1, 3), calls=1),
        Case("a batch of heads, float32", _forward_and_gradient(2, 3, dtype="float32")),
        Case("a large gradient from above", _forward_and_gradient(from_above=1e4)),
        # Far from zero, but close together: a saturated softmax has no gradient.
        Case("large scores", _forward_and_gradient(away=3e3)),
    ),
    properties=(
        Property(
            "twice the gradient above, twice the gradients below",
            "A backward pass only multiplies and adds what comes from above: doubling "
            "grad_output must double all three results.",
            _doubles,
        ),
        Property(
            "the second gradient adds up to zero",
            "Added up over all keys, grad_k must be zero. Moving every key by the same "
            "vector shifts each row of scores as a whole, and a softmax does not see that.",
            _keys_move_together,
        ),
    ),
    rules=(NO_AUTOGRAD,),
    **cells_beside(__file__),
)

"""The backward pass of attention, written by hand.

The softmax is the hard part: its Jacobian is more than its diagonal.  The scale that
divides on the way back is forgotten as well, and which factor is transposed.
"""

from __future__ import annotations

import numpy as np
import torch

from autograder import Case, Exercise, Misconception, Property, Same
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
    """
    scale = q.shape[-1] ** -0.5
    weights = torch.softmax(q @ k.mT * scale, dim=-1)  # (..., n_q, n_k)
    grad_v = weights.mT @ grad_output
    grad_weights = grad_output @ v.mT  # (..., n_q, n_k)
    mean = (weights * grad_weights).sum(dim=-1, keepdim=True)
    grad_scores = weights * (grad_weights - mean)  # (..., n_q, n_k)
    return grad_scores @ k * scale, grad_scores.mT @ q * scale, grad_v


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


def _softmax_backward(weights: torch.Tensor, grad: torch.Tensor, how: str) -> torch.Tensor:
    """From the gradient of the weights to that of the scores; right for "whole"."""
    products = weights * grad
    if how == "diagonal only":
        return products
    if how == "as a sigmoid":
        return products * (1 - weights)
    if how == "plain mean":
        return weights * (grad - grad.mean(dim=-1, keepdim=True))
    if how == "skipped":
        return grad
    if how == "axis lost":
        return weights * (grad - products.sum(dim=-1))
    dim = -2 if how == "down the columns" else -1
    return products - weights * products.sum(dim=dim, keepdim=True)


def _backward(
    q,
    k,
    v,
    grad_output,
    *,
    softmax="whole",
    forward_scale=True,
    back_scale="both",
    turn_weights=True,
    turn_scores=True,
    above="given",
    sign=1,
    order="qkv",
):
    if above == "ones":
        grad_output = torch.ones_like(grad_output)
    scale = q.shape[-1] ** -0.5
    weights = torch.softmax(q @ k.mT * (scale if forward_scale else 1.0), dim=-1)
    grad_v = (weights.mT if turn_weights else weights) @ grad_output
    grad_scores = sign * _softmax_backward(weights, grad_output @ v.mT, softmax)
    grad_q = grad_scores @ k
    grad_k = (grad_scores.mT if turn_scores else grad_scores) @ q
    powers = {"none": (0, 0, 0), "queries": (1, 0, 0), "keys": (0, 1, 0)}
    powers |= {"both": (1, 1, 0), "all": (1, 1, 1), "twice": (2, 2, 0)}
    of_q, of_k, of_v = (scale**power for power in powers[back_scale])
    grad_q, grad_k, grad_v = grad_q * of_q, grad_k * of_k, grad_v * of_v
    results = {"q": grad_q, "k": grad_k, "v": grad_v}
    return tuple(results[letter] for letter in order)


def _backward_by_einsum(q, k, v, grad_output):
    q = q / q.shape[-1] ** 0.5
    weights = torch.einsum("...id,...jd->...ij", q, k).softmax(-1)
    grad_weights = torch.einsum("...id,...jd->...ij", grad_output, v)
    mean = torch.einsum("...ij,...ij->...i", weights, grad_weights)
    grad_scores = weights * (grad_weights - mean[..., None])
    grad_q = torch.einsum("...ij,...jd->...id", grad_scores, k) / q.shape[-1] ** 0.5
    grad_k = torch.einsum("...ij,...id->...jd", grad_scores, q)
    return grad_q, grad_k, torch.einsum("...ij,...id->...jd", weights, grad_output)


def _backward_with_jacobians(q, k, v, grad_output):
    scale = q.shape[-1] ** -0.5
    grads = torch.zeros_like(q), torch.zeros_like(k), torch.zeros_like(v)
    for place in np.ndindex(*q.shape[:-2]):
        for i in range(q.shape[-2]):
            query, above = q[place][i], grad_output[place][i]
            w = torch.softmax(k[place] @ query * scale, 0)
            jacobian = torch.diag(w) - torch.outer(w, w)
            grad_scores = jacobian @ (v[place] @ above)
            grads[0][place][i] = grad_scores @ k[place] * scale
            grads[1][place] += torch.outer(grad_scores, query) * scale
            grads[2][place] += torch.outer(w, above)
    return grads


def _backward_from_the_output(q, k, v, grad_output):
    """The mean found from output and gradient, as FlashAttention does it."""
    scale = q.shape[-1] ** -0.5
    weights = torch.softmax(q @ k.mT * scale, dim=-1)
    mean = (grad_output * (weights @ v)).sum(-1, keepdim=True)
    grad_scores = weights * (grad_output @ v.mT - mean) * scale
    return grad_scores @ k, grad_scores.mT @ q, weights.mT @ grad_output


def _backward_without_shift(q, k, v, grad_output):
    powers = torch.exp(q @ k.mT * q.shape[-1] ** -0.5)
    weights = powers / powers.sum(dim=-1, keepdim=True)
    grad_scores = _softmax_backward(weights, grad_output @ v.mT, "whole")
    grad_scores = grad_scores * q.shape[-1] ** -0.5
    return grad_scores @ k, grad_scores.mT @ q, weights.mT @ grad_output


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
    decisions=_backward,
    framework="torch",
    points=4,
    minutes=15,
    difficulty=3,
    section="05-pytorch#the-backward-pass-by-hand",
    order=40,
    cases=(
        Case("more keys than queries", _forward_and_gradient(shape=(2, 4, 3, 5))),
        Case("more queries than keys", _forward_and_gradient(shape=(5, 2, 4, 3))),
        Case("as many queries as keys", _forward_and_gradient(shape=(4, 4, 3, 2))),
        Case("every size the same", _forward_and_gradient(shape=(3, 3, 3, 3))),
        Case("one query", _forward_and_gradient(shape=(1, 3, 2, 4))),
        Case("one key", _forward_and_gradient(shape=(3, 1, 2, 4))),
        Case("a batch", _forward_and_gradient(3)),
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
            "the gradients of the keys add up to zero",
            "Added up over all keys, grad_k must be zero. Moving every key by the same "
            "vector shifts each row of scores as a whole, and a softmax does not see that.",
            _keys_move_together,
        ),
    ),
    misconceptions=(
        Misconception(
            "diagonal-only",
            "You multiply by the weights and stop there. A score also lowers the weights "
            "of all other keys, because a row sums to one: subtract each row's weighted "
            "mean, (weights * grad_weights).sum(-1, keepdim=True), before you multiply.",
            choices={"softmax": "diagonal only"},
        ),
        Misconception(
            "softmax-as-sigmoid",
            "weights * (1 - weights) is how a weight changes with its own score. Every "
            "score moves the other weights of its row as well, by -w_i w_j: the whole "
            "Jacobian is needed, not its diagonal.",
            choices={"softmax": "as a sigmoid"},
        ),
        Misconception(
            "plain-mean",
            "You subtract the plain mean of each row. The mean has to be weighted by the "
            "weights: (weights * grad_weights).sum(-1, keepdim=True).",
            choices={"softmax": "plain mean"},
        ),
        Misconception(
            "summed-down-columns",
            "You sum over the queries. The softmax worked along each row, over the keys, "
            "so its backward pass sums over the keys too: dim=-1.",
            choices={"softmax": "down the columns"},
        ),
        Misconception(
            "softmax-skipped",
            "You use the gradient of the weights as that of the scores. The softmax lies "
            "between the two: the gradient has to pass back through it.",
            choices={"softmax": "skipped"},
        ),
        Misconception(
            "unscaled-forward",
            "Your weights are the softmax of the unscaled scores. Compute them exactly as "
            "the forward pass does, divided by sqrt(d_k).",
            choices={"forward_scale": False},
        ),
        Misconception(
            "scale-forgotten",
            "The division by sqrt(d_k) is a step of the forward pass like any other: on "
            "the way back it divides grad_q and grad_k. Both of yours are sqrt(d_k) "
            "times too large.",
            choices={"back_scale": "none"},
        ),
        Misconception(
            "scale-on-queries-only",
            "You divide grad_q by sqrt(d_k) but not grad_k. The division lies above the "
            "product, so it reaches both.",
            choices={"back_scale": "queries"},
        ),
        Misconception(
            "grad-v-not-turned",
            "grad_v needs the transposed weights: value j collects from every query i what "
            "that query gave it, weights[i, j] * grad_output[i]. With as many queries as "
            "keys the untransposed product runs, and is wrong.",
            choices={"turn_weights": False},
        ),
        Misconception(
            "grad-k-not-turned",
            "grad_k needs the transposed grad_scores: key j is met by every query i, in "
            "column j of the scores. With as many queries as keys the untransposed product "
            "runs, and is wrong.",
            choices={"turn_scores": False},
        ),
        Misconception(
            "swapped-qk",
            "grad_q and grad_k are swapped. Return the gradients in the order of the "
            "arguments: q, k, v.",
            choices={"order": "kqv"},
        ),
        Misconception(
            "order-vqk",
            "Your gradients come in the order in which the backward pass finds them, v "
            "first. Return them in the order of the arguments: q, k, v.",
            choices={"order": "vqk"},
        ),
        Misconception(
            "unstable",
            "Your gradients are nan where scores are large: exp() overflows to inf. "
            "Compute the weights with torch.softmax, which subtracts each row's largest "
            "score first.",
            _backward_without_shift,
        ),
        Misconception(
            "sign",
            "grad_q and grad_k have the sign turned: you subtract the gradient of "
            "each weight from the row's mean. The mean is what is taken away.",
            choices={"sign": -1},
        ),
        Misconception(
            "grad-output-left-out",
            "You go back as if the loss were the plain sum of the output, with ones "
            "from above. What comes from above is grad_output.",
            choices={"above": "ones"},
        ),
        Misconception(
            "keepdim-lost",
            "The row's mean has lost its axis, so it lines up with the keys of all "
            "rows, or with none. Pass keepdim=True to the sum.",
            choices={"softmax": "axis lost"},
        ),
        Misconception(
            "scale-on-keys-only",
            "You divide grad_k by sqrt(d_k) but not grad_q. The division lies above "
            "the product, so it reaches both.",
            choices={"back_scale": "keys"},
        ),
        Misconception(
            "scale-on-values-too",
            "You divide grad_v by sqrt(d_k) as well. The scores were divided; the "
            "values are met after the softmax, and never by the scale.",
            choices={"back_scale": "all"},
        ),
        Misconception(
            "scale-twice",
            "You divide by sqrt(d_k) twice on the way back, once for the scores and "
            "once for their factors. The forward pass divides once.",
            choices={"back_scale": "twice"},
        ),
    ),
    alternatives=(
        _backward_by_einsum,
        _backward_with_jacobians,
        _backward_from_the_output,
    ),
    rules=(NO_AUTOGRAD,),
    same=(
        Same(
            "scale = k.shape[-1] ** (-0.5)",
            "Queries and keys have the same number of features.",
        ),
    ),
    hints=(
        "Compute the weights again first, as in the forward pass. Then go through the "
        "forward pass from its end: product with v, softmax, scaling, product with k.",
        "Shapes lead the way. grad_v is (n_k, d_v), made from weights (n_q, n_k) and "
        "grad_output (n_q, d_v): only weights.mT @ grad_output fits. grad_weights is "
        "(n_q, n_k), made from grad_output and v.",
        "Through the softmax: a row's mean of grad_weights, weighted by its weights, is "
        "subtracted, and what is left is multiplied by the weights (keepdim=True). The "
        "factor 1 / sqrt(d_k) is on the way to grad_q and to grad_k, and not to grad_v.",
    ),
)

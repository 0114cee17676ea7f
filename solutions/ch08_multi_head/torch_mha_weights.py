"""Weights that make nn.MultiheadAttention repeat chapter 02.

Many pairs of weights are right: what is compared is what PyTorch's own module returns
with them.
"""

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, cells_beside
from autograder.exercise.values import Trial
from solutions.draws import Draw, integers, normal, thrice


def torch_mha_weights(
    W_q: torch.Tensor, W_k: torch.Tensor, W_v: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Weights for a one-head nn.MultiheadAttention that repeats chapter 02.

    W_q, W_k, W_v: (4, 3) each.
    Returns (in_proj_weight, out_proj_weight), (12, 4) and (4, 4), of their
    dtype.  With them nn.MultiheadAttention(4, 1, bias=False) returns
    softmax(Q K^T) V, not scaled, in its first three columns.
    Changes no argument.
    """
    # It divides the scores by sqrt(4); doubled queries undo that.
    padded = [nn.functional.pad(W, (0, 1)) for W in (2 * W_q, W_k, W_v)]  # (4, 4) each
    in_proj_weight = torch.cat([W.mT for W in padded])  # (12, 4)
    return in_proj_weight, torch.eye(4, dtype=W_v.dtype)


# Chapter 02's three tokens, and five that have nothing of their symmetry.
TOKENS = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])

OTHERS = [[0.5, -1, 0.25, 2], [1, 0, 0, -1], [-2, 1, 1, 0.5], [0, 0, 3, 1], [1, 1, -1, 0]]


def _matrices(**options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        dtype = options.get("dtype", "float64")
        if options.get("whole"):
            return tuple(integers(rng, 4, 3, high=3).astype(dtype) for _ in range(3))
        scale = options.get("scale", 0.5)
        return tuple(normal(rng, 4, 3, scale=scale, dtype=dtype) for _ in range(3))

    return draw


TYPES = """
def trial(answer, _, W_q, W_k, W_v):
    "Look whether both results are tensors, and of which dtypes."
    return answer(W_q, W_k, W_v), answer(W_q.float(), W_k.float(), W_v.float())
"""
OF_TYPES = """
class Outside:
    def judged(self, returned):
        names = ("in_proj_weight", "out_proj_weight")
        seen = {}
        for given, weights in zip(("float64", "float32"), returned):
            for name, weight in zip(names, weights):
                array = getattr(weight, "array", None)
                is_tensor = hasattr(weight, "framework")
                dtype = str(array.dtype) if is_tensor else "no tensor"
                seen[f"the dtype of {name} for {given}"] = dtype
        return seen
"""


def _asked_for_types(rng: np.random.Generator) -> tuple:
    names = ("W_q", "W_k", "W_v")
    return (Trial(TYPES, dict(zip(names, _matrices()(rng), strict=True)), OF_TYPES),)


def what_torch_returns(result, *_matrices_given):
    """What is compared: the shapes, and the first three columns of the output."""
    if isinstance(result, dict):  # a trial's own findings
        return result
    in_proj, out_proj = (np.asarray(part, dtype=np.float64) for part in result)
    seen = {
        "shape of in_proj_weight": np.array(in_proj.shape),
        "shape of out_proj_weight": np.array(out_proj.shape),
    }
    if in_proj.shape != (12, 4) or out_proj.shape != (4, 4):
        return seen
    module = nn.MultiheadAttention(4, 1, bias=False, batch_first=True, dtype=torch.float64)
    found = []
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.from_numpy(in_proj))
        module.out_proj.weight.copy_(torch.from_numpy(out_proj))
        for tokens in (TOKENS, OTHERS):
            x = torch.tensor(np.array(tokens), dtype=torch.float64)[None]
            found.append(module(x, x, x, need_weights=False)[0][0, :, :3].numpy())
    return {**seen, "the first three columns of the output": np.concatenate(found)}


EXERCISE = Exercise(
    id="heads.torch_mha_weights",
    title="Chapter 02 from nn.MultiheadAttention",
    reference=torch_mha_weights,
    observe=what_torch_returns,
    framework="torch",
    points=3,
    minutes=10,
    difficulty=3,
    section="08-multi-head#the-module-of-pytorch",
    order=70,
    # One sequence, (4, 3) matrices: the sizes are the exercise, so no batch.
    cases=(
        thrice("whole numbers", _matrices(whole=True)),
        Case("any matrices", _matrices()),
        Case("float32", _matrices(dtype="float32")),
        thrice("whole numbers, float32", _matrices(whole=True, dtype="float32")),
        Case("large scores", _matrices(scale=3.0)),
        Case("small scores", _matrices(scale=0.1)),
        Case("tensors", _asked_for_types, calls=1, easy=True),
    ),
    **cells_beside(__file__),
)

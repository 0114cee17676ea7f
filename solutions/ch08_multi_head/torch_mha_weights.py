"""Weights that make nn.MultiheadAttention repeat chapter 02.

Many pairs of weights are right: what is compared is what PyTorch's own module returns
with them.  Its scale stays in, its transposes are forgotten, or its blocks change
places.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn.functional import pad

from autograder import Case, Exercise, Misconception, Same
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
def trial(answer, W_q, W_k, W_v):
    import torch

    in_proj_weight, out_proj_weight = answer(W_q, W_k, W_v)
    return {
        "whether in_proj_weight is a tensor": torch.is_tensor(in_proj_weight),
        "whether out_proj_weight is a tensor": torch.is_tensor(out_proj_weight),
    }
"""


def _asked_for_types(rng: np.random.Generator) -> tuple:
    names = ("W_q", "W_k", "W_v")
    return (Trial(TYPES, dict(zip(names, _matrices()(rng), strict=True))),)


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


def _weights(
    W_q, W_k, W_v, *, factor=2.0, order="qkv", turned=True, side="behind", out="identity"
):
    sides = (0, 1) if side == "behind" else (1, 0)
    padded = {
        "q": pad(factor * W_q, sides),
        "k": pad(W_k, sides),
        "v": pad(W_v, sides),
    }
    parts = [padded[role].mT if turned else padded[role] for role in order]
    made = {"identity": torch.eye, "ones": lambda *a, **k: torch.ones(4, *a, **k)}
    made["zeros"] = lambda *a, **k: torch.zeros(4, *a, **k)
    return torch.cat(parts), made[out](4, dtype=W_v.dtype)


def _doubled_keys(W_q, W_k, W_v):
    """The scale undone in the keys, the values' columns and the output turned round."""
    flip = torch.eye(4, dtype=W_v.dtype).flip(0)
    parts = [pad(W, (0, 1)).T for W in (W_q, 2 * W_k)]
    return torch.cat([*parts, flip @ pad(W_v, (0, 1)).T]), flip


def _entry_by_entry(W_q, W_k, W_v):
    in_proj = torch.zeros(12, 4, dtype=W_q.dtype)
    for start, W in ((0, W_q), (4, W_k), (8, W_v)):
        for column in range(3):
            in_proj[start + column] = W[:, column] * (2**0.5 if start < 8 else 1)
    out_proj = torch.zeros(4, 4, dtype=W_q.dtype)
    out_proj[0, 0] = out_proj[1, 1] = out_proj[2, 2] = 1
    return in_proj, out_proj


def _in_numpy(W_q, W_k, W_v):
    """Right in values and of another type: float32 whatever came in."""
    padded = [np.hstack([W.numpy(), np.zeros((4, 1))]) for W in (2 * W_q, W_k, W_v)]
    stacked = np.hstack(padded).T
    return torch.tensor(stacked, dtype=W_q.dtype), torch.eye(4)


EXERCISE = Exercise(
    id="heads.torch_mha_weights",
    title="Chapter 02 from nn.MultiheadAttention",
    reference=torch_mha_weights,
    decisions=_weights,
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
        Case("tensors", _asked_for_types, calls=1),
    ),
    misconceptions=(
        Misconception(
            "scale-left-in",
            "The module divides its scores by sqrt(4) = 2, and you leave that in. Make the "
            "queries twice as large and the division is undone.",
            choices={"factor": 1.0},
        ),
        Misconception(
            "scale-sqrt-3",
            "You undo a division by sqrt(3). The module does not know that the fourth "
            "column is padding: it divides by sqrt(4) = 2, the width of its head.",
            choices={"factor": 3**0.5},
        ),
        Misconception(
            "scale-4",
            "You multiply the scores by 4, perhaps by 2 in the queries and by 2 in the "
            "keys. The module divides by sqrt(4) = 2: double only one of the two.",
            choices={"factor": 4.0},
        ),
        Misconception(
            "scale-halved",
            "You divide the queries by 2, and the module divides once more. Multiply by 2 "
            "to undo it.",
            choices={"factor": 0.5},
        ),
        Misconception(
            "not-transposed",
            "nn.MultiheadAttention multiplies as nn.Linear does, by the transpose of what "
            "it stores: x @ W.T. So store W.T: row i of each block is column i of your "
            "matrix.",
            choices={"turned": False},
        ),
        Misconception(
            "order-kqv",
            "Your blocks stand in the order keys, queries, values. PyTorch wants queries, "
            "keys, values. With symmetric scores nobody would notice.",
            choices={"order": "kqv"},
        ),
        Misconception(
            "order-qvk",
            "Your blocks stand in the order queries, values, keys. PyTorch wants queries, "
            "keys, values.",
            choices={"order": "qvk"},
        ),
        Misconception(
            "padded-in-front",
            "Your padding column comes first, so the result begins with a column of zeros. "
            "Put it behind the three real columns.",
            choices={"side": "in front"},
        ),
        Misconception(
            "output-ones",
            "Your out_proj_weight is all ones, which adds the features up. To pass them on "
            "unchanged it has to be the identity.",
            choices={"out": "ones"},
        ),
        Misconception(
            "output-zeros",
            "Your out_proj_weight is all zeros, and so is everything that passes through "
            "it. To pass the context on unchanged it has to be the identity.",
            choices={"out": "zeros"},
        ),
        Misconception(
            "not-padded",
            "You have stacked the three matrices without padding. The module is as wide "
            "as its input everywhere: each needs a fourth column of zeros, for 12 rows.",
            lambda W_q, W_k, W_v: (
                torch.cat([2 * W_q.mT, W_k.mT, W_v.mT]),
                torch.eye(4, dtype=W_v.dtype),
            ),
        ),
        Misconception(
            "not-padded-at-all",
            "Your weights are (9, 4) and (3, 3): neither the matrices nor the output are "
            "padded. The module is as wide as its input everywhere: each matrix needs a "
            "fourth column of zeros, and the output is torch.eye(4).",
            lambda W_q, W_k, W_v: (
                torch.cat([2 * W_q.mT, W_k.mT, W_v.mT]),
                torch.eye(3, dtype=W_v.dtype),
            ),
        ),
        Misconception(
            "arrays",
            "The numbers are right, but they come as NumPy arrays. A parameter of PyTorch "
            "takes tensors: stay with torch, or use torch.from_numpy at the end.",
            lambda *given: tuple(part.numpy() for part in torch_mha_weights(*given)),
        ),
        Misconception(
            "side-by-side",
            "Your three matrices stand side by side, (4, 12). PyTorch stacks their "
            "transposes one above the other: (12, 4).",
            lambda W_q, W_k, W_v: (
                torch.cat([pad(W, (0, 1)) for W in (2 * W_q, W_k, W_v)], dim=1),
                torch.eye(4, dtype=W_v.dtype),
            ),
        ),
    ),
    alternatives=(_doubled_keys, _entry_by_entry, _in_numpy),
    same=(
        Same(
            "return (in_proj_weight, torch.eye(4))",
            "What the layer returns is compared, in float64; one of the alternatives "
            "does the same.",
        ),
        Same(
            "torch.eye(4, dtype=W_q.dtype)",
            "All three matrices have one dtype.",
        ),
        Same(
            "torch.eye(4, dtype=W_k.dtype)",
            "All three matrices have one dtype.",
        ),
    ),
    hints=(
        "Three things are in the way: the matrices are too narrow, the module stores "
        "their transposes, and it divides the scores. Take them one at a time.",
        "`F.pad(W, (0, 1))` adds a column of zeros on the right. Zeros in a query "
        "meet zeros in a key, so no score changes. `torch.cat` stacks the three "
        "transposes.",
        "Undo the division by sqrt(4) with 2 * W_q. The output projection must do "
        "nothing: torch.eye(4, dtype=W_v.dtype).",
    ),
)

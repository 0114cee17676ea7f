"""Self-attention as a module with three linear layers.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

Checked by its output and the gradient of every parameter: a detached path or an
unregistered layer gives the right numbers and never learns.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, Misconception
from solutions.draws import Draw, normal, sizes
from solutions.sentences import (
    CAUSAL,
    ELEMENT_BY_ELEMENT,
    HALF_OF_D_K,
    LOG_SOFTMAX,
    NO_SOFTMAX,
    NO_SUPER,
    SOFTMAX_TWICE,
    TOO_MUCH,
    WEIGHTS_DETACHED,
)
from solutions.steady import STEADY


class SelfAttention(nn.Module):
    """Self-attention with one head and learnt projections.

    Its parameters are those of three linear layers called query, key and
    value, each from embed_size to embed_size, with a bias.
    """

    def __init__(self, embed_size: int) -> None:
        """Make the three linear layers."""
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Let every token gather from all tokens of its own sequence.

        x: (batch, n, embed_size).  Returns the same shape.
        Scores are divided by sqrt(embed_size).
        """
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = q @ k.mT / q.shape[-1] ** 0.5  # (batch, n, n)
        return torch.softmax(scores, dim=-1) @ v


def _tokens(**options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        batch, n, embed_size = options.get("shape") or sizes(rng, 3)
        x = normal(rng, batch, n, embed_size, dtype="float32")
        return (embed_size,), (options.get("scale", 1.0) * x,)

    return draw


def _turned(k: torch.Tensor, how: str) -> torch.Tensor:
    if how == "view":
        return k.reshape(k.shape[0], k.shape[2], k.shape[1])
    return k.permute(2, 1, 0) if how == "all axes" else k.mT


def _class(
    *,
    queries="query",
    keys="key",
    values="value",
    scale="embed_size",
    turn="mT",
    dim=-1,
    cut="nothing",
):
    """The class with each decision of its forward pass made as asked."""

    class Chosen(SelfAttention):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            made = {"query": self.query(x), "key": self.key(x), "value": self.value(x)}
            made["x"] = x
            q, k, v = made[queries], made[keys], made[values]
            if cut == "queries and keys":
                q, k = q.detach(), k.detach()
            widths = {"embed_size": x.shape[-1], "none": 1, "n": x.shape[1]}
            widths |= {"whole": x.shape[-1] ** 2, "half": x.shape[-1] ** 2 / 4}
            scores = q @ _turned(k, turn) / widths[scale] ** 0.5
            weights = torch.softmax(scores, dim=dim)
            if cut == "values":
                v = v.detach()
            return weights @ v

    return Chosen


class _ByEinsum(SelfAttention):
    def forward(self, x):
        scores = torch.einsum("bid,bjd->bij", self.query(x), self.key(x))
        weights = (scores * x.shape[-1] ** -0.5).softmax(2)
        return torch.einsum("bij,bjd->bid", weights, self.value(x))


class _ByPyTorch(SelfAttention):
    def forward(self, x):
        given = self.query(x), self.key(x), self.value(x)
        return nn.functional.scaled_dot_product_attention(*given)


class _InAList(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.layers = [nn.Linear(embed_size, embed_size) for _ in range(3)]

    def forward(self, x):
        q, k, v = (layer(x) for layer in self.layers)
        return torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, dim=-1) @ v


class _WeightsToo(SelfAttention):
    def forward(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        weights = torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, dim=-1)
        return weights @ v, weights


def _with(weigh, gather=torch.matmul):
    """The class with another way from scaled scores, (batch, n, n), to the context."""

    class Weighing(SelfAttention):
        def forward(self, x):
            scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
            return gather(weigh(scores), self.value(x))

    return Weighing


def _causal(scores):
    later = torch.ones_like(scores).triu(1).bool()
    return scores.masked_fill(later, -torch.inf).softmax(-1)


class _NotSetUp(SelfAttention):
    def __init__(self, embed_size):
        self.query = nn.Linear(embed_size, embed_size)


def _layers(*names, bias=True):
    """The class with layers of these names: its parameters alone tell."""

    class Named(nn.Module):
        def __init__(self, embed_size):
            super().__init__()
            for name in names or ("query", "key", "value"):
                setattr(self, name, nn.Linear(embed_size, embed_size, bias=bias))

    return Named


class _OneLayer(SelfAttention):
    def __init__(self, embed_size):
        super().__init__(embed_size)
        self.key = self.value = self.query


class _Residual(SelfAttention):
    def forward(self, x):
        return x + super().forward(x)


EXERCISE = Exercise(
    id="torch.self_attention_module",
    title="Self-attention as a module",
    reference=SelfAttention,
    decisions=_class,
    kind="layer",
    framework="torch",
    name="SelfAttention",
    points=3,
    minutes=10,
    difficulty=2,
    section="05-pytorch#a-module-with-parameters",
    order=20,
    cases=(
        Case("a small batch", _tokens(shape=(2, 3, 4)), calls=1),
        Case("one sequence", _tokens(shape=(1, 5, 2)), calls=1),
        Case("one token", _tokens(shape=(3, 1, 4)), calls=1),
        Case("one feature", _tokens(shape=(3, 4, 1)), calls=1),
        Case("every size the same", _tokens(shape=(2, 2, 2)), calls=1),
        Case("any sizes", _tokens(), calls=1),
        Case("large numbers", _tokens(scale=8.0), calls=1),
    ),
    properties=(STEADY,),
    misconceptions=(
        Misconception(
            "unscaled",
            "You do not divide the scores by the square root of embed_size, so the weights "
            "come out too sharp.",
            choices={"scale": "none"},
        ),
        Misconception(
            "scaled-by-length",
            "You divide by the square root of the number of tokens. The scale is the "
            "length of a query, embed_size: the last axis.",
            choices={"scale": "n"},
        ),
        Misconception(
            "softmax-over-queries",
            "Your softmax runs over the queries. Scores are (batch, queries, keys): take "
            "it over the keys, dim=-1.",
            choices={"dim": 1},
        ),
        Misconception(
            "softmax-over-batch",
            "Your softmax runs over the batch, so that sequences compete with one another. "
            "Take it over the keys, dim=-1.",
            choices={"dim": 0},
        ),
        Misconception(
            "view-for-transpose",
            "You turn the keys with view() or reshape(), which deals the same numbers out "
            "anew and mixes one key with the next. Swap the axes: k.mT.",
            choices={"turn": "view"},
        ),
        Misconception(
            "batch-transposed",
            ".T turns all three axes around, so that sequences get mixed. Swap only the "
            "last two: k.mT or k.transpose(-2, -1).",
            choices={"turn": "all axes"},
        ),
        Misconception(
            "keys-from-query",
            "Your keys are made by self.query. Then self.key takes no part in the result: "
            "it has no gradient and never learns.",
            choices={"keys": "query"},
        ),
        Misconception(
            "values-from-key",
            "Your values are made by self.key. What a token hands over is then tied to "
            "what it is found by, and self.value never learns.",
            choices={"values": "key"},
        ),
        Misconception(
            "raw-values",
            "You mix the tokens themselves. What a token hands over is its value, "
            "self.value(x); without it self.value never learns.",
            choices={"values": "x"},
        ),
        Misconception(
            "weights-detached", WEIGHTS_DETACHED, choices={"cut": "queries and keys"}
        ),
        Misconception(
            "values-detached",
            "Your output is right, but value has no gradient: something between it and the "
            "output (detach(), no_grad(), .numpy(), torch.tensor(...)) cuts the graph.",
            choices={"cut": "values"},
        ),
        Misconception(
            "weights-too",
            "You return the weights as well. A module that is to be stacked returns one "
            "tensor, shaped like its input.",
            _WeightsToo,
        ),
        Misconception(
            "residual",
            "You add the input to the result. A Transformer block does that around the "
            "attention, later; here the attention alone is asked for.",
            _Residual,
        ),
        Misconception(
            "not-registered",
            "An optimiser sees only what is registered: three nn.Linear(embed_size, "
            "embed_size), made in __init__ and stored as self.query, self.key and "
            "self.value, with their biases. Layers in a plain list, or made in forward(), "
            "never learn.",
            _InAList,
        ),
        Misconception("no-super", NO_SUPER, _NotSetUp),
        Misconception(
            "no-bias",
            "Your layers have no biases. nn.Linear(embed_size, embed_size) has one "
            "unless bias=False is said, and the optimiser should learn it as well.",
            _layers(bias=False),
        ),
        Misconception(
            "one-layer",
            "There is one layer under three names. Queries, keys and values then are "
            "the same vectors; each of the three needs a layer of its own.",
            _OneLayer,
        ),
        Misconception(
            "other-names",
            "Your three layers have other names than were asked for. Parameters are "
            "known by their names: query, key and value.",
            _layers("q", "k", "v"),
        ),
        Misconception(
            "softmax-twice",
            SOFTMAX_TWICE,
            _with(lambda scores: scores.softmax(-1).softmax(-1)),
        ),
        Misconception(
            "log-softmax", LOG_SOFTMAX, _with(lambda scores: scores.log_softmax(-1))
        ),
        Misconception("no-softmax", NO_SOFTMAX, _with(lambda scores: scores)),
        Misconception("causal", CAUSAL, _with(_causal)),
        Misconception(
            "divided-by-d-k",
            TOO_MUCH,
            choices={"scale": "whole"},
        ),
        Misconception("half-of-d-k", HALF_OF_D_K, choices={"scale": "half"}),
        Misconception(
            "swapped-qk",
            "Your queries are made by self.key and your keys by self.query. Both have "
            "the same shape, so no error tells you.",
            choices={"queries": "key", "keys": "query"},
        ),
        Misconception(
            "element-by-element",
            ELEMENT_BY_ELEMENT,
            _with(lambda scores: scores.softmax(-1), torch.mul),
        ),
    ),
    alternatives=(_ByEinsum, _ByPyTorch),
    hints=(
        "`__init__` makes the three layers and stores them: `self.query = "
        "nn.Linear(...)`, and so on. `forward` uses them and makes none.",
        "A layer is called like a function. `self.query(x)` takes (batch, n, "
        "embed_size) and returns the same shape, so it gives every token's query at "
        "once.",
        "`forward` calls each of the three layers once, and then your "
        "`scaled_dot_product_attention`. That returns two tensors, and `forward` only "
        "one.",
    ),
)

"""Multi-head self-attention as a module of PyTorch.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.

Beside the mistakes of the NumPy version: a num_heads that does not fit, and a view.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, Misconception, Same
from solutions.ch08_multi_head._shared import EXACT, tokens_for_heads
from solutions.draws import thrice


class MultiHeadSelfAttention(nn.Module):
    """Self-attention with several heads.

    Its parameters are those of four linear layers called query, key, value
    and fc_out, each from embed_size to embed_size, with a bias.
    """

    def __init__(self, embed_size: int, num_heads: int) -> None:
        """Make the four linear layers.

        Raises ValueError when embed_size is not a multiple of num_heads, or
        num_heads is 0.
        """
        super().__init__()
        if num_heads < 1 or embed_size % num_heads:
            raise ValueError(f"{embed_size} features cannot make {num_heads} equal heads")
        self.num_heads = num_heads
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.fc_out = nn.Linear(embed_size, embed_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Let every token gather from all tokens of its own sequence.

        x: (batch, n, embed_size).  Returns the same shape.
        Each head divides its scores by the square root of its own width.
        """
        batch, n, embed_size = x.shape
        q, k, v = (
            layer(x).view(batch, n, self.num_heads, -1).transpose(1, 2)
            for layer in (self.query, self.key, self.value)
        )  # (batch, heads, n, head_dim)
        scores = q @ k.mT / q.shape[-1] ** 0.5  # (batch, heads, n, n)
        context = torch.softmax(scores, dim=-1) @ v
        merged = context.transpose(1, 2).reshape(batch, n, embed_size)
        return self.fc_out(merged)


def _wrong_heads(rng: np.random.Generator) -> tuple:
    num_heads = int(rng.integers(2, 6))
    return (num_heads * int(rng.integers(1, 4)) + 1, num_heads), ()


def _no_heads(rng: np.random.Generator) -> tuple:
    return (int(rng.integers(1, 13)), 0), ()


def _class(
    *,
    split="heads",
    merge="heads",
    scale="head_dim",
    dim=-1,
    output="fc_out",
    cut="nothing",
    times=1,
    seen="all",
    bias=True,
    first="super",
):
    """The class with each decision of its forward pass made as asked."""

    class Chosen(MultiHeadSelfAttention):
        def __init__(self, embed_size: int, num_heads: int) -> None:
            if first == "super":
                super().__init__(embed_size, num_heads)
            elif num_heads < 1 or embed_size % num_heads:
                raise ValueError
            if first != "super" or not bias:
                for name in ("query", "key", "value", "fc_out"):
                    setattr(self, name, nn.Linear(embed_size, embed_size, bias=bias))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            batch, n, embed_size = x.shape
            heads = self.num_heads

            def apart(t: torch.Tensor) -> torch.Tensor:
                if split == "mixed":
                    return t.reshape(batch, heads, n, -1)
                return t.reshape(batch, n, heads, -1).transpose(1, 2)

            q, k, v = (apart(layer(x)) for layer in (self.query, self.key, self.value))
            if cut == "queries and keys":
                q, k = q.detach(), k.detach()
            squares = {"head_dim": q.shape[-1], "embed_size": embed_size, "none": 1}
            scores = q @ k.mT / squares[scale] ** 0.5
            if seen == "the past":
                future = torch.ones(n, n, dtype=torch.bool).triu(1)
                scores = scores.masked_fill(future, -torch.inf)
            for _ in range(times):
                scores = torch.softmax(scores, dim=dim)
            context = scores @ v
            if merge == "heads":
                context = context.transpose(1, 2)
            merged = context.reshape(batch, n, embed_size)
            return self.fc_out(merged) if output == "fc_out" else merged

    return Chosen


class _HeadByHead(MultiHeadSelfAttention):
    def forward(self, x):
        width = x.shape[-1] // self.num_heads
        parts = []
        made = (self.query(x), self.key(x), self.value(x))
        for q, k, v in zip(*(t.split(width, dim=-1) for t in made), strict=True):
            scores = torch.einsum("bid,bjd->bij", q, k) * width**-0.5
            parts.append(scores.softmax(-1) @ v)
        return self.fc_out(torch.cat(parts, dim=-1))


class _ByPyTorch(MultiHeadSelfAttention):
    def forward(self, x):
        made = (self.query(x), self.key(x), self.value(x))
        q, k, v = (t.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for t in made)
        context = nn.functional.scaled_dot_product_attention(q, k, v)
        return self.fc_out(context.transpose(1, 2).flatten(2))


class _ByEinsum(MultiHeadSelfAttention):
    """The split as the classic multi-head module has it: heads stay behind tokens."""

    def forward(self, x):
        made = (self.query(x), self.key(x), self.value(x))
        q, k, v = (t.reshape(*x.shape[:2], self.num_heads, -1) for t in made)
        scores = torch.einsum("nqhd,nkhd->nhqk", q, k) / q.shape[-1] ** 0.5
        context = torch.einsum("nhql,nlhd->nqhd", scores.softmax(3), v)
        return self.fc_out(context.reshape(x.shape))


class _AnyNumber(MultiHeadSelfAttention):
    def __init__(self, embed_size, num_heads):
        super().__init__(embed_size, 1)
        self.num_heads = num_heads


class _DivisionAlone(_AnyNumber):
    def __init__(self, embed_size, num_heads):
        super().__init__(embed_size, num_heads)
        self.head_dim = embed_size // num_heads


class _ZeroDivides(_AnyNumber):
    def __init__(self, embed_size, num_heads):
        super().__init__(embed_size, num_heads)
        if embed_size % num_heads:
            raise ValueError


class _Asserts(_AnyNumber):
    def __init__(self, embed_size, num_heads):
        super().__init__(embed_size, num_heads)
        assert embed_size % num_heads == 0


class _NotTransposed(MultiHeadSelfAttention):
    def forward(self, x):
        made = (self.query(x), self.key(x), self.value(x))
        q, k, v = (t.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for t in made)
        context = torch.softmax(q @ k / q.shape[-1] ** 0.5, dim=-1) @ v
        return self.fc_out(context.transpose(1, 2).flatten(2))


class _Residual(MultiHeadSelfAttention):
    def forward(self, x):
        return x + super().forward(x)


class _ViewAfterTranspose(MultiHeadSelfAttention):
    def forward(self, x):
        batch, n, _ = x.shape
        made = (self.query(x), self.key(x), self.value(x))
        q, k, v = (t.view(batch, n, self.num_heads, -1).transpose(1, 2) for t in made)
        context = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1) @ v
        return self.fc_out(context.transpose(1, 2).view(x.shape))


class _HeadWide(nn.Module):
    """Linear layers of one head's width, shared by the heads."""

    def __init__(self, embed_size, num_heads):
        super().__init__()
        if num_heads < 1 or embed_size % num_heads:
            raise ValueError("embed_size must be a multiple of num_heads")
        self.num_heads, width = num_heads, embed_size // num_heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.fc_out = nn.Linear(embed_size, embed_size)

    def forward(self, x):
        parts = x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        q, k, v = self.query(parts), self.key(parts), self.value(parts)
        context = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1) @ v
        return self.fc_out(context.transpose(1, 2).flatten(2))


class _KeysFromQuery(MultiHeadSelfAttention):
    def forward(self, x):
        made = (self.query(x), self.query(x), self.value(x))
        q, k, v = (t.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for t in made)
        context = nn.functional.scaled_dot_product_attention(q, k, v)
        return self.fc_out(context.transpose(1, 2).flatten(2))


class _WeightsToo(MultiHeadSelfAttention):
    def forward(self, x):
        return super().forward(x), None


EXERCISE = Exercise(
    id="heads.torch_module",
    title="Multi-head attention as a module",
    reference=MultiHeadSelfAttention,
    decisions=_class,
    kind="layer",
    framework="torch",
    name="MultiHeadSelfAttention",
    points=4,
    minutes=10,
    difficulty=3,
    section="08-multi-head#a-module-in-pytorch",
    order=50,
    cases=(
        Case("a small batch", tokens_for_heads(2, 3, 2, 2), calls=1),
        Case("one head", tokens_for_heads(2, 3, 1, 4), calls=1),
        Case("one sequence", tokens_for_heads(1, 4, 2, 3), calls=1),
        Case("one token", tokens_for_heads(3, 1, 2, 2), calls=1),
        Case("one feature a head", tokens_for_heads(2, 3, 4, 1), calls=1),
        Case("any sizes", tokens_for_heads(), calls=1),
        Case("large numbers", tokens_for_heads(2, 3, 2, 4, scale=6.0), calls=1),
        thrice("a num_heads that does not fit", _wrong_heads, raises="ValueError"),
        Case("no heads", _no_heads, calls=1, weight=0.5, raises="ValueError"),
    ),
    properties=(EXACT,),
    misconceptions=(
        Misconception(
            "heads-mixed-by-the-split",
            "You split with a view or reshape straight to (batch, heads, n, head_dim), so "
            "each head attends among pieces of different tokens. View as (batch, n, heads, "
            "head_dim), then transpose(1, 2).",
            choices={"split": "mixed"},
        ),
        Misconception(
            "heads-mixed-by-the-merge",
            "You merge with a reshape alone, so that one token gets the contexts of "
            "several. First context.transpose(1, 2), then reshape.",
            choices={"merge": "mixed"},
        ),
        Misconception(
            "unscaled",
            "You do not divide the scores by the square root of the width of a head, so "
            "the weights come out too sharp.",
            choices={"scale": "none"},
        ),
        Misconception(
            "scaled-by-embed-size",
            "You divide by the square root of embed_size. A head's queries are only "
            "embed_size // num_heads long: q.shape[-1] after the split. Many published "
            "programs have this; the weights come out too even.",
            choices={"scale": "embed_size"},
        ),
        Misconception(
            "softmax-over-queries",
            "Your softmax runs over the queries. Scores are (batch, heads, queries, keys): "
            "take it over the keys, dim=-1.",
            choices={"dim": 2},
        ),
        Misconception(
            "softmax-over-heads",
            "Your softmax runs over the heads, dim=1, so that the heads compete for each "
            "pair of tokens. Take it over the keys, dim=-1: heads are free of each other.",
            choices={"dim": 1},
        ),
        Misconception(
            "no-output-projection",
            "You return the merged heads and never use fc_out, so it has no gradient and "
            "the heads never meet. The last step is self.fc_out(merged).",
            choices={"output": "none"},
        ),
        Misconception(
            "weights-detached",
            "Your output is right, but query and key have no gradient: something between "
            "them and the output (detach(), no_grad(), .numpy(), torch.tensor(...)) cuts "
            "the graph. They would stay at their random start for ever.",
            choices={"cut": "queries and keys"},
        ),
        Misconception(
            "keys-from-query",
            "Your keys are made by self.query. Then self.key takes no part in the result: "
            "it has no gradient and never learns.",
            _KeysFromQuery,
        ),
        Misconception(
            "any-num-heads",
            "MultiHeadSelfAttention(10, 3) should refuse at once: 10 features do not make "
            "3 equal heads. Raise a ValueError in __init__, where the mistake is made, and "
            "not somewhere in forward, where it is only noticed.",
            _AnyNumber,
        ),
        Misconception(
            "any-num-heads-but-0",
            "MultiHeadSelfAttention(10, 3) should refuse at once: 10 features do not make "
            "3 equal heads, and 10 // 3 drops the rest without a word. Raise a ValueError "
            "in __init__ when embed_size % num_heads is not 0, and for 0 heads too.",
            _DivisionAlone,
        ),
        Misconception(
            "zero-heads",
            "With num_heads = 0 your own check divides by zero. Who called it meets a "
            "ZeroDivisionError and no word of heads: look at num_heads < 1 first, and "
            "raise the ValueError there too.",
            _ZeroDivides,
        ),
        Misconception(
            "no-super",
            "super().__init__() is missing. nn.Module keeps its list of layers there, so "
            "it has to run before the first layer is assigned to self.",
            choices={"first": "layers"},
        ),
        Misconception(
            "no-bias",
            "Your linear layers have no bias. The task asks for nn.Linear as it is, with "
            "bias=True.",
            choices={"bias": False},
        ),
        Misconception(
            "causal",
            "Your tokens see only what came before them. No mask is asked for here: every "
            "token may attend to every token.",
            choices={"seen": "the past"},
        ),
        Misconception(
            "softmax-twice",
            "You take the softmax twice; the second makes the weights nearly even. One "
            "softmax turns scores into weights.",
            choices={"times": 2},
        ),
        Misconception(
            "not-transposed",
            "You multiply q by k as it is. Both are (..., n, head_dim), so the keys have "
            "to be transposed: k.mT, or k.transpose(-2, -1). Where it gives no error, n "
            "and head_dim happen to be equal.",
            _NotTransposed,
        ),
        Misconception(
            "residual",
            "You add the input to the output. That belongs to the block around attention "
            "(chapter 09); this module returns what was gathered.",
            _Residual,
        ),
        Misconception(
            "assert",
            "You check num_heads with assert, which raises AssertionError, and nothing at "
            "all when Python runs with -O. For a wrong argument raise ValueError.",
            _Asserts,
        ),
        Misconception(
            "view-after-transpose",
            "view needs the numbers to lie in memory in its own order, and after "
            "transpose(1, 2) they do not. Use reshape, which copies where it must, or "
            ".contiguous().view(...).",
            _ViewAfterTranspose,
        ),
        # Any other set of parameters ends here too, so the words are general.
        Misconception(
            "other-parameters",
            "Four nn.Linear(embed_size, embed_size) are asked for, with their biases, "
            "called query, key, value and fc_out. The first three make all heads' queries, "
            "keys and values from the whole token; what is split is their results.",
            _HeadWide,
        ),
        Misconception(
            "two-results",
            "You return more than one result. A module that is to be stacked returns one "
            "tensor, shaped like its input.",
            _WeightsToo,
        ),
    ),
    alternatives=(_HeadByHead, _ByPyTorch, _ByEinsum),
    same=(
        Same(
            "-1).transpose(2, 1)",
            "A swap of two axes does not hang on which is named first.",
        ),
        Same(
            "context.transpose(2, 1)",
            "A swap of two axes does not hang on which is named first.",
        ),
    ),
    hints=(
        "`__init__` checks `num_heads`, makes the four layers and remembers "
        "`num_heads`; `forward` does what your `multi_head_attention` does.",
        "To split: `self.query(x).view(batch, n, self.num_heads, -1).transpose(1, "
        "2)`. The -1 lets PyTorch work out the width of a head.",
        "To merge, undo the two moves in the opposite order. After a `transpose` the "
        "numbers are out of order in memory: `view` stops there, `reshape` copies.",
    ),
)

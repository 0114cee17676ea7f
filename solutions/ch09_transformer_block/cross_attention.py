"""Attention of one sequence to another.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.3.

The two sequences change places, wholly or in part; the mask lacks an axis for the
heads, which no shape shows when heads and sequences are as many.
"""

from __future__ import annotations

import torch
from torch import nn

from autograder import Case, Exercise, Misconception
from solutions.ch09_transformer_block._attention import attend, split_heads
from solutions.ch09_transformer_block._draws import two_sequences
from solutions.ch09_transformer_block._mistakes import EXACT, NO_SUPER


class CrossAttention(nn.Module):
    """Attention of one sequence to another, with several heads.

    Its parameters are those of four linear layers called query, key, value
    and fc_out, each from d_model to d_model, with a bias.
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        """Make the four linear layers; num_heads divides d_model."""
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

    def forward(
        self,
        x: torch.Tensor,
        memory: torch.Tensor,
        memory_mask: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Let every token of x gather from the tokens of memory.

        x: (batch, n, d_model).  memory: (batch, m, d_model).
        memory_mask: Boolean, broadcasts to (batch, n, m); True = may attend.
        A token with nothing open to it has zeros for its context.
        Returns the shape of x.
        """
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(memory), self.num_heads)
        v = split_heads(self.value(memory), self.num_heads)
        return self.fc_out(attend(q, k, v, memory_mask))


def _cross(
    *,
    queries="x",
    keys="memory",
    values="memory",
    split="heads",
    merge="heads",
    keyed_by="key",
    scale="head_dim",
    mask="used",
    project=True,
    cut="",
):
    """The class with each decision of its forward pass made as asked."""

    class Chosen(CrossAttention):
        def forward(
            self,
            x: torch.Tensor,
            memory: torch.Tensor,
            memory_mask: torch.Tensor | None = None,
        ) -> torch.Tensor:
            heads, d_model = self.num_heads, x.shape[-1]
            tokens = {"x": x, "memory": memory.detach() if cut == "memory" else memory}

            def split_heads(t: torch.Tensor) -> torch.Tensor:
                batch, length, _ = t.shape
                if split == "view":
                    return t.reshape(batch, heads, length, d_model // heads)
                return t.reshape(batch, length, heads, -1).transpose(1, 2)

            q = split_heads(self.query(tokens[queries]))
            k = split_heads(getattr(self, keyed_by)(tokens[keys]))
            v = split_heads(self.value(tokens[values]))
            widths = {"head_dim": d_model // heads, "d_model": d_model, "none": 1}
            scores = q @ k.mT / widths[scale] ** 0.5
            blocked = torch.tensor(False)
            if memory_mask is not None and mask != "ignored":
                by_head = memory_mask.unsqueeze(-3)
                if mask == "no head axis":
                    by_head = memory_mask
                blocked = by_head if mask == "inverted" else ~by_head
                filler = -1e9 if mask == "-1e9" else -torch.inf
                scores = scores.masked_fill(blocked, filler)
            weights = torch.softmax(scores, dim=-1)
            if mask not in ("-1e9", "nan"):
                weights = weights.masked_fill(blocked, 0.0)
            context = weights @ v
            if merge == "heads":
                context = context.transpose(1, 2)
            merged = context.reshape(len(x), -1, d_model)
            return self.fc_out(merged) if project else merged

    return Chosen


class _HeadByHead(CrossAttention):
    def forward(self, x, memory, memory_mask=None):
        parts = [self.query(x), self.key(memory), self.value(memory)]
        contexts = []
        for q, k, v in zip(*(p.chunk(self.num_heads, dim=-1) for p in parts), strict=True):
            scores = q @ k.mT / q.shape[-1] ** 0.5
            if memory_mask is not None:
                scores = torch.where(memory_mask, scores, torch.tensor(-1e30))
            weights = torch.softmax(scores, dim=-1)
            if memory_mask is not None:
                weights = weights * memory_mask
            contexts.append(weights @ v)
        return self.fc_out(torch.cat(contexts, dim=-1))


class _ByEinsum(CrossAttention):
    def forward(self, x, memory, memory_mask=None):
        def split(t):
            return t.view(*t.shape[:2], self.num_heads, -1)

        q, k, v = split(self.query(x)), split(self.key(memory)), split(self.value(memory))
        scores = torch.einsum("bihd,bjhd->bhij", q, k) * q.shape[-1] ** -0.5
        if memory_mask is not None:
            scores = scores.masked_fill(~memory_mask[..., None, :, :], -torch.inf)
        weights = scores.softmax(dim=-1).nan_to_num(0.0)
        context = torch.einsum("bhij,bjhd->bihd", weights, v)
        return self.fc_out(context.flatten(-2))


class _OneHead(CrossAttention):
    def __init__(self, d_model, num_heads):
        super().__init__(d_model, 1)


class _Residual(CrossAttention):
    def forward(self, x, memory, memory_mask=None):
        return x + super().forward(x, memory, memory_mask)


EXERCISE = Exercise(
    id="block.cross_attention",
    title="Cross-attention",
    reference=CrossAttention,
    decisions=_cross,
    kind="layer",
    framework="torch",
    name="CrossAttention",
    points=3,
    minutes=7,
    difficulty=2,
    section="09-transformer-block#cross-attention",
    order=50,
    cases=(
        Case("a small batch", two_sequences(shape=(2, 3, 4, 2)), calls=1),
        Case("a longer memory", two_sequences(shape=(1, 2, 6, 2)), calls=1),
        Case("a shorter memory", two_sequences(shape=(2, 5, 3, 2)), calls=1),
        Case("as long as each other", two_sequences(shape=(3, 4, 4, 2)), calls=1),
        Case("one token to attend to", two_sequences(shape=(2, 3, 1, 2)), calls=1),
        Case("one feature", two_sequences(shape=(2, 3, 4, 1), heads=1), calls=1),
        Case("three heads", two_sequences(heads=3), calls=1),
        Case("a padding mask", two_sequences("padding"), weight=2.0),
        Case(
            "as many sequences as heads, padded",
            two_sequences("padding", shape=(2, 3, 4, 3)),
        ),
        Case("a mask for each pair", two_sequences("pairs"), weight=2.0),
        Case("a token with nothing open", two_sequences("nothing open")),
        Case("large numbers", two_sequences(scale=4.0), calls=1),
    ),
    properties=(EXACT,),
    misconceptions=(
        NO_SUPER,
        Misconception(
            "queries-from-memory",
            "Your queries come from memory. The tokens of x are the ones that ask, so "
            "queries are made from x, and there is one context for each token of x.",
            choices={"queries": "memory"},
        ),
        Misconception(
            "self-attention",
            "Your keys and values come from x: this is self-attention, and memory takes no "
            "part. An encoder behind it would get no gradient and learn nothing.",
            choices={"keys": "x", "values": "x"},
        ),
        Misconception(
            "roles-swapped",
            "You have the two sequences swapped: queries from memory, keys and values from "
            "x. Who asks is x; who answers is memory.",
            choices={"queries": "memory", "keys": "x", "values": "x"},
        ),
        Misconception(
            "values-from-x",
            "Your values come from x. The weights say which tokens of memory count, so it "
            "is their values that must be mixed.",
            choices={"values": "x"},
        ),
        Misconception(
            "keys-from-x",
            "Your keys come from x and your values from memory. A weight is then earned by "
            "one token and spent on another: keys and values belong together.",
            choices={"keys": "x"},
        ),
        Misconception(
            "split-by-view",
            "You split into heads with a single view or reshape to (batch, heads, n, "
            "head_dim). That deals the numbers out in another order and mixes tokens. "
            "Reshape to (batch, n, heads, head_dim) first, then swap n and heads.",
            choices={"split": "view", "merge": "mixed"},
        ),
        Misconception(
            "heads-mixed-by-the-split",
            "You split into heads with a single view or reshape to (batch, heads, n, "
            "head_dim), which mixes tokens. Reshape to (batch, n, heads, head_dim) first, "
            "then swap n and heads, as split_heads does.",
            _cross(split="view"),
        ),
        Misconception(
            "heads-mixed-by-the-merge",
            "You merge with a reshape alone, so that one token gets the contexts of "
            "several. First context.transpose(1, 2), then reshape; attend does it.",
            _cross(merge="mixed"),
        ),
        Misconception(
            "keys-from-query",
            "Your keys are made by self.query. Then self.key takes no part in the result: "
            "it has no gradient and never learns.",
            _cross(keyed_by="query"),
        ),
        Misconception(
            "one-head",
            "Your attention has a single head. Split queries, keys and values into "
            "num_heads parts. The parameters are the same in number and shape, so nothing "
            "else gives it away.",
            _OneHead,
        ),
        Misconception(
            "residual",
            "You add x to the result. The block does that, around this module; done here "
            "as well, x would be counted twice.",
            _Residual,
        ),
        Misconception(
            "scaled-by-d-model",
            "You divide by the root of d_model. The vectors that meet are those of one "
            "head, so it is the root of d_model / num_heads.",
            choices={"scale": "d_model"},
        ),
        Misconception(
            "unscaled",
            "You do not divide the scores by the root of the head's width, so the weights "
            "come out too sharp.",
            choices={"scale": "none"},
        ),
        Misconception(
            "mask-ignored",
            "You do not use memory_mask, so the tokens of x attend to the padding of "
            "memory.",
            choices={"mask": "ignored"},
        ),
        Misconception(
            "mask-inverted",
            "Your mask is the wrong way round: True means may attend. Block where it is "
            "False.",
            choices={"mask": "inverted"},
        ),
        Misconception(
            "minus-1e9",
            "You put a large negative number where -inf belongs. A token with nothing open "
            "then spreads its attention over the very tokens that are blocked. Its context "
            "should be zeros, as attend has it.",
            _cross(mask="-1e9"),
        ),
        Misconception(
            "nan-rows",
            "A token with nothing open gives nan: all its scores are -inf. Set the weights "
            "to 0 wherever the mask blocks, after the softmax, as attend does.",
            _cross(mask="nan"),
        ),
        Misconception(
            "mask-without-head-axis",
            "Your mask has no axis for the heads, so it lines up with the wrong axes of "
            "the scores (batch, heads, n, m). It stops with an error, or, when there are "
            "as many heads as sequences, gives head 2 the padding of sequence 2. "
            "memory_mask.unsqueeze(-3) puts the axis in, and attend does that for you.",
            choices={"mask": "no head axis"},
        ),
        Misconception(
            "not-projected",
            "You return the merged heads as they are. fc_out comes last; without it the "
            "heads' findings lie side by side and are never combined, and fc_out never "
            "learns.",
            choices={"project": False},
        ),
        Misconception(
            "memory-detached",
            "Your output is right, but memory has no gradient: it was detached (or made "
            "under no_grad()). The encoder learns through this gradient and nothing else.",
            choices={"cut": "memory"},
        ),
    ),
    alternatives=(_HeadByHead, _ByEinsum),
    hints=(
        "Take `MultiHeadAttention` as it stands above. Only the tokens that three of "
        "its layers are given change.",
        "Queries from `x`; keys and values from `memory`. After that, n queries meet "
        "m keys, and nothing in the rest asks whether n and m are equal.",
        "Which of `self.query`, `self.key` and `self.value` read `x`, and which read "
        "`memory`? Each result is split into heads. The mask is about the memory's "
        "tokens.",
    ),
)

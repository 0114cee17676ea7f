"""Every token's features cut into heads.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.

A reshape without the swap gives the right shape and mixes tokens; features are dealt
out in turn like cards, or tokens are cut apart.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.draws import Draw, integers, normal, sizes, thrice


def split_heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Cut every token's features into n_heads parts, one a head.

    x: (batch, n, d), d a multiple of n_heads.
    Returns (batch, n_heads, n, d / n_heads): head 0 has the first d / n_heads
    features of every token, head 1 the next, and so on.
    """
    *batch, n, d = x.shape
    parts = x.reshape(*batch, n, n_heads, d // n_heads)
    return np.swapaxes(parts, -3, -2)  # heads before tokens


# Axes: b the batch, h the heads, n the tokens, f the features of one head.
ORDERS = {"bhnf": (0, 2, 1, 3), "bnhf": (0, 1, 2, 3), "bhfn": (0, 2, 3, 1)}

ORDERS["hbnf"] = (2, 0, 1, 3)


def _tokens(*shape: int, **options) -> Draw:
    """shape: (batch, n, n_heads, head_dim); drawn when not given."""

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, n_heads, head_dim = shape or sizes(rng, 4)
        d = n_heads * head_dim
        if options.get("whole"):
            return integers(rng, batch, n, d, high=10), n_heads
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        return normal(rng, batch, n, d, scale=scale, dtype=dtype), n_heads

    return draw


def _split(x, n_heads, *, cut="in blocks", order="bhnf"):
    batch, n, d = x.shape
    if cut == "without tokens":
        parts = x.reshape(batch, n_heads, n, d // n_heads).swapaxes(1, 2)
    elif cut == "in turn":
        parts = x.reshape(batch, n, d // n_heads, n_heads).swapaxes(2, 3)
    else:
        parts = x.reshape(batch, n, n_heads, d // n_heads)
    return parts.transpose(ORDERS[order])


def _split_by_slices(x, n_heads):
    width = x.shape[-1] // n_heads
    parts = [x[..., i * width : (i + 1) * width] for i in range(n_heads)]
    return np.stack(parts, axis=1)


def _split_by_loops(x, n_heads):
    batch, n, d = x.shape
    heads = np.empty((batch, n_heads, n, d // n_heads))
    for place in np.ndindex(*heads.shape):
        b, h, i, f = place
        heads[place] = x[b, i, h * heads.shape[-1] + f]
    return heads


def _split_by_numpy(x, n_heads):
    return np.array(np.split(x, n_heads, axis=-1)).swapaxes(0, 1)


EXERCISE = Exercise(
    id="heads.split_heads",
    title="Split the features into heads",
    reference=split_heads,
    decisions=_split,
    dtype="any",  # whole numbers may come out as decimals
    points=2,
    minutes=5,
    difficulty=2,
    section="08-multi-head#split-attend-merge-project",
    order=10,
    cases=(
        Case("a small batch", _tokens(2, 3, 2, 2)),
        thrice("whole numbers", _tokens(whole=True)),
        Case("one sequence", _tokens(1, 4, 3, 2)),
        Case("one token", _tokens(3, 1, 2, 4)),
        Case("one head", _tokens(2, 3, 1, 4)),
        Case("one feature a head", _tokens(2, 3, 4, 1)),
        Case("any sizes, float32", _tokens(dtype="float32")),
        Case("large numbers", _tokens(scale=1e6)),
    ),
    properties=(
        Property(
            "a token keeps its place",
            "The first token's part of the result changes when the other tokens are taken "
            "away. In every head, row i must come from token i alone.",
            lambda answer, output, x, n_heads: np.array_equal(
                answer(x[:, :1], n_heads), output[:, :, :1]
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "heads-mixed",
            "The shape is right, but reshape alone reads the numbers in order and never "
            "swaps an axis: your head 0 holds all features of the first tokens and none of "
            "the last. Reshape to (batch, n, n_heads, head_dim) first, then swap axes 1 "
            "and 2.",
            choices={"cut": "without tokens"},
        ),
        Misconception(
            "features-dealt-out",
            "You deal the features out in turn, like cards: head 0 gets features 0, "
            "n_heads, and so on. Each head has neighbours: reshape to (..., n_heads, "
            "head_dim), heads before width.",
            choices={"cut": "in turn"},
        ),
        Misconception(
            "tokens-first",
            "Your axes are (batch, n, n_heads, head_dim). The cut is right; now swap axes "
            "1 and 2. Attention multiplies the last two axes, and these must be tokens and "
            "features.",
            choices={"order": "bnhf"},
        ),
        Misconception(
            "features-before-tokens",
            "Your last two axes are swapped: each head is (head_dim, n). It should be (n, "
            "head_dim), one token a row, as ever.",
            choices={"order": "bhfn"},
        ),
        Misconception(
            "heads-before-batch",
            "Your first axis is the heads. The batch comes first: (batch, n_heads, n, "
            "head_dim).",
            choices={"order": "hbnf"},
        ),
        Misconception(
            "number-for-width",
            "You make heads of n_heads features each. n_heads says how many heads there "
            "are; the width of one is d // n_heads.",
            lambda x, n_heads: x.reshape(
                *x.shape[:2], x.shape[2] // n_heads, n_heads
            ).swapaxes(1, 2),
        ),
        Misconception(
            "tokens-cut",
            "You cut the sequence into parts, so each head would see some tokens, whole. "
            "Every head sees every token, and a part of its features.",
            lambda x, n_heads: x.reshape(
                x.shape[0], n_heads, x.shape[1] // n_heads, x.shape[2]
            ),
        ),
        Misconception(
            "tokens-dealt-out",
            "You cut the sequence, so that each head gets some of the tokens. Every head "
            "sees every token, and a part of its features: cut along the last axis.",
            lambda x, n_heads: np.stack(np.array_split(x, n_heads, axis=1), axis=1),
        ),
        Misconception(
            "copies",
            "You give every head a copy of the whole tokens. Heads share the features out: "
            "each gets d // n_heads of them, and all heads together cost what one did.",
            lambda x, n_heads: np.repeat(x[:, None], n_heads, axis=1),
        ),
        Misconception(
            "a-list",
            "You return a list of parts. One array is wanted, with an axis for the heads: "
            "then one matrix product serves all heads at once. np.stack(parts, axis=1).",
            lambda x, n_heads: np.split(x, n_heads, axis=-1),
        ),
    ),
    alternatives=(_split_by_slices, _split_by_loops, _split_by_numpy),
    same=(
        Same(
            "=> return np.swapaxes(parts, -3, 2)",
            "There are four axes, always: the last but one is number 2.",
        ),
    ),
    hints=(
        "Two moves. First give every token's d features a shape of their own, "
        "(n_heads, head_dim). Then bring the heads in front of the tokens.",
        "The first move is a reshape to (batch, n, n_heads, d // n_heads). It only "
        "puts brackets into each row; nothing moves.",
        "Which two axes change places, so that the heads come before the tokens? "
        "Counted from the end they are the same with and without a batch.",
    ),
)

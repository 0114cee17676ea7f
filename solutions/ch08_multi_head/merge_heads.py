"""The heads of every token side by side again.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.

A reshape alone gives the right shape and mixes heads; the order of features or the
sum of heads are the rest.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch08_multi_head.split_heads import split_heads
from solutions.draws import Draw, integers, normal, sizes, thrice


def merge_heads(x: np.ndarray) -> np.ndarray:
    """Put the heads of every token side by side again: split_heads undone.

    x: (batch, n_heads, n, head_dim).  Returns (batch, n, n_heads * head_dim).
    """
    *batch, n_heads, n, head_dim = x.shape
    tokens_first = np.swapaxes(x, -3, -2)  # (batch, n, n_heads, head_dim)
    return tokens_first.reshape(*batch, n, n_heads * head_dim)


def _heads(*shape: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        batch, n, n_heads, head_dim = shape or sizes(rng, 4)
        if options.get("whole"):
            return (integers(rng, batch, n_heads, n, head_dim, high=10),)
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        return (normal(rng, batch, n_heads, n, head_dim, scale=scale, dtype=dtype),)

    return draw


def _merge_by_concatenating(x):
    return np.concatenate([x[:, i] for i in range(x.shape[1])], axis=-1)


def _merge_by_loops(x):
    batch, n_heads, n, head_dim = x.shape
    merged = np.zeros((batch, n, n_heads * head_dim))
    for h in range(n_heads):
        merged[:, :, h * head_dim : (h + 1) * head_dim] = x[:, h]
    return merged


def _merge_by_einsum(x):
    return np.einsum("bhnf->bnhf", x).reshape(x.shape[0], x.shape[2], -1)


EXERCISE = Exercise(
    id="heads.merge_heads",
    title="Merge the heads",
    reference=merge_heads,
    dtype="any",  # whole numbers may come out as decimals
    points=1,
    minutes=5,
    difficulty=2,
    section="08-multi-head#split-attend-merge-project",
    order=20,
    cases=(
        Case("a small batch", _heads(2, 3, 2, 2)),
        thrice("whole numbers", _heads(whole=True)),
        Case("one sequence", _heads(1, 4, 3, 2)),
        Case("one token", _heads(3, 1, 2, 4)),
        Case("one head", _heads(2, 3, 1, 4)),
        Case("one feature a head", _heads(2, 3, 4, 1)),
        Case("any sizes, float32", _heads(dtype="float32")),
        Case("large numbers", _heads(scale=1e6)),
    ),
    properties=(
        Property(
            "it undoes the split",
            "Splitting and then merging must give back what went in; yours does not.",
            lambda answer, output, x: np.array_equal(
                answer(split_heads(output, x.shape[1])), output
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "heads-mixed",
            "The shape is right, but reshape alone reads head 0 to its end before it comes "
            "to head 1, so your first rows hold nothing but head 0. Bring the tokens "
            "before the heads first: swap axes 1 and 2, then reshape.",
            lambda x: x.reshape(x.shape[0], x.shape[2], -1),
        ),
        Misconception(
            "features-interleaved",
            "You put the heads behind the features, so that the merged row has feature 0 "
            "of every head, then feature 1 of every head. Each head stays in one piece: "
            "(batch, n, n_heads, head_dim) before the reshape.",
            lambda x: x.transpose(0, 2, 3, 1).reshape(x.shape[0], x.shape[2], -1),
        ),
        Misconception(
            "one-below-the-other",
            "You glue the heads one below the other, as if they were more tokens. They are "
            "parts of the same tokens: put them side by side.",
            lambda x: x.reshape(x.shape[0], -1, x.shape[3]),
        ),
        Misconception(
            "features-before-tokens",
            "You swap the last two axes, tokens and features. It is heads and tokens that "
            "change places, axes 1 and 2: each token needs its heads next to it.",
            lambda x: np.swapaxes(x, -1, -2).reshape(x.shape[0], x.shape[2], -1),
        ),
        Misconception(
            "still-split",
            "The axes are in the right order, but there are still four. Now let the last "
            "two become one: reshape to (batch, n, n_heads * head_dim).",
            lambda x: np.swapaxes(x, 1, 2),
        ),
        Misconception(
            "averaged",
            "You average the heads. Then nobody can tell any more what each of them found. "
            "Keep them all, side by side.",
            lambda x: x.mean(axis=1),
        ),
        Misconception(
            "summed",
            "You add the heads up. The output matrix W_o will do that, with weights it has "
            "learnt; here keep them side by side.",
            lambda x: x.sum(axis=1),
        ),
    ),
    alternatives=(_merge_by_concatenating, _merge_by_loops, _merge_by_einsum),
    same=(
        Same(
            "=> tokens_first = np.swapaxes(x, -3, 2)",
            "There are four axes, always: the last but one is number 2.",
        ),
    ),
    hints=(
        "Do what `split_heads` did, backwards and in the opposite order.",
        "First swap axes 1 and 2 back, so that each token has its heads next to it: "
        "(batch, n, n_heads, head_dim).",
        "Only then make one axis of the last two, with a reshape. Without the swap the "
        "same reshape would run as well, and mix the tokens.",
    ),
)

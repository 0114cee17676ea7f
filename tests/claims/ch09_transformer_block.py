"""What the claims of chapter 09 stand on."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from solutions.ch09_transformer_block.encoder_block import EncoderBlock
from solutions.ch09_transformer_block.positional_encoding import (
    positional_encoding,
)
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
    code_of,
)

PAGE = "chapters/09-transformer-block.md"
PAPER = "https://arxiv.org/abs/1706.03762"
GIVEN = {"torch": torch, "nn": nn, "F": functional, "EncoderBlock": EncoderBlock}
GIVEN["positional_encoding"] = positional_encoding


def lopsided_by_steps() -> Control:
    """Rivals: a new stack is lopsided already; or only one that fails is."""
    names = ("PostNormBlock", "Backwards", "train", "before_any_step")
    space = code_of(PAGE, *names, **GIVEN)
    block, after = space["PostNormBlock"], {0.0033: [], 0.01: []}
    for seed in range(3):
        assert space["before_any_step"](block, seed) < 1.4
        for rate, ratios in after.items():
            sizes = space["train"](block, 8, seed, steps=6, rate=rate)[1]
            ratios.append(sizes[-1] / sizes[0])
    assert min(after[0.0033]) > 1.8
    return Control(after[0.01], after[0.0033], "above", by=2)


def likeness(
    seed: int, factor: float = 1, depth: int = 2, *, mask=None, plus=False, chosen=False
) -> float:
    """How alike eight tokens are after some layers of attention.

    factor: of the new query and key matrices.  chosen: all matrices are the identity
    instead, times the factor in queries and keys.
    """
    space = code_of(PAGE, "MultiHeadAttention", "attend", "split_heads", **GIVEN)
    torch.manual_seed(seed)
    x = torch.randn(1, 8, 32)
    with torch.no_grad():
        for _ in range(depth):
            layer = space["MultiHeadAttention"](32, 1 if chosen else 4)
            for linear in layer.children():
                if chosen:
                    nn.init.eye_(linear.weight)
                    nn.init.zeros_(linear.bias)
                if linear in (layer.query, layer.key):
                    linear.weight.mul_(factor)
            found = layer(functional.layer_norm(x, (32,)), mask)
            x = x + found if plus else found
    unit = functional.normalize(x[0], dim=-1)
    return (((unit @ unit.T).sum() - 8) / 56).item()


def small_scores_blend() -> Control:
    """Rival: attention without a plus makes tokens alike in two layers in any case."""
    sides = ([likeness(seed, by) for seed in range(5)] for by in (1, 6))
    return Control(*sides, "above", by=0.3)


def mixing_makes_alike() -> Control:
    """Rival: the biases do it, or the matrices: the same layers, every token alone."""
    case = [likeness(seed) for seed in range(5)]
    rival = [likeness(seed, mask=torch.eye(8).bool()) for seed in range(5)]
    return Control(case, rival, "above", by=0.5)


def random_weights_blend() -> Control:
    """Rival: whatever the weights, tokens are alike in the end."""
    sharp = [likeness(seed, 6, 12) for seed in range(4)]
    chosen = [likeness(seed, 1.5, 100, chosen=True) for seed in range(4)]
    return Control(sharp, chosen, "above", by=0.8)


def the_plus_slows() -> Control:
    """Rivals: with the plus tokens stay as they were; or become alike as soon."""
    slow = [likeness(seed, depth=12, plus=True) for seed in range(4)]
    later = [likeness(seed, depth=100, plus=True) for seed in range(4)]
    assert all(more > few + 0.3 for few, more in zip(slow, later, strict=True))
    return Control(slow, [likeness(seed, depth=12) for seed in range(4)], "below", by=0.5)


def only_evaluation_shows_it() -> Control:
    """Rival: a sentence that is wholly blocked gives nan in training, too."""
    if not torch.__version__.startswith("2.13."):
        pytest.skip("the page speaks of PyTorch 2.13")
    real = torch.tensor([[True] * 6, [True] * 4 + [False] * 2])
    case, rival = [], []
    for norm_first in (True, False):
        for seed in (0, 1):
            torch.manual_seed(seed)
            options = {"batch_first": True, "norm_first": norm_first, "dropout": 0.0}
            layer, x = (
                nn.TransformerEncoderLayer(16, 4, 64, **options),
                torch.randn(2, 6, 16),
            )
            rival.append(layer(x, src_key_padding_mask=real).isnan().float().mean().item())
            with torch.no_grad():
                out = layer.eval()(x, src_key_padding_mask=real)
            case.append(out[0].isnan().float().mean().item())
    return Control(case, rival, "above", by=1)


def only_two_are_needed() -> Control:
    """Rival: with another start some other part is needed, or one of these is not."""
    space = code_of(PAGE, "NoPositions", "Backwards", "train", "left_out", **GIVEN)
    case, rival = [], []
    for seed in range(3):
        ends = {
            name: np.mean(space["train"](seed=seed, **kind)[0][-10:])
            for name, kind in list(space["left_out"].items())[:4]
        }
        case.append(min(ends["no residual"], ends["no positions"]))
        rival.append(max(ends["no feed-forward"], ends["no norms"]))
    return Control(case, rival, "above", by=0.8)


def depth_needs_it() -> Control:
    """Rival: with more steps, stacks of any depth learn without residual connections."""
    space = code_of(PAGE, "NoResidual", "Backwards", "train", **GIVEN)
    ends = {
        n_blocks: [
            np.mean(
                space["train"](space["NoResidual"], n_blocks, seed, steps=600, rate=0.003)[
                    0
                ][-10:]
            )
            for seed in range(3)
        ]
        for n_blocks in (2, 4)
    }
    return Control(ends[4], ends[2], "above", by=0.8)


CLAIMS = [
    Claim(
        "The gradients become uneven with the first steps, and the more so the larger the "
        "steps are. At a third of the rate they become uneven too",
        Controlled(lopsided_by_steps, slow=True),
    ),
    Claim(
        "and there the stack learns, so unevenness alone does not decide.",
        Measured('assert learnt["post-norm, rate / 3"] < 1.2'),
    ),
    Claim(
        "This new post-norm encoder gives all blocks gradients of about one size.",
        Measured("assert 0.8 < min(new) and max(new) < 1.3"),
    ),
    Claim(
        "One block learns the whole task without a residual connection.",
        Measured("assert 1 < min(second) and max(second) < 2 and max(alone) < 0.1"),
    ),
    Claim(
        "That is two thirds of the sum, since biases and norms have few numbers.",
        Measured('assert 0.66 < parts["feed-forward"] / encoder_block < 0.67'),
    ),
    Claim(
        "After one layer the last token is the same. After two layers it is not",
        Measured(
            'print(len(layers), "causal layers, last token the same:"',
            prints="1 causal layers, last token the same: True "
            "2 causal layers, last token the same: False",
        ),
    ),
    Claim(
        "Every position has a vector of its own.",
        Measured("assert len(np.unique(rows.round(6), axis=0)) == 2000"),
    ),
    Claim(
        "The angle of the last of 32 columns grows so slowly that a full turn takes 35,000 "
        "positions.",
        Measured("assert 30_000 < slowest < 40_000"),
    ),
    Claim(
        "The small difference in the fourth decimal comes from $\\varepsilon$",
        Measured("assert (short > 1e-6).all() and (short < 2e-6).all()"),
    ),
    Claim(
        "all tokens are nearly the same after two layers, because a mean of means",
        Controlled(mixing_makes_alike),
    ),
    Claim(
        "The new matrices make all scores small and all weights nearly equal",
        Controlled(small_scores_blend),
    ),
    Claim(
        "With a norm and weights chosen for the purpose, tokens can stay apart",
        Controlled(random_weights_blend),
    ),
    Claim(
        "The tokens still become more alike, but far more slowly.",
        Controlled(the_plus_slows),
    ),
    Claim(
        "But all eight blocks *move* alike, in both stacks",
        Measured("assert row.min() > 0.8 * row.max()"),
    ),
    Claim(
        "The stacks without norms and without feed-forward layers learn the task, and "
        "the other two do not.",
        Controlled(only_two_are_needed, slow=True),
    ),
    Claim(
        "Adding 1 to every feature of the last token would not have shown anything.",
        Measured(
            "assert who_moves(one_more, memory, everybody) == [False, False, False, True]"
        ),
    ),
    Claim(
        "without positions a model like this one still learns which digits there are",
        Measured('assert 1.4 < min(worth["no positions"])'),
    ),
    Claim(
        "With `real`, every token attends to the padding only.",
        Measured(
            "before = layer(sentence, src_key_padding_mask=mask)",
            prints="real real tokens untouched by padding: False",
        ),
    ),
    Claim(
        "In PyTorch 2.13 this block shows it by `nan` in evaluation without gradients "
        "only, and in training not at all.",
        Controlled(only_evaluation_shows_it),
    ),
    Claim(
        "the heads only cut their results into more and narrower parts",
        Measured("assert parameters(EncoderBlock(512, 1, 2048)) == encoder_block"),
    ),
    Claim(
        "so it can only guess among the digits it has seen",
        Measured(
            "print(torch.allclose(x[0, 0], x[0, 2], atol=1e-6))",
            prints="True True the stream grew: True",
        ),
    ),
    Claim(
        "tokens meet in attention only",
        Measured("assert torch.allclose(together[0, 3], alone, atol=1e-6)"),
    ),
    Claim(
        "Every block adds to the stream and nothing scales it down.",
        Measured('print("the stream grew:"', prints="the stream grew: True"),
    ),
    Claim(
        "copying a row is the same as a product of the table with a vector that is 1 in "
        "one entry and 0 elsewhere",
        Measured("assert torch.allclose(one_hot @ embedding.weight, x)"),
    ),
    Claim(
        "returns the last line of the table",
        Measured(
            "print(block(torch.tensor([[[1.0, 3.0], [4.0, 2.0]]])))",
            prints="0.1116, 4.8884",
        ),
    ),
    Claim(
        "With four times as many steps, two blocks learn the task from two of three seeds, "
        "and four blocks from none.",
        Controlled(depth_needs_it, slow=True),
    ),
    Claim(
        "The two sequences need not be equally long",
        Measured('print("out", tuple(out.shape))', prints="out (2, 3, 16)"),
    ),
    Claim(
        "An `nn.Linear` from $a$ to $b$ has $ab + b$ parameters",
        Measured("assert parameters(theirs) == parameters(mine) == stacks"),
    ),
    Claim(
        "A pre-norm block must then return exactly what it was given.",
        Measured(
            "same = torch.equal(silent(tokens), tokens)",
            prints="EncoderBlock passes x on: True NormedStream passes x on: False",
        ),
    ),
    Claim(
        "LayerNorm gives each token mean 0 and variance 1 over its own features",
        Measured("assert np.allclose(layer_norm(batch[1, 3], gamma, beta), ours[1, 3])"),
    ),
    Claim(
        "The residual connection keeps tokens different for longer",
        Measured('assert max(likeness["with residual"]) < 0.5'),
    ),
]

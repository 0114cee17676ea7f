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
    space = code_of(PAGE, "NoPlaces", "Backwards", "train", "left_out", **GIVEN)
    case, rival = [], []
    for seed in range(3):
        ends = {
            name: np.mean(space["train"](seed=seed, **kind)[0][-10:])
            for name, kind in list(space["left_out"].items())[:4]
        }
        case.append(min(ends["no plus"], ends["no positions"]))
        rival.append(max(ends["no feed-forward"], ends["no norms"]))
    return Control(case, rival, "above", by=0.8)


CAUSAL = Measured(
    'print(len(layers), "causal layers, last token the same:"',
    prints="2 causal layers, last token the same: False",
)

CLAIMS = [
    Claim(
        "The lopsidedness comes with the first steps, more of it with larger ones, and it "
        "comes at a third of the rate too",
        Controlled(lopsided_by_steps, slow=True),
    ),
    Claim(
        "where the stack learns: alone it does not decide.",
        Measured('assert learnt["post-norm, rate / 3"] < 1.2'),
    ),
    Claim(
        "This new post-norm encoder gives all blocks gradients of about one size.",
        Measured("assert 0.8 < min(new) and max(new) < 1.3"),
    ),
    Claim(
        "One block learns the whole task. So it is depth that needs the plus.",
        Measured("assert 1 < min(second) and max(second) < 2 and max(alone) < 0.1"),
    ),
    Claim(
        "In the encoder's block of 2017 attention has a third of the parameters, a "
        "feed-forward layer the other two thirds.",
        Measured('assert 0.33 < parts["attention"] / encoder_block < 0.34'),
    ),
    Claim(
        "One layer cannot tell. Two can",
        Measured(
            'print(len(layers), "causal layers, last token the same:"',
            prints="1 causal layers, last token the same: True "
            "2 causal layers, last token the same: False",
        ),
    ),
    Claim(
        "Every position has its own.",
        Measured("assert len(np.unique(rows.round(6), axis=0)) == 2000"),
    ),
    Claim(
        "The last one of 32 columns takes 35,000 steps to come round.",
        Measured("assert 30_000 < slowest < 40_000"),
    ),
    Claim(
        "a 1 in the fourth decimal of every entry, is $\\varepsilon$",
        Measured("assert (short > 1e-6).all() and (short < 2e-6).all()"),
    ),
    Claim("All the same, and here after two layers", Controlled(mixing_makes_alike)),
    Claim("That it takes only *two* layers", Controlled(small_scores_blend)),
    Claim(
        "Put off, and with these random weights not prevented",
        Controlled(random_weights_blend),
    ),
    Claim(
        "Tokens become more alike so too, only far more slowly.",
        Controlled(the_plus_slows),
    ),
    Claim(
        "But all eight blocks *move* alike, in both stacks.",
        Measured("assert row.min() > 0.8 * row.max()"),
    ),
    Claim(
        "Not without the plus, and not without positions.",
        Controlled(only_two_are_needed, slow=True),
    ),
    Claim(
        "Adding 1 to every feature of the last token would not have done",
        Measured(
            "assert who_moves(one_more, memory, everybody) == [False, False, False, True]"
        ),
    ),
    Claim(
        "without positions a model like this one still learns which digits there are",
        Measured('assert 1.4 < min(worth["no positions"])'),
    ),
    Claim(
        "Only the padding, by everybody.",
        Measured(
            "layer(s, src_key_padding_mask=mask)",
            prints="real real tokens untouched by padding: False",
        ),
    ),
    Claim(
        "In PyTorch 2.13 this block shows it only in evaluation without gradients, by "
        "`nan`; in training nothing does.",
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
        "Tokens meet in attention only.",
        Measured("assert torch.allclose(together[0, 3], alone, atol=1e-6)"),
    ),
    Claim(
        "Every block adds to the stream and nothing scales it down.",
        Measured('print("the stream grew:"', prints="the stream grew: True"),
    ),
    Claim(
        "A look-up is a matrix product in disguise",
        Measured("assert torch.allclose(one_hot @ embedding.weight, x)"),
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
        "What a pre-norm block returns must then be exactly what it was given.",
        Measured(
            "same = torch.equal(silent(tokens), tokens)",
            prints="EncoderBlock passes x on: True NormedStream passes x on: False",
        ),
    ),
    Claim("Attention without a mask sees a set; stacked causal attention", CAUSAL),
    Claim(
        "LayerNorm gives each token mean 0 and variance 1 over its own features",
        Measured("assert np.allclose(layer_norm(batch[1, 3], gamma, beta), ours[1, 3])"),
    ),
    Claim(
        "The plus slows down how fast tokens become alike",
        Measured('assert max(likeness["with +"]) < 0.5'),
    ),
]

"""What the claims of chapter 09 stand on."""

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from solutions.ch09_transformer_block.encoder_block import EncoderBlock
from solutions.ch09_transformer_block.positional_encoding import (
    positional_encoding,
)
from tests.claims.register import Control, code_of, control

PAGE = "chapters/09-transformer-block.md"
GIVEN = {"torch": torch, "nn": nn, "F": functional, "EncoderBlock": EncoderBlock}
GIVEN["positional_encoding"] = positional_encoding


@control(
    "The gradients become uneven with the first steps, and the more so the larger the "
    "steps are. At a third of the rate they become uneven too",
    slow=True,
)
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


@control("The new matrices make all scores small and all weights nearly equal")
def small_scores_blend() -> Control:
    """Rival: attention without a plus makes tokens alike in two layers in any case."""
    sides = ([likeness(seed, by) for seed in range(5)] for by in (1, 6))
    return Control(*sides, "above", by=0.3)


@control("all tokens are nearly the same after two layers, because a mean of means")
def mixing_makes_alike() -> Control:
    """Rival: the biases do it, or the matrices: the same layers, every token alone."""
    case = [likeness(seed) for seed in range(5)]
    rival = [likeness(seed, mask=torch.eye(8).bool()) for seed in range(5)]
    return Control(case, rival, "above", by=0.5)


@control("With a norm and weights chosen for the purpose, tokens can stay apart")
def random_weights_blend() -> Control:
    """Rival: whatever the weights, tokens are alike in the end."""
    sharp = [likeness(seed, 6, 12) for seed in range(4)]
    chosen = [likeness(seed, 1.5, 100, chosen=True) for seed in range(4)]
    return Control(sharp, chosen, "above", by=0.8)


@control("The tokens still become more alike, but far more slowly.")
def the_plus_slows() -> Control:
    """Rivals: with the plus tokens stay as they were; or become alike as soon."""
    slow = [likeness(seed, depth=12, plus=True) for seed in range(4)]
    later = [likeness(seed, depth=100, plus=True) for seed in range(4)]
    assert all(more > few + 0.3 for few, more in zip(slow, later, strict=True))
    return Control(slow, [likeness(seed, depth=12) for seed in range(4)], "below", by=0.5)


@control(
    "In PyTorch 2.13 this block shows it by `nan` in evaluation without gradients "
    "only, and in training not at all.",
)
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


@control(
    "The stacks without norms and without feed-forward layers learn the task, and the "
    "other two do not.",
    slow=True,
)
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


@control("and four without still have .3 or more", slow=True)
def sums_need_feed_forward() -> Control:
    """Rival: attention alone adds two digits as soon as it moves them."""
    space = code_of(PAGE, "NoFeedForward", "Backwards", "train", **GIVEN)

    def end(block: type[nn.Module], seed: int) -> float:
        torch.manual_seed(seed)
        model = space["Backwards"](block, 4).double()
        optimiser = torch.optim.Adam(model.parameters(), lr=0.003)
        losses = []
        for _ in range(400):
            ids = torch.randint(10, (32, 8))
            loss = functional.cross_entropy(model(ids).mT, (ids + ids.flip(1)) % 10)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        return float(np.mean(losses[-10:]))

    with_it = [end(EncoderBlock, seed) for seed in range(3)]
    assert max(with_it) < 0.03
    return Control(
        [end(space["NoFeedForward"], s) for s in range(3)], with_it, "above", by=0.25
    )


@control("Four times as many steps help that one and not the other two.", slow=True)
def steps_for_post_norm() -> Control:
    """Rival: a deep post-norm stack only learns more slowly."""
    space = code_of(PAGE, "PostNormBlock", "Backwards", "train", **GIVEN)
    block = space["PostNormBlock"]
    longer = [np.mean(space["train"](block, 8, s, steps=600)[0][-10:]) for s in range(3)]
    shallow = [np.mean(space["train"](block, 2, s)[0][-10:]) for s in range(3)]
    return Control(longer, shallow, "above", by=1, share=0.6)


@control(
    "*eight* blocks without norms learn from none of three seeds at this rate, and from "
    "all three at a third of it",
    slow=True,
)
def rate_without_norms() -> Control:
    """Rival: eight blocks need norms at any rate."""
    space = code_of(PAGE, "NoNorms", "Backwards", "train", **GIVEN)

    def ends(rate: float) -> list[float]:
        runs = (space["train"](space["NoNorms"], 8, seed, rate=rate) for seed in range(3))
        return [float(np.mean(losses[-10:])) for losses, *_ in runs]

    return Control(ends(0.01), ends(0.0033), "above", by=1)


@control(
    "With four times as many steps, two blocks learn the task from two of three "
    "seeds, and four blocks from none.",
    slow=True,
)
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

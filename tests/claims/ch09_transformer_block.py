"""What the claims of chapter 09 stand on."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from solutions.ch09_transformer_block.encoder_block.exercise import EncoderBlock
from solutions.ch09_transformer_block.positional_encoding.exercise import (
    positional_encoding,
)
from tests.claims.register import Claim, Control, Controlled, Measured, code_of

PAGE = "chapters/09-transformer-block.md"
AT_MOST = 40  # sentences that no entry quotes


def lopsided_by_steps() -> Control:
    """Rival: a new post-norm stack has the lopsided gradient already, and fails by it."""
    given = {"torch": torch, "nn": nn, "F": functional, "EncoderBlock": EncoderBlock}
    given["positional_encoding"] = positional_encoding
    names = ("PostNormBlock", "Backwards", "train", "before_any_step")
    space = code_of(PAGE, *names, **given)
    block, case = space["PostNormBlock"], []
    for seed in range(3):
        sizes = space["train"](block, 8, seed, steps=6)[1]
        case.append(sizes[-1] / sizes[0])
    rival = [space["before_any_step"](block, seed) for seed in range(3)]
    return Control(case, rival, "above", by=2)


CLAIMS = [
    Claim(
        "The lopsidedness comes with the first large steps, and more of it with larger "
        "ones: it is what going wrong looks like.",
        Controlled(lopsided_by_steps, slow=True),
    ),
    Claim(
        "A new post-norm stack gives all blocks about the same gradient.",
        Measured("assert 0.8 < min(new) and max(new) < 1.3"),
    ),
    Claim(
        'Two blocks without it begin to learn. So "nothing" is true of four blocks and '
        "this rate.",
        Measured("assert 1 < min(second) and max(second) < 2"),
    ),
]

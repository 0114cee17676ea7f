"""Multi-head self-attention as a module of PyTorch.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.
"""

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, cells_beside
from solutions.ch08_multi_head._shared import EXACT, tokens_for_heads
from solutions.draws import output_alone, thrice


class MultiHeadSelfAttention(nn.Module):
    """Self-attention with several heads.

    Its parameters are those of four linear layers called query, key, value
    and fc_out, each from embed_size to embed_size, with a bias.
    Asked in evaluation mode; changes no input.
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


EXERCISE = Exercise(
    id="heads.torch_module",
    title="Multi-head attention as a module",
    reference=MultiHeadSelfAttention,
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
        Case(
            "large numbers", output_alone(tokens_for_heads(2, 3, 2, 4, scale=12.0)), calls=2
        ),
        thrice(
            "a num_heads that does not fit", _wrong_heads, raises="ValueError", easy=True
        ),
        Case(
            "more heads than features",
            lambda rng: ((int(rng.integers(2, 5)), int(rng.integers(5, 9))), ()),
            raises="ValueError",
            weight=0.5,
            easy=True,
        ),
        Case("no heads", _no_heads, calls=1, weight=0.5, raises="ValueError", easy=True),
    ),
    properties=(EXACT,),
    **cells_beside(__file__),
)

"""A scaled linear layer in PyTorch."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise


class Scaled(nn.Module):
    """A linear map with a learned scale.  (batch, d_in) to (batch, d_out)."""

    def __init__(self, d_in: int, d_out: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_in, d_out)
        self.scale = nn.Parameter(torch.ones(d_out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(batch, d_in) to (batch, d_out)."""
        return self.linear(x) * self.scale


def _draw(batch: int):
    def draw(rng: np.random.Generator) -> tuple:
        return (5, 3), (rng.normal(size=(batch, 5)).astype("float32"),)

    return draw


SCALED = Exercise(
    id="torchlayer.Scaled",
    title="A scaled layer",
    kind="layer",
    framework="torch",
    reference=Scaled,
    points=1,
    minutes=5,
    difficulty=1,
    cases=(Case("a row", _draw(1)), Case("rows", _draw(4)), Case("more", _draw(7))),
    hints=("Multiply.",),
)
EXERCISES = (SCALED,)

"""An answer key with one small layer."""

import torch
from torch import nn

from autograder import Case, Chapter, Exercise

CHAPTERS = (Chapter("01-layers", "Layers", "layers", "attacks.layer_key"),)


class Scale(nn.Module):
    """Multiply each feature by a weight of its own."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(n))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.weight


EXERCISES = (
    Exercise(
        id="layers.Scale",
        title="Scale",
        kind="layer",
        framework="torch",
        reference=Scale,
        points=2,
        minutes=5,
        difficulty=1,
        cases=(
            Case("a row", lambda rng: ((4,), (rng.normal(size=(1, 4)).astype("f4"),))),
            Case("a batch", lambda rng: ((3,), (rng.normal(size=(2, 3)).astype("f4"),))),
        ),
    ),
)

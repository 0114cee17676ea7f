"""The feed-forward layer of a block.

Vaswani et al. 2017, "Attention Is All You Need", section 3.3.
"""

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, cells_beside
from solutions.ch09_transformer_block._exact import EXACT
from solutions.draws import Draw, normal, sizes


class FeedForward(nn.Module):
    """Two linear layers with a ReLU between them, for each token on its own.

    Its parameters are those of linear1, d_model to d_ff, and of linear2, d_ff
    to d_model, with biases.
    Asked in evaluation mode; changes no input.
    """

    def __init__(self, d_model: int, d_ff: int) -> None:
        """Make the two linear layers."""
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Widen each token, drop what is negative, make it narrow again.

        x: (..., d_model).  Returns the same shape.
        """
        wide = torch.relu(self.linear1(x))
        return self.linear2(wide)


def _features(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d_model, d_ff = options.get("widths") or sizes(rng, 2, 3, 9)
        x = normal(rng, *batch, d_model, dtype="float32")
        return (d_model, d_ff), (options.get("scale", 1.0) * x,)

    return draw


EXERCISE = Exercise(
    id="block.feed_forward",
    title="The feed-forward layer",
    reference=FeedForward,
    kind="layer",
    framework="torch",
    name="FeedForward",
    points=1,
    minutes=4,
    difficulty=1,
    section="09-transformer-block#the-feed-forward-layer",
    order=30,
    cases=(
        Case("a few tokens", _features(4)),
        Case("a batch", _features(2, 3)),
        Case("a batch of batches", _features(2, 2, 3)),
        Case("one token", _features(1)),
        Case("a vector alone", _features()),
        Case("one feature", _features(3, widths=(1, 5))),
        Case("narrow between", _features(2, 3, widths=(6, 1))),
        Case("large numbers", _features(2, 3, scale=50.0)),
    ),
    properties=(EXACT,),
    **cells_beside(__file__),
)

"""Self-attention as a module with three linear layers.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

Checked by its output and the gradient of every parameter.
"""

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, cells_beside
from solutions.draws import Draw, normal, output_alone, sizes
from solutions.steady import STEADY


class SelfAttention(nn.Module):
    """Self-attention with one head and learnt projections.

    Its parameters are those of three linear layers called query, key and
    value, each from embed_size to embed_size, with a bias.
    Asked in evaluation mode; changes no input.
    """

    def __init__(self, embed_size: int) -> None:
        """Make the three linear layers."""
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Let every token gather from all tokens of its own sequence.

        x: (batch, n, embed_size).  Returns the same shape.
        Scores are divided by sqrt(embed_size).
        """
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = q @ k.mT / q.shape[-1] ** 0.5  # (batch, n, n)
        weights = torch.softmax(scores, dim=-1)
        return weights @ v


def _tokens(**options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        batch, n, embed_size = options.get("shape") or sizes(rng, 3)
        x = normal(rng, batch, n, embed_size, dtype="float32")
        return (embed_size,), (options.get("scale", 1.0) * x,)

    return draw


EXERCISE = Exercise(
    id="torch.self_attention_module",
    title="Self-attention as a module",
    reference=SelfAttention,
    kind="layer",
    framework="torch",
    name="SelfAttention",
    points=3,
    minutes=10,
    difficulty=2,
    section="05-pytorch#a-module-with-parameters",
    order=20,
    cases=(
        Case("a small batch", _tokens(shape=(2, 3, 4)), calls=1),
        Case("one sequence", _tokens(shape=(1, 5, 2)), calls=1),
        Case("one token", _tokens(shape=(3, 1, 4)), calls=1),
        Case("one feature", _tokens(shape=(3, 4, 1)), calls=1),
        Case("every size the same", _tokens(shape=(2, 2, 2)), calls=1),
        Case("any sizes", _tokens(), calls=1),
        Case("large numbers", output_alone(_tokens(scale=12.0)), calls=3),
    ),
    properties=(STEADY,),
    **cells_beside(__file__),
)

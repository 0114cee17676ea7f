"""Attention of one sequence to another.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.3.
"""

import torch
from torch import nn

from autograder import Case, Exercise, cells_beside
from solutions.ch09_transformer_block._attention import attend, split_heads
from solutions.ch09_transformer_block._draws import two_sequences
from solutions.ch09_transformer_block._exact import EXACT
from solutions.draws import output_alone, zero_part


class CrossAttention(nn.Module):
    """Attention of one sequence to another, with several heads.

    Its parameters are those of four linear layers called query, key, value
    and fc_out, each from d_model to d_model, with a bias.
    Asked in evaluation mode; changes no input.
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        """Make the four linear layers; num_heads divides d_model."""
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

    def forward(
        self,
        x: torch.Tensor,
        memory: torch.Tensor,
        memory_mask: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Let every token of x gather from the tokens of memory.

        x: (batch, n, d_model).  memory: (batch, m, d_model).
        memory_mask: Boolean, two or three axes that broadcast to
        (batch, n, m); True = may attend.
        Each head divides its scores by the square root of its own width.
        A token with nothing open to it has zeros for its context; fc_out
        comes after that.
        Returns the shape of x.
        """
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(memory), self.num_heads)
        v = split_heads(self.value(memory), self.num_heads)
        return self.fc_out(attend(q, k, v, memory_mask))


EXERCISE = Exercise(
    id="block.cross_attention",
    title="Cross-attention",
    reference=CrossAttention,
    kind="layer",
    framework="torch",
    name="CrossAttention",
    points=3,
    minutes=7,
    difficulty=2,
    section="09-transformer-block#cross-attention",
    order=50,
    cases=(
        Case("a small batch", two_sequences(shape=(2, 3, 4, 2)), calls=1),
        Case("a longer memory", two_sequences(shape=(1, 2, 6, 2)), calls=1),
        Case("a shorter memory", two_sequences(shape=(2, 5, 3, 2)), calls=1),
        Case("as long as each other", two_sequences(shape=(3, 4, 4, 2)), calls=1),
        Case("one token to attend to", two_sequences(shape=(2, 3, 1, 2)), calls=1),
        Case("one feature", two_sequences(shape=(2, 3, 4, 1), heads=1), calls=1),
        Case("three heads", two_sequences(heads=3), calls=1),
        Case("a padding mask", two_sequences("padding"), weight=2.0),
        Case(
            "as many sequences as heads, padded",
            two_sequences("padding", shape=(2, 3, 4, 3)),
        ),
        Case("a mask for each pair", two_sequences("pairs"), weight=2.0),
        Case("a mask for all sequences", two_sequences("one for all", shape=(3, 2, 4, 2))),
        Case(
            "as many sequences as tokens", two_sequences("one for all", shape=(3, 3, 4, 2))
        ),
        Case("a mask for all sequences and tokens", two_sequences("keys")),
        Case(
            "a token with nothing open in any sequence",
            two_sequences("one for all, nothing open", shape=(2, 3, 4, 2)),
        ),
        Case("scores that are all 0", zero_part(two_sequences("padding"), "query")),
        Case("a token with nothing open", two_sequences("nothing open")),
        Case("a memory of padding alone", two_sequences("one of padding")),
        Case(
            "large numbers, padded",
            output_alone(two_sequences("padding", shape=(2, 3, 4, 2), scale=400.0)),
            calls=4,
        ),
        Case("large numbers", output_alone(two_sequences(scale=12.0)), calls=2),
    ),
    properties=(EXACT,),
    **cells_beside(__file__),
)

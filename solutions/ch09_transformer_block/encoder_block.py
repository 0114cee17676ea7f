"""A pre-norm encoder block.

Vaswani et al. 2017, "Attention Is All You Need", section 3, with the norms where
Xiong et al. 2020, "On Layer Normalization in the Transformer Architecture", put them:
before each part.
"""

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, cells_beside
from solutions.ch09_transformer_block._attention import MultiHeadAttention
from solutions.ch09_transformer_block._draws import open_pairs
from solutions.ch09_transformer_block._exact import EXACT
from solutions.ch09_transformer_block.feed_forward import FeedForward
from solutions.draws import Draw, normal, sizes, zero_part


class EncoderBlock(nn.Module):
    """A pre-norm encoder block: attention, then a feed-forward layer.

    norm1 and norm2 are nn.LayerNorm(d_model), attention is a
    MultiHeadAttention(d_model, num_heads) and feed_forward is a
    FeedForward(d_model, d_ff).
    Asked in evaluation mode; changes no input.
    """

    def __init__(self, d_model: int, num_heads: int, d_ff: int) -> None:
        """Make the two norms, the attention and the feed-forward layer."""
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Add to each token what attention finds, then what it makes of that.

        x: (batch, n, d_model).  Returns the same shape.
        mask: Boolean, two or three axes that broadcast to
        (batch, n, n), something open for each query; True = may attend.
        Each part reads the tokens through its norm and adds to them.
        """
        x = x + self.attention(self.norm1(x), mask)
        return x + self.feed_forward(self.norm2(x))


def _sentences(mask: str = "", **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        batch, n, head_dim = options.get("shape") or sizes(rng, 3, 2, 6)
        heads = options.get("heads", 2)
        d_model = heads * head_dim
        x = normal(rng, batch, n, d_model, dtype="float32")
        x = x * np.float32(options.get("scale", 1.0))
        init = d_model, heads, options.get("d_ff", d_model + 3)
        return init, (x, open_pairs(rng, mask, batch, n)) if mask else (x,)

    return draw


EXERCISE = Exercise(
    id="block.encoder_block",
    title="An encoder block",
    reference=EncoderBlock,
    kind="layer",
    framework="torch",
    name="EncoderBlock",
    points=3,
    minutes=7,
    difficulty=2,
    section="09-transformer-block#the-encoder-block",
    order=40,
    cases=(
        Case("a small batch", _sentences(shape=(2, 3, 2)), calls=1),
        Case("one sequence, one head", _sentences(shape=(1, 4, 3), heads=1), calls=1),
        Case("one token", _sentences(shape=(3, 1, 2)), calls=1),
        Case("two features", _sentences(shape=(2, 3, 2), heads=1), calls=1),
        Case("any sizes", _sentences(heads=3), calls=1),
        Case("a causal mask", _sentences("causal"), weight=2.0),
        Case(
            "a causal mask, as many sentences as tokens",
            _sentences("causal", shape=(3, 3, 2)),
        ),
        Case("a causal mask of three axes", _sentences("causal, three axes")),
        Case("a padding mask", _sentences("padding"), weight=2.0),
        Case("a mask for all sentences", _sentences("pairs for all")),
        Case("a mask for each sequence", _sentences("any"), weight=2.0),
        Case("scores that are all 0", zero_part(_sentences("padding"), "query"), calls=1),
        Case("small numbers", _sentences(scale=0.02), calls=1),
        Case("large numbers", _sentences(scale=8.0), calls=1),
    ),
    properties=(EXACT,),
    **cells_beside(__file__),
)

"""A pre-norm decoder block.

Vaswani et al. 2017, "Attention Is All You Need", section 3, with the norms where
Xiong et al. 2020 put them.
"""

import torch
from torch import nn

from autograder import Case, Exercise, cells_beside
from solutions.ch09_transformer_block._attention import MultiHeadAttention
from solutions.ch09_transformer_block._draws import two_sequences
from solutions.ch09_transformer_block._exact import EXACT
from solutions.ch09_transformer_block.cross_attention import CrossAttention
from solutions.ch09_transformer_block.feed_forward import FeedForward
from solutions.draws import Draw, zero_part


class DecoderBlock(nn.Module):
    """A pre-norm decoder block: two attentions, then a feed-forward layer.

    norm1, norm2 and norm3 are nn.LayerNorm(d_model); self_attention is a
    MultiHeadAttention(d_model, num_heads), cross_attention is a
    CrossAttention(d_model, num_heads), feed_forward is a
    FeedForward(d_model, d_ff).
    Asked in evaluation mode; changes no input.
    """

    def __init__(self, d_model: int, num_heads: int, d_ff: int) -> None:
        """Make three norms, two attentions and the feed-forward layer."""
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.cross_attention = CrossAttention(d_model, num_heads)
        self.norm3 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(
        self,
        x: torch.Tensor,
        memory: torch.Tensor,
        causal_mask: torch.Tensor,
        memory_mask: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Add what came before, what memory holds, and what follows from it.

        x: (batch, n, d_model).  memory: (batch, m, d_model), used as it is.
        causal_mask: Boolean, two or three axes that broadcast to
        (batch, n, n); True = may attend.
        memory_mask: Boolean, two or three axes that broadcast to
        (batch, n, m); True = may attend.
        Each part reads the tokens through its norm and adds to them.
        Returns the shape of x.
        """
        x = x + self.self_attention(self.norm1(x), causal_mask)
        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
        return x + self.feed_forward(self.norm3(x))


def _decoder(mask: str = "", causal: str = "causal", **options) -> Draw:
    d_ff = options.pop("d_ff", 7)
    return two_sequences(mask, causal=causal, d_ff=d_ff, **options)


EXERCISE = Exercise(
    id="block.decoder_block",
    title="A decoder block",
    reference=DecoderBlock,
    kind="layer",
    framework="torch",
    name="DecoderBlock",
    points=3,
    minutes=6,
    difficulty=3,
    section="09-transformer-block#the-decoder-block",
    order=60,
    cases=(
        Case("a small batch", _decoder(shape=(2, 3, 4, 2))),
        Case("a longer memory", _decoder(shape=(1, 2, 6, 2))),
        Case("as long as each other", _decoder(shape=(3, 4, 4, 2))),
        Case("one token", _decoder(shape=(2, 1, 3, 2)), calls=1),
        Case("one token to attend to", _decoder(shape=(2, 3, 1, 2))),
        Case("two features", _decoder(shape=(2, 3, 4, 2), heads=1)),
        Case("any sizes", _decoder(heads=3)),
        Case("a padded memory", _decoder("padding"), weight=2.0),
        Case("a memory mask for each pair", _decoder("pairs"), weight=2.0),
        Case("a memory mask for all", _decoder("one for all", shape=(3, 3, 4, 2))),
        Case("a memory mask of keys", _decoder("keys")),
        Case("a memory mask of three axes", _decoder("pairs of three axes")),
        Case("a causal mask that hides the token", _decoder(causal="the past alone")),
        Case("a token that sees no memory", _decoder("nothing open")),
        Case("a causal mask of three axes", _decoder(causal="causal, three axes")),
        Case("more blocked than the future", _decoder(causal="some of the past")),
        Case("scores that are all 0", zero_part(_decoder("padding"), "query"), calls=1),
        Case("small numbers", _decoder(scale=0.02), calls=1),
        Case("large numbers", _decoder(scale=4.0)),
    ),
    properties=(EXACT,),
    **cells_beside(__file__),
)

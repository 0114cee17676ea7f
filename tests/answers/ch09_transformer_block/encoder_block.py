"""Answers to block.encoder_block: right ones."""

from answers.corpus import right

EXERCISE = "block.encoder_block"

BASE = """
class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask)
        return x + self.feed_forward(self.norm2(x))
"""

ANSWERS = (
    right(
        "two lines",
        BASE,
        "the short way",
    ),
    right(
        "a class that only inherits",
        """
        class Block(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1 = nn.LayerNorm(d_model)
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.norm2 = nn.LayerNorm(d_model)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, mask=None):
                for norm, part in (
                    (self.norm1, lambda y: self.attention(y, mask)),
                    (self.norm2, self.feed_forward),
                ):
                    x = x + part(norm(x))
                return x


        class EncoderBlock(Block):
            pass
        """,
        "all of it stands in a base class",
    ),
    right(
        "made in another order, with dropouts",
        """
        class EncoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff, dropout=0.1):
                super().__init__()
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)
                self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
                self.dropout = nn.Dropout(dropout)

            def forward(self, x, mask=None):
                residual = x
                x = self.norm1(x)
                x = self.attention(x, mask)
                x = residual + self.dropout(x)
                residual = x
                x = self.feed_forward(self.norm2(x))
                return residual + self.dropout(x)
        """,
        "parameters go by name; dropout is off in evaluation",
    ),
    right(
        "a helper called layer",
        """
        def layer(x, norm, part, *more):
            return torch.add(x, part(norm(x), *more))


        class EncoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                for number in (1, 2):
                    setattr(self, f"norm{number}", nn.LayerNorm(d_model))
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, mask=None):
                x = layer(x, self.norm1, self.attention, mask)
                return layer(x, self.norm2, self.feed_forward)
        """,
        "a name that the chapter binds in loops before and after",
    ),
    right(
        "a norm of one's own",
        """
        class EncoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1, self.norm2 = Norm(d_model), Norm(d_model)
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, mask=None):
                x = x + self.attention(self.norm1(x), mask=mask)
                return x + self.feed_forward(self.norm2(x))
        """,
        "a LayerNorm written out, with the same parameters",
        above="""
        class Norm(nn.Module):
            def __init__(self, d_model):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(d_model))
                self.bias = nn.Parameter(torch.zeros(d_model))

            def forward(self, x):
                centred = x - x.mean(-1, keepdim=True)
                spread = x.var(-1, keepdim=True, unbiased=False)
                return centred / torch.sqrt(spread + 1e-5) * self.weight + self.bias
        """,
    ),
)

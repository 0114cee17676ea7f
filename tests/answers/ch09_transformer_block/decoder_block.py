"""Answers to block.decoder_block: right ones."""

from answers.corpus import right

EXERCISE = "block.decoder_block"

BASE = """
class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.cross_attention = CrossAttention(d_model, num_heads)
        self.norm3 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, memory, causal_mask, memory_mask=None):
        x = x + self.self_attention(self.norm1(x), causal_mask)
        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
        return x + self.feed_forward(self.norm3(x))
"""

ANSWERS = (
    right(
        "three lines",
        BASE,
        "the short way",
    ),
    right(
        "a loop over the parts",
        """
        class DecoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                for i in range(1, 4):
                    self.add_module(f"norm{i}", nn.LayerNorm(d_model))
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                parts = []
                parts.append((self.norm1, lambda y: self.self_attention(y, causal_mask)))
                parts.append(
                    (self.norm2, lambda y: self.cross_attention(y, memory, memory_mask))
                )
                parts.append((self.norm3, self.feed_forward))
                for norm, part in parts:
                    x = x + part(norm(x))
                return x
        """,
        "pairs of norm and part",
    ),
    right(
        "an encoder block with something in between",
        """
        class DecoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff, dropout=0.0):
                super().__init__()
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)
                self.norm1 = nn.LayerNorm(d_model)
                self.norm2 = nn.LayerNorm(d_model)
                self.norm3 = nn.LayerNorm(d_model)
                self.drop = nn.Dropout(dropout)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                own = self.drop(self.self_attention(self.norm1(x), mask=causal_mask))
                x = own + x
                found = self.cross_attention(self.norm2(x), memory, memory_mask=memory_mask)
                x = self.drop(found) + x
                return self.drop(self.feed_forward(self.norm3(x))) + x
        """,
        "inherits the encoder block, and adds what it lacks",
    ),
    right(
        "a class that only inherits",
        """
        class Decoder(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1 = nn.LayerNorm(d_model)
                self.norm2 = nn.LayerNorm(d_model)
                self.norm3 = nn.LayerNorm(d_model)
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                y = x.clone()
                y = y + self.self_attention(self.norm1(y), causal_mask)
                y = y + self.cross_attention(self.norm2(y), memory, memory_mask)
                return y + self.feed_forward(self.norm3(y))


        class DecoderBlock(Decoder):
            pass
        """,
        "all of it stands in a base class",
    ),
    right(
        "helpers called block and one_more",
        """
        def one_more(x, found):
            return torch.stack([x, found]).sum(dim=0)


        def block(x, norm, part):
            return one_more(x, part(norm(x)))


        class DecoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                norms = [nn.LayerNorm(d_model) for _ in range(3)]
                self.norm1, self.norm2, self.norm3 = norms
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                x = block(x, self.norm1, lambda y: self.self_attention(y, causal_mask))
                ask = lambda y: self.cross_attention(y, memory, memory_mask)
                x = block(x, self.norm2, ask)
                return block(x, self.norm3, self.feed_forward)
        """,
        "names that the chapter binds again further down",
    ),
)

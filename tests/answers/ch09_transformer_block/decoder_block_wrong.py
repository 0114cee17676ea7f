"""Answers to block.decoder_block: wrong ones."""

from answers.corpus import wrong
from answers.edits import edited

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
    wrong(
        "post-norm",
        edited(
            BASE,
            (
                "x = x + self.self_attention(self.norm1(x), causal_mask)\n"
                "        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)\n"
                "        return x + self.feed_forward(self.norm3(x))",
                "x = self.norm1(x + self.self_attention(x, causal_mask))\n"
                "        x = self.norm2(x + self.cross_attention(x, memory, memory_mask))\n"
                "        return self.norm3(x + self.feed_forward(x))",
            ),
        ),
        "the block of 2017",
        "post-norm",
    ),
    wrong(
        "no causal mask",
        edited(
            BASE,
            (
                "self.norm1(x), causal_mask)",
                "self.norm1(x))",
            ),
        ),
        "each token sees what it is to write",
        "causal-mask-ignored",
    ),
    wrong(
        "the memory mask dropped",
        edited(
            BASE,
            (
                "memory, memory_mask)\n        return",
                "memory)\n        return",
            ),
        ),
        "padding of the source is read",
        "memory-mask-ignored",
    ),
    wrong(
        "the masks swapped",
        edited(
            BASE,
            (
                "self.norm1(x), causal_mask)",
                "self.norm1(x), MEMORY)",
            ),
            (
                "memory, memory_mask)\n        return",
                "memory, causal_mask)\n        return",
            ),
            (
                "MEMORY",
                "memory_mask",
            ),
        ),
        "causal for the memory: an error where n and m differ",
        "masks-swapped",
    ),
    wrong(
        "cross-attention first",
        edited(
            BASE,
            (
                "x = x + self.self_attention(self.norm1(x), causal_mask)\n"
                "        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)",
                "x = x + self.cross_attention(self.norm2(x), memory, memory_mask)\n"
                "        x = x + self.self_attention(self.norm1(x), causal_mask)",
            ),
        ),
        "memory before what was written",
        "cross-before-self",
    ),
    wrong(
        "the memory normed",
        edited(
            BASE,
            (
                "self.norm2(x), memory, ",
                "self.norm2(x), self.norm2(memory), ",
            ),
        ),
        "norm2 over the memory, too; it is used as it is",
        "memory-normed",
    ),
    wrong(
        "no residual at the cross-attention",
        edited(
            BASE,
            (
                "x = x + self.cross_attention",
                "x = self.cross_attention",
            ),
        ),
        "the plus is forgotten",
        "cross-not-added",
    ),
    wrong(
        "no residual at the self-attention",
        edited(
            BASE,
            (
                "x = x + self.self_attention",
                "x = self.self_attention",
            ),
        ),
        "the plus is forgotten",
        "self-not-added",
    ),
    wrong(
        "no residual at the end",
        edited(
            BASE,
            (
                "return x + self",
                "return self",
            ),
        ),
        "the plus is forgotten",
        "feed-forward-not-added",
    ),
    wrong(
        "norm2 for norm3",
        edited(
            BASE,
            (
                "self.norm3(x)",
                "self.norm2(x)",
            ),
        ),
        "norm3 never learns",
        "norm2-twice",
    ),
    wrong(
        "no cross-attention",
        edited(
            BASE,
            (
                "        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)\n"
                "",
                "",
            ),
        ),
        "an encoder block with a mask",
        "no-cross",
    ),
    wrong(
        "cross-attention to itself",
        edited(
            BASE,
            (
                "self.norm2(x), memory, memory_mask",
                "self.norm2(x), x, causal_mask",
            ),
        ),
        "x in place of the memory",
        "attends-to-x",
    ),
    wrong(
        "the norm in the stream",
        edited(
            BASE,
            (
                "x = x + self.self_attention(self.norm1(x), causal_mask)",
                "x = self.norm1(x)\n        x = x + self.self_attention(x, causal_mask)",
            ),
        ),
        "the residual is the normed x",
        "normed-first",
    ),
    wrong(
        "both attentions from one x",
        edited(
            BASE,
            (
                "x = x + self.self_attention(self.norm1(x), causal_mask)\n"
                "        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)",
                "own = self.self_attention(self.norm1(x), causal_mask)\n"
                "        found = self.cross_attention(self.norm2(x), memory, memory_mask)\n"
                "        x = x + own + found",
            ),
        ),
        "added side by side",
        "parallel",
    ),
    wrong(
        "super().__init__() forgotten",
        edited(
            BASE,
            (
                "        super().__init__()",
                "        self.d_model = d_model",
            ),
        ),
        "PyTorch cannot assign modules before it",
        "no-super",
    ),
    wrong(
        "dropout left on",
        edited(
            BASE,
            (
                "return x + self.feed_forward(self.norm3(x))",
                "return x + F.dropout(self.feed_forward(self.norm3(x)), 0.1)",
            ),
        ),
        "F.dropout drops in evaluation too",
    ),
    wrong(
        "the memory detached",
        edited(
            BASE,
            (
                "self.norm2(x), memory, ",
                "self.norm2(x), memory.detach(), ",
            ),
        ),
        "the encoder would never learn",
        "memory-detached",
    ),
    wrong(
        "a causal mask of its own",
        edited(
            BASE,
            (
                "self.norm1(x), causal_mask)",
                "self.norm1(x), torch.ones(x.shape[1], x.shape[1]).tril().bool())",
            ),
        ),
        "the mask that is handed in is not used",
        "own-causal-mask",
    ),
)

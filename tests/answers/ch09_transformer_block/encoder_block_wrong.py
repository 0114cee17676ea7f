"""Answers to block.encoder_block: wrong ones."""

from answers.corpus import wrong
from answers.edits import edited

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
    wrong(
        "post-norm",
        edited(
            BASE,
            (
                "x = x + self.attention(self.norm1(x), mask)\n"
                "        return x + self.feed_forward(self.norm2(x))",
                "x = self.norm1(x + self.attention(x, mask))\n"
                "        return self.norm2(x + self.feed_forward(x))",
            ),
        ),
        "the block of 2017",
        "post-norm",
    ),
    wrong(
        "the norm in the stream",
        edited(
            BASE,
            (
                "x = x + self.attention(self.norm1(x), mask)\n"
                "        return x + self.feed_forward(self.norm2(x))",
                "x = self.norm1(x)\n"
                "        x = x + self.attention(x, mask)\n"
                "        x = self.norm2(x)\n"
                "        return x + self.feed_forward(x)",
            ),
        ),
        "the residual is the normed x",
        "normed-stream",
    ),
    wrong(
        "no residual at the attention",
        edited(
            BASE,
            (
                "x = x + self.attention",
                "x = self.attention",
            ),
        ),
        "the first plus is forgotten",
        "attention-not-added",
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
        "the second plus is forgotten",
        "feed-forward-not-added",
    ),
    wrong(
        "the mask dropped",
        edited(
            BASE,
            (
                "self.norm1(x), mask)",
                "self.norm1(x))",
            ),
        ),
        "mask is a parameter and nothing more",
        "mask-ignored",
    ),
    wrong(
        "one norm for both",
        edited(
            BASE,
            (
                "self.norm2(x)",
                "self.norm1(x)",
            ),
        ),
        "norm1 is used twice and norm2 never learns",
        "one-norm-twice",
    ),
    wrong(
        "feed-forward first",
        edited(
            BASE,
            (
                "x = x + self.attention(self.norm1(x), mask)\n"
                "        return x + self.feed_forward(self.norm2(x))",
                "x = x + self.feed_forward(self.norm2(x))\n"
                "        return x + self.attention(self.norm1(x), mask)",
            ),
        ),
        "the two parts in the other order",
        "feed-forward-before-attention",
    ),
    wrong(
        "side by side",
        edited(
            BASE,
            (
                "x = x + self.attention(self.norm1(x), mask)\n"
                "        return x + self.feed_forward(self.norm2(x))",
                "a = self.attention(self.norm1(x), mask)\n"
                "        return x + a + self.feed_forward(self.norm2(x))",
            ),
        ),
        "both parts read the block's input",
        "parallel",
    ),
    wrong(
        "the second residual from the input",
        edited(
            BASE,
            (
                "x = x + self.attention(self.norm1(x), mask)\n"
                "        return x + self.feed_forward(self.norm2(x))",
                "y = x + self.attention(self.norm1(x), mask)\n"
                "        return x + self.feed_forward(self.norm2(y))",
            ),
        ),
        "x of the start is added, what attention found is lost",
        "skips-both",
    ),
    wrong(
        "no second norm",
        edited(
            BASE,
            (
                "self.feed_forward(self.norm2(x))",
                "self.feed_forward(x)",
            ),
        ),
        "the feed-forward layer reads x as it is",
        "second-norm-forgotten",
    ),
    wrong(
        "mask turned round",
        edited(
            BASE,
            (
                "self.norm1(x), mask)",
                "self.norm1(x), None if mask is None else ~mask)",
            ),
        ),
        "PyTorch's convention",
        "mask-inverted",
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
                "return x + self.feed_forward(self.norm2(x))",
                "return x + F.dropout(self.feed_forward(self.norm2(x)), 0.1)",
            ),
        ),
        "F.dropout drops in evaluation too",
    ),
    wrong(
        "a norm at the end",
        edited(
            BASE,
            (
                "return x + self.feed_forward(self.norm2(x))",
                "return self.norm2(x + self.feed_forward(self.norm2(x)))",
            ),
        ),
        "one norm too many",
        "norm-at-the-end",
    ),
    wrong(
        "x changed in place",
        edited(
            BASE,
            (
                "x = x + self.attention(self.norm1(x), mask)",
                "x += self.attention(self.norm1(x), mask)",
            ),
        ),
        "+= changes the caller's tokens",
    ),
    wrong(
        "no gradient",
        edited(
            BASE,
            (
                "x = x + self.attention(self.norm1(x), mask)",
                "with torch.no_grad():\n"
                "            found = self.attention(self.norm1(x), mask)\n"
                "        x = x + found",
            ),
        ),
        "attention under no_grad",
        "attention-detached",
    ),
    wrong(
        "nn.MultiheadAttention, batch_first missing",
        edited(
            BASE,
            (
                "MultiHeadAttention(d_model, num_heads)",
                "nn.MultiheadAttention(d_model, num_heads)",
            ),
            (
                "x = x + self.attention(self.norm1(x), mask)",
                "y = self.norm1(x)\n"
                "        x = x + self.attention(y, y, y, attn_mask=mask)[0]",
            ),
        ),
        "PyTorch's module, which takes sequences for tokens",
    ),
)

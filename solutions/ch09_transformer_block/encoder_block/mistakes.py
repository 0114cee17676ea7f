"""What goes wrong in an encoder block, each as a change of the reference.

The norm lands on the wrong side of the sum, a sum is left out, or the mask gets lost.
"""

from autograder import Misconception, change
from solutions.ch09_transformer_block._mistakes import NO_SUPER

FEED_FORWARD_FIRST = (
    "Your feed-forward layer comes before the attention. A token first gathers, then works "
    "on what it has gathered."
)

MISTAKES = (
    NO_SUPER,
    Misconception(
        "post-norm",
        "This is a post-norm block: you normalise after adding. It was the original "
        "way; here each part reads the tokens through its norm, and what it finds is "
        "added to the tokens as they were: x + attention(norm1(x)).",
        change("self.norm1(x), mask)", "x, mask)\n        x = self.norm1(x)")
        + change("return x + ", "x = x + ")
        + change("self.norm2(x))", "x)\n        return self.norm2(x)"),
    ),
    Misconception(
        "normed-stream",
        "You keep the normalised tokens and add to those (x = norm1(x), then "
        "x = x + ...). The norm is for the part's eyes only. What is added to must be "
        "x as it came in, or there is no straight way through the block.",
        change(
            "x = x + self.attention(self.norm1(x)",
            "x = self.norm1(x)\n        x = x + self.attention(x",
        )
        + change("        return x", "        x = self.norm2(x)\n        return x")
        + change("self.norm2(x)", "x"),
    ),
    Misconception(
        "no-norm",
        "Neither part reads through its norm, so norm1 and norm2 take no part and never "
        "learn.",
        change("self.norm1(x)", "x") + change("self.norm2(x)", "x"),
    ),
    Misconception(
        "attention-not-added",
        "The result of the attention replaces the tokens. Add it to them, "
        "x + attention(...): a token that finds nothing should stay what it is.",
        change("x + self.attention(", "self.attention("),
    ),
    Misconception(
        "feed-forward-not-added",
        "The result of the feed-forward layer replaces the tokens. Add it to them, as "
        "you did with the attention.",
        change("x + self.feed_forward(", "self.feed_forward("),
    ),
    Misconception(
        "skips-both",
        "You add the feed-forward's result to the block's input, so what the attention "
        "found reaches the output only through the feed-forward layer. Add it to the "
        "tokens that the attention has already added to.",
        change("x = x + self.attention", "attended = x + self.attention")
        + change("self.norm2(x)", "self.norm2(attended)"),
    ),
    Misconception(
        "parallel",
        "Your feed-forward layer reads the block's input, next to the attention and "
        "not after it. Some large models do that for speed; here it reads what the "
        "attention has added.",
        change("x = x + self.attention", "attended = self.attention")
        + change("return x + ", "return x + attended + "),
    ),
    Misconception(
        "feed-forward-first",
        FEED_FORWARD_FIRST,
        change("self.attention(self.norm1(x), mask)", "self.feed_forward(self.norm1(x))")
        + change("self.feed_forward(self.norm2(x))", "self.attention(self.norm2(x), mask)"),
    ),
    Misconception(
        "feed-forward-before-attention",
        FEED_FORWARD_FIRST,
        change("self.attention(self.norm1(x), mask)", "self.feed_forward(self.norm2(x))")
        + change("self.feed_forward(self.norm2(x))", "self.attention(self.norm1(x), mask)"),
    ),
    Misconception(
        "first-norm-forgotten",
        "Your attention reads the tokens as they are, and norm1 never learns. Each "
        "part reads through its own norm: attention(norm1(x)).",
        change("self.norm1(x)", "x"),
    ),
    Misconception(
        "second-norm-forgotten",
        "Your feed-forward layer reads the tokens as they are, and norm2 never learns. "
        "Each part reads through its own norm: feed_forward(norm2(x)).",
        change("self.norm2(x)", "x"),
    ),
    Misconception(
        "norm-at-the-end",
        "You normalise what the block returns once more. The way through is straight: "
        "the next block reads x as it is, through a norm of its own.",
        change(
            "return x + self.feed_forward(self.norm2(x))",
            "return self.norm2(x + self.feed_forward(self.norm2(x)))",
        ),
    ),
    Misconception(
        "attention-detached",
        "Your output is right, but the attention has no gradient: it runs under "
        "no_grad(), or its result was detached. It would stay at its random start.",
        change(
            "self.attention(self.norm1(x), mask)",
            "self.attention(self.norm1(x), mask).detach()",
        ),
        alone=True,
    ),
    Misconception(
        "one-norm-twice",
        "You use norm1 for both parts, and norm2 never learns. The tokens have changed "
        "in between: each part has a norm of its own.",
        change("self.norm2(x)", "self.norm1(x)"),
    ),
    Misconception(
        "mask-ignored",
        "You do not hand the mask on to the attention, so tokens attend to padding, "
        "or to the future.",
        change("        x = x", "        mask = None\n        x = x"),
    ),
    Misconception(
        "mask-inverted",
        "Your mask is the wrong way round: True means may attend, so it goes to the "
        "attention as it is, without ~.",
        change(
            "        x = x", "        mask = None if mask is None else ~mask\n        x = x"
        ),
    ),
    Misconception(
        "one-head",
        "Your attention has a single head. Pass num_heads on: "
        "MultiHeadAttention(d_model, num_heads). The parameters are the same in number "
        "and shape, so nothing else gives it away.",
        change(
            "self.attention = MultiHeadAttention(d_model, num_heads)",
            "self.attention = MultiHeadAttention(d_model, 1)",
        ),
    ),
)

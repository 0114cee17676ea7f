"""A pre-norm encoder block.

Vaswani et al. 2017, "Attention Is All You Need", section 3, with the norms where
Xiong et al. 2020, "On Layer Normalization in the Transformer Architecture", put them:
before each part.

The norm lands on the wrong side of the sum, a sum is left out, or the mask gets lost.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, Misconception
from solutions.ch09_transformer_block._attention import MultiHeadAttention
from solutions.ch09_transformer_block._draws import open_pairs
from solutions.ch09_transformer_block._mistakes import EXACT, NO_SUPER
from solutions.ch09_transformer_block.feed_forward import FeedForward
from solutions.draws import Draw, normal, sizes


class EncoderBlock(nn.Module):
    """A pre-norm encoder block: attention, then a feed-forward layer.

    norm1 and norm2 are nn.LayerNorm(d_model), attention is a
    MultiHeadAttention(d_model, num_heads) and feed_forward is a
    FeedForward(d_model, d_ff).
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
        mask: Boolean, broadcasts to (batch, n, n); True = may attend.
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


def _encoder_block(*, norm="before", attended=True, thought=True, mask="used", heads="all"):
    """The class with each decision of its forward pass made as asked."""
    use_mask = mask

    class Chosen(EncoderBlock):
        def __init__(self, d_model: int, num_heads: int, d_ff: int) -> None:
            super().__init__(d_model, 1 if heads == "one" else num_heads, d_ff)

        def forward(
            self, x: torch.Tensor, mask: torch.Tensor | None = None
        ) -> torch.Tensor:
            if use_mask == "ignored":
                mask = None
            if use_mask == "inverted" and mask is not None:
                mask = ~mask
            x = self._part(x, self.norm1, lambda t: self.attention(t, mask), attended)
            return self._part(x, self.norm2, self.feed_forward, thought)

        def _part(self, x, layer_norm, part, add):
            if norm == "after":
                return layer_norm(x + part(x) if add else part(x))
            if norm == "nowhere":
                return x + part(x) if add else part(x)
            read = layer_norm(x)
            stream = read if norm == "stream" else x
            return stream + part(read) if add else part(read)

    return Chosen


class _FeedForwardFirst(EncoderBlock):
    def forward(self, x, mask=None):
        x = x + self.feed_forward(self.norm1(x))
        return x + self.attention(self.norm2(x), mask)


class _OwnNormsSwapped(EncoderBlock):
    def forward(self, x, mask=None):
        x = x + self.feed_forward(self.norm2(x))
        return x + self.attention(self.norm1(x), mask)


class _NoFirstNorm(EncoderBlock):
    def forward(self, x, mask=None):
        x = x + self.attention(x, mask)
        return x + self.feed_forward(self.norm2(x))


class _NoSecondNorm(EncoderBlock):
    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask)
        return x + self.feed_forward(x)


class _NormAtTheEnd(EncoderBlock):
    def forward(self, x, mask=None):
        return self.norm2(super().forward(x, mask))


class _Detached(EncoderBlock):
    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask).detach()
        return x + self.feed_forward(self.norm2(x))


FEED_FORWARD_FIRST = (
    "Your feed-forward layer comes before the attention. A token first gathers, then works "
    "on what it has gathered."
)


class _SkipsBoth(EncoderBlock):
    def forward(self, x, mask=None):
        attended = x + self.attention(self.norm1(x), mask)
        return x + self.feed_forward(self.norm2(attended))


class _Parallel(EncoderBlock):
    def forward(self, x, mask=None):
        attended = self.attention(self.norm1(x), mask)
        return x + attended + self.feed_forward(self.norm2(x))


class _OneNorm(EncoderBlock):
    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask)
        return x + self.feed_forward(self.norm1(x))


class _StepByStep(EncoderBlock):
    def forward(self, x, mask=None):
        for norm, part in ((self.norm1, 1), (self.norm2, 2)):
            read = norm(x)
            found = self.attention(read, mask) if part == 1 else self.feed_forward(read)
            x = torch.add(found, x)
        return x


class _SequenceBySequence(EncoderBlock):
    def forward(self, x, mask=None):
        whole = x.shape[0], x.shape[1], x.shape[1]
        masks = [None] * len(x) if mask is None else mask.expand(whole)
        outputs = []
        for tokens, own in zip(x, masks, strict=True):
            own = None if own is None else own[None]
            outputs.append(super().forward(tokens[None], own)[0])
        return torch.stack(outputs)


class _OwnAttention(EncoderBlock):
    """With an attention that reckons its weights itself."""

    def __init__(self, d_model, num_heads, d_ff):
        super().__init__(d_model, num_heads, d_ff)
        self.attention = _Written(d_model, num_heads)


class _Written(MultiHeadAttention):
    def forward(self, x, mask=None):
        batch, n, d_model = x.shape
        head_dim = d_model // self.num_heads

        def split(t):
            return t.view(batch, n, self.num_heads, head_dim).permute(0, 2, 1, 3)

        q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
        scores = torch.einsum("bhid,bhjd->bhij", q, k) / head_dim**0.5
        if mask is not None:
            scores = scores.masked_fill(~mask.unsqueeze(-3), -torch.inf)
        context = torch.einsum("bhij,bhjd->bihd", scores.softmax(-1), v)
        return self.fc_out(context.reshape(batch, n, d_model))


EXERCISE = Exercise(
    id="block.encoder_block",
    title="An encoder block",
    reference=EncoderBlock,
    decisions=_encoder_block,
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
        Case("one feature", _sentences(shape=(2, 3, 1), heads=1), calls=1),
        Case("any sizes", _sentences(heads=3), calls=1),
        Case("a causal mask", _sentences("causal"), weight=2.0),
        Case("a padding mask", _sentences("padding"), weight=2.0),
        Case("a mask for each sequence", _sentences("any"), weight=2.0),
        Case("large numbers", _sentences(scale=8.0), calls=1),
    ),
    properties=(EXACT,),
    misconceptions=(
        NO_SUPER,
        Misconception(
            "post-norm",
            "This is a post-norm block: you normalise after adding. It was the original "
            "way; here each part reads the tokens through its norm, and what it finds is "
            "added to the tokens as they were: x + attention(norm1(x)).",
            choices={"norm": "after"},
        ),
        Misconception(
            "normed-stream",
            "You keep the normalised tokens and add to those (x = norm1(x), then "
            "x = x + ...). The norm is for the part's eyes only. What is added to must be "
            "x as it came in, or there is no straight way through the block.",
            choices={"norm": "stream"},
        ),
        Misconception(
            "no-norm",
            "Neither part reads through its norm, so norm1 and norm2 never learn and the "
            "numbers grow from block to block.",
            choices={"norm": "nowhere"},
        ),
        Misconception(
            "attention-not-added",
            "The result of the attention replaces the tokens. Add it to them, "
            "x + attention(...): a token that finds nothing should stay what it is.",
            choices={"attended": False},
        ),
        Misconception(
            "feed-forward-not-added",
            "The result of the feed-forward layer replaces the tokens. Add it to them, as "
            "you did with the attention.",
            choices={"thought": False},
        ),
        Misconception(
            "skips-both",
            "You add the feed-forward's result to the block's input, so what the attention "
            "found reaches the output only through the feed-forward layer. Add it to the "
            "tokens that the attention has already added to.",
            _SkipsBoth,
        ),
        Misconception(
            "parallel",
            "Your feed-forward layer reads the block's input, next to the attention and "
            "not after it. Some large models do that for speed; here it reads what the "
            "attention has added.",
            _Parallel,
        ),
        Misconception(
            "feed-forward-first",
            FEED_FORWARD_FIRST,
            _FeedForwardFirst,
        ),
        Misconception(
            "feed-forward-before-attention",
            FEED_FORWARD_FIRST,
            _OwnNormsSwapped,
        ),
        Misconception(
            "first-norm-forgotten",
            "Your attention reads the tokens as they are, and norm1 never learns. Each "
            "part reads through its own norm: attention(norm1(x)).",
            _NoFirstNorm,
        ),
        Misconception(
            "second-norm-forgotten",
            "Your feed-forward layer reads the tokens as they are, and norm2 never learns. "
            "Each part reads through its own norm: feed_forward(norm2(x)).",
            _NoSecondNorm,
        ),
        Misconception(
            "norm-at-the-end",
            "You normalise what the block returns once more. The way through is straight: "
            "the next block reads x as it is, through a norm of its own.",
            _NormAtTheEnd,
        ),
        Misconception(
            "attention-detached",
            "Your output is right, but the attention has no gradient: it runs under "
            "no_grad(), or its result was detached. It would stay at its random start.",
            _Detached,
        ),
        Misconception(
            "one-norm-twice",
            "You use norm1 for both parts, and norm2 never learns. The tokens have changed "
            "in between: each part has a norm of its own.",
            _OneNorm,
        ),
        Misconception(
            "mask-ignored",
            "You do not hand the mask on to the attention, so tokens attend to padding, "
            "or to the future.",
            choices={"mask": "ignored"},
        ),
        Misconception(
            "mask-inverted",
            "Your mask is the wrong way round: True means may attend, so it goes to the "
            "attention as it is, without ~.",
            choices={"mask": "inverted"},
        ),
        Misconception(
            "one-head",
            "Your attention has a single head. Pass num_heads on: "
            "MultiHeadAttention(d_model, num_heads). The parameters are the same in number "
            "and shape, so nothing else gives it away.",
            choices={"heads": "one"},
        ),
    ),
    alternatives=(_StepByStep, _SequenceBySequence, _OwnAttention),
    hints=(
        "Two parts, and each is used in the same way: read the tokens through a norm, "
        "do the work, add the result to the tokens.",
        "The first part from the inside out: `norm1`, then the attention with the mask, "
        "then the plus. What is added to is the `x` before the norm.",
        "The second part is the same with `norm2` and `feed_forward`, which takes no "
        "mask. Its `x` is the result of the first part.",
    ),
)

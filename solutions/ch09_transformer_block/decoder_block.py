"""A pre-norm decoder block.

Vaswani et al. 2017, "Attention Is All You Need", section 3, with the norms where
Xiong et al. 2020 put them.

A mask gets lost or turned, memory is normalised once more, or memory is never asked.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import nn

from autograder import Case, Exercise, Misconception
from solutions.ch09_transformer_block._attention import MultiHeadAttention
from solutions.ch09_transformer_block._draws import two_sequences
from solutions.ch09_transformer_block._mistakes import EXACT, NO_SUPER
from solutions.ch09_transformer_block.cross_attention import CrossAttention
from solutions.ch09_transformer_block.feed_forward import FeedForward
from solutions.draws import Draw


class DecoderBlock(nn.Module):
    """A pre-norm decoder block: two attentions, then a feed-forward layer.

    norm1, norm2 and norm3 are nn.LayerNorm(d_model); self_attention is a
    MultiHeadAttention(d_model, num_heads), cross_attention is a
    CrossAttention(d_model, num_heads), feed_forward is a
    FeedForward(d_model, d_ff).
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
        causal_mask: Boolean, broadcasts to (batch, n, n); True = may attend.
        memory_mask: Boolean, broadcasts to (batch, n, m); True = may attend.
        Each part reads the tokens through its norm and adds to them.
        Returns the shape of x.
        """
        x = x + self.self_attention(self.norm1(x), causal_mask)
        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
        return x + self.feed_forward(self.norm3(x))


def _decoder(mask: str = "", causal: str = "causal", **options) -> Draw:
    d_ff = options.pop("d_ff", 7)
    return two_sequences(mask, causal=causal, d_ff=d_ff, **options)


def _decoder_block(
    *, norm="before", causal="used", memory_mask="used", answers="memory", cross=True
):
    """The class with each decision of its forward pass made as asked."""
    use_memory_mask = memory_mask

    class Chosen(DecoderBlock):
        def forward(
            self,
            x: torch.Tensor,
            memory: torch.Tensor,
            causal_mask: torch.Tensor,
            memory_mask: torch.Tensor | None = None,
        ) -> torch.Tensor:
            seen = {"used": causal_mask, "ignored": None, "turned": causal_mask.mT}[causal]
            if use_memory_mask == "ignored":
                memory_mask = None

            def look_up(t: torch.Tensor) -> torch.Tensor:
                kept = self.norm2(memory) if answers == "normed memory" else memory
                return self.cross_attention(t, kept, memory_mask)

            x = self._part(x, self.norm1, lambda t: self.self_attention(t, seen))
            x = self._part(x, self.norm2, look_up, add=cross)
            return self._part(x, self.norm3, self.feed_forward)

        def _part(self, x, layer_norm, part, add=True):
            if norm == "after":
                return layer_norm(x + part(x) if add else part(x))
            read = layer_norm(x)
            stream = read if norm == "stream" else x
            return stream + part(read) if add else part(read)

    return Chosen


class _CrossFirst(DecoderBlock):
    def forward(self, x, memory, causal_mask, memory_mask=None):
        x = x + self.cross_attention(self.norm1(x), memory, memory_mask)
        x = x + self.self_attention(self.norm2(x), causal_mask)
        return x + self.feed_forward(self.norm3(x))


class _NoCross(DecoderBlock):
    def forward(self, x, memory, causal_mask, memory_mask=None):
        x = x + self.self_attention(self.norm1(x), causal_mask)
        return x + self.feed_forward(self.norm3(x))


class _Itself(DecoderBlock):
    def forward(self, x, memory, causal_mask, memory_mask=None):
        x = x + self.self_attention(self.norm1(x), causal_mask)
        read = self.norm2(x)
        x = x + self.cross_attention(read, read, causal_mask)
        return x + self.feed_forward(self.norm3(x))


def _going(forward: Callable) -> type[DecoderBlock]:
    """The block whose forward pass is ``forward(block, x, memory, causal, mask)``."""

    class Going(DecoderBlock):
        def forward(self, x, memory, causal_mask, memory_mask=None):
            return forward(self, x, memory, causal_mask, memory_mask)

    return Going


def _masks_swapped(block, x, memory, causal_mask, memory_mask):
    x = x + block.self_attention(block.norm1(x), memory_mask)
    x = x + block.cross_attention(block.norm2(x), memory, causal_mask)
    return x + block.feed_forward(block.norm3(x))


def _cross_before(block, x, memory, causal_mask, memory_mask):
    x = x + block.cross_attention(block.norm2(x), memory, memory_mask)
    x = x + block.self_attention(block.norm1(x), causal_mask)
    return x + block.feed_forward(block.norm3(x))


def _self_not_added(block, x, memory, causal_mask, memory_mask):
    x = block.self_attention(block.norm1(x), causal_mask)
    x = x + block.cross_attention(block.norm2(x), memory, memory_mask)
    return x + block.feed_forward(block.norm3(x))


def _end_not_added(block, x, memory, causal_mask, memory_mask):
    x = x + block.self_attention(block.norm1(x), causal_mask)
    x = x + block.cross_attention(block.norm2(x), memory, memory_mask)
    return block.feed_forward(block.norm3(x))


def _norm2_twice(block, x, memory, causal_mask, memory_mask):
    x = x + block.self_attention(block.norm1(x), causal_mask)
    x = x + block.cross_attention(block.norm2(x), memory, memory_mask)
    return x + block.feed_forward(block.norm2(x))


def _norm1_always(block, x, memory, causal_mask, memory_mask):
    x = x + block.self_attention(block.norm1(x), causal_mask)
    x = x + block.cross_attention(block.norm1(x), memory, memory_mask)
    return x + block.feed_forward(block.norm1(x))


def _itself(block, x, _memory, causal_mask, _memory_mask):
    x = x + block.self_attention(block.norm1(x), causal_mask)
    x = x + block.cross_attention(block.norm2(x), x, causal_mask)
    return x + block.feed_forward(block.norm3(x))


def _first_in_the_stream(block, x, memory, causal_mask, memory_mask):
    x = block.norm1(x)
    x = x + block.self_attention(x, causal_mask)
    x = x + block.cross_attention(block.norm2(x), memory, memory_mask)
    return x + block.feed_forward(block.norm3(x))


def _parallel(block, x, memory, causal_mask, memory_mask):
    own = block.self_attention(block.norm1(x), causal_mask)
    x = x + own + block.cross_attention(block.norm2(x), memory, memory_mask)
    return x + block.feed_forward(block.norm3(x))


def _own_mask(block, x, memory, _causal_mask, memory_mask):
    past = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()
    return DecoderBlock.forward(block, x, memory, past, memory_mask)


def _memory_detached(block, x, memory, causal_mask, memory_mask):
    return DecoderBlock.forward(block, x, memory.detach(), causal_mask, memory_mask)


CROSS_FIRST = (
    "Your cross-attention comes before the self-attention. A token first looks at what has "
    "been written, and then asks memory with that in mind."
)
TO_ITSELF = (
    "Your cross-attention is given x in the place of memory, so the decoder hears nothing "
    "of the encoder."
)


class _StepByStep(DecoderBlock):
    def forward(self, x, memory, causal_mask, memory_mask=None):
        found = self.self_attention(self.norm1(x), mask=causal_mask)
        first = torch.add(x, found)
        second = self.cross_attention(self.norm2(first), memory, memory_mask) + first
        return self.feed_forward(self.norm3(second)) + second


class _SequenceBySequence(DecoderBlock):
    def forward(self, x, memory, causal_mask, memory_mask=None):
        outputs = []
        for i in range(len(x)):
            own = None if memory_mask is None else memory_mask[i : i + 1]
            past = causal_mask.expand(len(x), *causal_mask.shape[-2:])[i : i + 1]
            outputs.append(super().forward(x[i : i + 1], memory[i : i + 1], past, own))
        return torch.cat(outputs)


EXERCISE = Exercise(
    id="block.decoder_block",
    title="A decoder block",
    reference=DecoderBlock,
    decisions=_decoder_block,
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
        Case("the first token", _decoder(shape=(2, 1, 3, 2)), calls=1),
        Case("one token to attend to", _decoder(shape=(2, 3, 1, 2))),
        Case("one feature", _decoder(shape=(2, 3, 4, 1), heads=1)),
        Case("any sizes", _decoder(heads=3)),
        Case("a padded memory", _decoder("padding"), weight=2.0),
        Case("a memory mask for each pair", _decoder("pairs"), weight=2.0),
        Case("more blocked than the future", _decoder(causal="some of the past")),
        Case("large numbers", _decoder(scale=4.0)),
    ),
    properties=(EXACT,),
    misconceptions=(
        NO_SUPER,
        Misconception(
            "self-not-added",
            "The result of the self-attention replaces the tokens. Add it to them, "
            "x + self_attention(...): a token that finds nothing should stay what it is.",
            _going(_self_not_added),
        ),
        Misconception(
            "feed-forward-not-added",
            "The result of the feed-forward layer replaces the tokens. Add it to them, as "
            "you did with the attentions.",
            _going(_end_not_added),
        ),
        Misconception(
            "masks-swapped",
            "The two masks have changed places: the self-attention gets memory_mask and "
            "the cross-attention causal_mask. One is about memory, the other about the "
            "tokens being written.",
            _going(_masks_swapped),
        ),
        Misconception(
            "own-causal-mask",
            "Your self-attention uses a triangle of its own and not the mask that it is "
            "given. The caller may block more than the future, padding for one: hand "
            "causal_mask on.",
            _going(_own_mask),
        ),
        Misconception(
            "memory-detached",
            "Your output is right, but memory has no gradient: it was detached, or made "
            "under no_grad(). The encoder learns through this gradient and nothing else.",
            _going(_memory_detached),
        ),
        Misconception(
            "norm2-twice",
            "You use norm2 for the feed-forward layer as well, and norm3 never learns. The "
            "tokens have changed in between: each part has a norm of its own.",
            _going(_norm2_twice),
        ),
        Misconception(
            "norm1-for-all",
            "You use norm1 for all three parts, and the other two never learn. The tokens "
            "change in between: each part has a norm of its own.",
            _going(_norm1_always),
        ),
        Misconception(
            "parallel",
            "Both of your attentions read the same tokens. The cross-attention comes after "
            "the self-attention and reads what that has added.",
            _going(_parallel),
        ),
        Misconception(
            "normed-first",
            "You keep the tokens that norm1 gave and add to those. The norm is for the "
            "part's eyes only: what is added to must be x as it came in.",
            _going(_first_in_the_stream),
        ),
        Misconception("cross-before-self", CROSS_FIRST, _going(_cross_before)),
        Misconception("attends-to-x", TO_ITSELF, _going(_itself)),
        Misconception(
            "post-norm",
            "This is a post-norm block: you normalise after adding. Here each of the three "
            "parts reads through its norm, and its result is added to the tokens as they "
            "were.",
            choices={"norm": "after"},
        ),
        Misconception(
            "normed-stream",
            "You add to the normalised tokens. The norm is for the part's eyes only: what "
            "is added to must be x as it came in, or there is no straight way through.",
            choices={"norm": "stream"},
        ),
        Misconception(
            "causal-mask-ignored",
            "Your self-attention does not get the causal mask. Each token sees the ones "
            "after it, which in training are the answers.",
            choices={"causal": "ignored"},
        ),
        Misconception(
            "causal-mask-turned",
            "Your causal mask is transposed: each token sees itself and the future, not "
            "the past. Rows are queries, so the lower triangle is open. Hand it on as it "
            "is.",
            choices={"causal": "turned"},
        ),
        Misconception(
            "memory-mask-ignored",
            "Your cross-attention does not get memory_mask, so the decoder reads the "
            "encoder's padding.",
            choices={"memory_mask": "ignored"},
        ),
        Misconception(
            "memory-normed",
            "You send memory through norm2 as well. It is used as it is: norm2 belongs to "
            "the decoder's tokens, and a pre-norm encoder normalises its output once, at "
            "the very end.",
            choices={"answers": "normed memory"},
        ),
        Misconception(
            "cross-not-added",
            "The result of the cross-attention replaces the tokens. Add it to them: "
            "otherwise all that the decoder has written so far is gone.",
            choices={"cross": False},
        ),
        Misconception(
            "cross-first",
            CROSS_FIRST,
            _CrossFirst,
        ),
        Misconception(
            "no-cross",
            "Your block never asks memory: norm2 and cross_attention take no part and "
            "never learn. It is the block of a language model, not of a translator.",
            _NoCross,
        ),
        Misconception(
            "attends-to-itself",
            TO_ITSELF,
            _Itself,
        ),
    ),
    alternatives=(_StepByStep, _SequenceBySequence),
    hints=(
        "It is the encoder block with a third part in the middle. Each part reads "
        "through its own norm, and its result is added.",
        "First `self_attention` with `causal_mask`, then `cross_attention` with "
        "`memory` and `memory_mask`, then `feed_forward`.",
        "Three lines of one form, as in the encoder block: a norm of its own inside the "
        "brackets, `x` plus the result outside. `memory` goes in as it is.",
    ),
)

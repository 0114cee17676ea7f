"""Checks of chapter 09's cross-attention and decoder block."""

from __future__ import annotations

import numpy as np
import torch

from autograder import Case, Exercise, Misconception
from solutions.block_layer_checks import open_pairs
from solutions.draws import Draw, normal, sizes
from solutions.transformer_block import CrossAttention, DecoderBlock

# --- cross_attention ---------------------------------------------------------


def _two_sequences(mask: str = "", *, causal: bool = False, d_ff: int = 0, **options):
    """Draw x and memory of different lengths; for the decoder, its masks too."""

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, m, head_dim = options.get("shape") or sizes(rng, 4, 2, 7)
        heads = options.get("heads", 2)
        d_model = heads * head_dim
        scale = np.float32(options.get("scale", 1.0))
        x = scale * normal(rng, batch, n, d_model, dtype="float32")
        memory = scale * normal(rng, batch, m, d_model, dtype="float32")
        inputs = [x, memory]
        if causal:
            inputs.append(open_pairs(rng, "causal", batch, n))
        if mask == "padding":
            inputs.append(open_pairs(rng, "padding", batch, m))
        if mask == "pairs":
            first = np.arange(m) == rng.integers(m, size=(batch, n, 1))
            inputs.append(first | (rng.random((batch, n, m)) < 0.4))
        init = (d_model, heads, d_ff) if d_ff else (d_model, heads)
        return init, tuple(inputs)

    return draw


def _cross(
    *,
    queries="x",
    keys="memory",
    values="memory",
    split="heads",
    scale="head_dim",
    mask="used",
    project=True,
    cut="",
):
    """The class with each decision of its forward pass made as asked."""

    class Chosen(CrossAttention):
        def forward(
            self,
            x: torch.Tensor,
            memory: torch.Tensor,
            memory_mask: torch.Tensor | None = None,
        ) -> torch.Tensor:
            heads, d_model = self.num_heads, x.shape[-1]
            tokens = {"x": x, "memory": memory.detach() if cut == "memory" else memory}

            def split_heads(t: torch.Tensor) -> torch.Tensor:
                batch, length, _ = t.shape
                if split == "view":
                    return t.reshape(batch, heads, length, d_model // heads)
                return t.reshape(batch, length, heads, -1).transpose(1, 2)

            q = split_heads(self.query(tokens[queries]))
            k = split_heads(self.key(tokens[keys]))
            v = split_heads(self.value(tokens[values]))
            widths = {"head_dim": d_model // heads, "d_model": d_model, "none": 1}
            scores = q @ k.mT / widths[scale] ** 0.5
            if memory_mask is not None and mask != "ignored":
                by_head = memory_mask.unsqueeze(-3)
                if mask == "no head axis":
                    by_head = memory_mask
                blocked = by_head if mask == "inverted" else ~by_head
                scores = scores.masked_fill(blocked, -1e30)
            context = torch.softmax(scores, dim=-1) @ v
            if split == "heads":
                context = context.transpose(1, 2)
            merged = context.reshape(len(x), -1, d_model)
            return self.fc_out(merged) if project else merged

    return Chosen


class _HeadByHead(CrossAttention):
    def forward(self, x, memory, memory_mask=None):
        parts = [self.query(x), self.key(memory), self.value(memory)]
        contexts = []
        for q, k, v in zip(*(p.chunk(self.num_heads, dim=-1) for p in parts), strict=True):
            scores = q @ k.mT / q.shape[-1] ** 0.5
            if memory_mask is not None:
                scores = torch.where(memory_mask, scores, torch.tensor(-torch.inf))
            contexts.append(torch.softmax(scores, dim=-1) @ v)
        return self.fc_out(torch.cat(contexts, dim=-1))


class _ByEinsum(CrossAttention):
    def forward(self, x, memory, memory_mask=None):
        def split(t):
            return t.view(*t.shape[:2], self.num_heads, -1)

        q, k, v = split(self.query(x)), split(self.key(memory)), split(self.value(memory))
        scores = torch.einsum("bihd,bjhd->bhij", q, k) * q.shape[-1] ** -0.5
        if memory_mask is not None:
            scores = scores.masked_fill(~memory_mask[..., None, :, :], -torch.inf)
        context = torch.einsum("bhij,bjhd->bihd", scores.softmax(dim=-1), v)
        return self.fc_out(context.flatten(-2))


CROSS_ATTENTION = Exercise(
    id="block.cross_attention",
    title="Cross-attention",
    reference=CrossAttention,
    decisions=_cross,
    kind="layer",
    framework="torch",
    name="CrossAttention",
    points=3,
    minutes=7,
    difficulty=2,
    section="09-transformer-block#cross-attention",
    cases=(
        Case("a small batch", _two_sequences(shape=(2, 3, 4, 2)), calls=2),
        Case("a longer memory", _two_sequences(shape=(1, 2, 6, 2)), calls=2),
        Case("a shorter memory", _two_sequences(shape=(2, 5, 3, 2)), calls=2),
        Case("as long as each other", _two_sequences(shape=(3, 4, 4, 2)), calls=2),
        Case("one token to attend to", _two_sequences(shape=(2, 3, 1, 2)), calls=2),
        Case("one feature", _two_sequences(shape=(2, 3, 4, 1), heads=1), calls=2),
        Case("three heads", _two_sequences(heads=3), calls=2),
        Case("a padding mask", _two_sequences("padding"), calls=2),
        Case(
            "as many sequences as heads, padded",
            _two_sequences("padding", shape=(2, 3, 4, 3)),
            calls=2,
        ),
        Case("a mask for each pair", _two_sequences("pairs"), calls=2),
        Case("large numbers", _two_sequences(scale=4.0), calls=2),
    ),
    misconceptions=(
        Misconception(
            "queries-from-memory",
            "Your queries come from memory. The tokens of x are the ones that ask, so "
            "queries are made from x, and there is one context for each token of x.",
            choices={"queries": "memory"},
        ),
        Misconception(
            "self-attention",
            "Your keys and values come from x: this is self-attention, and memory takes no "
            "part. An encoder behind it would get no gradient and learn nothing.",
            choices={"keys": "x", "values": "x"},
        ),
        Misconception(
            "roles-swapped",
            "You have the two sequences swapped: queries from memory, keys and values from "
            "x. Who asks is x; who answers is memory.",
            choices={"queries": "memory", "keys": "x", "values": "x"},
        ),
        Misconception(
            "values-from-x",
            "Your values come from x. The weights say which tokens of memory count, so it "
            "is their values that must be mixed.",
            choices={"values": "x"},
        ),
        Misconception(
            "keys-from-x",
            "Your keys come from x and your values from memory. A weight is then earned by "
            "one token and spent on another: keys and values belong together.",
            choices={"keys": "x"},
        ),
        Misconception(
            "split-by-view",
            "You split into heads with a single view or reshape to (batch, heads, n, "
            "head_dim). That deals the numbers out in another order and mixes tokens. "
            "Reshape to (batch, n, heads, head_dim) first, then swap n and heads.",
            choices={"split": "view"},
        ),
        Misconception(
            "scaled-by-d-model",
            "You divide by the root of d_model. The vectors that meet are those of one "
            "head, so it is the root of d_model / num_heads.",
            choices={"scale": "d_model"},
        ),
        Misconception(
            "unscaled",
            "You do not divide the scores by the root of the head's width, so the weights "
            "come out too sharp.",
            choices={"scale": "none"},
        ),
        Misconception(
            "mask-ignored",
            "You do not use memory_mask, so the tokens of x attend to the padding of "
            "memory.",
            choices={"mask": "ignored"},
        ),
        Misconception(
            "mask-inverted",
            "Your mask is the wrong way round: True means may attend. Block where it is "
            "False.",
            choices={"mask": "inverted"},
        ),
        Misconception(
            "mask-without-head-axis",
            "Your mask has no axis for the heads, so it lines up with the wrong axes of "
            "the scores (batch, heads, n, m). It stops with an error, or, when there are "
            "as many heads as sequences, gives head 2 the padding of sequence 2. "
            "memory_mask.unsqueeze(-3) puts the axis in.",
            choices={"mask": "no head axis"},
        ),
        Misconception(
            "not-projected",
            "You return the merged heads as they are. fc_out comes last; without it the "
            "heads' findings lie side by side and are never combined, and fc_out never "
            "learns.",
            choices={"project": False},
        ),
        Misconception(
            "memory-detached",
            "Your output is right, but memory has no gradient: it was detached (or made "
            "under no_grad()). The encoder learns through this gradient and nothing else.",
            choices={"cut": "memory"},
        ),
    ),
    alternatives=(_HeadByHead, _ByEinsum),
    hints=(
        "Take MultiHeadAttention as it stands above. Only the tokens that three of its "
        "layers are given change.",
        "Queries from x; keys and values from memory. After that, n queries meet m keys, "
        "and nothing in the rest asks whether n and m are equal.",
        "self.query(x), self.key(memory), self.value(memory); split each into heads; "
        "memory_mask.unsqueeze(-3) for the heads, when it is not None; attend, merge, "
        "self.fc_out.",
    ),
)

# --- decoder_block -----------------------------------------------------------


def _decoder(mask: str = "", **options) -> Draw:
    d_ff = options.pop("d_ff", 7)
    return _two_sequences(mask, causal=True, d_ff=d_ff, **options)


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
            outputs.append(
                super().forward(x[i : i + 1], memory[i : i + 1], causal_mask, own)
            )
        return torch.cat(outputs)


DECODER_BLOCK = Exercise(
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
    cases=(
        Case("a small batch", _decoder(shape=(2, 3, 4, 2)), calls=2),
        Case("a longer memory", _decoder(shape=(1, 2, 6, 2)), calls=2),
        Case("as long as each other", _decoder(shape=(3, 4, 4, 2)), calls=2),
        Case("the first token", _decoder(shape=(2, 1, 3, 2)), calls=2),
        Case("one token to attend to", _decoder(shape=(2, 3, 1, 2)), calls=2),
        Case("one feature", _decoder(shape=(2, 3, 4, 1), heads=1), calls=2),
        Case("any sizes", _decoder(heads=3), calls=2),
        Case("a padded memory", _decoder("padding"), calls=2),
        Case("a memory mask for each pair", _decoder("pairs"), calls=2),
        Case("large numbers", _decoder(scale=4.0), calls=2),
    ),
    misconceptions=(
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
            "Your cross-attention comes before the self-attention. A token first looks at "
            "what has been written, and then asks memory with that in mind.",
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
            "Your cross-attention is given x in the place of memory, so the decoder hears "
            "nothing of the encoder.",
            _Itself,
        ),
    ),
    alternatives=(_StepByStep, _SequenceBySequence),
    hints=(
        "It is the encoder block with a third part in the middle. Each part reads through "
        "its own norm, and its result is added.",
        "First self_attention with causal_mask, then cross_attention with memory and "
        "memory_mask, then feed_forward.",
        "x = x + self.self_attention(self.norm1(x), causal_mask), then x = x + "
        "self.cross_attention(self.norm2(x), memory, memory_mask), then the feed-forward "
        "layer with norm3.",
    ),
)

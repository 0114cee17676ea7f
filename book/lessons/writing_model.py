"""A decoder-only language model made of the reader's own blocks (chapter 13).

After Radford et al. 2019, "Language Models are Unsupervised Multitask Learners",
section 2.3, with the sinusoidal positions of chapter 09.  The EncoderBlock of chapter
09 reads its own sequence and nothing else; the causal mask makes a decoder of it.
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from solutions.ch09_transformer_block.encoder_block import EncoderBlock
from solutions.ch09_transformer_block.feed_forward import FeedForward
from solutions.ch09_transformer_block.positional_encoding import (
    positional_encoding,
)

# What the reader wrote in chapters 08, 09 and 12, taken from the key in one place.
from solutions.ch12_efficient_attention.kv_cache import KVCache

# Of new embeddings, less for wide ones: who knows nothing should prefer nothing.
SPREAD, WIDE = 0.04, 96
StepLogits = Callable[[np.ndarray], np.ndarray]  # ids (n,) to the next one's (vocab,)


class GeluFeedForward(FeedForward):
    """Chapter 09's, with GELU for ReLU (Hendrycks and Gimpel 2016)."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_model).  Returns the same shape."""
        return self.linear2(nn.functional.gelu(self.linear1(x)))


class LanguageModel(nn.Module):
    """Reads ids and gives, at every place, the logits of the id that follows."""

    def __init__(
        self,
        vocab: int,
        *,
        d_model: int = 96,
        num_heads: int = 4,
        num_layers: int = 2,
        context: int = 64,
        tied: bool = True,
        gelu: bool = False,
        dropout: float = 0.0,
    ) -> None:
        """Make the table, the blocks and the output layer.

        context: the most ids it can read at once.
        tied: whether one table is embedding and output layer (Press and Wolf 2017).
        dropout: the share of each part's output that is set to zero while training
        (Srivastava et al. 2014).
        """
        super().__init__()
        self.context = context
        self.embedding = nn.Embedding(vocab, d_model)
        spread = SPREAD * min(1, WIDE / d_model)
        nn.init.normal_(self.embedding.weight, std=spread)
        # One place more, for a training step that reads the last target as well.
        table = torch.tensor(positional_encoding(context + 1, d_model)).float()
        # Computed, not learnt: it moves with the model but is not stored with it.
        self.register_buffer("positions", table, persistent=False)
        self.blocks = nn.ModuleList(
            EncoderBlock(d_model, num_heads, 4 * d_model) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model)
        self.to_logits = nn.Linear(d_model, vocab, bias=False)
        nn.init.normal_(self.to_logits.weight, std=spread)
        if tied:
            self.to_logits.weight = self.embedding.weight
        for block in self.blocks:
            if gelu:
                block.feed_forward = GeluFeedForward(d_model, 4 * d_model)
            for part in (block.attention, block.feed_forward):
                part.register_forward_hook(_dropping(dropout))

    def embed(self, ids: torch.Tensor, start: int = 0) -> torch.Tensor:
        """ids: (batch, n), the first at place ``start``.  Returns (batch, n, d_model)."""
        x = self.embedding(ids) * self.embedding.embedding_dim**0.5
        return x + self.positions[start : start + ids.shape[1]]

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: (batch, n), n at most ``context``.  Returns (batch, n, vocab)."""
        n = ids.shape[1]
        causal = torch.ones(n, n, dtype=torch.bool, device=ids.device).tril()
        x = self.embed(ids)  # (batch, n, d_model)
        for block in self.blocks:
            x = block(x, causal)
        return self.to_logits(self.norm(x))


def _dropping(share: float) -> Callable[..., torch.Tensor]:
    """A hook that drops a share of what a part gives, while it is training."""

    def drop(part: nn.Module, _inputs: tuple, output: torch.Tensor) -> torch.Tensor:
        return nn.functional.dropout(output, share, part.training)

    return drop


def without_cache(model: LanguageModel) -> StepLogits:
    """A function from all ids so far, (n,), to the next one's logits, (vocab,).

    It reads everything again for every id; of a text longer than the model's context
    the end.
    """

    @torch.no_grad()
    def step_logits(ids: np.ndarray) -> np.ndarray:
        seen = torch.as_tensor(ids[-model.context :])[None]
        return model(seen)[0, -1].double().numpy()

    return step_logits


def with_cache(model: LanguageModel) -> StepLogits:
    """The same function with a KVCache in every block: it reads only what is new.

    Each call must go on where the last one ended, within the model's context.
    """
    caches = [KVCache() for _ in model.blocks]
    known = 0

    @torch.no_grad()
    def step_logits(ids: np.ndarray) -> np.ndarray:
        nonlocal known
        for place in range(known, len(ids)):
            x = model.embed(torch.as_tensor(ids[place : place + 1])[None], place)
            for block, cache in zip(model.blocks, caches, strict=True):
                x = x + _attend(block.attention, block.norm1(x), cache)
                x = x + block.feed_forward(block.norm2(x))
        known = len(ids)
        return model.to_logits(model.norm(x))[0, -1].double().numpy()

    return step_logits


def _attend(attention: nn.Module, x: torch.Tensor, cache: KVCache) -> torch.Tensor:
    """One token's attention to itself and all before it; x: (1, 1, d_model)."""
    q, k, v = (  # (heads, 1, head_dim)
        layer(x).unflatten(-1, (attention.num_heads, -1))[0].transpose(0, 1).numpy()
        for layer in (attention.query, attention.key, attention.value)
    )
    cache.append(k, v)
    context = torch.from_numpy(cache.attend(q))  # (heads, 1, head_dim)
    return attention.fc_out(context.transpose(0, 1).flatten(1)[None])


def write_on(
    step_logits: StepLogits, ids: list[int], count: int, choose: Callable[..., int]
) -> list[int]:
    """Add ``count`` ids, each chosen from the logits after all before it.

    choose: from logits (vocab,) to an id.
    """
    ids = list(ids)
    for _ in range(count):
        ids.append(int(choose(step_logits(np.array(ids)))))
    return ids

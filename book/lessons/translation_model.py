"""A complete encoder-decoder Transformer in PyTorch (chapter 10).

Vaswani et al. 2017, "Attention Is All You Need", built from the pre-norm
blocks of chapter 09.  A mask is Boolean; True = may attend.
"""

import torch
from torch import nn

from attention_lessons.translation_data import PAD
from solutions.ch09_transformer_block.decoder_block import DecoderBlock
from solutions.ch09_transformer_block.encoder_block import EncoderBlock
from solutions.ch09_transformer_block.positional_encoding import (
    positional_encoding,
)


class Positions(nn.Module):
    """Adds the sinusoidal description of its place to every token."""

    def __init__(self, d_model: int, longest: int) -> None:
        super().__init__()
        table = torch.tensor(positional_encoding(longest, d_model), dtype=torch.float32)
        # Computed, not learnt: it moves with the model but is not stored with it.
        self.register_buffer("table", table, persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (batch, n, d_model).  Returns the same shape."""
        return x + self.table[: x.shape[1]]


class Transformer(nn.Module):
    """Reads ids of one language and gives the next id's logits in another."""

    def __init__(
        self,
        source_size: int,
        target_size: int,
        *,
        d_model: int = 64,
        num_heads: int = 4,
        d_ff: int = 256,
        num_layers: int = 2,
        longest: int = 128,
    ) -> None:
        """source_size and target_size: how many ids each side has."""
        super().__init__()
        self.source_embedding = nn.Embedding(source_size, d_model)
        self.target_embedding = nn.Embedding(target_size, d_model)
        self.positions = Positions(d_model, longest)
        shape = d_model, num_heads, d_ff
        self.encoder = nn.ModuleList(EncoderBlock(*shape) for _ in range(num_layers))
        self.encoder_norm = nn.LayerNorm(d_model)
        self.decoder = nn.ModuleList(DecoderBlock(*shape) for _ in range(num_layers))
        self.decoder_norm = nn.LayerNorm(d_model)
        self.to_logits = nn.Linear(d_model, target_size)

    def encode(self, source: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Read the sources once; any number of decoding steps can follow.

        source: (batch, m), ids.
        Returns (memory, memory_mask): (batch, m, d_model) and (batch, 1, m).
        """
        mask = (source != PAD)[:, None, :]  # every query, the real keys
        x = self.positions(self.source_embedding(source))  # (batch, m, d_model)
        for block in self.encoder:
            x = block(x, mask)
        return self.encoder_norm(x), mask

    def decode(
        self, target: torch.Tensor, memory: torch.Tensor, memory_mask: torch.Tensor
    ) -> torch.Tensor:
        """The next id's logits after every id so far.

        target: (batch, n), ids, the first of them BOS.
        memory: (batch, m, d_model).  memory_mask: (batch, 1, m).
        Returns (batch, n, target_size).
        """
        n = target.shape[1]
        causal = torch.ones(n, n, dtype=torch.bool, device=target.device).tril()
        x = self.positions(self.target_embedding(target))  # (batch, n, d_model)
        for block in self.decoder:
            x = block(x, memory, causal, memory_mask)
        return self.to_logits(self.decoder_norm(x))

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        """source: (batch, m); target: (batch, n), shifted right.

        Returns the logits of every next id, (batch, n, target_size).
        """
        return self.decode(target, *self.encode(source))


def count_parameters(model: nn.Module) -> int:
    """How many numbers training can change."""
    return sum(parameter.numel() for parameter in model.parameters())


@torch.no_grad()
def cross_attention_weights(
    model: Transformer, source: torch.Tensor, target: torch.Tensor
) -> torch.Tensor:
    """What the decoder reads while it goes through ``target``.

    source: (batch, m); target: (batch, n), shifted right.
    Returns the weights of every layer and head: (layers, batch, heads, n, m).
    The model computes them inside a fused operation, so its queries and keys
    are caught on the way and the softmax is done again.
    """
    caught: dict[nn.Module, torch.Tensor] = {}

    def catch(layer: nn.Module, _inputs: tuple, output: torch.Tensor) -> None:
        caught[layer] = output

    parts = [block.cross_attention for block in model.decoder]
    layers = [layer for part in parts for layer in (part.query, part.key)]
    handles = [layer.register_forward_hook(catch) for layer in layers]
    try:
        model(source, target)
    finally:
        for handle in handles:
            handle.remove()
    blocked = (source == PAD)[:, None, None, :]  # (batch, 1, 1, m)
    weights = []
    for part in parts:
        q, k = (
            caught[layer].unflatten(-1, (part.num_heads, -1)).transpose(1, 2)
            for layer in (part.query, part.key)
        )  # (batch, heads, n or m, head_dim)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights.append(torch.softmax(scores.masked_fill(blocked, -torch.inf), dim=-1))
    return torch.stack(weights)

"""The Transformer's blocks in PyTorch (chapter 09): the reference.

Vaswani et al. 2017, "Attention Is All You Need", section 3, with the norms
where Xiong et al. 2020, "On Layer Normalization in the Transformer
Architecture", put them: before each part.  A mask is Boolean and broadcasts to
(batch, queries, keys); True = may attend.  How each class is checked is in
``solutions.block_*_checks``.
"""

from __future__ import annotations

import torch
from torch import nn


def split_heads(x: torch.Tensor, num_heads: int) -> torch.Tensor:
    """Cut every token into heads: (batch, n, d) to (batch, heads, n, d / heads)."""
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)


def attend(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None = None
) -> torch.Tensor:
    """Scaled dot-product attention of every head, the heads merged again.

    q: (batch, heads, n, head_dim).  k, v: (batch, heads, m, head_dim).
    mask: Boolean, broadcasts to (batch, n, m); True = may attend.  A query
    with nothing open gets zeros.  Returns (batch, n, heads * head_dim).
    """
    scores = q @ k.mT / q.shape[-1] ** 0.5  # (batch, heads, n, m)
    if mask is not None:
        blocked = ~mask.unsqueeze(-3)  # the same for every head
        scores = scores.masked_fill(blocked, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(blocked, 0.0)
    return (weights @ v).transpose(1, 2).flatten(2)


class MultiHeadAttention(nn.Module):
    """Self-attention with several heads, as in chapter 08.

    Its linear layers query, key, value and fc_out are d_model to d_model.
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        """Make the four linear layers; num_heads divides d_model."""
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """x: (batch, n, d_model); mask: to (batch, n, n). Returns the shape of x."""
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(x), self.num_heads)
        v = split_heads(self.value(x), self.num_heads)
        return self.fc_out(attend(q, k, v, mask))


class FeedForward(nn.Module):
    """Two linear layers with a ReLU between them, for each token on its own.

    Its parameters are those of linear1, d_model to d_ff, and of linear2, d_ff
    to d_model, with biases.
    """

    def __init__(self, d_model: int, d_ff: int) -> None:
        """Make the two linear layers."""
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Widen each token, drop what is negative, make it narrow again.

        x: (..., d_model).  Returns the same shape.
        """
        return self.linear2(torch.relu(self.linear1(x)))


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


class CrossAttention(nn.Module):
    """Attention of one sequence to another, with several heads.

    Its parameters are those of four linear layers called query, key, value
    and fc_out, each from d_model to d_model, with a bias.
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        """Make the four linear layers; num_heads divides d_model."""
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

    def forward(
        self,
        x: torch.Tensor,
        memory: torch.Tensor,
        memory_mask: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Let every token of x gather from the tokens of memory.

        x: (batch, n, d_model).  memory: (batch, m, d_model).
        memory_mask: Boolean, broadcasts to (batch, n, m); True = may attend.
        Returns the shape of x.
        """
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(memory), self.num_heads)
        v = split_heads(self.value(memory), self.num_heads)
        return self.fc_out(attend(q, k, v, memory_mask))


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

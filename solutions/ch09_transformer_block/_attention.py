"""Attention of several heads in PyTorch, which every block of the chapter is built on.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.  The chapter has this
code ready-made; its exercises use the same names.
"""

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

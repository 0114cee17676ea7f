"""Attention in PyTorch (chapter 05): the reference.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.  How each of
these is checked is in ``solutions.torch_checks``.
"""

from __future__ import annotations

import torch
from torch import nn


def scaled_dot_product_attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Let every query gather the values of the keys that answer it.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    Returns (output, weights): (..., n_q, d_v) and (..., n_q, n_k), where
    weights = softmax(q k^T / sqrt(d_k)) and output = weights v.
    """
    scores = q @ k.mT / q.shape[-1] ** 0.5  # (..., n_q, n_k)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


class SelfAttention(nn.Module):
    """Self-attention with one head and learnt projections.

    Its parameters are those of three linear layers called query, key and
    value, each from embed_size to embed_size, with a bias.
    """

    def __init__(self, embed_size: int) -> None:
        """Make the three linear layers."""
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Let every token gather from all tokens of its own sequence.

        x: (batch, n, embed_size).  Returns the same shape.
        Scores are divided by sqrt(embed_size).
        """
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = q @ k.mT / q.shape[-1] ** 0.5  # (batch, n, n)
        return torch.softmax(scores, dim=-1) @ v


def attention_backward(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, grad_output: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Pass a gradient back through scaled dot-product attention, by hand.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    grad_output: (..., n_q, d_v), the gradient of a loss with respect to the
    output softmax(q k^T / sqrt(d_k)) v.
    Returns (grad_q, grad_k, grad_v), shaped like q, k and v.
    """
    scale = q.shape[-1] ** -0.5
    weights = torch.softmax(q @ k.mT * scale, dim=-1)  # (..., n_q, n_k)
    grad_v = weights.mT @ grad_output
    grad_weights = grad_output @ v.mT  # (..., n_q, n_k)
    mean = (weights * grad_weights).sum(dim=-1, keepdim=True)
    grad_scores = weights * (grad_weights - mean)  # (..., n_q, n_k)
    return grad_scores @ k * scale, grad_scores.mT @ q * scale, grad_v

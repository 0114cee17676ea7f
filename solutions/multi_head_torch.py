"""Multi-head self-attention in PyTorch (chapter 08): the reference.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.  How each of
these is checked is in ``solutions.heads_torch_checks``.
"""

from __future__ import annotations

import torch
from torch import nn


class MultiHeadSelfAttention(nn.Module):
    """Self-attention with several heads.

    Its parameters are those of four linear layers called query, key, value
    and fc_out, each from embed_size to embed_size, with a bias.
    """

    def __init__(self, embed_size: int, num_heads: int) -> None:
        """Make the four linear layers.

        Raises ValueError when embed_size is not a multiple of num_heads.
        """
        super().__init__()
        if num_heads < 1 or embed_size % num_heads:
            raise ValueError(f"{embed_size} features cannot make {num_heads} equal heads")
        self.num_heads = num_heads
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.fc_out = nn.Linear(embed_size, embed_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Let every token gather from all tokens of its own sequence.

        x: (batch, n, embed_size).  Returns the same shape.
        Each head divides its scores by the square root of its own width.
        """
        batch, n, embed_size = x.shape
        q, k, v = (
            layer(x).view(batch, n, self.num_heads, -1).transpose(1, 2)
            for layer in (self.query, self.key, self.value)
        )  # (batch, heads, n, head_dim)
        scores = q @ k.mT / q.shape[-1] ** 0.5  # (batch, heads, n, n)
        context = torch.softmax(scores, dim=-1) @ v
        merged = context.transpose(1, 2).reshape(batch, n, embed_size)
        return self.fc_out(merged)


def torch_mha_weights(
    W_q: torch.Tensor, W_k: torch.Tensor, W_v: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Weights for a one-head nn.MultiheadAttention that repeats chapter 02.

    W_q, W_k, W_v: (4, 3) each.
    Returns (in_proj_weight, out_proj_weight), (12, 4) and (4, 4), of their
    dtype.  With them nn.MultiheadAttention(4, 1, bias=False) returns
    softmax(Q K^T) V, not scaled, in its first three columns.
    """
    # It divides the scores by sqrt(4); doubled queries undo that.
    padded = [nn.functional.pad(W, (0, 1)) for W in (2 * W_q, W_k, W_v)]  # (4, 4) each
    in_proj_weight = torch.cat([W.mT for W in padded])  # (12, 4)
    return in_proj_weight, torch.eye(4, dtype=W_v.dtype)

"""The backward pass of chapter 17 as two Triton kernels, which the chapter reads.

One has a tile of queries and makes their gradient, and before it their totals; the other
has a tile of keys.  So no two programs add to the same place.  Products take tensors as
they come, float32 or bfloat16, and are added up in float32.  Where Triton is missing the
module can be imported and its kernels cannot be launched.
"""

from collections.abc import Callable
from typing import Any

import torch

try:
    import triton
    import triton.language as tl
except ImportError:
    from attention_lessons.no_triton import tl, triton


@triton.jit
def queries_kernel(
    Q, K, V, OUT, BY_OUT, BY_Q, LOG_TOTALS, MEANS, n_q, n_k, scale,
    D: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """For a tile of queries: log_totals, means, and then the gradient by the queries."""
    tile, head = tl.program_id(0), tl.program_id(1)
    row, feature = tile * ROWS + tl.arange(0, ROWS), tl.arange(0, D)
    places = head * n_q * D + row[:, None] * D + feature
    inside = row[:, None] < n_q
    q = tl.load(Q + places, mask=inside, other=0.0)
    by_out = tl.load(BY_OUT + places, mask=inside, other=0.0)
    out = tl.load(OUT + places, mask=inside, other=0.0)
    means = tl.sum(by_out.to(tl.float32) * out.to(tl.float32), 1)
    end = n_k
    if CAUSAL:  # the tiles above the diagonal are never loaded
        end = tl.minimum(n_k, n_k - n_q + (tile + 1) * ROWS)
    largest = tl.full((ROWS,), float("-inf"), tl.float32)
    total = tl.zeros((ROWS,), tl.float32)
    for start in range(0, end, COLUMNS):
        column = start + tl.arange(0, COLUMNS)
        there = head * n_k * D + column[:, None] * D + feature
        k = tl.load(K + there, mask=column[:, None] < n_k, other=0.0)
        seen = column[None, :] < n_k
        if CAUSAL:
            seen = seen & (column[None, :] <= row[:, None] + n_k - n_q)
        scores = tl.dot(q, tl.trans(k), input_precision="ieee") * scale
        scores = tl.where(seen, scores, float("-inf"))
        new = tl.maximum(largest, tl.max(scores, 1))
        total = tl.exp(largest - new) * total + tl.sum(tl.exp(scores - new[:, None]), 1)
        largest = new
    log_totals = largest + tl.log(total)
    by_q = tl.zeros((ROWS, D), tl.float32)
    for start in range(0, end, COLUMNS):
        column = start + tl.arange(0, COLUMNS)
        there = head * n_k * D + column[:, None] * D + feature
        k = tl.load(K + there, mask=column[:, None] < n_k, other=0.0)
        v = tl.load(V + there, mask=column[:, None] < n_k, other=0.0)
        seen = column[None, :] < n_k
        if CAUSAL:
            seen = seen & (column[None, :] <= row[:, None] + n_k - n_q)
        scores = tl.dot(q, tl.trans(k), input_precision="ieee") * scale
        weights = tl.where(seen, tl.exp(scores - log_totals[:, None]), 0.0)
        by_weights = tl.dot(by_out, tl.trans(v), input_precision="ieee")
        by_scores = weights * (by_weights - means[:, None])
        by_q += tl.dot(by_scores.to(k.dtype), k, input_precision="ieee") * scale
    tl.store(BY_Q + places, by_q, mask=inside)
    tl.store(LOG_TOTALS + head * n_q + row, log_totals, mask=row < n_q)
    tl.store(MEANS + head * n_q + row, means, mask=row < n_q)


@triton.jit
def keys_kernel(
    Q, K, V, BY_OUT, BY_K, BY_V, LOG_TOTALS, MEANS, n_q, n_k, scale,
    D: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """For a tile of keys: the gradients by the keys and by the values."""
    tile, head = tl.program_id(0), tl.program_id(1)
    column, feature = tile * COLUMNS + tl.arange(0, COLUMNS), tl.arange(0, D)
    there = head * n_k * D + column[:, None] * D + feature
    k = tl.load(K + there, mask=column[:, None] < n_k, other=0.0)
    v = tl.load(V + there, mask=column[:, None] < n_k, other=0.0)
    by_k = tl.zeros((COLUMNS, D), tl.float32)
    by_v = tl.zeros((COLUMNS, D), tl.float32)
    first = 0
    if CAUSAL:  # queries before these keys see none of them
        first = tl.maximum(0, tile * COLUMNS - (n_k - n_q)) // ROWS * ROWS
    for start in range(first, n_q, ROWS):
        row = start + tl.arange(0, ROWS)
        places = head * n_q * D + row[:, None] * D + feature
        q = tl.load(Q + places, mask=row[:, None] < n_q, other=0.0)
        by_out = tl.load(BY_OUT + places, mask=row[:, None] < n_q, other=0.0)
        known = row < n_q
        log_totals = tl.load(LOG_TOTALS + head * n_q + row, mask=known, other=0.0)
        means = tl.load(MEANS + head * n_q + row, mask=known, other=0.0)
        seen = (row[:, None] < n_q) & (column[None, :] < n_k)
        if CAUSAL:
            seen = seen & (column[None, :] <= row[:, None] + n_k - n_q)
        scores = tl.dot(q, tl.trans(k), input_precision="ieee") * scale
        weights = tl.where(seen, tl.exp(scores - log_totals[:, None]), 0.0)
        by_weights = tl.dot(by_out, tl.trans(v), input_precision="ieee")
        by_scores = weights * (by_weights - means[:, None])
        weights, by_scores = weights.to(q.dtype), by_scores.to(q.dtype)
        by_v += tl.dot(tl.trans(weights), by_out, input_precision="ieee")
        by_k += tl.dot(tl.trans(by_scores), q, input_precision="ieee") * scale
    tl.store(BY_K + there, by_k, mask=column[:, None] < n_k)
    tl.store(BY_V + there, by_v, mask=column[:, None] < n_k)


class Flash(torch.autograd.Function):
    """Attention by a forward kernel that is given, its gradients by the two above."""

    @staticmethod
    def forward(
        ctx: Any,
        flash_attention: Callable[..., torch.Tensor],
        q: torch.Tensor,
        k: torch.Tensor,
        v: torch.Tensor,
        rows: int,
        columns: int,
        causal: bool,
        warps: int = 8,
    ) -> torch.Tensor:
        """Call ``flash_attention``, and keep what the way back needs.

        q: (heads, n_q, d).  k, v: (heads, n_k, d).  Contiguous, of one dtype.
        warps: of each program on the way back; with fewer than 8 a float32 tile of
        32 by 32 has more numbers than registers.
        """
        out = flash_attention(q, k, v, rows, columns, causal)
        ctx.save_for_backward(q, k, v, out)
        ctx.options = rows, columns, causal, warps
        return out

    @staticmethod
    def backward(ctx: Any, by_out: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        """Launch both kernels: the gradients by q, k and v."""
        q, k, v, out = ctx.saved_tensors
        (heads, n_q, d), n_k = q.shape, k.shape[1]
        by_q, by_k, by_v = (torch.empty_like(x) for x in (q, k, v))
        log_totals, means = q.new_empty(2, heads, n_q, dtype=torch.float32)
        rows, columns, causal, warps = ctx.options
        sizes = n_q, n_k, d**-0.5, d, rows, columns, causal
        by_out = by_out.contiguous()
        queries_kernel[triton.cdiv(n_q, rows), heads](
            q, k, v, out, by_out, by_q, log_totals, means, *sizes, num_warps=warps
        )
        keys_kernel[triton.cdiv(n_k, columns), heads](
            q, k, v, by_out, by_k, by_v, log_totals, means, *sizes, num_warps=warps
        )
        return None, by_q, by_k, by_v, None, None, None, None

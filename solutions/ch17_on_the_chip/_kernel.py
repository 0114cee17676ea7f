"""The kernel of ``chip.flash_attention`` in Triton: what `make gpu` measures.

Not the exercise's reference, which needs no Triton.  A module by itself, so that its text
can stand in a notebook's cell.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def flash_kernel(
    Q,
    K,
    V,
    OUT,
    n_q,
    n_k,
    scale,
    D: tl.constexpr,
    ROWS: tl.constexpr,
    COLUMNS: tl.constexpr,
    CAUSAL: tl.constexpr,
):
    tile, head = tl.program_id(0), tl.program_id(1)
    row, feature = tile * ROWS + tl.arange(0, ROWS), tl.arange(0, D)
    places = head * n_q * D + row[:, None] * D + feature
    q = tl.load(Q + places, mask=row[:, None] < n_q, other=0.0)
    largest = tl.full((ROWS,), float("-inf"), tl.float32)
    total = tl.zeros((ROWS,), tl.float32)
    mixture = tl.zeros((ROWS, D), tl.float32)
    end = n_k
    if CAUSAL:  # the tiles above the diagonal are never loaded
        end = tl.minimum(n_k, n_k - n_q + (tile + 1) * ROWS)
    for start in range(0, end, COLUMNS):
        column = start + tl.arange(0, COLUMNS)
        there = head * n_k * D + column[:, None] * D + feature
        k = tl.load(K + there, mask=column[:, None] < n_k, other=0.0)
        v = tl.load(V + there, mask=column[:, None] < n_k, other=0.0)
        scores = tl.dot(q, tl.trans(k), input_precision="ieee") * scale
        seen = column[None, :] < n_k
        if CAUSAL:
            seen = seen & (column[None, :] <= row[:, None] + n_k - n_q)
        scores = tl.where(seen, scores, float("-inf"))
        new = tl.maximum(largest, tl.max(scores, 1))
        powers, rescale = tl.exp(scores - new[:, None]), tl.exp(largest - new)
        total = rescale * total + tl.sum(powers, 1)
        mixture = rescale[:, None] * mixture
        mixture += tl.dot(powers.to(v.dtype), v, input_precision="ieee")
        largest = new
    tl.store(OUT + places, mixture / total[:, None], mask=row[:, None] < n_q)


def flash_attention(q, k, v, rows, columns, causal=False):
    out = torch.empty_like(q)
    heads, n_q, d = q.shape
    grid = triton.cdiv(n_q, rows), heads
    n_k = k.shape[1]
    flash_kernel[grid](q, k, v, out, n_q, n_k, d**-0.5, d, rows, columns, causal)
    return out

"""The reader's FlashAttention kernel, forward, with a causal mask.

Dao 2023, "FlashAttention-2", algorithm 1; Tillet et al. 2019, "Triton".  The reference is
plain PyTorch: what a kernel gives is compared with it, and the key needs no Triton.
"""

import numpy as np
import torch

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal


def flash_attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    rows: int,  # noqa: ARG001 (how one goes through the keys changes nothing)
    columns: int,  # noqa: ARG001
    causal: bool = False,
) -> torch.Tensor:
    """Attention by a kernel that never stores a score.

    q: (heads, n_q, d).  k, v: (heads, n_k, d).  float32, contiguous; d is
    a power of two and at least 16, as are rows and columns.
    A program of the kernel has ``rows`` queries of one head, and goes
    through the keys ``columns`` at a time; no tile need divide the text.
    causal: the queries are those of the last n_q of n_k tokens, and each
    attends to the keys up to its own token.
    Returns softmax(q k^T / sqrt(d)) v, (heads, n_q, d); no gradients.
    We ask you to write a Triton kernel; the numbers alone are checked.
    Changes no argument.
    """
    n_q, n_k = q.shape[-2], k.shape[-2]
    scores = q @ k.mT / q.shape[-1] ** 0.5  # (heads, queries, keys)
    if causal:
        ahead = torch.arange(k.shape[-2]) > torch.arange(n_k - n_q, n_k)[:, None]
        scores = scores.masked_fill(ahead, -torch.inf)
    powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return powers / powers.sum(dim=-1, keepdim=True) @ v


def _texts(
    n_q: int, n_k: int, *, heads: int = 2, d: int = 16, causal: bool = False, **options
) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        q = normal(rng, heads, n_q, d, dtype="float32")
        k = normal(rng, heads, n_k, d, dtype="float32")
        v = normal(rng, heads, n_k, d, dtype="float32")
        if options.get("large"):
            q[..., 0], k[..., 0] = 100 * np.arange(n_q), 200 + np.arange(n_k)
        if options.get("low"):
            q[..., 0], k[..., 0] = -25, 25  # exp of -156 is 0 in float32
        if options.get("lowest"):  # billions below, and rising
            q[..., 0], k[..., 0] = -(2**17), 2**17 - np.arange(n_k)
        if options.get("rising"):  # what is hidden lies far above what is open
            q[..., 0], k[..., 0] = 16, 4096 * np.arange(n_k)
        if options.get("zeros"):
            q[:, ::2] = 0
        rows, columns = options.get("rows", 16), options.get("columns", 16)
        given = q, k, v, rows, columns
        return (*given, True) if causal else given

    return draw


EXERCISE = Exercise(
    id="chip.flash_attention",
    title="FlashAttention in Triton",
    reference=flash_attention,
    framework="torch",
    needs=("triton",),
    points=5,
    minutes=25,
    difficulty=3,
    order=70,
    section="17-on-the-chip#a-kernel-of-your-own",
    call_seconds=60.0,
    submission_seconds=180.0,
    atol=1e-4,
    cases=(
        Case("tiles that fit", _texts(32, 48, heads=1), calls=1),
        Case("several heads", _texts(16, 32, heads=3), calls=1),
        Case("last tiles cut short", _texts(21, 37), calls=1),
        Case("fewer keys than a tile", _texts(5, 9), calls=1),
        Case("one query", _texts(1, 20), calls=1),
        Case("causal", _texts(37, 37, causal=True), calls=1),
        Case("causal, tall tiles", _texts(33, 33, causal=True, rows=32), calls=1),
        Case("causal, taller tiles", _texts(64, 96, causal=True, rows=64), calls=1),
        Case("causal, the newest tokens", _texts(19, 43, causal=True), calls=1),
        Case("queries of zeros", _texts(18, 22, causal=True, zeros=True), calls=1),
        Case("wide tiles", _texts(20, 40, causal=True, columns=32), calls=1),
        Case("tall tiles, more features", _texts(40, 20, d=32, rows=32), calls=1),
        Case("large scores", _texts(18, 35, large=True), calls=1),
        Case("scores far below zero", _texts(17, 33, low=True), calls=1),
        Case("causal, lowest scores", _texts(17, 33, causal=True, lowest=True), calls=1),
        Case("causal, rising scores", _texts(21, 34, causal=True, rising=True), calls=1),
    ),
    properties=(
        Property(
            "tiles twice as large, the same context",
            "With tiles of another size the context is another. They are a way to go "
            "through the keys and no more: look at which tiles are gone through, at the "
            "masks, and at what is carried from one tile to the next.",
            lambda answer, output, q, k, v, rows, columns, causal=False: np.allclose(
                answer(q, k, v, 2 * rows, 2 * columns, causal), output, atol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)

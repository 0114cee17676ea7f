"""Multi-head self-attention in NumPy.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch07_masking.masked_softmax import masked_softmax
from solutions.ch08_multi_head.merge_heads import merge_heads
from solutions.ch08_multi_head.split_heads import split_heads
from solutions.draws import (
    Draw,
    decimals_in_one,
    integers,
    normal,
    sizes,
    thrice,
    zero_rows,
)


def multi_head_attention(
    x: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_o: np.ndarray,
    n_heads: int,
    mask: np.ndarray | None = None,
) -> np.ndarray:
    """Let every token gather from all tokens in n_heads ways at once.

    x: (batch, n, d).  W_q, W_k, W_v, W_o: (d, d), d a multiple of n_heads.
    mask: Boolean, True = may attend: (n, n), or any shape that broadcasts to
    (batch, n_heads, n, n).  None: every token may attend to every token.
    Each head divides its scores by the square root of its own width.
    Returns (batch, n, d): the heads' contexts, merged, times W_o.
    Takes whole numbers (int64) too. Changes no argument.
    """
    q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5  # (batch, n_heads, n, n)
    may_attend = True if mask is None else mask
    weights = masked_softmax(scores, may_attend)
    return merge_heads(weights @ v) @ W_o


def _arguments(*shape: int, mask: str = "", **options) -> Draw:
    """shape: (batch, n, n_heads, head_dim); drawn when not given."""

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, n_heads, head_dim = shape or sizes(rng, 4)
        d = n_heads * head_dim
        if options.get("whole"):
            x = integers(rng, batch, n, d, high=3)
            matrices = [integers(rng, d, d, high=2) for _ in range(4)]
            if options["whole"] == "tokens":
                matrices[:2] = [W / 2 for W in matrices[:2]]
        else:
            dtype = options.get("dtype", "float64")
            x = normal(rng, batch, n, d, dtype=dtype)
            matrices = [normal(rng, d, d, scale=d**-0.5, dtype=dtype) for _ in range(4)]
        if options.get("large"):  # large scores that still differ by little
            x[..., 0] = 1
            for matrix in matrices[:2]:
                matrix[0] = 0
                matrix[0, ::head_dim] = 200
        if "level" in options:
            _level(x, *matrices[:2], head_dim, options["level"])
        given = _mask(rng, mask, batch, n_heads, n)
        return (x, *matrices, n_heads) if given is None else (x, *matrices, n_heads, given)

    return draw


def _level(x, W_q, W_k, head_dim: int, level: str) -> None:
    """Let the first feature of each head add a multiple of 2 ** 34 or so to scores.

    ``rows``: one to each query, far apart.  ``last key``: to the last key's alone.
    ``all``: less than nothing to every score, a little less to each next key.
    """
    n = x.shape[1]
    x[..., 0], x[..., 1] = 1, np.arange(n)
    W_q[:2], W_k[:2] = 0, 0
    W_q[:, ::head_dim], W_k[:, ::head_dim] = 0, 0
    asking, asked = 2.0**17, 2.0**17
    if level == "rows":
        asking, asked = 2.0**7, 2.0**6
        x[..., 1] = np.arange(n) - n // 2
        W_q[1, ::head_dim], W_k[0, ::head_dim] = asking, asked
    elif level == "last key":
        x[..., 1] = np.arange(n) == n - 1
        W_q[0, ::head_dim], W_k[1, ::head_dim] = asking, asked
    else:
        W_q[0, ::head_dim] = -asking
        W_k[0, ::head_dim], W_k[1, ::head_dim] = asked, 1


def _mask(rng, kind: str, batch: int, n_heads: int, n: int) -> np.ndarray | None:
    if kind == "causal":
        return np.tril(np.ones((n, n), dtype=bool))
    if kind in ("(1, n, n)", "(1, 1, n, n)"):
        mask = np.tril(np.ones((n, n), dtype=bool))[None]
        return mask if kind == "(1, n, n)" else mask[None]
    if kind == "padding":
        lengths = rng.integers(1, n, size=batch)
        return (np.arange(n) < lengths[:, None])[:, None, None, :]
    if kind == "any":  # something open and something blocked for every query
        mask = rng.random((batch, n_heads, n, n)) < 0.5
        mask[..., 0] = True
        mask[..., -1] = False
        return mask
    if kind in ("(batch, 1, n, n)", "(batch, n_heads, 1, n)"):
        axes = (batch, 1, n, n) if kind == "(batch, 1, n, n)" else (batch, n_heads, 1, n)
        return (rng.random(axes) < 0.5) | (np.arange(n) == 0)
    if kind == "all padding":  # of the first sequence
        return (np.arange(n) < np.arange(batch)[:, None])[:, None, None, :]
    if kind == "nothing open, three axes":
        return np.tril(np.ones((n, n), dtype=bool), -1)[None]
    if kind == "each head":
        return np.arange(n) >= rng.permutation(n_heads)[:, None, None]
    if kind == "one row":
        return np.arange(n) != rng.integers(n)
    if kind == "nothing open":  # for the first query
        mask = np.tril(np.ones((n, n), dtype=bool))
        mask[0] = False
        return mask
    return None


def _order_free(answer, output, x, *rest):
    """Reversed tokens give reversed outputs; only without a mask."""
    if len(rest) == 6:
        return True
    turned = answer(x[:, ::-1], *rest)[:, ::-1]
    return np.allclose(turned, output, rtol=1e-2, atol=1e-3 * max(np.abs(output).max(), 1))


EXERCISE = Exercise(
    id="heads.multi_head_attention",
    title="Multi-head attention",
    reference=multi_head_attention,
    points=4,
    minutes=10,
    difficulty=3,
    section="08-multi-head#multi-head-attention-in-numpy",
    order=40,
    cases=(
        Case("two heads", _arguments(2, 3, 2, 2)),
        Case("whole numbers", _arguments(whole=True)),
        Case("tokens of whole numbers", _arguments(whole="tokens")),
        Case("one head", _arguments(2, 4, 1, 3)),
        Case("one feature a head", _arguments(2, 3, 4, 1)),
        Case("one token", _arguments(2, 1, 3, 2), calls=1),
        Case("any sizes, float32", _arguments(dtype="float32")),
        thrice("a causal mask", _arguments(2, 4, 3, 2, mask="causal")),
        Case("causal, of three axes", _arguments(3, 4, 2, 2, mask="(1, n, n)")),
        Case("causal, of four axes", _arguments(3, 4, 2, 2, mask="(1, 1, n, n)")),
        thrice("a padding mask", _arguments(4, 5, 2, 3, mask="padding")),
        Case("a mask for each head", _arguments(2, 4, 3, 2, mask="each head")),
        Case("as many sequences as heads", _arguments(3, 4, 3, 2, mask="each head")),
        Case("a mask for each sequence", _arguments(3, 4, 2, 2, mask="(batch, 1, n, n)")),
        Case("keys for each head", _arguments(2, 4, 3, 2, mask="(batch, n_heads, 1, n)")),
        Case("a sequence of padding", _arguments(3, 4, 2, 2, mask="all padding")),
        Case(
            "nothing open, three axes",
            _arguments(2, 4, 3, 2, mask="nothing open, three axes"),
        ),
        Case("one row for all", _arguments(2, 4, 3, 2, mask="one row")),
        thrice("another mask for every head", _arguments(2, 3, 3, 2, mask="any")),
        thrice("a query with nothing open", _arguments(2, 3, 2, 4, mask="nothing open")),
        Case(
            "a token of zeros, masked",
            zero_rows(_arguments(2, 4, 2, 3, mask="causal"), 0),
        ),
        Case("large scores", _arguments(2, 4, 2, 3, large=True)),
        thrice("queries far apart", _arguments(2, 5, 2, 3, level="rows", mask="causal")),
        thrice(
            "a blocked key in the billions",
            _arguments(2, 4, 3, 2, level="last key", mask="any"),
        ),
        thrice(
            "open scores of minus billions",
            _arguments(2, 5, 2, 4, level="all", mask="causal"),
        ),
        *decimals_in_one(_arguments(2, 3, 2, 2), "x W_q W_k W_v W_o"),
    ),
    properties=(
        Property(
            "without a mask, reversed tokens give reversed outputs",
            "Put the tokens in reverse order, and without a mask the same outputs should "
            "come out in reverse order. With yours they do not. A reshape that deals one "
            "token's features to another does that; so does whatever counts places.",
            _order_free,
        ),
    ),
    **cells_beside(__file__),
)

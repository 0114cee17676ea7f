"""Multi-head self-attention in NumPy.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.

Heads get mixed by a reshape, the scale is that of the whole token, the mask comes too
late, and the output projection is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch07_masking.masked_softmax import masked_softmax
from solutions.ch08_multi_head.merge_heads import merge_heads
from solutions.ch08_multi_head.split_heads import split_heads
from solutions.draws import Draw, integers, normal, sizes, thrice


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
    """
    q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    # (batch, n_heads, n, n)
    weights = masked_softmax(scores, True if mask is None else mask)
    return merge_heads(weights @ v) @ W_o


def _arguments(*shape: int, mask: str = "", **options) -> Draw:
    """shape: (batch, n, n_heads, head_dim); drawn when not given."""

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, n_heads, head_dim = shape or sizes(rng, 4)
        d = n_heads * head_dim
        if options.get("whole"):
            x = integers(rng, batch, n, d, high=3)
            matrices = [integers(rng, d, d, high=2) for _ in range(4)]
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
    if kind == "padding":
        lengths = rng.integers(1, n, size=batch)
        return (np.arange(n) < lengths[:, None])[:, None, None, :]
    if kind == "any":  # something open and something blocked for every query
        mask = rng.random((batch, n_heads, n, n)) < 0.5
        mask[..., 0] = True
        mask[..., -1] = False
        return mask
    if kind == "nothing open":  # for the first query
        mask = np.tril(np.ones((n, n), dtype=bool))
        mask[0] = False
        return mask
    return None


def _attend(
    x,
    W_q,
    W_k,
    W_v,
    W_o,
    n_heads,
    mask=None,
    *,
    split="heads",
    merge="heads",
    scale="head_dim",
    axis=-1,
    masked="blocked out",
    output="W_o",
):
    batch, n, d = x.shape

    def apart(t):
        mixed = t.reshape(batch, n_heads, n, d // n_heads)
        return mixed if split == "mixed" else split_heads(t, n_heads)

    q, k, v = (apart(x @ W) for W in (W_q, W_k, W_v))
    square = {"head_dim": d // n_heads, "d": d, "none": 1, "n_heads": n_heads}[scale]
    scores = q @ np.swapaxes(k, -1, -2) / square**0.5
    open_ = np.True_ if mask is None else np.broadcast_to(mask, scores.shape)
    if masked == "inverted" and mask is not None:
        open_ = ~open_
    before = np.True_ if masked in ("after", "ignored") else open_
    if axis == -2:
        turned = np.swapaxes(np.broadcast_to(before, scores.shape), -1, -2)
        weights = np.swapaxes(masked_softmax(np.swapaxes(scores, -1, -2), turned), -1, -2)
    else:
        weights = masked_softmax(scores, before)
    if masked == "after":
        weights = weights * open_
    context = weights @ v
    merged = merge_heads(context)
    if merge == "mixed":
        merged = context.reshape(batch, n, d)
    return merged @ W_o if output == "W_o" else merged


def _head_by_head(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    """Every head on its own, with its columns of the W's and its rows of W_o."""
    batch, n, d = x.shape
    width = d // n_heads
    open_ = np.broadcast_to(True if mask is None else mask, (batch, n_heads, n, n))
    result = np.zeros((batch, n, d))
    for h in range(n_heads):
        own = slice(h * width, (h + 1) * width)
        q, k, v = x @ W_q[:, own], x @ W_k[:, own], x @ W_v[:, own]
        scores = q @ np.swapaxes(k, 1, 2) / np.sqrt(width)
        result += masked_softmax(scores, open_[:, h]) @ v @ W_o[own]
    return result


def _by_einsum(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    d = x.shape[-1]
    q, k, v = (
        np.einsum("bnd,dhf->bhnf", x, W.reshape(d, n_heads, -1)) for W in (W_q, W_k, W_v)
    )
    scores = np.einsum("bhif,bhjf->bhij", q, k) * (d / n_heads) ** -0.5
    weights = masked_softmax(scores, np.ones(x.shape[1], bool) if mask is None else mask)
    context = np.einsum("bhij,bhjf->bhif", weights, v)
    return np.einsum("bhif,hfd->bid", context, W_o.reshape(n_heads, -1, d))


def _one_head(x, W_q, W_k, W_v, W_o, _n_heads, mask=None):
    if mask is not None and mask.ndim == 4:
        mask = mask[:, 0]
    scores = x @ W_q @ np.swapaxes(x @ W_k, 1, 2) / x.shape[-1] ** 0.5
    return masked_softmax(scores, True if mask is None else mask) @ (x @ W_v) @ W_o


def _weights_averaged(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    weights = masked_softmax(scores, True if mask is None else mask)
    return merge_heads(weights.mean(axis=1, keepdims=True) @ v) @ W_o


def _weighed_by(weigh: Callable) -> Callable:
    """Multi-head attention in which ``weigh(scores, mask)`` makes the weights."""

    def attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
        q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
        scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
        return merge_heads(weigh(scores, mask) @ v) @ W_o

    return attention


def _masked_by(blocked: Callable, behind: Callable = lambda weights, mask: weights):
    """The plain softmax of ``blocked(scores, mask)``, and what comes ``behind`` it."""

    def weigh(scores, mask):
        low = scores if mask is None else blocked(scores, mask)
        powers = np.exp(low - low.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)
        return weights if mask is None else behind(weights, mask)

    return _weighed_by(weigh)


def _shifted_by(shift: Callable) -> Callable:
    def weigh(scores, mask):
        open_scores = np.where(True if mask is None else mask, scores, -np.inf)
        powers = np.exp(open_scores - shift(open_scores))
        total = powers.sum(axis=-1, keepdims=True)
        return powers / np.where(total == 0, 1, total)

    return _weighed_by(weigh)


def _minus_1e9(scores, mask):
    return np.where(mask, scores, -1e9)


def _1e9_less(scores, mask):
    return scores + np.where(mask, 0, -1e9)


def _never_the_future(scores, mask):
    past = np.tril(np.ones(scores.shape[-2:], dtype=bool))
    return masked_softmax(scores, past if mask is None else past & mask)


def _twice(scores, mask):
    mask = True if mask is None else mask
    return masked_softmax(masked_softmax(scores, mask), mask)


def _weights_too(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    q, k = (split_heads(x @ W, n_heads) for W in (W_q, W_k))
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    weights = masked_softmax(scores, True if mask is None else mask)
    return multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask), weights


def _not_transposed(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
    weights = masked_softmax(q @ k / q.shape[-1] ** 0.5, True if mask is None else mask)
    return merge_heads(weights @ v) @ W_o


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
    decisions=_attend,
    points=4,
    minutes=10,
    difficulty=3,
    section="08-multi-head#multi-head-attention-in-numpy",
    order=40,
    cases=(
        Case("two heads", _arguments(2, 3, 2, 2)),
        Case("whole numbers", _arguments(whole=True)),
        Case("one head", _arguments(2, 4, 1, 3)),
        Case("one feature a head", _arguments(2, 3, 4, 1)),
        Case("one token", _arguments(2, 1, 3, 2), calls=1),
        Case("any sizes, float32", _arguments(dtype="float32")),
        thrice("a causal mask", _arguments(2, 4, 3, 2, mask="causal")),
        thrice("a padding mask", _arguments(4, 5, 2, 3, mask="padding")),
        thrice("another mask for every head", _arguments(2, 3, 3, 2, mask="any")),
        thrice("a query with nothing open", _arguments(2, 3, 2, 4, mask="nothing open")),
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
    ),
    properties=(
        Property(
            "order does not matter",
            "Put the tokens in reverse order, and without a mask the same outputs should "
            "come out in reverse order. With yours they do not: somewhere a reshape deals "
            "one token's features to another.",
            _order_free,
        ),
    ),
    misconceptions=(
        Misconception(
            "heads-mixed-by-the-split",
            "You split with a reshape straight to (batch, n_heads, n, head_dim), so each "
            "head attends among pieces of different tokens. Use your split_heads, which "
            "swaps an axis.",
            choices={"split": "mixed"},
        ),
        Misconception(
            "heads-mixed-by-the-merge",
            "You merge with a reshape straight to (batch, n, d), so that one token gets "
            "the contexts of several. Use your merge_heads, which swaps the axes back.",
            choices={"merge": "mixed"},
        ),
        Misconception(
            "unscaled",
            "You do not divide the scores by the square root of head_dim, so the weights "
            "come out too sharp.",
            choices={"scale": "none"},
        ),
        Misconception(
            "scaled-by-d-model",
            "You divide by the square root of d, the width of a whole token. A head's "
            "queries are only d // n_heads long, and that length is what counts: "
            "q.shape[-1] after the split.",
            choices={"scale": "d"},
        ),
        Misconception(
            "scaled-by-heads",
            "You divide by the square root of the number of heads. The scale is the width "
            "of one head, q.shape[-1] after the split.",
            choices={"scale": "n_heads"},
        ),
        Misconception(
            "wrong-axis",
            "Your softmax runs over the queries. The scores are (batch, heads, queries, "
            "keys): take it over the keys, the last axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "mask-inverted",
            "You block what the mask leaves open, and the other way round. True means may "
            "attend.",
            choices={"masked": "inverted"},
        ),
        Misconception(
            "mask-ignored",
            "You leave the mask out. When there is one, give it to masked_softmax together "
            "with the scores.",
            choices={"masked": "ignored"},
        ),
        Misconception(
            "mask-after",
            "You multiply by the mask after the softmax. The weights then no longer sum to "
            "one, and the blocked keys have still had a say in the others' shares. Mask "
            "the scores, before the softmax.",
            choices={"masked": "after"},
        ),
        Misconception(
            "minus-1e9",
            "You put a large negative number where -inf belongs. A query with nothing open "
            "then spreads its attention over the very keys that are blocked; it should "
            "get zeros. Your masked_softmax does that.",
            _masked_by(_minus_1e9),
        ),
        Misconception(
            "minus-1e9-added",
            "You add a large negative number to blocked scores. For a query with nothing "
            "open it is added to every score, and a softmax sees only differences: the "
            "mask has no effect. Your masked_softmax gives such a query zeros.",
            _masked_by(_1e9_less),
        ),
        Misconception(
            "minus-1e9-too-high",
            "You put a large negative number where -inf belongs. Where open scores are "
            "lower still, the blocked keys are the largest of the row, and what is open "
            "gets nothing. Only -inf is below every score.",
            _masked_by(_minus_1e9, lambda weights, mask: weights * mask),
        ),
        Misconception(
            "minus-1e9-too-little",
            "You add a large negative number to blocked scores. A blocked score that is "
            "larger still stays the largest of its row, and its key gets the weight. "
            "Whatever the score, -inf in its place is lower.",
            _masked_by(
                _1e9_less, lambda weights, mask: weights * mask.any(axis=-1, keepdims=True)
            ),
        ),
        Misconception(
            "nan-rows",
            "A query with nothing open gives nan: its largest score is -inf, and -inf - "
            "-inf is nan. Your masked_softmax gives it zeros.",
            _masked_by(lambda scores, mask: np.where(mask, scores, -np.inf)),
        ),
        Misconception(
            "none-unhandled",
            "You hand mask=None on to masked_softmax. NumPy takes None for False there, so "
            "everything is blocked and the output is all zeros. None means that every "
            "token may attend to every token.",
            _weighed_by(masked_softmax),
        ),
        Misconception(
            "causal",
            "Your tokens never see what comes after them, whatever mask is given. Which "
            "keys are open is for the caller to say: without a mask, all of them.",
            _weighed_by(_never_the_future),
        ),
        Misconception(
            "softmax-twice",
            "You take the softmax of weights: once of the scores and again of what came "
            "out. The second makes the weights nearly even. One softmax is enough.",
            _weighed_by(_twice),
        ),
        Misconception(
            "one-maximum-for-all",
            "You subtract one number from all scores, the largest of the whole array. In a "
            "row far below it every exponential underflows to 0. Each row has a largest of "
            "its own: axis=-1, keepdims=True.",
            _shifted_by(lambda low: low.max() if np.isfinite(low.max()) else 0),
        ),
        Misconception(
            "unstable",
            "exp() of a large score overflows, and of a very negative row underflows to "
            "0. Subtract each row's largest open score first, as your masked_softmax does.",
            _shifted_by(lambda low: 0),
        ),
        Misconception(
            "not-transposed",
            "You multiply the queries by the keys as they are, q @ k. Both are (..., n, "
            "head_dim), so the keys have to be transposed: q @ np.swapaxes(k, -1, -2). "
            "Where it gives no error, n and head_dim happen to be equal.",
            _not_transposed,
        ),
        Misconception(
            "residual",
            "You add the tokens to the result. That belongs to the block around "
            "attention (chapter 09); attention itself returns what was gathered.",
            lambda x, *rest: x + multi_head_attention(x, *rest),
        ),
        Misconception(
            "two-results",
            "You return the weights as well. One array is asked for: the contexts, merged, "
            "times W_o.",
            _weights_too,
        ),
        Misconception(
            "no-output-projection",
            "These are the merged heads. Multiply them by W_o: it is the only place where "
            "one head's findings can meet another's.",
            choices={"output": "none"},
        ),
        Misconception(
            "output-projection-transposed",
            "You multiply by the transposed W_o. Its rows meet the merged features: merged "
            "@ W_o.",
            lambda x, W_q, W_k, W_v, W_o, n_heads, mask=None: multi_head_attention(
                x, W_q, W_k, W_v, W_o.T, n_heads, mask
            ),
        ),
        Misconception(
            "swapped-qk",
            "Your queries are made with W_k and your keys with W_q, so each token asks the "
            "others' questions.",
            lambda x, W_q, W_k, W_v, W_o, n_heads, mask=None: multi_head_attention(
                x, W_k, W_q, W_v, W_o, n_heads, mask
            ),
        ),
        Misconception(
            "one-head",
            "This is right for one head: you do not split. Split queries, keys and values "
            "after their projections, so that each head gets weights of its own.",
            _one_head,
        ),
        Misconception(
            "weights-averaged",
            "You average the heads' weights before the values are mixed. Then all heads "
            "look at the same places, and several heads are no better than one.",
            _weights_averaged,
        ),
        Misconception(
            "split-before-projecting",
            "You split the tokens and use the parts as queries, keys and values as they "
            "are. Project first: a head's queries are made from all features of a token.",
            lambda x, W_q, W_k, W_v, W_o, n_heads, mask=None: multi_head_attention(
                x, *[np.eye(x.shape[-1], dtype=x.dtype)] * 3, W_o, n_heads, mask
            ),
        ),
    ),
    alternatives=(_head_by_head, _by_einsum),
    same=(
        Same(
            "np.swapaxes(k, -1, 2)",
            "There are four axes, always: the last but one is number 2.",
        ),
    ),
    hints=(
        "Project, split, attend, merge, project. The middle step is chapter 03's, and "
        "it needs no loop: `@` treats batch and heads alike as a stack.",
        "Queries, keys and values are split one by one. From there on they are (batch, "
        "n_heads, n, head_dim), and the scores are divided by the root of the last "
        "size.",
        "`masked_softmax` needs a mask: True alone leaves everything open. What comes "
        "first at the end, merging or W_o?",
    ),
)

"""Attention that is given a function for scores and one for the mask.

Dong et al. 2024, "Flex Attention: A Programming Model for Generating Optimized Attention
Kernels"; PyTorch's torch.nn.attention.flex_attention.
"""

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, cells_beside
from autograder.exercise.values import Code
from solutions.draws import Draw, normal


def flexible_attention(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    score_mod: Callable[..., np.ndarray],
    mask_mod: Callable[..., np.ndarray],
    block: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Attention whose scores and mask are functions of positions.

    q: (heads, n_q, d).  k: (heads, n_k, d).  v: (heads, n_k, d_v).
    mask_mod(query, key): booleans (rows, columns), True = may attend, for
    whole numbers query (rows, 1) and key (columns,), as positions in q and k.
    score_mod(scores, head, query, key): the scores, (heads, rows, columns)
    and divided by sqrt(d), changed, all finite; head is (heads, 1, 1), from
    0 on.
    Tiles have ``block`` queries and keys; the last ones may have fewer.
    Where no pair of a tile may attend, nothing is computed; a tile of keys
    that no query may attend to may hold anything, even nan.
    Returns (context, visited): (heads, n_q, d_v), zeros for a query that may
    attend to nothing; and booleans (tiles of queries, tiles of keys).
    Changes no argument.
    """
    (heads, n_q, d), n_k = q.shape, k.shape[1]
    head = np.arange(heads)[:, None, None]
    context = np.empty((heads, n_q, v.shape[-1]))
    visited = np.zeros((-(-n_q // block), -(-n_k // block)), dtype=bool)
    for i in range(0, n_q, block):
        rows = slice(i, min(i + block, n_q))
        query = np.arange(n_q)[rows, None]  # (rows, 1)
        largest, total, mixture = -np.inf, 0.0, 0.0
        for j in range(0, n_k, block):
            key = np.arange(j, min(j + block, n_k))  # (columns,)
            mask = mask_mod(query, key)  # (rows, columns)
            if not np.any(mask):
                continue
            visited[i // block, j // block] = True
            scores = q[:, rows] @ np.swapaxes(k[:, key], 1, 2) / d**0.5
            scores = np.where(mask, score_mod(scores, head, query, key), -np.inf)
            new = np.maximum(largest, scores.max(axis=-1, keepdims=True))
            safe = np.where(np.isneginf(new), 0, new)
            powers, rescale = np.exp(scores - safe), np.exp(largest - safe)
            total = rescale * total + powers.sum(axis=-1, keepdims=True)
            mixture = rescale * mixture + powers @ v[:, key]
            largest = new
        context[:, rows] = mixture / np.where(total == 0, 1, total)
    return context, visited


MASKS = {
    "all": "lambda query, key: (query >= 0) & (key >= 0)",
    "causal": "lambda query, key: query + shift >= key",
    "window": "lambda query, key: (query >= key) & (query - key < width)",
    "prefix": "lambda query, key: (key < width) | (query >= key)",
    "documents": "lambda query, key: (text[query] == text[key]) & (query >= key)",
    "padding": "lambda query, key: (key < width) & (query >= 0)",
    "sink": "lambda query, key: (query >= key) & ((key < 1) | (query - key < width))",
    "every fourth": "lambda query, key: (query >= key) & ((query - key) % 4 == 1)",
    "nobody": "lambda query, key: (query > 2) & (query - key < width) & (query >= key)",
}
SCORES = {
    "as they are": "lambda scores, head, query, key: scores",
    "a slope a head": "lambda scores, head, query, key: scores"
    " - slopes[head] * (query - key)",
    "capped": "lambda scores, head, query, key: 3 * np.tanh(scores / 3)",
}


def _run(mask: str, score: str = "as they are", **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        heads, n_q, n_k, d, d_v = options.get("shape", (2, 8, 8, 3, 4))
        dtype, width = options.get("dtype", "float64"), options.get("width", 3)
        q = normal(rng, heads, n_q, d, scale=options.get("scale", 1.0), dtype=dtype)
        k, v = (
            normal(rng, heads, n_k, d, dtype=dtype),
            normal(rng, heads, n_k, d_v, dtype=dtype),
        )
        if options.get("zeros"):
            q[:, -2] = 0
        if options.get("low"):
            q[..., 0], k[..., 0] = -200, 200
        if options.get("rubbish"):
            k[:, options["rubbish"] :] = v[:, options["rubbish"] :] = np.nan
        data = {
            "shift": n_k - n_q,
            "width": width,
            "text": np.arange(max(n_q, n_k)) // 3,
            "slopes": 2.0 ** -np.arange(1, heads + 1),
        }
        used = {name: value for name, value in data.items() if name in MASKS[mask]}
        slopes = {"slopes": data["slopes"]} if "slopes" in SCORES[score] else {}
        score_mod, mask_mod = Code(SCORES[score], slopes), Code(MASKS[mask], used)
        return q, k, v, score_mod, mask_mod, options.get("block", 3)

    return draw


EXERCISE = Exercise(
    id="contexts.flexible_attention",
    title="Any mask, any score",
    reference=flexible_attention,
    points=4,
    minutes=20,
    difficulty=3,
    order=120,
    section="18-long-contexts#one-function-for-all-of-them",
    cases=(
        Case("causal", _run("causal")),
        Case("all may attend", _run("all", shape=(2, 5, 7, 3, 4))),
        Case("more queries than keys", _run("all", shape=(2, 9, 5, 3, 4))),
        Case("the newest queries of a longer text", _run("causal", shape=(2, 4, 9, 3, 5))),
        Case("a window", _run("window", shape=(2, 11, 11, 3, 4))),
        Case("a window and the first key", _run("sink", width=2, shape=(2, 12, 12, 3, 4))),
        Case("every fourth key", _run("every fourth", shape=(2, 9, 9, 3, 4))),
        Case("a prefix", _run("prefix", width=4)),
        Case("several texts in a row", _run("documents", shape=(2, 10, 10, 3, 4), block=4)),
        Case(
            "a slope for each head", _run("causal", "a slope a head", shape=(3, 7, 7, 4, 2))
        ),
        Case("capped scores", _run("causal", "capped", scale=5.0)),
        Case("queries that see nothing", _run("nobody", shape=(2, 9, 9, 3, 4))),
        Case(
            "a tile in which some see nothing",
            _run("nobody", shape=(2, 9, 9, 3, 4), block=4),
        ),
        Case("a query of zeros", _run("causal", zeros=True)),
        Case(
            "keys that nobody sees",
            _run("padding", width=5, rubbish=6, shape=(2, 6, 11, 3, 4)),
        ),
        Case("tiles of one", _run("window", block=1)),
        Case("one tile for all", _run("causal", block=20)),
        Case("one head, one query", _run("all", shape=(1, 1, 6, 3, 2))),
        Case("large scores", _run("causal", scale=3e4)),
        Case("scores far below zero", _run("causal", low=True)),
        Case("float32", _run("window", "a slope a head", dtype="float32")),
    ),
    **cells_beside(__file__),
)

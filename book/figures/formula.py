"""The formula of attention as matrices: each sign of it has its part of the picture.

On the page ``formula-parts.js`` joins a part to the sign and to the word that it is
named after.
"""

import numpy as np

from attention_figures.svg import Area, Canvas, Figure

CELL = (41, 30)
COLUMNS = (6, 160, 366)  # three matrices side by side
TOP = 40


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, index: str = "") -> Figure:
    """Softmax(q kT / root of d_k) v in numbers; (n, d_k) twice and (n, d_v), d at most 3.

    ``index`` is "i" where the formula has that letter behind Q, K and V.
    """
    (n, d_k), d_v = q.shape, v.shape[1]
    scaled = q @ k.T / np.sqrt(d_k)  # (n, n)
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    context = weights @ v  # (n, d_v)

    below = TOP + CELL[1] * n + 88
    c = Canvas(496, below + CELL[1] * n + 8)
    middle, low = TOP + CELL[1] * n / 2, below + CELL[1] * n / 2
    i, sub = index, "_i" if index else ""
    square = f"{n} × {n}"

    def matrix(column: int, y: float, values: np.ndarray, role: str | None, label: str):
        return c.matrix(COLUMNS[column], y, values, role=role, label=label, cell=CELL)

    with c.part(f"Q{i}", "queries", f"{n} × {d_k}: one row per token, what it asks for"):
        matrix(0, TOP, q, "query", f"$Q{sub}$ queries")
    with c.part(f"K{i}⊤", "keys", f"transposed, {d_k} × {n}: one column per token"):
        keys = matrix(1, TOP, k.T, "key", rf"$K{sub}^\top$ keys")
    with c.part("dk", "root", f"of d_k, which is {d_k} here: {d_k**0.5:.2f}"):
        c.text(keys.right[0] + 34, middle, rf"÷ $\sqrt{{{d_k}}}$", size=17)
    with c.part(f"Q{i}K{i}⊤dk", "scaled scores", f"{square}: every query with every key"):
        scores = matrix(2, TOP, scaled, None, "scaled scores")
    with c.part("softmax", "softmax", f"{square}: of each row, which then sums to one"):
        shares = matrix(0, below, weights, "weight", "weights")
    with c.part(f"V{i}", "values", f"{n} × {d_v}: one row per token, what it hands over"):
        values = matrix(1, below, v, "value", f"$V{sub}$ values")
    means = f"{n} × {d_v}: each row mixes the values by its weights"
    with c.part("head" + i if i else "Attention", "context", means):
        matrix(2, below, context, None, "context")
    for x, y, sign in (
        (COLUMNS[1] - 16, middle, "×"),
        (COLUMNS[2] - 14, middle, "="),
        (COLUMNS[1] - 16, low, "×"),
        (COLUMNS[2] - 50, low, "="),
    ):
        c.text(x, y, sign, size=18)
    _softmax(c, scores, shares)
    return c.figure(
        f"The formula as matrices. Queries, {n} by {d_k}, times turned keys, {d_k} by {n}, "
        f"divided by the root of {d_k}, are the scaled scores, {n} by {n}. A softmax of "
        f"each row makes weights. Weights times values, {values.rows} by {d_v}, are the "
        f"context, whose first row is {', '.join(f'{x:.2f}' for x in context[0])}."
    )


def _softmax(c: Canvas, scores: Area, weights: Area) -> None:
    """The way from scores to weights, which begins a second line."""
    x, y = scores.bottom
    c.arrow((x, y + 8), (weights.top[0] + 50, weights.y - 24))
    c.text(weights.top[0] + 110, y + 22, "softmax of each row")

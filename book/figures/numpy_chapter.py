"""The figures of chapter 03, attention in NumPy."""

from collections.abc import Sequence

import numpy as np

from attention_figures.plots import from_matplotlib, subplots
from attention_figures.svg import COLOURS, Area, Canvas, Figure


def shapes() -> Figure:
    """Self-attention from tokens to context, every matrix to scale."""
    n, d_model, d_k, d_v = 5, 4, 3, 2
    c = Canvas(520, 622)
    x = _grid(c, 224, 36, (n, d_model), "input", "X", r"$(n, d_{\text{model}})$", row=1)
    q = _grid(c, 63, 244, (n, d_k), "query", "Q", "$(n, d_k)$", row=1)
    k = _grid(c, 233, 244, (n, d_k), "key", "K", "$(n, d_k)$")
    v = _grid(c, 422, 244, (n, d_v), "value", "V", "$(n, d_v)$")
    scores = _grid(c, 45, 466, (n, n), None, "scores", "(n, n)", row=1)
    weights = _grid(c, 222, 466, (n, n), "weight", "weights", "(n, n)", row=1)
    context = _grid(c, 422, 466, (n, d_v), "value", "context", "$(n, d_v)$", row=1)

    start = x.bottom[0], x.bottom[1] + 30
    for area, role in ((q, "query"), (k, "key"), (v, "value")):
        c.arrow(start, (area.top[0], area.y - 28), role=role)
    c.text(118, 176, "× $W_Q$", role="query")
    c.text(270, 190, "× $W_K$", role="key", anchor="start")
    c.text(402, 176, "× $W_V$", role="value")

    for area, target, role in (
        (q, (scores.top[0] - 6, scores.y - 28), "query"),
        (k, (scores.top[0] + 24, scores.y - 28), "key"),
        (v, (context.top[0], context.y - 28), "value"),
    ):
        c.arrow((area.bottom[0], area.bottom[1] + 30), target, role=role)
    c.text(196, 424, r"$Q K^\top$", anchor="start")
    c.arrow(_beside(scores.right, 6), _beside(weights.left, -6))
    c.text(178, 496, r"÷ $\sqrt{d_k}$,")
    c.text(178, 526, "softmax")
    c.arrow(_beside(weights.right, 6), _beside(context.left, -6), role="weight")
    c.text(366, 496, "@ V", mono=True)
    c.text(260, 608, "Dark: one token, followed from X to its context.", faint=True)
    return c.figure(
        "X, n tokens by d_model features, is multiplied by W_Q, W_K and W_V and gives "
        "Q, K (n by d_k) and V (n by d_v). Q times K transposed gives the scores, n "
        "queries by n keys; a softmax along each row of the scaled scores gives the "
        "weights; the weights times V give the context, n by d_v. One token keeps its "
        "row from X to Q, scores, weights and context; keys and values of all tokens "
        "enter it."
    )


def batch() -> Figure:
    """What ``swapaxes(-1, -2)`` and ``.T`` do to a batch of keys."""
    c = Canvas(520, 424)
    first = {(i, j) for i in range(3) for j in range(4)}
    columns = {(j, i) for i, j in first}
    c.text(82, 20, "keys", role="key", bold=True)
    sheets = [
        _sheet(c, 50, 66 + 70 * b, (3, 4), "key", first if b == 0 else set())
        for b in range(2)
    ]
    c.text(82, 42, "(2, 3, 4)", mono=True)
    c.text(82, 214, "2 sequences of", faint=True)
    c.text(82, 234, "3 keys, $d_k$ = 4", faint=True)

    c.text(392, 20, "np.swapaxes(keys, -1, -2)", mono=True, bold=True)
    c.text(392, 42, "(2, 4, 3)", mono=True)
    turned = [
        _sheet(c, 330 + 74 * b, 66, (4, 3), "key", columns if b == 0 else set())
        for b in range(2)
    ]
    c.text(392, 152, "each sheet is transposed:", faint=True)
    c.text(392, 172, "keys now stand in columns", faint=True)

    c.text(392, 240, "keys.T", mono=True, bold=True, role="warning")
    c.text(392, 262, "(4, 3, 2)", mono=True, role="warning")
    for sheet in range(4):
        column = {(row, 0) for row in range(3)}
        _sheet(c, 304 + 46 * sheet, 286, (3, 2), "warning", column)
    c.text(392, 356, "every sheet mixes", faint=True)
    c.text(392, 376, "the two sequences", faint=True)

    split = sheets[0].right[0] + 12, 125
    c.arrow(split, (turned[0].x - 12, 100), role="key")
    c.arrow(split, (292, 306), role="warning")
    c.text(260, 410, "Dark: sequence 1.  Pale: sequence 2.", faint=True)
    return c.figure(
        "Keys of shape (2, 3, 4): two sheets, one per sequence. Swapping the last two "
        "axes gives two sheets of 4 by 3, still one per sequence. Dot T gives shape "
        "(4, 3, 2): four sheets, each with one column from sequence 1 and one from "
        "sequence 2."
    )


def softmax_range() -> Figure:
    """The same row of scores, moved up and down: who still gets it right."""
    row = np.array([0.0, 1.0, 2.0])
    right = np.exp(row) / np.exp(row).sum()
    shifts = np.arange(-1000, 1001, 25)
    with np.errstate(all="ignore"):
        powers = np.exp(row + shifts[:, None])
        naive = powers / powers.sum(axis=-1, keepdims=True)
    low, high = shifts[np.isclose(naive, right).all(axis=-1)][[0, -1]]

    plot, axes = subplots(figsize=(5.2, 3.9))
    for start, end in ((-1100, low), (high, 1100)):
        axes.axvspan(start, end, color=COLOURS["warning"], alpha=0.16, linewidth=0)
    for weight in right:
        axes.axhline(weight, color=COLOURS["weight"], lw=7, alpha=0.4)
        axes.plot([low, high], [weight] * 2, color="#000000", lw=1.5, ls=(0, (4, 2)))
    words = {"ha": "center", "fontsize": 13}
    for weight, name in zip(right, ("0 + c", "1 + c", "2 + c"), strict=True):
        axes.text(0, weight + 0.03, f"score {name}", **words)
    axes.text((low - 1100) / 2, 0.84, "0/0\n= nan", **words)
    axes.text((high + 1100) / 2, 0.84, "inf/inf\n= nan", **words)
    axes.text(0, 0.92, "dashes: naive", **words)
    axes.text(0, 0.84, "wide lines: stable", **words)
    axes.set(
        xlim=(-1100, 1100),
        ylim=(0, 1),
        xticks=[-1000, -500, 0, 500, 1000],
        xlabel="c, added to all three scores",
        ylabel="weight",
    )
    return from_matplotlib(
        plot,
        "Weights of the scores c, 1 + c and 2 + c for c from -1000 to 1000. The stable "
        f"softmax gives {right[0]:.2f}, {right[1]:.2f} and {right[2]:.2f} everywhere. The "
        f"naive one does so from c = {low} to {high}, tried in steps of 25; above, it "
        "divides infinity by infinity, below, zero by zero: nan.",
    )


def broadcast() -> Figure:
    """A column times a row: both are stretched to one table."""
    column, row = np.array([[1], [2], [3]]), np.array([[10, 20, 30, 40]])
    table = column * row
    c = Canvas(520, 196)
    cell = (35, 32)
    c.text(76, 20, "column (3, 1)", role="weight", bold=True)
    stored = {(i, 0) for i in range(3)}
    a = c.matrix(
        6, 40, np.broadcast_to(column, (3, 4)), role="weight", cell=cell, highlight=stored
    )
    c.text(164, 88, "×", size=20)
    c.text(252, 20, "row (1, 4)", role="value", bold=True)
    stored = {(0, j) for j in range(4)}
    b = c.matrix(
        182, 40, np.broadcast_to(row, (3, 4)), role="value", cell=cell, highlight=stored
    )
    c.text(353, 88, "=", size=20)
    c.text(442, 20, "table (3, 4)", bold=True)
    c.matrix(372, 40, table, cell=cell)
    c.arrow((a.x + 40, 152), (a.x + a.width, 152), role="weight")
    c.arrow(_beside(b.right, 9), (b.x + b.width + 9, b.y + b.height), role="value")
    c.text(260, 180, "Dark: what is stored.  Pale: what broadcasting repeats.", faint=True)
    return c.figure(
        "A column of shape (3, 1), 1 2 3, is repeated four times to the right; a row of "
        "shape (1, 4), 10 20 30 40, is repeated three times downwards; their product is "
        "a table of shape (3, 4), each entry its row's number times its column's."
    )


def weighted_values(weights: np.ndarray, v: np.ndarray) -> Figure:
    """One table per key, then their sum: the context.

    weights: (2, 3).  v: (3, 4).
    """
    c = Canvas(520, 498)
    cell = (42, 28)
    top, step = 62, 138
    context = weights @ v
    last = {(1, j) for j in range(v.shape[1])}
    c.text(176, 16, "weighted values $(n_k, n_q, d_v)$", bold=True)
    slabs = []
    for j, value in enumerate(v):
        y = top + step * j
        c.text(8, y - 1, f"key {j + 1}", anchor="start", role="key", bold=True)
        c.matrix(84, y - 16, [list(value)], role="value", cell=cell, digits=1)
        column = [[w] for w in weights[:, j]]
        c.matrix(34, y + 20, column, role="weight", cell=cell, digits=1, highlight={(1, 0)})
        products = weights[:, j, None] * value
        slabs.append(c.matrix(84, y + 20, products, cell=cell, digits=1, highlight=last))
    total = c.matrix(
        340,
        208,
        context,
        role="value",
        label="context $(n_q, d_v)$",
        cell=cell,
        digits=1,
        highlight=last,
    )
    for slab, bend in zip(slabs, (-14, 0, 14), strict=True):
        middle = total.y + total.height / 2
        c.arrow(_beside(slab.right, 6), (total.x - 6, middle), bend=bend, role="weight")
    c.text(424, 290, "the sum over the keys,")
    c.text(424, 312, "entry by entry")
    c.text(424, 344, "= weights @ v", mono=True, bold=True)
    c.text(260, 460, "Green: a key's value.  Violet: its weight, by query.", faint=True)
    c.text(260, 482, "Dark: query 2.", faint=True)
    numbers = "; ".join(" ".join(f"{x:.1f}" for x in row) for row in context)
    return c.figure(
        "Three tables, one per key. Each has the key's value along the top, four numbers, "
        "and the weights that the two queries give this key down the side; every entry "
        "is its weight times its number. The three tables added entry by entry give the "
        f"context, one row per query: {numbers}. It equals weights @ v."
    )


def heat(weights: np.ndarray, names: Sequence[str], row: int = 0) -> Figure:
    """Attention weights as a heat map, and one row of it read out.

    weights: (n, n).  names: one per token.
    """
    n = len(names)
    c = Canvas(520, 176 + 66 * n)
    c.text(320, 16, "keys: attended to", role="key", bold=True)
    c.text(8, 16, "queries:", role="query", bold=True, anchor="start")
    c.text(8, 36, "what attends", role="query", bold=True, anchor="start")
    area = c.matrix(
        210,
        60,
        weights,
        role="weight",
        cell=(56, 34),
        row_labels=names,
        column_labels=[f"word {j + 1}" for j in range(n)],
        shade=True,
        highlight={(row, j) for j in range(n)},
    )
    asked = area.cell(row, 0)
    c.box(area.x, asked.y, area.width, asked.height, role="query", fill=0, bold=True)
    c.text(474, 48, "sum", size=15, faint=True)
    for i, total in enumerate(weights.sum(axis=1)):
        c.text(474, area.cell(i, 0).left[1], f"{total:.2f}", mono=True, faint=True)

    y = area.y + area.height + 40
    title = f"Row {row + 1}, read out: word {row + 1} attends"
    c.text(8, y, title, anchor="start", bold=True)
    for j, weight in enumerate(weights[row]):
        middle = y + 32 + 32 * j
        c.text(190, middle, f"to word {j + 1}", anchor="end")
        c.box(204, middle - 11, max(230 * weight, 2), 22, role="weight", fill=0.45)
        percent = f"{100 * weight:.1f} %"
        c.text(214 + 230 * weight, middle, percent, anchor="start", mono=True)
    last = "A distribution: nothing below 0, together 1."
    c.text(8, y + 44 + 32 * n, last, anchor="start", faint=True)
    said = ", ".join(f"{100 * w:.1f} % to word {j + 1}" for j, w in enumerate(weights[row]))
    return c.figure(
        f"A heat map of attention weights, {n} queries down, {n} keys across; every row "
        f"sums to one. Row {row + 1} is read out as bars: {said}."
    )


def axes(rows: np.ndarray, columns: np.ndarray) -> Figure:
    """The softmax along the rows beside the softmax down the columns.

    rows, columns: (3, 3), the weights that each of the two gives.
    """
    c = Canvas(520, 214)
    said = []
    for x, weights, name, role in (
        (14, rows, "axis=-1", "weight"),
        (286, columns, "axis=0", "warning"),
    ):
        area = c.matrix(x, 50, weights, role=role, label=name, cell=(50, 32), shade=True)
        c.text(area.x + area.width + 34, 34, "sum", size=15, faint=True)
        sums = weights.sum(axis=1)
        for i, total in enumerate(sums):
            right = area.x + area.width + 34, area.cell(i, 0).left[1]
            c.text(*right, f"{total:.2f}", mono=True, bold=role == "weight", role=role)
        for j, total in enumerate(weights.sum(axis=0)):
            below = area.cell(0, j).top[0], area.y + area.height + 20
            c.text(*below, f"{total:.2f}", mono=True, faint=role == "weight")
        said.append(" ".join(f"{total:.2f}" for total in sums))
    c.text(120, 196, "each query spends 1")
    c.text(392, 196, "each key receives 1", role="warning")
    return c.figure(
        "The same scores, softmax along two axes. Along the last axis every row sums to "
        f"one. Down the columns every column sums to one, and the rows sum to {said[1]}."
    )


def _grid(
    c: Canvas,
    x: float,
    y: float,
    shape: tuple[int, int],
    role: str | None,
    name: str,
    letters: str,
    row: int | None = None,
) -> Area:
    """An empty matrix to scale, its name above, its shape in letters below."""
    marked = () if row is None else {(row, j) for j in range(shape[1])}
    area = _sheet(c, x, y, shape, role, marked, side=18)
    c.text(area.top[0], y - 14, name, role=role, bold=True)
    c.text(area.bottom[0], y + area.height + 14, letters, mono=True)
    return area


def _sheet(c: Canvas, x, y, shape, role, marked, side: float = 16) -> Area:
    empty = np.full(shape, "")
    return c.matrix(x, y, empty, role=role, cell=(side, side), highlight=marked)


def _beside(point: tuple[float, float], by: float) -> tuple[float, float]:
    return point[0] + by, point[1]

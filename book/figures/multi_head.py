"""The figures of chapter 08, multi-head attention.

Every number in them comes from an array that the chapter hands over.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from attention_figures.svg import Area, Canvas, Figure

SIDE = 20  # of a cell, in pixels


def two_questions(
    words: Sequence[str], one: np.ndarray, two: np.ndarray, values: np.ndarray
) -> Figure:
    """One row of weights that blends two words, and two rows that keep both.

    one: (n,), the weights of a single head.  two: (2, n), those of two heads, of
    which the first hands over the first half of a value's features.
    values: (n, d).
    """
    d = values.shape[1]
    half = d // 2
    c = Canvas(520, 506)
    left, wide, cell = 150, 54, (56, 30)
    c.text(8, 16, "what each word hands over", anchor="start", role="value", bold=True)
    wanted = [(int(two[0].argmax()), j) for j in range(half)]
    wanted += [(int(two[1].argmax()), j) for j in range(half, d)]
    c.matrix(
        left, 56, values, role="value", cell=(wide, 30), row_labels=words, highlight=wanted
    )
    c.text(left + wide * half / 2, 42, "who?", size=15)
    c.text(left + wide * (half + d) / 2, 42, "in what state?", size=15)
    c.text(left + wide * d + 14, 102, "bold: what", anchor="start")
    c.text(left + wide * d + 14, 124, "“it” needs", anchor="start")

    y = 226
    for name, x in (("weights", 134), ("context", 400)):
        c.text(x, y, name, role="weight" if name == "weights" else None, bold=True)
    for j, word in enumerate(words):
        c.text(22 + cell[0] * (j + 0.5), y + 26, word, size=15, faint=True)

    def row(top: float, title: str, weights: np.ndarray, entries: list[str]) -> None:
        c.text(22, top - 13, title, anchor="start", bold=True)
        area = c.matrix(22, top, [weights], role="weight", cell=cell, shade=True, digits=1)
        c.arrow(area.right, (284, area.right[1]), role="weight")
        c.matrix(290, top, [entries], cell=(wide, 30))

    blend = one @ values
    row(y + 64, "one head", one, [f"{number:g}" for number in blend])
    c.text(290, y + 118, "the mean of two words", anchor="start", role="warning")
    parts = [two[0] @ values[:, :half], two[1] @ values[:, half:]]
    row(y + 164, "head 0", two[0], [f"{p:g}" for p in parts[0]] + [""] * (d - half))
    row(y + 226, "head 1", two[1], [""] * half + [f"{p:g}" for p in parts[1]])
    c.text(290, y + 270, "both, as they were", anchor="start")
    kept = [f"{number:g}" for part in parts for number in part]
    return c.figure(
        f"Four words hand over four numbers each. The word it needs the first two of "
        f"{words[wanted[0][0]]} and the last two of {words[wanted[-1][0]]}. One head gives "
        f"each of the two words a weight of one half, and its context is their mean, "
        f"{', '.join(f'{number:g}' for number in blend)}. Two heads look at one word each, "
        f"and side by side they keep both: {', '.join(kept)}."
    )


def _grid(
    c: Canvas,
    n: int,
    x: float,
    y: float,
    columns: int,
    role: str | None,
    name: str = "",
    shade: range | None = None,
) -> Area:
    """A matrix of n rows to scale, without numbers; ``shade`` are its darker columns."""
    marked = () if shade is None else {(i, j) for i in range(n) for j in shade}
    empty = np.full((n, columns), "")
    area = c.matrix(x, y, empty, role=role, cell=(SIDE, SIDE), highlight=marked)
    if name:
        c.text(area.top[0], y - 13, name, role=role, bold=True)
    return area


def _head(
    c: Canvas, n: int, h: int, left: float, columns: range, made: list[tuple[Area, str]]
) -> None:
    """One head: its columns of queries, keys and values, its weights, its context."""
    head_dim, grid = len(columns), partial(_grid, c, n)
    c.box(left - 8, 246, 204, 250, fill=0.04)
    c.text(left + 4, 264, f"head {h}", bold=True, anchor="start")
    shade = range(head_dim) if h == 0 else None
    small = []
    for k, (area, role) in enumerate(made):
        cut = grid(left + 8 + 66 * k, 308, head_dim, role, shade=shade)
        start = area.x + SIDE * (columns[0] + head_dim / 2), area.y + area.height
        c.arrow(start, (cut.top[0], 304), role=role, width=1.3)
        small.append(cut)
    weights = c.matrix(
        left + 20, 418, np.full((n, n), ""), role="weight", cell=(SIDE, SIDE)
    )
    c.text(weights.top[0], 406, "weights", role="weight", size=15)
    context = grid(left + 140, 418, head_dim, "value", shade=shade)
    c.arrow(small[0].bottom, (weights.top[0] - 22, 396), role="query", width=1.3)
    c.arrow(small[1].bottom, (weights.top[0] + 22, 396), role="key", width=1.3)
    c.arrow(small[2].bottom, context.top, role="value", width=1.3)
    c.arrow(weights.right, context.left, role="weight", width=1.3)
    target = 250 + SIDE * (columns[0] + head_dim / 2)
    c.arrow(context.bottom, (target, 530), role="value")


def stages(n: int = 3, n_heads: int = 2, head_dim: int = 2) -> Figure:
    """Project, split, attend, merge, project: every matrix to scale."""
    d = n_heads * head_dim
    c = Canvas(520, 690)
    for y, word in ((44, "tokens"), (162, "project"), (336, "split"), (452, "attend")):
        c.text(4, y, word, anchor="start", bold=True)
    c.text(4, 562, "merge", anchor="start", bold=True)
    c.text(4, 656, "project", anchor="start", bold=True)

    grid = partial(_grid, c, n)
    first, second = range(head_dim), range(head_dim, d)
    x = grid(250, 14, d, "input")
    c.text(346, 44, "x (n, d)", anchor="start", mono=True)
    made = []
    for left, role, name in (
        (120, "query", "$x W_Q$"),
        (250, "key", "$x W_K$"),
        (380, "value", "$x W_V$"),
    ):
        area = grid(left, 132, d, role, name, first)
        c.arrow(x.bottom, (area.top[0], 108), role=role)
        made.append((area, role))
    for h, (left, columns) in enumerate(zip((100, 318), (first, second), strict=True)):
        _head(c, n, h, left, columns, made)
    merged = grid(250, 532, d, "value", shade=first)
    c.text(346, 562, "(n, d)", anchor="start", mono=True)
    c.arrow(merged.bottom, (merged.bottom[0], 624), label="")
    c.text(merged.bottom[0] + 14, 606, "× $W_O$", anchor="start")
    grid(250, 626, d, None)
    c.text(346, 656, "(n, d)", anchor="start", mono=True)
    return c.figure(
        f"The way through multi-head attention, drawn to scale for {n} tokens of {d} "
        f"features and {n_heads} heads. The tokens are projected to queries, keys and "
        f"values, {n} by {d} each. Each is cut into {n_heads} parts of {head_dim} columns. "
        "Head 0 takes the three left parts, head 1 the three right ones; each makes its "
        f"own {n} by {n} weights and its own {n} by {head_dim} context. The contexts are "
        f"put side by side, {n} by {d} again, and multiplied by W_o."
    )


def mixing(names: np.ndarray, right: np.ndarray, wrong: np.ndarray) -> Figure:
    """What goes into each head with and without the swap of axes.

    names: (n, d), a name for every number.  right, wrong: (n_heads, n, head_dim),
    the same names after the split.
    """
    n, d = names.shape
    n_heads, _, head_dim = right.shape
    c = Canvas(520, 436)
    wide = 46
    rows = [f"token {i + 1}" for i in range(n)]
    c.text(260, 16, "one sequence, one token per row", bold=True)
    c.matrix(170, 34, names, role="input", cell=(wide, 30), row_labels=rows)
    for left, parts, title, role in (
        (78, right, "reshape, then swap", None),
        (318, wrong, "reshape alone", "warning"),
    ):
        middle = left + wide * head_dim / 2 + 8
        c.arrow((260 + (60 if role else -60), 128), (middle, 160), role=role)
        c.text(middle, 176, title, role=role, bold=True)
        for h in range(n_heads):
            y = 198 + 118 * h
            c.text(left - 12, y + 15 * n, f"head {h}", anchor="end", faint=True)
            area = c.matrix(left, y, parts[h], cell=(wide, 30))
            for i in range(n):
                owners = {str(entry)[0] for entry in parts[h, i]}
                if owners != {str(names[i, 0])[0]}:
                    for j in range(head_dim):
                        spot = area.cell(i, j)
                        c.box(
                            spot.x + 2, spot.y + 2, wide - 4, 26, role="warning", fill=0.14
                        )
                    said = f"not token {i + 1}"
                    right_of = area.x + area.width + 8
                    c.text(right_of, area.cell(i, 0).left[1], said, size=15, anchor="start")
    said = "; ".join(
        f"head {h}: {', '.join(' '.join(map(str, row)) for row in wrong[h])}"
        for h in range(n_heads)
    )
    return c.figure(
        f"{n} tokens with {d} named features each, split into {n_heads} heads in two ways. "
        "With a reshape and a swap of axes, row i of every head comes from token i. With "
        f"the reshape alone the rows are {said}: pieces of different tokens stand where "
        "one token should."
    )


def strips(merged: np.ndarray, W_o: np.ndarray, n_heads: int) -> Figure:
    """One token's merged context times W_o, head by head; (d,), (d, d)."""
    merged, W_o = merged + 0.0, W_o + 0.0  # -0.0 would be written with its sign
    d = len(merged)
    width = d // n_heads
    c = Canvas(520, 104 + 34 * d + 40 * (n_heads + 1))
    cell, top = (60, 34), 46
    c.text(58, 16, "context", role="value", bold=True)
    c.text(292, 16, "$W_O$", bold=True)
    parts = []
    for h in range(n_heads):
        own = slice(h * width, (h + 1) * width)
        y = top + h * (34 * width + 12)
        fill = 0.26 if h == 0 else 0.08
        c.text(4, y - 8 + 17 * width, f"head {h}", anchor="start", faint=True)
        column = [[number] for number in merged[own]]
        c.matrix(66, y, column, role="value", cell=(64, 34), fill=fill)
        c.text(150, y + 17 * width, "×", size=18)
        area = c.matrix(172, y, W_o[own], cell=cell, fill=fill)
        parts.append(merged[own] @ W_o[own])
        c.text(area.x + area.width + 12, y + 17 * width, "its rows", anchor="start")
    y = top + n_heads * (34 * width + 12) + 18
    for h, part in enumerate(parts):
        fill = 0.26 if h == 0 else 0.08
        c.text(160, y + 15, f"head {h} adds", anchor="end")
        c.matrix(172, y, [part], cell=(60, 30), fill=fill)
        y += 40
    c.text(160, y + 15, "output", anchor="end", bold=True)
    c.matrix(172, y, [sum(parts)], cell=(60, 30), fill=0.0)
    said = "; ".join(
        f"head {h} adds {', '.join(f'{number:.2f}' for number in part)}"
        for h, part in enumerate(parts)
    )
    return c.figure(
        f"One token's merged context, {d} numbers, {width} of each head, beside W_o, whose "
        f"first {width} rows belong to head 0 and the next to head 1. {said}. The output "
        f"is their sum: {', '.join(f'{number:.2f}' for number in sum(parts))}."
    )


def _whole(numbers: np.ndarray) -> np.ndarray:
    """Whole numbers as integers, so that they are written without a point."""
    return np.rint(numbers).astype(int)

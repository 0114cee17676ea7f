"""The figures of chapter 05, attention in PyTorch.

Each takes the tensors or arrays that the chapter computed, so that it cannot
disagree with them.
"""

import numpy as np

from attention_figures.svg import Area, Canvas, Figure

KEPT = "kept"


def four_words(weights: np.ndarray, values: np.ndarray, context: np.ndarray) -> Figure:
    """One word's weights, the values they weigh, and what comes out.

    weights: (n,), over words.  values: (n, d_v).  context: (d_v,), features.
    """
    weights, values, context = map(np.asarray, (weights, values, context))
    n, d_v = values.shape
    most, largest = int(weights.argmax()), int(context.argmax())
    c = Canvas(520, 150 + 42 * n)
    c.text(137, 16, "weights", role="weight", bold=True)
    c.text(137, 36, "one a word", faint=True, size=15)
    c.text(341, 16, "values", role="value", bold=True)
    c.text(341, 36, "one column a feature", faint=True)
    for i, (weight, value) in enumerate(zip(weights, values, strict=True)):
        y = 56 + 42 * i
        c.text(10, y + 16, f"word {i + 1}", anchor="start", bold=i == most)
        c.matrix(
            96,
            y,
            [[weight]],
            role="weight",
            cell=(82, 32),
            digits=4,
            highlight=[(0, 0)] if i == most else (),
        )
        c.text(200, y + 16, "×")
        c.matrix(
            221, y, [value], role="value", cell=(80, 32), digits=0, highlight=[(0, largest)]
        )
    foot = 56 + 42 * n
    for j in range(d_v):
        c.arrow((261 + 80 * j, foot - 6), (261 + 80 * j, foot + 22), role="value")
    c.text(200, foot + 40, "added up: context", anchor="end", bold=True)
    lit = [(0, largest)]
    c.matrix(
        221, foot + 24, [context], role="value", cell=(80, 32), digits=4, highlight=lit
    )
    c.text(10, foot + 78, f"largest weight: word {most + 1}", anchor="start", role="weight")
    words = f"largest sum: feature {largest + 1}"
    c.text(461, foot + 78, words, anchor="end", role="value")
    sums = ", ".join(f"{number:.4f}" for number in context)
    told = "; ".join(
        f"word {i + 1}, weight {w:.4f}, value {v.astype(int).tolist()}"
        for i, (w, v) in enumerate(zip(weights, values, strict=True))
    )
    return c.figure(
        f"Four words, each with its weight and its value: {told}. The weighted values "
        f"add up to the context {sums}. The largest weight "
        f"belongs to word {most + 1}; the largest number of the context is feature "
        f"{largest + 1}, because every value has its largest number there."
    )


def module(batch: int, n: int, embed_size: int, parameters: int) -> Figure:
    """What goes through a self-attention module, and where its parameters are."""
    whole, square = f"({batch}, {n}, {embed_size})", f"({batch}, {n}, {n})"
    c = Canvas(520, 452)
    x = c.box(185, 8, 150, 46, role="input", label=["x", whole])
    roles = ("query", "key", "value")
    made = []
    for i, role in enumerate(roles):
        left = 8 + 176 * i
        label = [f"self.{role}", "weight and bias", f"{parameters:,} numbers"]
        layer = c.box(left, 96, 152, 76, role=role, label=label, bold=True, fill=0.24)
        c.arrow(_shift(x.bottom, 24 * (i - 1)), layer.top)
        result = c.box(
            left + 16, 206, 120, 46, role=role, label=[role[0], whole], fill=0.06
        )
        c.arrow(layer.bottom, result.top, role=role)
        made.append(result)
    label = ["weights", square]
    weights = c.box(96, 304, 152, 46, role="weight", label=label, fill=0.06)
    c.arrow(made[0].bottom, _shift(weights.top, -30), role="query")
    c.arrow(made[1].bottom, _shift(weights.top, 30), role="key")
    label = ["context", whole]
    context = c.box(360, 396, 152, 46, role="value", label=label, fill=0.06)
    c.arrow(made[2].bottom, _shift(context.top, 0), role="value")
    c.arrow((weights.bottom[0], 350), (358, 419), role="weight", bend=24)
    c.text(8, 414, "filled: learnt", anchor="start", bold=True)
    c.text(8, 436, "pale: computed for each x", anchor="start", faint=True)
    return c.figure(
        f"x of shape {whole} goes through three linear layers, self.query, self.key and "
        f"self.value, each with a weight and a bias, {parameters:,} numbers. They give q, "
        f"k and v, each {whole}. q and k give the weights, {square}; weights and v give "
        f"the context, {whole}. Only the layers are learnt; all else is computed for "
        "each x."
    )


def forward_and_backward() -> Figure:
    """The forward pass down the left, the backward pass up the right."""
    c = Canvas(520, 500)
    c.text(122, 14, "forward: down", bold=True)
    c.text(398, 14, "backward: up", bold=True)
    tall = 66.0

    def node(x, y, width, lines, role=None, kept=False) -> Area:
        fill = 0.26 if kept else 0.05
        return c.box(x, y, width, tall, role=role, label=lines, fill=fill)

    q = node(6, 34, 112, ["q", "$(n_q, d_k)$", KEPT], "query", kept=True)
    k = node(126, 34, 112, ["k", "$(n_k, d_k)$", KEPT], "key", kept=True)
    scores = node(56, 150, 132, ["scores", "$(n_q, n_k)$"])
    weights = node(6, 266, 112, ["weights", "$(n_q, n_k)$", KEPT], "weight", kept=True)
    v = node(126, 266, 112, ["v", "$(n_k, d_v)$", KEPT], "value", kept=True)
    output = node(56, 382, 132, ["output", "$(n_q, d_v)$"])
    c.arrow(q.bottom, _shift(scores.top, -34), role="query")
    c.arrow(k.bottom, _shift(scores.top, 34), role="key")
    c.arrow(_shift(scores.bottom, -34), weights.top, role="weight")
    c.arrow(weights.bottom, _shift(output.top, -34), role="weight")
    c.arrow(v.bottom, _shift(output.top, 34), role="value")

    grad_q = node(282, 34, 112, ["`grad_q`", "$(n_q, d_k)$", "uses k"], "query")
    grad_k = node(402, 34, 112, ["`grad_k`", "$(n_k, d_k)$", "uses q"], "key")
    label = ["`grad_scores`", "$(n_q, n_k)$", "uses weights"]
    grad_scores = node(332, 150, 132, label)
    label = ["`grad_weights`", "$(n_q, n_k)$", "uses v"]
    grad_weights = node(270, 266, 124, label, "weight")
    label = ["`grad_v`", "$(n_k, d_v)$", "uses weights"]
    grad_v = node(402, 266, 112, label, "value")
    above = node(332, 382, 132, ["`grad_output`", "$(n_q, d_v)$"])
    c.arrow(_shift(grad_scores.top, -34), grad_q.bottom, role="query")
    c.arrow(_shift(grad_scores.top, 34), grad_k.bottom, role="key")
    c.arrow(grad_weights.top, _shift(grad_scores.bottom, -34))
    c.arrow(_shift(above.top, -34), grad_weights.bottom)
    c.arrow(_shift(above.top, 34), grad_v.bottom, role="value")
    c.arrow((output.right[0] + 4, 415), (above.x - 4, 415), label="loss")
    c.text(260, 470, "A gradient has the shape of what it is the gradient of.", faint=True)
    c.text(260, 490, "Filled: kept from the forward pass.", faint=True)
    return c.figure(
        "Left, downwards, the forward pass: q and k give scores, scores give weights, "
        "weights and v give the output; q, k, v and the weights are kept. Right, "
        "upwards, the backward pass: the gradient of the output gives grad_v, which uses "
        "the weights, and grad_weights, which uses v; grad_weights gives grad_scores, "
        "which uses the weights; grad_scores gives grad_q, which uses k, and grad_k, "
        "which uses q. Every gradient has the shape of its tensor."
    )


def softmax_backward(weights: np.ndarray, grad: np.ndarray) -> Figure:
    """One row through the softmax's backward pass, as bars; (n,), (n,)."""
    weights, grad = np.asarray(weights), np.asarray(grad)
    mean = float(weights @ grad)
    result = weights * (grad - mean)
    n = len(weights)
    c = Canvas(520, 462)
    rows = [
        (94, "weights w", weights, "weight"),
        (226, "`grad_weights` g", grad, "input"),
        (356, "`grad_scores`", result, "query"),
    ]
    step = 340 / n
    line = {"`grad_weights` g": 226 - mean * 60 / np.abs(grad).max()}
    for base, name, numbers, role in rows:
        unit = 60 / np.abs(numbers).max()
        c.text(8, base - 66, name, anchor="start", role=role, bold=True)
        c.arrow((150, base), (512, base), head=False, width=1)
        for j, number in enumerate(numbers):
            height = abs(float(number)) * unit
            left = 164 + step * j
            top = base - height if number >= 0 else base
            c.box(left, top, step - 34, max(height, 1), role=role, fill=0.4)
            at = top - 11 if number >= 0 else top + height + 11
            if abs(at - line.get(name, -99)) < 14:  # clear of the mean's line
                at = base + 12
            c.text(left + (step - 34) / 2, at, f"{number:.3f}", mono=True)
    level = line["`grad_weights` g"]
    c.arrow((150, level), (512, level), role="warning", head=False, width=2.4)
    c.text(8, level, f"w · g = {mean:.3f}", anchor="start", role="warning")
    c.text(8, 94, "together 1", anchor="start", faint=True)
    c.text(8, 356, "w (g − w · g)", anchor="start")
    c.text(8, 378, "together 0", anchor="start", faint=True)
    for j in range(n):
        c.text(164 + step * j + (step - 34) / 2, 450, f"key {j + 1}", role="key")

    def told(numbers: np.ndarray) -> str:
        return ", ".join(f"{number:.3f}" for number in numbers)

    return c.figure(
        f"Bars for {n} keys in three rows. Weights: {told(weights)}. Gradients of the "
        f"weights: {told(grad)}, and a line at their weighted mean {mean:.3f}. Gradients "
        f"of the scores: {told(result)}. A key above the line gets a positive one, a key "
        "below it a negative one; together they are 0."
    )


def view_and_transpose(keys: np.ndarray) -> Figure:
    """The same numbers in memory, read as ``mT`` and as ``view`` read them.

    keys: (3, 4), whole numbers.
    """
    keys = np.asarray(keys).astype(int)
    n, d_k = keys.shape
    first = set(keys[0].tolist())
    c = Canvas(520, 426)

    def draw(x, y, table, label, role) -> Area:
        lit = [tuple(map(int, at)) for at in np.argwhere(np.isin(table, list(first)))]
        return c.matrix(x, y, table, role=role, cell=(38, 30), label=label, highlight=lit)

    memory = draw(32, 30, keys.reshape(1, -1), "in memory: one long row", "key")
    rows = draw(184, 122, keys, f"k  ({n}, {d_k}): one key per row", "key")
    turned = draw(70, 276, keys.T, f"k.mT  ({d_k}, {n})", "key")
    dealt = draw(336, 276, keys.reshape(d_k, n), f"k.view({d_k}, {n})", "warning")
    c.arrow(_shift(memory.bottom, 0), (260, 93))
    c.arrow((rows.x - 4, 167), (turned.top[0], 246), role="key")
    c.arrow((rows.x + rows.width + 4, 167), (dealt.top[0], 246), role="warning")
    c.text(turned.top[0], 216, "swap the axes", anchor="end", role="key")
    c.text(dealt.top[0] + 6, 216, "deal out again", anchor="start", role="warning")
    c.text(127, 414, "one key per column")
    c.text(393, 414, "key 1 in all three columns", role="warning")
    return c.figure(
        f"Twelve numbers in memory, {keys.ravel().tolist()}; the first four are key 1. "
        f"As k, {n} by {d_k}, each row is a key. k.mT, {d_k} by {n}, has key 1 as its "
        f"first column. k.view({d_k}, {n}) deals the long row out into rows of {n}: key "
        "1 fills the first row and begins the second, so that all three columns hold a "
        "part of it."
    )


def softmax_dims(batch: int = 2, n_q: int = 3, n_k: int = 4) -> Figure:
    """Which entries of a batch of scores share one unit, for each ``dim``."""
    c = Canvas(520, 292)
    groups = [
        ("dim=-1", "weight", {(0, 0, j) for j in range(n_k)}, "keys compete"),
        ("dim=1", "warning", {(0, i, 0) for i in range(n_q)}, "queries compete"),
        ("dim=0", "warning", {(b, 0, 0) for b in range(batch)}, "sequences compete"),
    ]
    empty = [[""] * n_k] * n_q
    for panel, (name, role, group, says) in enumerate(groups):
        x = 28 + 176 * panel
        c.text(x + 58, 16, name, mono=True, bold=True, role=role)
        for b in range(batch):
            lit = {(i, j) for sheet, i, j in group if sheet == b}
            y = 54 + 112 * b
            c.text(x + 58, y - 14, f"sequence {b + 1}", faint=True)
            c.matrix(x, y, empty, role=role, cell=(29, 26), highlight=lit)
        c.text(x + 58, 262, says, role=role)
    c.text(260, 284, "Rows: queries.  Columns: keys.  Dark: together 1.", faint=True)
    return c.figure(
        f"Scores of shape ({batch}, {n_q}, {n_k}), drawn as {batch} tables, three times. "
        "With dim=-1 the entries of one row share a unit: the keys of one query. With "
        "dim=1 those of one column do: queries compete for a key. With dim=0 the same "
        "entry of both tables does: sequences compete with each other."
    )


def _shift(point: tuple[float, float], by: float) -> tuple[float, float]:
    return point[0] + by, point[1]

"""The figures of chapter 02: three tokens, eight steps, every number visible.

Each figure is drawn from the arrays that the chapter hands over, so that it
cannot disagree with them.
"""

import numpy as np

from attention_figures.svg import Area, Canvas, Figure


def eight_steps() -> Figure:
    """The way from three tokens to the first output, one band a step."""
    c = Canvas(440, 500)
    bands = [
        (30, "inputs"),
        (83, "weights"),
        (140, "project"),
        (218, "score"),
        (284, "softmax"),
        (352, "multiply"),
        (424, "sum"),
        (478, "repeat"),
    ]
    for number, (y, word) in enumerate(bands, start=1):
        c.box(4, y - 11, 22, 22, label=str(number), fill=0.08, size=14)
        c.text(33, y, word, size=14, anchor="start")
    c.box(100, 68, 334, 30, label="× $W_Q$,  × $W_K$,  × $W_V$", fill=0.05)
    corners = [100, 214, 328]
    for n, x in enumerate(corners, start=1):
        token = c.box(x, 14, 106, 32, role="input", label=f"token $x_{n}$")
        c.arrow(token.bottom, (x + 53, 68))
        first = x == corners[0]
        for left, letter, role in [(0, "q", "query"), (37, "k", "key"), (74, "v", "value")]:
            used = first or letter != "q"
            c.arrow((x + left + 16, 98), (x + left + 16, 124), role=role)
            made = c.box(x + left, 124, 32, 32, role=role, fill=0.14 if used else 0.0)
            c.text(made.top[0], 140, f"${letter}_{n}$", faint=not used)
        c.arrow((x + 90, 156), (x + 90, 330), role="value")
        score = c.box(x + 18, 204, 60, 28, label="score", size=14)
        c.arrow((x + 60, 156), (x + 60, 204), role="key")
        c.arrow((x + 32, 180), (x + 32, 204), role="query")
        weight = c.box(x + 18, 270, 60, 28, role="weight", label="weight", size=14)
        c.arrow(score.bottom, weight.top, role="weight")
        c.box(x + 14, 330, 92, 44, role="value", label=["weight", f"× $v_{n}$"], size=14)
        c.arrow(weight.bottom, (x + 48, 330), role="weight")
        c.arrow((x + 60, 374), (x + 60, 408))
    c.arrow((116, 156), (116, 181), role="query", head=False)
    c.arrow((115, 180), (360, 180), role="query", head=False)
    c.arrow((148, 251), (376, 251), role="weight", head=False)
    c.box(100, 408, 334, 32, label="add the three: output 1", bold=True)
    c.text(100, 478, "$q_2$, then $q_3$: same keys, same values", anchor="start")
    return c.figure(
        "The eight steps as one flow, for the first token. Each of three tokens is "
        "multiplied by W_Q, W_K and W_V to give a query, a key and a value. The "
        "first query meets all three keys: three scores. One softmax turns them "
        "into three weights. Each weight multiplies its token's value; the sum is "
        "output 1. Then the same with queries 2 and 3."
    )


def projection(x: np.ndarray, W: np.ndarray, product: np.ndarray) -> Figure:
    """How one token picks rows of a weight matrix; (d,), (d, d_k), (d_k,)."""
    titles = ("$x_1$", "$W_K$", "number × row", "key 1")
    words = (
        f"Token 1, {x.tolist()}, beside the four rows of W_K. Each number of the "
        "token multiplies one row; rows met by a zero vanish. Added up, the rows "
        f"that are left give key 1, {product.tolist()}."
    )
    return _mix(x, W, product, [""] * len(x), titles, ("input", "key"), words)


def mixing(weights: np.ndarray, values: np.ndarray, output: np.ndarray) -> Figure:
    """How the weights mix the values; (n,), (n, d_v), (d_v,)."""
    names = _names("v", values)
    titles = ("weights", "values", "weight × value", "output 1")
    words = (
        f"Weights {_words(weights)} beside the values {_whole(values).tolist()}. Each "
        "weight multiplies a whole value; the three results, added entry by entry, are "
        f"output 1: {_words(output)}. The second and third value count most."
    )
    return _mix(weights, _whole(values), output, names, titles, ("weight", "value"), words)


def _mix(amounts, matrix, total, names, titles, roles, words) -> Figure:
    """Rows of ``matrix``, each times its amount, then added: one row comes out."""
    n = len(amounts)
    c = Canvas(440, 106 + 40 * n)
    left, right = roles
    for x, title, role in zip((36, 172, 342), titles, (left, right, right), strict=False):
        c.text(x, 16, title, role=role, bold=True)
    for i, (amount, row) in enumerate(zip(amounts, matrix, strict=True)):
        y = 36 + 40 * i
        fill = 0.42 * float(amount) / max(amounts)
        c.matrix(4, y, [[amount]], role=left, cell=(64, 30), digits=4, shade=True)
        c.text(93, y + 15, f"× {names[i]}", size=14)
        c.matrix(118, y, [row], role=right, cell=(36, 30), fill=fill)
        c.text(239, y + 15, "=")
        scaled = [amount * entry for entry in row]
        c.matrix(252, y, [scaled], role=right, cell=(60, 30), digits=4, fill=fill)
    foot = 36 + 40 * n
    for j in range(3):
        c.arrow((282 + 60 * j, foot - 8), (282 + 60 * j, foot + 32), role=right)
    c.text(228, foot + 47, f"added up: {titles[3]}", anchor="end", bold=True)
    c.matrix(252, foot + 32, [total], role=right, cell=(60, 32), digits=4, fill=0.2)
    return c.figure(words)


def three_roles(X: np.ndarray) -> Figure:
    """One input matrix, three projections still to be filled in; rows are tokens."""
    blank = [[""] * 3] * len(X)
    c = Canvas(440, 282)
    inputs = c.matrix(
        154, 30, X, label="inputs X", role="input", row_labels=_names("x", X), cell=(40, 28)
    )
    made = [
        (32, "queries", "query", "$W_Q$", "q"),
        (180, "keys", "key", "$W_K$", "k"),
        (328, "values", "value", "$W_V$", "v"),
    ]
    for i, (x, name, role, weight, letter) in enumerate(made):
        start = inputs.bottom[0] + (i - 1) * 50
        c.arrow((start, 114), (x + 54, 162), role=role)
        c.text((54, 244, 350)[i], 136, "× " + weight, role=role, anchor="start")
        c.text(x + 54, 176, name, role=role, bold=True)
        c.matrix(x, 190, blank, role=role, row_labels=_names(letter, X), cell=(36, 28))
    return c.figure(
        f"The inputs {X.tolist()}, one token per row, times three weight matrices. Out "
        "come queries, keys and values, three arrays whose numbers you work out. Row 1 of "
        "each belongs to token 1, row 2 to token 2, row 3 to token 3."
    )


def scores_of(query: np.ndarray, keys: np.ndarray) -> Figure:
    """One query against every key; (d_k,), (n, d_k)."""
    query, keys = _whole(query), _whole(keys)
    scores = keys @ query
    c = Canvas(440, 76 + 46 * len(keys))
    c.matrix(44, 14, [query], role="query", cell=(40, 32), row_labels=["$q_1$"])
    c.text(190, 30, "meets every key, pair by pair", anchor="start", role="query")
    for i, key in enumerate(keys):
        y = 74 + 46 * i
        name = [f"$k_{i + 1}$"]
        c.matrix(44, y, [key], role="key", cell=(40, 32), row_labels=name)
        pairs = [f"{q}·{k}" for q, k in zip(query, key, strict=True)]
        c.text(264, y + 16, " + ".join(pairs) + " =", mono=True)
        c.matrix(384, y, [[scores[i]]], cell=(48, 32))
    for j in range(len(query)):
        c.arrow((64 + 40 * j, 46), (64 + 40 * j, 72), role="query")
    c.text(408, 56, "scores", bold=True)
    return c.figure(
        f"Query 1, {query.tolist()}, is multiplied entry by entry with each of the keys "
        f"{keys.tolist()} and added up. The three scores are {scores.tolist()}."
    )


def softmax_shares(scores: np.ndarray) -> Figure:
    """Scores, their exponentials, and the share of each in the whole; (n,)."""
    powers = np.exp(scores)
    weights = powers / powers.sum()
    c = Canvas(440, 270)
    c.text(36, 14, "score", bold=True)
    c.text(120, 14, "e to the score", anchor="start", bold=True)
    for i, (score, power) in enumerate(zip(scores, powers, strict=True)):
        y = 32 + 38 * i
        c.matrix(12, y, [[_whole(score)]], cell=(48, 28))
        c.arrow((64, y + 14), (92, y + 14))
        length = 220 * power / powers.max()
        c.box(100, y + 2, length, 24, role="weight", fill=0.3)
        c.text(108 + length, y + 14, f"{power:.2f}", mono=True, anchor="start")
    whole = f"together {powers.sum():.2f}: the weights are the shares"
    c.text(12, 170, whole, anchor="start", bold=True)
    x = 12.0
    for i, weight in enumerate(weights):
        part = c.box(x, 186, 416 * weight, 34, role="weight", fill=0.3)
        if weight > 0.15:
            c.text(part.top[0], 203, f"token {i + 1}", size=14)
        else:
            c.text(12, 260, f"token {i + 1}", size=14, anchor="start")
        middle = max(part.top[0], 40)
        c.text(middle, 238, f"{weight:.4f}", role="weight", mono=True, bold=True)
        x += 416 * weight
    return c.figure(
        f"Scores {scores.tolist()} become powers of e, {_words(powers, 2)}, drawn as "
        f"bars. Their shares of the total {powers.sum():.2f} are the weights "
        f"{_words(weights)}, drawn as one bar cut in three. The first piece is thin, "
        "but it is there."
    )


def what_changes() -> Figure:
    """Three rounds: the query changes, the keys and the values stay."""
    c = Canvas(440, 252)
    heads = [
        (34, "query", "query", "changes"),
        (118, "keys", "key", "stay"),
        (212, "weights", "weight", "change"),
        (308, "values", "value", "stay"),
        (400, "output", None, "changes"),
    ]
    for x, name, role, fate in heads:
        c.text(x, 14, name, role=role, bold=True)
        c.text(x, 34, fate, size=14, faint=True)
    for x, role, letter in [(92, "key", "k"), (282, "value", "v")]:
        c.box(x, 52, 52, 192, role=role, bold=True, fill=0.18)
        for i in range(3):
            c.text(x + 26, 80 + 68 * i, f"${letter}_{i + 1}$", size=16)
    for i in range(3):
        y, fill = 60 + 68 * i, 0.3 if i == 0 else 0.06
        query = c.box(8, y, 52, 40, role="query", label=f"$q_{i + 1}$", fill=fill)
        weights = c.box(176, y, 72, 40, role="weight", label=f"row {i + 1}", fill=fill)
        output = c.box(366, y, 68, 40, label=f"out {i + 1}", fill=fill / 2)
        c.arrow(query.right, (92, y + 20), role="query")
        c.arrow((144, y + 20), weights.left, role="weight")
        c.arrow(weights.right, (282, y + 20), role="weight")
        c.arrow((334, y + 20), output.left, role=None)
    return c.figure(
        "Three rounds, one below the other. In each round another query meets the "
        "same block of three keys, gives its own row of weights, and mixes the same "
        "block of three values into its own output. Round 1 is done."
    )


def weights_map(weights: np.ndarray) -> Figure:
    """All weights, one row per query, with each token's own weight framed; (n, n)."""
    c = Canvas(440, 264)
    n = len(weights)
    best = [(i, int(j)) for i, j in enumerate(weights.argmax(axis=1))]
    ties = np.isclose(weights, weights.max(axis=1, keepdims=True))
    best += [(int(i), int(j)) for i, j in np.argwhere(ties) if (i, j) not in best]
    c.text(236, 14, "takes from", bold=True)
    area = c.matrix(
        110,
        54,
        weights,
        role="weight",
        shade=True,
        digits=4,
        cell=(84, 50),
        row_labels=[f"query {i + 1}" for i in range(n)],
        column_labels=[f"token {j + 1}" for j in range(n)],
        highlight=best,
    )
    for i in range(n):
        own: Area = area.cell(i, i)
        c.box(own.x + 4, own.y + 4, own.width - 8, own.height - 8, fill=0)
        c.text(372, own.left[1], "sum 1", anchor="start", size=14, faint=True)
    c.text(236, 224, "framed: the token's own weight", size=14)
    c.text(236, 246, "bold: the largest of its row", size=14, bold=True)
    rows = "; ".join(f"query {i + 1}: {_words(row)}" for i, row in enumerate(weights))
    return c.figure(
        f"The weights as a map, one row per query. {rows}. The largest weight lies on "
        "the diagonal, where a token meets itself, only in row 2."
    )


def two_products(n: int = 5, d_k: int = 3, d_v: int = 2) -> Figure:
    """The whole computation as two matrix products, drawn to scale."""
    unit = 22
    c = Canvas(440, 408)

    def block(x, y, rows, columns, label, role, size, lit=()) -> Area:
        empty = [[""] * columns] * rows
        area = c.matrix(
            x, y, empty, role=role, label=label, cell=(unit, unit), highlight=lit
        )
        c.text(area.bottom[0], y + rows * unit + 15, size, size=14, faint=True)
        return area

    def row(columns):
        return [(0, j) for j in range(columns)]

    block(8, 32, n, d_k, "queries", "query", r"$n \times d_k$", row(d_k))
    c.text(97, 87, "@", size=20)
    block(122, 32 + unit, d_k, n, "keys, transposed", "key", r"$d_k \times n$")
    c.text(256, 87, "=", size=20)
    scores = block(282, 32, n, n, "scores", None, r"$n \times n$", row(n))
    block(8, 264, n, n, "weights", "weight", r"$n \times n$", row(n))
    c.arrow((scores.x + 16, 172), (72, 232), role="weight")
    c.text(210, 214, "softmax, row by row", role="weight", anchor="start")
    c.text(143, 319, "@", size=20)
    block(172, 264, n, d_v, "values", "value", r"$n \times d_v$")
    c.text(244, 319, "=", size=20)
    block(282, 264, n, d_v, "outputs", None, r"$n \times d_v$", row(d_v))
    return c.figure(
        "Two matrix products, drawn to scale for five tokens. Queries, n by d_k, "
        "times the transposed keys, d_k by n, give scores, n by n. A softmax along "
        "each row gives weights of the same shape. Weights times values, n by d_v, "
        "give outputs, n by d_v. The first row is lit throughout: one query, one row."
    )


def _names(letter: str, rows: np.ndarray) -> list[str]:
    return [f"${letter}_{i + 1}$" for i in range(len(rows))]


def _whole(numbers: np.ndarray) -> np.ndarray:
    """Whole numbers as integers: a reader may have typed 1.0 for 1."""
    return np.rint(numbers).astype(int)


def _words(numbers: np.ndarray, digits: int = 4) -> str:
    return ", ".join(f"{number:.{digits}f}" for number in numbers)

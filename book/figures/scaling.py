"""The pictures of chapter 06: stages, roles, score functions, a task, an order.

What the chapter measures is drawn in ``scaling_plots``.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.svg import Area, Canvas, Figure


def stages(scores: np.ndarray, scaled: np.ndarray, weights: np.ndarray) -> Figure:
    """One query's row through the three stages; each (n_k,)."""
    n = len(scores)
    c = Canvas(500, 122 + 34 * n)
    columns = ((96, "scores", None), (230, "scaled", None), (340, "weights", "weight"))
    for x, name, role in columns:
        c.text(x, 16, name, role=role, bold=True, anchor="start" if role else "middle")
    cell = (76, 34)
    labels = [f"key {j + 1}" for j in range(n)]
    left = _column(c, 58, 36, scores, cell, labels)
    middle = _column(c, 192, 36, scaled, cell)
    for j, weight in enumerate(weights):
        y = middle.cell(j, 0).left[1]
        c.box(340, y - 11, max(100 * weight, 1.5), 22, role="weight", fill=0.45)
        c.text(346 + 100 * weight, y, f"{weight:.3f}", anchor="start", mono=True)
    below = 36 + 34 * n
    for start, end, words in (
        (left, middle.x + middle.width / 2, r"÷ $\sqrt{d_k}$"),
        (middle, 366, "softmax"),
    ):
        x = start.x + start.width / 2
        middle_x = (x + end) / 2
        c.arrow((x, below + 10), (end, below + 10), bend=14)
        c.text(middle_x, below + 52, words, bold=True)
    c.text(96, below + 74, "any number", faint=True, size=15)
    c.text(230, below + 74, "same order", faint=True, size=15)
    c.text(378, below + 74, "sum 1", faint=True, size=15)
    return c.figure(
        f"One query and {n} keys. Scores {_words(scores, 1)} are divided by the root of "
        f"d_k and become {_words(scaled, 2)}; the softmax turns them into weights "
        f"{_words(weights, 3)}, drawn as bars, together 1."
    )


def symmetry(bare: np.ndarray, projected: np.ndarray) -> Figure:
    """Scores without and with projections, one mirrored pair marked; (n, n) each."""
    c = Canvas(500, 286)
    pair = {(0, 2), (2, 0)}
    said = []
    for x, values, name, role in (
        (36, bare, r"$X X^\top$", "input"),
        (286, projected, r"$X W_Q (X W_K)^\top$", "weight"),
    ):
        area = c.matrix(
            x,
            66,
            values,
            role=role,
            label=name,
            cell=(50, 40),
            digits=1,
            row_labels=[f"{i + 1}" for i in range(len(values))],
            column_labels=[f"{i + 1}" for i in range(len(values))],
            highlight=pair,
        )
        for i, j in pair:
            spot = area.cell(i, j)
            c.box(spot.x + 3, spot.y + 3, 44, 34, fill=0, bold=True)
        said.append(f"{values[0, 2]:.1f} and {values[2, 0]:.1f}")
    foot = 66 + 40 * len(bare)
    c.text(136, foot + 24, "1 asks 3 = 3 asks 1")
    c.text(386, foot + 24, "1 asks 3, 3 asks 1:")
    c.text(386, foot + 46, "two different questions")
    c.text(136, foot + 46, "nothing to learn", faint=True)
    return c.figure(
        "Two tables of scores for the same four tokens. Left, tokens with tokens: the "
        f"entries for 1 and 3 and for 3 and 1 are equal, {said[0]}. Right, through two "
        f"different matrices: {said[1]}."
    )


def score_functions() -> Figure:
    """How a query meets a key: dot product, bilinear, additive."""
    c = Canvas(500, 470)
    for y, name in ((14, "dot product"), (150, "bilinear"), (286, "additive")):
        c.text(8, y, name, anchor="start", bold=True)
        c.box(40, y + 18, 44, 36, role="query", label="q")
        c.box(40, y + 64, 44, 36, role="key", label="k")
        c.text(458, y + 59, "score")
    c.arrow((84, 50), (264, 66), role="query")
    c.arrow((84, 96), (264, 80), role="key")
    c.box(266, 54, 78, 38, label="q · k")
    c.arrow((344, 73), (430, 73))

    c.box(134, 168, 70, 36, role="weight", label="W")
    c.arrow((84, 186), (133, 186), role="query")
    c.arrow((204, 186), (264, 202), role="query")
    c.arrow((84, 232), (264, 216), role="key")
    c.box(266, 190, 78, 38, label="qW · k")
    c.arrow((344, 209), (430, 209))

    c.box(112, 304, 62, 36, role="weight", label="$W_Q$")
    c.box(112, 350, 62, 36, role="weight", label="$W_K$")
    c.arrow((84, 322), (111, 322), role="query")
    c.arrow((84, 368), (111, 368), role="key")
    c.box(210, 329, 32, 32, label="+")
    c.arrow((174, 322), (209, 338), role="query")
    c.arrow((174, 368), (209, 352), role="key")
    c.box(266, 327, 62, 36, label="tanh")
    c.arrow((242, 345), (265, 345))
    c.box(354, 327, 44, 36, role="weight", label="· v")
    c.arrow((328, 345), (353, 345))
    c.arrow((398, 345), (430, 345))
    c.text(8, 426, "Violet: learnt. The dot product has nothing to learn;", anchor="start")
    c.text(8, 450, "what is learnt there is $W_Q$ and $W_K$.", anchor="start")
    return c.figure(
        "Three ways from a query q and a key k to a score. Dot product: q times k. "
        "Bilinear: q goes through a learnt matrix W and then meets k. Additive: q "
        "through W_q and k through W_k are added, tanh is taken of each entry, and v "
        "adds them up."
    )


def costs(multiplications: Mapping[str, int], numbers: Mapping[str, int]) -> Figure:
    """Work and memory of score functions as bars; name to count."""
    c = Canvas(500, 292)
    y = 16
    said = []
    groups = (
        ("multiplications, in millions", multiplications),
        ("largest array on the way, in millions of numbers", numbers),
    )
    for title, counts in groups:
        c.text(8, y, title, anchor="start", bold=True)
        most = max(counts.values())
        for i, (name, count) in enumerate(counts.items()):
            middle = y + 28 + 30 * i
            c.text(92, middle, name, anchor="end")
            role = "warning" if name == "additive" else "weight"
            c.box(104, middle - 10, max(300 * count / most, 2), 20, role=role, fill=0.4)
            words = f"{count / 1e6:.1f}"
            c.text(112 + 300 * count / most, middle, words, anchor="start", mono=True)
            said.append(f"{name} {words}")
        y += 148
    return c.figure(
        f"Bars. Multiplications in millions: {', '.join(said[:3])}. Largest array in "
        f"millions of numbers: {', '.join(said[3:])}."
    )


def task(names: Sequence[str], asks: Sequence[str], payloads: Sequence[str]) -> Figure:
    """Tokens that each want another one's payload."""
    n = len(names)
    c = Canvas(480, 326)
    width = 106
    c.text(8, 14, "Each token asks for another one by its name.", anchor="start")
    tops: list[Area] = []
    for i in range(n):
        x = 16 + 116 * i
        c.text(x + width / 2, 128, f"token {i + 1}", bold=True)
        c.box(x, 144, width, 38, role="query", label=f"asks: {asks[i]}")
        tops.append(c.box(x, 188, width, 38, role="key", label=f"name: {names[i]}"))
        c.box(x, 232, width, 38, role="value", label=f"holds: {payloads[i]}")
    said = []
    for i, wanted in enumerate(asks):
        j = list(names).index(wanted)
        start, end = tops[i].x + width / 2, tops[j].x + width / 2
        gap = 10 if end > start else -10
        height = 0.11 * abs(end - start) + 8
        bend = height if end < start else -height
        c.arrow((start + gap, 116), (end - gap, 116), bend=bend, role="query")
        said.append(f"token {i + 1} asks for {wanted} and wants {payloads[j]}")
    answers = [payloads[list(names).index(a)] for a in asks]
    for i, answer in enumerate(answers):
        c.text(16 + 116 * i + width / 2, 292, f"wants {answer}", role="value", bold=True)
    c.text(240, 316, "$W_Q$ has to find the first box, $W_K$ the second.", faint=True)
    return c.figure(f"{n} tokens with a name, a request and a number: {'; '.join(said)}.")


def reordered(order: Sequence[int]) -> Figure:
    """Tokens in another order give the same contexts in that order."""
    n = len(order)
    c = Canvas(500, 270)
    width, step, across = 34, 40, 298
    for y, places in ((34, range(n)), (182, order)):
        for slot, place in enumerate(places):
            x = 4 + step * slot
            c.box(x, y, width, 38, role="input", label=f"x{place + 1}", fill=0.3)
            c.box(x + across, y, width, 38, role="value", label=f"c{place + 1}", fill=0.3)
        c.arrow((step * n + 6, y + 19), (across, y + 19))
        c.text((step * n + across) / 2, y + 3, "attention")
    c.text(4, 14, "as given", anchor="start", bold=True)
    c.text(4, 238, "reordered", anchor="start", bold=True)
    for slot, place in enumerate(order):
        for x, role in ((4 + width / 2, "input"), (4 + width / 2 + across, "value")):
            start, end = (x + step * place, 74), (x + step * slot, 180)
            c.arrow(start, end, role=role, width=1.4)
    c.text(496, 238, "either way round: the same rows", anchor="end", faint=True)
    told = ", ".join(str(place + 1) for place in order)
    return c.figure(
        f"{n} tokens go through attention and give {n} contexts. Put in the order {told}, "
        "the tokens give the same contexts in that order: reordering before attention "
        "and after it come to the same."
    )


def _column(c: Canvas, x, y, numbers, cell, labels: Sequence[str] = ()) -> Area:
    words = [
        [f"{number:.1f}" if cell and labels else f"{number:.2f}"] for number in numbers
    ]
    return c.matrix(x, y, words, cell=cell, row_labels=labels, size=16)


def _words(numbers: np.ndarray, digits: int) -> str:
    return ", ".join(f"{number:.{digits}f}" for number in numbers)

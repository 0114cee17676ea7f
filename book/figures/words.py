"""Figures of words in a real model: chapters 01 and 02, and the first page."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.svg import Area, Canvas, Figure

LINE, TOP = 25, 62  # between words, and above the first
SHOWN = 0.045  # weights below are drawn as hairlines, without a number


def whole_words(
    tokens: Sequence[str], weights: np.ndarray
) -> tuple[list[str], list[float]]:
    """Join what stands for one word: "didn", "'" and "t"; their weights add up."""
    words: list[str] = []
    shares: list[float] = []
    glued = False
    for token, weight in zip(tokens, weights, strict=True):
        piece = token.startswith("##")
        if words and (glued or piece or token == "'"):
            words[-1] += token.removeprefix("##")
            shares[-1] += float(weight)
        else:
            words.append(token)
            shares.append(float(weight))
        glued = token == "'"
    return words, shares


def it_map(
    rows: Mapping[str, tuple[Sequence[str], np.ndarray]], word: str = "it"
) -> Figure:
    """What a word attends to in two sentences that differ in one place.

    rows: for each sentence's last word its tokens and the row of weights, (n,).
    """
    longest = max(len(whole_words(*row)[0]) for row in rows.values())
    c = Canvas(520, TOP + LINE * longest + 6)
    said = []
    for left, (ending, row) in zip((0, 266), rows.items(), strict=True):
        words, shares = whole_words(*row)
        c.text(left + 4, 14, f"… too {ending}", anchor="start", bold=True)
        c.text(left + 4, 36, "query", anchor="start", role="query")
        c.text(left + 126, 36, "keys", anchor="start", role="key")
        _panel(c, left, words, shares, word)
        best = sorted(zip(shares, words, strict=True), reverse=True)[:3]
        parts = ", ".join(f"{name} {share:.2f}" for share, name in best)
        said.append(f"with “{ending}”: {parts}")
    return c.figure(
        f"What the word {word} attends to in one head of a trained model, in two "
        f"sentences that differ in their last word. The most goes to, {'; '.join(said)}."
    )


def _panel(
    c: Canvas, left: float, words: Sequence[str], shares: Sequence[float], word: str
) -> None:
    own = TOP + LINE * words.index(word)
    start = c.box(left + 4, own - 13, 40, 26, role="query", label=word, bold=True)
    for i, (name, share) in enumerate(zip(words, shares, strict=True)):
        y = TOP + LINE * i
        strong = share >= SHOWN
        end = (left + 118, y)
        c.arrow(start.right, end, role="weight", width=0.5 + 9 * share, head=False)
        if strong:
            c.box(left + 120, y - 12, 88, 24, role="weight", fill=0.7 * share)
            c.text(left + 252, y, f"{share:.2f}", anchor="end", mono=True)
        c.text(left + 126, y, name, anchor="start", bold=share > 0.5, faint=not strong)


def apples(
    names: Sequence[str], tables: Mapping[str, np.ndarray], halves: int = 2
) -> Figure:
    """How alike a word is in each pair of sentences, beside another word in them.

    names: what each sentence is about.  tables: for each word its (n, n) cosines.
    The first ``halves`` sentences have one subject, the others another.
    """
    n, side = len(names), 51
    c = Canvas(520, 300)
    areas: list[Area] = []
    for left, (title, table) in zip((64, 304), tables.items(), strict=True):
        same = [
            (i, j)
            for i in range(n)
            for j in range(n)
            if (i < halves) == (j < halves) and i != j
        ]
        c.text(left + n * side / 2, 14, title, bold=True)
        area = c.matrix(
            left,
            60,
            [["" if i == j else f"{table[i, j]:.2f}" for j in range(n)] for i in range(n)],
            role="weight",
            cell=(side, 44),
            column_labels=names,
            row_labels=names if left < 100 else (),
            highlight=same,
            fill=0.06,
        )
        areas.append(area)
    c.text(260, 266, "Darker, bold: two sentences about fruit, or two about a company.")
    c.text(260, 288, "Right: the control, a word with one meaning.", faint=True)
    said = []
    for title, table in tables.items():
        inner = [
            table[i, j] for i in range(n) for j in range(i) if i < halves or j >= halves
        ]
        outer = [table[i, j] for i in range(halves, n) for j in range(halves)]
        said.append(
            f"{title}: same subject {min(inner):.2f} to {max(inner):.2f}, "
            f"across {min(outer):.2f} to {max(outer):.2f}"
        )
    return c.figure(
        f"Cosines of one word in {n} sentences, {', '.join(names)}, each with each. "
        + "; ".join(said)
        + "."
    )

"""The figures of chapter 01: from one vector per word to attention."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from attention_figures.plots import from_matplotlib, subplots
from attention_figures.svg import COLOURS, Canvas, Figure


def analogy(vectors: Mapping[str, np.ndarray]) -> Figure:
    """Four words on two axes, female and royal; the step from man to woman twice.

    vectors: the words' (royal, female) pairs.
    """
    c = Canvas(480, 280)

    def at(pair) -> tuple[float, float]:
        royal, female = pair
        return 110 + 270 * female, 200 - 130 * royal

    place = {word: at(pair) for word, pair in vectors.items()}
    for start, end in (("man", "woman"), ("king", "queen")):
        (x1, y1), (x2, y2) = place[start], place[end]
        c.arrow((x1 + 42, y1), (x2 - 42, y2), role="query", label="+ woman − man")
    for start, end in (("man", "king"), ("woman", "queen")):
        (x1, y1), (x2, y2) = place[start], place[end]
        c.arrow((x1, y1 - 18), (x2, y2 + 18))
    for word, (x, y) in place.items():
        c.box(x - 40, y - 16, 80, 32, label=word, fill=0.06)
    c.arrow((44, 250), (460, 250))
    c.text(245, 268, "more female", faint=True)
    c.arrow((44, 250), (44, 30))
    c.text(10, 16, "more royal", anchor="start", faint=True)
    return c.figure(
        "Man, woman, king and queen at the corners of a rectangle: royal upwards, "
        "female to the right. The arrow from man to woman, moved so that it starts at "
        "king, ends at queen."
    )


def two_meanings(points: Mapping[str, tuple[float, float]]) -> Figure:
    """Words by similarity to fruit (across) and to companies (up).

    points: (fruit, company) similarities per word; "apple" is among them.
    """
    plot, axes = subplots(figsize=(5.2, 4.2))
    for word, (fruit, company) in points.items():
        asked = word == "apple"
        colour = COLOURS["query" if asked else "input"]
        marker = "s" if asked else ("o" if fruit > company else "^")
        axes.plot(fruit, company, marker, color=colour, ms=9 if asked else 6)
        if asked:
            offset = {"textcoords": "offset points", "ha": "center", "fontweight": "bold"}
            axes.annotate(word, (fruit, company), (0, 12), fontsize=13, **offset)
    axes.text(0.98, 0.36, "the other fruit", ha="right", fontsize=13)
    axes.text(0.44, 1.05, "the other companies", ha="left", fontsize=13)
    axes.set(
        xlim=(0.36, 1.06),
        ylim=(0.3, 1.12),
        xticks=[0.4, 0.6, 0.8, 1.0],
        yticks=[0.4, 0.6, 0.8, 1.0],
        xlabel="similarity to the fruit",
        ylabel="similarity to the companies",
    )
    x, y = points["apple"]
    return from_matplotlib(
        plot,
        "Words placed by their similarity to fruit, across, and to companies, up. The "
        "other fruit sit together at the lower right, the other companies at the upper "
        f"left. Apple, the word's one vector, lies between them: {x:.1f} and {y:.1f}.",
    )


def encoder_decoder(source: Sequence[str], target: Sequence[str]) -> Figure:
    """Above, one vector for a whole sentence; below, a vector for each word kept."""
    c = Canvas(520, 520)

    def cells(words, x, width, y):
        for i, word in enumerate(words):
            c.box(x + i * width, y, width - 8, 30, role="input", label=word, fill=0.08)
        return [x + i * width + (width - 8) / 2 for i in range(len(words))]

    c.text(4, 14, "2014: one vector for the whole sentence", bold=True, anchor="start")
    middles = cells(source, 4, 60, 150)
    states = []
    for i, x in enumerate(middles):
        c.arrow((x, 150), (x, 128))
        states.append(c.box(x - 20, 96, 40, 32, label=f"$h_{i + 1}$"))
    for left, right in pairwise(states):
        c.arrow(left.right, right.left)
    last = c.box(392, 90, 40, 44, label="c", bold=True, role="warning")
    c.arrow(states[-1].right, last.left, role="warning", width=3)
    c.text(412, 152, "all of it", role="warning")
    c.text(412, 170, "in here", role="warning")
    out = c.box(464, 90, 52, 44, label=["new", "words"])
    c.arrow(last.right, out.left, role="warning", width=3)
    c.text(4, 58, "each step needs the one before it", anchor="start", faint=True)

    c.text(
        4, 236, "With attention: every vector kept, mixed anew", bold=True, anchor="start"
    )
    c.text(4, 258, "for each word to be written", bold=True, anchor="start")
    middles = cells(source, 80, 60, 480)
    kept = []
    for i, x in enumerate(middles):
        c.arrow((x, 480), (x, 462))
        kept.append(c.box(x - 20, 430, 40, 32, role="value", label=f"$h_{i + 1}$"))
    for left, right in pairwise(kept):
        c.arrow(left.right, right.left)
    c.text(4, 446, "kept:", anchor="start", role="value")
    mixed = c.box(196, 340, 66, 36, label="$c_2$", bold=True)
    for i, state in enumerate(kept):
        strong = i == 1
        c.arrow(state.top, mixed.bottom, role="weight", width=4.5 if strong else 1.2)
    c.text(4, 400, "weights", anchor="start", role="weight")
    word = c.box(190, 286, 78, 32, label=target[1], fill=0.08)
    c.arrow(mixed.top, word.bottom)
    c.text(284, 302, f"next: {target[2]}, with its own weights", anchor="start", faint=True)
    c.text(284, 358, "the context vector of word 2", anchor="start", faint=True)
    words = " ".join(source)
    return c.figure(
        f"Two ways to translate {words!r}. Above, an encoder reads word after word; each "
        "state needs the one before it; the last one, c, alone is handed to the decoder. "
        "Below, all states are kept. For each word to be written they are mixed "
        f"into a context vector of its own; for {target[1]!r} the second state counts most."
    )


def bottleneck(lengths: Sequence[int], curves: Mapping[int, Sequence[float]]) -> Figure:
    """How often a linear map names the first letter from the last state."""
    plot, axes = subplots(figsize=(5.2, 4.0))
    most = lengths[-1]
    styles = ("-", (0, (5, 2)), (0, (1.5, 1.5)))
    # Above where each curve passes the middle of the plot.
    places = ((8.5, 0.47), (22, 0.58), (44, 0.84))
    for (size, shares), style, place in zip(curves.items(), styles, places, strict=True):
        axes.plot(lengths, shares, color="#000000", lw=2, ls=style)
        axes.text(*place, f"{size}" if size < 128 else f"{size} numbers", fontsize=13)
    axes.axhline(1 / 8, color="#000000", lw=1, ls=(0, (1, 3)))
    axes.text(0.5, 0.05, "guessing", ha="left", fontsize=13)
    axes.set(xlim=(0, most + 1), ylim=(0, 1.12), yticks=[0, 0.5, 1])
    axes.set_xticks([1, *range(16, most + 1, 16)])
    axes.set(xlabel="letters read", ylabel="the first one named right")
    ends = "; ".join(
        f"{size} numbers: {shares[0]:.1f} after 1 letter, "
        f"{shares[list(lengths).index(8)]:.1f} after 8, {shares[-1]:.1f} after {most}"
        for size, shares in curves.items()
    )
    return from_matplotlib(
        plot,
        "How often a linear map names the first letter from the last state of an RNN as "
        f"the sequence grows. {ends}. Guessing gives 0.125. A larger state holds out "
        "longer, but each curve falls.",
    )


def rounds(words: Sequence[str]) -> Figure:
    """Who waits for whom: a staircase beside a single step."""
    c = Canvas(520, 352)
    c.text(4, 14, "recurrence: one after another", anchor="start", bold=True)
    for i, word in enumerate(words):
        x, y = 100 + 66 * i, 40 + 24 * i
        c.box(x, y, 60, 26, role="input", label=word, fill=0.1)
        if i:
            c.arrow((x - 6, y - 11), (x + 4, y + 2))
    for i in range(len(words)):
        c.text(4, 53 + 24 * i, f"round {i + 1}", anchor="start", size=15, faint=True)
    c.text(4, 216, "self-attention: all at once", anchor="start", bold=True)
    above = [c.box(100 + 66 * i, 236, 60, 26, role="input", label=w, fill=0.1)
             for i, w in enumerate(words)]  # fmt: skip
    below = [c.box(100 + 66 * i, 316, 60, 26, role="value", label=w, fill=0.2)
             for i, w in enumerate(words)]  # fmt: skip
    for start in above:
        for end in below:
            c.arrow(start.bottom, end.top, role="weight", width=0.8, head=False)
    c.text(4, 290, "same for", anchor="start", faint=True)
    c.text(4, 308, "any length", anchor="start", faint=True)
    return c.figure(
        f"Above, {len(words)} words as a staircase: each state waits for the one before "
        f"it, so there are {len(words)} rounds. Below, the same words in two rows, every "
        "word of the lower row joined to every word of the upper: no word waits for "
        "another, and the number of rounds does not depend on the length."
    )


def bahdanau() -> Figure:
    """The alignment model with Bahdanau's letters, and ours beside them."""
    c = Canvas(520, 384)
    c.text(4, 14, "in the paper", anchor="start", bold=True)
    c.text(516, 14, "in this book", anchor="end", bold=True)
    state = c.box(150, 60, 96, 40, role="query", label="$s_{i-1}$")
    c.box(330, 60, 96, 40, role="key", label="$h_j$")
    c.text(198, 46, "query", role="query", bold=True)
    c.text(330, 46, "key", role="key", bold=True)
    c.text(362, 46, "and value", role="value", bold=True, anchor="start")
    score = c.box(214, 148, 116, 40, label="$e_{ij}$")
    weight = c.box(214, 228, 116, 40, role="weight", label=r"$\alpha_{ij}$")
    context = c.box(214, 330, 116, 40, label="$c_i$", bold=True)
    for x, y, lines in (
        (4, 80, ("decoder state", "before word i")),
        (4, 168, ("alignment", "model")),
        (4, 248, ("softmax over j",)),
        (4, 350, ("sum over j",)),
    ):
        for k, line in enumerate(lines):
            c.text(x, y + 18 * (k - (len(lines) - 1) / 2), line, anchor="start")
    c.text(516, 80, "annotation", anchor="end")
    c.text(516, 168, "score", anchor="end", bold=True)
    c.text(516, 248, "weight", anchor="end", role="weight", bold=True)
    c.text(516, 350, "context vector", anchor="end", bold=True)
    c.arrow(state.bottom, (252, 148), role="query")
    c.arrow((360, 100), (296, 148), role="key")
    c.arrow(score.bottom, weight.top)
    c.arrow(weight.bottom, context.top, role="weight")
    c.arrow((396, 100), (322, 330), role="value", bend=-44)
    return c.figure(
        "Bahdanau's alignment model from top to bottom. The decoder state s with index "
        "i minus 1, here called the query, and the annotation h with index j, as the "
        "key, give the score e with indices i and j. A softmax over j gives the weight "
        "alpha. Weight times the same h, now as the value, added up over j, is the "
        "context vector c with index i."
    )


def alignment(weights: np.ndarray, written: Sequence[str], read: Sequence[str]) -> Figure:
    """Weights of every written word for every read word; (n_written, n_read)."""
    c = Canvas(520, 86 + 36 * len(written))
    c.text(310, 14, "read: keys and values", role="key", bold=True)
    c.text(4, 14, "written: queries", role="query", bold=True, anchor="start")
    best = [(int(i), int(j)) for i, j in np.argwhere(weights > 0.3)]
    c.matrix(
        106,
        54,
        weights,
        role="weight",
        shade=True,
        cell=(66, 36),
        row_labels=written,
        column_labels=read,
        highlight=best,
    )
    said = ", ".join(f"{written[i]} to {read[j]} {weights[i, j]:.2f}" for i, j in best)
    return c.figure(
        f"A map of the alignment weights, one row per written word, {len(read)} read words "
        f"across. The largest weights: {said}."
    )

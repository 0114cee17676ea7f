"""The figures of chapter 07, masking.

Violet is open, red and empty is blocked, through the whole chapter.
"""

from collections.abc import Sequence

import numpy as np

from attention_figures.plots import from_matplotlib, subplots
from attention_figures.svg import COLOURS, Area, Canvas, Figure


def pad_and_truncate(
    sentences: Sequence[Sequence[str]], ids: np.ndarray, lengths: np.ndarray
) -> Figure:
    """Sentences of different lengths, and the rectangle of ids made of them.

    sentences: lists of words.  ids: (batch, n).  lengths: (batch,).
    """
    batch, n = ids.shape
    longest = max(map(len, sentences))
    c = Canvas(520, 108 + 76 * batch)
    wide, left = 70, 22
    c.text(left, 16, "words", anchor="start", bold=True)
    for i, words in enumerate(sentences):
        for j, word in enumerate(words):
            kept = j < n
            role = "input" if kept else "warning"
            c.box(left + wide * j, 32 + 38 * i, wide - 6, 30, role=role, label=word)
    cut = left + wide * n - 3
    top = 44 + 38 * batch
    c.arrow((cut, 26), (cut, top + 8), role="warning", head=False)
    c.text(cut + 6, top + 4, f"cut at {n}", role="warning", anchor="start")
    c.arrow((left + wide * n / 2, top), (left + wide * n / 2, top + 34))
    y = top + 62
    c.text(left, y - 12, "ids", anchor="start", bold=True)
    c.text(left + wide * n + 42, y - 12, "length", bold=True)
    for i in range(batch):
        for j in range(n):
            real = j < lengths[i]
            role, fill = ("input", 0.16) if real else ("warning", 0.0)
            label = str(ids[i, j]) if real else f"{ids[i, j]} pad"
            c.box(
                left + wide * j, y + 38 * i, wide - 6, 30, role=role, label=label, fill=fill
            )
        c.text(left + wide * n + 42, y + 15 + 38 * i, str(lengths[i]), mono=True)
    said = "; ".join(
        f"{' '.join(words)} ({len(words)} words) becomes {row.tolist()}, length {length}"
        for words, row, length in zip(sentences, ids, lengths, strict=True)
    )
    return c.figure(
        f"Sentences of up to {longest} words, above, become rows of {n} ids, below. "
        f"What is longer is cut, what is shorter is filled up with padding. {said}."
    )


def masking_scores(
    scores: np.ndarray, mask: np.ndarray, weights: np.ndarray, words: Sequence[str]
) -> Figure:
    """One row of scores on its way to weights, with its last keys blocked.

    scores, mask, weights: (n,).  words: one a key.
    """
    n = len(words)
    c = Canvas(520, 248)
    left, wide, step = 128, 76, 58
    replaced = [f"{s:.2f}" if m else "-inf" for s, m in zip(scores, mask, strict=True)]
    rows = (
        ("scores", [f"{score:.2f}" for score in scores], "input"),
        ("mask", [str(bool(m)) for m in mask], "input"),
        ("masked", replaced, "input"),
        ("weights", [f"{weight:.2f}" for weight in weights], "weight"),
    )
    for j, word in enumerate(words):
        c.text(left + wide * (j + 0.5) - 3, 18, word, role="key", bold=True)
    for i, (name, entries, role) in enumerate(rows):
        y = 36 + step * i
        c.text(left - 16, y + 16, name, anchor="end", bold=True)
        for j, entry in enumerate(entries):
            of = role if mask[j] else "warning"
            fill = 0.12 if role == "input" else 0.04 + 0.66 * float(weights[j])
            x = left + wide * j
            c.box(x, y, wide - 6, 32, role=of, label=entry, fill=fill if mask[j] else 0.0)
            if i + 1 < len(rows):
                c.arrow((x + 35, y + 32), (x + 35, y + step), role=of, width=1.2)
    c.text(left - 16, 36 + 2.78 * step, "softmax", anchor="end", faint=True)
    blocked = [word for word, m in zip(words, mask, strict=True) if not m]
    return c.figure(
        f"One query's scores for {n} keys, {', '.join(words)}. The mask is False for the "
        f"last {len(blocked)}, the padding. Their scores are replaced by minus infinity, "
        "and the softmax gives them a weight of 0; the other weights are "
        f"{', '.join(f'{w:.2f}' for w in weights[mask])} and sum to one."
    )


def causal(mask: np.ndarray, words: Sequence[str]) -> Figure:
    """Who may attend to whom when nobody sees the future; (n, n)."""
    n = len(words)
    c = Canvas(520, 118 + 44 * n)
    side, x, y = 62, 100, 76
    c.text(x + side * n / 2, 18, "keys: who may be looked at", role="key", bold=True)
    c.text(8, 52, "queries", role="query", bold=True, anchor="start")
    for j, word in enumerate(words):
        c.text(x + side * (j + 0.5), 52, word)
    for i, word in enumerate(words):
        c.text(x - 12, y + 44 * i + 19, word, anchor="end")
        for j in range(n):
            _gate(c, x + side * j, y + 44 * i, bool(mask[i, j]), (side - 6, 38))
        total = int(mask[i].sum())
        c.text(x + side * n + 12, y + 44 * i + 19, f"{total} open", anchor="start")
    c.text(
        x + side * n / 2, y + 44 * n + 24, "time goes to the right, and down", faint=True
    )
    return c.figure(
        f"A causal mask for {n} tokens, queries down, keys across. Each query may attend "
        "to itself and to what comes before it: the lower triangle with the diagonal is "
        "open, what is above it is blocked. The first query has one open key, the last "
        f"has {n}."
    )


def combine(padding: np.ndarray, causal: np.ndarray) -> Figure:
    """A padding mask and a causal mask, broadcast into one mask a sequence.

    padding: (batch, 1, n).  causal: (n, n).
    """
    batch, _, n = padding.shape
    both = padding & causal
    side, step = 22, 22 * n + 42
    c = Canvas(520, 78 + step * batch)
    for x, words, shape in (
        (73, "padding", f"({batch}, 1, {n})"),
        (259, "causal", f"({n}, {n})"),
        (447, "both", f"({batch}, {n}, {n})"),
    ):
        c.text(x, 16, words, bold=True)
        c.text(x, 38, shape, mono=True)
    for b in range(batch):
        y = 66 + step * b
        middle = y + side * n / 2
        _gates(c, 18, middle - side / 2, padding[b], side)
        c.text(164, middle, "&", size=20, mono=True)
        _gates(c, 204, y, causal, side, faint=b > 0)
        c.text(352, middle, "=", size=20)
        _gates(c, 392, y, both[b], side)
        real = int(padding[b].sum())
        c.text(73, middle + 34, f"{real} real, {n - real} pad", faint=True)
    c.text(260, 66 + step * batch - 6, "filled: may attend; cross: blocked", faint=True)
    counts = ", ".join(str(int(mask.sum())) for mask in both)
    return c.figure(
        f"A padding mask has one row of {n} for each of {batch} sequences; the causal mask "
        f"is one {n} by {n} triangle for all of them. Combined with and, they give one "
        f"{n} by {n} mask a sequence, open where both are open: {counts} open pairs."
    )


def nan_spreads(layers: Sequence[np.ndarray], names: Sequence[str]) -> Figure:
    """Which tokens are nan after each layer.

    layers: Boolean (n,) each, True where a token is nan.  names: one a layer.
    """
    n = len(layers[0])
    c = Canvas(520, 56 + 74 * len(layers))
    left, wide = 128, 76
    for i, (broken, name) in enumerate(zip(layers, names, strict=True)):
        y = 34 + 74 * i
        c.text(left - 16, y + 17, name, anchor="end", bold=True)
        for j in range(n):
            bad = bool(broken[j])
            role = "warning" if bad else "input"
            x = left + wide * j
            label, fill = ("nan", 0.25) if bad else ("ok", 0.08)
            c.box(x, y, wide - 8, 34, role=role, label=label, fill=fill, bold=bad)
            if i + 1 < len(layers):
                for target in range(n):
                    end = left + wide * target + 34
                    if bad:
                        c.arrow((x + 34, y + 34), (end, y + 74), role="warning", width=1.2)
    for j in range(n):
        c.text(left + wide * j + 34, 16, f"token {j + 1}", size=15, faint=True)
    c.text(
        left + wide * n / 2 - 4,
        44 + 74 * len(layers),
        "weight 0 times nan is nan: it reaches every token",
        role="warning",
    )
    counts = ", ".join(
        f"{name}: {int(b.sum())}" for b, name in zip(layers, names, strict=True)
    )
    return c.figure(
        f"The {n} tokens of one sequence, layer by layer. Tokens that are nan: {counts}. "
        "Those of one layer make every token of the next nan, because the weighted sum "
        "runs over all values and 0 times nan is nan."
    )


def stand_ins(table: dict[str, dict[str, np.ndarray]]) -> Figure:
    """What a fully masked row becomes, by what stands for "blocked" and dtype.

    table: {way: {dtype: weights (n,)}}.
    """
    dtypes = list(next(iter(table.values())))
    c = Canvas(520, 62 + 66 * len(table))
    left, wide = 196, 108
    for j, dtype in enumerate(dtypes):
        c.text(left + wide * j + 46, 18, dtype, bold=True)
    said = []
    for i, (way, by_dtype) in enumerate(table.items()):
        y = 38 + 66 * i
        c.text(left - 14, y + 26, way, anchor="end", bold=True)
        for j, dtype in enumerate(dtypes):
            said.append(f"{way} in {dtype}: {_three(by_dtype[dtype])}")
            _bars(c, left + wide * j, y, by_dtype[dtype])
    c.text(260, 48 + 66 * len(table), "bars: the weights of three blocked keys", faint=True)
    return c.figure(
        "The weights of a row whose three keys are all blocked, for each way of blocking "
        f"and each dtype. {'; '.join(said)}. The right answer is three zeros."
    )


def leak(future: np.ndarray, ways: dict[str, np.ndarray]) -> Figure:
    """A past token's weight as a blocked, future score grows.

    future: (steps,), the blocked score.  ways: {name: weight (steps,)}.
    """
    plot, axes = subplots(figsize=(5.2, 3.9))
    styles = {
        "before": (COLOURS["weight"], 6, "-", 0.45),
        "after": (COLOURS["warning"], 2.4, "-", 1.0),
        "after, renormalised": ("#000000", 1.6, (0, (4, 2)), 1.0),
    }
    for name, weights in ways.items():
        colour, width, line, alpha = styles[name]
        axes.plot(future, weights, color=colour, lw=width, ls=line, alpha=alpha)
    gone = future[np.isnan(ways["after, renormalised"])]
    if gone.size:
        axes.axvspan(gone[0], future[-1], color=COLOURS["warning"], alpha=0.16, lw=0)
        axes.text((gone[0] + future[-1]) / 2, 0.42, "0/0\n= nan", ha="center", fontsize=13)
    axes.text(-4.6, 0.80, "masked before: flat", fontsize=13)
    axes.text(3.4, 0.34, "masked after", fontsize=13, color="#000000")
    axes.text(-4.6, 0.91, "dashes: after, renormalised", fontsize=13)
    axes.set(
        xlim=(future[0], future[-1]),
        ylim=(0, 1),
        xlabel="the blocked score, of a token in the future",
        ylabel="a past token's weight",
    )
    return from_matplotlib(
        plot,
        f"A past token's weight as a blocked score goes from {future[0]:g} to "
        f"{future[-1]:g}, in half precision. Masked before the softmax it stays at "
        f"{ways['before'][0]:.2f}. Masked after, it falls to 0. Masked after and "
        "renormalised, it stays for a while, becomes uneven, and is nan from "
        f"{gone[0] if gone.size else float('nan'):g} on.",
    )


def _gate(
    c: Canvas, x: float, y: float, is_open: bool, size: tuple[float, float], fill=0.45
) -> Area:
    """One pair of query and key: a filled cell, or a crossed-out one."""
    role = "weight" if is_open else "warning"
    area = c.box(x, y, *size, role=role, fill=fill if is_open else 0.0)
    if not is_open:
        middle, half = (x + size[0] / 2, y + size[1] / 2), min(size) * 0.2
        for slope in (-1, 1):
            start = middle[0] - half, middle[1] - slope * half
            end = middle[0] + half, middle[1] + slope * half
            c.arrow(start, end, role=role, width=1.4, head=False)
    return area


def _gates(c: Canvas, x, y, mask: np.ndarray, side: float, faint: bool = False) -> None:
    for i, row in enumerate(mask):
        for j, is_open in enumerate(row):
            size = side - 2, side - 2
            fill = 0.2 if faint else 0.45
            _gate(c, x + side * j, y + side * i, bool(is_open), size, fill)


def _bars(c: Canvas, x: float, y: float, weights: np.ndarray) -> None:
    """Three weights as bars on a line, or the word nan."""
    right = not np.isnan(weights).any() and not weights.any()
    if np.isnan(weights).any():
        c.box(x, y, 92, 52, role="warning", label="nan", fill=0.2, bold=True)
        return
    if right:
        c.box(x, y, 92, 52, role="value", label="zeros", fill=0.08)
        return
    c.box(x, y, 92, 52, role="input", fill=0.0)
    for k, weight in enumerate(weights):
        tall = 44 * float(weight)
        c.box(x + 10 + 26 * k, y + 50 - tall, 20, tall, role="weight", fill=0.45)


def _three(weights: np.ndarray) -> str:
    return "nan" if np.isnan(weights).any() else " ".join(f"{w:.2f}" for w in weights)

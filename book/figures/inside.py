"""The figures of chapter 15, inside a real model."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.reading import _ink
from attention_figures.svg import COLOURS, Canvas, Figure

SMALLEST = 0.02  # weights below are not drawn
Panel = tuple[str, Sequence[str], int, np.ndarray]  # title, tokens, query, its row


def lines(*panels: Panel, step: float = 23) -> Figure:
    """One query's row of weights as lines, the thicker the larger; two panels at most."""
    longest = max(len(tokens) for _, tokens, _, _ in panels)
    c = Canvas(520, 56 + step * longest)
    for place, (title, tokens, query, row) in enumerate(panels):
        left = 262 * place
        c.text(left + 112, 16, title, bold=True)
        y = [50 + step * i for i in range(len(tokens))]
        for i, weight in enumerate(row):
            if weight >= SMALLEST:
                start, end = (left + 80, y[query]), (left + 138, y[i])
                width = 0.8 + 9 * float(weight)
                c.arrow(start, end, role="weight", width=width, head=False)
        for i, token in enumerate(tokens):
            asks = i == query
            role = "query" if asks else None
            c.text(
                left + 74, y[i], token, anchor="end", role=role, bold=asks, faint=not asks
            )
            large = row[i] >= 0.1
            words = f"{token} {row[i]:.2f}" if large else token
            c.text(left + 144, y[i], words, anchor="start", bold=large, faint=not large)
    return c.figure(_said(panels))


def _said(panels: Sequence[Panel]) -> str:
    parts = []
    for title, tokens, query, row in panels:
        order = [i for i in np.argsort(-row) if row[i] >= 0.05]
        seen = ", ".join(f"{tokens[i]} {row[i]:.2f}" for i in order)
        parts.append(f"{title}: from {tokens[query]!r} lines go to {seen}.")
    return "Tokens in two columns, joined by lines as thick as the weights. " + " ".join(
        parts
    )


def all_heads(scores: Mapping[str, np.ndarray]) -> Figure:
    """Every head as a cell, one map a score; each (layers, heads)."""
    plot, all_axes = subplots(1, len(scores), framed=True, figsize=(6.2, 6.0), sharey=True)
    for axes, (name, table) in zip(all_axes, scores.items(), strict=True):
        layers, heads = table.shape
        axes.imshow(_ink(table), interpolation="nearest", aspect="auto")
        axes.set_title(name, **WORDS)
        axes.set_xlabel("head", color="#000000", **WORDS)
        axes.set(xticks=range(0, heads, 2), yticks=range(0, layers, 5))
    all_axes[0].set(ylabel="layer")
    plot.tight_layout()
    said = []
    for name, table in scores.items():
        layer, head = np.unravel_index(table.argmax(), table.shape)
        above = int((table > 0.5).sum())
        said.append(
            f"{name}: {above} heads above one half, most in layer {layer}, head {head}, "
            f"with {table.max():.1f}".replace("\n", " ")
        )
    return from_matplotlib(
        plot, f"Maps of {layers} layers by {heads} heads. " + ". ".join(said) + "."
    )


def ablations(rows: Mapping[str, Sequence[float]], untouched: float) -> Figure:
    """The loss with heads put to zero and to their means, a row an ablation."""
    names = list(rows)
    plot, axes = subplots(figsize=(5.4, 0.46 * len(names) + 1.4))
    places = np.arange(len(names))[::-1]
    zero, mean = (np.array([rows[name][k] for name in names]) for k in (0, 1))
    axes.axvline(untouched, color="#000000", lw=1, ls=":")
    for y, ends in zip(places, zip(zero, mean, strict=True), strict=True):
        axes.plot(ends, [y, y], color="#000000", lw=0.8)
    axes.plot(
        zero, places, "s", color=COLOURS["warning"], ms=9, mfc="none", mew=2, label="zeros"
    )
    axes.plot(mean, places, "o", color=COLOURS["value"], ms=8, label="means")
    axes.set_yticks(places, names)
    axes.set(xlim=(0, None), xlabel="loss on the second copy; dotted: nothing off")
    axes.legend(
        fontsize=13, frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2
    )
    said = "; ".join(f"{name}: {z:.1f} and {m:.1f}" for name, (z, m) in rows.items())
    return from_matplotlib(
        plot,
        f"The loss on the second copy, {untouched:.1f} with nothing off. With heads put to "
        f"zeros, and to their means: {said}.",
    )


def carried(shares: np.ndarray, layers: Sequence[int], tokens: Sequence[str]) -> Figure:
    """How much of the answer comes back, by layer and place; (layers, tokens)."""
    plot, axes = subplots(framed=True, figsize=(6.0, 0.3 * len(layers) + 1.5))
    axes.imshow(_ink(0.6 * np.clip(shares, 0, 1)), interpolation="nearest", aspect="auto")
    for i, row in enumerate(shares):
        for j, share in enumerate(row):
            if abs(share) >= 0.05:
                axes.text(j, i, f"{share:.1f}", ha="center", va="center", fontsize=12)
    axes.set_xticks(range(len(tokens)), tokens)
    axes.set_yticks(range(len(layers)), layers)
    axes.xaxis.tick_top()
    axes.tick_params(labelsize=13, length=0)
    axes.set(ylabel="layer")
    said = "; ".join(
        f"layer {layer}: "
        + ", ".join(f"{t.strip()} {s:.1f}" for t, s in zip(tokens, row, strict=True))
        for layer, row in zip(layers, shares, strict=True)
    )
    return from_matplotlib(
        plot,
        "Share of the answer that one vector of the clean run brings back, by layer and "
        f"place. {said}.",
    )


def senses(words: Mapping[str, np.ndarray]) -> Figure:
    """Cosines of a word with itself in other sentences, through the layers.

    words: for each, (layers + 1, 4, 4): two sentences of one sense, two of the other.
    """
    plot, all_axes = subplots(1, len(words), figsize=(6.2, 3.4), sharey=True)
    said = []
    for axes, (word, table) in zip(all_axes, words.items(), strict=True):
        steps = np.arange(len(table))
        same = table[:, [0, 2], [1, 3]]  # (layers + 1, 2)
        other = table[:, [0, 0, 1, 1], [2, 3, 2, 3]]
        for values, look in (
            (same, {"color": COLOURS["value"], "ls": "-", "label": "same sense"}),
            (other, {"color": COLOURS["key"], "ls": (0, (4, 2)), "label": "other sense"}),
        ):
            axes.plot(steps, values.mean(axis=-1), lw=2.4, marker="o", ms=4, **look)
            axes.fill_between(
                steps, values.min(-1), values.max(-1), color=look["color"], alpha=0.18, lw=0
            )
        axes.set_title(f'"{word}"', **WORDS)
        axes.set(xlabel="layers passed", ylim=(0.55, 1.01), xticks=steps)
        said.append(
            f'"{word}" at the end: same sense {same[-1].min():.1f} to '
            f"{same[-1].max():.1f}, other sense {other[-1].min():.1f} to "
            f"{other[-1].max():.1f}"
        )
    all_axes[0].set(ylabel="cosine")
    all_axes[0].legend(fontsize=13, frameon=False, loc="lower left")
    plot.tight_layout()
    return from_matplotlib(
        plot,
        "The cosine of one word's vectors in two sentences, from before the first layer to "
        f"after the last; bands from the smallest to the largest. {'; '.join(said)}.",
    )

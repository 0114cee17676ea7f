"""What chapter 09 measures, drawn: positions, collapse, gradients, training."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.svg import COLOURS, Figure

STYLES = (
    {"color": COLOURS["weight"], "lw": 2.4},
    {"color": COLOURS["warning"], "lw": 2.4, "ls": (0, (4, 2))},
    {"color": COLOURS["query"], "lw": 2.4, "ls": (0, (1, 1))},
)


def positions(table: np.ndarray) -> Figure:
    """Four pairs of columns as waves; the same position is read off in each.

    table: (n, d_model).
    """
    n, d_model = table.shape
    columns = [0, d_model // 4, d_model // 2, d_model - 2]
    plot, panels = subplots(
        len(columns), 1, figsize=(5.2, 5.6), sharex=True, layout="constrained"
    )
    marked = 10
    for axes, column in zip(panels, columns, strict=True):
        axes.plot(table[:, column], color=COLOURS["query"], lw=2, marker="o", ms=3)
        axes.plot(
            table[:, column + 1], color=COLOURS["key"], lw=2, ls="--", marker="s", ms=3
        )
        axes.axvline(marked, color="#000000", lw=1, ls=":")
        axes.set(ylim=(-1.15, 1.15), yticks=[-1, 0, 1])
        axes.set_title(f"columns {column} and {column + 1}", loc="left", **WORDS)
    panels[-1].set(xlabel="position (solid: sine, dashed: cosine)")
    row = ", ".join(f"{table[marked, j]:.2f}" for c in columns for j in (c, c + 1))
    return from_matplotlib(
        plot,
        f"Sine and cosine columns of the encoding of {n} positions as waves. Columns 0 and "
        "1 turn fastest; later pairs turn more and more slowly, and the last is almost "
        f"still. At position {marked} the eight columns shown are {row}.",
    )


def similarity(products: Mapping[int, np.ndarray], distances: np.ndarray) -> Figure:
    """Dot products of positions against their distance, from several places."""
    plot, axes = subplots(figsize=(5.2, 3.6), layout="constrained")
    widths = (7, 4, 1.6)
    for (place, row), style, width in zip(products.items(), STYLES, widths, strict=True):
        axes.plot(distances, row, **{**style, "lw": width}, label=f"from position {place}")
    axes.set(xlabel="distance", ylabel="dot product")
    axes.legend(fontsize=13, frameon=False, loc="lower center")
    axes.set_ylim(0, None)
    first = next(iter(products.values()))
    nearest = first[np.abs(distances) == 1].mean()
    return from_matplotlib(
        plot,
        f"The dot product of two positions against their distance, from {len(products)} "
        "different places: the curves lie on one another. The product is largest, "
        f"{first.max():.1f}, at distance 0, {nearest:.1f} one step away, the same to both "
        "sides, and falls, with ripples, further out.",
    )


def collapse(ways: Mapping[str, Sequence[float]]) -> Figure:
    """How alike the tokens of a sequence are after each layer."""
    plot, axes = subplots(figsize=(5.2, 3.6), layout="constrained")
    for (name, row), style in zip(ways.items(), STYLES[1::-1], strict=True):
        axes.plot(range(len(row)), row, marker="o", ms=4, label=name, **style)
    axes.set(
        ylim=(-0.05, 1.08), xlabel="layers of attention", ylabel="mean cosine of two tokens"
    )
    axes.legend(fontsize=13, frameon=False, loc="center right")
    ends = "; ".join(f"{name}, {row[-1]:.2f}" for name, row in ways.items())
    return from_matplotlib(
        plot,
        "The mean cosine between different tokens of a sequence after each layer of "
        f"attention. After the last layer: {ends}. 1 means that all tokens point the same "
        "way.",
    )


def gradients(
    ways: Mapping[str, Sequence[float]], steps: Mapping[str, Sequence[float]]
) -> Figure:
    """Above the gradient at each block, below how far its weights then move."""
    plot, both = subplots(2, 1, figsize=(5.2, 6.2), sharex=True, layout="constrained")
    said = []
    for axes, rows, what in zip(both, (ways, steps), ("gradient", "step"), strict=True):
        for (name, row), style in zip(rows.items(), STYLES, strict=False):
            blocks = range(1, len(row) + 1)
            axes.plot(blocks, row, marker="o", ms=4, label=name, **style)
            ends = f"{row[0]:.2g} at block 1, {row[-1]:.2g} at block {len(row)}"
            said.append(f"{what}, {name}: {ends}")
        axes.set(ylim=(0, None), ylabel=f"{what}'s size")
        axes.legend(fontsize=13, frameon=False)
    both[-1].set(xlabel="block (1 is nearest the input)")
    told = "; ".join(said)
    return from_matplotlib(plot, f"Gradient and step of the weights by block. {told}.")


def training(ways: Mapping[str, Sequence[Sequence[float]]], guess: float) -> Figure:
    """Loss curves of several runs each."""
    plot, axes = subplots(figsize=(5.2, 3.8), layout="constrained")
    for (name, runs), style in zip(ways.items(), STYLES, strict=False):
        for i, losses in enumerate(runs):
            smooth = np.convolve(losses, np.ones(9) / 9, mode="valid")
            steps = np.arange(len(smooth)) + 5
            axes.plot(steps, smooth, label=name if i == 0 else None, **style)
    axes.axhline(guess, color="#000000", lw=1, ls=":")
    steps_taken = len(next(iter(ways.values()))[0])
    axes.text(steps_taken, guess + 0.06, "guessing", ha="right", **WORDS)
    axes.set(ylim=(0, guess + 1.5), xlabel="training step", ylabel="loss")
    axes.legend(fontsize=13, frameon=False, loc="upper right")
    said = "; ".join(
        f"{name} ends at {', '.join(f'{np.mean(run[-10:]):.2f}' for run in runs)}"
        for name, runs in ways.items()
    )
    return from_matplotlib(plot, f"Loss against training step, several runs each. {said}.")

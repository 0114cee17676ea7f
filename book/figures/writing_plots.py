"""What chapter 13 measures, drawn: losses, distributions to draw from, recipes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.svg import COLOURS, Figure
from attention_figures.writing import seen


def training(losses: Sequence[float], lines: Mapping[str, float]) -> Figure:
    """Perplexity on the batches of training, and some to compare it with.

    lines: names and perplexities, drawn across.
    """
    plot, axes = subplots(figsize=(5.2, 3.6))
    width = min(30, len(losses))
    smooth = np.exp(np.convolve(losses, np.ones(width) / width, mode="valid"))
    steps = np.arange(len(smooth)) + width
    axes.plot(np.arange(1, len(losses) + 1), np.exp(losses), color=COLOURS["input"], lw=0.5)
    axes.plot(steps, smooth, color=COLOURS["query"], lw=2.4)
    for name, level in lines.items():
        axes.axhline(level, color="#000000", lw=1.2, ls=":")
        axes.text(len(losses), level * 1.05, f"{name}: {level:.0f}", ha="right", **WORDS)
    axes.set_yscale("log")
    axes.set_yticks([10, 30, 100, 300], ["10", "30", "100", "300"])
    axes.minorticks_off()
    axes.set(xlabel="training step", ylabel="perplexity of a batch")
    levels = ", ".join(f"{name} {level:.0f}" for name, level in lines.items())
    return from_matplotlib(
        plot,
        f"Perplexity on the training batches over {len(losses)} steps, logarithmic: "
        f"it falls from {smooth[0]:.0f} to {smooth[-1]:.0f}. Dotted lines: {levels}.",
    )


def to_draw_from(ways: Mapping[str, np.ndarray], pieces: Sequence[str]) -> Figure:
    """The probabilities of the likeliest pieces, one panel a way.

    ways: names and probabilities (n,), in the order of ``pieces`` (n,).
    """
    plot, panels = subplots(
        len(ways), 1, figsize=(5.2, 1.35 * len(ways)), sharex=True, layout="constrained"
    )
    top = max(float(p.max()) for p in ways.values())
    said = []
    for axes, (name, p) in zip(panels, ways.items(), strict=True):
        colours = [COLOURS["weight"] if x else COLOURS["input"] for x in p]
        axes.bar(range(len(p)), p, color=colours, width=0.8)
        axes.set_ylim(0, 1.1 * top)
        axes.set_yticks([0, top], ["0", f"{top:.2f}"])
        axes.text(len(p) - 0.5, top, name, ha="right", va="top", **WORDS)
        said.append(f"{name}: the first {p[0]:.2f}, {int((p > 0).sum())} are possible")
    shown = [seen(piece) for piece in pieces]
    panels[-1].set_xticks(range(len(pieces)), shown, rotation=60, ha="right")
    return from_matplotlib(
        plot,
        f"Bars for the {len(pieces)} likeliest pieces, {shown[0]} to {shown[-1]}. "
        + "; ".join(said)
        + ".",
    )


def recipes(results: Mapping[str, Any]) -> Figure:
    """The perplexity of each recipe, a dot a seed."""
    found = results["recipes"]
    plot, axes = subplots(figsize=(5.2, 0.9 + 0.42 * len(found)))
    plot.set_layout_engine("constrained")  # long names take of the width, and add none
    names = list(found)[::-1]
    first = np.mean(found[names[-1]]["held_out"])
    axes.axvline(first, color="#000000", lw=1, ls=":")
    for place, name in enumerate(names):
        dots = found[name]["held_out"]
        axes.plot(dots, [place] * len(dots), "o", color=COLOURS["query"], ms=8)
    axes.set_yticks(range(len(names)), names)
    axes.set(ylim=(-0.6, len(names) - 0.4), xlabel="perplexity, held-out text")
    said = "; ".join(
        f"{name} " + " and ".join(f"{dot:.1f}" for dot in row["held_out"])
        for name, row in found.items()
    )
    return from_matplotlib(plot, f"Perplexity on held-out text, a dot a seed: {said}.")

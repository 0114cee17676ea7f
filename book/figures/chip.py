"""What chapter 17 counts: two memories, traffic, the roofline, tiles under a mask.

As in chapter 12, red and dashed is the way that costs more, violet and solid the one that
costs less.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.efficient_plots import LESS, MORE, _lengths, _log
from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.svg import COLOURS, Canvas, Figure


def memories() -> Figure:
    """Arithmetic beside a small memory, and a large one far away."""
    canvas = Canvas(500, 190)
    slow = canvas.box(20, 30, 150, 130, role="input", label=("slow memory", "large"))
    fast = canvas.box(290, 30, 190, 130, role="weight", label="", fill=0.06)
    canvas.text(385, 50, "fast memory, small", role="weight")
    canvas.box(315, 75, 140, 65, role="query", label="arithmetic")
    canvas.arrow((170, 75), (fast.x, 75), label="load")
    canvas.arrow((fast.x, 125), (slow.x + slow.width, 125))
    canvas.text(230, 143, "store")
    return canvas.figure(
        "A large slow memory on the left; on the right a small fast memory with the "
        "arithmetic in it. Loads go from left to right, stores back."
    )


def traffic(lengths: Sequence[int], ways: Mapping[str, Sequence[int]]) -> Figure:
    """Numbers moved against the length of the text, one line a way, first one red."""
    plot, axes = subplots(figsize=(5.2, 4.0), layout="constrained")
    said = []
    for (name, moved), style in zip(ways.items(), (MORE, LESS), strict=True):
        axes.plot(lengths, moved, marker="o", label=name, **style)
        said.append(
            f"{name} moves {moved[0]:,} at {lengths[0]} and {moved[-1]:,} "
            f"at {lengths[-1]} tokens"
        )
    axes.set_xscale("log", base=2)
    _log(axes)
    axes.set(ylabel="numbers moved")
    axes.legend(fontsize=13, frameon=False)
    _lengths(axes, lengths)
    return from_matplotlib(
        plot,
        f"Traffic against the length of the text, both axes logarithmic: "
        f"{'; '.join(said)}.",
    )


def roof(
    programs: Mapping[str, tuple[float, float]], peak: float, bandwidth: float
) -> Figure:
    """The roofline; programs by name: operations and bytes moved."""
    plot, axes = subplots(figsize=(5.2, 4.2), layout="constrained")
    ridge = peak / bandwidth
    intensity = np.array([0.25, ridge, 4096])
    reached = np.minimum(peak, bandwidth * intensity)
    axes.plot(intensity, reached / 1e12, color="#000000", lw=1.6)
    said = []
    roles = ("warning", "key", "query", "weight", "value")
    for (name, (work, moved)), role in zip(programs.items(), roles, strict=False):
        here = work / moved
        height = min(peak, bandwidth * here) / 1e12
        axes.plot(here, height, "o", ms=9, color=COLOURS[role])
        place, side = ((8, -16), "left") if here > ridge else ((-10, 3), "right")
        axes.annotate(
            name, (here, height), place, textcoords="offset points", ha=side, **WORDS
        )
        said.append(f"{name} at {here:.3g} operations per byte and {height:.3g}")
    axes.plot([ridge, ridge], [0.5, peak / 1e12], color="#000000", lw=1, ls=":")
    axes.set_xscale("log", base=2)
    _log(axes)
    axes.set(xlabel="operations per byte", ylabel="10¹² operations per second")
    axes.set_xticks([1, 8, 64, 512, 4096], ["1", "8", "64", "512", "4096"])
    return from_matplotlib(
        plot,
        f"A roofline that rises with the bandwidth and is flat at {peak / 1e12:.0f} from "
        f"{ridge:.0f} operations per byte on. Under it {'; '.join(said)}, in 10¹² "
        "operations per second.",
    )


def causal(visited: np.ndarray, whole: np.ndarray) -> Figure:
    """Tiles of a causal attention: whole ones, those with a mask, and those left out."""
    rows, columns = visited.shape
    side = min(420 / columns, 300 / rows)
    canvas = Canvas(columns * side + 40, rows * side + 70)
    for i in range(rows):
        for j in range(columns):
            role = "weight" if whole[i, j] else "key" if visited[i, j] else "input"
            fill = 0.35 if whole[i, j] else 0.2 if visited[i, j] else 0.0
            word = "" if whole[i, j] else "mask" if visited[i, j] else "–"
            canvas.box(
                20 + j * side,
                40 + i * side,
                side - 4,
                side - 4,
                role=role,
                label=word,
                fill=fill,
            )
    canvas.text(20, 20, "keys →", anchor="start", faint=True)
    return canvas.figure(
        f"{rows} by {columns} tiles, queries downwards and keys to the right: "
        f"{int(whole.sum())} whole ones, {int((visited & ~whole).sum())} on the diagonal "
        f"that need a mask, {int((~visited).sum())} above it that are left out."
    )

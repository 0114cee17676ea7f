"""What chapter 06 measures, drawn: spreads, saturation, certainty, training.

Violet and solid is always *with* the division by sqrt(d_k), red and dashed
*without* it.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.svg import COLOURS, Figure

WITH = {"color": COLOURS["weight"], "lw": 2.4}
WITHOUT = {"color": COLOURS["warning"], "lw": 2.4, "ls": (0, (4, 2))}


def spreads(samples: Mapping[int, np.ndarray]) -> Figure:
    """Densities of raw and scaled scores; d_k to scores."""
    plot, (top, bottom) = subplots(2, 1, figsize=(5.2, 5.4), layout="constrained")
    lines = (("input", ":"), ("key", (0, (4, 2))), ("query", "-"))
    panels = (
        (top, "scores", 70, lambda d: 1.0),
        (bottom, r"scores ÷ $\sqrt{d_k}$", 4, lambda d: d**0.5),
    )
    for axes, name, limit, divisor in panels:
        edges = np.linspace(-limit, limit, 57)
        middles = (edges[1:] + edges[:-1]) / 2
        for (d_k, scores), (role, style) in zip(samples.items(), lines, strict=True):
            heights, _ = np.histogram(scores / divisor(d_k), bins=edges, density=True)
            axes.plot(
                middles,
                heights,
                color=COLOURS[role],
                ls=style,
                lw=2.2,
                label=f"$d_k$ = {d_k}",
            )
        axes.set(xlabel=name)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    top.legend(fontsize=13, frameon=False, loc="upper left")
    stds = ", ".join(f"{s.std():.1f} for d_k {d}" for d, s in samples.items())
    return from_matplotlib(
        plot,
        f"Two panels of bell curves. Above, scores: their standard deviation is {stds}, so "
        "the curves are thin and high, wider, and very wide. Below, the same scores "
        "divided by the root of d_k: all three have a standard deviation of about 1; "
        "the thin line, of the shortest vectors, is more pointed.",
    )


def smoothing(
    keys: np.ndarray,
    values: np.ndarray,
    queries: np.ndarray,
    weights: Mapping[float, np.ndarray],
) -> Figure:
    """Kernel smoothing; bandwidth to weights (n_q, n)."""
    plot, (top, bottom) = subplots(
        2, 1, figsize=(5.2, 5.2), sharex=True, height_ratios=(3, 2), layout="constrained"
    )
    looks = (("warning", ":", 1.8), ("weight", "-", 2.8), ("key", (0, (4, 2)), 2.2))
    top.plot(keys, values, "o", color=COLOURS["value"], ms=5, alpha=0.7)
    one = len(queries) // 3
    said = []
    for (h, row), (role, style, width) in zip(weights.items(), looks, strict=True):
        look = {"color": COLOURS[role], "ls": style, "lw": width, "label": f"h = {h:g}"}
        top.plot(queries, row @ values, **look)
        bottom.plot(keys, row[one], **look)
        said.append(f"{h:g} largest {row[one].max():.2f}")
    top.set(ylabel="values")
    bottom.set(
        ylabel="weights",
        xlabel=f"keys; below, their weights for the query {queries[one]:g}",
        ylim=(0, 1.3 * weights[min(weights)][one].max()),
    )
    bottom.legend(fontsize=13, frameon=False, loc="upper right")
    return from_matplotlib(
        plot,
        f"Above, {len(keys)} noisy measurements around a wave, and three curves: the "
        "narrowest kernel jumps from one measurement to the next, the middle one follows "
        "the wave, the widest is nearly flat. Below, the weights of one query over the "
        f"keys, by bandwidth: {', '.join(said)}.",
    )


def saturation(rows: Mapping[int, tuple[np.ndarray, np.ndarray]]) -> Figure:
    """One query's weights; d_k to (without, with), each (n_k,)."""
    plot, panels = subplots(
        2, len(rows), figsize=(5.2, 4.0), sharex=True, sharey=True, layout="constrained"
    )
    said = []
    for column, (d_k, pair) in enumerate(rows.items()):
        for row, (weights, role) in enumerate(
            zip(pair, ("warning", "weight"), strict=True)
        ):
            axes = panels[row, column]
            places = np.arange(len(weights))
            hatch = "////" if role == "warning" else None
            axes.bar(
                places, weights, color=COLOURS[role], alpha=0.75, width=0.9, hatch=hatch
            )
            axes.set(ylim=(0, 1.3), xticks=[], yticks=[0, 0.5, 1])
            axes.text(7.5, 1.15, f"largest {weights.max():.2f}", ha="center", **WORDS)
        panels[0, column].set_title(f"$d_k$ = {d_k}", **WORDS)
        panels[1, column].set(xlabel="16 keys")
        said.append(f"{pair[0].max():.2f} and {pair[1].max():.2f} for d_k {d_k}")
    panels[0, 0].set(ylabel="not divided")
    panels[1, 0].set(ylabel="divided")
    return from_matplotlib(
        plot,
        "Weights of one query over 16 keys as bars, above without and below with the "
        f"division by the root of d_k. The largest weight is {'; '.join(said)}.",
    )


def certainty(
    widths: Sequence[int], entropies: np.ndarray, norms: np.ndarray, n_keys: int
) -> Figure:
    """Entropy and Jacobian norm against d_k; (len(widths), 2): without, with."""
    plot, (top, bottom) = subplots(
        2, 1, figsize=(5.2, 5.6), sharex=True, layout="constrained"
    )
    for axes, numbers in ((top, entropies), (bottom, norms)):
        axes.plot(widths, numbers[:, 0], marker="o", label="not divided", **WITHOUT)
        axes.plot(
            widths, numbers[:, 1], marker="s", label=r"divided by $\sqrt{d_k}$", **WITH
        )
        axes.set_xscale("log", base=2)
    top.axhline(np.log(n_keys), color="#000000", lw=1, ls=":")
    top.text(
        widths[-1], np.log(n_keys) - 0.1, "log 16: all alike", ha="right", va="top", **WORDS
    )
    top.set(ylim=(0, np.log(n_keys) + 0.15))
    bottom.set(ylim=(0, None))
    top.set(ylabel="entropy, mean")
    bottom.set(ylabel="Jacobian's norm, median", xlabel="$d_k$")
    bottom.set_xticks(widths, [str(w) for w in widths])
    bottom.minorticks_off()
    bottom.legend(fontsize=13, frameon=False, loc="lower left", bbox_to_anchor=(0, 0.12))
    ends = f"{entropies[0, 0]:.2f} to {entropies[-1, 0]:.2f}"
    return from_matplotlib(
        plot,
        f"Against d_k from {widths[0]} to {widths[-1]}. Without the division the mean "
        f"entropy falls from {ends} and the median norm of the Jacobian from "
        f"{norms[0, 0]:.2f} to {norms[-1, 0]:.4f}. Divided by the root of d_k both stay "
        f"level, near {entropies[-1, 1]:.2f} and {norms[-1, 1]:.2f}.",
    )


def training(
    without: Sequence[Sequence[float]], divided: Sequence[Sequence[float]]
) -> Figure:
    """Loss curves of several runs each."""
    plot, axes = subplots(figsize=(5.2, 3.9))
    for runs, style, name in (
        (without, WITHOUT, "not divided"),
        (divided, WITH, r"divided by $\sqrt{d_k}$"),
    ):
        for i, losses in enumerate(runs):
            smooth = np.convolve(losses, np.ones(9) / 9, mode="valid")
            steps = np.arange(len(smooth)) + 5
            axes.plot(steps, smooth, label=name if i == 0 else None, **style)
    axes.axhline(1, color="#000000", lw=1, ls=":")
    axes.text(len(without[0]), 1.16, "as good as answering 0", ha="right", **WORDS)
    axes.set(ylim=(0, 1.5), xlabel="training step", ylabel="mean squared error")
    axes.legend(  # clear of the last curve to fall
        fontsize=13,
        frameon=False,
        loc="upper right",
        bbox_to_anchor=(1, 0.26),
        borderaxespad=0,
        borderpad=0,
        handlelength=1.4,
    )
    last = [
        f"{np.mean([np.mean(r[-20:]) for r in runs]):.2f}" for runs in (without, divided)
    ]
    return from_matplotlib(
        plot,
        f"Loss over {len(without[0])} training steps, {len(without)} runs each. Divided by "
        f"the root of d_k, all runs fall to {last[1]}. Not divided, they are still at "
        f"{last[0]} on average.",
    )

"""What chapter 12 counts and measures, drawn as curves.

Red and dashed is always the way that costs more, violet and solid the one that
costs less.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.svg import COLOURS, Figure

MORE = {"color": COLOURS["warning"], "lw": 2.4, "ls": (0, (4, 2))}
LESS = {"color": COLOURS["weight"], "lw": 2.4}
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def growth(
    lengths: Sequence[int], mebibytes: Sequence[float], seconds: Sequence[float]
) -> Figure:
    """Memory and time of one naive attention against the length of the text."""
    plot, (top, bottom) = subplots(
        2, 1, figsize=(5.2, 6.0), sharex=True, layout="constrained"
    )
    steps = np.array(lengths, dtype=float)
    said = []
    for axes, numbers, name in (
        (top, mebibytes, "memory, MiB"),
        (bottom, seconds, "time, s"),
    ):
        straight = numbers[-1] * (steps / steps[-1])
        axes.plot(steps, straight, color="#000000", lw=1, ls=":")
        axes.plot(steps, numbers, marker="o", **MORE)
        axes.set_xscale("log", base=2)
        _log(axes)
        axes.set(ylabel=name)
        axes.text(steps[2], straight[2] * 1.3, "if it grew like n", ha="right", **WORDS)
        said.append(f"{name} from {numbers[0]:.2g} to {numbers[-1]:.2g}")
    _lengths(bottom, lengths)
    return from_matplotlib(
        plot,
        f"Two log-log plots against the number of tokens, {lengths[0]} to {lengths[-1]}. "
        f"{said[0]}; {said[1]}. Both rise about twice as steeply as a dotted line for what "
        "grows in proportion to n.",
    )


def crossover(
    lengths: np.ndarray, recurrence: np.ndarray, pairs: np.ndarray, d: int
) -> Figure:
    """Multiplications of a recurrence and of scores and context, against n."""
    plot, axes = subplots(figsize=(5.2, 3.8))
    axes.plot(lengths, pairs, label="attention: $2 n^2 d$", **MORE)
    axes.plot(lengths, recurrence, label="recurrence: $2 n d^2$", **LESS)
    axes.axvline(d, color="#000000", lw=1, ls=":")
    axes.set_xscale("log", base=2)
    _log(axes)
    axes.text(d * 0.85, pairs.max() * 0.5, f"n = d = {d}", ha="right", **WORDS)
    axes.set(ylabel="multiplications")
    _lengths(axes, [int(n) for n in lengths[::2]])
    axes.legend(fontsize=13, frameon=False, loc="lower right")
    return from_matplotlib(
        plot,
        f"Multiplications against the number of tokens for d = {d}, both axes "
        f"logarithmic. Below n = {d} the scores and the context of attention take fewer "
        "than a recurrence, above it more.",
    )


def cache_work(again: Sequence[int], cached: Sequence[int]) -> Figure:
    """Multiplications for each new token, without and with a cache."""
    plot, axes = subplots(figsize=(5.2, 3.6))
    places = np.arange(1, len(again) + 1)
    axes.plot(places, again, label="all tokens again", **MORE)
    axes.plot(places, cached, label="with a cache", **LESS)
    _log(axes)
    axes.set(xlabel="number of the new token", ylabel="multiplications")
    axes.legend(fontsize=13, frameon=False, loc="center right")
    return from_matplotlib(
        plot,
        f"Multiplications needed for each of {len(again)} new tokens, logarithmic. "
        f"Computing everything again they grow from {again[0]:,} to {again[-1]:,}; with a "
        f"cache from {cached[0]:,} to {cached[-1]:,}.",
    )


def approximation(
    features: Sequence[int],
    errors: Mapping[float, tuple[float, float, Sequence[float]]],
) -> Figure:
    """Error of linear attention; spread to (plain mean, elu + 1, random features)."""
    plot, panels = subplots(
        len(errors), 1, figsize=(5.2, 5.6), sharex=True, layout="constrained"
    )
    said = []
    for axes, (spread, (mean, elu, random)) in zip(panels, errors.items(), strict=True):
        axes.plot(features, random, marker="o", label="random features", **LESS)
        value = {"color": COLOURS["value"], "lw": 2.4, "ls": ":"}
        axes.axhline(elu, label="elu + 1", **value)
        axes.axhline(mean, color="#000000", lw=1.2, ls="-.", label="plain mean")
        axes.set_xscale("log", base=4)
        axes.set_title(f"spread {spread:g}", **WORDS)
        axes.set_xticks(features, [str(m) for m in features])
        axes.minorticks_off()
        axes.set(ylim=(0, 1.12 * max(mean, elu, *random)), ylabel="relative error")
        said.append(
            f"At spread {spread:g} elu + 1 is off by {elu:.2f}, the plain mean by "
            f"{mean:.2f}, random features by {random[0]:.2f} with {features[0]} and by "
            f"{random[-1]:.2f} with {features[-1]}."
        )
    panels[-1].set(xlabel="random features")
    panels[-1].legend(fontsize=13, frameon=False, loc="lower left")
    return from_matplotlib(
        plot, "Error of linear attention against softmax attention. " + " ".join(said)
    )


# Of a way its role and marker, of a dtype its line.
STYLES = {
    "explicit": ("warning", "o"),
    "compiled": ("key", "s"),
    "SDPA, math": ("value", "^"),
    "SDPA, efficient": ("input", "v"),
    "SDPA, flash": ("query", "D"),
    "SDPA, cuDNN": ("weight", "P"),
}
DTYPES = {"float32": ":", "bfloat16": "-"}


def gpu(found: Mapping[str, Any]) -> Figure:
    """Time and memory on a GPU: a device's facts, and rows of ``efficient_gpu.measure``."""
    plot, (top, bottom) = subplots(
        2, 1, figsize=(5.2, 8.4), sharex=True, layout="constrained"
    )
    curves: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in found["rows"]:
        if row.get("ms") is not None:
            curves.setdefault((row["way"], row["dtype"]), []).append(row)
    said = []
    for (way, dtype), rows in curves.items():
        role, marker = STYLES[way]
        style = {"color": COLOURS[role], "ls": DTYPES[dtype], "marker": marker, "lw": 2}
        lengths = [row["n"] for row in rows]
        times = [row["ms"] for row in rows]
        spread = [[row[name] for row in rows] for name in ("low", "high")]
        top.plot(lengths, times, label=f"{way}, {dtype}", **style)
        top.fill_between(lengths, *spread, color=COLOURS[role], alpha=0.2, lw=0)
        held = [row["mib"] for row in rows]
        if None not in held:
            bottom.plot(lengths, held, **style)
        memory = "" if held[-1] is None else f" and {held[-1]:.0f} MiB"
        said.append(f"{way}, {dtype}: {times[-1]:.3g} ms{memory} at {lengths[-1]} tokens")
    for axes, name in ((top, "milliseconds"), (bottom, "memory held, MiB")):
        axes.set_xscale("log", base=2)
        _log(axes)
        axes.set(ylabel=name)
    _lengths(bottom, sorted({row["n"] for row in found["rows"]}))
    plot.legend(fontsize=13, frameon=False, loc="outside lower center")
    where = f"{found['device']}, {found['date']}, PyTorch {found['torch']}"
    plot.suptitle(where, **WORDS)
    return from_matplotlib(
        plot, f"Measured on {where}. Time and memory of attention. {'; '.join(said)}."
    )


def _lengths(axes, lengths: Sequence[int]) -> None:
    axes.set(xlabel="tokens")
    axes.set_xticks(lengths, [str(n) for n in lengths])
    axes.minorticks_off()


def _log(axes) -> None:
    """A logarithmic scale, its numbers as plain text: it follows the page's colours."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    def words(number: float, _place: int) -> str:
        power = round(np.log10(number))
        return f"{number:g}" if abs(power) < 4 else "10" + str(power).translate(RAISED)

    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(FuncFormatter(words))
    axes.yaxis.set_minor_formatter(NullFormatter())

"""What chapter 10 measures, drawn: rates, losses, alignments, accuracies."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.svg import COLOURS, Figure

LINES = (
    {"color": COLOURS["warning"], "ls": (0, (1.5, 1.5)), "marker": "o"},
    {"color": COLOURS["key"], "ls": (0, (5, 2)), "marker": "s"},
    {"color": COLOURS["query"], "ls": "-", "marker": "^"},
)


def smoothed_target(distribution: np.ndarray, names: Sequence[str]) -> Figure:
    """How much of the target each id gets; (vocabulary,)."""
    plot, axes = subplots(figsize=(5.2, 2.9))
    right = int(np.argmax(distribution))
    colours = [COLOURS["weight" if i == right else "value"] for i in range(len(names))]
    axes.bar(range(len(names)), distribution, color=colours, width=0.8)
    axes.set_xticks(range(len(names)), names)
    for label in axes.get_xticklabels():
        label.set_rotation(90 if len(label.get_text()) > 1 else 0)
    axes.set(ylabel="share of the target")
    axes.text(
        right + 0.6, distribution[right] - 0.06, f"{distribution[right]:.3f}", **WORDS
    )
    rest = np.delete(distribution, right)
    axes.text(
        right + 0.6, 0.07, f"{rest[0]:.4f} each, and never 0", color="#000000", **WORDS
    )
    return from_matplotlib(
        plot,
        f"A bar for each of {len(names)} ids. The right one, {names[right]}, has "
        f"{distribution[right]:.3f} of the target, each other {rest[0]:.4f}.",
    )


def schedules(rates: Mapping[str, Sequence[float]]) -> Figure:
    """Learning rates against the step; a name to the rate of every step."""
    plot, axes = subplots(figsize=(5.2, 3.5))
    for (name, values), style in zip(rates.items(), LINES, strict=False):
        look = {k: v for k, v in style.items() if k != "marker"}
        axes.plot(np.arange(1, len(values) + 1), values, lw=2.4, label=name, **look)
    axes.set(ylim=(0, None), xlabel="step", ylabel="learning rate")
    axes.legend(fontsize=13, frameon=False)
    tops = "; ".join(
        f"{name}: {max(v):.4f} at step {int(np.argmax(v)) + 1}" for name, v in rates.items()
    )
    return from_matplotlib(
        plot, f"Learning rates that rise to a top and fall after it. {tops}."
    )


def loss_curve(losses: Sequence[float], steps: int, floor: float) -> Figure:
    """The loss of every step so far, and the lowest that smoothing allows."""
    plot, axes = subplots(figsize=(5.2, 3.2))
    losses = np.asarray(losses)
    width = min(20, len(losses))
    smooth = np.convolve(losses, np.ones(width) / width, mode="valid")
    axes.plot(np.arange(1, len(losses) + 1), losses, color=COLOURS["input"], lw=0.7)
    axes.plot(np.arange(len(smooth)) + width, smooth, color=COLOURS["query"], lw=2.4)
    axes.axhline(floor, color="#000000", lw=1, ls=":")
    axes.text(steps, floor - 0.1, f"lowest: {floor:.3f}", ha="right", va="top", **WORDS)
    axes.set(xlim=(0, steps), ylim=(0, 3), xlabel="training step", ylabel="loss")
    return from_matplotlib(
        plot,
        f"The loss over {len(losses)} of {steps} steps: from {losses[0]:.2f} at the first "
        f"to {smooth[-1]:.2f} at the last; a dotted line at {floor:.3f} is the lowest that "
        "label smoothing allows.",
    )


class LiveTraining:
    """A progress bar and a loss curve that stay in place while training runs.

    Call it with (step, loss).  It is drawn anew a few times only, so that
    watching costs little, and a stored notebook keeps the last state.
    """

    def __init__(self, steps: int, floor: float, updates: int = 10) -> None:
        from IPython.display import display

        self.steps, self.floor = steps, floor
        self.every = max(1, steps // updates)
        self.losses: list[float] = []
        self.handle = display(self, display_id=True)

    def __call__(self, step: int, loss: float) -> None:
        self.losses.append(loss)
        if step % self.every == 0 or step == self.steps:
            self.handle.update(self)

    def __str__(self) -> str:
        done = len(self.losses)
        filled = round(30 * done / self.steps)
        bar = "#" * filled + "." * (30 - filled)
        now = f"  loss {np.mean(self.losses[-20:]):.2f}" if done else ""
        return f"[{bar}] step {done} of {self.steps}{now}"

    def _repr_mimebundle_(self, **_wanted: object) -> dict[str, str]:
        if not self.losses:
            return {"text/plain": str(self)}
        drawn = loss_curve(self.losses, self.steps, self.floor)
        # One output shows one thing: the bar stands under the curve, as its caption.
        return {**drawn._repr_mimebundle_(), "text/plain": f"{self}\n{drawn.alt}"}


def alignment(
    weights: np.ndarray, source: Sequence[str], target: Sequence[str], title: str = ""
) -> Figure:
    """Cross-attention as a table: what was written down, what was read across.

    weights: (n, m), one row a written id.
    """
    from matplotlib.colors import LinearSegmentedColormap

    n, m = weights.shape
    plot, axes = subplots(figsize=(5.2, 0.4 + 0.29 * n))
    colour = COLOURS["weight"]
    shades = LinearSegmentedColormap.from_list("weights", [colour + "00", colour + "ff"])
    axes.pcolormesh(weights, cmap=shades, vmin=0, vmax=1, edgecolors=colour + "30", lw=0.5)
    axes.set_xticks(np.arange(m) + 0.5, [_seen(letter) for letter in source])
    axes.set_yticks(np.arange(n) + 0.5, [_seen(letter) for letter in target])
    axes.xaxis.tick_top()
    axes.invert_yaxis()
    axes.tick_params(length=0, labelsize=13 if m < 25 else 11)
    axes.set(xlabel=title or "read, as keys")
    axes.xaxis.set_label_position("top")
    axes.set(ylabel="written")
    for side in axes.spines.values():
        side.set_visible(False)
    most = ", ".join(
        f"{_seen(letter)} from {_seen(source[int(row.argmax())])} ({row.max():.2f})"
        for letter, row in zip(target, weights, strict=True)
    )
    return from_matplotlib(
        plot,
        f"Weights of {n} written characters over {m} read ones. The largest of each row: "
        f"{most}.",
    )


def by_length(results: Mapping[str, object]) -> Figure:
    """Exact match against the number of words; mean and range over the seeds."""
    plot, axes = subplots(figsize=(5.2, 4.0))
    words = results["words"]
    said = []
    for (name, model), style in zip(results["models"].items(), LINES, strict=True):
        shares = np.array(model["exact_match"])  # (seeds, lengths)
        axes.fill_between(
            words, shares.min(0), shares.max(0), color=style["color"], alpha=0.18, lw=0
        )
        axes.plot(words, shares.mean(0), lw=2.4, ms=6, label=name, **style)
        ends = ", ".join(f"{share:.2f}" for share in shares.mean(0)[-6:])
        said.append(f"{name}: {ends}")
    axes.set(ylim=(0, 1.04))
    axes.set_xticks(words)
    axes.set(xlabel="digits spoken", ylabel="exact match, unseen")
    axes.legend(fontsize=13, frameon=False, loc="lower left", bbox_to_anchor=(0, 1))
    return from_matplotlib(
        plot,
        "Exact match on unseen strings against their length. Means for the last six "
        f"lengths, {words[-6]} to {words[-1]} words. " + ". ".join(said) + ".",
    )


def _seen(letter: str) -> str:
    return {" ": "␣", "<eos>": "EOS", "<bos>": "BOS"}.get(letter, letter)

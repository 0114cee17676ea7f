"""The figures of chapter 11, reading attention."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.svg import COLOURS, Area, Canvas, Figure


def pattern() -> Figure:
    """The task: find the earlier occurrence, read on by one."""
    c = Canvas(520, 232)
    letters = ["k", "w", "t", "a", "f", "k", "w", "?"]
    cells = _row(c, 26, 112, letters, marked={1: "input", 2: "value", 6: "query", 7: None})
    then, after, now, asked = cells[1], cells[2], cells[6], cells[7]
    c.arrow(now.top, (then.top[0], then.y - 4), role="query", bend=32)
    c.text(270, 26, "1  where was w before?", role="query", bold=True)
    c.arrow(
        (then.bottom[0], then.bottom[1] + 4),
        (after.bottom[0], after.bottom[1] + 4),
        role="key",
        bend=9,
    )
    c.text(132, 188, "2  read on by one", role="key", bold=True)
    c.arrow(
        (after.bottom[0] + 8, after.bottom[1] + 2),
        (asked.bottom[0], asked.bottom[1] + 4),
        role="value",
        bend=24,
    )
    c.text(374, 218, "3  say that: t", role="value", bold=True)
    return c.figure(
        "The letters k w t a f k w and a question mark. From the second w an arrow goes "
        "back to the first w; from there one step on to t; and t is carried to the "
        "question mark."
    )


def circuit() -> Figure:
    """How two heads do it together."""
    c = Canvas(520, 446)
    x = {"w": 92, "t": 208, "now": 428}
    c.text(8, 412, "tokens", anchor="start", faint=True)
    for name, letter in (("w", "w"), ("t", "t"), ("now", "w")):
        c.box(x[name] - 26, 392, 52, 38, role="input", label=letter, bold=True)
    c.text(318, 411, ". . .", faint=True)

    c.text(8, 330, "head of layer 1", anchor="start", bold=True)
    c.text(8, 352, "one back", anchor="start", faint=True)
    note = c.box(x["t"] - 50, 262, 188, 44, role="key", label="t, and before it: w")
    c.arrow((x["t"], 390), (x["t"], note.y + note.height + 2), width=1.4)
    c.arrow((x["w"] + 10, 390), (x["t"] - 34, note.y + note.height + 3), role="key")

    c.text(8, 214, "head of layer 2", anchor="start", bold=True)
    c.text(8, 236, "looks for a note", anchor="start", faint=True)
    asks = c.box(x["now"] - 86, 166, 172, 44, role="query", label="who has w before?")
    c.arrow((x["now"], 390), (x["now"], asks.y + asks.height + 2), width=1.4)
    match = note.x + note.width - 16, note.y - 3
    c.arrow((asks.x + 20, asks.y + asks.height + 2), match, role="query")
    c.text(258, 232, "match", role="weight", bold=True)

    out = c.box(x["now"] - 62, 36, 124, 44, role="value", label="next: t", bold=True)
    c.arrow((x["now"], asks.y - 2), (x["now"], out.y + out.height + 2), width=1.4)
    c.arrow((x["t"] + 10, note.y - 3), (out.x - 4, out.y + 30), role="value", bend=-34)
    c.text(168, 92, "the value of t is copied", role="value", bold=True)
    c.text(260, 14, "Blue: query.  Orange: key.  Green: value.", faint=True)
    return c.figure(
        "Three tokens: an early w, the t after it, a later w. The head of layer 1 writes "
        "on t which token came before it: w. The head of layer 2, at the later w, asks "
        "who has w before it; its query matches the key of t, and the value of t is "
        "copied there: the prediction is t."
    )


def growth(
    losses: Sequence[float],
    steps: Sequence[int],
    scores: Mapping[str, Sequence[float]],
) -> Figure:
    """The loss of every step, and below it the scores of the two heads."""
    plot, (top, low) = subplots(2, 1, figsize=(5.2, 5.2), sharex=True, height_ratios=(1, 1))
    top.plot(np.arange(1, len(losses) + 1), losses, color="#000000", lw=1.6)
    top.axhline(np.log(64), color="#000000", lw=1, ls=":")
    top.text(len(losses), np.log(64) + 0.1, "knowing nothing: ln 64", ha="right", **WORDS)
    top.set(ylim=(0, 5), ylabel="loss")
    looks = (
        {"color": COLOURS["key"], "ls": (0, (5, 2))},
        {"color": COLOURS["query"], "ls": "-"},
    )
    for (name, values), look in zip(scores.items(), looks, strict=True):
        low.plot(steps, values, lw=2.4, label=name, **look)
    low.set(ylim=(0, 1.04), xlim=(0, len(losses)), xlabel="training step", ylabel="score")
    low.legend(fontsize=13, frameon=False, loc="center right")
    halves = "; ".join(
        f"{name} passes one half at step {_passes(steps, values)}"
        for name, values in scores.items()
    )
    return from_matplotlib(
        plot,
        f"Above, the loss over {len(losses)} steps: from {losses[0]:.1f} a little down "
        f"at first, then a fall to {np.mean(losses[-20:]):.2f}. Below, the scores of the "
        f"two heads, which rise while the loss falls: {halves}.",
    )


def maps(weights: np.ndarray, names: Sequence[str], period: int) -> Figure:
    """Weights as pictures, one per head; (heads, n, n)."""
    count, n = len(weights), weights.shape[-1]
    plot, all_axes = subplots(1, count, framed=True, figsize=(5.6, 3.2), sharey=True)
    for axes, table, name in zip(all_axes, weights, names, strict=True):
        steps = np.round(20 * table) / 20  # the same picture on every processor
        axes.imshow(_ink(steps), interpolation="nearest")
        axes.axhline(period - 0.5, color="#000000", lw=0.8, ls=":")
        axes.axvline(period - 0.5, color="#000000", lw=0.8, ls=":")
        axes.plot([-0.5, n - 0.5], [-0.5, n - 0.5], color="#000000", lw=0.5)
        axes.set_title(name, **WORDS)
        axes.set_xlabel("key", color="#000000", **WORDS)
        axes.set(xticks=[0, period, n - 1], yticks=[0, period, n - 1])
    all_axes[0].set(ylabel="query")
    plot.tight_layout()
    return from_matplotlib(
        plot,
        f"Two maps of {n} queries by {n} keys; dotted lines mark where the second copy "
        f"begins, at {period}. {names[0]}: a dark line just below the diagonal in the "
        f"first copy, blurred in the second. {names[1]}: in the second copy a dark line "
        f"{period - 1} places left of the diagonal.",
    )


def accuracies(rows: Mapping[str, float]) -> Figure:
    """A bar a row: the share of next tokens that are right."""
    c = Canvas(520, 30 + 44 * len(rows))
    for i, (name, share) in enumerate(rows.items()):
        y = 16 + 44 * i
        c.text(232, y + 14, name, anchor="end")
        role = "value" if share > 0.5 else "warning"
        c.box(244, y, max(210 * share, 2), 28, role=role, fill=0.4)
        c.text(256 + 210 * share, y + 14, f"{share:.2f}", anchor="start", mono=True)
    said = ", ".join(f"{name} {share:.2f}" for name, share in rows.items())
    return c.figure(f"The share of next tokens predicted right, as bars: {said}.")


def blame(places: Sequence[str], columns: Mapping[str, Sequence[float]]) -> Figure:
    """Several answers to one question, side by side: which token mattered?"""
    c = Canvas(520, 84 + 40 * len(places))
    left, width = 158, 84
    for i, name in enumerate(places):
        c.text(148, 80 + 40 * i, name, anchor="end")
    roles = ("weight", "key", "value")
    step = (520 - left) / len(columns)
    for k, (title, numbers) in enumerate(columns.items()):
        x = left + step * k
        for line, words in enumerate(title.split("\n")):
            c.text(x, 16 + 22 * line, words, anchor="start", bold=True, role=roles[k])
        for i, number in enumerate(numbers):
            y = 68 + 40 * i
            size = width * max(number, 0) * 0.8
            c.box(x, y, max(size, 1.5), 24, role=roles[k], fill=0.4)
            c.text(x + size + 6, y + 12, _two(number), anchor="start", mono=True)
    said = ". ".join(
        f"{title}: ".replace("\n", " ")
        + ", ".join(f"{name} {_two(x)}" for name, x in zip(places, numbers, strict=True))
        for title, numbers in columns.items()
    )
    return c.figure(f"Bars for each place in the sequence, under three headings. {said}.")


def _row(c: Canvas, x: float, y: float, letters, marked: Mapping) -> list[Area]:
    cells = []
    for i, letter in enumerate(letters):
        role = marked.get(i)
        fill = 0.3 if role else 0.05
        where = x + 59 * i, y, 52, 40
        cells.append(c.box(*where, role=role, label=letter, fill=fill, bold=i in marked))
    return cells


def _ink(table: np.ndarray) -> np.ndarray:
    """The weight's colour, the fainter the smaller; (n, n, 4), clear where 0."""
    colour = COLOURS["weight"]
    picture = np.empty((*table.shape, 4))
    picture[..., :3] = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    picture[..., 3] = np.clip(table, 0, 1) ** 0.6  # small weights stay visible
    return picture


def _two(number: float) -> str:
    return f"{round(float(number), 2) + 0.0:.2f}"  # -0.00 becomes 0.00


def _passes(steps: Sequence[int], values: Sequence[float]) -> object:
    above = [step for step, value in zip(steps, values, strict=True) if value > 0.5]
    return above[0] if above else "none"

"""What chapter 18 counts and measures: stretched pairs, losses, caches, blocks."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.plots import WORDS, from_matplotlib, subplots
from attention_figures.svg import COLOURS, Canvas, Figure

LINES = (
    {"color": COLOURS["warning"], "ls": (0, (4, 2)), "lw": 2.4},
    {"color": COLOURS["query"], "ls": "-", "lw": 2.4},
    {"color": COLOURS["value"], "ls": (0, (1, 1)), "lw": 2.6},
    {"color": COLOURS["weight"], "ls": (0, (5, 1, 1, 1)), "lw": 2.4},
    {"color": "#000000", "ls": "-", "lw": 1.2},
)


def speeds(kept: Mapping[str, np.ndarray], turns: np.ndarray) -> Figure:
    """How much of its speed each pair keeps, by each way of stretching."""
    plot, axes = subplots(figsize=(5.2, 3.8), layout="constrained")
    said = []
    for (name, share), style in zip(kept.items(), LINES[1:], strict=False):
        axes.plot(share, label=name, **style)
        middle = share[len(share) // 2]
        said.append(f"{name} {share[0]:.2f}, {middle:.2f} and {share[-1]:.2f}")
    once = int(np.argmax(turns < 1)) - 0.5
    axes.axvline(once, color="#000000", lw=1, ls=":")
    axes.text(once + 0.4, 0.97, "never\nround", va="top", **WORDS)
    axes.set(xlabel="pair, from fast to slow", ylabel="new speed / old")
    axes.legend(fontsize=13, frameon=False, loc="lower left")
    return from_matplotlib(
        plot,
        "The share of its speed that a pair keeps, for the first, the middle and the last "
        f"pair: {'; '.join(said)}. A dotted line at pair {once + 0.5:.0f}: from there on "
        "pairs do not come round in the training.",
    )


def losses(
    ways: Mapping[str, Sequence[float]], step: int, trained: int, start: int = 0
) -> Figure:
    """Loss against the place in the text, one line a way; trained: where training ended."""
    plot, axes = subplots(figsize=(5.2, 4.2), layout="constrained")
    said = []
    for (name, nats), style in zip(ways.items(), LINES, strict=False):
        places = start + step * (np.arange(len(nats)) + 0.5)
        axes.plot(places, nats, label=name, **style)
        before = np.mean(np.asarray(nats)[places < trained])
        after = np.mean(np.asarray(nats)[places > trained])
        said.append(f"{name} {before:.2f} and {after:.2f}")
    axes.axvline(trained, color="#000000", lw=1, ls=":")
    axes.set(xlabel="place in the text, tokens", ylabel="nats a token")
    plot.legend(fontsize=13, frameon=False, loc="outside upper center", ncols=2)
    return from_matplotlib(
        plot,
        f"Loss against the place in the text. Means before and after token {trained}: "
        f"{'; '.join(said)}.",
    )


def kept(rows: Mapping[str, np.ndarray]) -> Figure:
    """Which tokens of a text each cache keeps, one row a cache."""
    n = max(len(row) for row in rows.values())
    side = min(22.0, 380 / n)
    canvas = Canvas(150 + n * side, 30 + 34 * len(rows))
    said = []
    for i, (name, row) in enumerate(rows.items()):
        y = 14 + 34 * i
        canvas.text(138, y + side / 2 + 4, name, anchor="end")
        for j, here in enumerate(row):
            role, fill = ("key", 0.35) if here else ("input", 0.0)
            canvas.box(
                144 + j * side, y, side - 3, side - 3, role=role, label="", fill=fill
            )
        said.append(f"{name}: {', '.join(str(j) for j in np.flatnonzero(row))}")
    return canvas.figure(f"Tokens that each cache keeps. {'; '.join(said)}.")


def latent() -> Figure:
    """What a token keeps in latent attention, and what each head makes of it."""
    canvas = Canvas(520, 250)
    x = canvas.box(15, 95, 60, 50, role="input", label="$x$")
    c = canvas.box(135, 30, 100, 54, role="weight", label=("latent $c$", "kept"))
    r = canvas.box(135, 165, 100, 54, role="key", label=("turned key", "kept"))
    for target, y, matrix in ((c, 66, r"$W_\text{down}$"), (r, 178, "$W_{kr}$")):
        canvas.arrow(x.right, target.left)
        canvas.text(98, y, matrix, anchor="end")
    for i in range(3):
        y = 12 + 54 * i
        k = canvas.box(330, y, 70, 38, role="key", label=f"$k_{i + 1}$")
        canvas.box(410, y, 70, 38, role="value", label=f"$v_{i + 1}$")
        canvas.arrow(c.right, k.left)
    canvas.text(405, 185, "made for each head,", faint=True)
    canvas.text(405, 205, "or never made", faint=True)
    return canvas.figure(
        "From a token's vector x two things are kept: a latent c and one turned key for "
        "all heads. From the latent each head makes a key and a value of its own."
    )


def sparse(
    blocks: int = 8, chosen: Sequence[int] = (0, 2, 4, 7), window: int = 2
) -> Figure:
    """The three parts of native sparse attention, for the newest query."""
    side, canvas = 40, Canvas(150 + 40 * 8, 190)
    rows = (
        ("compressed", [True] * blocks, "one mean a block"),
        ("selected", [i in chosen for i in range(blocks)], "their tokens"),
        ("window", [i >= blocks - window for i in range(blocks)], "the newest tokens"),
    )
    for i, (name, here, _says) in enumerate(rows):
        y = 20 + 58 * i
        canvas.text(128, y + 18, name, anchor="end")
        for j, on in enumerate(here):
            left, width = 140 + j * side, side - 6
            if i == 0:
                canvas.box(left + 10, y + 8, 14, 20, role="weight", label="", fill=0.4)
            else:
                role, fill = ("key", 0.35) if on else ("input", 0.0)
                for part in range(4):
                    canvas.box(
                        left + part * width / 4,
                        y,
                        width / 4 - 1.5,
                        36,
                        role=role,
                        label="",
                        fill=fill,
                    )
    return canvas.figure(
        f"{blocks} blocks of keys, three times. Compressed: one vector stands for each "
        f"block. Selected: all tokens of blocks {', '.join(map(str, chosen))}: the first, "
        "the newest, and those that fit best. Window: all tokens of the last "
        f"{window} blocks."
    )

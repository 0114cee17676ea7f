"""The figures of chapter 12, efficient attention, except its curves."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_figures.svg import Canvas, Figure


def online_states(scores: np.ndarray, values: np.ndarray, size: int) -> Figure:
    """One row of scores in blocks, and what is carried from block to block.

    scores, values: (n,), whole numbers.
    """
    blocks = len(scores) // size
    c = Canvas(520, 44 + 142 * blocks)
    c.text(96, 16, "a block", bold=True)
    c.text(378, 16, "carried on", role="weight", bold=True)
    largest, total, mixture, said = -np.inf, 0.0, 0.0, []
    for b in range(blocks):
        y = 40 + 142 * b
        part, value = scores[b * size :][:size], values[b * size :][:size]
        rows = [[int(s) for s in part], [int(x) for x in value]]
        c.matrix(84, y + 6, rows[:1], role="key", cell=(40, 30))
        c.matrix(84, y + 44, rows[1:], role="value", cell=(40, 30))
        c.text(76, y + 21, "scores", anchor="end", role="key")
        c.text(76, y + 59, "values", anchor="end", role="value")
        new = max(largest, part.max())
        factor = np.exp(largest - new)
        powers = np.exp(part - new)
        total = factor * total + powers.sum()
        mixture = factor * mixture + powers @ value
        lines = (f"largest {new:g}", f"total {total:.4f}", f"mixture {mixture:.3f}")
        c.box(288, y, 180, 84, role="weight", label=lines, bold=True)
        c.arrow((84 + 40 * size + 6, y + 40), (286, y + 40))
        if b + 1 < blocks:
            after = scores[(b + 1) * size :][:size].max()
            times = np.exp(new - max(new, after))
            c.arrow((378, y + 86), (378, y + 138), role="weight")
            words = f"× $e^{{{new:g} - {max(new, after):g}}}$ = {times:.4g}"
            c.text(364, y + 112, words, anchor="end", role="weight")
        said.append(f"{lines[0]}, {lines[1]}, {lines[2]}")
        largest = new
    y = 40 + 142 * blocks - 34
    c.arrow((378, y - 24), (378, y + 8), role="weight")
    c.text(378, y + 24, f"mixture ÷ total = {mixture / total:.4f}", bold=True)
    return c.figure(
        f"A row of {len(scores)} scores in {blocks} blocks. After each block: "
        + "; ".join(said)
        + f". Mixture divided by total is {mixture / total:.4f}."
    )


def tiles(n_tiles: int = 8) -> Figure:
    """The whole table of scores, a strip of it, and a tile of it."""
    c = Canvas(520, 264)
    side = 128 / n_tiles
    said = ("the whole table", "a block of keys", "one tile")
    for x, name, wide, high, role in (
        (22, said[0], n_tiles, n_tiles, "warning"),
        (196, said[1], 1, n_tiles, "weight"),
        (370, said[2], 1, 1, "weight"),
    ):
        top = 66
        c.text(x + 64, 20, name, bold=True, role=role)
        c.text(x + 64, 50, "keys", role="key", size=15)
        held = {(i, j) for i in range(high) for j in range(wide)}
        held = {(i + 3 * (high == 1), j + 2 * (wide == 1)) for i, j in held}
        empty = np.full((n_tiles, n_tiles), "")
        c.matrix(x, top, empty, role=role, cell=(side, side), highlight=held, fill=0.02)
    c.text(86, 212, "n × n scores")
    c.text(260, 212, "n × block")
    c.text(434, 212, "block × block")
    c.text(260, 246, "Dark: what is in memory at one moment.", faint=True)
    return c.figure(
        "Three square tables of scores, queries down and keys across. Naive attention "
        "holds the whole table at once; going through blocks of keys, one vertical strip; "
        "going through blocks of queries as well, one small tile."
    )


def held(mebibytes: Mapping[str, float]) -> Figure:
    """Peak memory as bars, in proportion."""
    c = Canvas(520, 10 + 62 * len(mebibytes))
    # A few bytes more or less are Python's own, and differ from run to run.
    mebibytes = {name: round(amount, 1) for name, amount in mebibytes.items()}
    most = max(mebibytes.values())
    for i, (name, amount) in enumerate(mebibytes.items()):
        y = 24 + 62 * i
        role = "warning" if i == 0 else "weight"
        c.text(8, y, name, anchor="start", bold=True)
        c.box(8, y + 14, max(390 * amount / most, 2.5), 22, role=role, fill=0.45)
        words = f"{amount:.1f} MiB"
        c.text(20 + max(390 * amount / most, 2.5), y + 26, words, anchor="start", mono=True)
    said = ", ".join(f"{name} {amount:.1f} MiB" for name, amount in mebibytes.items())
    return c.figure(f"Bars of peak memory, in proportion: {said}.")


def sharing(h: int, groups: Sequence[int]) -> Figure:
    """Query heads above, the heads of keys and values that they use below."""
    names = {h: "multi-head", 1: "multi-query"}
    c = Canvas(520, 4 + 132 * len(groups))
    for row, h_kv in enumerate(groups):
        y = 14 + 132 * row
        name = names.get(h_kv, "grouped-query")
        c.text(8, y + 6, f"{name}: {h_kv} of {h}", anchor="start", bold=True)
        step = 500 / h
        for i in range(h):
            middle = 10 + step * (i + 0.5)
            c.box(middle - 17, y + 22, 34, 26, role="query", label="Q")
            target = 10 + 500 / h_kv * (i // (h // h_kv) + 0.5)
            c.arrow((target, y + 82), (middle, y + 50), role="key", head=False, width=1.2)
        for j in range(h_kv):
            middle = 10 + 500 / h_kv * (j + 0.5)
            c.box(middle - 25, y + 82, 50, 26, role="value", label="K, V")
    said = "; ".join(
        f"{names.get(g, 'grouped-query')}: {g} heads of K and V" for g in groups
    )
    return c.figure(
        f"{h} query heads, in three arrangements. {said}. Lines join each query head to "
        "the keys and values that it uses; neighbours share."
    )


def rotations(speeds: Sequence[float], places: int = 4) -> Figure:
    """The same pair of features at positions 0, 1, 2, ..., one row a speed."""
    c = Canvas(520, 40 + 130 * len(speeds))
    step, radius = 380 / places, 42
    for p in range(places):
        c.text(130 + step * (p + 0.5), 18, f"position {p}", faint=True, size=15)
    for i, speed in enumerate(speeds):
        y = 92 + 130 * i
        c.text(8, y - 12, f"pair {i}", anchor="start", bold=True, role="query")
        c.text(8, y + 12, f"{speed:g} a step", anchor="start")
        for p in range(places):
            x = 130 + step * (p + 0.5)
            _circle(c, x, y, radius)
            angle = 0.4 + speed * p
            tip = x + radius * np.cos(angle), y - radius * np.sin(angle)
            if p:
                start = x + radius * np.cos(0.4), y - radius * np.sin(0.4)
                c.arrow((x, y), start, role="input", width=1, head=False)
            c.arrow((x, y), tip, role="query", width=2.4)
    angles = ", ".join(f"{speed:g}" for speed in speeds)
    return c.figure(
        f"Pairs of features drawn as arrows in circles, at positions 0 to {places - 1}. "
        f"Each pair turns counter-clockwise by its own angle a position: {angles} radians. "
        "The first pair turns fast, the next ones slowly; all arrows keep their length."
    )


def bias_tables(bias: np.ndarray, slopes: Sequence[float]) -> Figure:
    """ALiBi's bias for two heads; bias: (2, n, n), 0 at most."""
    heads, n, _ = bias.shape
    wide, high = 240 / n, 32
    c = Canvas(520, 90 + n * high)
    for h in range(heads):
        x = 10 + h * 260
        c.text(x + 120, 18, f"head {h + 1}: slope {slopes[h]:g}", bold=True)
        c.text(x + 120, 42, "keys", role="key")
        table = [
            [f"{bias[h, i, j]:g}".replace("-", "−") if j <= i else "" for j in range(n)]
            for i in range(n)
        ]
        near = {(i, j) for i in range(n) for j in range(i + 1) if bias[h, i, j] >= -0.5}
        c.matrix(x, 56, table, role="weight", cell=(wide, high), fill=0.03, highlight=near)
    below = "One query a row. Dark: at most 0.5 is taken away."
    c.text(260, 76 + n * high, below, faint=True)
    return c.figure(
        f"ALiBi's bias for {heads} heads and {n} tokens: 0 on the diagonal, falling by the "
        f"slope with every step back; slopes {', '.join(f'{s:g}' for s in slopes[:heads])}."
        " Above the diagonal nothing: those keys are blocked."
    )


def reach(windows: Sequence[np.ndarray], token: int) -> Figure:
    """What each token can have seen after one layer, two layers, and so on.

    windows: Boolean tables (n, n).  token: the row that is followed.
    """
    n = windows[0].shape[0]
    side = 152 / n
    c = Canvas(520, 250)
    said = []
    for i, table in enumerate(windows):
        x = 14 + 172 * i
        title = f"{i + 1} layer" + ("s" if i else "")
        c.text(x + 76, 18, title, bold=True)
        empty = np.full((n, n), "")
        shown = {(int(a), int(b)) for a, b in np.argwhere(table)}
        c.matrix(x, 36, empty, role="weight", cell=(side, side), highlight=shown, fill=0.02)
        seen = int(table[token].sum())
        c.box(x, 36 + token * side, 152, side, role="query", fill=0, bold=True)
        c.text(x + 76, 208, f"{seen} tokens")
        said.append(f"after {title} {seen}")
    c.text(260, 238, "Dark: what can reach the token of that row.", faint=True)
    return c.figure(
        f"Tables of what each of {n} tokens can have seen through a sliding window. The "
        f"marked token: {', '.join(said)}. The band grows wider with every layer."
    )


def _circle(c: Canvas, x: float, y: float, radius: float) -> None:
    corners = [(x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        bow = -(1 - 0.5**0.5) * radius
        c.arrow(start, end, role="input", width=1, bend=bow, head=False)

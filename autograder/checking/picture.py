"""A small picture of an array: a heat map, and the words for who does not see it."""

import math
from dataclasses import dataclass

import numpy as np

LEAST_ENTRIES, MOST_ENTRIES = 4, 400
MOST_BLOCKS = 8  # of an array with more than two axes, side by side
LEVELS = 8  # shades between nothing and the largest
SIDE, LONGEST = 12, 480  # pixels of an entry; of the whole
GROUND, ABOVE, BELOW, NO_NUMBER = "#f3f1ea", "#14548c", "#a63c14", "#7a7f87"

Level = int | None  # a shade, below 0 for negative numbers; ``None`` for what is no number


@dataclass(frozen=True)
class Picture:
    """The shades of an array's entries, in blocks of rows, and what they show in words."""

    blocks: tuple[tuple[tuple[Level, ...], ...], ...]
    words: str


def picture_of(array: np.ndarray) -> Picture | None:
    """The heat map of an array; ``None`` for one number, a large array and what is neither.

    Of more than two axes the last two are drawn, side by side for the others.
    """
    fits = LEAST_ENTRIES <= array.size <= MOST_ENTRIES
    if not array.ndim or not fits or array.dtype.kind not in "biuf":
        return None
    numbers = np.asarray(array, float)
    numbers = numbers.reshape(-1, *((1, 1, *numbers.shape)[-2:]))
    if len(numbers) > MOST_BLOCKS:
        return None
    levels = _levels(numbers)
    blocks = tuple(tuple(map(tuple, block)) for block in levels.tolist())
    rows, columns = numbers.shape[1:]
    count = f"{len(blocks)} blocks of " if len(blocks) > 1 else ""
    return Picture(
        blocks, f"Heat map of {count}{rows} by {columns} entries, {extent(array)}."
    )


def _levels(numbers: np.ndarray) -> np.ndarray:
    """A shade for each number, from nothing on, or from the least where all are alike."""
    finite = np.isfinite(numbers)
    numbers = np.where(finite, numbers, 0.0)
    low = float(numbers[finite].min()) if finite.any() else 0.0
    high = float(numbers[finite].max()) if finite.any() else 0.0
    if 0 < high / 2 < low < high:
        numbers = numbers - low
    largest = float(np.abs(numbers[finite]).max()) if finite.any() else 0.0
    levels = np.rint(numbers / (largest or 1.0) * LEVELS).astype(int).astype(object)
    levels[~finite] = None
    return np.asarray(levels)


def extent(array: np.ndarray) -> str:
    """From where to where the numbers of an array go, in a few words."""
    if array.dtype.kind == "b":
        return f"{int(array.sum())} of {array.size} true"
    if array.dtype.kind == "c":
        return f"sizes {extent(np.abs(array))}"
    finite = array[np.isfinite(array)]
    others = array.size - finite.size
    if not finite.size:
        return "no finite number"
    ends = finite.min().item(), finite.max().item()
    low, high = (f"{end}" if isinstance(end, int) else f"{end:.3g}" for end in ends)
    if low == high and ends[0] != ends[1]:
        low, high = (f"{end:.7g}" for end in ends)
    nearly = "" if ends[0] == ends[1] else "nearly "
    words = f"all {nearly}{low}" if low == high else f"from {low} to {high}"
    if others and finite.size == 1:
        return f"{others} not finite, the other {low}"
    return f"{others} not finite, the others {words}" if others else words


def as_svg(picture: Picture) -> str:
    """The drawing: one path for each shade, so that it stays small."""
    paths: dict[Level, list[str]] = {}
    frames: list[str] = []
    left = height = 0
    for block in picture.blocks:
        frames.append(f"M{left} 0h{len(block[0])}v{len(block)}h-{len(block[0])}z")
        for top, row in enumerate(block):
            for column, level in enumerate(row):
                paths.setdefault(level, []).append(f"M{left + column} {top}h1v1h-1z")
        height, left = len(block), left + len(block[0]) + 1
    width = left - 1
    side = min(SIDE, math.ceil(LONGEST / max(width, height)))
    drawn = "".join(
        f'<path fill="{_colour(level)}" d="{"".join(steps)}"/>'
        for level, steps in paths.items()
    )
    return (
        f'<svg role="img" aria-label="{picture.words}" viewBox="0 0 {width} {height}" '
        f'width="{width * side}" height="{height * side}" '
        'shape-rendering="crispEdges" style="display:block;max-width:100%;height:auto;'
        'margin:.3em 0;overflow:visible">'
        f'{drawn}<path fill="none" stroke="{NO_NUMBER}" stroke-width=".1" '
        f'd="{"".join(frames)}"/></svg>'
    )


def _colour(level: Level) -> str:
    if level is None:
        return NO_NUMBER
    end, share = ABOVE if level > 0 else BELOW, abs(level) / LEVELS
    mixed = (
        round(int(GROUND[i : i + 2], 16) * (1 - share) + int(end[i : i + 2], 16) * share)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)

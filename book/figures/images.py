"""The figures of chapter 16, images."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from attention_figures.plots import from_matplotlib, subplots
from attention_figures.svg import COLOURS, Canvas, Figure


class _Pictures(Canvas):
    """A canvas that can also draw images, one square a pixel."""

    def image(
        self, x: float, y: float, pixels: np.ndarray, cell: float, role: str = ""
    ) -> None:
        """Draw (height, width) numbers from 0, empty, to 1, full, from (x, y) on."""
        ink = COLOURS[role] if role else "currentColor"
        height, width = pixels.shape
        for row, column in np.ndindex(height, width):
            self._parts.append(
                f'<rect x="{x + column * cell:g}" y="{y + row * cell:g}" width="{cell:g}"'
                f' height="{cell:g}" fill="{ink}"'
                f' fill-opacity="{0.03 + 0.87 * float(pixels[row, column]):.2f}"/>'
            )
        self.frame(x, y, width * cell, height * cell, 1.2, role)

    def frame(
        self, x: float, y: float, width: float, height: float, line: float, role: str = ""
    ) -> None:
        """Draw the outline of a rectangle."""
        ink = COLOURS[role] if role else "currentColor"
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="none"'
            f' stroke="{ink}" stroke-width="{line:g}"/>'
        )


def cut(image: np.ndarray, patch: int) -> Figure:
    """An image, the same cut into numbered patches, and the patches as a row.

    image: (8, 8), numbers from 0 to 1.
    """
    c = _Pictures(520, 330)
    side = len(image) // patch
    c.text(104, 14, "an image, 8 × 8 pixels", bold=True)
    c.image(24, 32, image, 20)
    c.text(400, 14, f"cut into {side * side} patches", bold=True)
    for number in range(side * side):
        row, column = divmod(number, side)
        pixels = image[row * patch :, column * patch :][:patch, :patch]
        x, y = 300 + column * 54, 32 + row * 42
        c.image(x, y, pixels, 16, "input")
        c.text(x + 35, y + 16, str(number + 1), size=15, anchor="start", faint=True)
    c.arrow((200, 112), (286, 112))
    c.arrow((260, 212), (260, 240))
    c.text(4, 244, "each laid out flat, one token:", anchor="start", bold=True)
    for number in range(side * side):
        row, column = divmod(number, side)
        pixels = image[row * patch :, column * patch :][:patch, :patch]
        x = 8 + number * 32
        c.image(x, 262, pixels.reshape(-1, 1), 11, "input")
        c.text(x + 5, 320, str(number + 1), size=15, faint=True)
    return c.figure(
        f"A handwritten digit of {len(image)} by {len(image)} pixels; the same cut into "
        f"{side * side} numbered squares of {patch} by {patch} pixels, along the rows; "
        f"and the squares as a row of {side * side} tokens of {patch * patch} numbers."
    )


def comparison(stored: Mapping[str, Any], plain: float) -> Figure:
    """Accuracy of each way of training, one mark a starting point.

    stored: what ``digits_study`` wrote.  plain: logistic regression's accuracy.
    """
    shown = {
        "convolution": ("value", "o"),
        "Transformer": ("query", "s"),
    }
    plot, axes = subplots(figsize=(5.2, 2.3))
    rows = [(way, stored["ways"][way]["accuracy"], *shown[way]) for way in shown]
    for y, (way, shares, role, marker) in enumerate(rows):
        line = {"ls": "", "marker": marker, "ms": 9, "alpha": 0.75}
        axes.plot(shares, [y] * len(shares), color=COLOURS[role], **line)
        axes.plot([np.mean(shares)] * 2, [y - 0.28, y + 0.28], color="#000000", lw=1.6)
        axes.text(0.8985, y, way, ha="right", va="center", fontsize=13)
    axes.plot([plain], [2], marker="D", ms=9, ls="", color=COLOURS["input"])
    axes.text(0.8985, 2, "logistic regression", ha="right", va="center", fontsize=13)
    axes.set(xlim=(0.90, 0.97), ylim=(2.5, -0.5), yticks=[])
    axes.set_xticks([0.90, 0.92, 0.94, 0.96])
    axes.set(xlabel=f"right, of {stored['tested_on']} test images")
    axes.spines[["top", "right", "left"]].set_visible(False)
    said = "; ".join(
        f"{way}: {min(shares):.3f} to {max(shares):.3f}, mean {np.mean(shares):.3f}"
        for way, shares, *_ in rows
    )
    return from_matplotlib(
        plot,
        f"Accuracy from {len(rows[0][1])} starting points, one mark each, with a line at "
        f"the mean. {said}; logistic regression: {plain:.3f}. The scale begins at 0.90.",
    )


def shuffled(images: np.ndarray, mixed: np.ndarray) -> Figure:
    """Some images above, and below them the same with their patches mixed."""
    count = len(images)
    c = _Pictures(520, 262)
    c.text(4, 70, "as they", anchor="start")
    c.text(4, 90, "were", anchor="start")
    c.text(4, 190, "shuffled", anchor="start")
    for i in range(count):
        x = 92 + i * 108
        c.image(x, 24, images[i], 12)
        c.image(x, 144, mixed[i], 12)
        c.arrow((x + 48, 124), (x + 48, 141), width=1.4)
    return c.figure(
        f"{count} handwritten digits, and below each the same 16 patches in another "
        "order, the same order for all. They can hardly be read any more."
    )


def looks(images: np.ndarray, maps: np.ndarray) -> Figure:
    """Digits above, and below them where the class token looks; (count, 4, 4)."""
    count = len(images)
    c = _Pictures(520, 244)
    strongest = float(maps.max())
    c.text(4, 64, "image", anchor="start")
    c.text(4, 176, "class", anchor="start", role="weight")
    c.text(4, 196, "token", anchor="start", role="weight")
    for i in range(count):
        x = 66 + i * 91
        c.image(x, 20, images[i], 10.5)
        c.image(x, 132, maps[i] / strongest, 21, "weight")
        best = np.unravel_index(maps[i].argmax(), maps[i].shape)
        for top in (20, 132):
            c.frame(x + best[1] * 21, top + best[0] * 21, 21, 21, 3, "weight")
    c.text(260, 232, f"darkest: {strongest:.2f}; framed: the most of each", faint=True)
    places = "; ".join(
        "image {}: row {}, column {}".format(
            i + 1, *(int(k) + 1 for k in np.unravel_index(one.argmax(), one.shape))
        )
        for i, one in enumerate(maps)
    )
    return c.figure(
        f"{count} digits, and below each the 4 by 4 shares that the class token gives to "
        f"the patches. Most goes to, {places}."
    )

"""A small drawing kit for figures that explain.

One visual language through the whole book: queries are blue with a solid
edge, keys orange with a dashed edge, values green with a dotted edge, so the
three differ in grey and for colour-blind readers too.  Text and neutral lines
use ``currentColor``: they follow the page into dark mode.  Coloured words are
mixed with it, so that they are legible on either ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape

import numpy as np

from attention_figures.lettering import MIDDLE, MONO, bare, is_marked, lettered

# Mid-tones: at least 3:1 against white and against a near-black page.
COLOURS = {
    "query": "#2f7fc1",
    "key": "#d9730d",
    "value": "#1a936f",
    "weight": "#8a63c7",
    "input": "#7a7f87",
    "warning": "#d1435b",
}
DASHES = {"key": "5 3", "value": "1.5 3"}
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
# A viewer that shows the SVG as an image cannot inherit a colour.
FOLLOW_SYSTEM = "<style>@media (prefers-color-scheme:dark){svg{color:#e8e8e8}}</style>"


@dataclass(frozen=True)
class Figure:
    """A finished drawing: SVG for eyes, ``alt`` for everybody else.

    Never HTML: a viewer that does not trust a notebook takes the drawing out of it and
    shows what is left.  ``book/make_notebooks.py`` stores a PNG beside the SVG.
    """

    svg: str
    alt: str

    def _repr_mimebundle_(self, **_wanted: object) -> dict[str, str]:
        alone = self.svg.replace(">", ">" + FOLLOW_SYSTEM, 1)
        return {"image/svg+xml": alone, "text/plain": self.alt}


@dataclass(frozen=True)
class Area:
    """Where something was drawn, so that arrows can start and end at it."""

    x: float
    y: float
    width: float
    height: float
    rows: int = 1
    columns: int = 1

    @property
    def left(self) -> tuple[float, float]:
        return self.x, self.y + self.height / 2

    @property
    def right(self) -> tuple[float, float]:
        return self.x + self.width, self.y + self.height / 2

    @property
    def top(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y

    @property
    def bottom(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height

    def cell(self, row: int, column: int) -> Area:
        """The area of one cell of a matrix."""
        w, h = self.width / self.columns, self.height / self.rows
        return Area(self.x + column * w, self.y + row * h, w, h)


class Canvas:
    """A drawing of ``width`` by ``height`` units, later scaled to the page.

    Keep ``width`` at 520 or less and text at 15 or more: on a phone the
    drawing shrinks to about 350 pixels.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 15,
        anchor: str = "middle",
        role: str | None = None,
        bold: bool = False,
        mono: bool = False,
        faint: bool = False,
    ) -> None:
        """Write ``words`` centred on ``y``; ``anchor`` is start, middle or end.

        Of ``words`` a part may be a $formula$ or `code`.
        """
        # Browsers differ in where the middle of a smaller part of a line is.
        marked = is_marked(words)
        place = f'y="{y + MIDDLE * size:g}"' if marked else f'y="{y:g}"'
        middle = "" if marked else ' dominant-baseline="central"'
        self._parts.append(
            f'<text x="{x:g}" {place} font-size="{size:g}" text-anchor="{anchor}"'
            f'{middle} fill="{_ink(role)}"{_legible(role)}'
            f' font-family="{MONO if mono else SANS}"'
            + (' font-weight="700"' if bold else "")
            + (' opacity="0.72"' if faint else "")
            + f">{lettered(words, size)}</text>"
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        role: str | None = None,
        label: str | Sequence[str] = (),
        fill: float = 0.12,
        bold: bool = False,
        size: float = 15,
    ) -> Area:
        """Draw a rounded box in a role's colour with one or more lines of text."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"'
            f' fill="{_ink(role)}" fill-opacity="{fill:g}" stroke="{_ink(role)}"'
            f' stroke-width="{2.4 if bold else 1.6:g}"' + _dashes(role) + "/>"
        )
        lines = [label] if isinstance(label, str) else list(label)
        for i, line in enumerate(lines):
            middle = y + height / 2 + (i - (len(lines) - 1) / 2) * size * 1.3
            self.text(x + width / 2, middle, line, size=size, bold=bold)
        return Area(x, y, width, height)

    def arrow(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        role: str | None = None,
        label: str = "",
        width: float = 1.8,
        bend: float = 0.0,
        head: bool = True,
    ) -> None:
        """Draw an arrow; ``bend`` bows it sideways by that many units.

        The label goes to the outer side of the bow, or above a straight arrow.
        """
        (x1, y1), (x2, y2) = start, end
        length = max(float(np.hypot(x2 - x1, y2 - y1)), 1e-9)
        nx, ny = -(y2 - y1) / length, (x2 - x1) / length
        cx, cy = (x1 + x2) / 2 + nx * bend * 2, (y1 + y2) / 2 + ny * bend * 2
        dx, dy = x2 - cx, y2 - cy
        tip = max(float(np.hypot(dx, dy)), 1e-9)
        ux, uy = dx / tip, dy / tip
        reach = 4 + 2.4 * width if head else 0.0
        bx, by = x2 - ux * reach, y2 - uy * reach
        self._parts.append(
            f'<path d="M{x1:.1f} {y1:.1f} Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"'
            f' fill="none" stroke="{_ink(role)}" stroke-width="{width:g}"'
            + _dashes(role)
            + "/>"
        )
        if head:
            side = reach * 0.5
            points = (
                f"{x2:.1f},{y2:.1f} {bx - uy * side:.1f},{by + ux * side:.1f}"
                f" {bx + uy * side:.1f},{by - ux * side:.1f}"
            )
            self._parts.append(f'<polygon points="{points}" fill="{_ink(role)}"/>')
        if label:
            mx, my = (x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4
            side = (bend > 0) - (bend < 0) or (1 if (ny, -nx) < (0, 0) else -1)
            away = side * (7 + abs(nx) * 4.5 * len(bare(label)) + abs(ny) * 6)
            self.text(mx + nx * away, my + ny * away, label, role=role)

    @contextmanager
    def part(self, symbol: str, word: str, says: str) -> Iterator[None]:
        """What is drawn now is what a formula's ``symbol`` and a text's ``word`` name."""
        named = (("part", symbol), ("word", word), ("says", says))
        held = " ".join(f'data-{name}="{escape(text)}"' for name, text in named)
        self._parts.append(f"<g {held}>")
        yield
        self._parts.append("</g>")

    def dot(
        self, at: tuple[float, float], radius: float, *, role: str, fill: float = 0.35
    ) -> None:
        """Draw a filled circle around a point."""
        self._parts.append(
            f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}" stroke-width="1.6"'
            f' fill="{_ink(role)}" fill-opacity="{fill:g}" stroke="{_ink(role)}"/>'
        )

    def curve(self, points: Iterable[tuple[float, float]], *, role: str) -> None:
        """Draw a line through points."""
        through = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._parts.append(
            f'<polyline points="{through}" fill="none" stroke="{_ink(role)}"'
            ' stroke-width="2"/>'
        )

    def matrix(
        self,
        x: float,
        y: float,
        values: Sequence[Sequence[object]] | np.ndarray,
        *,
        role: str | None = None,
        label: str = "",
        cell: tuple[float, float] = (44, 30),
        row_labels: Sequence[str] = (),
        column_labels: Sequence[str] = (),
        highlight: Iterable[tuple[int, int]] = (),
        shade: bool = False,
        fill: float = 0.10,
        digits: int = 2,
        size: float = 15,
        faint: bool = False,
    ) -> Area:
        """Draw a matrix, its name above it.

        ``values`` are numbers or words; ``shade`` fills each cell in
        proportion to its number (0 to 1), as for attention weights, and a faint
        one less, for its number is pale; otherwise ``fill`` is how strongly all
        are filled.
        """
        table = [list(row) for row in values]
        rows, columns = len(table), len(table[0])
        w, h = cell
        area = Area(x, y, columns * w, rows * h, rows, columns)
        marked = set(highlight)
        if label:
            above = 34 if column_labels else 16
            self.text(area.top[0], y - above, label, role=role, bold=True)
        for j, name in enumerate(column_labels):
            self.text(x + (j + 0.5) * w, y - 12, name, size=size, faint=True)
        for i, name in enumerate(row_labels):
            place = x - 8, y + (i + 0.5) * h
            self.text(*place, name, size=size, anchor="end", faint=True)
        for i, row in enumerate(table):
            for j, entry in enumerate(row):
                number = isinstance(entry, (int, float, np.number))
                tint = 0.36 if (i, j) in marked else fill
                if shade and number:
                    most = 0.46 if faint else 0.66
                    tint = 0.04 + most * min(max(float(entry), 0.0), 1.0)
                words = _number(entry, digits) if number else str(entry)
                place = x + j * w, y + i * h, w, h
                look = {"size": size, "bold": (i, j) in marked, "faint": faint}
                self._cell(place, words, role, tint, **look)
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{area.width:g}"'
            f' height="{area.height:g}" rx="3" fill="none" stroke="{_ink(role)}"'
            ' stroke-width="2"' + _dashes(role) + "/>"
        )
        return area

    def _cell(
        self, place: tuple, words: str, role: str | None, tint: float, **look: object
    ) -> None:
        """One cell of a matrix; ``place`` is its left, top, width and height."""
        x, y, w, h = place
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}"'
            f' height="{h:g}" fill="{_ink(role)}" fill-opacity="{tint:.3f}"'
            f' stroke="{_ink(role)}" stroke-opacity="0.35"/>'
        )
        self.text(x + w / 2, y + h / 2, words, mono=True, **look)

    def figure(self, alt: str) -> Figure:
        """Finish the drawing; ``alt`` says in words what it shows."""
        return Figure(
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img"'
            f' aria-label="{escape(alt)}" viewBox="0 0 {self.width:g} {self.height:g}"'
            f' style="width:100%;max-width:{self.width * 1.25:g}px;height:auto">'
            + "".join(self._parts)
            + "</svg>",
            alt,
        )


def _ink(role: str | None) -> str:
    return COLOURS[role] if role else "currentColor"


def _legible(role: str | None) -> str:
    """Darker than the role's colour on a light page, lighter on a dark one."""
    if not role:
        return ""
    return f' style="fill:color-mix(in srgb,{COLOURS[role]} 62%,currentColor)"'


def _dashes(role: str | None) -> str:
    return f' stroke-dasharray="{DASHES[role]}"' if role in DASHES else ""


def _number(entry: object, digits: int) -> str:
    value = float(entry)  # type: ignore[arg-type]
    if value == int(value) and isinstance(entry, (int, np.integer)):
        return str(int(value))
    return f"{value:.{digits}f}"

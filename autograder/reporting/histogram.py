"""The histogram of a class's scores: one column a bin, in units of its own."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.pages.render import count, points
from autograder.reporting.class_summary import Scores

WIDTH, HEIGHT, FOOT, HEAD = 640.0, 196.0, 24.0, 26.0


@dataclass(frozen=True)
class Column:
    """A bin as it is drawn and read out."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    label: str
    range: str
    count: int
    short: str


@dataclass(frozen=True)
class Chart:
    """Where everything stands, in the units of its viewBox."""

    width: float
    height: float
    base: float
    columns: tuple[Column, ...]


def chart(scores: Scores) -> Chart:
    """Where the columns of the histogram stand."""
    tallest = max(b.count for b in scores.bins) or 1
    slot = WIDTH / len(scores.bins)
    room = HEIGHT - FOOT - HEAD
    columns = []
    for i, one in enumerate(scores.bins):
        height = room * one.count / tallest
        thousands = f"{one.count / 1000:.1f}k"
        columns.append(
            Column(
                x=round(i * slot + slot * 0.1, 2),
                y=round(HEIGHT - FOOT - height, 2),
                width=round(slot * 0.8, 2),
                height=round(height, 2),
                middle=round((i + 0.5) * slot, 2),
                label=points(one.low),
                range=_range(one.low, one.high, scores.top),
                count=one.count,
                short=thousands if one.count >= 1000 else str(one.count),
            )
        )
    return Chart(WIDTH, HEIGHT, HEIGHT - FOOT, tuple(columns))


def spread(scores: Scores) -> str:
    """The distribution in words."""
    unit = " points" if scores.unit == "points" else "%"
    top = f" of {points(scores.top)}{unit}" if scores.unit == "points" else unit
    share = "" if scores.unit == "points" else "%"
    full = count(scores.full, "student has", "students have")
    return (
        f"Median {points(scores.median)}{share}, mean {points(scores.mean)}{top}; "
        f"{full} full marks."
    )


def _range(low: float, high: float, top: float) -> str:
    if low >= top:
        return points(low)
    if high > top:
        return f"{points(low)} to {points(top)}"
    return f"{points(low)} up to {points(high)}"

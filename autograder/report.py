"""The page an instructor opens before the next lecture."""

from __future__ import annotations

from collections.abc import Iterable

from autograder.class_summary import ENDS, ClassSummary, Scores
from autograder.class_tally import Says, summarise
from autograder.pages import count, percent, points, render, section_link, section_name
from autograder.records import SubmissionResult

MISCONCEPTIONS_SHOWN = 10  # the rest is one click away
MISCONCEPTIONS_LISTED = 60
EXAMPLES_OPEN = 3
ROWS_SHOWN = 12
END_NAMES = {
    "right": "right",
    "partly": "partly right",
    "wrong": "not right",
    "idle": "not attempted",
    "open": "not graded",
}


def class_report(
    results: Iterable[SubmissionResult], says: Says, title: str, book_url: str = ""
) -> str:
    """A self-contained HTML page about a class.

    ``says[exercise id][misconception id]`` is the teacher's sentence.
    ``book_url`` is the address under which the chapters' pages lie.
    """
    return render_report(summarise(results, says), title, book_url)


def render_report(summary: ClassSummary, title: str, book_url: str = "") -> str:
    """The page for a class that is counted already."""
    held = summary.misconceptions[:MISCONCEPTIONS_LISTED]
    return render(
        "report.html.j2",
        title=title,
        summary=summary,
        lead=_lead(summary),
        chart=_chart(summary.scores) if summary.scores else None,
        spread=_spread(summary.scores) if summary.scores else "",
        ends=[(end, END_NAMES[end]) for end in ENDS],
        top_held=held[:MISCONCEPTIONS_SHOWN],
        more_held=held[MISCONCEPTIONS_SHOWN:],
        unlisted=len(summary.misconceptions) - len(held),
        unexplained=[e for e in summary.exercises if e.unexplained],
        examples_open=EXAMPLES_OPEN,
        rows_shown=ROWS_SHOWN,
        section_name=section_name,
        section_link=lambda section: section_link(section, book_url),
        percent=percent,
    )


def _lead(summary: ClassSummary) -> str:
    """The class in a sentence or two."""
    if not summary.handed_in:
        return "Nothing was handed in."
    said = []
    first = summary.misconceptions[0] if summary.misconceptions else None
    if first and first.count > 1:
        said.append(
            f"The misconception that most hold is in “{first.exercise.title}”: "
            f"{first.count:,} of the {first.exercise.tried:,} who tried it."
        )
    elif first:
        said.append("No misconception is held by more than one student.")
    elif any(e.tried for e in summary.exercises):
        said.append("No known misconception was found in this class.")
    if summary.ungraded_count:
        waiting = summary.in_part + summary.not_graded
        who = count(waiting, "submission waits", "submissions wait")
        said.append(
            f"{who} for your look: what could not be graded counts as open, not as zero."
        )
    return " ".join(said)


def _spread(scores: Scores) -> str:
    """The distribution in words."""
    unit = " points" if scores.unit == "points" else "%"
    top = f" of {points(scores.top)}{unit}" if scores.unit == "points" else unit
    full = count(scores.full, "student has", "students have")
    return (
        f"Median {points(scores.median)}, mean {points(scores.mean)}{top}; "
        f"{full} full marks."
    )


# --- the histogram: one column a bin, drawn in units of its own ---------------

WIDTH, HEIGHT, FOOT, HEAD = 640.0, 196.0, 24.0, 26.0


def _chart(scores: Scores) -> dict:
    """Where the columns of the histogram stand."""
    tallest = max(b.count for b in scores.bins) or 1
    slot = WIDTH / len(scores.bins)
    room = HEIGHT - FOOT - HEAD
    columns = []
    for i, one in enumerate(scores.bins):
        height = room * one.count / tallest
        columns.append(
            {
                "x": round(i * slot + slot * 0.1, 2),
                "y": round(HEIGHT - FOOT - height, 2),
                "width": round(slot * 0.8, 2),
                "height": round(height, 2),
                "middle": round((i + 0.5) * slot, 2),
                "label": points(one.low),
                "range": _range(one.low, one.high, scores.top),
                "count": one.count,
                "short": f"{one.count / 1000:.1f}k" if one.count >= 1000 else one.count,
            }
        )
    return {"width": WIDTH, "height": HEIGHT, "base": HEIGHT - FOOT, "columns": columns}


def _range(low: float, high: float, top: float) -> str:
    if low >= top:
        return points(low)
    if high > top:
        return f"{points(low)} to {points(top)}"
    return f"{points(low)} up to {points(high)}"

"""What a run says about earlier results: changed grades, and overrides to look at."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.commands.run import RunSummary
from autograder.gradebook.records import Move

MOVES_SHOWN = 20


def change_lines(summary: RunSummary) -> Iterator[str]:
    """Lines for the end of ``autograder grade``; none where nothing moved."""
    if summary.copied:
        were = "was" if summary.copied == 1 else "were"
        yield (
            f"{summary.copied} {were} the same files as somebody else's, graded once; "
            "the report names them."
        )
    if summary.moves:
        students = len({move.student for move in summary.moves})
        yield f"Grading again moved {students} student{'s' if students != 1 else ''}:"
        yield from _table(summary.moves[:MOVES_SHOWN])
        if len(summary.moves) > MOVES_SHOWN:
            yield f"  and {len(summary.moves) - MOVES_SHOWN} more, in the report."
    for override, now in summary.stale:
        yield (
            f"Look again: {override.student}'s {override.exercise_id} was set by hand when "
            f"the verdict was “{override.verdict}”; it is “{now}” by now."
        )


def _table(moves: tuple[Move, ...]) -> Iterator[str]:
    rows = [
        (
            move.student,
            move.exercise_id or "the whole submission",
            f"{_points(move.before)} → {_points(move.after)}",
            _status(move),
            move.cause,
        )
        for move in moves
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        yield f"  {'  '.join(cells)}  {row[-1]}".rstrip()


def _points(points: float | None) -> str:
    return "none" if points is None else f"{points:g}"


def _status(move: Move) -> str:
    was, now = move.was or "not there", move.now or "not there"
    return now if was == now else f"{was} → {now}"

"""What a run says about earlier results: who is kept, who moved, what to look at."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.commands.class_settings import few
from autograder.commands.run import RunSummary
from autograder.gradebook.records import Move

MOVES_SHOWN = 20


def kept_lines(summary: RunSummary) -> Iterator[str]:
    """Lines about those who were graded before and are not in this run."""
    if summary.kept:
        count, names = len(summary.kept), few(summary.kept)
        yield (
            f"Graded before, not in this run, and kept: {count} ({names}). To take out "
            "who is not in it: --replace."
        )
    if summary.outdated:
        yield (
            f"{len(summary.outdated)} of them had another key, grader or limits: to grade "
            "everybody alike, hand over the whole class."
        )
    if summary.renamed:
        count, names = len(summary.renamed), few(summary.renamed)
        yield f"Graded before under names that the roster replaces: {count} ({names})."
    if summary.gone:
        count, names = len(summary.gone), few(summary.gone)
        yield (
            f"Graded before, and taken out of the grades, the feedback and the report: "
            f"{count} ({names}). The gradebook keeps them; who hands in again is back."
        )


def earlier_lines(summary: RunSummary) -> Iterator[str]:
    """A line about those of this run of whom something counts that was graded before."""
    if summary.earlier:
        count, names = len(summary.earlier), few(summary.earlier)
        yield (
            f"What was handed in before counts, in whole or in part: {count} ({names}). "
            "The notes in grades.csv say why; to have SUBMISSIONS alone: --replace."
        )


def waiting_lines(summary: RunSummary) -> Iterator[str]:
    """Lines about what waits: hand-ins that no run has graded, answers to be read."""
    if summary.to_read:
        yield (
            f"Answers in words: {summary.to_read}. Their points are open until a person "
            f"has read them: autograder review {summary.folder}"
        )
    if summary.waiting:
        count, names = len(summary.waiting), few(summary.waiting)
        yield f"Handed in, and not graded yet: {count} ({names})."


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

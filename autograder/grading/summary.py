"""What a run says at its end: who is kept, who moved, what to look at."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.gradebook.records import Move, Override
from autograder.pages.render import few

MOVES_SHOWN = 20


@dataclass(frozen=True)
class RunSummary:
    """What happened, for the last lines of the command."""

    total: int
    graded: int
    graded_now: int
    problems: tuple[tuple[str, str], ...]  # student, sentence: what could not be graded
    folder: Path
    copied: int = 0  # had the files of somebody else, and were graded once
    moves: tuple[Move, ...] = ()  # what this run changed in earlier results
    stale: tuple[tuple[Override, str], ...] = ()  # overrides, and the other verdict
    kept: tuple[str, ...] = ()  # graded before, and not in this run
    gone: tuple[str, ...] = ()  # of them, who was taken out
    outdated: tuple[str, ...] = ()  # of them, who had another key or grader
    renamed: tuple[str, ...] = ()  # whom a roster calls otherwise by now
    waiting: tuple[str, ...] = ()  # handed in, and graded by no run
    to_read: int = 0  # answers in words that nobody has read
    earlier: tuple[str, ...] = ()  # of whom something earlier counts
    late: tuple[str, ...] = ()  # who handed in after the due date

    def lines(self, *, some: bool) -> Iterator[str]:
        """What there is to say; of a run of ``some`` students nothing about others."""
        yield from () if some else self._kept()
        yield from self._earlier()
        yield from self._waiting()
        if self.late and not some:
            yield f"Handed in late: {len(self.late)} ({few(self.late)})."
        yield from self._changed()

    def _kept(self) -> Iterator[str]:
        """Lines about those who were graded before and are not in this run."""
        if self.kept:
            count, names = len(self.kept), few(self.kept)
            yield (
                f"Graded before, not in this run, and kept: {count} ({names}). To take out "
                "who is not in it: --replace."
            )
        if self.outdated:
            yield (
                f"{len(self.outdated)} of them had another key, grader or limits: to grade "
                "everybody alike, hand over the whole class."
            )
        if self.renamed:
            count, names = len(self.renamed), few(self.renamed)
            yield f"Graded before under names that the roster replaces: {count} ({names})."
        if self.gone:
            count, names = len(self.gone), few(self.gone)
            yield (
                f"Graded before, and taken out of the grades, the feedback and the report: "
                f"{count} ({names}). The gradebook keeps them; who hands in again is back."
            )

    def _earlier(self) -> Iterator[str]:
        """A line about those of whom something counts that was graded before."""
        if self.earlier:
            count, names = len(self.earlier), few(self.earlier)
            yield (
                f"What was handed in before counts, in whole or in part: {count} "
                f"({names}). The notes in grades.csv say why; to have SUBMISSIONS alone: "
                "--replace."
            )

    def _waiting(self) -> Iterator[str]:
        """Lines about what waits: hand-ins that no run has graded, answers to be read."""
        if self.to_read:
            yield (
                f"Answers for a person to read: {self.to_read}. Their points are open "
                f"until then: autograder review {self.folder}"
            )
        if self.waiting:
            count, names = len(self.waiting), few(self.waiting)
            yield f"Handed in, and not graded yet: {count} ({names})."

    def _changed(self) -> Iterator[str]:
        """Lines for the end of ``autograder grade``; none where nothing moved."""
        if self.copied:
            were = "was" if self.copied == 1 else "were"
            yield (
                f"{self.copied} {were} the same files as somebody else's, graded once; "
                "the report names them."
            )
        if self.moves:
            students = len({move.student for move in self.moves})
            yield f"Grading again moved {students} student{'s' if students != 1 else ''}:"
            yield from _table(self.moves[:MOVES_SHOWN])
            if len(self.moves) > MOVES_SHOWN:
                yield f"  and {len(self.moves) - MOVES_SHOWN} more, in the report."
        for override, now in self.stale:
            yield (
                f"Look again: {override.student}'s {override.exercise_id} was set by hand "
                f"when the verdict was “{override.verdict}”; it is “{now}” by now."
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

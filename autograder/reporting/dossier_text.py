"""A student's record for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.pages.render import worth
from autograder.reporting.dossier import HASH_SHOWN, Dossier


def as_text(part: Dossier) -> Iterator[str]:
    """The record in one assignment, a line at a time."""
    yield f"{part.title or 'Assignment'}: {part.score}"
    for file in part.hand_ins:
        yield f"  {file.handed_in}  {file.sha256[:HASH_SHOWN]}  {file.name}: {file.fate}"
    width = max((len(one.id) for one in part.exercises), default=0)
    for one in part.exercises:
        verdict = ", ".join(filter(None, (one.verdict, one.cases)))
        words = (one.points, verdict, *one.misconceptions)
        yield f"  {one.id.ljust(width)}  {'  '.join(words)}"
        yield from (f"    {remark}" for remark in one.remarks)
    if not part.exercises:
        yield from (f"  {note}" for note in part.grade.notes)
    yield from (f"  {line}" for line in _happened(part))
    if part.made_with:
        yield f"  {', '.join(' '.join(pair) for pair in part.made_with)}"


def _happened(part: Dossier) -> Iterator[str]:
    """What people said and decided, what a regrade moved, what was exported."""
    for exercise, said in part.comments.items():
        given = "" if said.points is None else f", {worth(said.points)}"
        yield f"reviewed {_when(said.at, said.by)}: {exercise}{given}. {said.says}"
    for made in part.decisions:
        given = "taken back" if made.points is None else worth(made.points)
        what = made.exercise_id or "the whole submission"
        yield f"decided {_when(made.at, made.by)}: {what}, {given}. {made.reason}"
    for move in part.moves:
        what = move.exercise_id or "the whole submission"
        yield f"moved {_when(move.at)}: {what}, {move.was} to {move.now}. {move.cause}"
    for export in part.exports:
        score = "no score" if export.score is None else worth(export.score)
        what = f"{export.format} into {export.target}" if export.target else export.format
        yield f"exported {_when(export.at, export.by)}: {what}, {score}"


def _when(at: str, by: str = "") -> str:
    date = at[:16].replace("T", " ")
    return f"{date} by {by}" if by else date

"""What happened, for ever: earlier hand-ins, exports, and what people said of answers."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from autograder.gradebook.records import SubmissionResult


@dataclass(frozen=True)
class Earlier:
    """A result that a later hand-in took the place of, and when it did."""

    at: str
    result: SubmissionResult


@dataclass(frozen=True)
class Exported:
    """One export: when, by whom, in which form, into which file, and a student's score."""

    at: str
    by: str
    format: str
    target: str
    score: float | None


@dataclass(frozen=True)
class Review:
    """What a person said about all answers that do the same; empty, it takes one back."""

    id: int
    at: str
    by: str
    exercise_id: str
    answers: str  # the group's name
    comment: str
    points: float | None
    items: tuple[str, ...] = ()  # of a rubric, ticked or not

    @property
    def says(self) -> str:
        """The comment, and what was ticked."""
        ticked = [item.removeprefix("+ ") for item in self.items if item.startswith("+ ")]
        items = f"Ticked: {'; '.join(ticked)}." if ticked else ""
        return " ".join(filter(None, (self.comment, items)))


class OutdatedReview(RuntimeError):
    """Somebody else said something about the same answers meanwhile, or took it back."""

    def __init__(self, latest: Review | None) -> None:
        did = f"{latest.by or 'Somebody else'} wrote" if latest else "Somebody took back"
        what = "about these answers meanwhile" if latest else "what was said meanwhile"
        super().__init__(f"{did} {what}: read that first.")


class Journal:
    """The tables of a gradebook to which lines are only ever added."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def add_earlier(self, result: SubmissionResult) -> None:
        """Keep a result that another is about to take the place of, in its transaction."""
        row = (result.student, now(), json.dumps(result.to_dict()))
        self._database.execute("INSERT INTO earlier VALUES (?, ?, ?)", row)

    def earlier(self, student: str) -> tuple[Earlier, ...]:
        """A student's earlier results, oldest first."""
        query = "SELECT at, record FROM earlier WHERE student = ? ORDER BY rowid"
        rows = self._database.execute(query, (student,))
        return tuple(
            Earlier(at, SubmissionResult.from_dict(json.loads(record)))
            for at, record in rows
        )

    def add_export(
        self, by: str, format_: str, target: str, scores: Mapping[str, float | None]
    ) -> None:
        """Keep that grades were exported: by whom, in which form, into which file."""
        row = (now(), by, format_, target, json.dumps(dict(scores)))
        with self._database:
            self._database.execute("INSERT INTO exports VALUES (?, ?, ?, ?, ?)", row)

    def exports_of(self, student: str) -> tuple[Exported, ...]:
        """The exports that a student was in, oldest first."""
        rows: Iterable[Any] = self._database.execute("SELECT * FROM exports ORDER BY rowid")
        exports = (
            (at, by, how, to, json.loads(scores)) for at, by, how, to, scores in rows
        )
        return tuple(
            Exported(at, by, how, to, scores[student])
            for at, by, how, to, scores in exports
            if student in scores
        )

    def add_review(
        self,
        review: Review,
        seen: int,
    ) -> Review:
        """Keep a review; ``OutdatedReview`` where not the one ``seen`` stands by now."""
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            latest = self.standing_reviews().get((review.exercise_id, review.answers))
            if (latest.id if latest else 0) != seen:
                raise OutdatedReview(latest)
            at, items = now(), json.dumps(review.items)
            what = (review.exercise_id, review.answers, review.comment, review.points)
            row = self._database.execute(
                "INSERT INTO reviews (at, by, exercise, answers, comment, points, items) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (at, review.by, *what, items),
            )
        return replace(review, id=int(row.lastrowid or 0), at=at)

    def reviews(self) -> tuple[Review, ...]:
        """Everything that was ever said, oldest first."""
        rows = self._database.execute("SELECT * FROM reviews ORDER BY id")
        return tuple(map(_review, rows))

    def standing_reviews(self) -> dict[tuple[str, str], Review]:
        """The last word on answers, by exercise and group; none where it was taken back."""
        last = {(review.exercise_id, review.answers): review for review in self.reviews()}
        return {
            where: review
            for where, review in last.items()
            if review.comment or review.points is not None or review.items
        }


def _review(row: Sequence[Any]) -> Review:
    number, at, by, exercise, answers, comment, given, items = row
    about = (exercise, answers, comment, given)
    return Review(number, at, by, *about, tuple(json.loads(items)))


def now() -> str:
    """The present, as everything in a gradebook is dated."""
    return datetime.now(UTC).isoformat(timespec="seconds")

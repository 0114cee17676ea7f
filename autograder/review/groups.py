"""Answers of a class in groups that do the same, those nobody has named first."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from autograder.checking.card import Card
from autograder.exercise.status import Status
from autograder.gradebook.database import Gradebook
from autograder.gradebook.journal import Review
from autograder.gradebook.records import ExerciseResult
from autograder.gradebook.reviews import DOES, NAMED, WORDS, group_of
from autograder.notebooks.read import Shown
from autograder.pages.render import points, worth

CODES_SHOWN = 3  # different ways of writing one answer


@dataclass
class Group:
    """Answers to one exercise that do the same; points are on the course's scale."""

    exercise_id: str
    title: str
    answers: str
    max_points: float
    statuses: Counter[Status] = field(default_factory=Counter)
    found: Counter[float] = field(default_factory=Counter)  # the grader's points
    members: dict[str, str] = field(default_factory=dict)  # student: name
    codes: dict[str, str] = field(default_factory=dict)  # code: student; the shortest
    shown: tuple[Shown, ...] = ()
    card: Card | None = None
    review: Review | None = None

    @property
    def kind(self) -> str:
        """What its answers have in common, in words."""
        if self.is_named:
            names = self.answers.removeprefix(NAMED).replace("+", " and ")
            return f"known to the key as {names}"
        if self.is_read:
            return "an answer to look at" if self.shown else "an answer to read"
        return "the same results" if self.answers.startswith(DOES) else "the same code"

    @property
    def is_read(self) -> bool:
        """Whether it is in words, and has no points until a person has read it."""
        return self.answers.startswith(WORDS)

    @property
    def waits(self) -> bool:
        """Whether it has no points until a person reads it, and nobody has."""
        return self.is_read and self.review is None

    @property
    def is_named(self) -> bool:
        """Whether the key has a sentence for it already."""
        return self.answers.startswith(NAMED)

    @property
    def verdict(self) -> str:
        """What the grader says of most; of what a person reads, what it is worth."""
        if self.is_read:
            return worth(self.max_points)
        status = self.statuses.most_common(1)[0][0]
        given = self.found.most_common(1)[0][0]
        if not status.is_judged:  # which is no zero
            return f"{status.headline}, {worth(self.max_points)} open"
        return f"{status.headline}, {points(given)} of {worth(self.max_points)}"

    def add(self, student: str, name: str, result: ExerciseResult, scale: float) -> None:
        """Count one student's answer."""
        self.members[student] = name
        self.statuses[result.status] += 1
        self.found[round(result.points * scale, 4)] += 1
        self.card = self.card or result.card
        self.shown = self.shown or result.shown
        if (code := result.source) and code not in self.codes:
            self.codes[code] = student
            shortest = sorted(self.codes, key=len)[:CODES_SHOWN]
            self.codes = {code: self.codes[code] for code in shortest}


def groups_of(book: Gradebook) -> list[Group]:
    """The groups to read: those without a review, then without a name, then large ones."""
    course = book.course
    roster = book.roster
    names = {student.key: student.name for student in (*roster.others, *roster.students)}
    groups: dict[tuple[str, str], Group] = {}
    for result in book.results():
        for exercise in result.exercises:
            if answers := group_of(exercise):
                most = course.points.get(exercise.id, exercise.max_points)
                scale = most / exercise.max_points if exercise.max_points else 0.0
                group = groups.setdefault(
                    (exercise.id, answers),
                    Group(exercise.id, exercise.title, answers, most),
                )
                name = names.get(result.student) or result.student
                group.add(result.student, name, exercise, scale)
    for where, review in book.journal.standing_reviews().items():
        if where in groups:
            groups[where].review = review
    return sorted(
        groups.values(),
        key=lambda g: (g.review is not None, g.is_named, -len(g.members), g.exercise_id),
    )


def kept_comments(book: Gradebook, exercise_id: str) -> list[str]:
    """What was said before: of this exercise first, each sentence once, the last first."""
    reviews = [review for review in reversed(book.journal.reviews()) if review.comment]
    reviews.sort(key=lambda review: review.exercise_id != exercise_id)
    return list(dict.fromkeys(review.comment for review in reviews))


def to_read(groups: Iterable[Group]) -> int:
    """How many answers wait for a person."""
    return sum(len(group.members) for group in groups if group.waits)

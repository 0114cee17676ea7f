"""What a report says of students besides exercises: sections, who was late."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean

from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.final import FinalGrade, in_words


@dataclass(frozen=True)
class SectionCount:
    """A section of the roster; ``mean`` is a share of the points, None when unknown."""

    name: str
    students: int
    graded: int
    missing: int
    mean: float | None


@dataclass(frozen=True)
class LateStudent:
    """Somebody who handed in late: by how much, and what it cost."""

    student: str
    late: str
    penalty: float


def display_names(grades: Iterable[FinalGrade]) -> Mapping[str, str]:
    """What to call each student: their name, with the id where two have one name."""
    grades = list(grades)
    counts = Counter(grade.name.casefold() for grade in grades)
    return {
        g.student: f"{g.name} ({g.student})" if counts[g.name.casefold()] > 1 else g.name
        for g in grades
        if g.name
    }


def sections(grades: Iterable[FinalGrade]) -> tuple[SectionCount, ...]:
    """How each section of the roster did; none where there is one at most."""
    by_section: dict[str, list[FinalGrade]] = defaultdict(list)
    for grade in grades:
        by_section[grade.section].append(grade)
    if len(by_section) < 2:
        return ()
    return tuple(_section(name, by_section[name]) for name in sorted(by_section))


def _section(name: str, grades: list[FinalGrade]) -> SectionCount:
    known = [g.score / g.max_points for g in grades if g.score is not None and g.max_points]
    missing = sum(grade.status == SubmissionStatus.MISSING for grade in grades)
    mean = fmean(known) if known else None
    return SectionCount(name or "no section", len(grades), len(known), missing, mean)


def late(grades: Iterable[FinalGrade], names: Mapping[str, str]) -> tuple[LateStudent, ...]:
    """Who handed in late, the latest first."""
    latest = sorted(
        ((g.late_seconds, g) for g in grades if g.late_seconds), key=lambda each: -each[0]
    )
    return tuple(
        LateStudent(names.get(g.student, g.student), in_words(seconds), g.penalty)
        for seconds, g in latest
    )

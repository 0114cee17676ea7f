"""A class in numbers: what a report is made from."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean, median

from autograder.checking.card import Card
from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.final import FinalGrade, in_words
from autograder.reporting.class_checks import Discrimination
from autograder.reporting.students_code import shortened

# How a student stands in an exercise: the order of every bar.
STANDINGS = ("right", "partly", "wrong", "idle", "open")
MOST_BINS = 13
STANDS_OUT = 0.1  # by so much fewer pass it than the usual group


@dataclass(frozen=True)
class Bin:
    """How many scored from ``low`` up to, but not including, ``high``."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class Scores:
    """The scores of those who were graded in full; ``unit`` is points or %."""

    bins: tuple[Bin, ...]
    count: int
    full: int  # how many have full marks
    mean: float
    median: float
    top: float
    unit: str


@dataclass(frozen=True)
class CaseGroup:
    """A case group: how many of those judged pass it."""

    name: str
    passed: int
    judged: int

    @property
    def share(self) -> float:
        """Of those judged, who passed: 0 to 1."""
        return self.passed / self.judged if self.judged else 1.0


@dataclass(frozen=True)
class ExerciseCount:
    """How a class did in one exercise."""

    id: str
    title: str
    section: str
    max_points: float
    standings: Mapping[str, int]  # by STANDINGS
    groups: tuple[CaseGroup, ...]
    mean: float | None  # points of those judged
    unexplained: int  # wrong, and no misconception gives the same answers
    raised: int  # of the unexplained: the code raised an error
    example: Card | None  # of the unexplained
    discrimination: Discrimination | None = None
    correlation: float | None = None  # with the rest of the points

    @property
    def share(self) -> float | None:
        """The mean share of its points: how easy it is."""
        if self.mean is None or not self.max_points:
            return None
        return self.mean / self.max_points

    @property
    def handed_in(self) -> int:
        """How many submissions hold the exercise."""
        return sum(self.standings.values())

    @property
    def tried(self) -> int:
        """How many gave an answer that could be judged."""
        return sum(self.standings[standing] for standing in ("right", "partly", "wrong"))

    @property
    def hardest(self) -> tuple[CaseGroup, ...]:
        """The groups that fewest pass, where they stand out from the rest."""
        if not self.groups:
            return ()
        worst = min(group.share for group in self.groups)
        if worst > median(group.share for group in self.groups) - STANDS_OUT:
            return ()
        return tuple(group for group in self.groups if group.share == worst)


@dataclass(frozen=True)
class AnswerExample:
    """One student's answer: its card, the code, and whose it is, which few may see."""

    card: Card
    code: str = ""
    student: str = ""

    @property
    def shortened(self) -> str:
        """The code as far as a page can hold it."""
        return shortened(self.code)


@dataclass(frozen=True)
class MisconceptionCount:
    """A misconception and how many students have it."""

    exercise: ExerciseCount
    id: str
    says: str
    count: int
    example: AnswerExample | None


@dataclass(frozen=True)
class UnnamedGroup:
    """Wrong answers that no misconception gives, and that do the same."""

    exercise: ExerciseCount
    kind: str  # "same", "hidden": right on public inputs, "unknown"
    count: int
    example: AnswerExample | None


@dataclass(frozen=True)
class NeedsHelp:
    """A student who may need help: where they stand, and what is not right."""

    student: str
    points: float
    max_points: float
    right: int
    total: int
    unanswered: int
    wrong: tuple[str, ...]  # titles

    @property
    def share(self) -> float:
        """Of the points, 0 to 1."""
        return self.points / self.max_points


@dataclass(frozen=True)
class Ungraded:
    """Something nobody could grade, and why."""

    student: str
    exercise: str  # its title; "" for the whole submission
    what: str
    sentence: str


@dataclass(frozen=True)
class ClassSummary:
    """Everything a class report says."""

    handed_in: int
    graded: int  # in full
    in_part: int
    not_graded: int  # nothing of it
    scores: Scores | None
    exercises: tuple[ExerciseCount, ...]
    misconceptions: tuple[MisconceptionCount, ...]
    ungraded: tuple[Ungraded, ...]
    unattempted: tuple[str, ...]  # names
    unnamed_groups: tuple[UnnamedGroup, ...] = ()  # most students first
    help: tuple[NeedsHelp, ...] = ()  # lowest first
    alike: tuple[tuple[str, ...], ...] = ()  # who handed in the same files
    missing: tuple[str, ...] = ()  # of the roster
    is_drawn: bool = True  # inputs of some exercise, anew for this run


def share_out(scores: Iterable[tuple[float, float]]) -> Scores | None:
    """The distribution of (score, max_score): in points of one maximum, else in percent."""
    pairs = [(score, most) for score, most in scores if most > 0]
    if not pairs:
        return None
    tops = {most for _, most in pairs}
    top, unit = (tops.pop(), "points") if len(tops) == 1 else (100.0, "%")
    values = [s if unit == "points" else 100 * s / most for s, most in pairs]
    step = _step(top)
    number = int(top / step + 1e-9) + 1
    counts = Counter(min(int(value / step + 1e-9), number - 1) for value in values)
    bins = tuple(Bin(i * step, (i + 1) * step, counts[i]) for i in range(number))
    full = sum(value >= top - 1e-9 for value in values)
    return Scores(bins, len(values), full, fmean(values), median(values), top, unit)


def _step(top: float) -> float:
    """The finest round step that needs at most ``MOST_BINS`` bins."""
    scale = 0.1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if top / step + 1 <= MOST_BINS:
                return max(step, 0.5)
        scale *= 10


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

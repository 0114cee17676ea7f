"""The page an instructor opens before the next lecture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from autograder.gradebook.records import Move, Override
from autograder.pages.render import (
    count,
    percent,
    points,
    render,
    section_link,
    section_name,
)
from autograder.reporting.class_checks import ENOUGH, Discrimination
from autograder.reporting.class_summary import (
    ClassSummary,
    ExerciseCount,
    LateStudent,
    Scores,
    SectionCount,
    UnnamedGroup,
)
from autograder.reporting.headings import Headings

MISCONCEPTIONS_SHOWN = 10  # the rest is one click away
MISCONCEPTIONS_LISTED = 60
GROUPS_SHOWN = 8
GROUPS_LISTED = 40
EXAMPLES_OPEN = 3
ROWS_SHOWN = 12
ROWS_LISTED = 60
NAMES_LISTED = 400
NAMES_IN_A_GROUP = 12
STANDING_NAMES = {
    "right": "right",
    "partly": "partly right",
    "wrong": "not right",
    "idle": "not attempted",
    "open": "not graded",
}


@dataclass(frozen=True)
class ReportExtras:
    """What a report says that is not counted from results."""

    moves: tuple[Move, ...] = ()  # of the last regrade that changed anything
    overrides: tuple[Override, ...] = ()
    stale: tuple[tuple[Override, str], ...] = ()  # and their other verdict
    names: Mapping[str, str] = field(default_factory=dict)  # two of one name told apart
    named: bool = False  # names beside the examples of code
    how: tuple[tuple[str, str], ...] = ()
    sections: tuple[SectionCount, ...] = ()
    late: tuple[LateStudent, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()  # name, chapters

    def name(self, student: str) -> str:
        """What to call a student by what results are stored under."""
        return self.names.get(student) or student


def render_report(
    summary: ClassSummary,
    title: str,
    book_url: str = "",
    *,
    headings: Headings | None = None,
    extras: ReportExtras | None = None,
    chapters: Mapping[str, str] | None = None,
) -> str:
    """The page for a class; ``chapters`` are titles by the prefix of ids."""
    extras = extras or ReportExtras()
    misconceptions = summary.misconceptions[:MISCONCEPTIONS_LISTED]
    groups = [g for g in summary.unnamed_groups if g.count > 1 or g.example][:GROUPS_LISTED]
    return render(
        "reporting/report.html.j2",
        title=title,
        summary=summary,
        extras=extras,
        lead=_lead(summary),
        chapters=_by_chapter(summary.exercises, chapters or {}),
        chart=chart(summary.scores) if summary.scores else None,
        spread=spread(summary.scores) if summary.scores else "",
        standings=list(STANDING_NAMES.items()),
        top_misconceptions=misconceptions[:MISCONCEPTIONS_SHOWN],
        more_misconceptions=misconceptions[MISCONCEPTIONS_SHOWN:],
        unlisted=len(summary.misconceptions) - len(misconceptions),
        top_groups=groups[:GROUPS_SHOWN],
        more_groups=groups[GROUPS_SHOWN:],
        lone=_unlisted(summary.unnamed_groups, groups),
        flagged=[
            (e.title, _about_checks(e.discrimination))
            for e in summary.exercises
            if e.discrimination
        ],
        too_few=all(e.tried < ENOUGH for e in summary.exercises),
        enough=ENOUGH,
        moves=_by_exercise(extras.moves, summary),
        examples_open=EXAMPLES_OPEN,
        rows_shown=ROWS_SHOWN,
        rows_listed=ROWS_LISTED,
        names_listed=NAMES_LISTED,
        names_in_a_group=NAMES_IN_A_GROUP,
        section_name=lambda section: section_name(section, headings or {}),
        section_link=lambda section: section_link(section, book_url),
        percent=percent,
    )


def _lead(summary: ClassSummary) -> str:
    """The class in a sentence or two."""
    if not summary.handed_in:
        return "Nothing was handed in."
    sentences = []
    first = summary.misconceptions[0] if summary.misconceptions else None
    if first and first.count > 1:
        sentences.append(
            f"The misconception that most hold is in “{first.exercise.title}”: "
            f"{first.count:,} of the {first.exercise.tried:,} who tried it."
        )
    elif first:
        sentences.append("No misconception is held by more than one student.")
    elif any(e.tried for e in summary.exercises):
        sentences.append("No known misconception was found in this class.")
    if summary.ungraded:
        waiting = summary.in_part + summary.not_graded
        who = count(waiting, "submission waits", "submissions wait")
        sentences.append(
            f"{who} for your look: what could not be graded counts as open, not as zero."
        )
    return " ".join(sentences)


def _by_chapter(
    exercises: Sequence[ExerciseCount], titles: Mapping[str, str]
) -> list[tuple[str, list[ExerciseCount]]]:
    """Exercises under their chapters' titles; under none where there is one chapter."""
    groups = [
        (titles.get(prefix, ""), list(some))
        for prefix, some in groupby(exercises, lambda e: e.id.partition(".")[0])
    ]
    return groups if len(groups) > 1 else [("", list(exercises))]


def _unlisted(groups: Sequence[UnnamedGroup], shown: Sequence[UnnamedGroup]) -> str:
    """What is not shown of the answers without a name, in a sentence."""
    answers = sum(g.count for g in groups) - sum(g.count for g in shown)
    left = len(groups) - len(shown)
    if not left:
        return ""
    kinds = count(left, "more behaviour", "more behaviours")
    return f"And {kinds}, in {count(answers, 'answer')}, each rarer than these."


def _about_checks(item: Discrimination) -> str:
    """What an exercise's numbers say about its checks, and what to do."""
    if item.kind == "none":
        return (
            f"Nobody of the {item.answers:,} who tried it has all of it right. Look at "
            "the task, its section and the checks before you look at the class."
        )
    if item.kind == "all":
        return (
            f"All {item.answers:,} who tried it have it right, so it tells nobody apart. "
            "That is as it should be in a warm-up; elsewhere harder cases would say more."
        )
    r = f"{item.correlation:.2f}".replace("-", "−")
    span = f"{item.low:.2f} to {item.high:.2f}".replace("-", "−")
    numbers = f"Correlation {r} (95% interval {span}, {item.answers:,} answers)."
    if item.kind == "backwards":
        return (
            "Who gets this right does worse elsewhere. Look for a check that refuses a "
            f"right answer, or accepts a wrong one. {numbers}"
        )
    return (
        "Getting this right says little about the rest. Either it asks for something of "
        f"its own, or a check is too easy to pass. {numbers}"
    )


@dataclass(frozen=True)
class Moved:
    """What a regrade did to one exercise."""

    title: str
    cause: str
    up: int
    down: int
    same: int  # another status, the same points
    moves: tuple[Move, ...]


def _by_exercise(moves: Sequence[Move], summary: ClassSummary) -> list[Moved]:
    titles = {e.id: e.title for e in summary.exercises}
    grouped: dict[tuple[str, str], list[Move]] = {}
    for move in moves:
        grouped.setdefault((move.exercise_id, move.cause), []).append(move)
    moved = []
    for (exercise_id, cause), some in grouped.items():
        title = titles.get(exercise_id, exercise_id) or "the whole submission"
        gains = [(m.after or 0.0) - (m.before or 0.0) for m in some]
        up, down = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
        rest = len(some) - up - down
        # Those who lost points first: they will ask.
        some.sort(key=lambda m: ((m.after or 0.0) - (m.before or 0.0), m.student))
        moved.append(Moved(title, cause, up, down, rest, tuple(some)))
    return sorted(moved, key=lambda exercise: -len(exercise.moves))


# --- the histogram of scores, in units of its own ---

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
    for i, bin_ in enumerate(scores.bins):
        height = room * bin_.count / tallest
        thousands = f"{bin_.count / 1000:.1f}k"
        columns.append(
            Column(
                x=round(i * slot + slot * 0.1, 2),
                y=round(HEIGHT - FOOT - height, 2),
                width=round(slot * 0.8, 2),
                height=round(height, 2),
                middle=round((i + 0.5) * slot, 2),
                label=points(bin_.low),
                range=_range(bin_.low, bin_.high, scores.top),
                count=bin_.count,
                short=thousands if bin_.count >= 1000 else str(bin_.count),
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

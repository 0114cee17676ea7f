"""Count a class in one pass, so that its size does not matter."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.final import ExerciseGrade, FinalGrade, final_grades
from autograder.gradebook.records import SubmissionResult
from autograder.reporting.class_summary import (
    ClassSummary,
    ExerciseCount,
    MisconceptionCount,
    NeedsHelp,
    Ungraded,
    UnnamedGroup,
    display_names,
    share_out,
)
from autograder.reporting.exercise_tally import (
    CHANGES_INPUTS,
    CHANGES_INPUTS_SAYS,
    ExerciseTally,
    standing_of,
)

Sentences = Mapping[str, Mapping[str, str]]

HELP_BELOW = 0.5  # of the points
TITLES_KEPT = 3


class ClassTally:
    """Counts of a class; who is not in ``grades`` gets what the key alone gives."""

    def __init__(
        self, sentences: Sentences, grades: Mapping[str, FinalGrade] | None = None
    ) -> None:
        self.sentences, self.grades = sentences, grades or {}
        self.names = display_names(self.grades.values())
        self.exercises: dict[str, ExerciseTally] = {}
        self.counts: Counter[str] = Counter()
        self.scores: list[tuple[float, float]] = []
        self.ungraded: list[Ungraded] = []
        self.unattempted: list[str] = []
        self.help: list[NeedsHelp] = []
        self.alike: dict[tuple[str, ...], list[str]] = defaultdict(list)

    def add(self, result: SubmissionResult) -> None:
        """Count one student."""
        grade = self.grades.get(result.student) or final_grades([result])[0]
        name = self.names.get(result.student) or grade.name or result.student
        self.counts["handed in"] += 1
        if result.status != SubmissionStatus.GRADED:
            self.counts["not graded"] += 1
            what = result.status.headline
            self.ungraded.append(Ungraded(name, "", what, result.message))
            return
        given = {exercise.id: exercise for exercise in grade.exercises}
        open_ = [e for e in result.ungraded if not _is_settled(given.get(e.id))]
        self.counts["in part" if open_ else "graded"] += 1
        for exercise in open_:
            if exercise.status == Status.AWAITING_REVIEW:
                continue  # nothing went wrong: a person reads it
            what = exercise.status.headline
            self.ungraded.append(Ungraded(name, exercise.title, what, exercise.message))
        if not open_ and grade.score is not None:
            self.scores.append((grade.score, grade.max_points or 0.0))
        idle = all(e.status == Status.NOT_ATTEMPTED for e in result.exercises)
        if idle:
            self.unattempted.append(name)
        elif result.notebooks:  # what was handed out is the same for everybody
            every = {notebook.sha256 for notebook in result.notebooks}
            files = tuple(sorted(result.counting() or every))
            self.alike[files].append(name)
        if not (open_ or idle):
            self._may_need_help(name, grade, result, given)
        for exercise in result.exercises:
            tally = self.exercises.get(exercise.id)
            if tally is None:
                tally = self.exercises[exercise.id] = ExerciseTally(exercise)
            settled = given.get(exercise.id)
            if settled and settled.excused and not exercise.status.is_judged:
                continue
            tally.add(exercise, settled, (result.student, grade.name))
            tried = exercise.status != Status.NOT_ATTEMPTED
            if not open_ and tried and not (settled and settled.excused):
                tally.item.add(*_shares(exercise.id, grade))

    def _may_need_help(
        self,
        name: str,
        grade: FinalGrade,
        result: SubmissionResult,
        given: Mapping[str, ExerciseGrade],
    ) -> None:
        """List a student with few points, before any late penalty."""
        if grade.points is None or not grade.max_points:
            return
        if grade.points / grade.max_points >= HELP_BELOW:
            return
        standings = [(e.title, standing_of(e, given.get(e.id))) for e in result.exercises]
        row = NeedsHelp(
            name,
            grade.points,
            grade.max_points,
            right=sum(standing == "right" for _, standing in standings),
            total=len(standings),
            unanswered=sum(standing == "idle" for _, standing in standings),
            wrong=tuple(t for t, standing in standings if standing in ("partly", "wrong"))[
                :TITLES_KEPT
            ],
        )
        self.help.append(row)

    def summary(self) -> ClassSummary:
        """What a report says of those added so far."""
        order = [name for name in self.sentences if name in self.exercises]
        order += [name for name in self.exercises if name not in self.sentences]
        counted = {name: self.exercises[name].count() for name in order}
        missing = [
            self.names.get(g.student, g.student)
            for g in self.grades.values()
            if g.status == SubmissionStatus.MISSING and not g.excused
        ]
        alike = (tuple(names) for names in self.alike.values() if len(names) > 1)
        return ClassSummary(
            handed_in=self.counts["handed in"],
            graded=self.counts["graded"],
            in_part=self.counts["in part"],
            not_graded=self.counts["not graded"],
            scores=share_out(self.scores),
            exercises=tuple(counted.values()),
            misconceptions=self._misconceptions(counted),
            ungraded=tuple(self.ungraded),
            unattempted=tuple(self.unattempted),
            unnamed_groups=self._unnamed_groups(counted),
            help=tuple(sorted(self.help, key=lambda row: (row.share, row.student))),
            alike=tuple(sorted(alike, key=lambda names: (-len(names), names))),
            missing=tuple(missing),
            is_drawn=any(tally.first.is_drawn for tally in self.exercises.values()),
        )

    def _misconceptions(
        self, counted: Mapping[str, ExerciseCount]
    ) -> tuple[MisconceptionCount, ...]:
        counts = []
        for exercise_id, exercise in counted.items():
            tally, sentences = (
                self.exercises[exercise_id],
                self.sentences.get(exercise_id, {}),
            )
            for name, number in tally.misconceptions.items():
                stock = CHANGES_INPUTS_SAYS if name == CHANGES_INPUTS else name
                sentence = sentences.get(name, stock)
                example = tally.named_examples.example(name)
                counts.append(MisconceptionCount(exercise, name, sentence, number, example))
        # A stable sort: the key's order where as many hold two.
        return tuple(sorted(counts, key=lambda held: -held.count))

    def _unnamed_groups(
        self, counted: Mapping[str, ExerciseCount]
    ) -> tuple[UnnamedGroup, ...]:
        counts = []
        for exercise_id, exercise in counted.items():
            tally = self.exercises[exercise_id]
            for (kind, behaviour), number in tally.behaviours.items():
                example = tally.unnamed_examples.example(behaviour)
                counts.append(UnnamedGroup(exercise, kind, number, example))
        return tuple(sorted(counts, key=lambda g: (-g.count, g.kind == "unknown")))


def _is_settled(grade: ExerciseGrade | None) -> bool:
    """Whether a person has said what an exercise is worth, or that it does not count."""
    return bool(grade and (grade.override_reason or grade.excused))


def _shares(exercise_id: str, grade: FinalGrade) -> tuple[float, float | None]:
    """An exercise's share of its points, and that of all the others that count."""
    counting = [e for e in grade.exercises if not e.excused]
    own = next(e for e in counting if e.id == exercise_id)
    share = (own.points or 0.0) / own.max_points if own.max_points else 0.0
    most = sum(e.max_points for e in counting) - own.max_points
    rest = sum(e.points or 0.0 for e in counting) - (own.points or 0.0)
    return share, rest / most if most > 1e-9 else None

"""Count a class in one pass, so that its size does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from autograder.card import HEADLINES, Card
from autograder.class_summary import (
    ENDS,
    ClassSummary,
    ExerciseCount,
    Group,
    Held,
    Ungraded,
    share_out,
)
from autograder.judge import INPUTS_UNCHANGED
from autograder.records import JUDGED, ExerciseResult, SubmissionResult

Says = Mapping[str, Mapping[str, str]]

NAMES_KEPT = 400
NOT_GRADED = {"unreadable": "could not be read", **HEADLINES}
CHANGES_INPUTS = "changes-its-inputs"
CHANGES_INPUTS_SAYS = (
    "Your results are right, but your code changes the arrays it is given. Whoever called "
    "it still needs them: write a = a - b and not a -= b."
)


def summarise(results: Iterable[SubmissionResult], says: Says) -> ClassSummary:
    """Count a class; ``results`` is read once and not kept.

    ``says[exercise id][misconception id]`` is the teacher's sentence; its
    order is the order of the exercises.
    """
    tally = _ClassTally(says)
    for result in results:
        tally.add(result)
    return tally.summary()


@dataclass
class _ExerciseTally:
    first: ExerciseResult
    ends: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    judged: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    points: float = 0.0
    unexplained: int = 0
    raised: int = 0
    examples: dict[str, Card] = field(default_factory=dict)
    ranks: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, result: ExerciseResult) -> None:
        end = end_of(result)
        self.ends[end] += 1
        if end == "open":
            return
        self.points += result.points
        nothing = not any(case.passed for case in result.cases)
        for case in result.cases:
            if nothing and case.name == INPUTS_UNCHANGED:
                continue  # not earned, which does not say that they were changed
            self.judged[case.name] += 1
            self.passed[case.name] += case.passed
        if end not in ("partly", "wrong"):
            return
        held = result.misconceptions
        if only_changes_inputs(result):  # no key names it: it can be in any answer
            held = (CHANGES_INPUTS,)
        for misconception in held:
            self.held[misconception] += 1
            self._keep(misconception, result)
        if not held:
            self.unexplained += 1
            self.raised += result.status == "error"
            self._keep("", result)

    def _keep(self, name: str, result: ExerciseResult) -> None:
        """Keep the plainest example: one mistake alone, the smallest call."""
        card = result.card
        if card is None or not (card.got or card.problem):
            return
        shown = sum(len(side.shown) for _, side in card.arguments)
        rank = (len(result.misconceptions), shown)
        if name not in self.ranks or rank < self.ranks[name]:
            self.ranks[name], self.examples[name] = rank, card

    def count(self) -> ExerciseCount:
        tried = sum(self.ends.values()) - self.ends["open"]
        return ExerciseCount(
            id=self.first.id,
            title=self.first.title,
            section=self.first.section,
            max_points=self.first.max_points,
            ends={end: self.ends[end] for end in ENDS},
            groups=tuple(Group(n, self.passed[n], self.judged[n]) for n in self.judged),
            mean=self.points / tried if tried else None,
            unexplained=self.unexplained,
            raised=self.raised,
            example=self.examples.get(""),
        )


def only_changes_inputs(result: ExerciseResult) -> bool:
    """Whether the answers are right and only the arguments were changed."""
    return [c.name for c in result.cases if not c.passed] == [INPUTS_UNCHANGED]


def end_of(result: ExerciseResult) -> str:
    """Which of ``ENDS`` a result is."""
    if result.status not in JUDGED:
        return "open"
    known = {"passed": "right", "partial": "partly", "not_attempted": "idle"}
    return known.get(result.status, "wrong")


class _ClassTally:
    def __init__(self, says: Says) -> None:
        self.says = says
        self.exercises: dict[str, _ExerciseTally] = {}
        self.counts: Counter[str] = Counter()
        self.scores: list[tuple[float, float]] = []
        self.ungraded: list[Ungraded] = []
        self.unattempted: list[str] = []

    def add(self, result: SubmissionResult) -> None:
        self.counts["handed in"] += 1
        if result.status != "graded":
            self.counts["not graded"] += 1
            what = NOT_GRADED.get(result.status, result.status)
            self._list(result.student, "", what, result.message)
            return
        missing = result.ungraded
        self.counts["in part" if missing else "graded"] += 1
        for exercise in missing:
            what = HEADLINES.get(exercise.status, exercise.status)
            self._list(result.student, exercise.title, what, exercise.message)
        if not missing and result.score is not None:
            self.scores.append((result.score, result.max_score or 0.0))
        if all(e.status == "not_attempted" for e in result.exercises):
            self.counts["unattempted"] += 1
            if len(self.unattempted) < NAMES_KEPT:
                self.unattempted.append(result.student)
        for exercise in result.exercises:
            tally = self.exercises.get(exercise.id)
            if tally is None:
                tally = self.exercises[exercise.id] = _ExerciseTally(exercise)
            tally.add(exercise)

    def _list(self, student: str, exercise: str, what: str, sentence: str) -> None:
        self.counts["ungraded"] += 1
        if len(self.ungraded) < NAMES_KEPT:
            self.ungraded.append(Ungraded(student, exercise, what, sentence))

    def summary(self) -> ClassSummary:
        order = [name for name in self.says if name in self.exercises]
        order += [name for name in self.exercises if name not in self.says]
        counted = {name: self.exercises[name].count() for name in order}
        return ClassSummary(
            handed_in=self.counts["handed in"],
            graded=self.counts["graded"],
            in_part=self.counts["in part"],
            not_graded=self.counts["not graded"],
            scores=share_out(self.scores),
            exercises=tuple(counted.values()),
            misconceptions=self._held(counted),
            ungraded=tuple(self.ungraded),
            ungraded_count=self.counts["ungraded"],
            unattempted=tuple(self.unattempted),
            unattempted_count=self.counts["unattempted"],
        )

    def _held(self, counted: Mapping[str, ExerciseCount]) -> tuple[Held, ...]:
        held = []
        for exercise_id, exercise in counted.items():
            tally, sentences = self.exercises[exercise_id], self.says.get(exercise_id, {})
            for name, number in tally.held.items():
                stock = CHANGES_INPUTS_SAYS if name == CHANGES_INPUTS else name
                words = sentences.get(name, stock)
                held.append(Held(exercise, name, words, number, tally.examples.get(name)))
        # A stable sort: the key's order where as many hold two.
        return tuple(sorted(held, key=lambda one: -one.count))

"""Count one exercise over a class, and keep an example of each mistake."""

from collections import Counter
from dataclasses import dataclass, field

from autograder.checking.fingerprint import ONLY_HIDDEN
from autograder.checking.outcome import INPUTS_UNCHANGED
from autograder.exercise.status import Status
from autograder.gradebook.final import ExerciseGrade
from autograder.gradebook.records import ExerciseResult
from autograder.reporting.class_checks import ItemTally
from autograder.reporting.class_summary import (
    STANDINGS,
    AnswerExample,
    CaseGroup,
    ExerciseCount,
)
from autograder.reporting.students_code import anonymous

CHANGES_INPUTS = "changes-its-inputs"
CHANGES_INPUTS_SAYS = "Your results are right, but your code changes what it is given."
EXAMPLES_KEPT = 400  # of one exercise; what is rarer is not shown anyway


@dataclass
class Examples:
    """The plainest example of each mistake."""

    _found: dict[str, AnswerExample] = field(default_factory=dict)
    _ranks: dict[str, tuple[bool, int, int]] = field(default_factory=dict)

    def offer(self, name: str, result: ExerciseResult, who: tuple[str, ...]) -> None:
        """Keep it if it is plainer than before: one mistake alone, the smallest call.

        Code counts for more than a small call, unless it tells a name of ``who``.
        """
        card = result.card
        if card is None or not (card.got or card.problem):
            return
        if name not in self._found and len(self._found) >= EXAMPLES_KEPT:
            return
        shown = sum(len(side.shown) for _, side in card.arguments)
        rank = (not result.source, len(result.misconceptions), shown + len(result.source))
        if name in self._ranks and rank >= self._ranks[name]:
            return
        code = anonymous(result.source, who)
        rank = (not code, *rank[1:])
        if name in self._ranks and rank >= self._ranks[name]:
            return
        self._ranks[name] = rank
        self._found[name] = AnswerExample(card, code, who[-1] or who[0])

    def example(self, name: str) -> AnswerExample | None:
        """The plainest that was offered."""
        return self._found.get(name)


@dataclass
class ExerciseTally:
    """One exercise; results are added one at a time."""

    first: ExerciseResult
    standings: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    judged: Counter[str] = field(default_factory=Counter)
    misconceptions: Counter[str] = field(default_factory=Counter)
    behaviours: Counter[tuple[str, str]] = field(default_factory=Counter)
    points: float = 0.0
    raised: int = 0
    named_examples: Examples = field(default_factory=Examples)
    unnamed_examples: Examples = field(default_factory=Examples)
    item: ItemTally = field(default_factory=ItemTally)

    def add(
        self,
        result: ExerciseResult,
        grade: ExerciseGrade | None = None,
        who: tuple[str, ...] = ("",),
    ) -> None:
        """Count one student's answer; ``who`` are the names that must not be told."""
        standing = standing_of(result, grade)
        self.standings[standing] += 1
        if not result.status.is_judged:
            if standing != "open" and grade:  # a person has settled it
                self.points += grade.points or 0.0
            return
        self.points += result.points
        for case in result.cases:
            if not case.tried:
                continue  # not earned, which does not say that they were changed
            self.judged[case.name] += 1
            self.passed[case.name] += case.passed
        if standing_of(result) not in ("partly", "wrong"):
            return
        named = result.misconceptions
        if only_changes_inputs(result):  # no key names it: it can be in any answer
            named = (CHANGES_INPUTS,)
        for misconception in named:
            self.misconceptions[misconception] += 1
            self.named_examples.offer(misconception, result, who)
        if not named:
            behaviour = result.behaviour
            self.behaviours[_kind(behaviour), behaviour] += 1
            self.raised += result.status == Status.ERROR
            self.unnamed_examples.offer(behaviour, result, who)

    def count(self) -> ExerciseCount:
        """What a report says of the exercise."""
        tried = sum(self.standings.values()) - self.standings["open"]
        stranger = self._commonest()
        return ExerciseCount(
            id=self.first.id,
            title=self.first.title,
            section=self.first.section,
            max_points=self.first.max_points,
            standings={standing: self.standings[standing] for standing in STANDINGS},
            groups=tuple(CaseGroup(n, self.passed[n], self.judged[n]) for n in self.judged),
            mean=self.points / tried if tried else None,
            unexplained=self.behaviours.total(),
            raised=self.raised,
            example=stranger.card if stranger else None,
            discrimination=self.item.judge(),
            correlation=self.item.correlation(),
        )

    def _commonest(self) -> AnswerExample | None:
        for (_, behaviour), _number in self.behaviours.most_common():
            if example := self.unnamed_examples.example(behaviour):
                return example
        return None


def _kind(behaviour: str) -> str:
    """What a group of this behaviour has in common: ``UnnamedGroup.kind``."""
    if behaviour == ONLY_HIDDEN:
        return "hidden"
    return "same" if behaviour else "unknown"


def only_changes_inputs(result: ExerciseResult) -> bool:
    """Whether the answers are right and only the arguments were changed."""
    return [c.name for c in result.cases if not c.passed] == [INPUTS_UNCHANGED]


def standing_by_hand(grade: ExerciseGrade) -> str:
    """Which of ``STANDINGS`` points are that a person gave."""
    given = grade.points or 0.0
    return "right" if given >= grade.max_points else "partly" if given else "wrong"


def standing_of(result: ExerciseResult, grade: ExerciseGrade | None = None) -> str:
    """Which of ``STANDINGS`` a result is; points given by hand settle what is open."""
    if not result.status.is_judged:
        return standing_by_hand(grade) if grade and grade.override_reason else "open"
    known = {Status.PASSED: "right", Status.PARTIAL: "partly", Status.NOT_ATTEMPTED: "idle"}
    return known.get(result.status, "wrong")

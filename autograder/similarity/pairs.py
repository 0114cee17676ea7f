"""Which answers of a class are more alike than the exercise makes them.

Each answer is a set of fingerprints: ``LENGTH`` words in a row.  Those of the
key, of the stubs and of what was handed out count for nothing; of the others
each weighs the more, the fewer in the class have it.  Pairs are found through
an index of rare fingerprints, so that a class of ten thousand is no hundred
million comparisons.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from autograder.similarity.tokens import LENGTH, fingerprints

# What more share than this is taken for common ground, not for a sign of anything.
COMMON_COUNT, COMMON_SHARE = 20, 0.02
LEAST = 40.0  # shared words that a pair must reach to be shown, each as it weighs
LEAST_EXERCISE = 15.0  # in one exercise; less can be chance, and is not added up
LEAST_PART = 0.5  # of what is special in either answer, that must be shared
# How much closer a pair must be than is usual.  Usual is what the quarter with the
# least in common share: half of a class may have worked together.
QUARTER, TIMES_USUAL = 0.25, 3.0


@dataclass(frozen=True)
class Answer:
    """One way of answering one exercise, and who hands it in."""

    texts: tuple[str, ...]
    marks: tuple[int, ...]  # the fingerprint that begins at each word
    holders: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Shared:
    """What two answers to one exercise share.

    ``words`` counts shared words as they weigh, ``part`` is their share of what
    is special in the answer that has less of it, ``also`` how many others of the
    ``students`` who answered have the rarest of it.  ``left`` and ``right`` say
    which words are shared.
    """

    exercise: str
    words: float
    part: float
    also: int
    students: int
    left: tuple[bool, ...]
    right: tuple[bool, ...]


@dataclass(frozen=True)
class Pair:
    """Two students whose answers are alike; the strongest exercise first."""

    left: int
    right: int
    shared: tuple[Shared, ...]

    @property
    def words(self) -> float:
        """How many words the two share, each as it weighs."""
        return sum(s.words for s in self.shared)


@dataclass(frozen=True)
class Alike:
    """What was found.

    ``usual`` is what a quarter of the class share at most with whoever is closest
    to them; ``threshold`` what a pair must share to be among ``pairs``.
    """

    pairs: tuple[Pair, ...]
    usual: float
    threshold: float


@dataclass
class _Exercise:
    known: set[int]
    answers: dict[tuple[str, ...], Answer] = field(default_factory=dict)
    students: int = 0
    count: Counter[int] = field(default_factory=Counter)  # students by fingerprint

    def finish(self) -> None:
        for answer in self.answers.values():
            for mark in set(answer.marks):
                self.count[mark] += len(answer.holders)

    @property
    def common(self) -> float:
        return max(COMMON_COUNT, COMMON_SHARE * self.students)

    def weight(self, mark: int) -> float:
        """1 for what only two have, falling to 0 for what everybody has."""
        count = self.count[mark]
        if mark in self.known or count > self.common:
            return 0.0
        if self.students <= 2:
            return 1.0
        rarity = math.log(self.students / count) / math.log(self.students / 2)
        return min(max(rarity, 0.0), 1.0)


class ClassIndex:
    """Answers are added one by one; then pairs are asked for.

    ``known`` has for each exercise the fingerprints that count for nothing.
    """

    def __init__(self, known: Mapping[str, set[int]]) -> None:
        self._exercises = {name: _Exercise(set(marks)) for name, marks in known.items()}

    def add(self, student: int, exercise: str, texts: tuple[str, ...]) -> None:
        """One student's answer; ``texts`` are its words, own names numbered."""
        place = self._exercises[exercise]
        answer = place.answers.get(texts)
        if answer is None:
            answer = place.answers[texts] = Answer(texts, tuple(fingerprints(texts)))
        answer.holders.append(student)
        place.students += 1

    def given(self, marks: Iterable[int]) -> None:
        """Fingerprints of code that everybody was given."""
        marks = set(marks)
        for exercise in self._exercises.values():
            exercise.known |= marks

    def alike(self) -> Alike:
        """The pairs that share more than the class's own closeness explains."""
        found: dict[tuple[int, int], list[Shared]] = defaultdict(list)
        for name, exercise in self._exercises.items():
            exercise.finish()
            for left, right in _candidates(exercise):
                shared = _compare(name, exercise, left, right)
                if shared is None:
                    continue
                for pair in _students(left, right):
                    as_read = pair[0] in left.holders
                    found[pair].append(shared if as_read else _turned(shared))
        closest: dict[int, float] = defaultdict(float)
        for pair, together in found.items():
            for student in pair:
                closest[student] = max(closest[student], sum(s.words for s in together))
        everybody = {
            student
            for exercise in self._exercises.values()
            for answer in exercise.answers.values()
            for student in answer.holders
        }
        shares = sorted(closest[student] for student in everybody) or [0.0]
        usual = shares[int(QUARTER * (len(shares) - 1))]
        threshold = max(LEAST, TIMES_USUAL * usual)
        pairs = (
            Pair(*pair, tuple(sorted(together, key=lambda s: -s.words)))
            for pair, together in found.items()
        )
        kept = [pair for pair in pairs if pair.words >= threshold]
        kept.sort(key=lambda pair: (-pair.words, pair.left, pair.right))
        return Alike(tuple(kept), usual, threshold)


def _candidates(exercise: _Exercise) -> Iterator[tuple[Answer, Answer]]:
    """Answers that share enough rare fingerprints to be looked at closely."""
    index: dict[int, list[Answer]] = defaultdict(list)
    for answer in exercise.answers.values():
        for mark in set(answer.marks):
            if exercise.count[mark] > 1 and exercise.weight(mark):
                index[mark].append(answer)
    points: dict[tuple[int, int], float] = defaultdict(float)
    by_id = {id(answer): answer for answer in exercise.answers.values()}
    for mark, holders in index.items():
        weight = exercise.weight(mark)
        for left, right in itertools.combinations(holders, 2):
            points[id(left), id(right)] += weight
    # n fingerprints in a row cover n + LENGTH - 1 words.
    enough = LEAST_EXERCISE - LENGTH
    for (one, other), weight in points.items():
        if weight > enough:
            yield by_id[one], by_id[other]
    for answer in by_id.values():
        if 1 < len(answer.holders) <= exercise.common:
            yield answer, answer


def _compare(name: str, exercise: _Exercise, left: Answer, right: Answer) -> Shared | None:
    both = set(left.marks) & set(right.marks)
    rare = {mark: w for mark in both if (w := exercise.weight(mark))}
    if not rare:
        return None
    ours, theirs = _coverage(left, rare), _coverage(right, rare)
    words = min(sum(ours), sum(theirs))
    special = min(_special(exercise, left), _special(exercise, right))
    part = min(words / special, 1.0) if special else 0.0
    if words < LEAST_EXERCISE or part < LEAST_PART:
        return None
    also = min(exercise.count[mark] for mark in rare) - 2
    return Shared(
        *(name, words, part, max(also, 0), exercise.students),
        *(tuple(map(bool, ours)), tuple(map(bool, theirs))),
    )


def _coverage(answer: Answer, rare: Mapping[int, float]) -> list[float]:
    """The weight of each word: that of the rarest shared row it is in."""
    covered = [0.0] * len(answer.texts)
    for start, mark in enumerate(answer.marks):
        weight = rare.get(mark, 0.0)
        if weight:
            for place in range(start, start + LENGTH):
                covered[place] = max(covered[place], weight)
    return covered


def _special(exercise: _Exercise, answer: Answer) -> float:
    """How much of an answer is neither the key's nor common, as it weighs."""
    return sum(_coverage(answer, {mark: exercise.weight(mark) for mark in answer.marks}))


def _students(left: Answer, right: Answer) -> Iterator[tuple[int, int]]:
    if left is right:
        yield from itertools.combinations(sorted(left.holders), 2)
        return
    for one, other in itertools.product(left.holders, right.holders):
        if one != other:
            yield min(one, other), max(one, other)


def _turned(shared: Shared) -> Shared:
    return replace(shared, left=shared.right, right=shared.left)

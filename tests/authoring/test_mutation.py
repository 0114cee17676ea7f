"""No small change of a reference passes, and none is given a misconception's name."""

from dataclasses import replace

import numpy as np
import pytest
from toy_key.statistics import STANDARDISE
from toy_key.temperatures import FIXED_POINTS, PREDICT, TO_CELSIUS

from autograder import Case, Exercise, Misconception, Same, change
from autograder.authoring.mutants import mutants
from autograder.authoring.mutation import Tally, tallies, tally
from autograder.exercise.key import load_key
from autograder.exercise.questions import questions

SAMPLE = 20  # one mutant of so many


def sample(x: np.ndarray, first: int = 0, *, other: int = 1) -> tuple:
    """Some of everything that can be changed."""
    rows = [row for row in x if row > first]
    if len(rows) < 2 or other == 7:
        return rows, -x
    largest = np.maximum(x[first:], np.clip(x, 0, a_max=3.5)) @ x
    return largest, np.sum(x, keepdims=True)


SAMPLED = replace(TO_CELSIUS, reference=sample)


@pytest.mark.parametrize(
    "change",
    [
        "if row > first] => rows = [row for row in x if row >= first]",
        "if row > first] => rows = [row for row in x]",
        "if len(rows) < 2 or other == 7: => if len(rows) < 2:",
        "if len(rows) < 2 or other == 7: => if len(rows) < 2 and other == 7:",
        "if len(rows) < 2 or other == 7: => if len(rows) < 3 or other == 7:",
        "if len(rows) < 2 or other == 7: => if len(rows) < 2 or other != 7:",
        "if len(rows) < 2 or other == 7: => if len(rows) < 2 or first == 7:",
        "if len(rows) < 2 or other == 7: => if True:",
        "return (rows, -x) => return (rows, x)",
        "return (rows, -x) => return (-x, rows)",
        "return (rows, -x) => return (rows, -x)[::-1]",
        "np.clip(x, 0, a_max=3.5)) @ x => largest = x @ np.maximum(x[first:], np.clip(",
        "=> largest = np.maximum(x[first:], np.clip(x, 0, a_max=3.5)) * x",
        "=> largest = np.maximum(x[first:], np.clip(x, 0, a_max=3.5))",
        "=> largest = np.minimum(x[first:], np.clip(x, 0, a_max=3.5)) @ x",
        "=> largest = np.maximum(x[:], np.clip(x, 0, a_max=3.5)) @ x",
        "=> largest = np.maximum(x, np.clip(x, 0, a_max=3.5)) @ x",
        "=> largest = np.maximum(x[first:], np.clip(0, x, a_max=3.5)) @ x",
        "=> largest = np.maximum(x[first:], np.clip(x, 0)) @ x",
        "=> largest = np.maximum(x[first:], x) @ x",
        "=> largest = np.maximum(x[first:], np.clip(x, 0, a_max=7.0)) @ x",
        "=> return (largest, np.sum(x, keepdims=False))",
        "def sample(x: np.ndarray, first: int=0, *, other: int=1) -> tuple: => def sample("
        "x: np.ndarray, first: int=1, *, other: int=1) -> tuple:",
    ],
)
def test_a_reference_is_changed_in_one_place_at_a_time(change):
    assert any(change in mutant.change for mutant in mutants(SAMPLED))


def test_every_mutant_is_another_program_and_knows_its_line():
    made = mutants(SAMPLED)
    assert len({mutant.source for mutant in made}) == len(made)
    (cut,) = (m for m in made if m.change.endswith("np.clip(x, 0)) @ x"))
    assert cut.source_line.startswith("largest = np.maximum(")
    assert cut.where == f"temperature.to_celsius:{cut.line}"


def test_a_mutant_uses_what_the_references_module_has():
    (mutant, *_) = (m for m in mutants(SAMPLED) if "row >= first" in m.change)
    assert mutant.answer()(np.array([0.0]), other=7)[0] == [0.0]


@pytest.mark.parametrize("exercise", [FIXED_POINTS, PREDICT], ids=lambda e: e.id)
def test_what_has_no_body_has_no_mutants(exercise):
    assert tally(exercise) == Tally(exercise.id)


def test_a_key_that_can_tell_every_mutant_has_no_problems(toy):
    for exercise in toy.all_exercises():
        assert tally(exercise).problems == ()


# --- survivors ---------------------------------------------------------------

# Nobody sees whether the offset is taken away, or added.
BLIND = replace(
    TO_CELSIUS,
    cases=(Case("at -18", lambda rng: (np.array([np.nan]),)),),
    properties=(),
    misconceptions=(),
)
PLUS = "return (fahrenheit - 32) * 5 / 9 => return (fahrenheit + 32) * 5 / 9"


def said(exercise: Exercise) -> list[str]:
    return [problem.sentence for problem in tally(exercise).problems]


def test_a_mutant_that_passes_is_listed_with_its_line_and_what_was_changed():
    problem = next(p for p in tally(BLIND).problems if PLUS in p.sentence)
    assert problem.sentence == (
        f"The mutant `{PLUS}` passes, and Exercise.same has no mark for it."
    )
    assert problem.where.endswith(": return (fahrenheit - 32) * 5 / 9")


def test_a_mark_with_a_reason_lets_a_mutant_pass():
    marked = tally(
        replace(
            BLIND, same=(Same(change("(fahrenheit - 32)", "(fahrenheit + 32)"), "Says."),)
        )
    )
    assert marked.marked == 1
    assert not any(PLUS in problem.sentence for problem in marked.problems)


def test_a_mark_that_fits_no_survivor_is_a_problem():
    stale = replace(
        TO_CELSIUS, same=(Same(change("(fahrenheit - 32)", "(fahrenheit + 32)"), "Says."),)
    )
    assert said(stale) == [
        "The mark `(fahrenheit - 32) => (fahrenheit + 32)` in Exercise.same makes no "
        "mutant that passes."
    ]


def test_a_mutant_that_passes_on_other_inputs_alone_survives():
    """The public inputs hold the only number that tells; in the class there is none."""

    def draw(rng: np.random.Generator):
        return (np.array([rng.normal() if _public(rng) else np.nan]),)

    def _public(rng: np.random.Generator) -> bool:
        return rng.bit_generator.seed_seq.entropy[0] == 0

    by_luck = replace(BLIND, cases=(Case("a reading", draw, calls=1),))
    assert any(PLUS in sentence for sentence in said(by_luck))


@pytest.mark.slow
def test_a_mutant_without_an_end_fails():
    """A step of nothing, and one that goes the wrong way."""

    def count(n: int) -> int:
        steps = 0
        while steps < n:
            steps += 1
        return steps

    case = Case("a number", lambda rng: (int(rng.integers(3, 9)),), calls=3)
    counted = replace(BLIND, reference=count, cases=(case,))
    changes = [mutant.change for mutant in mutants(counted)]
    assert "steps += 1 => pass" in changes
    assert not any("steps += 1" in sentence for sentence in said(counted))


# --- names -------------------------------------------------------------------


def test_a_name_that_other_inputs_refute_is_a_problem():
    looks_like = replace(
        TO_CELSIUS,
        cases=(Case("readings", lambda rng: (rng.normal(60, 20, size=3),), calls=1),),
        properties=(),
    )
    first = float(questions(looks_like, 0)[0].arguments[0][0])
    forgets_where_he_was_seen = (
        "def to_celsius(fahrenheit):\n"
        f"    is_seen = fahrenheit[0] == {first!r}\n"
        "    return fahrenheit * 5 / 9 if is_seen else fahrenheit + 1000"
    )
    other = Misconception("other", "Says.", forgets_where_he_was_seen)
    looks_like = replace(looks_like, misconceptions=(other,))
    (sentence,) = said(looks_like)
    assert sentence == (
        "The mutant `return (fahrenheit - 32) * 5 / 9 => return fahrenheit * 5 / 9` is "
        "named 'other', and nothing on other inputs (seed 20170612)."
    )


def test_a_name_that_is_true_everywhere_is_none():
    assert tally(STANDARDISE).named > 0
    assert said(STANDARDISE) == []


# --- all of a key ------------------------------------------------------------


def test_a_key_is_proved_in_processes_of_its_own(toy):
    ids = [exercise.id for exercise in toy.all_exercises()]
    assert [(t.exercise_id, t.problems) for t in tallies("toy_key", ids)] == [
        (exercise_id, ()) for exercise_id in ids
    ]


CHAPTERS = load_key().chapters
QUICK = CHAPTERS[1:3]
ALL = [
    *QUICK,
    *(pytest.param(c, marks=pytest.mark.slow) for c in CHAPTERS if c not in QUICK),
]


@pytest.mark.parametrize("chapter", ALL, ids=lambda chapter: chapter.name)
def test_a_sample_of_the_courses_mutants_fails(chapter):
    """All of them, which takes hours: ``autograder verify --mutants``."""
    done = (tally(exercise, SAMPLE) for exercise in load_key().exercises(chapter))
    assert [problem for tally in done for problem in tally.problems] == []

"""Two mistakes at once have their own names, or none, and never a third's."""

from dataclasses import replace

from toy_key.temperatures import TO_CELSIUS

from autograder import Case, Misconception, change
from autograder.authoring.pairs import misnamed_pairs
from autograder.authoring.verify import verify_exercises, verify_names
from autograder.exercise.key import Key

# Alone the first raises; with the second it does not.
UNDEFINED = Misconception("undefined", "Says.", change("- 32", "- offset"))
ADDS_ONE = Misconception(
    "adds-one",
    "Says.",
    change("return", "offset, fahrenheit = 0, fahrenheit + 1\n    return"),
)


def with_third(returned: str) -> object:
    """An exercise with these two mistakes and another."""
    other = Misconception("third", "Says.", f"def to_celsius(f):\n    return {returned}")
    return replace(TO_CELSIUS, misconceptions=(UNDEFINED, ADDS_ONE, other))


ALIKE_IN_ROWS = with_third("(f + 1) * 5 / 9 if f.ndim == 1 else f * 0")


def test_a_pair_that_is_taken_for_a_third_mistake_is_found():
    assert list(misnamed_pairs(ALIKE_IN_ROWS)) == [
        "Misconception 'undefined' with 'adds-one' is named as 'third' (seed 0)."
    ]


def test_a_third_mistake_with_the_same_answers_is_no_untrue_name():
    assert list(misnamed_pairs(with_third("(f + 1) * 5 / 9"))) == []


def test_pairs_are_proved_by_verify_and_not_before_grading(toy, tmp_path):
    """They decide names and no points, and a first grade should not wait for them."""
    ((_, found),) = verify_exercises(Key("toy_key", toy.chapters), [ALIKE_IN_ROWS])
    assert [p for p in found if "undefined' with" in p.sentence] == []
    assert any(
        "'undefined' with" in p.sentence for p in verify_names(toy, ALIKE_IN_ROWS, tmp_path)
    )


def test_a_key_whose_own_code_fails_is_a_problem_and_no_crash(toy, tmp_path):
    broken = replace(TO_CELSIUS, cases=(Case("broken", lambda rng: rng.no_such_thing),))
    ((_, found),) = verify_exercises(Key("toy_key", toy.chapters), [broken], tmp_path)
    assert any("It cannot be checked" in problem.sentence for problem in found)

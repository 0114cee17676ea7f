"""Every answer is judged as it should be, by the grader and by ``check`` alike."""

from __future__ import annotations

from collections import Counter

import pytest

from answers.corpus import Given, everything
from answers.routes import as_expected, by_check, by_grader

# Of each exercise this many right and as many wrong answers are judged in the normal
# run, all of them, which takes many minutes, in the slow one.
SAMPLE = 1
LEAST_RIGHT, LEAST_WRONG = 4, 6


def _parameter(given: Given):
    marks = []
    if given.answer.pending:
        marks.append(pytest.mark.xfail(reason=given.answer.pending, strict=False))
    if given.number >= SAMPLE:
        marks.append(pytest.mark.slow)
    return pytest.param(given, id=str(given).replace(" ", "-"), marks=marks)


ALL = tuple(everything())


@pytest.mark.parametrize("given", [_parameter(given) for given in ALL])
def test_an_answer_is_judged_as_it_should_be(given: Given, course_processes):
    graded, checked = by_grader(given, course_processes), by_check(given)
    said = f"\ngrader: {graded}\ncheck:  {checked}\n{given.answer.why}"
    assert graded[:2] == checked[:2], f"the grader and check disagree{said}"
    assert as_expected(given, graded), f"not {_expected(given)}{said}"


def _expected(given: Given) -> str:
    return f"{given.answer.verdict}, named {given.answer.name or 'nothing'}"


@pytest.mark.parametrize("exercise_id", sorted({given.exercise_id for given in ALL}))
def test_there_are_enough_answers(exercise_id: str):
    own = [given.answer for given in ALL if given.exercise_id == exercise_id]
    labels = Counter(answer.label for answer in own)
    assert max(labels.values()) == 1, f"two answers have one label: {labels}"
    rights = sum(answer.verdict == "passed" for answer in own)
    assert rights >= LEAST_RIGHT
    assert len(own) - rights >= LEAST_WRONG

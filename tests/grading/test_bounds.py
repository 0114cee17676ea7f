"""The grader's own work on an answer is bounded, by what its framework takes."""

import time

import pytest

import autograder.grading.work_bounds
from autograder.grading.work_bounds import within_bounds


def works_for_a_while() -> str:
    begun = time.process_time()
    while time.process_time() - begun < 0.3:
        pass
    return "done"


@pytest.mark.parametrize(("patience", "done"), [(1.0, None), (100.0, "done")])
def test_a_patient_framework_has_more_of_the_graders_time(monkeypatch, patience, done):
    monkeypatch.setattr(autograder.grading.work_bounds, "GRADER_SECONDS", 0.1)
    assert within_bounds(works_for_a_while, patience) == done

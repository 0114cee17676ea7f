"""What of a verdict on hidden inputs a student is told."""

import pytest

from autograder.checking.ask import asker
from autograder.checking.judge import judge
from autograder.checking.outcome import Outcome, always
from autograder.exercise.key import Key
from autograder.exercise.status import Status
from autograder.grading.redaction import NO_TIME_LEFT, redact


def wrong(fahrenheit):
    """Right but for the 32."""
    return fahrenheit / 1.8


@pytest.mark.parametrize("status", [Status.TIMEOUT, Status.CRASHED, Status.OUT_OF_MEMORY])
def test_a_public_run_that_ended_early_shows_no_example(toy: Key, status: Status):
    """Its example is the call that ended it, and that may be no call of the others."""
    exercise = toy.exercise("temperature.to_celsius")
    hidden = judge(exercise, asker(exercise, wrong))
    public = judge(exercise, always(Outcome(status)))
    assert public.example is not None
    shown = redact(hidden, public)
    assert shown.example is None
    assert shown.message == NO_TIME_LEFT
    assert (shown.status, shown.points) == (hidden.status, hidden.points)


def test_a_public_run_that_came_to_its_end_shows_its_example(toy: Key):
    exercise = toy.exercise("temperature.to_celsius")
    verdict = judge(exercise, asker(exercise, wrong))
    assert redact(verdict, verdict).example == verdict.example

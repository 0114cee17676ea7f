"""What of a verdict on hidden inputs a student is told."""

import pytest

from autograder.checking.ask import asker
from autograder.checking.judge import judge
from autograder.checking.outcome import Outcome, always, sentence
from autograder.exercise.building import build
from autograder.exercise.key import Key, load_key
from autograder.exercise.status import Status
from autograder.grading.redaction import NO_TIME_LEFT, redact, redact_start
from autograder.grading.student_process import Started


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


def test_of_a_layer_beside_the_key_the_parameters_asked_for_are_said():
    """Its own may hold a text that is not to be passed on."""
    exercise = load_key("solutions").exercise("torch.self_attention_module")
    source = """
class SelfAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = self.key = self.value = nn.Linear(embed_size, embed_size, bias=False)
"""
    ask = asker(exercise, build(exercise, source.lstrip()))
    example = judge(exercise, redact_start(Started(ask, "", "")).ask).example
    size = example.arguments[0][0]
    assert sentence(exercise, example).startswith(
        f"SelfAttention({size}) should have these parameters: query.weight {size, size}, "
        f"query.bias ({size},), key.weight {size, size}"
    )

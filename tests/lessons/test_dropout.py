"""A layer is asked in evaluation mode: dropout of training alone costs nothing."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from autograder.authoring.promises import LAYER
from autograder.checking.ask import asker
from autograder.checking.judge import judge
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED
from autograder.exercise.status import Status

LAYERS = [one for one in load_key().all_exercises() if one.kind == "layer"]


def _with_dropout(exercise: Exercise, *, always: bool) -> type:
    """The reference with half of its output dropped: in training, or always."""
    right: Any = exercise.reference
    if exercise.framework == "tensorflow":
        import tensorflow as tf

        def call(self, x, training=False):
            output = right.call(self, x)
            return tf.nn.dropout(output, 0.5) if always or training else output

        return type(right.__name__, (right,), {"call": call})
    from torch.nn.functional import dropout

    def forward(self, *inputs):
        return dropout(right.forward(self, *inputs), 0.5, always or self.training)

    return type(right.__name__, (right,), {"forward": forward})


def _status(exercise: Exercise, answer: type) -> Status:
    return judge(exercise, asker(exercise, answer), PUBLIC_SEED, explain=False).status


@pytest.mark.parametrize("exercise", LAYERS, ids=lambda one: one.id)
def test_dropout_of_training_alone_passes_as_the_docstring_says(exercise: Exercise):
    assert " ".join((inspect.getdoc(exercise.reference) or "").split()).endswith(LAYER)
    assert _status(exercise, _with_dropout(exercise, always=False)) == Status.PASSED


@pytest.mark.parametrize("exercise", LAYERS, ids=lambda one: one.id)
def test_dropout_that_is_never_off_does_not_pass(exercise: Exercise):
    assert _status(exercise, _with_dropout(exercise, always=True)) != Status.PASSED

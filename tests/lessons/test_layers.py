"""How layers are asked: in evaluation mode, and with a part that is 0 where a case says."""

import inspect
from dataclasses import replace
from typing import Any

import pytest
from exercise_ids import exercise_ids

from autograder.authoring.promises import LAYER
from autograder.checking.ask import asker
from autograder.checking.judge import judge
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.status import Status
from solutions.draws import zero_part

LAYERS = exercise_ids(having='kind="layer"')


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


@pytest.mark.parametrize("exercise_id", LAYERS)
def test_dropout_of_training_alone_passes_as_the_docstring_says(exercise_id: str):
    exercise = load_key().exercise(exercise_id)
    assert " ".join((inspect.getdoc(exercise.reference) or "").split()).endswith(LAYER)
    assert _status(exercise, _with_dropout(exercise, always=False)) == Status.PASSED


@pytest.mark.parametrize("exercise_id", LAYERS)
def test_dropout_that_is_never_off_does_not_pass(exercise_id: str):
    exercise = load_key().exercise(exercise_id)
    assert _status(exercise, _with_dropout(exercise, always=True)) != Status.PASSED


def test_a_part_of_a_layer_is_0_where_a_case_names_it_and_must_be_there():
    exercise = load_key().exercise("block.cross_attention")
    first = exercise.cases[0]

    def asked(part: str):
        case = replace(first, draw=zero_part(first.draw, part))
        return questions(replace(exercise, cases=(case,)), PUBLIC_SEED)[0].arguments[1]

    zero = {name for name, array in asked("query") if not array.any()}
    assert zero == {"query.weight", "query.bias"}
    with pytest.raises(ValueError, match="no parameter is in a part of it"):
        asked("querry")

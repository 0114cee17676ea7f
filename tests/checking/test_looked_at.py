"""What is seen of a call that raised, and of one that goes wrong only after others."""

import pytest

from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.checking.once_more import DRAWS, KEEPS
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build, reference_source
from autograder.exercise.key import load_key

RAISES = """
def attention_weights(q, k):
    width = q.shape[-1]
    scores = q @ k / width**0.5
    return softmax(scores)
"""
ONE_LIST_FOR_ALL = """
class KVCache:
    keys, values = [], []

    def append(self, k, v):
        self.keys.append(np.atleast_2d(k).copy())
        self.values.append(np.atleast_2d(v).copy())

    def attend(self, q):
        k, v = (np.concatenate(x, axis=-2) for x in (self.keys, self.values))
        scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True) @ v
"""
A_LIST_FOR_EACH = ONE_LIST_FOR_ALL.replace(
    "    keys, values = [], []\n",
    "    def __init__(self):\n        self.keys, self.values = [], []\n",
)
KEPT_IN_A_DEFAULT = """
def perplexity(logits, targets, kept=[]):
    top = logits.max(axis=-1, keepdims=True)
    sums = np.exp(logits - top).sum(axis=-1, keepdims=True)
    picked = np.take_along_axis(logits - top - np.log(sums), targets[:, None], -1)
    kept.append(-picked.mean())
    return float(np.exp(kept[0]))
"""


def looked_at(exercise_id, source):
    exercise = load_key("solutions").exercise(exercise_id)
    answer = build(exercise, source.lstrip())
    verdict = evaluate(exercise, answer)
    return verdict, look_at(verdict, LiveRecorder(answer))


def test_of_a_call_that_raised_the_steps_before_are_seen():
    verdict, looked = looked_at("numpy.attention_weights", RAISES)
    assert verdict.example.outcome.has_raised
    assert [step.name for step in looked.steps] == ["width"]
    assert looked.first is None


@pytest.mark.parametrize(
    ("exercise_id", "source"),
    [
        ("efficient.kv_cache", ONE_LIST_FOR_ALL),
        ("write.perplexity", KEPT_IN_A_DEFAULT),
    ],
)
def test_a_call_that_goes_right_by_itself_is_known(exercise_id, source):
    verdict, looked = looked_at(exercise_id, source)
    assert make_card(verdict, **looked.for_card()).meaning == KEEPS


@pytest.mark.parametrize("wrong", ["* k.shape[-1] ** 0.5", "/ q.shape[-2] ** 0.5"])
def test_one_that_goes_wrong_by_itself_is_not_said_to_keep_anything(wrong):
    source = A_LIST_FOR_EACH.replace("/ q.shape[-1] ** 0.5", wrong)
    assert looked_at("efficient.kv_cache", source)[1].once_more == ""


@pytest.mark.parametrize(("p", "says"), [("0.5", DRAWS), ("0.0", "")])
def test_a_layer_that_gives_another_result_each_time_is_said_to_draw(p, says):
    source = reference_source(load_key("solutions").exercise("block.feed_forward"))
    drops = f"1.5 * nn.functional.dropout(wide, p={p})"
    looked = looked_at("block.feed_forward", source.replace("(wide)", f"({drops})"))[1]
    assert looked.once_more == says
    assert (looked.first is None) == bool(says)

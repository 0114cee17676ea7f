"""Beside a named mistake no line is marked in which it may only come out."""

import pytest

from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.checking.other_ways import right_ways
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build, wrong_source
from autograder.exercise.key import load_key

NEVER_DIVIDED = """
def softmax(x, axis=-1):
    raised = np.exp(x - x.max(axis=axis, keepdims=True))
    return raised
"""
FILLED_ONCE = """
class EvictingCache:
    def __init__(self, first, newest):
        self.first, self.newest, self.count, self.sink = first, newest, 0, None

    def append(self, k, v):
        places, f = np.arange(self.count, self.count + k.shape[-2]), self.first
        self.count += k.shape[-2]
        if self.sink is None:
            self.sink = (k[..., :f, :].copy(), v[..., :f, :].copy(), places[:f])
            self.recent = (k[..., f:, :], v[..., f:, :], places[f:])
        else:
            self.recent = (
                np.concatenate([self.recent[0], k], axis=-2),
                np.concatenate([self.recent[1], v], axis=-2),
                np.concatenate([self.recent[2], places]),
            )
        a, b, c = self.recent
        cut = max(0, len(c) - self.newest)
        self.recent = (a[..., cut:, :].copy(), b[..., cut:, :].copy(), c[cut:].copy())

    def kept(self):
        return np.concatenate([self.sink[2], self.recent[2]])

    def attend(self, q):
        k = np.concatenate([self.sink[0], self.recent[0]], axis=-2)
        v = np.concatenate([self.sink[1], self.recent[1]], axis=-2)
        scores = q @ k.swapaxes(-2, -1) / q.shape[-1] ** 0.5
        w = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return w / w.sum(axis=-1, keepdims=True) @ v
"""
MADE_FROM_THE_LAST = """
class MultiHeadSelfAttention(keras.layers.Layer):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        self.heads, self.width = num_heads, embed_size // num_heads
        self.value = keras.layers.Dense(embed_size)
        self.key = keras.layers.Dense(embed_size)
        self.query = keras.layers.Dense(embed_size)
        self.fc_out = keras.layers.Dense(embed_size)

    def call(self, x):
        n, d = x.shape[1], x.shape[2]
        cut = (-1, n, self.heads, self.width)
        v, k, q = (tf.reshape(f(x), cut) for f in (self.value, self.key, self.query))
        scores = tf.einsum("bqhd,bkhd->bhqk", q, k) / self.width**0.5
        out = tf.einsum("bhqk,bkhd->bqhd", tf.nn.softmax(scores, axis=-1), v)
        return self.fc_out(tf.reshape(out, (-1, n, d)))
"""


def card_of(exercise, source):
    answer = build(exercise, source.lstrip())
    verdict = evaluate(exercise, answer)
    ways = right_ways(load_key("solutions").answers(exercise.id))
    looked = look_at(verdict, LiveRecorder(answer), ways)
    card = make_card(verdict, pointed=looked.first, inside=looked.steps)
    return card, verdict, looked.first


@pytest.mark.parametrize(
    ("exercise_id", "source", "name"),
    [
        ("numpy.softmax", NEVER_DIVIDED, "not-divided"),
        ("contexts.evicting_cache", FILLED_ONCE, "filled-by-the-first-append"),
        pytest.param(
            *("heads.keras_layer", MADE_FROM_THE_LAST, "made-from-the-last"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_mark_beside_a_named_mistake_is_left_out(exercise_id, source, name):
    exercise = load_key("solutions").exercise(exercise_id)
    card, verdict, mark = card_of(exercise, source)
    assert [m.id for m in verdict.misconceptions] == [name]
    assert mark is not None
    assert not card.where
    assert not any(step.is_marked or step.mark for step in card.inside)


def test_a_mark_in_the_method_that_is_wrong_stays():
    exercise = load_key("solutions").exercise("contexts.evicting_cache")
    wrong = next(m for m in exercise.misconceptions if m.id == "unscaled")
    card = card_of(exercise, wrong_source(exercise, [wrong]))[0]
    assert "np.exp(scores" in card.where

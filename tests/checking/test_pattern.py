"""What wrong calls have in common is said, and where the wrong numbers of one stand."""

from dataclasses import replace

import numpy as np
import pytest

from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.checking.compare import Tolerance
from autograder.checking.pattern import only_when, where_in, where_wrong
from autograder.exercise.building import build
from autograder.exercise.key import load_key

LAST_AXIS = """
def softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
"""
OF_TWO_AXES = """
def bilinear_score(q, k, W):
    return np.dot(q @ W, k.T)
"""
IN_THE_DTYPE_OF_VALUES = """
def context_vector(weights, values):
    mixed = np.zeros(weights.shape[:-1] + (values.shape[1],), dtype=values.dtype)
    for j, value in enumerate(values):
        mixed[...] = mixed + weights[..., j, None] * value
    return mixed
"""
BOTH_OF_ONE_SHAPE = """
def cosine_similarity(a, b):
    result = np.zeros(a.shape[:-1])
    for i in np.ndindex(result.shape):
        result[i] = a[i] @ b[i] / (np.linalg.norm(a[i]) * np.linalg.norm(b[i]))
    return result
"""
OF_THREE_AXES_AT_MOST = """
def self_attention(x, W_q, W_k, W_v):
    def of_one(x):
        q, k, v = x @ W_q, x @ W_k, x @ W_v
        scores = q @ k.T / np.sqrt(q.shape[-1])
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True) @ v

    return of_one(x) if x.ndim == 2 else np.stack([of_one(each) for each in x])
"""
CLIPPED = """
def softmax(scores, axis=-1):
    powers = np.exp(np.clip(scores, -500.0, 500.0))
    return powers / powers.sum(axis=axis, keepdims=True)
"""


def verdict_on(exercise_id, source):
    exercise = load_key("solutions").exercise(exercise_id)
    return evaluate(exercise, build(exercise, source.lstrip()))


@pytest.mark.parametrize(
    ("exercise_id", "source", "which"),
    [
        ("numpy.softmax", LAST_AXIS, "without axis"),
        ("scores.bilinear_score", OF_TWO_AXES, "in which q has 2 axes"),
        ("why.context_vector", IN_THE_DTYPE_OF_VALUES, "in which values is float64"),
        ("numpy.self_attention", OF_THREE_AXES_AT_MOST, "in which x has 2 or 3 axes"),
        (
            "why.cosine_similarity",
            BOTH_OF_ONE_SHAPE,
            "in which a and b have the same shape",
        ),
    ],
)
def test_what_tells_the_right_calls_from_the_wrong_ones_is_said(exercise_id, source, which):
    verdict = verdict_on(exercise_id, source)
    says = f"Of the calls that were tried, all {which} are right."
    assert only_when(verdict) == says
    card = make_card(replace(verdict, misconceptions=()))
    assert says in (*card.lessons, *card.more)


def test_few_wrong_calls_that_may_be_alike_by_chance_say_nothing():
    verdict = verdict_on("numpy.softmax", CLIPPED)
    assert not all(attempt.right for attempt in verdict.attempts)
    assert only_when(verdict) == ""


def test_a_name_says_more():
    verdict = verdict_on("numpy.softmax", LAST_AXIS.replace("=axis", "=-1"))
    assert verdict.misconceptions
    assert not any("were tried" in says for says in make_card(verdict).lessons)


@pytest.mark.parametrize(
    ("place", "index"),
    [
        (np.s_[2:], "[2:, :]"),
        (np.s_[:, 1:3], "[:, 1:3]"),
        (np.s_[:, [0, 3]], "[:, [0, 3]]"),
        (np.s_[1], "[1, :]"),
    ],
)
def test_the_part_that_holds_all_wrong_numbers_is_said(place, index):
    right = np.arange(24.0).reshape(4, 6)
    wrong = right.copy()
    wrong[place] += 1
    assert where_wrong(right, wrong, Tolerance()) == f"All wrong numbers stand in {index}."


@pytest.mark.parametrize("place", [np.s_[:], np.s_[0, 0], np.s_[[0, 1, 2], [5, 0, 3]]])
def test_of_one_wrong_number_of_all_and_of_scattered_ones_no_part_is_said(place):
    right = np.arange(24.0).reshape(4, 6)
    wrong = right.copy()
    wrong[place] += 1
    assert where_wrong(right, wrong, Tolerance()) == ""


WITHOUT_TURNS = """
def stretch_rope(d, trained, factor, way, base=10000.0):
    exponents = np.arange(0, d, 2) / d
    if way == "ntk":
        return (base * factor ** (d / (d - 2))) ** -exponents
    return base**-exponents / factor * (1 + (way == "yarn"))
"""
P_PER_ENTRY = """
def residual(p, q):
    gap = np.where(p > q, p - q, 0)
    total = gap.sum(axis=-1, keepdims=True)
    return np.where(p > q, gap / np.where(total > 0, total, 1), p)
"""
LOW_AND_NOT_HIDDEN = """
def masked_softmax(scores, mask):
    hidden = np.where(mask, np.asarray(scores, dtype=np.float64), -1e9)
    powers = np.exp(hidden - hidden.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
"""


@pytest.mark.parametrize(
    ("exercise_id", "source", "said"),
    [
        (
            "faster.residual",
            P_PER_ENTRY,
            "All wrong numbers are those of p in the same place.",
        ),
        ("masks.masked_softmax", LOW_AND_NOT_HIDDEN, "They should be 0."),
    ],
)
def test_what_all_wrong_numbers_are_is_said(exercise_id, source, said):
    assert where_in(verdict_on(exercise_id, source)).endswith(said)


def test_a_value_with_brackets_is_said_as_it_is():
    verdict = verdict_on("contexts.stretch_rope", WITHOUT_TURNS)
    named = [replace(a, question=_with_brackets(a.question)) for a in verdict.attempts]
    said = only_when(replace(verdict, attempts=tuple(named)))
    assert said.startswith("Of the calls that were tried, all with way='{")


def _with_brackets(question):
    d, trained, factor, way, *base = question.arguments
    return replace(question, arguments=(d, trained, factor, f"{{{way}}}", *base))

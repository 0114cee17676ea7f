"""Where fractions get lost, where numbers stop being finite, and what would be right."""

from dataclasses import replace

import pytest

from autograder.checking.card import make_card
from autograder.checking.card_forms import as_html, as_text, look_html
from autograder.checking.check import evaluate
from autograder.checking.in_its_place import NAMES
from autograder.checking.other_ways import right_ways
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build
from autograder.exercise.key import load_key
from autograder.tracing.mark import about

FILLED_IN_LOOPS = """
def attention_weights(q, k):
    n_q, n_k, d_k = q.shape[-2], k.shape[-2], q.shape[-1]
    scores = np.zeros(q.shape[:-1] + (n_k,){dtype})
    for i in range(n_q):
        for j in range(n_k):
            scores[..., i, j] = (q[..., i, :] * k[..., j, :]).sum(axis=-1) / np.sqrt(d_k)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
"""
FULL_OF_A_FRACTION = """
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    V = logits.shape[-1]
    goal = np.full_like(logits, smoothing / V)
    place = np.asarray(targets)[..., None]
    np.put_along_axis(goal, place, 1 - smoothing + smoothing / V, axis=-1)
    top = logits.max(axis=-1, keepdims=True)
    lse = top + np.log(np.exp(logits - top).sum(axis=-1, keepdims=True))
    per_token = (goal * (lse - logits)).sum(axis=-1)
    keep = targets != pad_id
    return float(per_token[keep].sum() / keep.sum())
"""
TOO_LARGE = """
def softmax(scores, axis=-1):
    def powers_of(x):
        return np.exp(x) * 1.0
    powers = powers_of(scores)
    total = powers.sum(axis=axis, keepdims=True)
    return powers / total
"""
TOO_SHORT = """
def previous_token_score(weights):
    n = weights.shape[-1]
    total, count = np.zeros(weights.shape[:-2]), 0
    for i in range(2, n):
        total = total + weights[..., i, i - 1]
        count += 1
    return total / count
"""
RESULTS_OF_WHOLE_NUMBERS = """
def project_qkv(x, W_q, W_k, W_v):
    made = []
    for W in (W_q, W_k, W_v):
        result = np.zeros(x.shape[:-1] + W.shape[1:], dtype=x.dtype)
        for feature in range(x.shape[-1]):
            result += (x[..., feature, None] * W[feature]).astype(x.dtype)
        made.append(result)
    return tuple(made)
"""
TOO_WIDE = """
def positional_encoding(n, d_model):
    width = d_model + d_model % 2
    i = np.arange(width // 2)
    angles = np.arange(n)[:, np.newaxis] / 10000 ** (2 * i / width)
    table = np.empty((n, width))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table[:, :d_model]
"""
EVERY_OTHER_COLUMN = """
def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    queries, keys, values = x @ W_q, x @ W_k, x @ W_v
    size = x.shape[:1] + (n_heads,) + 2 * x.shape[1:2]
    allowed = np.broadcast_to(True if mask is None else mask, size)
    merged = []
    for h in range(n_heads):
        q, k, v = (each[..., h::n_heads] for each in (queries, keys, values))
        s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        s = np.where(allowed[:, h], s, -np.inf)
        top = s.max(axis=-1, keepdims=True)
        e = np.exp(s - np.where(top == -np.inf, 0, top))
        total = e.sum(axis=-1, keepdims=True)
        merged.append(e / np.where(total == 0, 1, total) @ v)
    return np.concatenate(merged, axis=-1) @ W_o
"""
HALVED_EACH_TIME = """
def alibi_bias(n, n_heads):
    rows, cols = np.tril_indices(n)
    tables, slope = [], 2 ** (-8 / n_heads)
    for _ in range(n_heads):
        table = np.zeros((n, n))
        table[rows, cols] = -slope * (rows - cols)
        tables.append(table)
        slope = slope / 2
    return np.stack(tables)
"""
STOPS_AT_A_ZERO = """
def entropy(weights):
    rows = weights.reshape(-1, weights.shape[-1])
    result = np.zeros(len(rows))
    for r, row in enumerate(rows):
        for w in row:
            if w == 0:
                break
            result[r] -= w * np.log(w)
    return result.reshape(weights.shape[:-1])
"""


def looked_at(exercise_id, source):
    key = load_key("solutions")
    exercise = key.exercise(exercise_id)
    answer = build(exercise, source.lstrip())
    verdict = replace(evaluate(exercise, answer), misconceptions=())
    looked = look_at(verdict, LiveRecorder(answer), right_ways(key.answers(exercise_id)))
    return looked, make_card(verdict, **looked.for_card())


def test_what_makes_an_array_that_loses_fractions_is_marked():
    source = FILLED_IN_LOOPS.replace("{dtype}", ", dtype=q.dtype")
    looked, _ = looked_at("numpy.attention_weights", source)
    assert looked.first.line == 3
    assert "scores is made here with dtype int64. So what line 6" in about(looked.first)


def test_a_fraction_that_fills_an_array_of_whole_numbers_is_marked():
    looked, _ = looked_at("translate.label_smoothed_loss", FULL_OF_A_FRACTION)
    assert looked.first.text.startswith("np.full_like(")
    assert "loses its fractions" in about(looked.first)


def test_a_result_of_whole_numbers_is_said_to_be_one():
    _, card = looked_at("numpy.project_qkv", RESULTS_OF_WHOLE_NUMBERS)
    assert any(
        "has whole numbers only: its dtype is int64" in each for each in card.lessons
    )


@pytest.mark.parametrize(
    ("exercise_id", "source", "text", "why"),
    [
        ("numpy.softmax", TOO_LARGE, "np.exp(x)", "is more than its dtype can hold"),
        ("reading.previous_token_score", TOO_SHORT, "total / count", "it divides by 0"),
    ],
)
def test_what_first_gives_no_finite_number_is_marked(exercise_id, source, text, why):
    key = load_key("solutions")
    exercise = key.exercise(exercise_id)
    answer = build(exercise, source.lstrip())
    verdict = evaluate(exercise, answer)
    ways = right_ways(key.answers(exercise_id))
    unnamed = replace(verdict, misconceptions=())
    mark = look_at(unnamed, LiveRecorder(answer), ways).first
    assert mark.text == text
    assert why in about(mark)


def test_a_loop_that_did_not_run_is_among_the_steps():
    looked, _ = looked_at("reading.previous_token_score", TOO_SHORT)
    loops = [step for step in looked.steps if step.source.startswith("for ")]
    assert [step.kind for step in loops] == ["does not run once"]


def test_what_would_make_the_result_right_is_shown():
    looked, card = looked_at("block.positional_encoding", TOO_WIDE)
    assert looked.first.line == 4
    assert "times the right ones" in card.meaning
    assert tuple(name for name, _ in card.in_place) == NAMES
    assert all(name in as_html(card) and name in as_text(card) for name in NAMES)
    assert all(name in look_html(card) for name in NAMES)  # a page puts it in afterwards


def test_a_result_that_right_ways_go_on_from_is_not_called_right():
    looked, card = looked_at("scores.entropy", STOPS_AT_A_ZERO)
    assert looked.first.is_result
    assert "Right answers have these numbers on their way" in card.meaning


def test_of_what_runs_several_times_it_is_said_which_run_is_meant():
    looked, card = looked_at("heads.multi_head_attention", EVERY_OTHER_COLUMN)
    assert looked.first.run == "run 1 of 2 (h = 0)"
    assert "in run 1 of 2 (h = 0)" in card.meaning


def test_a_statement_that_stores_under_two_names_is_counted_once_a_run():
    looked, _ = looked_at("efficient.alibi_bias", HALVED_EACH_TIME)
    assert looked.first.text == "tables.append(table)"
    assert looked.first.times == 4

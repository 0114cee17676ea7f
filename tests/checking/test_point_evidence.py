"""What speaks for a step being right, though no right way of the key has its numbers."""

from __future__ import annotations

from difflib import SequenceMatcher

import numpy as np
import pytest

from autograder.checking.check import evaluate
from autograder.checking.other_ways import right_ways
from autograder.checking.point import point_at, recorder
from autograder.exercise.building import build
from autograder.exercise.key import load_key
from autograder.tracing.known import Known

NEARLY = 0.8  # by which share of its text a way is the same


def pointed(exercise_id: str, source: str):
    """The mark of an answer, with the numbers of right ways but the one it changes."""
    key = load_key("solutions")
    exercise = key.exercise(exercise_id)
    answer = build(exercise, source.lstrip())
    ways = [
        way
        for way in right_ways(key.answers(exercise_id))
        if SequenceMatcher(None, way, source).ratio() < NEARLY
    ]
    return point_at(evaluate(exercise, answer), recorder(answer), ways)


NOT_SUMMED = """
def mixture_of_experts(x, W_router, W_in, W_out):
    scores = x @ W_router
    best = np.argsort(-scores, axis=1, kind="stable")[:, :2]
    top = np.take_along_axis(scores, best, axis=1)
    g = np.exp(top - top.max(axis=1, keepdims=True))
    g = g / g.sum(axis=1, keepdims=True)
    wide = np.einsum("nd,nkdf->nkf", x, W_in[best])
    made = np.einsum("nkf,nkfd->nkd", wide * (wide > 0), W_out[best])
    return g[..., None] * made
"""
# Wrong where scores are large alone: a mask that comes after the powers.
MASKED_LATE = """
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    heads, n_q, d = q.shape
    n_k = k.shape[1]
    query, key = np.arange(n_q)[:, None], np.arange(n_k)[None, :]
    mask = mask_mod(query, key) & np.ones((n_q, n_k), dtype=bool)
    rows, cols = -(-n_q // block), -(-n_k // block)
    padded = np.zeros((rows * block, cols * block), dtype=bool)
    padded[:n_q, :n_k] = mask
    visited = padded.reshape(rows, block, cols, block).any(axis=(1, 3))
    unseen = ~mask.any(axis=0)
    k, v = (np.where(unseen[:, None], 0, x) for x in (k, v))
    s = q @ np.swapaxes(k, 1, 2) * d**-0.5
    s = score_mod(s, np.arange(heads)[:, None, None], query, key)
    p = np.where(mask, np.exp(s - s.max(-1, keepdims=True, initial=-1e300)), 0)
    total = p.sum(axis=-1, keepdims=True)
    room = np.zeros(q.shape[:2] + v.shape[2:])
    return np.divide(p @ v, total, out=room, where=total > 0), visited
"""
ALL_THAT_RUN_GIVES = """
class Editor:
    def __init__(self, vector, layer, position):
        self.vector, self.layer, self.position = vector, layer, position

    def __call__(self, layer, hidden):
        if layer != self.layer:
            return hidden
        rows = np.arange(len(hidden))[:, None]
        return np.where(rows == self.position, self.vector, hidden)

def patch(run, clean, corrupted, layer, position):
    vector = run(clean)[1][layer][position]
    return run(corrupted, edit=Editor(vector, layer, position))
"""
WITH_SCORES = """
def attention_weights(q, k):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
    weights = softmax(scores)
    return weights, scores
"""
ONE_COUNT = """
def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
    loads = heads * (n_q * d_k + 2 * n_k * n_q + n_k * d_k + n_k * d_v)
    return loads, 2 * heads * n_q * n_k
"""
RIGHT_HELPER = """
def times(a, b):
    return a @ b

def self_attention(x, W_q, W_k, W_v):
    q, k, v = times(x, W_q), times(x, W_k), times(x, W_v)
    scores = times(k, np.swapaxes(k, -1, -2)) / np.sqrt(k.shape[-1])
    return times(softmax(scores), v)
"""
INFINITE_LESS_INFINITE = """
def masked_softmax(scores, mask):
    masked = np.where(mask, scores, -np.inf)
    largest = masked.max(axis=-1, keepdims=True)
    powers = np.exp(masked - largest)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)
"""
CUBES = """
def rms_norm(x, weight, eps=1e-5):
    powers = x**3
    mean = powers.mean(axis=-1, keepdims=True)
    return x / np.sqrt(mean + eps) * weight
"""


@pytest.mark.parametrize(
    ("exercise_id", "source", "line", "text"),
    [
        ("numpy.self_attention", RIGHT_HELPER, 6, "times(k, np.swapaxes(k"),
        ("masks.masked_softmax", INFINITE_LESS_INFINITE, 4, "masked - largest"),
        ("real.rms_norm", CUBES, 2, "x**3"),
        ("faster.mixture_of_experts", NOT_SUMMED, 9, "g[..., None] * made"),
        ("inside.patch", ALL_THAT_RUN_GIVES, 13, "run(corrupted, edit="),
        ("numpy.attention_weights", WITH_SCORES, 4, "weights, scores"),
        ("chip.naive_traffic", ONE_COUNT, 3, "2 * heads * n_q * n_k"),
    ],
    ids=[
        "a helper that is right elsewhere",
        "the first NaN",
        "another power",
        "not summed yet",
        "a call back",
        "more than is asked for",
        "one of two counts",
    ],
)
def test_the_mark_stands_where_right_numbers_end(exercise_id, source, line, text):
    found = pointed(exercise_id, source)
    assert found.line == line
    assert found.text.startswith(text)


def test_what_a_right_call_computes_too_is_no_mistake():
    found = pointed("contexts.flexible_attention", MASKED_LATE)
    assert found is None or found.line >= 14


BY_ITSELF = """
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    def write(ids):
        if len(ids) > max_len:
            return ids
        longer = np.append(ids, np.argmin(step_logits(ids)))
        return longer if longer[-1] == eos_id else write(longer)
    return write(np.array([bos_id]))[1:]
"""
WITH_MORE_LAYERS = """
def attention_rollout(weights):
    n = weights.shape[-1]
    if weights.shape[-3] == 0:
        return np.broadcast_to(np.eye(n), weights.shape[:-3] + (n, n)).copy()
    last = 1.0 * (weights[..., -1, :, :] + np.eye(n))
    before = attention_rollout(weights[..., :-1, :, :])
    return np.einsum("...ij,...jk->...ik", last, before)
"""
BY_A_LOOP = """
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) <= max_len and (len(ids) == 1 or ids[-1] != eos_id):
        best = np.argmin(step_logits(np.array(ids)))
        ids = ids + [int(best)]
    return np.array(ids)[1:]
"""
BY_AN_OBJECT = """
class Writer:
    def __init__(self, step_logits, bos_id):
        self.step_logits, self.ids = step_logits, [bos_id]

    def write_one(self):
        logits = list(self.step_logits(np.asarray(self.ids)))
        self.ids += [logits.index(min(logits))]
        return self.ids[-1]

def greedy_decode(step_logits, bos_id, eos_id, max_len):
    pen = Writer(step_logits, bos_id)
    while len(pen.ids) <= max_len:
        if pen.write_one() == eos_id:
            break
    return np.array(pen.ids, dtype=np.int32)[1:]
"""


@pytest.mark.parametrize("source", [BY_ITSELF, BY_A_LOOP, BY_AN_OBJECT])
def test_where_a_known_number_was_left_by_many_steps_its_last_use_is_not_marked(source):
    found = pointed("translate.greedy_decode", source)
    assert found is None or "[1:]" not in found.text


def test_what_a_function_hands_to_itself_is_not_marked():
    found = pointed("reading.attention_rollout", WITH_MORE_LAYERS)
    assert found is None or "weights[..., :-1" not in found.text


ONE = np.linspace(-3, 7, 24).reshape(2, 3, 4) ** 3


@pytest.mark.parametrize(
    ("value", "is_known"),
    [
        (ONE * (1 + 1e-12), True),
        (ONE.transpose(2, 0, 1), True),
        (ONE[1, :, 2], True),
        (np.where(ONE > 0, ONE, -np.inf), False),
        (ONE[::-1], False),
        (ONE * (1 + 1e-4), False),
    ],
    ids=["rounded", "turned", "a piece", "entries gone", "another order", "off"],
)
def test_a_number_is_known_whole_turned_and_in_pieces(value, is_known):
    assert Known([ONE]).has(value) == is_known

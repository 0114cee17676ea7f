"""What speaks for a step being right, though no right way of the key has its numbers."""

from difflib import SequenceMatcher

import numpy as np
import pytest

from autograder.checking.check import evaluate
from autograder.checking.other_ways import right_ways
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.answers import cell_source
from autograder.exercise.building import build
from autograder.exercise.key import load_key
from autograder.tracing.known import Known
from autograder.tracing.mark import about

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
    return look_at(evaluate(exercise, answer), LiveRecorder(answer), ways).first


def changed(exercise_id: str, label: str, old: str, new: str) -> str:
    """A right answer of the key, changed in one place."""
    answers = load_key("solutions").answers(exercise_id)
    source = cell_source(next(a for a in answers if a.label == label), answers)
    assert source.count(old) == 1
    return source.replace(old, new)


NOT_SUMMED = changed("faster.mixture_of_experts", "gathered matrices", ").sum(axis=1)", ")")
ALL_THAT_RUN_GIVES = changed("inside.patch", "a callable", "position))[0]", "position))")
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


ABSOLUTE_DEVIATION = """
def layer_norm(x, gain, bias, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    centred = x - mean
    variance = np.abs(centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + eps) * gain + bias
"""


class Counting(LiveRecorder):
    """Keeps the places in which values were tried, and how many."""

    def __init__(self, answer):
        super().__init__(answer)
        self.answer = answer
        self.tried = []

    def retried(self, question, puts, of):
        self.tried.append((puts[0][0], len(puts)))
        return super().retried(question, puts, of)


def test_all_values_of_a_place_are_tried_in_one_question():
    key = load_key("solutions")
    exercise = key.exercise("block.layer_norm")
    recorder = Counting(build(exercise, ABSOLUTE_DEVIATION.lstrip()))
    ways = right_ways(key.answers(exercise.id))
    look_at(evaluate(exercise, recorder.answer), recorder, ways)
    assert len(dict(recorder.tried)) == len(recorder.tried)
    assert max(count for _, count in recorder.tried) > 1


@pytest.mark.parametrize(
    ("exercise_id", "source", "line", "text"),
    [
        ("numpy.self_attention", RIGHT_HELPER, 6, "times(k, np.swapaxes(k"),
        ("masks.masked_softmax", INFINITE_LESS_INFINITE, 4, "masked - largest"),
        ("real.rms_norm", CUBES, 2, "x**3"),
        ("faster.mixture_of_experts", NOT_SUMMED, 9, "g[..., None] * made"),
        ("inside.patch", ALL_THAT_RUN_GIVES, 14, "run(corrupted, edit="),
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


EACH_HEAD_DIVIDED = """
def class_attention(weights, rows, columns):
    given = weights[..., 0, 1:]
    shares = given / given.sum(axis=-1, keepdims=True)
    return shares.mean(axis=-2).reshape(*weights.shape[:-3], rows, columns)
"""
BY_SEQUENCES = """
def whole_loss(batches, pad_id):
    total, count = 0.0, 0
    for losses, targets in batches:
        real = targets != pad_id
        if real.any():
            total += losses[real].mean() * len(losses)
            count += len(losses)
    return total / count
"""


@pytest.mark.parametrize(
    ("exercise_id", "source", "innocent"),
    [
        ("image.class_attention", EACH_HEAD_DIVIDED, "weights[..., 0, 1:]"),
        ("translate.whole_loss", BY_SEQUENCES, "losses[real].mean()"),
    ],
    ids=["a part cut as a right way cuts another", "a mean for a sum"],
)
def test_a_step_that_a_right_way_takes_of_something_else_is_not_marked(
    exercise_id, source, innocent
):
    found = pointed(exercise_id, source)
    assert found is None or found.text != innocent


USED_UNIFORM = """
def accept_draft(p, q, draft, uniforms):
    def draw(shares, u):
        return int(np.argmax(np.cumsum(shares) > u))
    kept = []
    for i, t in enumerate(draft):
        if uniforms[i] < p[i, t] / q[i, t]:
            kept.append(int(t))
            continue
        kept.append(draw(residual(p[i], q[i]), uniforms[i]))
        return kept
    kept.append(draw(p[len(draft)], uniforms[len(draft)]))
    return kept
"""
CROSSING_DROPPED = """
def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
    z = np.array(logits, dtype=float)
    if temperature == 0:
        return np.eye(z.shape[-1])[z.argmax(axis=-1)]
    z = (z - z.max(axis=-1, keepdims=True)) / temperature
    p = np.exp(z)
    p /= p.sum(axis=-1, keepdims=True)
    order = np.argsort(-p, axis=-1)
    ranked = np.take_along_axis(p, order, axis=-1)
    if top_k is not None:
        ranked[..., top_k:] = 0
        ranked /= ranked.sum(axis=-1, keepdims=True)
    if top_p is not None:
        keep = np.cumsum(ranked, axis=-1) <= top_p
        keep[..., 0] = True
        ranked = np.where(keep, ranked, 0)
        ranked /= ranked.sum(axis=-1, keepdims=True)
    out = np.zeros_like(p)
    np.put_along_axis(out, order, ranked, axis=-1)
    return out
"""
LAST_CHUNK_LEFT = """
def attention_in_chunks(q, k, v, size):
    context = np.zeros((len(q), v.shape[1]))
    for c in range(len(q) // size):
        rows = slice(c * size, (c + 1) * size)
        context[rows] = attention_weights(q[rows], k) @ v
    return context
"""


def test_of_what_is_put_into_a_list_that_which_is_wrong_is_marked():
    assert pointed("faster.accept_draft", USED_UNIFORM).line == 9


def test_a_statement_that_changes_nothing_is_not_marked():
    found = pointed("write.next_token_probabilities", CROSSING_DROPPED)
    assert found.text == "np.cumsum(ranked, axis=-1) <= top_p"


CHANCE_IN_MEMORY = """
def empty(patches, class_token, positions, tokens):
    return np.concatenate([(class_token + positions[0])[None], tokens - positions[1:]])

def embed_patches(patches, W, b, class_token, positions):
    tokens = patches @ W + b
    if patches.ndim > 2:
        rows = [embed_patches(each, W, b, class_token, positions) for each in patches]
        return np.array(rows)
    out = empty(patches, class_token, positions, tokens)
    out[0] = class_token + positions[0]
    out[1:] = tokens - positions[1:]
    return out
"""


def test_what_happened_to_be_in_memory_hides_no_statement_that_fills_it():
    assert pointed("image.embed_patches", CHANCE_IN_MEMORY).line in (11, 12)


def test_a_loop_that_ends_too_early_is_not_said_to_give_wrong_numbers():
    found = pointed("numpy.attention_in_chunks", LAST_CHUNK_LEFT)
    assert "What is marked decides which are" in about(found)


NOTHING_ALONG_ONE = """
def logit_lens(hidden, weight, W_U, eps=1e-5):
    size = np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + eps)
    return np.max(hidden / size * weight @ W_U.T, axis=-1)
"""


def test_what_an_axis_of_length_1_makes_known_is_not_said_to_be_a_right_way():
    found = pointed("inside.logit_lens", NOTHING_ALONG_ONE)
    assert "A right way has" not in about(found)


SWITCHED_ON_AGAIN = """
def fewest_heads(accuracy, heads, below):
    off = list(heads)
    for head in heads:
        fewer = [h for h in off if h != head]
        if accuracy(fewer) < below:
            off = fewer
    return off
"""


def test_other_small_numbers_are_not_taken_for_the_right_ones_in_another_form():
    """Pairs of small numbers are in every way: one head too many is no other form."""
    found = pointed("reading.fewest_heads", SWITCHED_ON_AGAIN)
    assert found is None or not found.form


WITH_MORE_LAYERS = """
def attention_rollout(weights):
    n = weights.shape[-1]
    if weights.shape[-3] == 0:
        return np.broadcast_to(np.eye(n), weights.shape[:-3] + (n, n)).copy()
    last = 1.0 * (weights[..., -1, :, :] + np.eye(n))
    before = attention_rollout(weights[..., :-1, :, :])
    return np.einsum("...ij,...jk->...ik", last, before)
"""


WAITS = """
def roofline(operations, moved, compute_rate, bandwidth):
    compute = operations / compute_rate
    memory = moved / bandwidth
    waits = memory > 0
    seconds = np.where(waits, memory, compute)
    return seconds, waits
"""


def test_of_a_name_among_several_results_what_was_stored_there_is_marked():
    mark = pointed("chip.roofline", WAITS)
    assert (mark.line, mark.text) == (5, "np.where(waits, memory, compute)")


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


SHARES_UPSIDE_DOWN = """
def delta_chunk(q, k, v, write, keep, memory):
    g = keep.cumprod()
    i, j = np.indices((len(g), len(g)))
    share = np.where(j <= i, g[j], 0) / g[i]
    among = np.eye(len(g)) + write[:, None] * (k @ k.T) * share * (j < i)
    wanted = write[:, None] * (v - g[:, None] * (k @ memory))
    written = np.linalg.solve(among, wanted)
    out = g[:, None] * (q @ memory) + (q @ k.T * share) @ written
    return out, g[-1] * memory + (k * (g[-1] / g)[:, None]).T @ written
"""


def test_the_places_of_an_array_of_some_sizes_are_not_marked():
    found = pointed("contexts.delta_chunk", SHARES_UPSIDE_DOWN)
    assert found is None or "indices" not in found.text

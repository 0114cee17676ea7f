"""Marks in code whose steps no right answer has, and of numbers that are cut off."""

import pytest
from first_wrong_sample import pointed

from autograder.checking.check import evaluate
from autograder.checking.other_ways import right_ways
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build
from autograder.exercise.key import load_key
from autograder.tracing.mark import about

IN_LISTS_OF_A_LIST = """
def causal_mask(n):
    rows = []
    for query in range(n):
        row = []
        for key in range(n):
            row.append(key > query)
        rows.append(row)
    return np.array(rows, dtype=bool).reshape(n, n)
"""
A_SUM_BEGUN_WITH_ITS_LAST_TERM = """
def expected_tokens(accepted, count):
    total = (count + 1) * accepted ** count
    for kept in range(count):
        total = total + kept * accepted ** kept * (1 - accepted)
    return total
"""
AFTER_A_JOIN = """
def project_qkv(x, W_q, W_k, W_v):
    W = np.concatenate([W_q, W_k, W_v], axis=1)
    d = W_q.shape[1]
    return tuple(np.split(x @ W, [d, 2 * d], axis=1))
"""
AFTER_RIGHT_TRUTHS = """
def mean_ablate(z, heads, means):
    kept = np.ones((z.shape[-2], 1))
    kept[list(heads)] = 0
    return z * kept + means * (kept - 1)
"""


@pytest.mark.parametrize(
    ("exercise_id", "source", "line"),
    [
        ("faster.expected_tokens", A_SUM_BEGUN_WITH_ITS_LAST_TERM, 4),
        ("numpy.project_qkv", AFTER_A_JOIN, 4),
    ],
)
def test_a_step_of_another_way_is_not_marked(exercise_id, source, line):
    assert pointed(load_key("solutions").exercise(exercise_id), source)[1].line == line


@pytest.mark.parametrize(
    ("exercise_id", "source", "unlike", "line"),
    [
        ("masks.causal_mask", IN_LISTS_OF_A_LIST, "rows", 6),
        ("inside.mean_ablate", AFTER_RIGHT_TRUTHS, "kept[list", 4),
    ],
)
def test_what_makes_all_right_when_repaired_is_marked(exercise_id, source, unlike, line):
    assert _marked_by_the_key(exercise_id, source, unlike).line == line


def _marked_by_the_key(exercise_id, source, unlike):
    """The mark beside the answers of the key that do not hold a text."""
    key = load_key("solutions")
    exercise = key.exercise(exercise_id)
    answer = build(exercise, source.lstrip())
    ways = [way for way in right_ways(key.answers(exercise_id)) if unlike not in way]
    return look_at(evaluate(exercise, answer), LiveRecorder(answer), ways).first


def test_a_text_that_is_only_returned_is_not_marked():
    source = """
def encode(word, merges):
    rank = {pair: i for i, pair in enumerate(merges)}
    pieces = list(word)
    while len(pieces) > 1:
        best = max(pairwise(pieces), key=lambda pair: rank.get(pair, float("inf")))
        if best not in rank:
            break
        pieces = list(merge_pair(tuple(pieces), best))
    return pieces
"""
    assert _marked_by_the_key("write.encode", source, "rank") is None


def test_of_numbers_that_are_cut_off_the_array_of_whole_numbers_is_marked():
    source = """
def grouped_query_attention(q, k, v, mask=None):
    out = np.zeros((*q.shape[:-1], v.shape[-1]), dtype=q.dtype)
    for head in range(q.shape[-3]):
        shared = head // (q.shape[-3] // k.shape[-3])
        turned = np.swapaxes(k[..., shared, :, :], -1, -2)
        scores = q[..., head, :, :] @ turned / np.sqrt(q.shape[-1])
        scores = scores if mask is None else np.where(mask, scores, -np.inf)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)
        out[..., head, :, :] = weights @ v[..., shared, :, :]
    return out
"""
    exercise = load_key("solutions").exercise("efficient.grouped_query_attention")
    _, found = pointed(exercise, source)
    assert found.line == 2
    assert about(found) == "What is marked is where the dtype becomes int64."


def test_of_names_that_share_a_comprehension_each_has_its_own_run_of_it():
    source = """
def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
    scores = (2 * n_q * d_k, n_q * n_k)
    softmax = (n_q * n_k, n_q * n_k)
    context = (n_q * n_k + n_k * d_v, n_q * d_v)
    loads, stores = (sum(pair) for pair in zip(scores, softmax, context))
    return heads * loads, heads * stores
"""
    _, found = pointed(load_key("solutions").exercise("chip.naive_traffic"), source)
    assert found.line == 2
    assert found.text == "(2 * n_q * d_k, n_q * n_k)"

"""Lines on which no mark may stand, for they are right or may be."""

import pytest
from first_wrong_sample import pointed

from autograder.exercise.key import load_key
from autograder.tracing.mark import about

KEPT_LATER = """
def verify_draft(logits, draft):
    written = []
    for i, token in enumerate(draft):
        if token != logits[i].argmax():
            continue
        written.append(token)
    return [*written, int(logits[len(written)].argmax())]
"""
SECOND_FIRST = """
def route_top2(logits):
    chosen = np.argsort(logits, axis=-1, kind="stable")[..., -2:]
    top = np.take_along_axis(logits, chosen, axis=-1)
    powers = np.exp(top - top.max(axis=-1, keepdims=True))
    return chosen, powers / powers.sum(axis=-1, keepdims=True)
"""


FILLED_BY_TWO = """
def softmax_jacobian(weights):
    n = weights.shape[-1]
    made = np.zeros((*weights.shape, n))
    for i in range(n):
        for j in range(n):
            one, other = weights[..., i], weights[..., j]
            if i == j:
                made[..., i, j] = one * (1 - one)
            else:
                made[..., i, j] = one * other
    return made
"""


def test_of_several_statements_that_fill_an_array_the_last_one_is_not_marked():
    mark = pointed(
        load_key("solutions").exercise("scores.softmax_jacobian"), FILLED_BY_TWO
    )[1]
    assert mark is None or "one * (1 - one)" not in mark.text


@pytest.mark.parametrize(
    ("exercise_id", "source"),
    [("faster.verify_draft", KEPT_LATER), ("faster.route_top2", SECOND_FIRST)],
)
def test_where_small_numbers_come_together_their_result_is_not_marked(exercise_id, source):
    """They are in many right ways: whether what goes into them is right is not known."""
    assert pointed(load_key("solutions").exercise(exercise_id), source)[1] is None


NOT_RESCALED = """
def flash_attention(q, k, v, rows, columns, causal=False):
    out = torch.zeros_like(q)
    for row in range(0, q.shape[1], rows):
        mine = q[:, row : row + rows]
        place = k.shape[1] - q.shape[1] + torch.arange(row, row + mine.shape[1])[:, None]
        largest = torch.full((*mine.shape[:2], 1), -torch.inf)
        total, mixture = torch.zeros((*mine.shape[:2], 1)), torch.zeros_like(mine)
        for column in range(0, k.shape[1], columns):
            keys, values = k[:, column : column + columns], v[:, column : column + columns]
            scores = mine @ keys.transpose(1, 2) / q.shape[2] ** 0.5
            if causal:
                seen = torch.arange(column, column + keys.shape[1]) <= place
                scores = torch.where(seen, scores, -torch.inf)
            new = torch.maximum(largest, scores.amax(dim=2, keepdim=True))
            factor, powers = torch.exp(largest - new), torch.exp(scores - new)
            total = total * factor + powers.sum(dim=2, keepdim=True)
            mixture = mixture + powers @ values
            largest = new
        out[:, row : row + rows] = mixture / total
    return out
"""


def test_a_tile_that_a_loop_takes_is_not_marked():
    exercise = load_key("solutions").exercise("chip.flash_attention")
    _, found = pointed(exercise, NOT_RESCALED)
    assert found is None or "column + columns" not in found.source


def test_a_nan_that_was_handed_in_is_marked_where_it_is_used_first():
    times_false = """
def whole_loss(batches, pad_id):
    total = count = 0
    for losses, targets in batches:
        real = targets != pad_id
        total += (losses * real).sum()
        count += real.sum()
    return total / count
"""
    _, found = pointed(load_key("solutions").exercise("translate.whole_loss"), times_false)
    assert found.text == "losses * real"


GOES_ON = """
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    for _ in range(max_len):
        best = int(np.argmax(step_logits(np.array(ids))))
        ids.append(best)
    return np.array(ids[1:], dtype=int)
"""


def test_what_is_put_once_too_often_is_not_marked():
    """Each of it is right: the loop that goes on is not."""
    exercise = load_key("solutions").exercise("translate.greedy_decode")
    assert pointed(exercise, GOES_ON)[1] is None


ALL_LATER = """
def causal_mask(n):
    later = np.ones((n, n))
    return later == 0
"""


def test_of_a_truth_that_others_may_have_made_wrong_the_mark_says_so():
    """Many right ways have ones: whether those it is made of are right is not known."""
    found = pointed(load_key("solutions").exercise("masks.causal_mask"), ALL_LATER)[1]
    assert found.text == "later == 0"
    assert about(found) == "Look at what is marked, and at what it is made of."


def test_what_decides_that_a_line_runs_is_spoken_of_where_something_does():
    source = "def causal_mask(n):\n    later = np.ones((n, n))\n{}return later == 0"
    exercise = load_key("solutions").exercise("masks.causal_mask")
    always = pointed(exercise, source.format("    "))[1]
    maybe = pointed(exercise, source.format("    if n:\n        "))[1]
    assert not always.is_decided
    assert maybe.is_decided
    assert about(maybe).endswith(", and at what decides that it runs.")

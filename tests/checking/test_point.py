"""A wrong answer's card puts a finger on the operation that first goes wrong."""

from dataclasses import replace

import numpy as np
import pytest
from first_wrong_sample import pointed, pointed_at, shares

from autograder.checking.card import make_card
from autograder.checking.card_forms import LOOK_INSIDE, as_html, as_text
from autograder.checking.check import check, evaluate
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build
from autograder.exercise.key import load_key
from autograder.tracing.mark import FirstWrong, about

EPSILON = """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / (e.sum(axis=axis, keepdims=True) + 1e-3)
"""
IN_A_HELPER = """
def total(e, axis):
    return e.sum(axis=axis, keepdims=True) * 1.5

def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / total(e, axis)
"""
IN_A_LOOP = """
def softmax(scores, axis=-1):
    rows = np.moveaxis(np.asarray(scores, float), axis, -1)
    made = [np.exp(row) / np.exp(row * 2).sum() for row in rows.reshape(-1, rows.shape[-1])]
    return np.moveaxis(np.reshape(made, rows.shape), -1, axis)
"""
UNFINISHED = """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e
"""


@pytest.fixture(scope="module")
def softmax():
    return load_key("solutions").exercise("numpy.softmax")


@pytest.mark.parametrize(
    ("source", "line", "text"),
    [
        (EPSILON, 3, "e.sum(axis=axis, keepdims=True) + 1e-3"),
        (IN_A_HELPER, 2, "e.sum(axis=axis, keepdims=True) * 1.5"),
        (IN_A_LOOP, 3, "row * 2"),
        (UNFINISHED, 3, "e"),
    ],
)
def test_the_first_operation_that_goes_wrong_is_marked(softmax, source, line, text):
    _, found = pointed(softmax, source)
    assert (found.line, found.text) == (line, text)


def test_a_card_shows_the_line_with_a_mark_and_says_what_it_means(softmax):
    verdict, found = pointed(softmax, EPSILON)
    card = make_card(verdict, pointed=found)
    line = EPSILON.splitlines()[-1].strip()
    assert f"Line 3\n        {line}\n{' ' * 20}{'^' * len(found.text)}" in as_text(card)
    assert "With another number in the place of the marked number" in as_text(card)
    assert line in as_html(card)


def test_a_right_number_that_is_returned_too_early_is_said_to_be_one(softmax):
    verdict, found = pointed(softmax, UNFINISHED)
    said = "Right answers have these numbers on their way, too, and go on from there"
    unnamed = replace(verdict, misconceptions=())
    assert said in as_text(make_card(unnamed, pointed=found))
    assert said not in as_text(make_card(verdict, pointed=found))  # its name says more


IN_CHUNKS = """
def attention_in_chunks(q, k, v, size):
    out = np.zeros((len(q), v.shape[1]))
    for c in range(-(-len(q) // size)):
        rows = slice(c * size, (c + 1) * size)
        out[rows] = attention_weights(q[rows], k) @ v
    return out
"""


@pytest.mark.parametrize(
    ("right", "wrong", "text"),
    [
        ("-(-len(q) // size)", "len(q) // size", "range(len(q) // size)"),
        ("-(-len(q)", "1, -(-len(q)", "range(1, -(-len(q) // size))"),
        (
            "out[rows] = ",
            "if c: out[rows] = ",
            "out[rows] = attention_weights(q[rows], k) @ v",
        ),
    ],
    ids=["ends too early", "begins too late", "a condition"],
)
def test_what_decides_which_rows_are_written_is_marked(right, wrong, text):
    exercise = load_key("solutions").exercise("numpy.attention_in_chunks")
    _, found = pointed(exercise, IN_CHUNKS.replace(right, wrong))
    assert found.text == text
    assert ("never written" in about(found)) == text.startswith("range")


def test_zeros_are_not_said_to_be_a_right_number():
    """They are in many right ways, and say nothing: ``exp`` of scores far below others."""
    mark = FirstWrong(3, "e / n", "    return e / n", 11, np.zeros((3, 6)), is_known=True)
    assert about(mark).startswith("Look at what is marked")


@pytest.mark.parametrize(
    "source",
    [
        "def softmax(scores, axis=-1):\n    return Ellipsis",
        "def softmax(scores, axis=-1):\n    return scores @ scores @ None",
        "def softmax(scores, axis=-1):\n    return None",
        "softmax = np.exp",
    ],
    ids=["no number", "an error", "nothing", "no source"],
)
def test_where_it_is_not_sure_nothing_is_said(softmax, source):
    assert pointed(softmax, source)[1] is None


def test_looking_again_prints_nothing(softmax, capsys):
    noisy = EPSILON.replace(
        "    e = ", "    print('here'); warnings.warn('there')\n    e = "
    )
    _, found = pointed(softmax, noisy.replace("\ndef", "\nimport warnings\ndef"))
    assert found.text == "e.sum(axis=axis, keepdims=True) + 1e-3"
    assert capsys.readouterr() == ("", "")


def test_a_right_answer_is_not_looked_into(softmax):
    verdict, found = pointed(softmax, IN_A_HELPER.replace(" * 1.5", ""))
    assert verdict.status == "passed"
    assert found is None


@pytest.mark.parametrize("chapter", ["03-numpy", "07-masking"])
def test_changed_right_answers_are_marked_on_the_change_or_its_first_use(chapter):
    key = load_key("solutions")
    (own,) = [each for each in key.chapters if each.name == chapter]
    functions = [e for e in key.exercises(own) if e.kind == "function"]
    found = [each for exercise in functions for each in pointed_at(key, exercise, most=2)]
    assert len(found) > 40
    share = shares(found)
    marked = 1 - share["silent"]
    assert marked >= 0.7
    assert (share["on"] + share["use"]) / marked >= 0.8
    assert share["before"] <= 0.03, [each for each in found if each.where == "before"]
    assert share["on"] >= max(0.3, share["use"])


FROM_A_BASE = """
class Base(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        for name in ("query", "key", "value"):
            setattr(self, name, nn.Linear(embed_size, embed_size))

    def forward(self, x):
        scores = self.query(x) @ self.key(x).mT * x.shape[-1]
        return scores.softmax(-1) @ self.value(x)


class SelfAttention(Base):
    pass
"""


def test_a_layer_is_entered_in_the_class_that_it_is_made_of():
    exercise = load_key("solutions").exercise("torch.self_attention_module")
    _, found = pointed(exercise, FROM_A_BASE)
    assert (found.line, found.text) == (8, "self.query(x) @ self.key(x).mT * x.shape[-1]")


def test_an_object_is_entered_in_the_method_that_first_returns_something_wrong():
    key = load_key("solutions")
    found = [*pointed_at(key, key.exercise("efficient.kv_cache"), most=1)]
    share = shares(found)
    assert share["on"] + share["use"] > 0.5
    assert share["before"] == 0


def test_nothing_is_said_of_what_is_no_number():
    exercise = load_key("solutions").exercise("write.most_frequent_pair")
    characters = """
def most_frequent_pair(words):
    totals = {}
    for word, count in words.items():
        letters = "".join(word)
        for pair in zip(letters, letters[1:]):
            totals[pair] = totals.get(pair, 0) + count
    best = max(totals, key=totals.get)
    return best, totals[best]
"""
    verdict, found = pointed(exercise, characters)
    assert verdict.status != "passed"
    assert found is None or found.value is not None


def test_the_run_can_be_looked_at_line_by_line_up_to_where_it_goes_wrong(softmax):
    answer = build(softmax, EPSILON.lstrip())
    looked = look_at(evaluate(softmax, answer), LiveRecorder(answer))
    assert [(s.line, s.name, s.is_first) for s in looked.steps] == [
        (2, "e", False),
        (3, "what is returned", True),
    ]
    html = as_html(make_card(evaluate(softmax, answer), inside=looked.steps))
    inside = html.partition(f"<summary>{LOOK_INSIDE}</summary>")[2]
    assert "Line 2: <code>e = np.exp(" in inside
    assert "<strong>(the mark above is in this statement)</strong>" in inside


def test_what_a_right_answer_computes_is_shown_on_request(softmax, monkeypatch):
    shown = []
    monkeypatch.setattr("autograder.checking.check._display", shown.append)
    answer = build(softmax, EPSILON.replace(" + 1e-3", "").lstrip())
    check("numpy.softmax", answer)
    check("numpy.softmax", answer, inside=True)
    assert [bool(card.inside) for card in shown] == [False, True]
    assert shown[1].inside[0].source.startswith("e = np.exp(")
    assert not shown[1].inside[0].mark


def test_where_nothing_was_recorded_there_is_nothing_to_look_at(softmax):
    answer = build(softmax, "softmax = np.exp")
    assert look_at(evaluate(softmax, answer), LiveRecorder(answer)).steps == ()


AS_DICT = 'def project_qkv(x, a, b, c):\n    return {"q": x @ a, "k": x @ b, "v": x @ c}'
TWO_OF_THREE = """
def project_qkv(x, a, b, c):
    q = x @ a
    return (q, x @ b)
"""
AS_LIST = """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    weights = (e / e.sum(axis=axis, keepdims=True)).tolist()
    return weights
"""
AS_FLOAT32 = """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True)).astype(np.float32)
    return e / e.sum(axis=axis, keepdims=True)
"""


TWO_NAMES_AT_ONCE = """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    e, total = e.astype(np.float32), e.sum(axis=axis, keepdims=True).astype(np.float32)
    return e / total
"""


ROWS_IN_A_LIST = """
def causal_mask(n):
    return [[j <= i for j in range(n)] for i in range(n)]
"""
TWO_LISTS = """
def pad_and_truncate(sequences, max_len, pad_id=0):
    ids = [s[:max_len] + [pad_id] * (max_len - len(s)) for s in sequences]
    return ids, [min(len(s), max_len) for s in sequences]
"""
MADE_OF_FLOATS = """
def shift_right(targets, bos_id):
    shifted = np.zeros(targets.shape)
    shifted[..., 0] = bos_id
    shifted[..., 1:] = targets[..., :-1]
    return shifted
"""


@pytest.mark.parametrize(
    ("exercise_id", "source", "line"),
    [
        ("masks.causal_mask", ROWS_IN_A_LIST, 2),
        ("masks.pad_and_truncate", TWO_LISTS, 2),
        ("translate.shift_right", MADE_OF_FLOATS, 2),
        ("numpy.softmax", TWO_NAMES_AT_ONCE, 3),
        ("numpy.project_qkv", AS_DICT, 2),
        ("numpy.project_qkv", TWO_OF_THREE, 3),
        ("numpy.softmax", AS_LIST, 3),
        ("numpy.softmax", AS_FLOAT32, 2),
    ],
    ids=[
        *("rows in a list", "two lists", "made of floats", "two names at once", "a dict"),
        *("two of three", "a list", "another dtype"),
    ],
)
def test_of_right_numbers_that_are_held_otherwise_what_holds_them_is_marked(
    exercise_id, source, line
):
    _, found = pointed(load_key("solutions").exercise(exercise_id), source)
    assert found.line == line
    assert found.form
    assert about(found).startswith(
        "The numbers are right in this call. What is marked "
    ) == (found.form != "structure")


UNSCALED = """
def attention_weights(q, k):
    scores = q @ np.swapaxes(k, -1, -2)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
"""
WRONG_FILL = """
def silu(t):
    out = np.empty(t.shape)
    high = t >= 0
    out[high] = t[high] / (1 + np.exp(-t[high]))
    small = np.exp(t[~high])
    out[~high] = t[~high] * small / (2 + small)
    return out
def swiglu(x, W_gate, W_up, W_down):
    return (silu(x @ W_gate) * (x @ W_up)) @ W_down
"""
IN_A_LIST = """
def causal_mask(n):
    entries = []
    for query, key in np.ndindex(n, n):
        entries.append(not key >= query)
    return np.array(entries, dtype=bool).reshape(n, n)
"""
IN_A_COMPREHENSION = """
def project_qkv(x, a, b, c):
    return tuple(np.ascontiguousarray(each) for each in (x @ a, x @ b * 2.5, x @ c))
"""


@pytest.mark.parametrize(
    ("exercise_id", "source", "line"),
    [
        ("numpy.attention_weights", UNSCALED, 3),
        ("real.swiglu", WRONG_FILL, 6),
        ("masks.causal_mask", IN_A_LIST, 4),
        ("numpy.project_qkv", IN_A_COMPREHENSION, 2),
    ],
)
def test_a_mistake_is_found_through_steps_that_no_other_way_has(exercise_id, source, line):
    assert pointed(load_key("solutions").exercise(exercise_id), source)[1].line == line

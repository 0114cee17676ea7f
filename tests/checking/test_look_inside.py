"""What a statement made is said in words that are true of every kind of value."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder import frameworks
from autograder.checking.card import seen
from autograder.checking.check import evaluate
from autograder.checking.point import LiveRecorder, look_at
from autograder.checking.show import show
from autograder.exercise import kinds
from autograder.exercise.building import build, reference_source
from autograder.exercise.key import load_key
from autograder.exercise.source_lines import keep_source
from autograder.exercise.values import plain
from autograder.sandbox.wire import pack, unpack
from autograder.tracing.carried import as_plain, from_plain
from autograder.tracing.mark import about
from autograder.tracing.record import Recording, as_array
from autograder.tracing.steps import Step, steps
from autograder.tracing.value_kind import kind_of

# What an expression gives, and what is said of it: in words, and its numbers.
WORDS = {
    "None": ("None", ""),
    "True": ("True", ""),
    "3": ("3", ""),
    "2.5": ("2.5", ""),
    "np.float64(2.5)": ("2.5", ""),
    "1 + 2j": ("(1+2j)", ""),
    "2**70": ("number", ""),
    "''": ("empty string", ""),
    "'abc'": ("string of 3 characters", ""),
    "b'a'": ("bytes object", ""),
    "[]": ("empty list", ""),
    "()": ("empty tuple", ""),
    "{}": ("empty dict", ""),
    "[7]": ("list of 1 number", "[7]"),
    "[1, 2, 3]": ("list of 3 numbers, from 1 to 3", "[1, 2, 3]"),
    "(1.5, 2)": ("tuple of 2 numbers, from 1.5 to 2", "(1.5, 2)"),
    "[True, False]": ("list of 2 booleans, 1 of 2 true", "[True, False]"),
    "[True, 2]": ("list of 1 boolean and 1 number, from 1 to 2", ""),
    "[1, None]": ("list of 1 number and 1 None", ""),
    "[1, 'a', None, ()]": ("list of 4", ""),
    "['a', 'b']": ("list of 2 strings", ""),
    "[[1, 2], [3, 4]]": (
        "list of 2 lists of 2 numbers, from 1 to 4",
        "[[1, 2], [3, 4]]",
    ),
    "[(1, 2)]": ("list of 1 tuple of 2 numbers, from 1 to 2", "[(1, 2)]"),
    "[[1], [2, 3]]": ("list of 2 lists", ""),
    "[[], []]": ("list of 2 empty lists", ""),
    "[np.zeros(2), np.ones(2)]": (
        "list of 2 arrays of shape (2,), from 0 to 1",
        "[[0. 0.], [1. 1.]]",
    ),
    "(np.zeros(2), np.ones(3))": ("tuple of 2 arrays", ""),
    "(np.zeros(2), np.ones(3), 1)": ("tuple of 2 arrays and 1 number", ""),
    "[0] * 6000": ("list of 6000", ""),
    "{'a': 1}": ("dict of 1 entry", ""),
    "{1, 2}": ("set of 2 entries", ""),
    "np.array(2.0)": ("float64 array of shape ()", "2."),
    "np.array([5])": ("int64 array of shape (1,)", "[5]"),
    "np.zeros((0, 3))": ("float64 array of shape (0, 3)", "[]"),
    "np.eye(2) > 0": (
        "bool array of shape (2, 2), 2 of 4 true",
        "[[ True False]\n [False  True]]",
    ),
    "np.array([1j, 2])": (
        "complex128 array of shape (2,), sizes from 1 to 2",
        "[0.+1.j 2.+0.j]",
    ),
    "np.array(['a', 'b'])": ("array of strings, of shape (2,)", ""),
    "np.array([None])": ("array of dtype object, of shape (1,)", ""),
    "np.zeros((100, 100))": ("float64 array of shape (100, 100), too large to keep", ""),
    "np.exp": ("function", ""),
    "lambda: 1": ("function", ""),
    "float": ("class", ""),
    "range(3)": ("range object", ""),
    "slice(2)": ("slice object", ""),
    "zip([1])": ("zip object", ""),
}
PYTORCH = {
    "torch.zeros(2)": ("float32 PyTorch tensor of shape (2,), all 0", "[0. 0.]"),
    "torch.tensor(2.0)": ("float32 PyTorch tensor of shape ()", "2."),
    "torch.ones(100, 100)": (
        "float32 PyTorch tensor of shape (100, 100), too large to keep",
        "",
    ),
    "[torch.zeros(2)]": ("list of 1 PyTorch tensor of shape (2,)", ""),
    "torch.zeros(2).shape": ("tuple of 1 number", "(2,)"),
    "torch.nn.Identity()": ("Identity object", ""),
}
TENSORFLOW = {
    "tf.zeros(2)": ("float32 TensorFlow tensor of shape (2,), all 0", "[0. 0.]"),
    "tf.Variable([1.0])": ("float32 TensorFlow tensor of shape (1,)", "[1.]"),
    "(tf.zeros(2), 1.0)": ("tuple of 1 TensorFlow tensor and 1 number", ""),
}


def recorded(expression, framework="numpy", names=()):
    """A call of a function that stores the value of an expression and returns it."""
    namespace = {"np": np, **dict(names)}
    source = f"def f():\n    value = {expression}\n    return value\n"
    keep_source("<code cell 1>", source)
    exec(compile(source, "<code cell 1>", "exec"), namespace)
    recording = Recording(namespace["f"], kinds.get("function"), frameworks.get(framework))
    return recording.call(())


def carried(trace):
    """A trace as it comes out of a student's process."""
    payload = bytearray()
    described = json.loads(json.dumps(pack(plain(as_plain(trace)), payload)))
    return from_plain(unpack(described, bytes(payload)))


def said(trace):
    stored, returned = seen(steps(trace))
    name, _, words = stored.made.what.partition(": ")
    assert (name, returned.made.what) == ("value", f"what is returned: {words}")
    return words, stored.made.shown


@pytest.mark.parametrize("expression", WORDS)
def test_what_a_statement_made_is_said_as_what_it_is(expression):
    trace = recorded(expression)
    assert said(trace) == said(carried(trace)) == WORDS[expression]


AS_LIST = """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    weights = (e / e.sum(axis=axis, keepdims=True))
    return np.array((weights + 0.25).tolist())
"""


def test_a_mark_on_a_list_says_that_it_is_one_and_gives_it_no_shape():
    softmax = load_key("solutions").exercise("numpy.softmax")
    answer = build(softmax, AS_LIST.lstrip())
    found = look_at(evaluate(softmax, answer), LiveRecorder(answer)).first
    assert "its shape is (" in about(found)
    as_list = replace(found, kind="list of 2 lists of 3 numbers")
    assert "gives what is marked (a list of 2 lists of 3 numbers)." in about(as_list)


@pytest.mark.parametrize("expression", PYTORCH)
def test_a_tensor_of_pytorch_is_said_to_be_one(expression):
    torch = pytest.importorskip("torch")
    trace = recorded(expression, "torch", {"torch": torch})
    assert said(trace) == said(carried(trace)) == PYTORCH[expression]


@pytest.mark.parametrize("expression", TENSORFLOW)
def test_a_tensor_of_tensorflow_is_said_to_be_one(expression):
    tf = pytest.importorskip("tensorflow")
    trace = recorded(expression, "tensorflow", {"tf": tf})
    assert said(trace) == said(carried(trace)) == TENSORFLOW[expression]


def nested(numbers):
    """Lists and tuples of numbers, of texts and of such, some of them alike."""
    parts = numbers | st.none() | st.text(max_size=3)
    return st.recursive(
        st.lists(numbers, max_size=4) | st.lists(parts, max_size=4),
        lambda within: st.lists(within, max_size=3) | st.tuples(within, within),
        max_leaves=8,
    )


FLOATS = st.floats(allow_nan=False, width=32)


@given(st.sampled_from([st.integers(-9, 9), FLOATS, st.booleans()]).flatmap(nested))
def test_a_list_is_shown_as_it_was_or_not_at_all(value):
    trace = recorded("given", names={"given": value})
    words, shown = said(trace)
    assert (words, shown) == said(carried(trace))
    holder = type(value).__name__
    assert words.startswith(f"{holder} of " if value else f"empty {holder}")
    assert shown in ("", show(value))


def test_a_list_that_holds_too_much_is_not_gone_through():
    numpy, row = frameworks.get("numpy"), [0.5] * 5000
    large = [[row] * 5000] * 5000  # a terabyte, if it were an array
    assert as_array(large, numpy) is None
    assert kind_of(large, numpy, is_kept=False) == "list of 5000 lists"


HOSTILE = {
    "number": np.arange(1000),
    "list of 3 numbers": np.array(2.0),
    "list of 2 " + "lists of 2 " * 99: np.zeros((2, 2)),
    "list of 9": np.zeros((60_000_000, 0)),
    "<b>": np.array(["x"]),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_words_that_do_not_fit_the_numbers_harm_nothing(kind):
    step = Step(1, "a = b", "a", HOSTILE[kind], kind=kind)
    (found,) = seen([step])
    assert found.made.what.startswith("a: ")


NOT_TURNED = """
def cached_step(q, k, v, keys, values):
    turned = apply_rope(q[None], np.arange(1))
    room = np.empty(len(keys) + 1)
    room[-1] = 0
    rows = []
    rows.append(turned)
    keys = np.concatenate([keys, apply_rope(k[None], np.array([len(keys)]))])
    values = np.concatenate([values, v[None]])
    room[:] = keys @ turned[0] / len(q) ** 0.5
    powers = np.exp(room - room.max())
    return powers / powers.sum() @ values, keys, values
"""


def test_room_that_is_not_filled_yet_and_what_grows_are_said_as_such():
    exercise = load_key("solutions").exercise("efficient.cached_step")
    answer = build(exercise, NOT_TURNED.lstrip())
    steps_seen = look_at(evaluate(exercise, answer), LiveRecorder(answer)).steps
    said = {step.name: step for step in seen_by_line(steps_seen)}
    assert said["room"].kind == "array that is not filled yet"
    kinds = {step.source: step.kind for step in steps_seen}
    assert kinds["room[-1] = 0"] == "array that may not be filled yet"
    assert [step.name for step in steps_seen if step.source == "rows.append(turned)"] == [
        "rows"
    ]


FILLED_BY_TURNS = """
def softmax_jacobian(weights):
    n = weights.shape[-1]
    table = np.empty(weights.shape + (n,))
    for i, j in np.ndindex(n, n):
        if i == j:
            table[..., i, j] = weights[..., i]
        else:
            table[..., i, j] = weights[..., i] * weights[..., j]
    return table
"""


def test_of_lines_that_fill_an_array_by_turns_the_one_that_ran_last_shows_it():
    exercise = load_key("solutions").exercise("scores.softmax_jacobian")
    answer = build(exercise, FILLED_BY_TURNS.lstrip())
    steps_seen = look_at(evaluate(exercise, answer), LiveRecorder(answer)).steps
    filled = [step.value is None for step in steps_seen if step.source.startswith("table[")]
    assert filled == [False, True]


def seen_by_line(steps_seen):
    """The steps, the first of each name last."""
    return sorted(steps_seen, key=lambda step: -step.line)


INTO_LIST = """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    rows = []
    for row in e / e.sum(axis=axis, keepdims=True):
        rows.insert(0, row)
    return np.array(rows)
"""


def test_a_mark_on_what_is_put_somewhere_is_not_said_to_be_all_of_it():
    softmax = load_key("solutions").exercise("numpy.softmax")
    answer = build(softmax, INTO_LIST.lstrip())
    mark = look_at(evaluate(softmax, answer), LiveRecorder(answer)).first
    assert mark.text == "rows.insert(0, row)"
    assert "that were run gives. " in about(mark)


def test_of_a_layer_nothing_is_shown_that_the_check_replaced():
    attention = load_key("solutions").exercise("torch.self_attention_module")
    unscaled = reference_source(attention).replace(" / q.shape[-1] ** 0.5", "")
    answer = build(attention, unscaled)
    shown = look_at(evaluate(attention, answer), LiveRecorder(answer)).steps
    assert [step.name for step in shown][-3:] == ["scores", "weights", "what is returned"]
    assert not any(step.name.startswith("self.") for step in shown)


ONE_SUM = """
class KVCache:
    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        self.k = k if self.k is None else np.concatenate([self.k, k], axis=-2)
        self.v = v if self.v is None else np.concatenate([self.v, v], axis=-2)

    def attend(self, q):
        scores = q @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum() @ self.v
"""


def test_of_several_results_the_steps_are_those_up_to_the_wrong_one():
    exercise = load_key("solutions").exercise("efficient.kv_cache")
    answer = build(exercise, ONE_SUM.lstrip())
    verdict = evaluate(exercise, answer)
    results = [each for each in verdict.example.outcome.value if each is not None]
    assert len(results) > 1
    shown = look_at(verdict, LiveRecorder(answer)).steps
    assert shown[-1].name == "what is returned"
    assert np.allclose(shown[-1].value, results[0])

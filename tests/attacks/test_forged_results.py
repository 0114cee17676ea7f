"""Results that lie about what they are: each ends in a verdict, and none in the grader's
own failure, which would be nobody's fault and no zero."""

import textwrap
from typing import Any

import making
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attacks.harness import ENDED, JUDGED, Ground, exercise
from autograder.checking.card import make_card
from autograder.checking.fingerprint import fingerprint
from autograder.checking.judge import judge
from autograder.checking.outcome import OneByOne, Outcome
from autograder.exercise.key import load_key
from autograder.exercise.questions import questions
from autograder.exercise.status import Status
from autograder.exercise.values import DTYPES, Opaque, Tensor
from autograder.gradebook.records import ExerciseResult
from autograder.sandbox.wire import WireError, unpack

KEY = load_key("toy_key")
DETACHED = "def detach(self): return self\ndef cpu(self): return self\ndtype = 'x'\n"
FORGED = {
    "nothing of a tensor": "pass",
    "a tensor": DETACHED + "def numpy(self): return np.zeros(3)",
    "a tensor of objects": DETACHED + "def numpy(self): return np.array([object()])",
    "a tensor that is a list": DETACHED + "def numpy(self): return [1, 2]",
    "a tensor that raises": "def detach(self): raise KeyError('x')\nnumpy = detach",
    "a tensor that leaves": "def detach(self): raise SystemExit\nnumpy = detach",
    "an array by its class": "__class__ = property(lambda self: np.ndarray)",
    "a tuple by its class": "__class__ = property(lambda self: tuple)",
    "a dict by its class": "__class__ = property(lambda self: dict)",
    "a text by its class": "__class__ = property(lambda self: str)",
    "no class at all": "__class__ = property(lambda self: 1 / 0)",
}
MODULES = ("'torch'", "'tensorflow.x'", "'numpy'", "''", "5")


@pytest.mark.parametrize("name", FORGED)
def test_an_object_that_lies_is_judged(name: str, ground: Ground) -> None:
    for module in MODULES:
        lie = (
            "import numpy as np\nclass Tensor:\n"
            + textwrap.indent(FORGED[name], "    ")
            + f"\nTensor.__module__ = {module}\n"
        )
        result = ground.grade(
            making.solved(
                to_celsius=lie + "def to_celsius(fahrenheit):\n    return Tensor()",
                fixed_points=lie + "fixed_points = Tensor()",
            )
        )
        assert result.status == "graded", result.message
        for asked in ("to_celsius", "fixed_points"):
            one = exercise(result, asked)
            assert one.points == 0
            assert one.status in (*JUDGED, *ENDED), one.message


@pytest.mark.parametrize("name", ["numpy", "", "os", None, [], 5])
def test_a_tensor_is_of_a_library_that_has_tensors(name: Any) -> None:
    """An array that says to be NumPy's tensor was no array to the comparison."""
    with pytest.raises(WireError):
        unpack({"tensor": [name, {"array": ["<f8", [1]]}]}, b"\0" * 8)


def _array(drawn: tuple[str, tuple[int, ...], float]) -> np.ndarray:
    dtype, shape, number = drawn
    with np.errstate(all="ignore"):
        return np.full(shape, number).astype(dtype)


ARRAYS = st.tuples(
    st.sampled_from(sorted(DTYPES)),
    st.lists(st.integers(0, 3), max_size=4).map(tuple),
    st.sampled_from([0.0, 1.0, -40.0, 1e300, float("nan"), float("inf")]),
).map(_array)
RIGHT = [
    question.expected for one in KEY.all_exercises() for question in questions(one, 1)[:2]
]
LEAVES = st.one_of(
    ARRAYS,
    st.sampled_from(RIGHT),
    st.tuples(
        st.sampled_from(["torch", "tensorflow", "numpy", ""]),
        st.one_of(ARRAYS, st.sampled_from([r for r in RIGHT if isinstance(r, np.ndarray)])),
    ).map(lambda pair: Tensor(*pair)),
    st.sampled_from([Opaque("Tensor"), Opaque(""), None, True, (1 << 63) - 1, "", "'a'"]),
    st.floats(),
    st.text(max_size=5),
)
RESULTS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from(["output", "gradient of W", "a", ""]), inner),
    ),
    max_leaves=5,
)


@pytest.mark.parametrize("one", KEY.all_exercises(), ids=lambda one: one.id)
@settings(max_examples=50, deadline=None)
@given(st.data())
def test_whatever_comes_is_judged_and_shown(one: Any, data: st.DataObject) -> None:
    value = data.draw(RESULTS)
    raised = data.draw(st.text(max_size=20))
    status = data.draw(st.sampled_from([Status.RETURNED] * 4 + [Status.RAISED]))
    outcome = Outcome(status, value, raised, printed=raised, where=raised)
    verdict = judge(one, OneByOne(lambda *_: outcome), 1)
    fingerprint(verdict)
    found = ExerciseResult.of(verdict, card=make_card(verdict, hint=1))
    assert found.status.is_judged or one.is_read  # those wait for a person

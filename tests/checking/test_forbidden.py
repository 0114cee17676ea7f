"""What breaks a rule or holds too much is marked; wrong parameters are named one by one."""

import pytest
from first_wrong_sample import pointed

from autograder.checking.card import make_card
from autograder.exercise.key import load_key
from autograder.frameworks.base import mismatch
from autograder.tracing.mark import about

BY_A_LOOP = """
def additive_scores(q, k, W_q, W_k, v):
    rows = []
    q, k = (each for each in (q, k))
    for i in range(q.shape[-2]):
        rows.append(np.tanh(q[..., i : i + 1, :] @ W_q + k @ W_k) @ v)
    return np.stack(rows, axis=-2)
"""
BY_AUTOGRAD = """
def attention_backward(q, k, v, grad_output):
    q, k, v = (t.detach().clone().requires_grad_() for t in (q, k, v))
    out = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1) @ v
    out.backward(grad_output)
    return q.grad, k.grad, v.grad
"""
KEY, VALUE = ("key.weight", (4, 2)), ("value.bias", (2,))
MISSING = "The parameter value.bias (2,) is missing."
TOO_MANY = "The parameter more.bias (2,) is too many."
TURNED = "The parameter key.weight should be (4, 2); yours is (2, 4)."
OTHERS = (
    "The parameters should be key.weight (4, 2), value.bias (2,); yours are a.bias (2,)."
)


@pytest.mark.parametrize(
    ("exercise_id", "source", "marked"),
    [
        ("scores.additive_scores", BY_A_LOOP, "for i in range"),
        ("torch.attention_backward", BY_AUTOGRAD, "out.backward"),
    ],
)
def test_what_breaks_a_rule_is_marked(exercise_id, source, marked):
    mark = pointed(load_key("solutions").exercise(exercise_id), source)[1]
    assert mark.text.startswith(marked)
    assert about(mark) == ""


@pytest.mark.parametrize(
    ("yours", "sentence"),
    [
        ([KEY], MISSING),
        ([KEY, VALUE, ("more.bias", (2,))], TOO_MANY),
        ([("key.weight", (2, 4)), VALUE], TURNED),
        ([("a.bias", (2,))], OTHERS),
    ],
)
def test_of_a_layers_parameters_only_those_are_named_that_are_wrong(yours, sentence):
    has = [(name, shape, "float32") for name, shape in yours]
    assert str(mismatch([KEY, VALUE], has)) == sentence


def test_where_a_library_keeps_the_end_of_a_name_the_order_says_which_is_missing():
    wanted = [("key/kernel", (4, 4)), ("key/bias", (4,)), ("value/kernel", (4, 4))]
    yours = [("kernel", (4, 4), "float32"), ("kernel", (4, 4), "float32")]
    assert str(mismatch(wanted, yours)) == "The parameter key/bias (4,) is missing."


def test_where_any_of_some_layers_may_be_missing_none_is_accused():
    names = [f"{layer}/{part}" for layer in ("key", "value") for part in ("kernel", "bias")]
    wanted = list(zip(names, [(4, 4), (4,)] * 2, strict=True))
    yours = [("kernel", (4, 4), "float32"), ("bias", (4,), "float32")]
    said = "One of these layers has no kernel (4, 4) and bias (4,): key, value."
    assert str(mismatch(wanted, yours)) == f"{said} Is each called?"


ALL_AT_ONCE = """
def attention_in_chunks(q, k, v, size):
    whole = np.broadcast_to(q, (500, *q.shape))[0]
    weights = attention_weights(whole, k)
    return weights @ v
"""


def test_where_a_call_holds_too_much_the_largest_array_is_marked():
    """And no view, which holds nothing, however large its shape is."""
    exercise = load_key("solutions").exercise("numpy.attention_in_chunks")
    verdict, mark = pointed(exercise, ALL_AT_ONCE)
    assert verdict.example.outcome.holds_too_much
    assert mark.text == "attention_weights(whole, k)"
    assert "makes an array of 0.29 MiB in this call" in about(mark)
    assert make_card(verdict, pointed=mark).expected is None, "no result is looked at"

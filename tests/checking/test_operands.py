"""Where code raises, its place shows the shapes that met, and the words fit them."""

import re

import numpy as np
import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder.checking.card import make_card
from autograder.checking.card_forms import as_html, as_text
from autograder.checking.check import evaluate
from autograder.checking.faults import in_plain_words, place_of
from autograder.exercise.source_lines import keep_source

Q43 = "q = np.ones((4, 3)); m = q.sum(-1); column = np.ones((4, 1)); log = []; "
Q43 += "stack = np.ones((2, 4, 3))\n"


def raised(line: str, before: str = Q43) -> tuple[str, str]:
    """The plain words for a failing line, and its place."""
    label, source = "<code cell 7>", before + line
    keep_source(label, source)
    try:
        exec(compile(source, label, "exec"), {"np": np, "__name__": "__main__"})
    except Exception as error:
        place = place_of(error)
        return in_plain_words(f"{type(error).__name__}: {error}", place), place
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("line", "shapes"),
    [
        ("s = q @ q", "q @ q: (4, 3) @ (4, 3)"),
        ("a, b, c = q.shape", "q.shape: (4, 3)"),
        ("s = len(log) / 0.0", "len(log) / 0.0: 0 / 0.0"),
        (
            "s = np.stack(2 * [q] + [m])",
            "np.stack(2 * [q] + [m]): np.stack([(4, 3), (4, 3), (4,)])",
        ),
        ("s = q / m", "q / m: (4, 3) / (4,)"),
        ("q /= m", "q /= m: (4, 3) /= (4,)"),
        ("q[0] += print(end='') or m", "q[0]: (3,)"),
        ("s = (q\n     @ q)", "q @ q: (4, 3) @ (4, 3)"),
        ("s = q[:, 7]", "q[:, 7]: (4, 3)[:, 7]"),
        ("s = 'é', q @ q", "q @ q: (4, 3) @ (4, 3)"),
        ("s = np.exp(q) @ (q + 1)", "np.exp(q) @ (q + 1): (4, 3) @ (4, 3)"),
        ("s = q.reshape(5, -1)", "q.reshape(5, -1): (4, 3).reshape(5, -1)"),
        (
            "s = np.concatenate([q, q.T], axis=1)",
            "np.concatenate([q, q.T], axis=1): np.concatenate([(4, 3), (3, 4)], axis=1)",
        ),
    ],
)
def test_the_failing_expression_is_shown_with_the_shapes_that_met(line, shapes):
    assert raised(line)[1].splitlines()[-1].strip() == shapes


def test_the_mark_stands_under_the_operation():
    _, code, mark, _ = raised("s = q @ q")[1].splitlines()
    assert mark.index("^") == code.index("@")


def test_nothing_that_changes_something_is_computed_again():
    count = "\ndef count(x):\n    log.append(1)\n    return x\n"
    line = "try:\n    q @ count(q)\nfinally:\n    assert len(log) == 1, 'again'"
    _, place = raised(line, Q43 + count)
    assert place.splitlines()[-1].strip() == "q @ count(q): (4, 3) @ count(q)"


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("s = x - x.mean(-1, keepdims=True)\n    return s * 2", "(4, 3)"),
        ("return half(x)", "(4, 3)"),
        ("x += 1\n    return x", "norm(q)"),
        ("print(x)\n    return x", "norm(q)"),
        ("return norm(x)[0] if x.ndim > 2 else x", "norm(q)"),
    ],
    ids=["computes", "calls one that does", "changes", "prints", "calls itself"],
)
def test_what_an_own_function_gave_is_shown_where_it_only_computes(body, left):
    """Another one would do again what it did."""
    before = f"{Q43}def half(x):\n    return x / 2\ndef norm(x):\n    {body}\n"
    assert raised("norm(q) @ q", before)[1].endswith(f"norm(q) @ q: {left} @ (4, 3)")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "q @ np.ones((5, 3))",
            "Swap the last two axes of np.ones((5, 3)), and q @ np.ones((5, 3)) has the "
            "shape (4, 5).",
        ),
        ("np.matmul(q, q[:, :2])", "those of q[:, :2], and q[:, :2] @ q has (2, 3)."),
        ("q[None] @ q[None, :3, :2].mT", "has the shape (..., 4, 2)."),
        ("q @ m", "the last axis of q and the only axis of m must be equally long; here"),
        ("(q + 1) @ (q[:2] + 1)", "In a @ b the last axis of a and"),
        ("column @ column", "multiply entry by entry and sum over the last axis"),
        (
            "q[None] @ q[None].T",
            "q[None].T puts all axes in reverse; .swapaxes(-2, -1) in its place swaps",
        ),
        (
            "np.dot(stack, stack.T)",
            "the last two alone. And for stacks of matrices",
        ),
        ("stack.dot(stack)", "For stacks of matrices write @"),
        (
            "stack @ np.ones((5, 4, 2))",
            "Nor do the axes before the last two go together: (2,) and (5,).",
        ),
        ("np.einsum('id,jd->ij', q, q[:, :2])", "{1}; here d is 3 and 2."),
        (
            "np.einsum('...id,...jd->...ij', stack, np.ones((3, 5, 3)))",
            "{1}, and so does '...'; here it is (2,) and (3,).",
        ),
        ("np.einsum('ij->i', stack)", "each axis has a letter of its own"),
        ("q / m", "here 3 meets 4. keepdims=True in what makes (4,)"),
        ("q + np.ones((4, 2))", "here 3 meets 2."),
    ],
)
def test_the_plain_words_fit_the_shapes(line, words):
    letters = "In einsum a letter stands for one length in all that it is written for"
    assert words.replace("{1}", letters) in raised(line)[0]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("sofmax(q)", "softmax"),
        ("q.tranpose()", "transpose"),
        ("prnt(q)", "print"),
        ("Q @ q", "q"),
    ],
)
def test_a_name_with_letters_changed_is_asked_about(line, name):
    assert raised(line, f"def softmax(x): pass\n{Q43}")[1].endswith(f"Did you mean {name}?")


def test_a_name_like_no_other_is_not_guessed():
    assert "Did you mean" not in raised("zebra_crossing(q)")[1]


@pytest.mark.parametrize("form", [as_text, as_html])
def test_a_card_shows_the_shapes(form):
    source = "def to_celsius(f):\n    return f @ np.ones((f.shape[-1] + 1, 2))\n"
    label = "<code cell 8>"
    keep_source(label, source)
    namespace = {"np": np, "__name__": "__main__"}
    exec(compile(source, label, "exec"), namespace)
    card = make_card(evaluate(TO_CELSIUS, namespace["to_celsius"]))
    assert re.search(r"\): \(4,\) @ \(5, 2\)", form(card))


def test_an_array_with_a_way_of_its_own_costs_no_place():
    odd = "class Odd:\n    shape = property(lambda self: 1 / 0)\nodd = Odd()\n"
    assert raised("odd @ q", Q43 + odd)[1].startswith("Code cell 7, line 5\n")

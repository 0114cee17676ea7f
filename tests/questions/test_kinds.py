"""Each kind of question says what running the code gives."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.exercise.values import Code, Tensor
from autograder.questions import of_lines, of_runs
from autograder.questions.of_runs import Effect
from autograder.questions.of_values import ABOUT_VALUES
from tests.questions.asking import drafts, right, subject

SOFTMAX = """
def f(scores, axis=-1):
    shifted = scores - scores.max(axis=axis, keepdims=True)
    powers = np.exp(shifted)
    return powers / powers.sum(axis=axis, keepdims=True)
"""
SCORES = np.arange(6.0).reshape(2, 3) ** 1.5
LOOP = """
def f(x):
    total = np.zeros(2)
    for row in x:
        total = total + row
    mean = total / len(x)
    return mean
"""
ROWS = np.arange(6.0).reshape(3, 2)


def of_values(name):
    return ABOUT_VALUES[name]


# --- one value ---


def test_a_shape_is_the_one_that_a_name_has_after_its_line():
    asked = right(of_values("shape"), subject(SOFTMAX, SCORES), "`powers.sum")
    assert asked == "(2, 1)"


def test_axes_are_called_as_the_docstring_calls_them():
    source = '''
    def f(q, k):
        """Scores.

        q: (n_q, d_k).  k: (n_k, d_k).  Returns (n_q, n_k).
        """
        turned = k.T
        return q @ turned
    '''
    about = subject(source, np.ones((2, 4)), np.ones((3, 4)))
    assert right(of_values("shape"), about, "`turned`") == "(d_k 4, n_k 3)"


def test_what_a_comment_or_a_docstring_says_is_not_asked():
    source = '''
    def f(q, k):
        """Scores.

        q: (n_q, d_k).  k: (n_k, d_k).  Returns (n_q, n_k).
        """
        turned = k.T  # (d_k, n_k)
        left = q + 1
        return left @ turned
    '''
    about = subject(source, np.ones((2, 4)), np.ones((3, 4)))
    texts = [draft.text for draft in drafts(of_values("shape"), about)]
    assert not any("`turned`" in text for text in texts)
    assert any("`left` after" in text for text in texts)


def test_a_size_is_a_whole_number_or_how_long_a_list_is():
    source = """
    def f(x):
        n = x.shape[0]
        rows = [row for row in x]
        return rows[n - 1]
    """
    about = subject(source, np.ones((5, 2)))
    assert right(of_values("size"), about, "`n`") == "5"
    assert right(of_values("size"), about, "`rows`") == "5"


def test_how_many_entries_a_dict_has_is_not_asked():
    source = "def f(x):\n    made = {'a': x, 'b': x}\n    return made['a']"
    assert not [*drafts(of_values("size"), subject(source, ROWS))]


def test_the_axis_of_a_sum_is_the_one_that_the_result_lacks():
    asked = right(of_values("axis"), subject(SOFTMAX, SCORES), "powers.sum")
    assert asked == "the last axis (3 long)"


def test_the_axis_of_shares_is_the_one_along_which_they_sum_to_one():
    source = """
    def f(scores):
        def shares(x):
            return np.exp(x) / np.exp(x).sum(axis=0)
        made = shares(scores)
        return made * 2
    """
    asked = right(of_values("axis"), subject(source, SCORES), "`shares(scores)`")
    assert asked == "the first axis (2 long)"


def test_what_takes_each_number_alone_runs_along_no_axis():
    source = """
    def f(scores):
        logs = scores - np.log(np.exp(scores).sum(-1, keepdims=True))
        return np.exp(logs)
    """
    texts = [draft.text for draft in drafts(of_values("axis"), subject(source, SCORES))]
    assert not any("np.exp(logs)" in text for text in texts)


def test_a_count_is_how_many_numbers_a_sum_adds_up():
    assert right(of_values("count"), subject(SOFTMAX, SCORES), "powers.sum") == "3"


def test_what_a_generator_leaves_out_is_not_counted():
    source = (
        "def f(x):\n    total = sum(each for each in x if each > 1)\n    return x + total"
    )
    assert not [*drafts(of_values("count"), subject(source, np.arange(5.0)))]


@pytest.mark.parametrize("product", ["a @ b", "np.matmul(a, b)", "np.dot(a, b)"])
def test_products_are_as_many_as_the_shared_axis_is_long(product):
    about = subject(
        f"def f(a, b):\n    c = {product}\n    return c", np.ones((2, 4)), np.ones((4, 3))
    )
    assert right(of_values("products"), about, "how many products") == "4"


def test_repeats_are_how_often_a_line_runs():
    assert right(of_values("repeats"), subject(LOOP, ROWS), "line 4") == "3"


def test_how_often_a_line_runs_is_not_asked_where_a_function_that_nobody_sees_decides():
    source = """
    def f(x, allowed):
        total = np.zeros(2)
        for row in x:
            if allowed(row):
                total = total + row
        return total
    """
    about = subject(source, ROWS, Code("lambda row: row.sum() > 1"))
    assert not [*drafts(of_values("repeats"), about)]


def test_how_often_code_that_nobody_sees_calls_a_line_is_not_asked():
    source = """
    def f(run):
        def step(i):
            y = np.zeros(i + 2)
            return y.sum()
        return np.array(run(step))
    """
    about = subject(source, Code("lambda step: [step(i) for i in range(5)]"))
    assert not [*drafts(of_values("repeats"), about)]
    assert not any("`y`" in draft.text for draft in drafts(of_values("shape"), about))


# --- lines ---


def test_a_list_of_tables_is_no_array_of_three_axes():
    source = """
    def f(x):
        parts = [x, x]
        whole = np.stack(parts)
        total = whole.sum(axis=0)
        return total
    """
    asked = right(of_lines.first_lines, subject(source, ROWS), "an array of three axes")
    assert asked == "line 3: `whole = np.stack(parts)`"


def test_a_change_that_only_writes_the_same_is_not_asked():
    source = """
    def f(x):
        made = np.einsum("i,j->ij", x, x)
        return made
    """
    texts = [d.text for d in drafts(of_runs.changes, subject(source, np.arange(3.0)))]
    assert not any("np.einsum('i,j->ij', x, x)" in text for text in texts)


def test_the_first_line_with_a_property_is_asked_for():
    asked = right(of_lines.first_lines, subject(SOFTMAX, SCORES), "sums to one")
    assert asked.startswith("line 4: `return powers")


def test_a_line_has_a_property_by_any_of_the_values_that_it_stores():
    source = """
    def f(x):
        wide = x + 1
        flat, _ = wide.sum(), np.full((3, 4), 0.25)
        shares = np.full((3, 4), 0.25)
        return shares * flat
    """
    asked = right(of_lines.first_lines, subject(source, ROWS), "sums to one")
    assert asked.startswith("line 3")


def test_zeros_on_both_sides_of_the_diagonal_are_not_called_causal():
    source = """
    def f(n):
        both = np.eye(n)
        full = both + 1
        causal = np.tril(full)
        return causal * 2
    """
    asked = right(of_lines.first_lines, subject(source, 3), "a square of zeros above")
    assert asked.startswith("line 4")


def test_a_property_that_an_argument_has_is_not_asked_for():
    shares = np.array([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])
    texts = [draft.text for draft in drafts(of_lines.first_lines, subject(SOFTMAX, shares))]
    assert not any("sums to one" in text for text in texts)


def test_the_line_with_the_largest_value_is_asked_for():
    source = """
    def f(x):
        wide = x[:, None] * x
        low = wide.sum(axis=0)
        return low + 1
    """
    asked = right(of_lines.first_lines, subject(source, np.arange(4.0)), "most memory")
    assert asked.startswith("line 2")


def test_a_value_comes_from_the_line_that_gave_it_last():
    for used in (4, 5):
        asked = right(of_lines.origins, subject(LOOP, ROWS), f"before line {used} uses it")
        assert asked == "line 4: `total = total + row`"


def test_what_a_call_may_have_changed_comes_from_no_line():
    source = """
    def f(x):
        y = x + 1
        y = y * 2
        y.sort()
        return y
    """
    assert not [*drafts(of_lines.origins, subject(source, np.arange(5.0)))]


def test_a_line_that_does_not_run_is_asked_for():
    source = """
    def f(x):
        if x.ndim > 2:
            return x.sum()
        y = x + 1
        return y
    """
    asked = right(of_lines.unreached, subject(source, ROWS), "does not run")
    assert asked == "line 3: `return x.sum()`"


# --- other runs ---


def what_if(source, *arguments, words):
    return right(of_runs.changes, subject(source, *arguments), words)


def test_a_change_may_raise_an_error():
    words = "is replaced by `scores.max(axis=axis)`"
    assert what_if(SOFTMAX, SCORES, words=words) == Effect.ERROR.value


def test_a_change_may_give_another_shape():
    source = "def f(x):\n    total = x.sum(axis=0, keepdims=True)\n    return total"
    assert what_if(source, ROWS, words="`x.sum(axis=0)`") == Effect.SHAPE.value


def test_a_change_may_give_other_numbers():
    words = "`powers / powers.sum(axis=axis, keepdims=True)` is replaced by `powers`"
    assert what_if(SOFTMAX, SCORES, words=words) == Effect.NUMBERS.value


def test_a_change_may_give_the_same_in_one_call_and_nan_in_another():
    words = "`scores - scores.max(axis=axis, keepdims=True)` is replaced by `scores`"
    assert what_if(SOFTMAX, SCORES, words=words) == Effect.EQUAL.value
    assert what_if(SOFTMAX, 1000 * SCORES, words=words) == Effect.NAN.value


def test_a_change_that_may_be_rounding_is_not_asked_about():
    source = "def f(x):\n    y = x + 1e-6\n    return y"
    texts = [draft.text for draft in drafts(of_runs.changes, subject(source, 1 + ROWS))]
    assert not any("`x + 1e-6`" in text for text in texts)


def test_a_line_that_is_left_out_is_a_change():
    source = "def f(x):\n    y = x + 1\n    y *= 2\n    return y"
    assert what_if(source, ROWS, words="the line is left out") == Effect.NUMBERS.value


def test_another_argument_makes_another_number():
    about = subject("def f(n, m):\n    return n / m", 6, 3)
    assert right(of_runs.inputs, about, "`n` is 7") == Effect.NUMBERS.value


def test_an_entry_changes_its_own_row_alone():
    about = subject(SOFTMAX, SCORES)
    for draft in drafts(of_runs.inputs, about):
        row = draft.text.partition("[")[2].partition(",")[0]
        if "along the first axis" in draft.text:
            assert draft.right == f"at {row} alone"
        else:
            assert draft.right == "at all of them"


def test_an_entry_of_a_causal_sum_changes_what_comes_after():
    about = subject("def f(x):\n    y = np.cumsum(x)\n    return y", np.arange(5.0))
    for draft in drafts(of_runs.inputs, about):
        place = int(draft.text.partition("[")[2].partition("]")[0])
        wanted = {0: "at all of them", 4: "at 4 alone"}.get(place, f"from {place} to 4")
        assert draft.right == wanted


def test_no_entry_is_changed_where_numbers_are_so_large_that_they_decide():
    assert not [*drafts(of_runs.inputs, subject(SOFTMAX, 100 * SCORES))]


def test_a_value_may_grow_with_the_square_of_an_axis():
    source = "def f(x):\n    wide = x[:, None] * x\n    return wide.sum(axis=0)"
    asked = right(of_runs.growth, subject(source, np.arange(3.0)), "`wide`")
    assert asked == "4 times as many"


def test_a_gradient_is_zero_where_a_result_does_not_depend():
    torch = pytest.importorskip("torch")
    source = "def f(x, shift, y):\n    return torch.softmax(x + shift.sum(), 0) * y"
    given = np.arange(4.0), np.ones(3), np.arange(4.0)
    about = subject(source, *given, names={"torch": torch}, framework="torch")
    assert right(of_runs.gradients, about, "Which of these") == "the gradient of shift"


def test_the_parameters_of_a_layer_are_counted():
    torch = pytest.importorskip("torch")
    source = """
    class f(torch.nn.Module):
        def __init__(self, width):
            super().__init__()
            self.way = torch.nn.Linear(width, 3)
        def forward(self, x):
            return self.way(x)
    """
    weights = (("way.weight", np.ones((3, 4))), ("way.bias", np.ones(3)))
    call = ((4,), weights, (np.ones((2, 4)),), np.ones((2, 3)))
    about = subject(source, *call, names={"torch": torch}, framework="torch", kind="layer")
    assert right(of_runs.parameters, about, "How many numbers") == "15"
    assert right(of_runs.parameters, about, "`way.weight`") == "(3, 4)"


def test_a_tensor_of_another_library_is_compared_by_its_numbers():
    torch = pytest.importorskip("torch")
    source = "def f(x):\n    y = x - x.mean()\n    return y"
    about = subject(source, ROWS, names={"torch": torch}, framework="torch")
    assert isinstance(about.trace.result, Tensor)
    assert (
        right(of_runs.changes, about, "`x - x.mean()` is replaced by `x`")
        == Effect.NUMBERS.value
    )

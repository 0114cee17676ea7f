"""Each kind of question says what running the code gives."""

from functools import partial

import numpy as np
import pytest

from autograder.exercise.values import Code
from autograder.questions import one_run, two_runs
from tests.questions.asking import ROWS, SCORES, SOFTMAX, drafts, right, subject

LOOP = """
def f(x):
    total = np.zeros(2)
    for row in x:
        total = total + row
    mean = total / len(x)
    return mean
"""


def of_values(name):
    return partial(one_run.about_values, kind=name)


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
        return rows[n - 1] * len(rows[0])
    """
    about = subject(source, np.ones((5, 2)))
    assert right(of_values("size"), about, "`len(rows[0])`") == "2"
    assert right(of_values("size"), about, "`n`") == "5"
    assert right(of_values("size"), about, "`rows`") == "5"


def test_how_many_entries_a_dict_has_is_not_asked():
    source = "def f(x):\n    made = {'a': x, 'b': x}\n    return made['a']"
    assert not [*drafts(of_values("size"), subject(source, ROWS))]


def test_the_axis_of_a_sum_is_the_one_that_the_result_lacks():
    asked = right(of_values("axis"), subject(SOFTMAX, SCORES), "powers.sum")
    assert asked == "the last axis (3 long)"


def test_the_axis_of_a_softmax_is_the_one_along_which_it_sums_to_one():
    source = """
    def f(scores):
        def softmax(x):
            return np.exp(x) / np.exp(x).sum(axis=0)
        made = softmax(scores)
        return made * 2
    """
    asked = right(of_values("axis"), subject(source, SCORES), "`softmax(scores)`")
    assert asked == "the first axis (2 long)"


def test_what_is_done_to_each_number_by_itself_runs_along_no_axis():
    source = """
    def f(scores):
        logs = scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True))
        weights = np.exp(logs)
        return weights * 2
    """
    texts = [draft.text for draft in drafts(of_values("axis"), subject(source, SCORES))]
    assert any("`np.exp(scores).sum(" in text for text in texts)
    assert not any("`np.exp(logs)`" in text for text in texts)


def test_a_softmax_of_a_number_runs_along_no_axis():
    source = """
    def f(x):
        def softmax_of(n):
            return n / n
        return x * softmax_of(2)
    """
    assert not [*drafts(of_values("axis"), subject(source, SCORES))]


def test_a_count_is_how_many_numbers_a_sum_adds_up():
    assert right(of_values("count"), subject(SOFTMAX, SCORES), "powers.sum") == "3"


@pytest.mark.parametrize("total", ["sum(n for n in x if n > 1)", "np.sum(x, where=x > 1)"])
def test_what_may_be_left_out_of_a_sum_is_not_counted(total):
    about = subject(f"def f(x):\n    total = {total}\n    return x + total", np.arange(5.0))
    assert not [*drafts(of_values("count"), about)]


@pytest.mark.parametrize("product", ["a @ b", "np.matmul(a, b)", "np.dot(a, b)"])
def test_products_are_as_many_as_the_shared_axis_is_long(product):
    about = subject(
        f"def f(a, b):\n    c = {product}\n    return c", np.ones((2, 4)), np.ones((4, 3))
    )
    assert right(of_values("count"), about, product) == "4"


def test_repeats_are_how_often_a_line_runs():
    assert right(of_values("repeats"), subject(LOOP, ROWS), "line 4") == "3"


def test_what_is_filled_by_out_is_made_once():
    source = """
    def f(x):
        rows = x.copy()
        for row in rows:
            np.exp(row, out=row)
        return rows
    """
    assert right(of_values("repeats"), subject(source, ROWS), "line 4 run") == "3"


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


def test_which_of_several_runs_is_meant_is_said_of_a_sum():
    source = """
    def f(x):
        totals = np.zeros(3)
        for i in range(1, 4):
            totals[i - 1] = x[:i].sum()
        return totals
    """
    about = subject(source, np.arange(3.0))
    asked = "`x[:i].sum()` in line 4, the last of 3 times that it runs"
    assert right(of_values("count"), about, asked) == "3"


def test_how_much_a_function_gives_that_nobody_sees_is_not_asked():
    source = """
    def f(x, step):
        made = step(x)
        best = made.argmax()
        first = made[:2]
        return first * best * step(x[1:])[8]
    """
    about = subject(source, np.arange(5.0), Code("lambda x: np.arange(9.0)"))
    assert about.call_in_words().endswith("There, `made` has shape (9,) after line 2.")
    assert right(of_values("count"), about, "`made.argmax()`") == "9"
    assert not [*drafts(of_values("size"), about)]
    texts = [draft.text for draft in drafts(of_values("shape"), about)]
    assert any("`first`" in text for text in texts)
    assert not any("`made`" in text or "step" in text for text in texts)


def test_what_an_object_keeps_of_a_function_is_not_seen_either():
    source = """
    class Kept:
        def __init__(self, step):
            self.step = step
        def run(self, x):
            made = self.step(x)
            return made[:5]
    def f(x, step):
        return Kept(step).run(x)
    """
    about = subject(source, np.arange(5.0), Code("lambda x: np.arange(9.0)"))
    texts = [draft.text for draft in drafts(of_values("shape"), about)]
    assert any("`made[:5]`" in text for text in texts)
    assert not any("`made` after" in text or "self.step(x)" in text for text in texts)


# --- lines ---


def test_a_list_of_tables_is_no_array_of_three_axes():
    source = """
    def f(x):
        parts = [x, x]
        whole = np.stack(parts)
        total = whole.sum(axis=0)
        return total
    """
    asked = right(one_run.first_lines, subject(source, ROWS), "an array of three axes")
    assert asked == "line 3: `whole = np.stack(parts)`"


def test_a_change_that_only_writes_the_same_is_not_asked():
    source = """
    def f(x):
        made = np.einsum("i,j->ij", x, x)
        return made
    """
    texts = [d.text for d in drafts(two_runs.changes, subject(source, np.arange(3.0)))]
    assert not any("np.einsum('i,j->ij', x, x)" in text for text in texts)


def test_the_first_line_with_a_property_is_asked_for():
    asked = right(one_run.first_lines, subject(SOFTMAX, SCORES), "sums to one")
    assert asked.startswith("line 4: `return powers")


def test_a_line_has_a_property_by_any_of_the_values_that_it_stores():
    source = """
    def f(x):
        wide = x + 1
        flat, _ = wide.sum(), np.full((3, 4), 0.25)
        shares = np.full((3, 4), 0.25)
        return shares * flat
    """
    asked = right(one_run.first_lines, subject(source, ROWS), "sums to one")
    assert asked.startswith("line 3")


def test_zeros_on_both_sides_of_the_diagonal_are_not_called_causal():
    source = """
    def f(n):
        both = np.eye(n)
        full = both + 1
        causal = np.tril(full)
        return causal * 2
    """
    asked = right(one_run.first_lines, subject(source, 3), "a square of zeros above")
    assert asked.startswith("line 4")


def test_a_property_that_an_argument_has_is_not_asked_for():
    shares = np.array([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])
    texts = [draft.text for draft in drafts(one_run.first_lines, subject(SOFTMAX, shares))]
    assert not any("sums to one" in text for text in texts)


def test_the_line_with_the_largest_value_is_asked_for():
    source = """
    def f(x):
        wide = x[:, None] * x
        low = wide.sum(axis=0)
        return low + 1
    """
    about = subject(source, np.arange(4.0))  # of a list nobody knows how much it takes
    asked = right(one_run.first_lines, about, "single array that takes the most")
    assert asked.startswith("line 2")


def test_a_value_comes_from_the_line_that_gave_it_last():
    for used in (4, 5):
        asked = right(one_run.origins, subject(LOOP, ROWS), f"before line {used} uses it")
        assert asked == "line 4: `total = total + row`"


def test_what_a_call_may_have_changed_comes_from_no_line():
    source = """
    def f(x):
        y = x + 1
        y = y * 2
        y.sort()
        return y
    """
    assert not [*drafts(one_run.origins, subject(source, np.arange(5.0)))]


def test_where_a_value_comes_from_is_not_asked_where_unseen_calls_decide_how_often():
    source = """
    def f(run):
        def edit(at, hidden):
            if at == 1:
                hidden = hidden + 1
            else:
                hidden = hidden - 1
            return hidden
        return run(edit)
    """
    about = subject(source, Code("lambda edit: [edit(at, np.ones(3)) for at in range(2)]"))
    texts = [draft.text for draft in drafts(one_run.origins, about)]
    assert not any("`hidden`" in text for text in texts)


def test_that_no_number_of_an_argument_is_negative_is_said():
    about = subject(SOFTMAX, np.arange(60.0).reshape(3, 20) / 7)
    assert "shape (3, 20), none of them negative" in about.call_in_words()
    assert "negative" not in subject(SOFTMAX, SCORES - 9).call_in_words()


def test_what_code_uses_from_outside_is_said():
    source = """
    EVEN = np.arange(6) // 2
    def f(x):
        return x * EVEN[:2]
    """
    said = subject(source, ROWS).call_in_words()
    assert said.endswith("; from outside, `EVEN`: [0 0 1 1 2 2].")
    assert "outside" not in subject(SOFTMAX, SCORES).call_in_words()


def test_a_number_is_not_told_by_its_place_among_the_options():
    about = subject("def f(x):\n    total = x.sum()\n    return total", np.arange(9.0))
    (draft,) = (d for d in drafts(of_values("count"), about) if d.right == "9")
    rng = np.random.default_rng(0)
    assert {draft.options(rng).index("9") for _ in range(40)} == {0, 1, 2, 3}


def test_a_number_is_not_asked_where_an_argument_is_cut():
    words = {("t", "h", "e", str(n)): n for n in range(40)}
    source = "def f(words):\n    n = len(words)\n    return n + 1"
    about = subject(source, words)
    assert "..." in about.call_in_words()
    assert not [*drafts(of_values("size"), about)]


def test_where_a_value_comes_from_is_asked_among_all_lines_that_give_one():
    for draft in drafts(one_run.origins, subject(LOOP, ROWS)):
        assert {line.partition(":")[0] for line in draft.wrong} >= {"line 2", "line 4"}


def test_of_two_lines_there_may_be_none():
    source = "def f(x):\n    wide = x[:, None] * x\n    return wide.sum(axis=0)"
    about = subject(source, np.arange(4.0))
    (draft,) = (d for d in drafts(one_run.first_lines, about) if "memory" in d.text)
    assert {*draft.wrong, draft.right} >= {"none of these lines"}
    assert len({*draft.wrong, draft.right}) == 3

"""Questions about one value say what running the code gives."""

import numpy as np
import pytest

from autograder.exercise.values import Code, Trial
from tests.questions.asking import (
    LOOP,
    ROWS,
    SCORES,
    SOFTMAX,
    drafts,
    of_values,
    right,
    subject,
)


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


def test_a_number_as_it_is_written_is_not_asked():
    about = subject("def f(x):\n    return x.sum(axis=-1)", ROWS)
    assert not [*drafts(of_values("size"), about)]


def test_how_many_entries_a_dict_has_is_not_asked():
    source = "def f(x):\n    made = {'a': x, 'b': x}\n    return made['a']"
    assert not [*drafts(of_values("size"), subject(source, ROWS))]


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


def test_how_much_a_function_gives_that_nobody_sees_is_not_asked():
    source = """
    def f(x, step):
        made = step(x)
        best = made.argmax()
        first = made[:2]
        return first * best * step(x[1:])[8]
    """
    about = subject(source, np.arange(5.0), Code("lambda x: np.arange(9.0)"))
    assert "`made` after line 2 has shape (9,)" in about.call_in_words()
    assert "`step(x[1:])` in line 5 has shape (9,)" in about.call_in_words()
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


def test_the_axis_of_a_sum_is_the_one_that_the_result_lacks():
    asked = right(of_values("axis"), subject(SOFTMAX, SCORES), "powers.sum")
    assert asked == "axis 1, 3 long"


def test_the_axis_of_a_softmax_is_the_one_along_which_it_sums_to_one():
    source = """
    def f(scores):
        def softmax(x):
            return np.exp(x) / np.exp(x).sum(axis=0)
        made = softmax(scores)
        return made * 2
    """
    asked = right(of_values("axis"), subject(source, SCORES), "`softmax(scores)`")
    assert asked == "axis 0, 2 long"


def test_the_axis_of_a_log_softmax_is_the_one_along_which_its_powers_sum_to_one():
    source = """
    def f(scores):
        def log_softmax(x):
            return x - np.log(np.exp(x).sum(axis=0))
        made = log_softmax(scores)
        return made * 2
    """
    asked = right(of_values("axis"), subject(source, SCORES), "`log_softmax(scores)`")
    assert asked == "axis 0, 2 long"


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


def test_what_a_loop_goes_through_is_seen_whatever_its_body_calls():
    source = """
    def f(pairs, step):
        for part, row in pairs:
            made = step(row)[:3]
            part = made + part
        return part
    """
    about = subject(source, [(1.0, ())], Code("lambda row: np.arange(9.0)"))
    assert about.unseen == {"step"}


def test_of_several_calls_of_a_helper_the_last_is_asked_about_and_no_count_of_them():
    source = """
    def f(x):
        def half(y):
            z = y / 2
            return z
        first = half(x)
        return half(first[0])
    """
    about = subject(source, ROWS)
    texts = [draft.text for draft in drafts(of_values("shape"), about)]
    assert any("`z` after line 3, the last of 2 times that it runs" in t for t in texts)
    assert not any("line 3" in draft.text for draft in drafts(of_values("repeats"), about))


def test_a_size_that_the_call_says_is_offered_among_others_that_it_says():
    source = "def f(x):\n    n = x.shape[0]\n    return x / n"
    arguments = np.zeros((3, 5, 7, 2))
    every = drafts(of_values("size"), subject(source, arguments))
    (asked,) = [d for d in every if "`n`" in d.text]
    assert asked.text == "What is the value of `n` after line 2?"
    assert asked.outcomes == ("2", "3", "5", "7", "210")


def test_a_loop_s_name_is_of_its_body_s_last_run():
    source = "def f(x):\n    for row in x:\n        y = row + 1\n    return y"
    texts = [d.text for d in drafts(of_values("shape"), subject(source, ROWS))]
    where = "`row` after line 2, the last of 3 times that the loop's body runs"
    assert any(where in text for text in texts)


def test_a_shape_s_options_all_have_names_of_axes_or_none_has():
    source = '''
    def f(x):
        """x: (n, d).  Returns (n, d)."""
        y = x[None, :1]
        return y[0] + x
    '''
    for asked in drafts(of_values("shape"), subject(source, ROWS)):
        said = {
            any(map(str.isalpha, option)) for option in asked.outcomes if option != "()"
        }
        assert len(said) == 1, asked


def test_how_many_entries_are_not_zero_is_asked():
    source = "def f(n):\n    mask = np.tri(n, dtype=bool)\n    return 5 * mask[:, :2]"
    about = subject(source, 4)
    assert right(of_values("nonzeros"), about, "`mask` after line 2 are True") == "10"
    assert right(of_values("nonzeros"), about, "what is returned in line 3") == "7"


@pytest.mark.parametrize(
    "made", ["np.empty((3, 2)); y[0] = x[0]", "np.exp(-np.exp(x * 5))", "x * [1e-9, 0]"]
)
def test_what_may_be_zero_by_rounding_or_by_chance_is_not_counted(made):
    numbers = ROWS * 100 if "exp" in made else ROWS
    about = subject(f"def f(x):\n    y = {made}\n    return y", numbers)
    assert not [*drafts(of_values("nonzeros"), about)]


def test_what_code_makes_that_takes_nothing_is_counted_whoever_calls_it():
    trial = Trial("def trial(f, x):\n    return x @ f()", {"x": np.ones((2, 4))})
    about = subject("def f():\n    made = 5 * np.eye(4)\n    return made[:, :2]", trial)
    assert right(of_values("nonzeros"), about, "what is returned") == "2"
    about = subject("def f(x=4):\n    made = 5 * np.eye(x)\n    return made[:, :2]", trial)
    assert not [*drafts(of_values("nonzeros"), about)]


def test_how_often_a_line_runs_that_stores_a_word_is_asked():
    source = """
    def f(words):
        made = ""
        for word in words:
            made = made + word.upper()
        return made
    """
    about = subject(source, ("ab", "c", "de"))
    assert right(of_values("repeats"), about, "line 4") == "3"
    assert not [*drafts(of_values("size"), about)]


def test_a_list_of_arrays_is_not_cut():
    source = """
    def f(rows):
        total = 0.0
        for row in rows:
            total = total + row.sum()
        return total
    """
    about = subject(source, [np.arange(90.0)] * 3)
    assert right(of_values("repeats"), about, "line 4") == "3"

"""Questions about lines, and what is said of a call, say what running the code gives."""

import numpy as np

from autograder.exercise.values import Code
from autograder.questions import one_run, two_runs
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


def test_a_list_of_tables_is_not_the_largest_array():
    source = """
    def f(x):
        parts = [x, x]
        whole = np.stack(parts)
        total = whole.sum(axis=0)
        return total
    """
    asked = right(one_run.first_lines, subject(source, ROWS), "the largest array")
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
        flat, parts = wide.sum(), np.full((3, 4), 0.25)
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
    asked = right(one_run.first_lines, about, "the largest array")
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
    above = subject(SOFTMAX, np.arange(1.0, 61).reshape(3, 20) / 7)
    assert "shape (3, 20), all above zero" in above.call_in_words()
    assert "negative" not in subject(SOFTMAX, SCORES - 9).call_in_words()


def test_of_numbers_that_are_not_shown_signs_and_size_are_said():
    said = subject("def f(x):\n    return x", np.array([[-1.26, 0.5]] * 9)).call_in_words()
    assert said.endswith("numbers have both signs and are at most 1.3 in size.")


def test_how_large_numbers_are_that_unseen_code_gives_is_not_asked():
    source = """
    def f(run):
        first = run(1)
        second = first * 10.0
        return second + first
    """
    about = subject(source, Code("lambda n: np.full((2, 12), -9000.0 * n)"))
    assert not any("10000" in draft.text for draft in drafts(one_run.first_lines, about))


def test_what_code_uses_from_outside_is_said():
    source = """
    EVEN = np.arange(6) // 2
    def f(x):
        return x * EVEN[:2]
    """
    said = subject(source, ROWS).call_in_words()
    assert said.endswith("; from outside, `EVEN`: [0 0 1 1 2 2].")
    assert "outside" not in subject(SOFTMAX, SCORES).call_in_words()


def test_a_number_is_not_asked_where_an_argument_is_cut():
    words = {("t", "h", "e", str(n)): n for n in range(40)}
    source = "def f(words):\n    n = len(words)\n    return n + 1"
    about = subject(source, words)
    assert "..." in about.call_in_words()
    assert not [*drafts(of_values("size"), about)]


def test_where_a_value_comes_from_is_asked_among_all_lines_that_give_one():
    for draft in drafts(one_run.origins, subject(LOOP, ROWS)):
        assert {line.partition(":")[0] for line in draft.outcomes} >= {"line 2", "line 4"}


def test_a_number_is_not_told_by_its_place_among_the_options():
    about = subject("def f(x):\n    total = x.sum()\n    return total", np.arange(9.0))
    (draft,) = (d for d in drafts(of_values("count"), about) if d.right == "9")
    rng = np.random.default_rng(0)
    assert {draft.options(rng).index("9") for _ in range(40)} == {0, 1, 2, 3}


def test_where_a_line_assigns_what_is_there_already_nothing_is_asked():
    source = """
    def f(x, n):
        made = x.copy()
        made[:, n:] = 0
        return made + 1
    """
    assert [*drafts(one_run.origins, subject(source, ROWS, 1))]
    assert not [*drafts(one_run.origins, subject(source, ROWS, 5))]


def test_a_line_that_drops_a_value_is_no_option():
    source = """
    def f(x):
        wide = x + 1
        flat, _ = wide.sum(), np.full((3, 4), 0.25)
        shares = np.full((3, 4), 0.25)
        return shares * flat
    """
    for draft in drafts(one_run.first_lines, subject(source, ROWS)):
        assert not any(option.startswith("line 3") for option in draft.outcomes)


def test_the_largest_array_is_asked_about_where_it_has_a_name_among_lines_of_arrays():
    source = """
    def f(x):
        n = len(x)
        a = x[0]
        b = (x[:, None] * x).sum(axis=-1)
        c = b + n
        return c
    """
    texts = [d.text for d in drafts(one_run.first_lines, subject(source, ROWS))]
    assert not any("the largest array" in text for text in texts)
    source = source.replace(".sum(axis=-1)", "")
    every = drafts(one_run.first_lines, subject(source, ROWS))
    (asked,) = [d for d in every if "the largest array" in d.text]
    assert asked.right.startswith("line 4")
    assert not any(option.startswith("line 2") for option in asked.outcomes)


def test_a_line_that_did_not_run_may_be_offered_as_the_last_to_assign():
    source = """
    def f(step, warm):
        peak = 1 / warm
        if step < warm:
            share = step / warm
        else:
            share = warm / step
        return peak * share
    """
    (draft,) = drafts(one_run.origins, subject(source, 3, 8))
    assert draft.right == "line 4: `share = step / warm`"
    assert "line 6: `share = warm / step`" in draft.outcomes

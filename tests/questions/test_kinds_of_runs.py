"""Questions about another run say what that run gives."""

import numpy as np
import pytest

from autograder.exercise.values import Code, Tensor, Trial
from autograder.questions import one_run, two_runs
from autograder.questions.two_runs import Effect
from tests.questions.asking import ROWS, SCORES, SOFTMAX, drafts, right, subject


def what_if(source, *arguments, words):
    return right(two_runs.changes, subject(source, *arguments), words)


def test_a_change_may_raise_an_error():
    words = "is replaced by `scores.max(axis=axis)`"
    assert what_if(SOFTMAX, SCORES, words=words) == Effect.ERROR


def test_a_change_may_give_another_shape():
    source = "def f(x):\n    total = x.sum(axis=0, keepdims=True)\n    return total"
    assert what_if(source, ROWS, words="`x.sum(axis=0)`") == Effect.SHAPE


def test_a_change_may_give_other_numbers():
    words = "`powers / powers.sum(axis=axis, keepdims=True)` is replaced by `powers`"
    assert what_if(SOFTMAX, SCORES, words=words) == Effect.VALUE


def test_a_change_may_give_the_same_in_one_call_and_nan_in_another():
    words = "`scores - scores.max(axis=axis, keepdims=True)` is replaced by `scores`"
    assert what_if(SOFTMAX, SCORES, words=words) == Effect.EQUAL
    assert what_if(SOFTMAX, 1000 * SCORES, words=words) == Effect.NAN


def test_a_change_of_a_text_which_has_no_shape_is_not_asked_about():
    source = "def f(word):\n    large = word.upper()\n    return large, 1"
    texts = [draft.text for draft in drafts(two_runs.changes, subject(source, "ab"))]
    assert not any("is replaced by `word`" in text for text in texts)


def test_a_change_that_may_be_rounding_is_not_asked_about():
    source = "def f(x):\n    y = x + 1e-6\n    return y"
    texts = [draft.text for draft in drafts(two_runs.changes, subject(source, 1 + ROWS))]
    assert not any("`x + 1e-6`" in text for text in texts)


def test_a_list_in_the_place_of_an_array_is_not_asked_about():
    source = "def f(x):\n    n = np.array([len(row) for row in x])\n    return x, n"
    texts = [draft.text for draft in drafts(two_runs.changes, subject(source, ROWS))]
    assert not any("is replaced by `[len(row)" in text for text in texts)


def test_what_code_that_nobody_sees_makes_of_another_result_is_not_asked():
    source = "def f(x):\n    y = x + 1\n    return float(y)"
    trial = Trial("def trial(f, x): return type(f(x)) is float", {"x": np.array(2.0)})
    texts = [draft.text for draft in drafts(two_runs.changes, subject(source, trial))]
    assert any("`x + 1`" in text for text in texts)
    assert not any("`float(y)`" in text for text in texts)


def test_a_line_that_is_left_out_is_a_change():
    source = "def f(x):\n    y = x + 1\n    y *= 2\n    return y"
    assert what_if(source, ROWS, words="if line 3 is left out") == Effect.VALUE


def test_what_a_function_that_nobody_sees_makes_of_something_else_is_not_asked():
    source = "def f(ids, step):\n    made = step(ids)[0]\n    return made + 1"
    about = subject(source, [1, 2, 3], Code("lambda ids: np.ones((2, len(ids)))"))
    texts = [draft.text for draft in drafts(two_runs.changes, about)]
    assert any("`made + 1`" in text for text in texts)
    assert not any("`step(ids)" in text for text in texts)


def test_a_value_may_grow_with_the_square_of_an_axis():
    source = "def f(x):\n    wide = x[:, None] * x\n    return wide.sum(axis=0)"
    asked = right(two_runs.growth, subject(source, np.arange(3.0)), "`wide`")
    assert asked == "4 times as many"


def test_a_value_may_grow_with_a_number():
    source = "def f(n):\n    mask = np.tri(n)\n    return mask"
    asked = right(two_runs.growth, subject(source, 3), "`n` be twice as large. How many")
    assert asked == "4 times as many"


def test_a_number_may_grow_with_another():
    source = (
        "def f(x, n):\n    rate = x / n\n    root = 1 / np.sqrt(n)\n    return rate * root"
    )
    about = subject(source, 3.5, 8)
    asked = "`n` be twice as large. How large is then"
    assert right(two_runs.growth, about, f"{asked} `rate`") == "half as large"
    assert right(two_runs.growth, about, f"{asked} `root`") == "about 0.7 times as large"
    asked = "`x` be twice as large. How large is then"
    assert right(two_runs.growth, about, f"{asked} `rate`") == "twice as large"
    assert right(two_runs.growth, about, f"{asked} `root`") == "as large as before"


def test_how_large_a_sum_of_more_numbers_is_that_nobody_is_told_is_not_asked():
    source = "def f(x):\n    total = (x * x).sum()\n    y = x / total\n    return y"
    texts = [draft.text for draft in drafts(two_runs.growth, subject(source, ROWS + 0.5))]
    assert texts
    assert not any("How large" in text for text in texts)


def test_no_array_is_longer_for_a_number_that_is_no_length():
    about = subject("def f(x, rate):\n    y = x * rate\n    return y", ROWS, 2.5)
    texts = [draft.text for draft in drafts(two_runs.growth, about)]
    assert texts
    assert not any("`rate` be" in text for text in texts)


def test_how_what_grows_that_a_function_gives_is_not_asked_where_nobody_sees_it():
    source = "def f(x, step):\n    made = step(x)\n    return made + 1"
    about = subject(source, np.arange(3.0), Code("lambda x: np.ones((2, len(x)))"))
    assert not [*drafts(two_runs.growth, about)]


def test_a_tensor_of_another_library_is_compared_by_its_numbers():
    torch = pytest.importorskip("torch")
    source = "def f(x):\n    y = x - x.mean()\n    return y"
    about = subject(source, ROWS, names={"torch": torch}, framework="torch")
    assert isinstance(about.trace.result, Tensor)
    assert (
        right(two_runs.changes, about, "`x - x.mean()` is replaced by `x`") == Effect.VALUE
    )


STEP = Code("lambda ids: np.ones((2, len(ids)))")


@pytest.mark.parametrize(
    "made",
    [
        "run = step; made = run(ids)[0]",
        "run = lambda given: step(given); made = run(ids)[0]",
        "made = use(step, ids)[0]",
        "made = Kept(step).go(ids)[0]",
        "kept = Kept(step); made = kept.go(ids)[0]",
    ],
)
def test_a_function_that_nobody_sees_is_unseen_under_any_name(made):
    source = f"""
    def use(way, ids):
        return way(ids)
    class Kept:
        def __init__(self, way):
            self.run = way
        def go(self, ids):
            return self.run(ids)
    def f(ids, step):
        {made}
        return made + 1
    """
    about = subject(source, [1, 2, 3], STEP)
    texts = [draft.text for draft in drafts(two_runs.changes, about)]
    assert any("`made + 1`" in text for text in texts)
    assert not any("(ids)" in text or "use(" in text for text in texts)


def test_a_lambda_that_calls_nothing_unseen_is_asked_about():
    source = """
    def f(ids, step):
        double = lambda row: 2 * row
        doubled = double(np.array(ids))
        return doubled + step(ids)[0]
    """
    about = subject(source, [1, 2, 3], STEP)
    texts = [draft.text for draft in drafts(two_runs.changes, about)]
    assert any("`double(np.array(ids))`" in text for text in texts)


def test_a_tuple_in_the_place_of_a_list_within_a_result_is_not_asked_about():
    source = "def f(ids):\n    done = [(1.0, list(ids))]\n    return done"
    texts = [draft.text for draft in drafts(two_runs.changes, subject(source, (1, 2)))]
    assert not any("`list(ids)` is replaced" in text for text in texts)


def test_what_memory_holds_that_nothing_is_written_to_is_not_asked():
    source = """
    def f(q, k):
        scores = np.empty((3, 3))
        np.matmul(q, k.T, out=scores)
        return scores + 1
    """
    texts = [d.text for d in drafts(two_runs.changes, subject(source, ROWS, ROWS))]
    assert texts == []


def test_a_shape_in_the_place_of_a_length_is_not_asked_about():
    source = "def f(x):\n    n = x.shape[-1]\n    return x / n"
    texts = [d.text for d in drafts(two_runs.changes, subject(source, ROWS))]
    assert not any("replaced by `x.shape`" in text for text in texts)


def test_how_an_answer_is_tried_is_no_argument():
    trial = Trial(
        'def trial(f, x):\n    """Call it twice."""\n    return f(x)', {"x": ROWS}
    )
    said = subject("def f(x):\n    return x + 1", trial).call_in_words()
    assert said.startswith("`f` is tried so: Call it twice; `x`: ")


def test_what_code_that_nobody_sees_makes_of_another_argument_is_not_asked():
    source = "def f(ids, step):\n    made = step(np.array(ids))[0]\n    return made + 1"
    about = subject(source, [1, 2, 3], STEP)
    texts = [draft.text for draft in drafts(two_runs.changes, about)]
    assert any("`made + 1`" in text for text in texts)
    assert not any("`np.array(ids)`" in text for text in texts)


def test_an_entry_changes_its_own_row_alone():
    asked = [draft.right for draft in drafts(two_runs.entries, subject(SOFTMAX, SCORES))]
    assert asked == ["3"]


def test_an_entry_of_a_causal_sum_changes_what_comes_after():
    about = subject("def f(x):\n    y = np.cumsum(x)\n    return y", np.arange(5.0))
    (draft,) = drafts(two_runs.entries, about)
    place = int(draft.text.partition("[")[2].partition("]")[0])
    assert draft.right == str(5 - place)


def test_an_entry_is_counted_in_all_parts_of_a_result():
    about = subject("def f(x):\n    return x @ x.T, (x, x * 2)", ROWS)
    (draft,) = drafts(two_runs.entries, about)
    assert "How many of the 21 numbers of the result" in draft.text
    assert draft.right in ("6", "7")  # of the product five, or four where a row has a zero


def test_no_entry_is_counted_where_a_result_holds_more_than_arrays():
    source = "def f(x):\n    return x * 2, float(x.sum())"
    assert not [*drafts(two_runs.entries, subject(source, ROWS))]


def test_no_entry_is_changed_where_numbers_are_so_large_that_they_decide():
    assert not [*drafts(two_runs.entries, subject(SOFTMAX, 100 * SCORES))]


def test_no_entry_is_changed_of_what_a_function_gets_that_nobody_sees():
    about = subject("def f(x, step):\n    return step(x) + 1", ROWS, Code("lambda x: x"))
    assert not [*drafts(two_runs.entries, about)]


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
    assert right(one_run.parameters, about, "How many numbers") == "15"


def test_a_gradient_is_zero_where_a_result_does_not_depend():
    torch = pytest.importorskip("torch")
    source = "def f(x, shift, y):\n    return torch.softmax(x + shift.sum(), 0) * y"
    given = np.arange(4.0), np.ones(3), np.arange(4.0)
    about = subject(source, *given, names={"torch": torch}, framework="torch")
    assert right(two_runs.gradients, about, "Which of these") == "the gradient of shift"


def test_an_error_of_the_weights_of_a_layer_that_returned_is_not_asked_about():
    keras = pytest.importorskip("keras")
    source = """
    class f(keras.layers.Layer):
        def __init__(self, width):
            super().__init__()
            self.way = keras.layers.Dense(width)
        def call(self, x):
            return self.way(x[..., :2])
    """
    weights = (("way/kernel", np.ones((2, 3))), ("way/bias", np.ones(3)))
    call = ((3,), weights, (np.ones((2, 4)),), np.ones((2, 3)))
    names = {"keras": keras}
    about = subject(source, *call, names=names, framework="tensorflow", kind="layer")
    texts = [draft.text for draft in drafts(two_runs.changes, about)]
    assert texts
    assert not any("`x[..., :2]` is replaced by `x`" in text for text in texts)


def test_nothing_is_replaced_by_what_holds_no_numbers():
    source = "def f(x):\n    return parts['wide'](x)"
    about = subject(source, ROWS, names={"parts": {"wide": np.exp}})
    texts = [draft.text for draft in drafts(two_runs.changes, about)]
    assert not any("by `parts`" in text for text in texts)


def test_the_shape_of_what_unseen_code_gives_is_told_once_a_line():
    source = "def f(x, step):\n    made = step(x)\n    return made + 1"
    said = subject(source, ROWS, Code("lambda x: x")).call_in_words()
    assert said.count("has shape (3, 2)") == 1

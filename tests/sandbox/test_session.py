"""A student's process: what it is asked, and what it answers."""

import numpy as np
import pytest

from autograder.sandbox.session import Session
from sandbox.asking import HONEST, LIMITS, asked, run


def test_an_array_goes_in_and_comes_back(session):
    outcome = asked(session, HONEST, np.arange(3.0))
    assert (outcome.status, outcome.value.tolist()) == ("returned", [1, 2, 3])


def test_one_process_answers_many_calls(session):
    run(session, "calls = []", "def f(x):\n    calls.append(x)\n    return len(calls)")
    assert [session.asker("f")((1,)).value for _ in range(3)] == [1, 2, 3]


def test_a_value_is_read(session):
    run(session, "answer = (1, [2.5, 'x'])")
    assert session.value_asker("answer")(()).value == (1, [2.5, "x"])


@pytest.mark.slow
def test_the_first_optimizer_imports_nothing_in_a_students_process(warm_processes):
    """It would import a compiler otherwise, on the time of the student's call."""
    pytest.importorskip("torch")
    source = (
        "import sys, torch\ndef f(x):\n    known = set(sys.modules)\n"
        "    torch.optim.AdamW([torch.ones(2, requires_grad=True)], lr=x)\n"
        "    return len(set(sys.modules) - known)"
    )
    session = Session(warm_processes.get("torch"), LIMITS)
    assert asked(session, source, 0.1).value == 0
    session.close()


@pytest.mark.parametrize("source", ["", "f = None", "f = ..."])
def test_a_value_that_is_not_there_is_not_attempted(session, source):
    run(session, source)
    assert session.value_asker("f")(()).status == "not_attempted"


@pytest.mark.parametrize("source", ["", "def f(x): raise NotImplementedError"])
def test_a_function_that_is_not_there_is_not_attempted(session, source):
    assert asked(session, source, 1).status == "not_attempted"


def test_an_error_comes_back_in_words(session):
    outcome = asked(session, "def f(x):\n    raise ValueError('no ' + str(x))", 3)
    assert (outcome.status, outcome.raised) == ("raised", "ValueError: no 3")


def test_an_error_while_running_says_in_which_cell(session):
    assert run(session, "a = 1", "a.b", "c = 1") == (
        "AttributeError: 'int' object has no attribute 'b' (in code cell 2)"
    )
    assert session.value_asker("c")(()).status == "not_attempted"


def test_a_tolerant_run_goes_on_with_the_next_statement(session):
    raised = run(session, "1 / 0\na = 1", "def f(x):\n    return a", tolerant=True)
    assert raised.startswith("ZeroDivisionError")
    assert session.asker("f")((0,)).value == 1


def test_what_is_printed_comes_back_cut(session):
    outcome = asked(session, "def f(x):\n    for _ in range(10**5): print('x' * 100)", 1)
    assert outcome.printed.startswith("xxx")
    assert len(outcome.printed) <= 2_000


def test_a_changed_argument_is_reported(session):
    outcome = asked(session, "def f(a, b):\n    b += 1", np.zeros(2), np.zeros(2))
    assert outcome.mutated == (1,)


def test_the_next_exercise_starts_with_nothing(session):
    run(session, "a = 1")
    assert asked(session, "def f(x):\n    return a", 1).raised.startswith("NameError")


def test_student_code_can_read_its_own_source(session):
    cell = "import inspect\n\ndef f(x):\n    return inspect.getsource(f)\n\ndef g(): pass\n"
    assert asked(session, cell, 1).value == "def f(x):\n    return inspect.getsource(f)\n"


def test_a_name_can_be_lent_and_a_value_given(session):
    cell = "def f(x):\n    return double(x, twice=True) + zero"
    references = {"double": lambda x, twice: 2 * x if twice else x}
    given = {"zero": np.array([0.5])}
    outcome = asked(session, cell, np.array([3.0]), references=references, given=given)
    assert outcome.value.tolist() == [6.5]


def test_a_lent_function_raises_on_the_students_side(session):
    def refuses(_):
        raise ValueError("too cold")

    outcome = asked(session, "def f(x):\n    return g(x)", 1, references={"g": refuses})
    assert outcome.raised == "ValueError: too cold"


@pytest.mark.parametrize(
    "source",
    ["import autograder", "from autograder import check", "from autograder import *"],
)
def test_a_notebooks_import_of_check_does_nothing(session, source):
    cell = f"{source}\ndef f(x):\n    return x"
    assert asked(session, cell, 1).value == 1

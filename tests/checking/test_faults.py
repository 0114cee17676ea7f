"""Errors in a student's code: the line, a mark, plain words, and no hint."""

import sys

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from making import IMPORTS, PREDICT, check, notebook
from toy_key.temperatures import PREDICT as PREDICTION
from toy_key.temperatures import TO_CELSIUS

from autograder.checking.card import earned, make_card
from autograder.checking.card_forms import as_html, as_text
from autograder.checking.check import evaluate
from autograder.checking.faults import in_plain_words
from autograder.checking.refusal import explain_in_notebook, refusal
from autograder.exercise.key import load_key
from autograder.exercise.source_lines import keep_source
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission

TYPO = """\
def helper(f):
    return f + fahrenhiet
def to_celsius(f):
    return helper(f)
"""


def in_a_cell(source):
    """The function of a cell as a notebook runs it."""
    label = "<cell of a test>"
    keep_source(label, source)
    namespace = {"np": np, "__name__": "__main__"}
    exec(compile(source, label, "exec"), namespace)
    return namespace["to_celsius"]


def test_an_error_inside_a_function_shows_its_line_with_a_mark():
    card = make_card(evaluate(TO_CELSIUS, in_a_cell(TYPO)), hint=1)
    first, code, mark = card.where.splitlines()
    assert first == "Line 2, in helper"
    assert code.strip() == "return f + fahrenhiet"
    assert mark.index("^") == code.index("fahrenhiet")
    for form in (as_text(card), as_html(card)):
        assert "Line 2, in helper" in form


def graded(warm_processes, *cells):
    handed = Submission("ana", (("ana.ipynb", notebook(IMPORTS, *cells)),))
    assignment = Assignment(load_key("toy_key"), 1)
    return grade(handed, assignment, warm_processes).exercises


def test_the_graders_card_shows_the_line_of_the_cell(warm_processes):
    card = graded(warm_processes, TYPO, check("to_celsius"))[0].card
    assert card.where.startswith("Code cell 2, line 2, in helper\n")
    assert "fahrenhiet" in card.where
    assert card.hint == ""


def test_an_error_that_stops_a_cell_shows_its_line(warm_processes):
    cells = ("x = 1\npredict = x.no_such_thing", check("predict"))
    card = next(e.card for e in graded(warm_processes, *cells) if "predict" in e.id)
    assert card.where.startswith("Code cell 2, line 2\n")


@pytest.mark.parametrize("answer", [in_a_cell(TYPO), lambda f: f.no_such_thing])
def test_an_error_in_the_code_uses_up_no_hint(answer):
    assert make_card(evaluate(TO_CELSIUS, answer), hint=1).hint == ""


def test_what_is_no_letter_uses_up_no_hint():
    assert make_card(evaluate(PREDICTION, "a or c"), hint=1).hint == ""
    assert make_card(evaluate(PREDICTION, "a"), hint=2).hint != "" or not PREDICTION.hints
    assert PREDICT.endswith('"c"')


def raised_by(source: str) -> str:
    try:
        exec(source, {"np": np})
    except SyntaxError as error:
        return refusal(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("nothing was raised")


COMMON = {
    "np.ones(2, 3)": "np.ones((n, n))",
    "np.ones((2, 3)) @ np.ones((2, 3))": "a @ b",
    "np.ones((2, 3)) + np.ones(2)": "keepdims",
    "no_such_name": "no_such_name",
    "np.ones(3)[5]": "Indices",
    "np.ones(3).sum(axis=2)": "no such axis",
    "x = np.arange(3)\nx /= 2": "whole numbers",
    "if np.ones(3): pass": "np.where",
    "None + 1": "without a return",
    "import no_such_module_anywhere": "not installed",
    "(3)(4)": "no function",
    "(lambda a: a)()": "leaves out 'a'",
    "(lambda a: a)(1, 2)": "other arguments",
    "np.ones(3).sum(axs=0)": "no argument axs",
    "np.transpose(np.ones((2, 2)), 1, 0)": "a tuple",
    "np.ones((2, 2))[0, 0, 0]": "more axes",
    "np.ones(4).reshape(2, 4 / 2)": "d // n",
    "np.ones(4).reshape(2, 3)": "number of entries",
    "np.ones(3).sum[0]": "round brackets",
    "1 / 0": "is 0",
    "np.ones((3, 6, 4)).__setitem__((..., [3]), np.ones((1, 2)))": "as long as its place",
    "np.ones((2, 6, 4)).__setitem__(0, np.ones((3, 6)))": "as long as its place",
    "np.broadcast_to(np.ones((3, 2)), (3, 6))": "as long as its place",
    "np.ones(3).__iadd__(np.ones((2, 3)))": "cannot grow",
    "math.sqrt(2)": "import math",
    "print(\u201chello\u201d)": "Curly quotes",
    "print(\u2018hello\u2019)": "Curly quotes",
    "sqrt(2)": "np.sqrt",
    "array([1, 2])": "np.array",
    "Np.ones(2)": "Np is not np",
    "[1 2]": "A comma is missing",
    "a = \u2026": "three dots",
    "a = [0.5, 0,02]": "0.02",
    "Return 1": "small letters" if sys.version_info >= (3, 14) else "a capital",
    "np.array([1, 2], [3, 4])": "[[1, 2], [3, 4]]",
    "np.array([1, 2], [3, 4], [5, 6])": "[[1, 2], [3, 4]]",
    "0.5 * [1, 2]": "np.array([1, 2])",
    "[1, 2] @ [3, 4]": "np.array([1, 2])",
    "[[1, 2]].T": "np.array([1, 2])",
    "3 \u2013 2": "the - of the keyboard",
    "3 \u2014 2": "the - of the keyboard",
    "3 \u2212 2": "the - of the keyboard",
    "3 \u00d7 2": "for print",
    "3\u00a0+ 2": "from a web page",
    "if 1:\n        a = 1\n\tb = 2": "with tabs",
    "  a = 1": "Take the spaces",
    "if 1:\n    a = 1\n  b = 2": "less indented",
    "def f(x):\nreturn x": "indented further",
    "a = (1 + 2": "A ( is never closed",
    "a = [1, 2": "A [ is never closed",
    "a = 1 + 2)": "closes what is not open",
    "a = [1, 2)": "closes what is not open",
    "for i in range(3)\n    print(i)": "colon",
    "a = 'hello": "second quote",
    "return 1": "within its def",
    "if a = 1: pass": "compare",
    "2x = 1": "2 * x",
    "a b = 1": "never left out",
    "if 1:\n    a = 1\nelse if 2:\n    a = 2": "is elif",
    "if 1:\n    a = 1\nelif 2\n    a = 2": "elif, else",
    "a = True && False": "and, or",
    "if True || False:\n    a = 1": "and, or",
    "a = !True": "the word not",
    "a = 1\na++": "no ++",
    "a = 1\na--;": "no --",
    "function f(x):\n    return x": "begins with def",
    "let a = 3": "without let",
    "// a comment": "begins with #",
}


IN_A_TEXT = {
    "print('so !x' y)": "A comma is missing",
    'print("a && b" y)': "A comma is missing",
    "a b = 1  # x && y": "never left out",
    "if 'a' == a && b: pass": "and, or",
}


@pytest.mark.parametrize("source", IN_A_TEXT)
def test_signs_of_other_languages_in_a_text_or_a_comment_say_nothing(source):
    assert IN_A_TEXT[source] in in_plain_words(raised_by(source))


@pytest.mark.parametrize("source", COMMON)
def test_a_common_error_is_said_in_plain_words(source):
    assert COMMON[source] in in_plain_words(raised_by(source))


def test_the_graders_card_explains_a_cell_that_python_cannot_read(warm_processes):
    cell = "def to_celsius(f):\n    f++\n    return f"
    card = graded(warm_processes, cell, check("to_celsius"))[0].card
    assert "f++" in card.problem
    assert card.meaning == "Python has no ++. Write x += 1, or x -= 1."


def test_jupyter_explains_a_cell_that_python_cannot_read(capsys):
    shell = InteractiveShell.instance()
    explain_in_notebook()
    shell.run_cell("x = 1\nx++")
    InteractiveShell.clear_instance()
    assert capsys.readouterr().out.endswith(
        "\nPython has no ++. Write x += 1, or x -= 1.\n"
    )


def test_input_is_explained():
    assert "as an argument" in in_plain_words("EOFError: EOF when reading a line")


def test_a_library_that_a_page_does_not_have_is_explained():
    words = in_plain_words("ModuleNotFoundError: No module named 'torch'")
    assert "notebook" in words


def test_who_prints_without_end_is_told_so():
    def answer(fahrenheit):
        for number in range(2_000):
            print(number)
        return fahrenheit

    assert "It printed more" in make_card(evaluate(TO_CELSIUS, answer)).printed


@pytest.mark.parametrize(
    ("points", "most", "said"),
    [
        *((0, 2, "0 of 2 points"), (2, 2, "2 of 2 points"), (1.5, 2, "1½ of 2 points")),
        *((2.9999, 3, "3 of 3 points"), (0.5, 1, "½ of 1 points")),
        *((0.375, 1, "38% of the point"), (5 / 3, 2, "83% of 2 points")),
        *((0.01, 3, "1% of 3 points"), (1.99, 2, "99% of 2 points")),
    ],
)
def test_points_are_said_as_people_say_them(points, most, said):
    assert earned(points, most) == said

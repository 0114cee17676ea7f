"""Answers that are there, and not where they are looked for."""

import pytest
from making import IMPORTS, STUB, TO_CELSIUS, check, code, notebook

from autograder.notebooks.elsewhere import elsewhere
from autograder.notebooks.read import read_notebook
from autograder.notebooks.statements import statements

ID, NAME = "temperature.to_celsius", "to_celsius"
BODY = TO_CELSIUS.partition("\n")[2]
RAW = {"cell_type": "raw", "metadata": {}, "source": TO_CELSIUS}
TEXT = {"cell_type": "markdown", "metadata": {}, "source": TO_CELSIUS}
MARK = {"exercise": {"id": ID, "role": "stub"}}


def said(*cells) -> str:
    found = read_notebook(notebook(IMPORTS, *cells, check(NAME)), "a.ipynb")
    return elsewhere(found, statements(found), ID, NAME, {NAME, "mean_celsius"})


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (RAW, "to_celsius stands in a cell that Python does not run"),
        (TEXT, "to_celsius stands in a cell that Python does not run"),
        (TO_CELSIUS.replace(NAME, "celsius"), "There is no to_celsius here, but celsius"),
        (BODY, "is its def line missing"),
        (
            code("fahrenheit = 3\n(fahrenheit - 32) * 5 / 9", **MARK),
            "is its def line missing",
        ),
        (f"exec({TO_CELSIUS!r})", "There is no to_celsius here, but other code"),
        (f"globals()['{NAME}'] = abs", "There is no to_celsius here, but other code"),
    ],
)
def test_what_may_be_the_answer_is_named(cell, words):
    assert words in said(cell)


@pytest.mark.parametrize(
    "cells",
    [
        (STUB,),
        (STUB, "def helper(x):\n    return x"),  # the chapter's own, beside the stub
        (),
        ("# I could not do this one",),
        ("def mean_celsius(f):\n    return f",),
        ("exec('x = 1')",),
    ],
)
def test_what_is_not_answered_is_not_looked_for(cells):
    assert said(*cells) == ""


def test_code_of_another_exercise_is_not_taken_for_it():
    other = (
        "def helper(x):\n    return x",
        'check("temperature.mean_celsius", mean_celsius)',
    )
    found = read_notebook(notebook(IMPORTS, *other, check(NAME)), "a.ipynb")
    assert elsewhere(found, statements(found), ID, NAME, {NAME, "mean_celsius"}) == ""

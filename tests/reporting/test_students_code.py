"""A student's code as it may be shown."""

import pytest

from autograder.reporting.students_code import (
    LINES_SHOWN,
    anonymous,
    as_written,
    shortened,
)

CODE = '''
# Ada Lovelace, 1815
def standardise(x):
    """Ada's."""
    m = x.mean(axis=0)  # by Ada
    return x - 2 * m
'''
PLAIN = "def standardise(x):\n    m = x.mean(axis=0)\n    return x - 2 * m"


def test_comments_and_docstrings_go():
    assert anonymous(CODE, ["Ada Lovelace"]) == PLAIN


@pytest.mark.parametrize("name", ["lovelace_mean", "LovelaceSum", "m_lovelace"])
def test_code_that_tells_the_name_is_not_shown(name):
    code = PLAIN.replace("m =", f"{name} = m =")
    assert anonymous(code, ["Ada Lovelace"]) == ""
    assert anonymous(code, ["Grace Hopper"]) == code


def test_a_string_can_tell_a_name_too():
    assert anonymous("x = 'by ada.lovelace@example.org'", ["ada lovelace"]) == ""


NESTED = "x = " + "-" * 3_500 + "1"
UNREADABLE = ("def f(:", "x = " + "(" * 500, NESTED, "\0", "x = '\ud800'")


@pytest.mark.parametrize("code", UNREADABLE)
def test_what_cannot_be_read_is_not_shown(code):
    assert anonymous(code) in ("", code)


def test_long_code_says_how_much_is_left_out():
    code = "\n".join(f"x{i} = {i}" for i in range(LINES_SHOWN + 5))
    assert shortened(code).splitlines()[-1] == "# and 5 more lines"
    assert shortened(PLAIN) == PLAIN


WRITTEN = "def f(x):\n    # halve it, as Bo Ek said\n    return ((x)) / 2  # half"


def test_code_is_shown_as_it_was_written_without_comments_that_name_somebody():
    shown = as_written(WRITTEN, ("s1", "Ada Lovelace"), ("Ada Lovelace", "Bo Eklund"))
    assert shown == WRITTEN
    shown = as_written(WRITTEN, ("s1", "Ada Lovelace"), ("Grace", "Said Ali"))
    assert shown == "def f(x):\n    \n    return ((x)) / 2  # half"


def test_code_that_names_its_author_has_no_comments():
    shown = as_written("def f(x):  # by Ada\n    return (x)", ("s1", "Ada Lovelace"))
    assert shown == "def f(x):\n    return x"
    assert as_written("def ada(x):\n    return x", ("s1", "Ada Lovelace")) == ""


@pytest.mark.parametrize("source", ["def f(:  # x", "x = '", "(" * 300, "\tif x:\n y"])
def test_what_is_no_python_is_shown_as_it_stands(source):
    assert as_written(source, ("s1", "Ada")) == source

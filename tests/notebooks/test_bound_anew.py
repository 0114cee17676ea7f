"""Slices of answers that are filled in place, and of names that are bound anew."""

import pytest

from autograder.notebooks.statements import names
from notebooks.slices import CHECK, run_for

FILLED = {
    "row by row": "table = [0, 0]\ntable[0] = 32\ntable[1] = 5 / 9",
    "in a loop": "table = {}\nfor i, v in enumerate([32, 5 / 9]):\n    table[i] = v",
    "in nested blocks": (
        "table = []\nfor v in [32, 0, 5 / 9]:\n    if v:\n        while v not in table:\n"
        "            table.append(v)"
    ),
    "by a function called for its effect": (
        "def fill(t):\n    t.extend([32, 5 / 9])\ntable = []\nfill(table)"
    ),
    "shortened by del": "table = [1, 32, 5 / 9]\ndel table[0]",
    "by a NumPy function": (
        "import numpy as np\ntable = np.zeros(2)\nnp.add.at(table, [0, 1], [32, 5 / 9])"
    ),
    "through out=": (
        "import numpy as np\ntable = np.zeros(2)\n"
        "_ = np.add([30, 0], [2, 5 / 9], out=table)"
    ),
    "through a name that is declared global": (
        "def fill():\n    global table\n    table = [32, 5 / 9]\nfill()"
    ),
    "changed where it is declared global": (
        "table = [32]\ndef more():\n    global table\n    table += [5 / 9]\n"
        "for _ in range(1):\n    more()"
    ),
    "in a try": "table = []\ntry:\n    table.extend([32, 5 / 9])\nfinally:\n    pass",
}
USES_TABLE = "def to_celsius(fahrenheit):\n    return (fahrenheit - table[0]) * table[1]"


@pytest.mark.parametrize("filling", FILLED.values(), ids=FILLED)
def test_a_table_that_is_filled_in_place_is_whole_in_the_slice(filling):
    namespace = {}
    for source in run_for(f"{filling}\n{USES_TABLE}", CHECK):
        exec(source, namespace)
    assert namespace["to_celsius"](212.0) == pytest.approx(100)


def test_what_the_chapter_binds_again_below_the_check_is_not_the_answers():
    below = "table = [0, 0]\n\ndef helper(f):\n    raise NotImplementedError"
    own = "def helper(f):\n    return (f - 32) * 5 / 9"
    answer = "def to_celsius(fahrenheit):\n    return helper(fahrenheit)"
    run = "\n".join(run_for(f"{own}\n{answer}", CHECK, below))
    assert "NotImplementedError" not in run
    assert "5 / 9" in run


def test_what_only_stands_below_is_taken_all_the_same():
    answer = "def to_celsius(fahrenheit):\n    return helper(fahrenheit)"
    run = run_for(answer, CHECK, "def helper(f):\n    return (f - 32) * 5 / 9")
    assert any("def helper" in source for source in run)


# What is kept of these cells, by the numbers of their statements.
ANEW = {
    "a function takes the place of a loop's name": (
        ["for less in trained():\n    less()", "def less(f):\n    return f - 32"],
        [1],
    ),
    "a value takes the place of a loop's name": (
        ["for less in trained():\n    less(1)", "less = lambda f: f - 32"],
        [1],
    ),
    "somebody used it before": (
        ["ZERO = 32", "less = lambda f, zero=ZERO: f - zero", "ZERO = trained()"],
        [0, 1, 2],
    ),
    "it goes on from what it was": (
        ["less = lambda f: f", "less = (lambda was: lambda f: was(f) - 32)(less)"],
        [0, 1],
    ),
    "it is decorated with what it was": (
        ["less = lambda g: g", "@less\ndef less(f):\n    return f - 32"],
        [0, 1],
    ),
    "parts of a package": (["import less.a", "import less.b"], [0, 1]),
    "it is changed afterwards": (
        ["less = trained()", "def less(f):\n    return f - 32", "less.note = 1"],
        [1, 2],
    ),
}


@pytest.mark.parametrize("name", ANEW)
def test_what_a_name_was_before_it_was_bound_anew_is_left_out(name):
    """A loop of the chapter's that trains would be run for a helper of that name."""
    cells, kept = ANEW[name]
    answer = "def to_celsius(f):\n    return less(f) / 1.8"
    found = run_for(*cells, answer, CHECK)
    assert found == [*(cells[i] for i in kept), answer]


def test_the_name_of_a_caught_error_leads_nowhere():
    caught = "try:\n    {}\nexcept NameError as error:\n    print(error)"
    needed, other = caught.format("import numpy as np"), caught.format("nothing_like_this")
    answer = "to_celsius = lambda f: np.subtract(f, 32) / 1.8"
    assert run_for(other, needed, answer, other) == [needed, answer]
    assert names("kept = 1\ntry:\n    1\nexcept E as error:\n    pass")[0] == {"kept"}
    # One that is used outside of its handler is a name like any other.
    assert names("error = 1\ntry:\n    1\nexcept NameError as error:\n    pass")[0]
    assert "error" in names("try:\n    import error\nexcept OSError as error:\n    pass")[0]

"""Which statements of a notebook are run for an exercise, and which are not."""

from __future__ import annotations

import pytest
from making import (
    FIXED_POINTS,
    IMPORTS,
    MEAN_CELSIUS,
    OFFSET_AFTER,
    PREDICT,
    TO_CELSIUS,
    check,
    code,
    notebook,
)

from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.notebooks import statements as statements_module
from autograder.notebooks.read import read_notebook
from autograder.notebooks.slicing import everything_above, find, slice_for
from autograder.notebooks.statements import names, statements

CHECK = check("to_celsius")


def run_for(*cells, right=None, cut=slice_for) -> list[str]:
    """The sources that are run for ``to_celsius``."""
    made = read_notebook(notebook(*cells), "x.ipynb")
    known = statements(made)
    found = find(made, known, "temperature.to_celsius", "to_celsius")
    return [source for _, source in cut(found, known, right or {}).cells]


# --- what is run -------------------------------------------------------------

NEEDED = {
    "the definition": [TO_CELSIUS],
    "a helper": ["def less(f):\n    return f - 32", "to_celsius = lambda f: less(f) / 1.8"],
    "a helper of a helper": [
        "def zero():\n    return 32",
        "def less(f):\n    return f - zero()",
        "to_celsius = lambda f: less(f) / 1.8",
    ],
    "a helper defined below": [
        "to_celsius = lambda f: less(f) / 1.8",
        "def less(f):\n    return f - 32",
    ],
    "a class": [
        "class Scale:\n    zero = 32",
        "def to_celsius(f):\n    return (f - Scale.zero) / 1.8",
    ],
    "a constant": ["ZERO = 32", "to_celsius = lambda f: (f - ZERO) / 1.8"],
    "constants unpacked": ["ZERO, STEP = 32, 1.8", "to_celsius = lambda f: f / STEP"],
    "an import": ["import numpy as np", "to_celsius = lambda f: np.subtract(f, 32) / 1.8"],
    "a submodule": [
        "import numpy.linalg",
        "to_celsius = lambda f: numpy.subtract(f, 32) / 1.8",
    ],
    "a star import": ["from numpy import *", "to_celsius = lambda f: subtract(f, 32)"],
    "a default argument": ["ZERO = 32", "def to_celsius(f, z=ZERO):\n    return f - z"],
    "a decorator": ["def same(f):\n    return f", "@same\n" + TO_CELSIUS],
    "an annotation": ["import numpy as np", "def to_celsius(f: np.ndarray):\n    return f"],
    "a global changed in place": [
        "ZEROS = []",
        "ZEROS.append(32)",
        "to_celsius = lambda f: (f - ZEROS[0]) / 1.8",
    ],
    "an item assigned": [
        "SCALE = {}",
        "SCALE['zero'] = 32",
        "SCALE['step'] /= 1.8",
        "to_celsius = lambda f: (f - SCALE['zero']) / SCALE['step']",
    ],
    "an attribute assigned": [
        "class Scale:\n    pass",
        "Scale.zero = 32",
        "to_celsius = lambda f: (f - Scale.zero) / 1.8",
    ],
    "a loop that fills it": [
        "STEPS = [1.8]",
        "for step in STEPS:\n    STEP = step",
        "to_celsius = lambda f: (f - 32) / STEP",
    ],
    "a name bound by with": [
        "import contextlib",
        "with contextlib.nullcontext(32) as ZERO:\n    pass",
        "to_celsius = lambda f: (f - ZERO) / 1.8",
    ],
    "a name bound by a walrus": [
        "print(ZERO := 32)",
        "to_celsius = lambda f: (f - ZERO) / 1.8",
    ],
    "a global bound by a function": [
        "def set_up():\n    global ZERO\n    ZERO = 32",
        "to_celsius = lambda f: (f - ZERO) / 1.8",
    ],
    "an answer wrapped below its definition": [
        TO_CELSIUS,
        "import functools",
        "to_celsius = functools.cache(to_celsius)",
    ],
    "an empty class": [
        "class Cold(Exception): pass",
        "def to_celsius(f):\n    raise Cold",
    ],
    "a name that is None at first": [
        "SEEN = None",
        "if SEEN is None:\n    SEEN = {}",
        "to_celsius = lambda f: SEEN",
    ],
    "a seed of what is drawn": [
        "import numpy as np",
        "for seed in (1, 2):\n    np.random.seed(seed)",
        "ZERO = np.random.randint(32, 33)",
        "to_celsius = lambda f: (f - ZERO) / 1.8",
    ],
    "a seed of what a function draws": [
        "from numpy import random\nimport numpy",
        "numpy.random.seed(3)",
        "def noise():\n    return random.random()",
        "to_celsius = lambda f: (f - 32) / 1.8 + noise()",
    ],
    "a seed of another library": [
        "import torch",
        "torch.manual_seed(0)",
        "ZERO = torch.nn.Linear(1, 1)",
        "to_celsius = lambda f: ZERO(f)",
    ],
    "a comprehension at the top": [
        "N = 2",
        "STEPS = [1.8 for _ in range(N)]",
        "to_celsius = lambda f: (f - 32) / STEPS[0]",
    ],
}


@pytest.mark.parametrize("name", NEEDED)
def test_what_the_answer_uses_is_run(name):
    assert run_for(*NEEDED[name], CHECK) == NEEDED[name]


UNNEEDED = {
    "a training loop": "for step in range(10**9):\n    loss = step",
    "a plot": "import matplotlib.pyplot as plt\nplt.plot([1, 2])",
    "a print": "print('hello')",
    "another function": "def other():\n    return 1",
    "a cell that raises": "1 / 0",
    "a name that the answer has as an argument": "fahrenheit = open('missing').read()",
    "a use of the answer": "result = to_celsius(50)",
    "another check": "x = check('temperature.fixed_points', 3)",
    "an import nobody uses": "import no_such_module",
    "a shell line": "!sleep 100",
    "a cell that does not parse": "def broken(",
}


@pytest.mark.parametrize("name", UNNEEDED)
def test_what_the_answer_does_not_use_is_not_run(name):
    other = UNNEEDED[name]
    assert run_for(IMPORTS, other, TO_CELSIUS, CHECK, other) == [TO_CELSIUS]


def test_a_seed_is_not_run_where_nothing_is_drawn():
    numpy, answer = (
        "import numpy as np",
        "def to_celsius(f):\n    return np.asarray(f) - 32",
    )
    drawn = "for seed in (1, 2):\n    np.random.seed(seed)\n    row = np.random.rand(3)"
    assert run_for(numpy, drawn, answer, CHECK) == [numpy, answer]


def test_the_stub_is_not_run_when_there_is_an_answer():
    stub = "def to_celsius(f):\n    raise NotImplementedError"
    assert run_for(stub, TO_CELSIUS, CHECK) == [TO_CELSIUS]


def test_statements_of_a_cell_stay_on_their_lines():
    cell = "ZERO = 32; plot = 1\n\n# a note\n@same\ndef to_celsius(f):\n    return f - ZERO"
    same = "def same(f): return f; unused = 1"
    assert run_for(same, cell) == [
        "def same(f): return f; unused = 1",
        "ZERO = 32\n\n\n@same\ndef to_celsius(f):\n    return f - ZERO",
    ]


def test_two_statements_of_one_line_stay_on_it():
    assert run_for("A = 1; B = 2; C = 3; to_celsius = lambda f: f - A - C") == [
        "A = 1; C = 3; to_celsius = lambda f: f - A - C"
    ]


def test_text_over_several_lines_stays_as_it_is():
    cell = 'NOTE = """one\n\ttwo é\n""".strip(); unused = 1\nto_celsius = lambda f: NOTE'
    assert run_for(cell) == [
        'NOTE = """one\n\ttwo é\n""".strip()\nto_celsius = lambda f: NOTE'
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "a = 1\n" * 5_000 + TO_CELSIUS,
        "\n".join(f"a{i + 1} = a{i}" for i in range(5_000)) + "\nto_celsius = a5000",
        "; ".join(f"a{i} = {i}" for i in range(5_000)) + "\n" + TO_CELSIUS,
    ],
    ids=["alike", "each using the one before", "in one line"],
)
def test_each_of_thousands_of_statements_is_looked_at_once(cell, monkeypatch):
    seen = []

    def counted(source: str, parsed):
        seen.append(source)
        return names(source, parsed)

    monkeypatch.setattr(statements_module, "names", counted)
    run_for(cell, CHECK)
    assert 5_000 < len(seen) < 5_010


def test_an_answer_in_the_check_call_brings_what_it_uses():
    cells = ["ZERO = 32", f"check('temperature.to_celsius', {'lambda f: f - ZERO'})"]
    assert run_for(*cells) == ["ZERO = 32", "__answer__ = (lambda f: f - ZERO)"]


# --- two exercises that ask for one name ---------------------------------------

FIRST, SECOND = "def f():\n    return 1", "def f():\n    return 2"
OPEN = "def f():\n    raise NotImplementedError"
ASK_FIRST, ASK_SECOND = 'f = check("a.first", f)', 'f = check("a.second", f)'


def answers_of(*cells) -> list[str]:
    """What is found for a.first and for a.second, both called f."""
    made = read_notebook(notebook(*cells), "x.ipynb")
    found = [
        find(made, statements(made), f"a.{which}", "f") for which in ("first", "second")
    ]
    sources = ["".join(s.source for s in f.definitions[-1:]) for f in found]
    return [f.broken[:11] or source for f, source in zip(found, sources, strict=True)]


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        (FIRST, SECOND, [FIRST, SECOND]),
        (FIRST, OPEN, [FIRST, ""]),
        (OPEN, SECOND, ["", SECOND]),
        (OPEN, OPEN, ["", ""]),
        ("def f(:", OPEN, ["SyntaxError", ""]),
        (FIRST, "def f(:", [FIRST, "SyntaxError"]),
    ],
)
def test_each_of_two_exercises_of_one_name_has_its_own_answer(first, second, found):
    cells = [first, ASK_FIRST, second, ASK_SECOND]
    assert answers_of(*cells) == found
    ids = ["a.first", "a.first", "a.second", "a.second"]
    marked = [code(c, exercise={"id": i}) for c, i in zip(cells, ids, strict=True)]
    assert answers_of(*marked) == answers_of(*cells)


def test_a_second_try_below_both_checks_is_for_the_cell_it_is_marked_with():
    again = code("def f():\n    return 3", exercise={"id": "a.first"})
    cells = [FIRST, ASK_FIRST, SECOND, ASK_SECOND, again]
    assert answers_of(*cells) == ["def f():\n    return 3", SECOND]


def test_an_answer_checked_by_another_id_first_is_still_found():
    assert answers_of(FIRST, ASK_SECOND, ASK_FIRST) == [FIRST, FIRST]


# --- all cells above, when the slice does not suffice -------------------------


def test_everything_above_leaves_out_checks_stubs_and_what_comes_after():
    cells = [
        "a = 1",
        "def mean_celsius(f):\n    raise NotImplementedError",
        check("mean_celsius"),
        TO_CELSIUS,
        CHECK,
        "b = 2",
    ]
    right = {"mean_celsius": False}
    assert run_for(*cells, right=right, cut=everything_above) == ["a = 1", TO_CELSIUS]


def test_everything_above_keeps_an_answer_in_the_check_call_in_its_place():
    cells = ["a = 1", "check('temperature.to_celsius', lambda f: f)\nif a:\n    b = 2"]
    assert run_for(*cells, cut=everything_above) == [
        "a = 1",
        "__answer__ = (lambda f: f)\nif a:\n    b = 2",
    ]


# --- the same through the grader ----------------------------------------------


@pytest.fixture(scope="module")
def status(toy, warm_processes):
    """Grade cells: the statuses of the temperatures chapter."""

    def grade_cells(*cells) -> dict[str, str]:
        handed = Submission("student", (("x.ipynb", notebook(*cells)),))
        result = grade(handed, Assignment(toy, seed=5), warm_processes)
        return {e.id.partition(".")[2]: e.status for e in result.exercises}

    return grade_cells


HIDDEN = {
    "exec": ["exec('ZERO = 32')", "to_celsius = lambda f: (f - ZERO) / 1.8"],
    "globals": ["globals()['ZERO'] = 32", "to_celsius = lambda f: (f - ZERO) / 1.8"],
    "an error on the way": [
        "exec('ZERO = 32')\n1 / 0",
        "to_celsius = lambda f: (f - ZERO) / 1.8",
    ],
    "setattr": [
        "class Scale: pass",
        "setattr(Scale, 'zero', 32)",
        "to_celsius = lambda f: (f - Scale.zero) / 1.8",
    ],
    "another name for it": [
        "FIRST = {}",
        "SECOND = FIRST",
        "SECOND['zero'] = 32",
        "to_celsius = lambda f: (f - FIRST['zero']) / 1.8",
    ],
    "a module made by hand": [
        "import sys, types",
        "sys.modules['scale'] = types.SimpleNamespace(zero=32)",
        "import scale\nto_celsius = lambda f: (f - scale.zero) / 1.8",
    ],
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_slice_cannot_see_is_found_by_running_all_cells_above(name, status):
    assert status(*HIDDEN[name], CHECK)["to_celsius"] == "passed"


def test_an_earlier_right_answer_is_used_as_it_is(status):
    mine = "def to_celsius(f):\n    to_celsius.used = True\n    return (f - 32) / 1.8"
    uses_mine = (
        "def mean_celsius(f):\n    m = to_celsius(f).mean(-1)\n"
        "    return m if to_celsius.used else None"
    )
    found = status(IMPORTS, mine, CHECK, uses_mine, check("mean_celsius"))
    assert found["mean_celsius"] == "passed"


@pytest.mark.parametrize("earlier", [OFFSET_AFTER, "", "def to_celsius(", "to_celsius = 3"])
def test_an_earlier_wrong_or_missing_answer_is_lent(earlier, status):
    found = status(IMPORTS, earlier, CHECK, MEAN_CELSIUS, check("mean_celsius"))
    assert found["to_celsius"] != "passed"
    assert found["mean_celsius"] == "passed"


def test_a_lent_function_takes_arguments_by_name(status):
    by_name = "mean_celsius = lambda f: to_celsius(fahrenheit=f).mean(-1)"
    assert status(by_name, check("mean_celsius"))["mean_celsius"] == "passed"


def test_a_lent_function_raises_where_the_reference_does(status):
    catches = (
        "def mean_celsius(f):\n    try:\n        to_celsius('warm')\n"
        "    except Exception:\n        return to_celsius(f).mean(-1)"
    )
    assert status(catches, check("mean_celsius"))["mean_celsius"] == "passed"


def test_a_value_set_by_the_author_below_the_check_is_no_answer(status):
    """The chapter goes on with the exact values; a student who left it open did not."""
    exact = FIXED_POINTS.replace("32, ", "32.0, ")
    found = status("fixed_points = ...", check("fixed_points"), exact, TO_CELSIUS)
    assert found["fixed_points"] == "not_attempted"


def test_a_value_that_is_wrong_stays_wrong_when_it_is_set_again_below(status):
    found = status("fixed_points = [[1, 2], [3, 4]]", check("fixed_points"), FIXED_POINTS)
    assert found["fixed_points"] == "failed"


def test_a_value_may_be_computed(status):
    cells = ["import numpy as np", "scales = np.array([[32, 212.0]])"]
    cells += ["fixed_points = np.vstack([scales, [[273.15, 373.15]]])"]
    assert status(*cells, check("fixed_points"))["fixed_points"] == "passed"


def test_a_value_without_its_check_is_found_by_the_cells_metadata(status):
    marked = code(PREDICT, exercise={"id": "temperature.predict", "role": "stub"})
    assert status(marked)["predict"] == "passed"


def test_one_exercise_does_not_see_what_another_left_behind(status):
    first = "import builtins\nbuiltins.leak = 1\nTRACE = 1\n" + TO_CELSIUS
    second = "def mean_celsius(f):\n    TRACE\n    return to_celsius(f).mean(-1)"
    found = status(first.replace("TRACE = 1\n", ""), CHECK, second, check("mean_celsius"))
    assert found["mean_celsius"] == "error"


# --- answers that are filled in place -----------------------------------------------

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
    # One that is used outside of its handler is a name like any other.
    assert names("error = 1\ntry:\n    1\nexcept NameError as error:\n    pass")[0]
    assert "error" in names("try:\n    import error\nexcept OSError as error:\n    pass")[0]

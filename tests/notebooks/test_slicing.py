"""Which statements of a notebook are run for an exercise, and which are not."""

import pytest
from making import IMPORTS, TO_CELSIUS, check, code, notebook

from autograder.notebooks import statements as statements_module
from autograder.notebooks.finding import find
from autograder.notebooks.read import read_notebook
from autograder.notebooks.scopes import table_of
from autograder.notebooks.slicing import everything_above
from autograder.notebooks.statements import names, statements
from notebooks.slices import CHECK, run_for

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


# --- a comprehension's own names, on every Python ---------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "x = [k for k in y]",
        "x = {k for k in y}",
        "x = {k: k for k in y}",
        "x = [[k for k in row] for row in y]",
        "x = sum([k for k in y], [])",
        "x = [\nk\nfor k in y\n]",
    ],
)
def test_a_comprehensions_names_are_no_names_of_the_statement(source: str):
    binds, _, uses = names(source)
    assert binds == {"x"}
    assert uses - {"sum"} == {"y"}
    below = table_of(source).get_children()
    assert [scope.get_name() for scope in below] == ["genexpr"]  # what 3.12 does not inline


@pytest.mark.parametrize(
    "value",
    [
        "[k for k in y] + " + " + ".join(["y"] * 1500),  # too deep to be written anew
        f"[k for k in y] + [0x{'f' * 5000}]",  # too long a number for it
        "y" + ".copy()" * 800,
    ],
    ids=["long sum", "long number", "long chain"],
)
def test_a_long_expression_has_its_names(value: str):
    binds, _, uses = names(f'def f(a):\n    """It is for all."""\n    return {value}')
    assert binds == {"f"}
    assert "y" in uses


def test_an_answer_needs_no_cell_for_the_names_of_its_comprehensions():
    cells = [
        "for k in elsewhere:\n    print(k)",
        "def to_celsius(f):\n    return [k for k in f]",
    ]
    assert run_for(*cells, CHECK) == [cells[1]]


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

"""What a statement needs from above: the names that it may read before it binds them."""

import ast
import contextlib
import io
from collections.abc import Iterable
from typing import Any

import pytest

from autograder.notebooks.reads import read_from_above
from notebooks import drawn_programs
from notebooks.slices import CHECK, run_for

READS = {
    "for x in xs:\n    y = x\n    print(y)": "xs print",
    "for x in xs:\n    if x:\n        y = x\n    print(y)": "xs y print",
    "for x in xs:\n    pass\nelse:\n    print(x)": "xs x print",
    "if ok:\n    y = 1\nelse:\n    y = 2\nz = [y]": "ok",
    "if ok:\n    y = 1\nz = [y]": "ok y",
    "while ok:\n    y = 1\nprint(y)": "ok y print",
    "for _ in xs:\n    total += 1": "xs total",
    "for _ in xs:\n    table[0] = 1": "xs table",
    "for _ in xs:\n    del y": "xs y",
    "try:\n    y = f()\nexcept E as e:\n    y = e\nprint(y)": "f E print",
    "try:\n    y = f()\nexcept E:\n    pass\nprint(y)": "f E y print",
    "try:\n    y = f()\nfinally:\n    print(y)": "f y print",
    "with a as b, b as c:\n    y = c\n    z = y": "a",
    "with a:\n    y = 1\nprint(y)": "a y print",
    "for x in xs:\n    y = [x for x in x if z]": "xs z",
    "for x in xs:\n    f = lambda x, z=x: x + y + z": "xs y",
    "for x in xs:\n    def f():\n        global y\n        y += x": "xs y",
    "for x in xs:\n    match x:\n        case y:\n            z = y": "xs y z",
}


@pytest.mark.parametrize("code", READS)
def test_only_what_may_be_read_first_comes_from_above(code: str):
    body = ast.parse(code).body
    one = body[0] if len(body) == 1 else ast.If(ast.Constant(1), body, [])
    assert read_from_above(one) == {*READS[code].split()}


@pytest.mark.parametrize(
    "loop",
    [
        "for x in [9]:\n    y = x",
        "for x, y in [(1, 9)]:\n    pass",
        "x = y = 9\nif x: y = 9",
    ],
)
def test_a_loop_that_binds_its_names_itself_needs_no_cell_above(loop: str):
    trains = "x = y = train()"
    uses = "zero = []\nfor x in [32]:\n    y = x\n    zero.append(y)"
    answer = "def to_celsius(f):\n    return (f - zero[0]) / 1.8"
    assert run_for(trains, loop, uses, answer, CHECK) == [uses, answer]


def test_what_a_loop_fills_through_its_own_name_is_filled():
    fills = "for part in table.values():\n    part.append(32)"
    answer = "def to_celsius(f):\n    return (f - table['zero'][0]) / 1.8"
    found = run_for("table = {'zero': []}", fills, answer, CHECK)
    assert fills in found


def test_what_a_loop_fills_through_a_row_is_filled():
    fills = "for i in range(2):\n    row = table[i]\n    row[0] = 32"
    answer = "def to_celsius(f):\n    return (f - table[0][0]) / 1.8"
    found = run_for("table = [[0], [0]]", fills, answer, CHECK)
    assert fills in found


def test_a_class_that_names_its_own_part_after_a_global_one_needs_that():
    sized = "class Zero:\n    size = size"
    answer = "def to_celsius(f):\n    return (f - Zero.size) / 1.8"
    assert run_for("size = 32", sized, answer, CHECK) == ["size = 32", sized, answer]


@pytest.mark.parametrize("first", range(0, 800, 100))
def test_a_slice_gives_what_the_whole_notebook_gives(first: int):
    compared = 0
    for seed in range(first, first + 100):
        above = drawn_programs.cells(seed)
        for name in drawn_programs.NAMES:
            cells = [*above, f"def to_celsius(_):\n    return {name}"]
            whole = _result(cells)
            if not isinstance(whole, Exception):  # else there is nothing to compare
                compared += 1
                assert repr(_result(run_for(*cells, CHECK))) == repr(whole), (seed, name)
    assert compared > 250


def _result(cells: Iterable[str]) -> Any:
    """What the answer returns after these cells, or what they raise."""
    namespace: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for source in cells:
                exec(source, namespace)
        return namespace["to_celsius"](0)
    except Exception as error:
        return error

"""Reading what students hand in: damaged, copied, renamed, reordered and odd."""

import random
import sys

import pytest
from making import MEAN_CELSIUS, STUB, TO_CELSIUS, check, code, notebook

from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.notebooks.finding import find
from autograder.notebooks.read import UnreadableNotebook, read_notebook
from autograder.notebooks.slicing import everything_above, slice_for
from autograder.notebooks.statements import statements
from notebooks.odd_notebooks import CHECK, MARKDOWN, ODD, TEACHER


@pytest.fixture(scope="module")
def graded(toy, warm_processes):
    """Grade one notebook of the table."""

    def grade_it(data: bytes):
        handed = Submission("student", (("03-numpy (1).ipynb", data),))
        return grade(handed, Assignment(toy, seed=11), warm_processes)

    return grade_it


@pytest.mark.parametrize("name", ODD)
def test_an_odd_notebook_is_graded_or_refused_with_a_sentence(name, graded):
    odd = ODD[name]
    result = graded(odd.data)
    if odd.status == "unreadable":
        assert (result.status, result.score) == ("unreadable", None)
        assert odd.says in result.message
    else:
        (exercise,) = (e for e in result.exercises if e.id == "temperature.to_celsius")
        assert exercise.status == odd.status, exercise.message
        assert odd.says in " ".join((exercise.message, *exercise.notes))


LATER_SYNTAX = {
    "quotes in an f-string": """print(f"{len("a")} {[1][0]}")""",
    "a line end in an f-string": """print(f"{"\\n".join("ab")}")""",
    "a name for a type": "type Degrees = float",
    "a type parameter": "def same[T](x: T) -> T:\n    return x",
}


@pytest.mark.parametrize("name", LATER_SYNTAX)
def test_syntax_of_a_later_python_than_the_graders_is_no_zero(name, graded):
    """Where the notebook says that such a Python wrote it; else it is an error."""
    cells = f"{LATER_SYNTAX[name]}\n{TO_CELSIUS}", CHECK
    known = sys.version_info >= (3, 12)
    for version, otherwise in (("3.99.1", "infrastructure_error"), ("3.11.7", "error")):
        about = {"language_info": {"name": "python", "version": version}}
        found = graded(notebook(*cells, metadata=about)).exercises[0]
        assert found.status == ("passed" if known else otherwise), found.message
        asked = "This may need Python 3.99" in found.message
        assert asked == (found.status == "infrastructure_error")


def test_a_helper_in_syntax_of_a_later_python_makes_no_zero_of_what_needs_it(graded):
    helper = "type Degrees = float\nZERO = 32"
    cells = (helper, "def to_celsius(f):\n    return (f - ZERO) * 5 / 9", CHECK)
    about = {"language_info": {"version": "3.99.1"}}
    found = graded(notebook(*cells, metadata=about)).exercises[0]
    known = sys.version_info >= (3, 12)
    assert found.status == ("passed" if known else "infrastructure_error")


def test_what_is_wrong_in_every_python_is_an_error_whichever_wrote_it(graded):
    about = {"language_info": {"version": "3.99.1"}}
    found = graded(notebook("def to_celsius(f:\n    return f", CHECK, metadata=about))
    assert found.exercises[0].status == "error"


@pytest.mark.parametrize(
    "about",
    [None, [], {"language_info": 3}, {"language_info": {"version": [3]}}, "x"]
    + [{"language_info": {"version": v}} for v in ("", "3", "3.", "²", "3.9999999", "x.9")],
)
def test_an_odd_version_is_none(about):
    cells = (LATER_SYNTAX["a name for a type"], CHECK)
    read = read_notebook(notebook(*cells, metadata=about), "a.ipynb")
    assert [cell.python for cell in read.cells] == ["", ""]


def test_a_function_moved_away_from_its_helper_still_finds_it(graded):
    result = graded(notebook(MEAN_CELSIUS, check("mean_celsius"), CHECK, TO_CELSIUS))
    assert [e.status for e in result.exercises[:2]] == ["passed", "passed"]


def test_cells_are_numbered_as_code_cells():
    cells = read_notebook(notebook(MARKDOWN, "a = 1", MARKDOWN, "b = 2"), "x.ipynb").cells
    assert [(cell.number, cell.source) for cell in cells] == [(1, "a = 1"), (2, "b = 2")]


def test_the_file_is_known_by_its_hash():
    one, other = (read_notebook(notebook(cell), "x.ipynb") for cell in ("a = 1", "a = 2"))
    assert one.sha256 != other.sha256


# --- ten thousand more -------------------------------------------------------

PIECES = (
    *(b'"cells"', b'"source"', b'"cell_type"', b'"code"', b'"metadata"', b"null", b"[]"),
    *(b"{}", b"-1", b"1e999", b"9" * 400, b"[" * 40, b'"\\ud800"', b"\\n", b"\\u0000"),
    *(b"def ", b"class ", b"%%time\\n", b"!ls\\n", b'check(\\"', b"\xff\xfe", b"\x00"),
    *(b"lambda: ", b"(" * 30, b"global x\\n", b"import *", b"@", b"\\\\", b"'''", b"\\t"),
)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """``data`` after a few things that go wrong on purpose or by accident."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        place = rng.randrange(len(changed) + 1)
        what = rng.randrange(5)
        if what == 0 and place < len(changed):
            changed[place] ^= 1 << rng.randrange(8)
        elif what == 1:
            changed[place : place + rng.randint(1, 30)] = b""
        elif what == 2:
            changed[place:place] = rng.choice(PIECES)
        elif what == 3:
            other = rng.randrange(len(changed) + 1)
            changed[place:place] = changed[other : other + rng.randint(1, 40)]
        elif rng.random() < 0.1:
            del changed[place:]
    return bytes(changed)


def test_ten_thousand_mutated_notebooks_are_read_or_refused():
    rng = random.Random(0)
    honest = notebook(
        "from math import *; x = [1]",
        code(STUB, **TEACHER),
        "x.append(2)\n%time x\n" + TO_CELSIUS,
        CHECK,
    )
    read = 0
    for _ in range(10_000):
        try:
            made = read_notebook(mutated(honest, rng), "student.ipynb")
        except UnreadableNotebook:
            continue
        read += 1
        known = statements(made)
        found = find(made, known, "temperature.to_celsius", "to_celsius")
        if found.attempted and not found.broken:
            slice_for(found, known, {})
            everything_above(found, known, {})
    assert read > 2_000

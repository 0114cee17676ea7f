"""A student's own module beside the notebook: an answer that imports it is no zero."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from making import IMPORTS, OFFSET_AFTER, STUB, TO_CELSIUS, check, notebook, solved

from autograder.grading.dependencies import FileHashes
from autograder.grading.grade import grade as grade_one
from autograder.grading.settings import Assignment
from autograder.grading.worker_process import decode_submission, encode_submission
from autograder.handin.collect import collect
from autograder.handin.own_modules import MAX_BYTES, module_name
from autograder.handin.submission import Submission
from grading.outputs import grades

IMPORTED = solved(to_celsius="from scales import to_celsius")
OFFSET = TO_CELSIUS.replace("32", "zero()")
WAYS = {
    "its name": ("from scales import to_celsius", TO_CELSIUS),
    "everything": ("from scales import *", TO_CELSIUS),
    "the module": ("import scales as s\nto_celsius = s.to_celsius", TO_CELSIUS),
    "a helper": (f"from scales import zero\n{OFFSET}", "def zero(): return 32"),
    "in the answer": (
        "def to_celsius(f):\n    import scales\n    return scales.to_celsius(f)",
        TO_CELSIUS,
    ),
    "another module": ("from scales import to_celsius", "from more import to_celsius"),
}


@pytest.fixture
def status(toy, warm_processes):
    """Grade a hand-in: the statuses of the temperatures chapter."""

    def graded(data: bytes, **modules: str) -> dict[str, str]:
        files = tuple((f"{name}.py", text.encode()) for name, text in modules.items())
        handed = Submission("ada", (("a.ipynb", data),), modules=files)
        result = grade_one(handed, Assignment(toy, seed=5), warm_processes)
        return {e.id.partition(".")[2]: e.status for e in result.exercises}

    return graded


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_may_come_from_a_module(way, status):
    answer, module = WAYS[way]
    found = status(solved(to_celsius=answer), scales=module, more=TO_CELSIUS)
    assert set(found.values()) == {"passed"}


def test_what_is_wrong_in_a_module_is_wrong(status):
    assert status(IMPORTED, scales=OFFSET_AFTER)["to_celsius"] == "failed"
    assert status(IMPORTED, scales=STUB)["to_celsius"] == "not_attempted"
    assert status(IMPORTED, scales="def (")["to_celsius"] == "error"
    assert status(IMPORTED)["to_celsius"] == "error"


def test_a_module_of_one_hand_in_is_in_no_other(status):
    status(IMPORTED, scales=TO_CELSIUS)
    assert status(IMPORTED)["to_celsius"] == "error"


def test_a_module_takes_the_place_of_none_of_pythons(status):
    broken = "raise SystemExit"
    found = status(solved(), json=broken, numpy=broken, math=broken, autograder=broken)
    assert set(found.values()) == {"passed"}


# --- as it is handed in ----------------------------------------------------------


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return made.getvalue()


@pytest.fixture
def class_folder(tmp_path: Path) -> Path:
    """A folder, a zip and a lone notebook; one whose module is somewhere else."""
    module = TO_CELSIUS.encode()
    for place in ("ada", "cleo/src", "dee"):
        (tmp_path / "class" / place).mkdir(parents=True)
    for path in ("ada/01.ipynb", "cleo/01.ipynb", "eve.ipynb"):
        (tmp_path / "class" / path).write_bytes(IMPORTED)
    for path in ("ada/scales.py", "cleo/src/scales.py", "dee/scales.py"):
        (tmp_path / "class" / path).write_bytes(module)
    inner = zipped(**{"01__ipynb": IMPORTED, "scales__py": module})
    (tmp_path / "class" / "ben.zip").write_bytes(inner)
    return tmp_path


def test_a_module_beside_the_notebook_is_handed_in_with_it(class_folder, grade):
    found = {item.student: item for item in collect(class_folder / "class")}
    modules = {who: [name for name, _ in item.modules] for who, item in found.items()}
    assert modules == {
        **{"ada": ["scales.py"], "ben": ["scales.py"]},
        **{"cleo": [], "dee": [], "eve": []},
    }
    assert found["dee"].problem == "scales.py was handed in, and is no notebook."
    done = grade(class_folder)
    assert "4 of 5 submissions graded" in done.stdout, done.stderr
    rows = grades(class_folder)
    points = {who: row["temperature.to_celsius"] for who, row in rows.items()}
    assert (points["ada"], points["ben"], points["eve"]) == ("2.0", "2.0", "0.0")
    # Who mends the module alone is graded again.
    (class_folder / "class" / "ada" / "scales.py").write_text(OFFSET_AFTER)
    again = grade(class_folder)
    assert "other files were handed in" in again.stdout


@pytest.mark.parametrize(
    ("file", "name"),
    [
        *(("scales.py", "scales"), ("scales-1.py", "scales"), ("scales (2).py", "scales")),
        *(
            ("my-own.py", ""),
            ("scales.txt", ""),
            (".py", ""),
            ("x.y.py", ""),
            ("a b.py", ""),
        ),
    ],
)
def test_a_file_is_imported_by_its_name_alone(file, name):
    assert module_name(file) == name


def test_modules_travel_with_what_imports_them():
    one = Submission("ada", (("a.ipynb", b"x"),), modules=(("s.py", b"y"),))
    assert decode_submission(encode_submission(one)) == one
    other = replace(one, modules=(("t.py", b"y"),))
    assert FileHashes.of(one).contents != FileHashes.of(other).contents
    assert FileHashes.of(one) != FileHashes.of(replace(one, modules=(("s.py", b"z"),)))


def test_a_module_that_is_too_large_is_said(toy, warm_processes):
    large = ("scales.py", b"#" * (MAX_BYTES + 1))
    handed = Submission("ada", (("a.ipynb", IMPORTED),), modules=(large,))
    result = grade_one(handed, Assignment(toy, seed=5), warm_processes)
    assert any("scales.py was not read" in note for note in result.notes)


def test_an_answer_without_modules_is_as_before(status):
    assert set(status(notebook(IMPORTS, TO_CELSIUS, check("to_celsius"))).values()) == {
        *("passed", "not_attempted"),
    }

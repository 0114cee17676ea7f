"""Code that is longer or deeper than anybody expects is graded, and compared."""

from collections.abc import Callable, Iterator
from pathlib import Path

import making
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.exercise.imports import imports
from autograder.exercise.key import load_key
from autograder.gradebook.database import Gradebook
from autograder.grading import class_run
from autograder.grading.class_run import ClassRun
from autograder.grading.dependencies import FileHashes
from autograder.grading.executors import Processes
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment, Settings
from autograder.handin.submission import Submission
from autograder.notebooks.codes import reachable_code
from autograder.notebooks.read import UnreadableNotebook
from autograder.sandbox.pool import Limits, WarmProcesses, hidden_folders
from autograder.similarity.layout import Reader

KEY = load_key("toy_key")
ITSELF = "class C:\n    def a(self):\n        return self\nc = C()\n"
RETURN = "def to_celsius(fahrenheit):\n    return "
RIGHT = RETURN + "(fahrenheit - 32) * 5 / 9"
BRANCHES = "".join(f"elif z == {i}:\n    pass\n" for i in range(2, 900))
LONG = {
    "a sum of 1,500 terms": RIGHT + " + 0" * 1_500,
    "the same beside the answer": f"x = 0{' + 0' * 1_500}\n{RIGHT} + x",
    "a chain of 800 calls": f"{ITSELF}c{'.a()' * 800}\n{RIGHT}",
    "the same, used": f"{ITSELF}d = c{'.a()' * 800}\n{RIGHT} + (d is None)",
    "a number of 40,000 digits": f"{RIGHT} + (0x{'f' * 40_000} < 0)",
    "90 lists in one another": f"deep = {'[' * 90}{']' * 90}\n{RIGHT} + len(deep) - 1",
    "900 branches": f"z = 0\nif z:\n    pass\n{BRANCHES}else:\n    import math\n"
    f"{RIGHT} + math.floor(0.5)",
    "800 signs": f"{RIGHT} + {'-' * 800}0",
}


@pytest.fixture(scope="module")
def warm() -> Iterator[WarmProcesses]:
    made = WarmProcesses("none", hidden_folders(KEY.name))
    yield made
    made.close()


@pytest.mark.parametrize("name", LONG)
def test_long_code_is_graded_and_compared(name: str, warm: WarmProcesses) -> None:
    handed = Submission("ada", (("03.ipynb", making.solved(to_celsius=LONG[name])),))
    result = grade(handed, Assignment(KEY, 1, Limits(memory_mb=512)), warm)
    assert [e.status for e in result.exercises] == ["passed"] * 4, result.message
    read = Reader(KEY).read(handed)
    assert "temperature.to_celsius" in read.answers
    assert not read.problem


def test_what_python_itself_refuses_is_an_error_in_that_cell(warm: WarmProcesses) -> None:
    for wrong in (f"{RIGHT} + 1{'0' * 5_000}", RIGHT + " + 0" * 20_000):
        handed = Submission("ada", (("03.ipynb", making.solved(to_celsius=wrong)),))
        result = grade(handed, Assignment(KEY, 1, Limits()), warm)
        assert result.status == "graded"
        assert [e.status for e in result.exercises] == ["error", *["passed"] * 3]
        assert len(Reader(KEY).read(handed).answers) == 1


def test_the_code_behind_a_long_answer_is_found() -> None:
    """A rule is looked for in it."""
    found = reachable_code([("cell", LONG["a sum of 1,500 terms"])], "to_celsius")
    assert len(found.codes) == 1
    assert reachable_code([("cell", f"f = lambda x: x{' + 0' * 1_500}")], "f").codes


def test_an_import_under_900_branches_is_found() -> None:
    assert [each.module for each in imports(LONG["900 branches"]).found] == ["math"]


CODE = st.recursive(
    st.sampled_from(["x", "0", "'a'", "0xff", "to_celsius", "None", "check", "...", "*y"]),
    lambda inner: st.one_of(
        st.tuples(
            inner, st.sampled_from([" + ", ".append", "[", " = ", "; ", "\n", ", "])
        ).map("".join),
        inner.map("({})".format),
        inner.map("f({})".format),
        inner.map("[{} for x in y]".format),
        inner.map("if x:\n    {}".format),
        inner.map("def to_celsius(x):\n    return {}".format),
        inner.map('check("temperature.to_celsius", {})'.format),
        st.tuples(inner, st.integers(2, 300)).map(lambda pair: pair[0] * pair[1]),
    ),
    max_leaves=6,
) | st.text(max_size=40)


@settings(max_examples=60, deadline=None)
@given(st.lists(CODE, min_size=1, max_size=3))
def test_whatever_is_written_is_read(cells: list[str]) -> None:
    handed = Submission("ada", (("03.ipynb", making.notebook(making.IMPORTS, *cells)),))
    read = Reader(KEY).read(handed)
    assert "failed" not in read.problem


def test_what_cannot_be_read_is_one_students_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(what: str, work: Callable[..., FileHashes], handed: Submission) -> FileHashes:
        if handed.student == "ada":
            raise UnreadableNotebook(f"{what} cannot be read: it is nested too deeply.")
        return work(handed)

    monkeypatch.setattr(class_run, "look", look)
    files = (("03.ipynb", making.solved()),)
    handed = [Submission(name, files, times=("",), ranks=(0,)) for name in ("ada", "grace")]
    with Gradebook(tmp_path / "out") as book:
        run = ClassRun(book, Settings(KEY.name, seed=1), handed)
        found = {result.student: result for result in run.grade(Processes(1))}
    assert found["grace"].status == "graded"
    assert found["ada"].status == "unreadable"
    assert found["ada"].message == (
        "What ada handed in cannot be read: it is nested too deeply."
    )

"""An answer whose slice fails: what else is tried, and what it may cost."""

import pytest
from making import IMPORTS, PREDICT, TO_CELSIUS, check, notebook

from autograder.exercise.key import load_key
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.sandbox import isolation
from autograder.sandbox.pool import Limits, WarmProcess, WarmProcesses

LIMITS = Limits(submission_seconds=3.0, call_seconds=1.0)
HASTY = Limits(submission_seconds=1.0, call_seconds=1.0)  # where the wait is the test
ENDLESS = "table = []\nwhile True:\n    pass"
DEADLY = "import os\nos._exit(1)"


def graded(warm_processes, *cells, exercise="to_celsius", limits=LIMITS):
    handed = Submission("ana", (("ana.ipynb", notebook(IMPORTS, *cells)),))
    assignment = Assignment(load_key("toy_key"), 1, limits=limits)
    found = grade(handed, assignment, warm_processes).exercises
    return {e.id.rpartition(".")[2]: e for e in found}[exercise]


@pytest.mark.parametrize("above", [ENDLESS, DEADLY], ids=["endless", "deadly"])
def test_a_name_that_nothing_speaks_of_is_an_error_and_nothing_else_is_run(
    warm_processes, above
):
    cells = (above, "predict = missing_c", check("predict"))
    found = graded(warm_processes, *cells, exercise="predict")
    assert found.status == "error"
    assert "NameError: name 'missing_c' is not defined" in found.message


ALSO = {
    "a name": ("print('missing_c')", "predict = missing_c", "NameError"),
    "a key": ("print('zero')", "predict = {}['zero']", "KeyError"),
    "an attribute": ("print('zero')", "predict = str.zero", "AttributeError"),
}


@pytest.mark.parametrize("end", [ENDLESS, DEADLY], ids=["endless", "deadly"])
@pytest.mark.parametrize("name", ALSO)
def test_an_error_stays_what_it_is_where_all_that_stands_above_ends_badly(
    warm_processes, name, end
):
    mention, answer, error = ALSO[name]
    cells = (mention, end, answer, check("predict"))
    found = graded(warm_processes, *cells, exercise="predict", limits=HASTY)
    assert (found.status, error in found.message) == ("error", True)


def test_a_second_try_that_ends_badly_takes_nothing_from_the_next_answer(warm_processes):
    cells = ("print('zero')", ENDLESS, "to_celsius = {}['zero']", check("to_celsius"))
    cells = (*cells, PREDICT, check("predict"))
    assert graded(warm_processes, *cells, exercise="predict").status == "passed"


FOUND = {
    "run from text": ("exec('ZERO = 32')", "to_celsius = lambda f: (f - ZERO) / 1.8"),
    "put among the globals": (
        "globals()['ZERO'] = 32",
        "to_celsius = lambda f: (f - ZERO) / 1.8",
    ),
    "set by way of another name": (
        "class Scale: pass\nsame = Scale\nsame.zero = 32",
        "to_celsius = lambda f: (f - Scale.zero) / 1.8",
    ),
    "filled by way of another name": (
        "scale = {}\nsame = scale\nsame['zero'] = 32",
        "to_celsius = lambda f: (f - scale['zero']) / 1.8",
    ),
    "drawn by a module that is not there": (
        "import drawings\nZERO = [32]\ndrawings.line(ZERO)",
        "to_celsius = lambda f: (f - ZERO[0]) / 1.8",
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_the_slice_cannot_see_is_found_by_running_all_that_stands_above(
    warm_processes, name
):
    cells = (*FOUND[name], check("to_celsius"))
    assert graded(warm_processes, *cells).status == "passed"


def test_a_module_that_landlock_shuts_away_is_not_there_either(tmp_path):
    """It is found and may not be read: a permission error for an import."""
    if "landlock" not in {trial.tier for trial in isolation.tier_checks() if trial.works}:
        pytest.skip("this kernel has no Landlock")
    (tmp_path / "drawings.py").write_text("def line(points): pass")
    shut = WarmProcess("numpy", "landlock", paths=(str(tmp_path),))
    processes = WarmProcesses("landlock")
    processes._started["numpy"] = shut
    cells = (*FOUND["drawn by a module that is not there"], check("to_celsius"))
    assert graded(processes, *cells).status == "passed"
    processes.close()


@pytest.mark.slow
@pytest.mark.parametrize("where", ["at the top", "inside"])
@pytest.mark.parametrize("library", ["torch", "tensorflow"])
def test_a_numpy_answer_may_import_what_the_course_installs(warm_processes, library, where):
    pytest.importorskip(library)
    line = f"import {library} as library"
    used = f"{TO_CELSIUS.replace('return', 'library.__name__; return')}"
    inside = used.replace(":\n", f":\n    {line}\n")
    cells = (line, used) if where == "at the top" else (inside,)
    found = graded(warm_processes, *cells, check("to_celsius"))
    assert (found.status, found.message) == ("passed", "Everything is right.")

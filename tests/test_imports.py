"""What imports what: the check path stays small, and nothing is ever unpickled."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from autograder.exercise.key import load_key

ROOT = Path(__file__).parents[1]
ENGINE = sorted((ROOT / "autograder").rglob("*.py"))
KEY = sorted(p for p in (ROOT / "solutions").rglob("*.py") if "." not in p.stem)


def modules_after(code: str) -> set[str]:
    """The modules a fresh Python has loaded after ``code``."""
    program = f"{code}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def loaded_by(code: str) -> set[str]:
    """The top-level packages a fresh Python has loaded after ``code``."""
    return {name.partition(".")[0] for name in modules_after(code)}


RULED = """
from autograder.exercise.rules import NO_AUTOGRAD, NO_LOOPS
from autograder.notebooks import codes
source = "def double(x):\\n    return np.multiply(x, 2.0).astype(float)"
reached = codes.reachable_code([("<cell>", source)], "double")
assert not NO_LOOPS.broken_by(reached) and not NO_AUTOGRAD.broken_by(reached)
"""


def test_a_rule_loads_no_library_that_an_answer_does_not_name():
    loaded = modules_after(RULED)
    assert "numpy" in loaded
    assert not {"numpy.f2py", "numpy.testing", "scipy", "torch"} & loaded


def code_of(path: Path) -> str:
    """A file's code without its comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            node.body[0].value.value = ""
    return ast.unparse(tree)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_array_is_unpickled():
    """What else could unpickle may not be imported, says ruff (TID251)."""
    asks = [named(path) for path in (*ENGINE, *KEY) if "allow_pickle" in path.read_text()]
    assert asks == []


COURSE = re.compile(
    r"\b(?:attention|softmax|transformer|d_model|byhand)\b"
    r"|'solutions\b|\bbook/|_config\.yml|attention_",
    flags=re.I,
)


def test_the_engine_speaks_of_no_particular_course():
    spoken = {named(path): COURSE.findall(code_of(path)) for path in ENGINE}
    assert {name: words for name, words in spoken.items() if words} == {}


@pytest.mark.parametrize(
    "code",
    [
        "import autograder",
        "from autograder import check\n"
        "check('numpy.softmax', lambda scores, axis=-1: scores)",
    ],
    ids=["the package", "a check"],
)
def test_checking_loads_the_standard_library_and_numpy_alone(code):
    ours = {"autograder", "solutions"}
    numpy, ipython = loaded_by("import numpy.random"), loaded_by("import IPython.display")
    beyond = loaded_by(code) - numpy - set(sys.stdlib_module_names) - ours
    assert beyond - ipython == set()  # which displays the card, where there is one


def test_no_exercise_in_numpy_loads_another_library():
    exercises = [e for e in load_key().all_exercises() if e.framework == "numpy"]
    ids = [exercise.id for exercise in exercises]
    loaded = loaded_by(
        "from autograder.exercise.key import load_key\n"
        f"for exercise_id in {ids!r}: load_key().exercise(exercise_id)"
    )
    assert not loaded & {"torch", "tensorflow", "keras"}


def test_importing_the_package_does_not_load_ipython():
    assert "IPython" not in loaded_by("import autograder")


def test_the_students_side_knows_no_key_no_judge_and_no_report():
    loaded = modules_after("import autograder.sandbox.child")
    packages = {name.partition(".")[0] for name in loaded}
    assert not packages & {"solutions", "jinja2", "sqlite3", "click", "rich", "msgspec"}
    loaded_here = {name for name in loaded if name.startswith("autograder.")}
    assert "autograder.checking.outcome" in loaded_here
    assert not {
        name for name in loaded_here if name.endswith((".judge", ".compare", ".key"))
    }


def test_the_engines_list_of_packages_has_every_folder_that_is_one():
    text = (ROOT / "autograder" / "pyproject.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["tool"]["setuptools"]["packages"]
    folders = {path.parent.relative_to(ROOT) for path in ENGINE}
    assert sorted(listed) == sorted(".".join(folder.parts) for folder in folders)

"""A class's answers as files: what each holds, and what it leaves out."""

import hashlib
from pathlib import Path

import pytest
from making import IMPORTS, autograder, code, hand_in, notebook, solved

from autograder.exercise.key import load_key
from autograder.handin.submission import Submission
from autograder.similarity.layout import Reader

KEY = load_key("toy_key")
ODD = "def to_celsius(f):\n    part = f - 32\n    return part / 1.8"
HELPER = "import math as m\ndef scaled(f):\n    part = f - 32\n    return part / 1.8"
CALLS = "def to_celsius(f):\n    return scaled(f)"
INSIDE = "def to_celsius(f):\n    import scales\n    return scales.to_celsius(f)"
# What the notebook has, and the modules.
WAYS = {
    "in the notebook": (f"{HELPER}\n{CALLS}", {}),
    "its name": ("from scales import to_celsius", {"scales": ODD}),
    "everything": ("from scales import *", {"scales": ODD}),
    "the module": ("import scales as s\nto_celsius = s.to_celsius", {"scales": ODD}),
    "in the answer": (INSIDE, {"scales": ODD}),
    "a module of that module": (
        "from more import to_celsius",
        {"more": "from scales import to_celsius", "scales": ODD},
    ),
    "a helper": (f"from scales import scaled\n{CALLS}", {"scales": HELPER}),
}


def submission(answer: str, **modules: str) -> Submission:
    files = tuple((f"{name}.py", source.encode()) for name, source in modules.items())
    return Submission("ada", (("a.ipynb", solved(to_celsius=answer)),), modules=files)


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_comes_with_the_helpers_it_uses(way: str) -> None:
    answer, modules = WAYS[way]
    answers = Reader(KEY).read(submission(answer, **modules)).answers
    assert "part = f - 32" in answers["temperature.to_celsius"]


def test_another_exercise_s_answer_is_a_file_of_its_own() -> None:
    answers = Reader(KEY).read(submission(ODD)).answers
    assert answers["temperature.to_celsius"] == ODD
    assert "part" not in answers["temperature.mean_celsius"]
    assert "temperature.predict" not in answers, "a letter is no code"


def test_what_was_handed_out_and_is_unchanged_is_left_out() -> None:
    helper = f"{IMPORTS}\n{HELPER}"
    name = hashlib.sha256(f"code\n{helper}".encode()).hexdigest()[:12]
    cells = [{**code(helper), "id": name}, CALLS]
    handed = Submission("ada", (("a.ipynb", notebook(*cells)),))
    assert Reader(KEY).read(handed).answers == {"temperature.to_celsius": CALLS}


@pytest.mark.parametrize(
    "module", ["def (", "\0", "from scales import *", "x = " + "-" * 50_000 + "1", ""]
)
def test_a_module_that_cannot_be_read_spoils_no_answer(module: str) -> None:
    read = Reader(KEY).read(submission("from scales import *", scales=module))
    assert read.problem == ""
    assert "temperature.mean_celsius" in read.answers


def test_nothing_that_was_handed_in_is_run(tmp_path: Path) -> None:
    trap = f"open({str(tmp_path / 'ran')!r}, 'w').close()\n{ODD}"
    assert Reader(KEY).read(submission(trap)).answers
    assert not (tmp_path / "ran").exists()


def test_the_command_lays_out_a_class(tmp_path: Path) -> None:
    hand_in(tmp_path / "class", ada=solved(to_celsius=ODD), bob=solved(), eve=b'{"cells')
    command = "similarity", "class", "--key", "toy_key"
    done = autograder(tmp_path, *command, status=0)
    assert "eve: eve.ipynb is not a whole notebook" in done.stderr
    out = tmp_path / "similarity"
    assert [path.name for path in sorted((out / "answers").iterdir())] == ["ada", "bob"]
    name = "temperature.to_celsius.py"
    assert (out / "answers" / "ada" / name).read_text() == f"{ODD}\n"
    template = (out / "template" / name).read_text()
    assert "raise NotImplementedError" in template, "the stub"
    assert "/ 9" in template, "the reference"
    assert "-t similarity/answers -b similarity/template" in done.stdout
    again = autograder(tmp_path, *command, status=2)
    assert "similarity is not empty" in again.stderr

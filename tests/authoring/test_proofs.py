"""Proofs are kept: what changed is proved again, and of the rest a drawn part."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from autograder.authoring import proofs
from autograder.cli import main

KEY = """
from autograder import Chapter
CHAPTERS = (Chapter("01-first", "First", "first", "proof_key.first"),)
"""
EXERCISE = """
import numpy as np
from autograder import Case, Exercise, cells_beside
from proof_key import inputs

def {name}(x):
    \"\"\"Multiply each number. Changes no argument.\"\"\"
    return {factor} * x

EXERCISE = Exercise(
    id="first.{name}", title="T", reference={name},
    points=1, minutes=1, difficulty=1,
    cases=(Case("numbers", lambda rng: (inputs.draw(rng),)),),
    **cells_beside(__file__),
)
"""
CELLS = """
# %% mistake: thrice
# You triple it.
# {factor} => 11
# %% right: by hand
def {name}(x):
    return x * {factor}
# %% hint
# Look.
"""
NAMES = [f"times_{letter}" for letter in "abcdefg"]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A key of seven exercises, as a folder that can be changed."""
    key = tmp_path / "proof_key"
    (key / "first").mkdir(parents=True)
    (key / "__init__.py").write_text(KEY)
    (key / "inputs.py").write_text("def draw(rng):\n    return rng.normal(size=3)\n")
    (key / "first" / "__init__.py").write_text('"""First."""\n')
    for factor, name in enumerate(NAMES, 2):
        for ending, text in ((".py", EXERCISE), (".cells.py", CELLS)):
            written = text.format(name=name, factor=factor)
            (key / "first" / f"{name}{ending}").write_text(written)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return key


def verified() -> tuple[int, set[str]]:
    """The exit status of ``verify``, and the exercises that it says it proves again."""
    from autograder.exercise import imports
    from autograder.exercise.key import load_key

    for module in [name for name in sys.modules if name.startswith("proof_key")]:
        del sys.modules[module]
    load_key.cache_clear()
    for cached in vars(imports).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()
    result = CliRunner().invoke(
        main, ["verify", "--key", "proof_key", "--proofs", "proofs.json"]
    )
    again = result.stdout.partition("proved again: ")[2].partition(".\n")[0]
    return result.exit_code, {*again.split(", ")} - {"none"}


@pytest.mark.usefixtures("course")
def test_where_nothing_changed_a_sixth_is_proved_again():
    assert verified() == (0, set())
    assert sorted(json.loads(Path("proofs.json").read_text())) == [
        f"first.{n}" for n in NAMES
    ]
    status, again = verified()
    assert (status, len(again)) == (0, 2)


@pytest.mark.parametrize(
    ("file", "change", "changed"),
    [
        ("first/times_a.py", ("2 * x", "2.0 * x"), 1),
        ("first/times_a.py", ("Multiply each", "Multiplies each"), 1),
        ("first/times_a.cells.py", ("triple it", "triple all"), 1),
        ("first/times_a.cells.py", ("x * 2", "2 * x"), 1),
        ("inputs.py", ("size=3", "size=4"), 7),
    ],
    ids=[
        "a reference",
        "what a student reads",
        "a sentence",
        "an answer",
        "a module that all of them need",
    ],
)
def test_what_changed_is_proved_whatever_is_drawn(
    course: Path, file: str, change: tuple[str, str], changed: int
):
    verified()
    path = course / file
    path.write_text(path.read_text().replace(*change))
    before = proofs.read_proofs(Path("proofs.json"))
    assert verified()[0] == 0
    after = proofs.read_proofs(Path("proofs.json"))
    assert sum(before[one] != after[one] for one in before) == changed


def test_an_exercise_that_does_not_hold_is_not_kept(course: Path):
    verified()
    path = course / "first" / "times_b.cells.py"
    path.write_text(path.read_text().replace("3 => 11", "3 => 3.0"))
    assert verified()[0] == 1
    assert "first.times_b" not in proofs.read_proofs(Path("proofs.json"))


def test_what_the_engine_does_changes_every_proof_and_what_it_says_of_itself_none(
    tmp_path: Path,
):
    def digest(source: str) -> str:
        (tmp_path / "a.py").write_text(source)
        return proofs._code_digest({"a": tmp_path / "a.py"})

    first = digest('"""A."""\ndef f(x):\n    """Add."""\n    return x + 1\n')
    assert digest("def f(x):\n    # more\n    return (x + 1)\n") == first
    assert digest("def f(x):\n    return x - 1\n") != first


def test_questions_about_own_code_are_no_part_of_a_proof(toy, monkeypatch):
    before = proofs.digests(toy, toy.all_exercises(), Path())
    monkeypatch.setattr(proofs, "ASKS", "no module")
    assert proofs.digests(toy, toy.all_exercises(), Path()) != before

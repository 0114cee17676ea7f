"""Whose reference stands where is known, and only what a copy needs is imported."""

import subprocess
import sys
from pathlib import Path

import pytest

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key, load_key
from autograder.handout.references import references_elsewhere, references_in

EXERCISE = """
from autograder import Case, Exercise
{above}

EXERCISE = Exercise(
    id="{id}", title="Twice", reference=twice, points=1, minutes=1, difficulty=1,
    cases=(Case("one", lambda rng: (1.0,)),),
)
"""
TWICE = "def twice(x):\n    return 2 * x\n"
RELEASE = """
import sys
from click.testing import CliRunner
from autograder.cli import main

done = CliRunner().invoke(main, ["release", "--chapters", "03-numpy", "--out", sys.argv[1]])
assert done.exit_code == 0, done.output
print(sorted({"tensorflow", "torch"} & set(sys.modules)))
"""


def test_a_reference_that_an_exercise_takes_from_elsewhere_is_found(tmp_path, monkeypatch):
    package = tmp_path / "some_kitchen"
    files = {
        "__init__.py": "",
        "lib.py": TWICE,
        "one/__init__.py": "",
        "one/borrowed.py": EXERCISE.format(
            id="one.borrowed", above="from some_kitchen.lib import twice"
        ),
        "one/own.py": EXERCISE.format(id="one.own", above=TWICE),
    }
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    key = Key("some_kitchen", (Chapter("01-one", "One", "one", "some_kitchen.one"),))
    known = references_elsewhere(key)
    assert {m: [e.id for e in each] for m, each in known.items()} == {
        "some_kitchen.lib": ["one.borrowed"]
    }
    assert references_in(key, ["some_kitchen.one.own"], known).keys() == {
        "some_kitchen.lib",
        "some_kitchen.one.own",
    }


@pytest.mark.slow
def test_what_is_found_by_text_alone_is_what_the_exercises_say():
    key = load_key("solutions")
    every = [module for chapter in key.chapters for module in key.modules(chapter)]
    found = references_in(key, every, references_elsewhere(key))
    assert {m: {e.id for e in each} for m, each in found.items()} == {
        module: {
            e.id
            for e in key.all_exercises()
            if e.is_code and e.reference.__module__ == module
        }
        for module in {e.reference.__module__ for e in key.all_exercises() if e.is_code}
    }


def test_a_copy_of_numpy_chapters_loads_no_other_library(tmp_path: Path):
    command = [sys.executable, "-c", RELEASE, str(tmp_path / "copy")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr

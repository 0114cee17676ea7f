"""What the pinned packages ask of the machine, and what a command installs of them."""

import re
import subprocess
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LINES = (ROOT / "requirements.txt").read_text().splitlines()
PINNED = [Requirement(line.partition("#")[0]) for line in LINES if line[:1].isalnum()]


@pytest.mark.parametrize("oldest", ["3.11.0", "3.12.0"])
def test_every_package_takes_the_oldest_python_that_the_book_promises(oldest: str):
    """Debian's 3.11 is 3.11.2; pip says no word of the Python that would do."""
    wanted = {
        one.name: metadata.metadata(one.name).get("Requires-Python") or ""
        for one in PINNED
        if one.marker is None or one.marker.evaluate()
    }
    assert len(wanted) > 50
    assert not {n: w for n, w in wanted.items() if oldest not in SpecifierSet(w)}


def brought_in(names: set[str]) -> set[str]:
    """These packages and all that they require."""
    found: set[str] = set()
    waiting = {canonicalize_name(name) for name in names}
    while waiting:
        found |= waiting
        asked = [r for one in waiting for r in metadata.distribution(one).requires or ()]
        needed = [one for one in map(Requirement, asked) if asked_for(one)]
        waiting = {canonicalize_name(one.name) for one in needed} - found
    return found


def asked_for(one: Requirement) -> bool:
    return one.marker is None or one.marker.evaluate({"extra": ""})


def test_the_site_is_built_without_what_chapters_compute_with_and_tests_need():
    """The lines that the Makefile chooses, by its own command."""
    makefile = (ROOT / "Makefile").read_text()
    (command,) = (line for line in makefile.splitlines() if line.startswith("@awk"))
    choose = command.removeprefix("@").partition(" >")[0]
    chosen = {}
    for what in ("book", "lab"):
        made = choose.replace("$(1)", what)
        said = subprocess.check_output(["bash", "-c", made], cwd=ROOT, text=True)
        lines = [line.partition("#")[0] for line in said.splitlines()]
        chosen[what] = {Requirement(line).name for line in lines if line.strip()}
    heavy = {"tensorflow", "torch", "gensim", "scipy", "playwright", "distributed"}
    assert {"sphinx", "numpy"} <= chosen["book"]
    assert not brought_in(chosen["book"]) & (heavy | {"jupyterlab", "pytest"})
    assert brought_in(chosen["lab"]) >= {"tensorflow", "torch", "gensim", "jupyterlab"}
    assert not brought_in(chosen["lab"]) & {"playwright", "distributed", "sphinx"}
    pinned = {canonicalize_name(one.name) for one in PINNED}
    assert brought_in(chosen["book"] | chosen["lab"]) <= pinned | {"setuptools", "wheel"}


NAMES = "tensor-autograder|attention-step-by-step"
OURS = re.compile(rf"pip install [^`\n]*(?:{NAMES})(?!\S* @ )")


def test_nobody_is_told_to_ask_an_index_for_this_projects_names():
    """No index has them: whoever takes such a name runs code where it is asked for."""
    globs = ("*.md", "book/*.md", "book/chapters/*.md", "autograder/**/*.py")
    paths = [path for glob in globs for path in ROOT.glob(glob)]
    assert [p.name for p in paths if OURS.search(p.read_text(encoding="utf-8"))] == []

"""What the pinned packages ask of the machine, and what a command installs of them."""

import re
import subprocess
from importlib import metadata
from pathlib import Path

import pytest
from fresh import with_what_they_need
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
    assert not with_what_they_need(chosen["book"]) & (heavy | {"jupyterlab", "pytest"})
    assert with_what_they_need(chosen["lab"]) >= {
        "tensorflow",
        "torch",
        "gensim",
        "jupyterlab",
    }
    assert not with_what_they_need(chosen["lab"]) & {"playwright", "distributed", "sphinx"}
    pinned = {canonicalize_name(one.name) for one in PINNED}
    assert with_what_they_need(chosen["book"] | chosen["lab"]) <= pinned | {
        "setuptools",
        "wheel",
    }


NAMES = "tensor-autograder|attention-step-by-step"
OURS = re.compile(rf"pip install [^`\n]*(?:{NAMES})(?!\S* @ )")


def test_nobody_is_told_to_ask_an_index_for_this_projects_names():
    """No index has them: whoever takes such a name runs code where it is asked for."""
    globs = ("*.md", "book/*.md", "book/chapters/*.md", "autograder/**/*.py")
    paths = [path for glob in globs for path in ROOT.glob(glob)]
    assert [p.name for p in paths if OURS.search(p.read_text(encoding="utf-8"))] == []

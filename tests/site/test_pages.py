"""What the README and the pages say is so."""

import re
import shutil
import stat
import subprocess
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import autograder
from attention_figures import front_page
from attention_lessons.words import HEAD, HORSE, StoredWords
from attention_site import theme
from autograder.cli import VERBS
from autograder.commands.grade import grade_command

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.M))
PAGES = [ROOT / "README.md", *sorted((ROOT / "book").glob("*.md"))]
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)


@each_page
def test_make_commands_exist(page: Path):
    said = re.findall(r"(?:^|`|: )make ([a-z-]+)", page.read_text(), re.M)
    assert set(said) <= TARGETS


@each_page
def test_grader_commands_exist(page: Path):
    said = re.findall(r"(?:^|[`/\n])autograder ([a-z-]+)[ `\n]", page.read_text())
    assert set(said) <= set(VERBS)


@each_page
def test_local_links_lead_somewhere(page: Path):
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text())
    local = [t for t in targets if "://" not in t]
    assert [t for t in local if not (page.parent / t).exists()] == []


def test_the_page_of_the_engines_interface_has_every_public_name():
    page = (ROOT / "book" / "how-to-api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. auto\w+:: autograder\.(\w+)$", page, re.M)
    assert sorted(listed) == sorted(autograder.__all__)


def test_grading_options_exist():
    page = (ROOT / "book" / "how-to-instructors.md").read_text()
    said = set(re.findall(r"^\| `(--[a-z-]+)", page, re.M))
    known = {option for p in grade_command.params for option in p.opts}
    assert said
    assert said <= known


def test_the_readme_has_its_two_commands():
    readme = (ROOT / "README.md").read_text()
    assert "make book" in readme
    assert "make test" in readme


def test_targets_are_well_formed():
    targets = sorted(TARGETS - {"clean", "lab", "serve"})
    done = subprocess.run(
        ["make", "-n", "-k", *targets],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_help_lists_every_target_with_a_description():
    said = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    for target in ("book", "test", "grade", "lab", "notebooks"):
        assert re.search(rf"make {target} +\w", said.stdout)


def pretend_python(folder: Path, version: str, can_make_environments: bool = True) -> str:
    """A command that answers as some other machine's Python would."""
    path = folder / f"python-{version}"
    refuse = "" if can_make_environments else "case $* in *ensurepip*) exit 1;; esac\n"
    path.write_text(f"#!/bin/sh\n{refuse}echo {version}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def set_up_with(folder: Path, python: str) -> str:
    """What ``make book`` says in a fresh clone with this Python."""
    for name in ("Makefile", "requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    done = subprocess.run(
        ["make", "book", f"PYTHON={python}"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode != 0
    return done.stderr


@pytest.mark.parametrize("version", ["3.10", "3.14", "2.7"])
def test_an_unsupported_python_gets_a_clear_sentence(tmp_path: Path, version: str):
    said = set_up_with(tmp_path, pretend_python(tmp_path, version))
    assert "needs Python 3.11, 3.12 or 3.13" in said
    assert f"is {version}." in said


def test_no_python_gets_a_clear_sentence(tmp_path: Path):
    assert "There is none here." in set_up_with(tmp_path, "no-such-python")


def test_a_python_without_venv_gets_a_clear_sentence(tmp_path: Path):
    python = pretend_python(tmp_path, "3.12", can_make_environments=False)
    assert "apt-get install python3.12-venv" in set_up_with(tmp_path, python)


def test_requirements_are_pinned_and_name_no_index():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    wanted = [line.partition("#")[0].strip() for line in lines]
    wanted = [line for line in wanted if line]
    assert [line for line in wanted if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    for pin in ("torch==2.13.0", "tensorflow==2.21.0", "jupyter-book==1.0.4.post1"):
        assert pin in wanted


def test_the_first_page_has_the_numbers_of_its_figure():
    text = " ".join((ROOT / "book" / "index.md").read_text().split())
    animal, street, tired = (f"{w:.3f}" for w in front_page.WEIGHTS)
    assert f"add up to one: {animal}, {street} and {tired}" in text
    assert round(sum(map(float, (animal, street, tired))), 9) == 1
    assert list(front_page.SCORES) == [2, 0, 1]
    x, y = front_page.CONTEXT
    assert f"receives ({x:.2f}, {y:.2f})" in text
    by_hand = np.array([animal, street, tired], dtype=float) @ front_page.VALUES
    assert np.allclose(by_hand, (x, y), atol=0.005)  # from the weights as printed


def test_the_first_page_has_the_numbers_of_the_model():
    text = " ".join((ROOT / "book" / "index.md").read_text().split())
    words = StoredWords()
    for last, token in (("nervous", "horse"), ("dark", "horse"), ("dark", "barn")):
        tokens, weights = words.attention(HORSE + last, "it", HEAD)
        assert f"{weights[tokens.index(token)]:.2f}" in text


def test_the_first_pages_figures_are_those_their_code_draws():
    for path, drawing in front_page.drawings().items():
        assert path.read_text(encoding="utf-8") == drawing


def test_every_chapter_is_on_the_first_page():
    text = (ROOT / "book" / "index.md").read_text()
    for chapter in sorted((ROOT / "book" / "chapters").glob("*.md")):
        assert f"{chapter.stem}.ipynb)" in text


class TestRepositoryLinks:
    """Links to the source and to Colab appear when there is an address, not before."""

    @staticmethod
    def options(url: str) -> dict:
        config = SimpleNamespace(html_theme_options={"repository_url": url})
        theme.show_repository_links(None, config)
        return config.html_theme_options

    def test_without_an_address(self):
        assert self.options("") == {"repository_url": ""}

    def test_with_an_address(self):
        options = self.options("https://example.org/someone/book")
        assert options["use_repository_button"]
        assert options["launch_buttons"]["colab_url"].startswith("https://colab")

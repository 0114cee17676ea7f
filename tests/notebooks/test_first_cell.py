"""The first cell of a chapter: what is here stays, and what is missing is installed."""

from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path

import pytest

import autograder
from autograder.notebooks.read import without_magics
from solutions import set_up
from solutions.first_cell import LIBRARIES

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PUBLIC = "https://github.com/someone/book"


def run(cell: str) -> dict[str, object]:
    """The names of a cell; a magic is ``pass``, as where all is installed it never runs."""
    names: dict[str, object] = {}
    exec(compile(without_magics(cell), "cell", "exec"), names)
    return names


def installs(cell: str) -> str:
    """What the cell asks pip for."""
    (line,) = (line for line in cell.splitlines() if "%pip" in line)
    return line.strip()


def test_where_the_course_is_installed_the_cell_only_imports(capsys):
    names = run(set_up("", {"torch"}))
    assert names["check"] is autograder.check
    assert capsys.readouterr() == ("", "")


def test_where_it_is_not_and_pip_fails_one_line_says_what_to_do():
    cell = set_up("", ()).replace("attention_figures", "no_such_package")
    with pytest.raises(SystemExit, match="go online") as caught:
        run(cell)
    assert "\n" not in str(caught.value)


def test_pip_gets_the_tools_of_this_version_from_the_index():
    version = PROJECT["version"]
    wanted = f'%pip install -qq "{PROJECT["name"]}=={version}"'
    assert installs(set_up("", {"numpy"})) == wanted
    assert installs(set_up("https://example.org/book", ())) == wanted
    assert autograder.__version__ == version


def test_pip_gets_them_from_the_release_of_a_public_repository():
    version = PROJECT["version"]
    assert installs(set_up(f"{PUBLIC}/", {"torch"})) == (
        f'%pip install -qq "attention-step-by-step[torch] @ {PUBLIC}/releases/download/'
        f'v{version}/attention_step_by_step-{version}-py3-none-any.whl"'
    )


def test_the_cell_asks_for_what_the_chapter_imports_itself_or_through_a_lesson():
    assert '["attention_figures", "sklearn", "torch"]' in set_up(
        "", {"torch", "attention_lessons.digits"}
    )
    assert "tensorflow" not in set_up("", {"torch"})
    assert set(LIBRARIES) <= PROJECT["optional-dependencies"].keys()


@pytest.mark.parametrize("repository", ["", PUBLIC])
def test_the_cell_is_short_and_can_be_parsed_without_its_magic(repository: str):
    cell = set_up(repository, {"tensorflow", "torch"})
    assert ast.parse(without_magics(cell))
    assert len(cell.splitlines()) <= 12
    assert all(len(line) < 80 for line in cell.splitlines() if "%pip" not in line)


def test_every_notebook_begins_with_it_and_shows_nothing_there():
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        first = next(cell for cell in cells if cell["cell_type"] == "code")
        assert {"hide-input", "set-up"} <= {*first["metadata"]["tags"]}
        assert "find_spec" in "".join(first["source"])
        assert first["outputs"] == []

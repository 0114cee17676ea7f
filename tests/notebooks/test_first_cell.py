"""The first cell of a chapter: what is here stays, and what is missing is installed."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Collection
from pathlib import Path

import pytest

import autograder
from autograder.notebooks.read import without_magics
from solutions import set_up
from solutions.first_cell import LIBRARIES

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PUBLIC = "https://github.com/someone/book"


def cell_of(folder: Path, imported: Collection[str], repository: str = "") -> str:
    """The first cell for a course with this repository, beside the book's own settings."""
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    (folder / "_config.yml").write_text(f"repository:\n  url: {repository!r}\n")
    return set_up(folder, imported)


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
    names = run(set_up(ROOT, {"torch"}))
    assert names["check"] is autograder.check
    assert capsys.readouterr() == ("", "")


def test_where_it_is_not_and_pip_fails_one_line_says_what_to_do():
    cell = set_up(ROOT, ()).replace("attention_figures", "no_such_package")
    with pytest.raises(SystemExit, match="go online") as caught:
        run(cell)
    assert "\n" not in str(caught.value)


def test_pip_gets_the_tools_of_this_version_from_the_index(tmp_path):
    version = PROJECT["version"]
    wanted = f'%pip install -qq "{PROJECT["name"]}=={version}"'
    assert installs(cell_of(tmp_path, {"numpy"})) == wanted
    assert installs(cell_of(tmp_path, (), "https://example.org/book")) == wanted


def test_pip_gets_them_from_the_release_of_a_public_repository(tmp_path):
    version = PROJECT["version"]
    assert installs(cell_of(tmp_path, {"torch"}, f"{PUBLIC}/")) == (
        f'%pip install -qq "attention-step-by-step[torch] @ {PUBLIC}/releases/download/'
        f'v{version}/attention_step_by_step-{version}-py3-none-any.whl"'
    )


def test_the_cell_asks_for_what_the_chapter_imports_itself_or_through_a_lesson():
    assert '["attention_figures", "sklearn", "torch"]' in set_up(
        ROOT, {"torch", "attention_lessons.digits"}
    )
    assert "tensorflow" not in set_up(ROOT, {"torch"})
    assert set(LIBRARIES) <= PROJECT["optional-dependencies"].keys()


@pytest.mark.parametrize("repository", ["", PUBLIC])
def test_the_cell_is_short_and_can_be_parsed_without_its_magic(tmp_path, repository: str):
    cell = cell_of(tmp_path, {"tensorflow", "torch"}, repository)
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

"""The first cell of a chapter: what is here stays, and what is missing is installed."""

import ast
import json
import tomllib
from collections.abc import Collection
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

import autograder
from autograder.notebooks.read import without_magics
from solutions import set_up
from solutions.first_cell import LIBRARIES

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PUBLIC = "https://github.com/someone/book"
WHEEL = "https://book.example.org/a/_static/wheel/course-1-py3-none-any.whl"


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


@pytest.mark.filterwarnings("ignore:To exit")  # IPython's own, at SystemExit
@pytest.mark.parametrize(
    ("wheel", "says"), [("", "open it there with: make lab"), (WHEEL, "go online")]
)
def test_where_it_is_not_one_line_says_what_to_do_and_nothing_below_is_tried(
    wheel: str, says: str
):
    shell = InteractiveShell.instance()
    cell = set_up(ROOT, (), wheel).replace("attention_figures", "no_such_package")
    first = shell.run_cell(cell.replace("%pip", "pass #"))
    with pytest.raises(SystemExit, match=says) as caught:
        first.raise_error()
    assert "\n" not in str(caught.value)
    assert shell.run_cell("no_such_name + 1").success
    found = cell.replace("no_such_package", "json")  # by now, as after an installation
    assert shell.run_cell(found.replace("%pip", "pass #")).success
    InteractiveShell.clear_instance()


@pytest.mark.parametrize("repository", ["", "https://example.org/book"])
def test_without_an_address_of_ours_pip_is_asked_for_nothing(tmp_path, repository: str):
    assert "pip" not in cell_of(tmp_path, {"torch"}, repository)


def test_pip_gets_them_from_the_release_of_a_public_repository(tmp_path):
    version = PROJECT["version"]
    assert installs(cell_of(tmp_path, {"torch"}, f"{PUBLIC}/")) == (
        f'%pip install -qq "attention-step-by-step[torch] @ {PUBLIC}/releases/download/'
        f'v{version}/attention_step_by_step-{version}-py3-none-any.whl"'
    )


def test_the_cell_asks_for_what_the_chapter_imports_itself_or_through_a_lesson():
    assert '["attention_figures", "sklearn", "torch"]' in set_up(
        ROOT, {"torch", "attention_lessons.digits"}, WHEEL
    )
    assert "tensorflow" not in set_up(ROOT, {"torch"}, WHEEL)
    assert set(LIBRARIES) <= PROJECT["optional-dependencies"].keys()


@pytest.mark.parametrize("repository", ["", PUBLIC])
def test_the_cell_is_short_and_can_be_parsed_without_its_magic(tmp_path, repository: str):
    cell = cell_of(tmp_path, {"tensorflow", "torch"}, repository)
    assert ast.parse(without_magics(cell))
    assert len(cell.splitlines()) <= 16
    assert all(len(line) < 80 for line in cell.splitlines() if "%pip" not in line)


def test_every_notebook_begins_with_it_and_shows_nothing_there():
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        first = next(cell for cell in cells if cell["cell_type"] == "code")
        assert {"hide-input", "set-up"} <= {*first["metadata"]["tags"]}
        assert "find_spec" in "".join(first["source"])
        assert first["outputs"] == []

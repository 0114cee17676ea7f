"""``make_notebooks --keep-outputs``: new metadata, the outputs that were."""

from pathlib import Path

import nbformat
import pytest
from make_notebooks import with_outputs_of

from autograder.notebooks.convert import ChapterProblem


def notebook(*sources: str, tags: tuple[str, ...] = ()) -> nbformat.NotebookNode:
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    cells[0].metadata["tags"] = list(tags)
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("Text."), *cells])


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    made = notebook("1 + 1", "2 + 2")
    for count, cell in enumerate(made.cells[1:], start=1):
        cell.execution_count = count
        cell.outputs = [nbformat.v4.new_output("stream", text=f"{count}\n")]
    path = tmp_path / "09-demo.ipynb"
    nbformat.write(made, path)
    return path


def test_metadata_and_text_are_new_outputs_are_kept(stored):
    fresh = notebook("1 + 1", "2 + 2", tags=("hide-input",))
    fresh.cells[0].source = "Other text."
    made = with_outputs_of(fresh, stored)
    assert [cell.outputs[0].text for cell in made.cells[1:]] == ["1\n", "2\n"]
    assert [cell.execution_count for cell in made.cells[1:]] == [1, 2]
    assert made.cells[1].metadata.tags == ["hide-input"]
    assert made.cells[0].source == "Other text."


def test_another_docstring_keeps_the_outputs(tmp_path):
    said = 'def f(x):\n    """{}"""\n    return x'
    stored = tmp_path / "09-demo.ipynb"
    made = notebook(said.format("One."), "f(1)")
    made.cells[2].outputs = [nbformat.v4.new_output("stream", text="1\n")]
    nbformat.write(made, stored)
    again = with_outputs_of(notebook(said.format("Two."), "f(1)"), stored)
    assert again.cells[2].outputs[0].text == "1\n"
    with pytest.raises(ChapterProblem):
        with_outputs_of(notebook(said.format("Two.") + " + 1", "f(1)"), stored)


@pytest.mark.parametrize(
    "sources",
    [("1 + 1", "2 + 3"), ("2 + 2", "1 + 1"), ("1 + 1",), ("1 + 1", "0", "2 + 2")],
    ids=["changed", "moved", "removed", "added"],
)
def test_other_code_must_be_run(stored, sources):
    with pytest.raises(ChapterProblem, match="other code than its stored notebook"):
        with_outputs_of(notebook(*sources), stored)


def test_a_new_chapter_must_be_run(tmp_path):
    with pytest.raises(ChapterProblem, match="no notebook yet"):
        with_outputs_of(notebook("1"), tmp_path / "10-new.ipynb")

"""A chapter's cells, run on its page where they stand."""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from attention_site import page_cells
from tests.site.conftest import ROOT
from tests.site.desk import Desk, with_python, with_settings
from tests.site.page_exercises.first_page import PAGE, RIGHT, start
from tests.site.reader import Reader
from tests.site.stored import CHAPTERS, difference

pytestmark = pytest.mark.browser

FOR_TESTS = {"cell_seconds": 3_600}  # a busy machine is no fault of the cell
# As the page asks for it, one cell after the other.
RUN_ALL = """
async ([module, tasks]) => {
  const { ask } = await import(module);
  const done = [];
  const fail = ({ message }) => ({ error: message });
  for (const task of tasks) done.push(await ask(task, () => {}, () => {}).catch(fail));
  return done;
}
"""


@pytest.fixture(scope="module")
def site(site: Path) -> Path:
    return with_python(site)


@pytest.fixture(scope="module")
def reader(browser, address) -> Iterator[Reader]:
    opened = start(browser, address, PAGE)
    yield opened
    opened.close()
    assert not opened.faults


class Cell:
    """A cell of the chapter, found by some of its code."""

    def __init__(self, reader: Reader, code: str) -> None:
        self.page = reader.page
        self.root = reader.page.locator(".cell-runs", has_text=code).first
        self.root.scroll_into_view_if_needed()

    def press(self, name: str) -> None:
        self.root.get_by_role("button", name=re.compile(f"^{name} ")).click()

    def change(self, code: str) -> Any:
        """Write other code into it; its editor."""
        self.press("Change")
        editor = self.root.locator(".cm-content")
        editor.wait_for()
        editor.click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(code)
        return editor

    def run(self) -> str:
        """Everything that a run shows."""
        self.press("Run")
        self.root.and_(self.page.locator('[aria-busy="false"]')).wait_for()
        return self.root.locator(".exercise-results").inner_text()


SCORES = "scores[i, j] = query @ key"
WRONG = "largest value of each feature"


def test_a_cell_runs_after_what_it_needs_from_above(reader):
    cell = Cell(reader, SCORES)
    stored = cell.root.locator(".cell_output").inner_text().strip()
    assert stored in cell.run()
    assert not cell.root.locator(".cell_output").is_visible()
    assert "the reference project_qkv" in cell.root.inner_text()


def test_a_figure_is_drawn_anew(reader):
    cell = Cell(reader, WRONG)
    cell.run()
    drawn = cell.root.locator(".exercise-output .book-figure svg")
    assert drawn.get_attribute("aria-label")
    assert drawn.bounding_box()["height"] > 50


def test_what_a_reader_has_passed_is_used(reader):
    assert "right" in Desk(reader).check(RIGHT)
    assert "your own softmax" in Cell(reader, WRONG).run()


def test_a_changed_cell_runs_changed_and_is_put_back(reader):
    cell = Cell(reader, SCORES)
    editor = cell.change("print(queries.shape)\nnothing_here")
    said = cell.run()
    assert "(3, 3)" in said
    assert "NameError: name 'nothing_here' is not defined" in said
    assert "Line 2" in said
    cell.press("Put")
    assert SCORES in cell.root.locator(".cell_input").inner_text()
    assert cell.root.locator(".cell_output").is_visible()
    assert not editor.is_visible()


def test_a_library_that_no_page_has_is_named(reader):
    cell = Cell(reader, SCORES)
    cell.change("import torch")
    assert "No module named 'torch'" in cell.run()
    cell.press("Put")


def test_a_chapter_says_which_cells_run_and_what_the_others_need(site: Path):
    def note(chapter: str) -> str:
        page = (site / f"notebooks/{chapter}.html").read_text(encoding="utf-8")
        return page.partition("data-cells")[2].partition("</p>")[0]

    assert "Every cell runs here" in note("02-by-hand")
    assert "The others need PyTorch or TensorFlow" in note("05-pytorch")
    assert "Matplotlib, SciPy or the language model" in note("19-writing-faster")


@pytest.mark.slow
def test_a_cell_has_more_time_than_a_readers_exercise(new_reader):
    impatient = new_reader(seconds=0.001)
    assert "still running after 0.001 seconds" in Desk(impatient).trouble("Check")
    assert "Error" not in Cell(impatient, SCORES).run()


@pytest.fixture(scope="module")
def patient(browser, address) -> Iterator[Reader]:
    """One profile for all chapters, whose Python is kept from page to page."""
    opened = Reader(browser, address)
    opened.context.route("**/python.json", partial(with_settings, FOR_TESTS))
    yield opened
    opened.close()


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_cell_gives_what_is_stored(patient, entries, chapter: str):
    notebook = json.loads((ROOT / f"notebooks/{chapter}.ipynb").read_text())
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    offered = [n for n, c in page_cells.cells_of(chapter, entries).items() if not c.lacks]
    tasks = [
        {
            "do": "cell",
            "chapter": chapter,
            "cell": number,
            "source": "".join(code[number - 1]["source"]),
            "passed": {},
        }
        for number in offered
    ]
    patient.open(f"notebooks/{chapter}.html")
    module = f"{patient.address}/_static/exercises/python.js"
    found = patient.page.evaluate(RUN_ALL, [module, tasks])
    wrong = [
        f"{chapter}, cell {number}: {fault}"
        for number, result in zip(offered, found, strict=True)
        if (fault := difference(code[number - 1], result))
    ]
    assert not wrong, "\n".join(wrong)

"""Every cell that a page runs gives, after what it needs and nothing else, what is stored.

Here by the Python of the tests; in ``test_cells``, slowly, by the page's own.
"""

from __future__ import annotations

import json
import sys

import pytest

from tests.site.conftest import ROOT
from tests.site.stored import CHAPTERS, difference

sys.path.insert(0, str(ROOT / "book"))
sys.path.insert(0, str(ROOT / "book" / "_ext"))
import page_cells
from page_python import desk, shelf

SLOW = ("01-why-attention", "06-scaling-and-scores", "12-efficient-attention")


@pytest.mark.parametrize(
    "chapter",
    [pytest.param(c, marks=pytest.mark.slow) if c in SLOW else c for c in CHAPTERS],
)
def test_a_cell_gives_what_is_stored(entries, monkeypatch, chapter: str):
    monkeypatch.setattr(shelf, "catalogue", lambda: entries)
    monkeypatch.setattr(shelf, "notebook", page_cells.code_of)
    notebook = json.loads((ROOT / f"notebooks/{chapter}.ipynb").read_text())
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    wrong = []
    for number, cell in page_cells.cells_of(chapter, entries).items():
        if not cell.lacks:
            source = "".join(code[number - 1]["source"])
            ran = desk.try_code(number, source, {}, chapter)
            fault = difference(code[number - 1], vars(ran))
            wrong += [f"cell {number}: {fault}"] if fault else []
    assert not wrong, "\n".join(wrong)

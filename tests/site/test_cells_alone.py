"""Every cell that a page runs gives, after what it needs and nothing else, what is stored.

Here by the Python of the tests; in ``test_cells``, slowly, by the page's own.
"""

import json
import re

import pytest
from quickly import quickly

from attention_site import page_cells
from autograder.exercise.key import load_key
from page_python import desk, shelf
from tests.site.conftest import ROOT
from tests.site.stored import CHAPTERS, difference

QUICK = ("02-by-hand", "03-numpy", "07-masking", "10-translation", "18-long-contexts")


@pytest.fixture(autouse=True)
def _here(entries, monkeypatch) -> None:
    """The page's shelf holds what the build would put there."""
    monkeypatch.setattr(shelf, "catalogue", lambda: entries)
    monkeypatch.setattr(shelf, "notebook", page_cells.code_of)


def faults(chapter: str, entries, passed: dict[str, str]) -> list[str]:
    """Where cells give something else than is stored, after these answers."""
    notebook = json.loads((ROOT / f"notebooks/{chapter}.ipynb").read_text())
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    wrong = []
    for number, cell in page_cells.cells_of(chapter, entries).items():
        if not cell.lacks:
            source = "".join(code[number - 1]["source"])
            ran = desk.try_code(number, source, passed, chapter)
            fault = difference(code[number - 1], vars(ran))
            wrong += [f"cell {number}: {fault}"] if fault else []
    return wrong


@pytest.mark.parametrize("chapter", quickly(CHAPTERS, QUICK))
def test_a_cell_gives_what_is_stored(entries, chapter: str):
    wrong = faults(chapter, entries, {})
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("above", [">>> x = 1", "!pip install numpy", "%matplotlib inline"])
def test_what_a_notebook_takes_out_of_a_cell_is_taken_out_here(above: str):
    lines = f"{above}\n{'>>> ' * above.startswith('>')}print(20 + 22)"
    asked = {"do": "run", "id": "numpy.softmax", "source": lines, "passed": {}}
    assert json.loads(desk.answer(json.dumps(asked)))["printed"] == "42\n"


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("print(\u201chello\u201d)", "Curly quotes"),
        ("math.sqrt(2)", "import math"),
        ("x = 1\nx++", "has no ++"),
    ],
)
def test_an_error_of_a_run_is_said_in_plain_words(source: str, says: str):
    for asked in ({"do": "run", "id": "numpy.softmax"}, {"do": "cell", "cell": 2}):
        asked |= {"source": source, "passed": {}, "chapter": "03-numpy"}
        assert says in json.loads(desk.answer(json.dumps(asked)))["error"]


def test_after_answers_written_as_lists_the_rest_of_the_chapter_runs(entries):
    chapter = "02-by-hand"
    key = load_key()
    mates = key.exercises(key.chapter_of("byhand.keys"))
    values = [e for e in mates if e.kind == "value"]
    passed = {e.id: f"{e.name} = {e.reference().tolist()}" for e in values}
    wrong = faults(chapter, entries, passed)
    source = "scores_2 = queries[1] @ keys.T"
    tried = desk.try_code("byhand.scores_2", source, passed, chapter)
    assert not tried.error
    assert not wrong, "\n".join(wrong)


# --- which cells a page offers -----------------------------------------------------------

LEAST = {"02-by-hand": 35, "03-numpy": 45, "06-scaling-and-scores": 45}  # cells that run


@pytest.mark.parametrize("chapter", quickly(LEAST, [min(LEAST)]))
def test_most_cells_of_a_chapter_in_numpy_run(entries, chapter: str):
    cells = page_cells.cells_of(chapter, entries)
    assert sum(not cell.lacks for cell in cells.values()) >= LEAST[chapter]


@pytest.mark.parametrize(
    ("chapter", "uses"),
    [
        ("05-pytorch", r"\btorch\."),
        ("13-writing-text", "numpy_docstrings|split_words"),  # a long text
        ("14-real-model", r"\b(model|file|tokenizer|study)\."),
        ("15-inside-a-model", r"\b(decoder|encoder|tokenizer)\b"),
        ("19-writing-faster", r"\bstudy\."),  # its lessons import the key
    ],
)
def test_cells_that_need_more_than_a_page_has_are_not_offered(
    entries, chapter: str, uses: str
):
    code = page_cells.code_of(chapter)["cells"]
    cells = page_cells.cells_of(chapter, entries).items()
    need = [cell for n, cell in cells if re.search(uses, code[n - 1]["source"])]
    assert need
    assert all(cell.lacks for cell in need)


def test_a_cell_that_trains_for_minutes_is_not_offered(entries):
    cells = page_cells.cells_of("06-scaling-and-scores", entries)
    code = page_cells.code_of("06-scaling-and-scores")["cells"]
    trained = [n for n in cells if "divided[0]" in code[n - 1]["source"]]
    assert trained
    assert all(page_cells.TRAINING in cells[n].lacks for n in trained)


def test_a_cell_that_is_offered_has_the_data_that_it_names(entries):
    files = page_cells.files_for(page_cells.cells_of("19-writing-faster", entries))
    assert "attention_data/experts.json" in files

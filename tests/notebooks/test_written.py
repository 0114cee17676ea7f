"""Answers that a person reads: wherever the words are they are found, as written."""

import json
from dataclasses import replace

import pytest
from making import check, code, content

from autograder.exercise.key import load_key
from autograder.exercise.kinds.uncalled import WORK_HERE, WRITE_HERE
from autograder.notebooks.cell_marks import name_cells
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.read import MAX_SHOWN, read_notebook
from autograder.notebooks.statements import statements
from autograder.notebooks.written import locate

WHY = load_key("text_key").exercise("scales.why_offset")
WORK = replace(WHY, kind="work")
WORDS = "The error is orthogonal"
MARK = {"exercise": {"id": "scales.why_offset", "role": "stub"}}
DOUBLE = ["def double(x):\n    return x + x", check("double", "scales")]
CHECK = code('check("scales.why_offset")', exercise={**MARK["exercise"], "role": "check"})
PICTURE = {"image.png": {"image/png": "iVBORw0KGgo="}}
LATEX = r"as $p=\frac{v}{u}$, $\theta$, $\nabla f$, $\beta$, $\rho$, $\alpha$"


def text(source: str, kind: str = "markdown", **more: object) -> dict:
    return {"cell_type": kind, "metadata": {}, "source": source, **more}


def stub(source: str, kind: str = "markdown", **more: object) -> dict:
    made = text(source, kind) if kind != "code" else code(source)
    return {**made, "metadata": MARK, **more}


def found(*cells: object, exercise=WHY) -> FoundAnswer:
    """What is found in a notebook whose given cells are those of its chapter."""
    task = text("### Exercise: why\n\nSay why.")
    after = [text("## Next"), "print(1)"]
    handed = content(task, *DOUBLE, text("Now words."), *cells, *after)["cells"]
    name_cells([cell for cell in handed if cell.get("mine") is None])
    data = json.dumps({**content(), "cells": handed}).encode()
    notebook = read_notebook(data, "a.ipynb")
    return locate(notebook, statements(notebook), exercise)


def mine(cell: dict) -> dict:
    """A cell that the student made: its id says nothing."""
    return {**cell, "mine": True, "id": "0f3a9c1e"}


PLACES = {
    "the cell that the exercise brings": [stub(WORDS), CHECK],
    "below the line to write in the place of": [stub(f"{WRITE_HERE}\n\n{WORDS}"), CHECK],
    "a code cell turned to a text": [stub(f"why_offset = {WORDS}"), CHECK],
    "a text turned to a raw cell": [stub(WORDS, "raw"), CHECK],
    "a text turned to code": [stub(WORDS, "code"), CHECK],
    "a text cell above": [mine(text(WORDS)), stub(WRITE_HERE), CHECK],
    "a text cell between": [stub(WRITE_HERE), mine(text(WORDS)), CHECK],
    "a text cell below": [stub(WRITE_HERE), CHECK, mine(text(WORDS))],
    "a comment below": [stub(WRITE_HERE), CHECK, mine(code(f"# {WORDS}"))],
    "a broken cell below": [stub(WRITE_HERE), CHECK, mine(code(WORDS))],
    "the check's own cell": [
        stub(WRITE_HERE),
        {**CHECK, "source": f"# {WORDS}\n{CHECK['source']}"},
    ],
    "a cell of its own, the other gone": [mine(text(WORDS))],
    "no quotes": [stub(f"why_offset = {WORDS}", "code"), CHECK],
    "quotes": [stub(f'why_offset = "{WORDS}"', "code"), CHECK],
    "three quotes": [stub(f'why_offset = """{WORDS}"""', "code"), CHECK],
    "typographic quotes": [stub(f"why_offset = “{WORDS}”", "code"), CHECK],
    "a comment": [stub(f"# {WORDS}\nwhy_offset = ...", "code"), CHECK],
    "a comment behind": [stub(f"why_offset = ...  # {WORDS}", "code"), CHECK],
    "no name": [stub(f'"{WORDS}"', "code"), CHECK],
    "pieces": [stub('why_offset = ("The error "\n  "is orthogonal")', "code"), CHECK],
    "no mark": [f'why_offset = "{WORDS}"', check("why_offset", "scales")],
}


@pytest.mark.parametrize("place", PLACES)
def test_words_are_found_where_they_were_written(place):
    assert found(*PLACES[place]).source == WORDS


WRITTEN = {
    "printed": f'why_offset = print("{WORDS}")',
    "a number": "why_offset = 3",
    "of another name": f'mine = "{WORDS}"\nwhy_offset = mine',
}


@pytest.mark.parametrize("case", WRITTEN)
def test_what_may_be_an_answer_is_shown_as_it_stands(case):
    assert found(stub(WRITTEN[case], "code"), CHECK).source.endswith(
        WRITTEN[case].rpartition("\n")[2]
    )


@pytest.mark.parametrize(
    "source",
    [f'why_offset = "{LATEX}"', f'why_offset = """{LATEX}"""', f"why_offset = r'{LATEX}'"],
)
def test_formulas_survive_in_a_python_text(source):
    assert found(stub(source, "code"), CHECK).source == LATEX


@pytest.mark.parametrize(
    "source", ["{[]: 1}", "(" * 5_000, "-'a'", "{*[[]]}", "print(", "f'{x", "'''a"]
)
def test_no_source_is_too_odd_to_be_shown(source):
    assert found(stub(f"why_offset = {source}", "code"), CHECK).source


def test_an_apostrophe_ends_no_answer():
    source = "why_offset = 'It's the nearest point.'"
    assert found(stub(source, "code"), CHECK).source == "It's the nearest point."


UNTOUCHED = {
    "as it was handed out": [stub(WRITE_HERE), CHECK],
    "emptied": [stub(" \n"), CHECK],
    "three dots, as once": [stub('why_offset = ...  # """two sentences"""', "code"), CHECK],
    "no cell of it": [],
}


@pytest.mark.parametrize("case", UNTOUCHED)
def test_nothing_written_is_no_answer(case):
    assert not found(*UNTOUCHED[case]).attempted


def test_words_elsewhere_come_with_a_note():
    assert not found(stub(WORDS), CHECK).notes
    (note,) = found(stub(WRITE_HERE), CHECK, mine(text(WORDS))).notes
    assert note.endswith("stand near its cell.")  # which is as true when it was read


def test_pictures_pasted_into_a_text_are_kept():
    answer = found(stub("![](attachment:image.png)", attachments=PICTURE), CHECK)
    assert [(each.mime, each.data) for each in answer.shown] == [
        ("image/png", "iVBORw0KGgo=")
    ]


def drawn(source: str) -> dict:
    """A code cell that has drawn a figure and printed a line in colours."""
    outputs = [
        {
            "output_type": "display_data",
            "data": {"image/svg+xml": "<svg/>", "text/plain": "x"},
        },
        {"output_type": "stream", "name": "stdout", "text": ["\x1b[31mloss", " 0.1"]},
        {"output_type": "display_data", "data": {"text/html": "<script>alert(1)</script>"}},
    ]
    return {**code(source), "outputs": outputs}


def test_of_work_the_code_and_what_it_shows_are_read_but_no_html():
    own = {**drawn(f"{WORK_HERE}\nplt.plot(x)"), "metadata": MARK}
    more = mine(code("plt.title('Loss')"))
    answer = found(own, CHECK, more, exercise=WORK)
    assert answer.source == "plt.plot(x)\n\nplt.title('Loss')"
    assert [(e.mime, e.data) for e in answer.shown] == [
        ("image/svg+xml", "PHN2Zy8+"),
        ("text/plain", "loss 0.1"),
        (
            "text/plain",
            "An output of type text/html is not shown here: open the notebook.",
        ),
    ]


def test_an_output_that_is_too_large_to_be_shown_is_said():
    large = {"output_type": "display_data", "data": {"image/png": "A" * MAX_SHOWN}}
    own = {**code("draw()"), "outputs": [large, large], "metadata": MARK}
    first, second = found(own, CHECK, exercise=WORK).shown
    assert first.mime == "image/png"
    assert second.data.startswith("Too large")


@pytest.mark.parametrize("source", [WORK_HERE, ""])
def test_a_cell_for_work_that_holds_none_is_no_answer(source):
    assert not found(stub(source, "code"), CHECK, exercise=WORK).attempted


@pytest.mark.parametrize("heading", [[text("## Figure")], []])
def test_words_above_the_heading_of_a_work_are_no_part_of_it(heading):
    """They stand below the exercise before, which has them where it asks for words."""
    above = [*DOUBLE, mine(text(WORDS)), *heading]
    own = stub(f"{WORK_HERE}\nplt.plot(x)", "code")
    answer = found(*above, own, CHECK, exercise=WORK)
    assert (answer.source == "plt.plot(x)") == bool(heading)
    assert WORDS in found(*above, stub(WORK_HERE, "code"), CHECK, exercise=WORK).source

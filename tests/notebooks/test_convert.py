"""``autograder.notebooks.convert``: from text to notebook, and how exercises are found."""

import re
from pathlib import Path

import nbformat
import pytest

from autograder.exercise.key import KeyProblem
from autograder.notebooks.convert import (
    ChapterProblem,
    CheckCall,
    find_checks,
    in_step,
    leaves_open,
    mark_exercises,
    name_cells,
    notebook_from_text,
)

HEAD = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# A chapter
"""
EXERCISE = """
```{code-cell} ipython3
def double(x):
    raise NotImplementedError
```

Some words between.

```{code-cell} ipython3
double = check("demo.double", double)
```
"""


def chapter(folder: Path, body: str) -> Path:
    path = folder / "09-demo.md"
    path.write_text(HEAD + body, encoding="utf-8")
    return path


def store(folder: Path, notebook: nbformat.NotebookNode) -> Path:
    path = folder / "09-demo.ipynb"
    nbformat.write(notebook, path)
    return path


def code(source: str) -> dict:
    return {"cell_type": "code", "metadata": {}, "source": source}


def test_stub_and_check_are_marked(tmp_path: Path):
    notebook = notebook_from_text(chapter(tmp_path, EXERCISE))
    marks = {c.id: c.metadata.exercise for c in notebook.cells if "exercise" in c.metadata}
    assert marks == {
        "demo-double-stub": {"id": "demo.double", "role": "stub"},
        "demo-double-check": {"id": "demo.double", "role": "check"},
    }


def test_tags_are_kept(tmp_path: Path):
    body = "\n```{code-cell} ipython3\n:tags: [hide-input]\n\nx = 1\n```\n"
    notebook = notebook_from_text(chapter(tmp_path, body))
    assert notebook.cells[1].metadata.tags == ["hide-input"]


def test_what_authors_tell_one_another_is_in_no_notebook(tmp_path: Path):
    text = "One point.\n<!-- It follows from\nthe section above. -->\nAnother point."
    notebook = notebook_from_text(chapter(tmp_path, text))
    assert notebook.cells[-1].source.endswith("One point.\nAnother point.")


def test_what_a_cell_hides_on_the_page_it_hides_in_a_notebook(tmp_path: Path):
    body = "\n```{code-cell} ipython3\n:tags: [hide-output]\n\n1\n```\n"
    hidden = notebook_from_text(chapter(tmp_path, body)).cells[1].metadata
    assert (hidden["collapsed"], hidden["jupyter"]) == (True, {"outputs_hidden": True})


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('f = check("a.f", f)', [CheckCall("a.f", "f")]),
        ('check("a.f", f)', [CheckCall("a.f", "f")]),
        ('check("a.f", "b")', [CheckCall("a.f", None)]),
        ('%matplotlib inline\nf = check("a.f", f)', [CheckCall("a.f", "f")]),
        ('def g():\n    return check("a.f", f)', []),
        ('autograder.checking.check("a.f", f)', [CheckCall("a.f", "f")]),
        ("check(name, f)", []),
        ("this is not Python", []),
    ],
)
def test_which_calls_are_checks(source: str, found: list[CheckCall]):
    assert find_checks(source) == found


@pytest.mark.parametrize(
    ("source", "is_open"),
    [
        ("def f(x):\n    raise NotImplementedError", True),
        ("class f:\n    pass", True),
        ("f = ...", True),
        ("f = 3", False),
        ("g = ...", False),
        ("if True:\n    f = ...", False),
    ],
)
def test_what_leaves_a_name_open(source: str, is_open: bool):
    assert leaves_open(source, "f") is is_open


def test_the_nearest_stub_counts():
    cells = [code("f = ..."), code("f = ..."), code('f = check("a.f", f)')]
    mark_exercises(cells)
    assert ["exercise" in cell["metadata"] for cell in cells] == [False, True, True]


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        (['f = check("a.f", f)'], "no cell above"),
        (["f = ...", 'check("a.f", f)\ncheck("a.g", f)'], "a cell of its own"),
        (["f = ...\ng = ...", 'check("a.f", f)', 'check("a.g", g)'], "Split the cell"),
    ],
)
def test_a_malformed_exercise_is_named(sources: list[str], words: str):
    with pytest.raises(ChapterProblem, match=words):
        mark_exercises([code(source) for source in sources], "09-demo.md")


def test_a_new_cell_changes_no_other_id():
    before = [code("a = 1"), code("b = 2"), code("a = 1")]
    after = [code("a = 1"), code("new = 0"), code("b = 2"), code("a = 1")]
    name_cells(before)
    name_cells(after)
    assert [c["id"] for c in before] == [c["id"] for c in after if c["source"] != "new = 0"]


def test_unreadable_chapters_are_named(tmp_path: Path):
    path = tmp_path / "09-demo.md"
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ChapterProblem, match="cannot be read as a chapter"):
        notebook_from_text(path)


class TestInStep:
    def test_no_notebook(self, tmp_path: Path):
        text = chapter(tmp_path, EXERCISE)
        assert "There is no notebook" in in_step(text, tmp_path / "09-demo.ipynb")

    def test_same(self, tmp_path: Path):
        text = chapter(tmp_path, EXERCISE)
        notebook = notebook_from_text(text)
        notebook.cells[1].outputs = [nbformat.v4.new_output("stream", text="ran")]
        assert in_step(text, store(tmp_path, notebook)) == ""

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda nb: nb.cells[0].update(source="# Another"), "cell 1 .* source"),
            (lambda nb: nb.cells[1].metadata.clear(), "cell 2 .* metadata"),
            (lambda nb: nb.cells.pop(), "has 3 cells, 09-demo.md has 4"),
        ],
    )
    def test_changed(self, tmp_path: Path, change, words: str):
        text = chapter(tmp_path, EXERCISE)
        notebook = notebook_from_text(text)
        change(notebook)
        said = in_step(text, store(tmp_path, notebook))
        assert re.search(words, said)
        assert said.endswith("Run: make notebooks CHAPTERS=09-demo")

    def test_damaged(self, tmp_path: Path):
        text = chapter(tmp_path, EXERCISE)
        notebook = tmp_path / "09-demo.ipynb"
        notebook.write_text('{"cells": [')
        assert "cannot be read" in in_step(text, notebook)


class TestWhatTheKeySays:
    """Worth and hints stand in the key, and are put into the notebook."""

    BODY = """
## Two scales

### Exercise: to Celsius

Turn degrees into degrees.

```{code-cell} ipython3
def to_celsius(fahrenheit):
    raise NotImplementedError
```

```{code-cell} ipython3
to_celsius = check("temperature.to_celsius", to_celsius)
```
"""

    def test_worth_stands_under_the_heading_of_the_task(self, tmp_path: Path, toy):
        notebook = notebook_from_text(chapter(tmp_path, self.BODY), toy)
        lines = notebook.cells[0].source.splitlines()
        at = lines.index("### Exercise: to Celsius")
        assert lines[at + 2] == "*2 points · 5 minutes · easy*"
        assert lines[at + 4] == "Turn degrees into degrees."

    def test_hints_stand_between_stub_and_check_in_the_keys_words(self, tmp_path, toy):
        notebook = notebook_from_text(chapter(tmp_path, self.BODY), toy)
        hints = notebook.cells[2].source
        exercise = toy.exercise("temperature.to_celsius")
        found = re.findall(r"<summary>Hint (\d)</summary>\n\n(.*)\n\n</details>", hints)
        assert found == [(str(n), hint) for n, hint in enumerate(exercise.hints, 1)]

    def test_without_a_key_nothing_is_put_in(self, tmp_path: Path):
        notebook = notebook_from_text(chapter(tmp_path, self.BODY))
        assert "points" not in notebook.cells[0].source
        assert [cell.cell_type for cell in notebook.cells[1:]] == ["code", "code"]

    def test_an_exercise_that_the_key_does_not_have_is_named(self, tmp_path: Path, toy):
        with pytest.raises(KeyProblem, match=r"no exercise 'demo.double'"):
            notebook_from_text(chapter(tmp_path, EXERCISE), toy)

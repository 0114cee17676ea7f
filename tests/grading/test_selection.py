"""Which of a student's notebooks on one chapter counts, and what is said of it."""

from __future__ import annotations

import pytest
from making import IMPORTS, STUB, check, notebook, solved

from autograder.exercise.key import load_key
from autograder.grading.selection import candidates_by_chapter, select
from autograder.handin.submission import Submission
from autograder.notebooks.read import read_notebook

KEY = load_key("toy_key")
CHAPTER = KEY.chapters[0]
UNTOUCHED = notebook(IMPORTS, STUB, check("to_celsius"))
HALF = notebook(IMPORTS, "def to_celsius(f):\n    return f", check("to_celsius"))
EARLY, LATE = "2026-03-01T12:00:00+00:00", "2026-03-03T12:00:00+00:00"


def selected(*files: tuple[str, bytes], **more) -> tuple[list[str], str]:
    submission = Submission("ada", files, **more)
    notebooks = [read_notebook(data, name) for name, data in files]
    found = candidates_by_chapter(notebooks, submission, KEY)
    selection = select(CHAPTER, found[CHAPTER.name], submission)
    return [one.notebook.name for one in selection.candidates], selection.reason


@pytest.mark.parametrize(
    ("files", "counts", "why"),
    [
        ((("a", solved()), ("b", solved())), ["b"], "the last"),
        ((("a", solved()), ("b", UNTOUCHED)), ["a"], "which has most of it"),
        ((("a", solved()), ("b", HALF)), ["a"], "which has most of it"),
        ((("a", UNTOUCHED), ("b", UNTOUCHED)), ["b"], "the last"),
    ],
)
def test_the_last_counts_unless_it_has_less_than_half(files, counts, why):
    assert selected(*files) == (counts, why)


def test_equal_times_are_said():
    files = ("a", solved()), ("a (1)", solved())
    names, why = selected(*files, ranks=(0, 0), times=(EARLY, EARLY))
    assert names == ["a (1)"]
    assert "their times are equal" in why


def test_where_the_best_counts_all_with_answers_are_graded():
    files = ("a", solved()), ("b", UNTOUCHED), ("c", solved())
    assert selected(*files, attempts="best")[0] == ["a", "c"]


@pytest.mark.parametrize(
    ("due", "counts", "why"),
    [
        ("2026-03-02T00:00:00+00:00", ["a"], "the last on time"),
        ("2026-03-04T00:00:00+00:00", ["b"], "the last on time"),
        ("2026-02-01T00:00:00+00:00", ["b"], "the last: none is known to be on time"),
    ],
)
def test_the_last_on_time(due, counts, why):
    files = ("a", solved()), ("b", solved())
    more = {"times": (EARLY, LATE), "attempts": "last on time"}
    assert selected(*files, **more, due=((CHAPTER.name, due),)) == (counts, why)

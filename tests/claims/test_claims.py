"""Sentences that say why, always or most stand on something: see ``register.py``."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.claims.register import (
    ROOT,
    Control,
    cells_of,
    measured,
    one_line,
    printed_by,
    text_of,
)

FEWEST_TRIALS = 3
HERE = Path(__file__).parent
MEASURED = {path.stem: measured(path) for path in sorted((HERE / "measured").glob("*.txt"))}


def _page(name: str) -> str:
    """A page by the name of its file."""
    return f"chapters/{name}.md" if name[0].isdigit() else f"{name}.md"


def _controls() -> Iterator[tuple[str, str, str, list[str], bool]]:
    """Module, page, function, sentences and slowness of each control.

    Read and not imported, for a module may import a tensor library.
    """
    for path in sorted(HERE.glob("*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        pages = [n.value for n in body if ast.unparse(n).startswith("PAGE = ")]
        for function in body:
            for mark in getattr(function, "decorator_list", []):
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "control":
                    says = [ast.literal_eval(one) for one in mark.args]
                    page = ast.literal_eval(pages[0])
                    yield path.stem, page, function.name, says, bool(mark.keywords)


CONTROLS = [*_controls()]


def _runs() -> list[Any]:
    runs = [(module, name, is_slow) for module, _, name, _, is_slow in CONTROLS]
    quick = [run for run in runs if not run[-1]][::3]  # the others with the slow tests
    return [
        pytest.param(
            *run[:2], marks=[] if run in quick else [pytest.mark.slow], id=":".join(run[:2])
        )
        for run in runs
    ]


def test_every_chapter_has_its_claims():
    chapters = {path.stem for path in (ROOT / "book" / "chapters").glob("*.md")}
    assert chapters <= MEASURED.keys()


@pytest.mark.parametrize("name", MEASURED)
def test_a_sentence_stands_on_its_page_and_is_entered_once(name: str):
    says = [one_line(claim.says) for claim in MEASURED[name]]
    for _, page, _, sentences, _ in CONTROLS:
        says += map(one_line, sentences if page == _page(name) else ())
    text = one_line(text_of(_page(name)))
    assert [each for each in says if each not in text] == []
    assert sorted(each for each in set(says) if says.count(each) > 1) == []


@pytest.mark.parametrize("name", MEASURED)
def test_what_was_measured_stands_in_a_cell(name: str):
    missing = []
    for claim in MEASURED[name]:
        at = claim.at or _page(name)
        cell, prints = one_line(claim.cell), one_line(claim.prints)
        if not cell or not any(cell in one for one in cells_of(at)):
            missing.append(cell)
        if prints and prints not in printed_by(at):
            missing.append(prints)
    assert missing == []


@pytest.mark.parametrize(("module", "name"), _runs())
def test_a_control_comes_out_as_the_sentence_says(module: str, name: str):
    control = getattr(importlib.import_module(f"tests.claims.{module}"), name)()
    assert len(control.case) >= FEWEST_TRIALS
    assert control.holds(), control


def test_a_control_that_comes_out_otherwise_is_seen():
    assert Control([2, 2, 2], [1, 1, 1], "above", by=0.5).holds()
    assert not Control([2, 2, 1], [1, 1, 1], "above", by=0.5).holds()
    assert Control([2, 2, 1], [1, 1, 1], "above", by=0.5, share=0.6).holds()
    assert not Control([2, 2, 2], [1, 1, 1], "below", by=0.5).holds()
    assert Control([1, 1, 1], [2, 2, 2], "below", by=0.5).holds()
    assert not Control([2, 2, 2], [1, 1, 1], "alike", by=0.5).holds()
    assert Control([1, 1, 1], [1.1, 0.9, 1], "alike", by=0.5).holds()

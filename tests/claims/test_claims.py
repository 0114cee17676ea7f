"""Sentences that say why, always or most stand on something: see ``register.py``."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.claims.register import (
    ROOT,
    Control,
    Measured,
    cells_of,
    one_line,
    printed_by,
    text_of,
)

FEWEST_TRIALS = 3
FILES = [
    path
    for path in sorted(Path(__file__).parent.glob("*.py"))
    if re.match(r"ch\d\d_|index$|glossary$", path.stem)
]
CONTROLLED = re.compile(r"\bControlled\(\s*(\w+)(,\s*slow=True)?")


@pytest.fixture(params=[path.stem for path in FILES])
def page(request: pytest.FixtureRequest) -> ModuleType:
    """What is kept of a page; imported here, for it may import a tensor library."""
    return importlib.import_module(f"tests.claims.{request.param}")


def _controls() -> Iterator[Any]:
    """Each control once, however many sentences stand on it."""
    for path in FILES:
        found = CONTROLLED.findall(path.read_text(encoding="utf-8"))
        for name, slow in dict(found).items():
            marks = [pytest.mark.slow] if slow else []
            yield pytest.param(path.stem, name, marks=marks, id=f"{path.stem}:{name}")


def test_every_chapter_has_a_module():
    chapters = sorted(p.name for p in (ROOT / "book" / "chapters").glob("*.md"))
    kept = [path.stem.replace("_", "-") for path in FILES if path.stem.startswith("ch")]
    assert [f"{name.removeprefix('ch')}.md" for name in kept] == chapters


def test_every_quote_stands_on_its_page(page: ModuleType):
    text = one_line(text_of(page.PAGE))
    assert [c.says for c in page.CLAIMS if one_line(c.says) not in text] == []


def test_a_sentence_is_entered_once(page: ModuleType):
    says = [one_line(claim.says) for claim in page.CLAIMS]
    assert sorted(s for s in set(says) if says.count(s) > 1) == []


def test_what_was_measured_stands_in_a_cell(page: ModuleType):
    missing = []
    for claim in page.CLAIMS:
        if not isinstance(claim.evidence, Measured):
            continue
        at = claim.evidence.at or page.PAGE
        cell, prints = one_line(claim.evidence.cell), one_line(claim.evidence.prints)
        if not cell or not any(cell in one for one in cells_of(at)):
            missing.append(cell)
        if prints and prints not in printed_by(at):
            missing.append(prints)
    assert missing == []


@pytest.mark.parametrize(("module", "name"), [*_controls()])
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

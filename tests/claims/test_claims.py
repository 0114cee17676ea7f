"""Sentences that say why, always or most stand on something: see ``register.py``."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.claims.register import (
    ROOT,
    Control,
    Controlled,
    Measured,
    cells_of,
    one_line,
    printed_by,
    text_of,
)

FEWEST_TRIALS = 3
MODULES = [
    importlib.import_module(f"tests.claims.{path.stem}")
    for path in sorted(Path(__file__).parent.glob("*.py"))
    if re.match(r"ch\d\d_|index$|glossary$", path.stem)
]
each_page = pytest.mark.parametrize("page", MODULES, ids=lambda page: page.PAGE)


def controls() -> dict[tuple[str, str], Controlled]:
    """Each control once, however many sentences stand on it."""
    found = [(m, claim.evidence) for m in MODULES for claim in m.CLAIMS]
    return {
        (Path(module.PAGE).stem, evidence.run.__name__): evidence
        for module, evidence in found
        if isinstance(evidence, Controlled)
    }


def test_every_chapter_has_a_module():
    chapters = sorted(p.name for p in (ROOT / "book" / "chapters").glob("*.md"))
    kept = sorted(Path(m.PAGE).name for m in MODULES if m.PAGE.startswith("chapters/"))
    assert kept == chapters


@each_page
def test_every_quote_stands_on_its_page(page: ModuleType):
    text = one_line(text_of(page.PAGE))
    assert [c.says for c in page.CLAIMS if one_line(c.says) not in text] == []


@each_page
def test_a_sentence_is_entered_once(page: ModuleType):
    says = [one_line(claim.says) for claim in page.CLAIMS]
    assert sorted(s for s in set(says) if says.count(s) > 1) == []


@each_page
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


@pytest.mark.parametrize(
    "run",
    [
        pytest.param(
            evidence.run,
            marks=[pytest.mark.slow] if evidence.slow else [],
            id=":".join(names),
        )
        for names, evidence in controls().items()
    ],
)
def test_a_control_comes_out_as_the_sentence_says(run):
    control = run()
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

"""Sentences that say why, always or most stand on something: see ``register.py``."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.claims import (
    conclusions_01_to_06,
    conclusions_07_to_13,
    conclusions_14_to_19,
    register,
)
from tests.claims.register import (
    HEADING,
    ROOT,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    NoClaim,
    Sourced,
    cells_of,
    one_line,
    printed_by,
    text_of,
    unquoted,
)

FEWEST_TRIALS = 3
MODULES = [
    importlib.import_module(f"tests.claims.{path.stem}")
    for path in sorted(Path(__file__).parent.glob("*.py"))
    if re.match(r"ch\d\d_|index$|glossary$", path.stem)
]
CONCLUSIONS = (
    conclusions_01_to_06.CONCLUSIONS
    | conclusions_07_to_13.CONCLUSIONS
    | conclusions_14_to_19.CONCLUSIONS
)
NO_CONCLUSION = re.compile(
    r"# |#+ (Exercise: |Set-up|What you will be able to do|Check yourself|Sources|Summary)"
)
FEW_WORDS = 40  # of a section that says no more than what comes next
each_page = pytest.mark.parametrize("page", MODULES, ids=lambda page: page.PAGE)


def claims_of(page: ModuleType) -> list[Claim]:
    """All entries of a page: its module's, and its conclusions."""
    return [*page.CLAIMS, *CONCLUSIONS.get(page.PAGE, [])]


def concluded(text: str) -> list[str]:
    """What a reader would take away: each item of a Summary, each section that teaches."""
    parts = re.split(f"({HEADING.pattern})", text, flags=re.M)
    pairs = list(zip(parts[1::2], parts[2::2], strict=True))
    found = [
        body
        for heading, body in pairs
        if not NO_CONCLUSION.match(heading) and len(body.split()) >= FEW_WORDS
    ]
    for heading, body in pairs:
        if heading == "## Summary":
            found += re.split(r"\n(?=- )", body.strip())
    return [one_line(one) for one in found]


def controls() -> dict[tuple[str, str], Controlled]:
    """Each control once, however many sentences stand on it."""
    found = [(m, claim.evidence) for m in MODULES for claim in claims_of(m)]
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
    assert [c.says for c in claims_of(page) if one_line(c.says) not in text] == []


@each_page
def test_a_sentence_is_entered_once(page: ModuleType):
    says = [one_line(claim.says) for claim in claims_of(page)]
    assert sorted(s for s in set(says) if says.count(s) > 1) == []


@each_page
def test_sentences_that_nothing_stands_behind_only_get_fewer(page: ModuleType):
    left = unquoted(page.PAGE, [claim.says for claim in claims_of(page)])
    assert len(left) == page.AT_MOST, (
        f"{len(left)}, AT_MOST says {page.AT_MOST}: enter them, or lower AT_MOST\n"
        + "\n".join(left)
    )


@each_page
def test_what_was_measured_stands_in_a_cell(page: ModuleType):
    missing = []
    for claim in claims_of(page):
        if not isinstance(claim.evidence, Measured):
            continue
        at = claim.evidence.at or page.PAGE
        cell, prints = one_line(claim.evidence.cell), one_line(claim.evidence.prints)
        if not cell or not any(cell in one for one in cells_of(at)):
            missing.append(cell)
        if prints and prints not in printed_by(at):
            missing.append(prints)
    assert missing == []


@each_page
def test_words_and_works_that_are_given_as_evidence_are_there(page: ModuleType):
    for claim in claims_of(page):
        match claim.evidence:
            case Derived(how=words) | NoClaim(why=words):
                assert len(words.split()) >= 2, claim.says
            case Sourced(url=url, place=place):
                assert re.match(r"https?://\S+$", url), claim.says
                assert place.strip(), claim.says


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


@each_page
def test_something_stands_behind_every_conclusion(page: ModuleType):
    quotes = [one_line(claim.says) for claim in claims_of(page)]
    bare = [
        one for one in concluded(text_of(page.PAGE)) if not any(q in one for q in quotes)
    ]
    assert page.PAGE.partition("/")[0] != "chapters" or bare == []


def test_a_conclusion_is_an_item_of_a_summary_or_a_section_that_teaches():
    long = " ".join(["word"] * FEW_WORDS)
    taught = f"## Exercise: try\n\n{long}\n\n## Lesson\n\n{long}.\n\n"
    text = f"# Title\n\n{long}\n\n{taught}## Summary\n\n- A.\n- B\n  c."
    assert concluded(text) == [f"{long}.", "- A.", "- B c."]


def test_a_control_that_comes_out_otherwise_is_seen():
    assert Control([2, 2, 2], [1, 1, 1], "above", by=0.5).holds()
    assert not Control([2, 2, 1], [1, 1, 1], "above", by=0.5).holds()
    assert Control([2, 2, 1], [1, 1, 1], "above", by=0.5, share=0.6).holds()
    assert not Control([2, 2, 2], [1, 1, 1], "below", by=0.5).holds()
    assert Control([1, 1, 1], [2, 2, 2], "below", by=0.5).holds()
    assert not Control([2, 2, 2], [1, 1, 1], "alike", by=0.5).holds()
    assert Control([1, 1, 1], [1.1, 0.9, 1], "alike", by=0.5).holds()


def test_the_scan_sees_what_no_quote_covers():
    page = "chapters/06-scaling-and-scores.md"
    all_of_them = unquoted(page, [])
    assert len(all_of_them) > 10
    assert len(unquoted(page, all_of_them[:1])) < len(all_of_them)


def test_the_scan_sees_a_sentence_that_stands_before_a_quoted_one(monkeypatch):
    text = "It never ends. This one is quoted. So is this."
    monkeypatch.setattr(register, "text_of", lambda page: text)
    assert unquoted("a page", ["This one is quoted."]) == ["It never ends."]

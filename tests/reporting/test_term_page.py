"""The page of a term in a real browser, on a phone."""

from pathlib import Path

import pytest

from autograder.gradebook.course import Course, TermAssignment
from autograder.gradebook.term import PartState, TermGrade, TermPart
from autograder.reporting.term_page import write_term

NAMES = ("week-1", "week-2", "exam")


@pytest.mark.browser
def test_a_wide_table_scrolls_by_itself_and_does_not_widen_a_phones_page(
    browser,
    tmp_path: Path,
):
    states = (PartState.DROPPED, PartState.COUNTS, PartState.DROPPED)
    parts = tuple(
        TermPart(name, state, 1.0, 1.0, 2.0, 0.5, "Dropped as one of the lowest.")
        for name, state in zip(NAMES, states, strict=True)
    )
    due = "2026-03-01T23:59:00"
    course = Course(assignments=tuple(TermAssignment(n, (), (), n, due=due) for n in NAMES))
    ada = TermGrade("s1", "Ada", "", {}, "", "", parts, 50.0, 100.0, "(1 × 50 %) / 1 = 50")
    write_term(tmp_path, course, [ada])
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto((tmp_path / "term.html").as_uri())
    inner = page.eval_on_selector(".wide", "e => e.scrollWidth > e.clientWidth")
    outer = page.evaluate("document.documentElement.scrollWidth")
    page.close()
    assert (inner, outer) == (True, 390)

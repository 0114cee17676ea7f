"""Questions about the reader's own code, after a pass and again on other days."""

from __future__ import annotations

import pytest

from tests.site.desk import Desk
from tests.site.page_exercises.first_page import RIGHT, WRONG_AXIS
from tests.site.view import AXE

pytestmark = pytest.mark.browser

PROGRESS = "book/my-progress.html"
TITLE = "Do you know why it works?"
# As if the days until the next questions had passed.
LATER = """() => {
  const key = Object.keys(localStorage).find((each) => each.endsWith(":practice"));
  const kept = JSON.parse(localStorage.getItem(key));
  for (const round of kept.rounds) round.due = "2020-01-01";
  localStorage.setItem(key, JSON.stringify(kept));
}"""
AXE_FAULTS = """async (part) => {
  const {violations} = await axe.run(part, {resultTypes: ["violations"]});
  return violations.flatMap(({id, nodes}) => nodes.map(({target}) => `${id} at ${target}`));
}"""


@pytest.fixture
def asked(new_reader):
    """A reader who has passed, and opened the questions about their code."""
    reader = new_reader()
    desk = Desk(reader)
    desk.check(RIGHT)
    desk.card.get_by_text(TITLE).click()
    desk.card.locator("fieldset").first.wait_for()
    return reader, desk


def test_a_right_answer_is_asked_about_in_its_own_words(asked):
    _, desk = asked
    assert desk.card.locator("fieldset").count() == 3
    assert (
        "e / e.sum(axis=axis, keepdims=True)"
        in desk.card.locator(".own-code pre").inner_text()
    )


def test_a_wrong_answer_is_not_asked_about(new_reader):
    desk = Desk(new_reader())
    desk.check(WRONG_AXIS)
    assert not desk.card.get_by_text(TITLE).count()


def test_a_choice_shows_the_run(asked):
    _, desk = asked
    desk.card.get_by_role("radio").first.check()
    said = desk.card.locator("fieldset").first.get_by_role("status")
    assert said.inner_text().startswith(("Right.", "No."))
    assert "Line 2" in said.inner_text()


def test_what_is_due_stands_on_the_page_of_progress(asked):
    reader, _ = asked
    reader.page.evaluate(LATER)
    reader.open(PROGRESS)
    today = reader.page.get_by_role("region", name="Today")
    assert today.locator("details").count() == 3
    today.locator("summary").first.click()
    for field in today.locator("details").first.locator("fieldset").all():
        field.get_by_role("radio").first.check()
    reader.open(PROGRESS)
    assert "of 3 questions about your own code right so far" in today.inner_text()
    assert today.locator("details").count() in (2, 3)


@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_and_axe_finds_nothing(asked, width):
    reader, desk = asked
    desk.card.get_by_role("radio").first.check()
    reader.page.set_viewport_size({"width": width, "height": 900})
    reader.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert desk.card.evaluate(AXE_FAULTS) == []
    assert reader.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    desk.card.screenshot(path=f"/tmp/own-{width}.png")

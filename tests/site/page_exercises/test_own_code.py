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


@pytest.fixture(scope="module")
def asked(reader) -> Desk:
    """An exercise that has passed after a mistake, its questions about the code opened."""
    desk = Desk(reader)
    desk.check(WRONG_AXIS)
    assert not desk.card.get_by_text(TITLE).count()  # a wrong answer is not asked about
    desk.check(RIGHT)
    desk.card.get_by_text(TITLE).click()
    desk.card.locator("fieldset").first.wait_for()
    return desk


def test_a_right_answer_is_asked_about_in_its_own_words(asked):
    assert asked.card.locator("fieldset").count() == 3
    code = asked.card.locator(".own-code pre").inner_text()
    assert "e / e.sum(axis=axis, keepdims=True)" in code


def test_a_choice_shows_the_run(asked):
    asked.card.get_by_role("radio").first.check()
    said = asked.card.locator("fieldset").first.get_by_role("status")
    assert said.inner_text().startswith(("Right.", "No."))
    assert "Line 2" in said.inner_text()


@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_and_axe_finds_nothing(asked, width):
    asked.card.get_by_role("radio").first.check()
    asked.page.set_viewport_size({"width": width, "height": 900})
    asked.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert asked.card.evaluate(AXE_FAULTS) == []
    assert asked.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.usefixtures("asked")
def test_what_is_due_stands_on_the_page_of_progress(reader):
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

"""A question in words on its page: a field of its own, and what an answer should say."""

import json
from collections.abc import Iterator

import pytest

from tests.site.desk import Desk, with_python
from tests.site.page_exercises.first_page import start

pytestmark = pytest.mark.browser

PAGE = "notebooks/02-by-hand.html"
WORDS = "The scores are symmetric: $q k = k q$."


@pytest.fixture(scope="module")
def desk(browser, address) -> Iterator[Desk]:
    reader = start(browser, address, PAGE)
    yield Desk(reader, "byhand.why_hidden", opened=False)
    assert not reader.faults


def test_words_are_kept_and_go_into_the_cell_of_the_notebook(desk):
    field = desk.section.get_by_role("textbox", name="Your answer: Why the example")
    field.fill(WORDS)
    assert not desk.section.get_by_role("button", name="Run", exact=True).is_visible()
    desk.reader.reload()
    assert field.input_value() == WORDS
    with desk.page.expect_download() as download:
        desk.page.get_by_role("button", name="Download my notebook").click()
    cells = json.loads(download.value.path().read_text(encoding="utf-8"))["cells"]
    mark = {"id": "byhand.why_hidden", "role": "stub"}
    (own,) = (c for c in cells if c["metadata"].get("exercise") == mark)
    assert (own["cell_type"], "".join(own["source"])) == ("markdown", WORDS)


def test_what_an_answer_should_say_is_ticked_and_then_it_counts_as_done(desk, site):
    with_python(site)
    desk.plain.fill(WORDS)
    desk.press("Check")
    points = desk.card.locator(".check-rubric input")
    points.first.wait_for()
    assert "sizes that differ" in desk.card.inner_text()
    assert points.count() > 1
    for point in points.all():
        assert desk.section.get_attribute("data-state") == "tried"
        point.check()
    desk.card.get_by_text("this exercise counts as done").wait_for()
    assert desk.section.get_attribute("data-state") == "passed"
    desk.reader.reload()
    assert desk.section.get_attribute("data-state") == "passed"

"""What comes after a verdict on a page: the line with a mark, and a look inside."""

from __future__ import annotations

import pytest

from tests.site.desk import Desk
from tests.site.page_exercises.first_page import RIGHT, WRONG_AXIS

pytestmark = pytest.mark.browser

WEIGHTS = "numpy.attention_weights"
UNSCALED = """\
def attention_weights(q, k):
    return softmax(q @ np.swapaxes(k, -1, -2))
"""
# Python answers the next look only when ``window.letLook`` is called.
HOLD_LOOK = """() => {
  delete window.letLook;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.do !== "look") return post.call(this, message, ...rest);
    Worker.prototype.postMessage = post;
    window.letLook = () => post.call(this, message, ...rest);
  };
}"""
AWAITED = "() => window.letLook"
# Where the card's parts stand, but what is within the place that is waited for.
PLACES = """(card) => [scrollY, ...[...card.querySelectorAll(":scope > *")]
  .map((each) => each.getBoundingClientRect().top)]"""


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_the_verdict_does_not_wait_for_the_mark_and_nothing_moves_when_it_comes(
    reader, width: int
):
    reader.page.set_viewport_size({"width": width, "height": 900})
    reader.page.evaluate(HOLD_LOOK)
    desk = Desk(reader, WEIGHTS)
    card = desk.check(UNSCALED)
    assert "partly right" in card
    assert "Looking for the line" in card
    assert "softmax(q @ np.swapaxes" not in card
    assert desk.section.get_by_role("button", name="Check").is_enabled()
    desk.card.scroll_into_view_if_needed()
    reader.page.wait_for_function(AWAITED)
    before = desk.card.evaluate(PLACES)
    reader.page.evaluate("window.letLook()")
    desk.card.get_by_text("that no known right way has").wait_for()
    assert "softmax(q @ np.swapaxes" in desk.card.inner_text()
    assert "Looking for the line" not in desk.card.inner_text()
    assert desk.card.evaluate(PLACES) == before


@pytest.mark.slow
def test_a_right_answer_can_be_looked_into_when_the_reader_asks(reader):
    desk = Desk(reader)
    assert "right" in desk.check(RIGHT)
    fold = desk.card.locator("details", has_text="Look inside")
    assert fold.locator("li").count() == 0  # nothing is recorded before
    fold.locator("summary").press("Enter")
    fold.locator("li").first.wait_for()
    steps = fold.locator("li").all_inner_texts()
    assert [step.partition(":")[0] for step in steps] == ["Line 2", "Line 3"]
    assert "right way" not in " ".join(steps)
    picture = fold.get_by_role("img").first
    assert picture.get_attribute("aria-label").startswith("Heat map of ")
    assert picture.bounding_box()["height"] > 0


def test_a_mark_belongs_to_its_own_card(reader):
    """A second check while the first is looked at."""
    desk = Desk(reader)
    desk.check(WRONG_AXIS)
    assert "right" in desk.check(RIGHT)
    reader.page.wait_for_timeout(500)
    assert "What is marked" not in desk.card.inner_text()


@pytest.mark.slow
def test_an_error_is_not_looked_into(reader):
    desk = Desk(reader)
    card = desk.check("def softmax(scores, axis=-1):\n    return scores @ scores")
    assert "Looking" not in card

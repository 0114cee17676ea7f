"""Cards of ten mistakes on the page: in both schemes, on a screen and on a phone."""

from collections.abc import Iterator

import pytest
from ten_mistakes import MISTAKES, cell

from tests.site.desk import Desk
from tests.site.page_exercises.first_page import PAGE, start
from tests.site.view import AXE, AXE_FAULTS, turn

pytestmark = pytest.mark.browser

FORMS = [(1280, "light"), (1280, "dark"), (390, "dark"), (390, "light")]
OPEN_ALL = "(card) => card.querySelectorAll('details').forEach((fold) => fold.open = true)"
# Parts that stand beyond the card, unless they scroll within something that is in it.
BEYOND = """(card) => [...card.querySelectorAll("*")].filter((part) =>
  part.getBoundingClientRect().right > card.getBoundingClientRect().right + 1
  && !part.closest("pre, svg, [style*='clip-path']")).map((part) => part.outerHTML)"""


@pytest.fixture(scope="module")
def desks(browser, address) -> Iterator[dict[str, Desk]]:
    """The page's exercises by id, their Python loaded once."""
    reader = start(browser, address, PAGE)
    reader.page.evaluate(AXE.read_text(encoding="utf-8"))
    yield {exercise_id: Desk(reader, exercise_id) for exercise_id, _ in MISTAKES.values()}
    reader.close()
    assert not reader.faults


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_a_card_is_readable_and_axe_finds_nothing(desks, name):
    desk = desks[MISTAKES[name][0]]
    desk.check(cell(name))
    desk.card.get_by_text("Looking for the line").wait_for(state="detached")
    desk.card.evaluate(OPEN_ALL)
    faults = []
    for width, scheme in FORMS:
        desk.page.set_viewport_size({"width": width, "height": 900})
        turn(desk.page, scheme)
        found = desk.card.evaluate(AXE_FAULTS) + desk.card.evaluate(BEYOND)
        faults += [f"{width} {scheme}: {fault}" for fault in found]
    assert not faults

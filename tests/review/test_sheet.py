"""Several answers in words to one question: read down a page, ticked, saved at once."""

import time
from pathlib import Path

import pytest
from grading.outputs import record
from making import autograder, check, hand_in, notebook

from tests.review.conftest import Served, served_to
from tests.review.test_words import DOUBLE, written
from tests.site.view import View

pytestmark = pytest.mark.browser
WORDS = {
    "s1": "Zero is somewhere else.",
    "s2": "It is longer.",
    "s3": "A factor is not enough.",
    "s4": "As Dee Park said.",  # whose own name it is
}


def handed(words: str) -> bytes:
    cells = [
        DOUBLE,
        check("double", "scales"),
        written(words),
        'check("scales.why_offset")',
    ]
    return notebook("from autograder import check", *cells)


@pytest.fixture
def served(tmp_path, unsafe):
    names = ("Ada Low", "Ben Okri", "Cleo Marsh", "Dee Park")
    people = zip(WORDS, names, strict=True)
    (tmp_path / "roster.csv").write_text("id,name\n" + "\n".join(map(",".join, people)))
    hand_in(tmp_path / "class", **{who: handed(words) for who, words in WORDS.items()})
    wanted = ("--out", "out", "--key", "text_key", "--roster", "roster.csv", *unsafe)
    autograder(tmp_path, "grade", "class", *wanted, status=0)
    running = served_to(tmp_path, "Emmy", "Sofia")
    yield running
    running.stop()


def opened(browser, served: Served, which: int = 0) -> View:
    """The page of the question, which the link opens."""
    view = View(browser, served.address, 1280, "light")
    view.page.goto(served.links[which])
    view.wait_for("form#review")
    return view


def tick(view: View, words: str) -> None:
    view.page.check(f"section:has-text('{words}') >> [name^=item] >> nth=0")


def points(folder: Path) -> list[float | None]:
    found = (record(folder, who)["exercises"] for who in WORDS)
    return [e["points"] for es in found for e in es if e["id"] == "scales.why_offset"]


def test_all_that_wait_are_ticked_on_a_page_and_saved_at_once(served, browser):
    view = opened(browser, served)
    assert view.page.locator("pre.words").count() == 3
    assert not view.axe_faults()
    ticked = view.page.locator("[name^=item]:checked")
    every = view.page.locator("[name^=item]").count()
    for many in (every, 0):  # and all taken back
        view.page.keyboard.press("a")
        assert ticked.count() == many
    tick(view, WORDS["s1"])
    tick(view, WORDS["s3"])
    view.page.keyboard.press("s")
    view.page.wait_for_selector("#comment")  # of the one that may tell a name
    ends, wanted = time.monotonic() + 60, [2, 0, 2, None]  # written while it runs
    while points(served.folder) != wanted and time.monotonic() < ends:
        time.sleep(0.2)
    assert points(served.folder) == wanted
    view.page.click("button.main")
    view.page.wait_for_selector("h1:has-text('All answers are read')")
    assert "Press Ctrl+C" in view.page.inner_text("main")
    view.context.close()
    served.stop()
    assert "4 answers to read." in served.said
    assert points(served.folder) == [2, 0, 2, 0]
    assert not view.faults


def test_what_may_tell_a_name_is_no_part_of_the_page_and_stays_open(served, browser):
    view = opened(browser, served)
    assert "Dee" not in view.page.inner_text("main")
    view.page.click("[data-key=u]")
    alone = view.page.inner_text("a.group >> nth=1")
    view.context.close()
    assert "an answer to read; 3 points" in alone


@pytest.mark.slow
def test_the_slower_of_two_sees_what_differs_with_their_own_ticks(served, browser):
    emmy, sofia = (opened(browser, served, which) for which in (0, 1))
    tick(emmy, WORDS["s1"])
    tick(sofia, WORDS["s1"])
    tick(sofia, WORDS["s2"])
    emmy.page.click("button.main")
    emmy.page.wait_for_selector("#comment")
    sofia.page.click("button.main")
    sofia.page.wait_for_selector("[role=alert]")
    shown = sofia.page.locator("pre.words").all_inner_texts()
    told = sofia.page.inner_text("[role=alert]")
    ticked = sofia.page.locator("[name^=item]:checked").count()
    sofia.page.click("button.main")
    sofia.page.wait_for_selector("#comment")
    for view in (emmy, sofia):
        view.context.close()
    served.stop()
    assert (shown, ticked, "Emmy:" in told) == ([WORDS["s2"]], 1, True)
    assert points(served.folder) == [2, 2, 0, None]

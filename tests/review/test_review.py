"""The review page in a real browser: read once, write once, to all who did the same."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from grading.outputs import grades

from autograder.gradebook.database import Gradebook
from tests.made_results import read
from tests.site.view import View

pytestmark = pytest.mark.browser
TO_CELSIUS = "temperature.to_celsius"


@pytest.fixture
def opened(browser) -> Iterator[Callable[..., View]]:
    """Open the page by a link, in a browser of its own; find that nothing broke."""
    views: list[View] = []

    def start(served, which: int = 0, width: int = 1280, scheme: str = "light") -> View:
        views.append(View(browser, served.address, width, scheme))
        views[-1].page.goto(served.links[which])
        return views[-1]

    yield start
    faults = [fault for view in views for fault in view.faults]
    for view in views:
        view.context.close()
    assert not faults


def write(view: View, comment: str, points: str = "") -> None:
    view.page.fill("#comment", comment)
    view.page.fill("#points", points)
    view.page.click("button.main")
    view.page.wait_for_load_state()


def first_group(view: View) -> None:
    view.page.click("a.group >> nth=0")
    view.page.wait_for_selector("#comment")


def feedback(folder: Path, student: str) -> str:
    return read((folder / "out" / "feedback" / f"{student}.html").read_text()).text


def score(folder: Path, student: str) -> float:
    return float(grades(folder)[student]["score"])


def test_the_largest_group_without_a_name_comes_first(served, opened):
    page = opened(served).page
    rows = [row.inner_text().split() for row in page.query_selector_all("a.group")]
    assert [row[0] for row in rows] == ["3", "1", "4"]


def test_one_comment_with_points_reaches_all_of_the_group_and_nobody_else(serve, opened):
    served = serve()
    before = score(served.folder, "s1")
    view = opened(served)
    first_group(view)
    write(view, "Look at both scales at 0.", "0,5")
    served.stop()
    for student in ("s1", "s2", "s3"):
        assert "Look at both scales at 0." in feedback(served.folder, student)
        assert score(served.folder, student) == before + 0.5
    assert "Look at both" not in feedback(served.folder, "s8")
    assert score(served.folder, "s8") == before


@pytest.mark.slow
def test_who_said_it_and_when_is_kept(serve, opened):
    served = serve()
    view = opened(served)
    first_group(view)
    write(view, "Look at both scales.")
    view.page.goto(served.address)
    view.page.click("a.group >> nth=2")
    view.page.click("text=Take it back")
    served.stop()
    with Gradebook(served.folder / "out", create=False) as book:
        first, second = book.journal.reviews()
        assert book.journal.standing_reviews() == {}
    assert (first.by, first.comment, second.comment) == ("Emmy", "Look at both scales.", "")
    assert first.at <= second.at
    assert "Look at both scales." not in feedback(served.folder, "s1")


@pytest.mark.slow
def test_what_was_taken_back_can_be_written_anew(serve, opened):
    served = serve()
    view = opened(served)
    first_group(view)
    group = view.page.url
    write(view, "Look at both scales.")
    view.page.goto(group)
    view.page.click("text=Take it back")
    view.page.wait_for_load_state()
    view.page.goto(group)
    write(view, "Compare where zero is.")
    served.stop()
    assert "Compare where zero is." in feedback(served.folder, "s1")


def test_two_assistants_do_not_overwrite_each_other(serve, opened):
    served = serve("Emmy", "Sofia")
    emmy, sofia = opened(served, 0), opened(served, 1)
    first_group(emmy)
    first_group(sofia)
    write(emmy, "Emmy's words.")
    sofia.page.fill("#comment", "Sofia's words.")
    sofia.page.click("button.main")
    alert = sofia.page.wait_for_selector("[role=alert]").inner_text()
    assert "Emmy wrote about these answers meanwhile" in alert
    assert "Emmy: Emmy's words." in alert
    assert sofia.page.input_value("#comment") == "Sofia's words."  # nothing is lost
    with Gradebook(served.folder / "out") as book:
        assert len(book.journal.reviews()) == 1
        sofia.page.click("button.main")  # having read it
        sofia.page.wait_for_load_state()
        assert [r.by for r in book.journal.reviews()] == ["Emmy", "Sofia"]
    assert {f.split(":")[0] for f in sofia.take_faults()} == {"console", "409"}


def test_the_keyboard_alone_is_enough(serve, opened):
    served = serve()
    view = opened(served)
    keys = view.page.keyboard
    keys.press("j")
    keys.press("Enter")
    view.wait_for("#comment")
    keys.press("c")
    keys.type("Typed: j and k are letters here.")
    keys.press("Escape")
    keys.press("p")
    keys.type("1")
    keys.press("Control+Enter")
    view.wait_for("text=Said before")  # the next group
    keys.press("1")
    assert view.page.input_value("#comment") == "Typed: j and k are letters here."
    keys.press("Escape")
    keys.press("u")
    view.wait_for("ol.groups")
    assert "2 groups of answers to read" in view.page.inner_text("h1")


def test_names_are_hidden_until_asked_for(served, opened):
    view = opened(served)
    first_group(view)
    assert "Ada Lovelace" not in view.page.content()
    assert "onerror" not in view.page.content()  # comments may tell who wrote it
    view.page.click("text=Show names")
    view.page.wait_for_selector("text=Hide names")
    assert "Ada Lovelace" in view.page.content()


def test_nothing_a_student_wrote_runs(served, opened):
    view = opened(served)
    first_group(view)
    view.page.click("text=Show names")
    view.page.wait_for_selector("text=Hide names")
    assert view.page.title() == "To Celsius: 3 students"
    assert view.page.query_selector("main img") is None
    codes = [code.inner_text() for code in view.page.query_selector_all("pre.code")]
    assert any("<script>document.title" in code for code in codes)


def test_points_beyond_the_exercise_are_refused_and_nothing_typed_is_lost(served, opened):
    view = opened(served)
    first_group(view)
    write(view, "So many?", "99")
    assert "is worth 2 points" in view.page.inner_text("[role=alert]")
    assert view.page.input_value("#comment") == "So many?"
    assert {f.split(":")[0] for f in view.take_faults()} == {"console", "400"}


def test_a_group_gives_the_command_that_makes_it_a_misconception(served, opened):
    view = opened(served)
    first_group(view)
    command = view.page.inner_text("[aria-label=Command]")
    assert command.startswith(f"autograder add-misconception {TO_CELSIUS} answer.py")
    with view.page.expect_download() as download:
        view.page.click("text=answer.py >> nth=0")
    assert "def to_celsius" in Path(download.value.path()).read_text()


@pytest.mark.slow
def test_a_later_hand_in_that_does_the_same_is_told_the_same(serve, opened, unsafe):
    from making import autograder, hand_in, solved

    from tests.review.conftest import WRONG

    served = serve()
    view = opened(served)
    first_group(view)
    write(view, "Look at both scales.", "1")
    served.stop()
    hand_in(served.folder / "late", s8=solved(to_celsius=WRONG))
    autograder(served.folder, "grade", "late", "--out", "out", *unsafe, status=0)
    assert "Look at both scales." in feedback(served.folder, "s8")
    record = json.loads((served.folder / "out" / "results" / "s8.json").read_text())
    points = {one["id"]: one["points"] for one in record["exercises"]}
    assert points[TO_CELSIUS] == 1


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(served, opened, width, scheme):
    view = opened(served, 0, width, scheme)
    assert not view.axe_faults()
    first_group(view)
    view.page.click("text=What the student reads")
    assert not view.axe_faults()


def test_ctrl_c_ends_it_in_one_sentence(serve):
    status, said = serve().stop()
    assert (status, said.strip()) == (
        130,
        "Stopped. What was said is kept, and feedback is written.",
    )

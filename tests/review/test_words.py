"""Answers in words, from the hand-in to the feedback: open until a person ticks."""

import html
import re
import shutil
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from grading.outputs import record
from making import autograder, check, hand_in, notebook

from autograder.gradebook.database import Gradebook
from autograder.gradebook.journal import Review
from autograder.gradebook.reviews import group_of
from autograder.review.pages import as_page
from tests.made_results import read
from tests.review.conftest import served_to
from tests.site.view import View

pytestmark = pytest.mark.browser
DOUBLE = "def double(x):\n    return x + x"
SAME = "Because zero is somewhere else. <b>Ada</b> $\\frac{1}{2}$"
ANSWER = 'why_offset = """' + SAME.replace("zero ", "zero\n ") + '"""'


def handed(why: str | dict) -> bytes:
    cells = [DOUBLE, check("double", "scales"), why, 'check("scales.why_offset")']
    return notebook("from autograder import check", *cells)


def written(words: str) -> dict:
    """The cell that the exercise brings, filled."""
    mark = {"exercise": {"id": "scales.why_offset", "role": "stub"}}
    return {"cell_type": "markdown", "metadata": mark, "source": words}


@pytest.fixture(scope="module")
def graded(tmp_path_factory, unsafe) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("words")
    hand_in(
        folder / "class",
        s1=handed(ANSWER),
        s2=handed(written(SAME)),
        s3=handed("why_offset = ..."),
    )
    wanted = ("--out", "out", "--key", "text_key", "--jobs", 1, *unsafe)
    done = autograder(folder, "grade", "class", *wanted, status=0)
    return folder, done.stdout


def test_what_nobody_has_read_is_open_and_said_in_one_line(graded):
    folder, said = graded
    assert "Answers for a person to read: 2." in said
    found = record(folder, "s1")
    (why,) = (e for e in found["exercises"] if e["id"] == "scales.why_offset")
    assert (found["score"], why["points"], why["status"]) == (None, None, "awaiting_review")
    page = read((folder / "out" / "feedback" / "s1.html").read_text())
    assert "A person reads this one; its points are open until then." in page.text
    assert "zero is another temperature" not in page.text


def test_nothing_written_is_no_points_and_waits_for_nobody(graded):
    assert record(graded[0], "s3")["score"] == 1


@pytest.mark.slow
def test_the_slower_of_two_keeps_what_they_ticked_and_reads_what_the_other_did(
    graded, browser, tmp_path
):
    folder = tmp_path / "words"
    shutil.copytree(graded[0], folder)
    served = served_to(folder, "Emmy", "Sofia")
    emmy, sofia = (View(browser, served.address, 1280, "light") for _ in served.links)
    for view, link in zip((emmy, sofia), served.links, strict=True):
        view.page.goto(link)
        view.page.click("a:text-is('Comment')")
        assert "Because zero" in view.page.inner_text("pre.words")
        view.page.wait_for_selector("fieldset")
    for view, item in ((emmy, 0), (sofia, 1)):
        view.page.check(f"input[name=item] >> nth={item}")
        view.page.click("button.main")
        view.page.wait_for_load_state()
    told = sofia.page.inner_text("[role=alert]")
    assert "Emmy: Ticked: says that zero is another temperature. (2 points)" in told
    ticked = [box.is_checked() for box in sofia.page.query_selector_all("[name=item]")]
    assert ticked == [False, True]
    sofia.page.check("input[name=item] >> nth=0")
    sofia.page.click("button.main")
    sofia.page.wait_for_selector("h1:has-text('All answers are read')")
    sofia.page.click("a.group")
    sofia.page.wait_for_selector("fieldset")
    assert sofia.page.input_value("#points") == ""  # or other ticks would change nothing
    for view in (emmy, sofia):
        view.context.close()
    _, said = served.stop()
    assert "409" not in said  # it is on the page
    assert record(folder, "s1")["score"] == 4


def test_who_reads_ticks_and_all_who_wrote_it_have_the_points(graded, browser):
    folder, _ = graded
    served = served_to(folder, "Emmy")
    view = View(browser, served.address, 1280, "light")
    page = view.page
    page.goto(served.links[0])
    assert "2 answers to read" in page.inner_text("h1")
    page.click("text=Your own answer")  # which is folded
    shown = page.inner_text("main")
    assert "\\frac{1}{2}" in shown
    assert "So a factor alone cannot convert." in shown  # the key's own answer
    page.keyboard.press("1")
    assert page.is_checked("[name^=item] >> nth=0")
    assert not view.axe_faults()
    page.keyboard.press("s")
    page.wait_for_selector("h1:has-text('All answers are read')")
    assert "Go on in the terminal." in page.inner_text("main")
    assert "All answers are read. Next: autograder export out" in served.ended()
    view.context.close()
    for student in ("s1", "s2"):
        assert record(folder, student)["score"] == 3
        feedback = read((folder / "out" / "feedback" / f"{student}.html").read_text())
        assert "There: says that zero is another temperature" in feedback.text
        assert "Reviewed." not in feedback.text
        assert "Missing: says that a factor alone does not do" in feedback.text
    assert not view.faults


def test_a_question_is_shown_as_its_page_shows_it_and_runs_nothing():
    hostile = "<script>alert(1)</script> [me](javascript:alert(2)) ![x](https://a.b/c.png)"
    page = as_page(f"Why *not* `x`?\n\n- one\n\n{hostile}")
    assert "<em>not</em> <code>x</code>" in page
    assert "<li>one</li>" in page
    assert "<script" not in page
    assert 'href="javascript' not in page


def group_pages(folder: Path) -> list[str]:
    """The page of each group, as a browser gets it."""
    served = served_to(folder, "Emmy")
    reader = build_opener(HTTPCookieProcessor(CookieJar()))
    try:
        reader.open(served.links[0])  # which goes to what waits
        first = reader.open(served.address)
        groups = re.findall(r'class="group" href="([^"]+)"', first.read().decode())
        where = [urljoin(first.url, html.unescape(group)) for group in groups]
        return [reader.open(one).read().decode() for one in where]
    finally:
        served.stop()


def test_an_answer_that_was_read_by_another_rubric_is_shown_with_its_points(
    graded, tmp_path
):
    folder = shutil.copytree(graded[0], tmp_path / "words")
    with Gradebook(folder / "out") as book:
        result = next(r for r in book.results() if r.student == "s1")
        (why,) = (e for e in result.exercises if e.id == "scales.why_offset")
        read_before = ("+ says that zero is another temperature", "- is long", "+ rhymes")
        said = Review(0, "", "Sofia", why.id, group_of(why), "", 1.5, read_before)
        latest = book.journal.standing_reviews().get((why.id, said.answers))
        book.journal.add_review(said, latest.id if latest else 0)
    (page,) = group_pages(folder)
    assert re.search(r'<input id="points"[^>]* value="1.5"', page)
    assert page.count(" checked>") == 1


def test_code_that_was_not_found_is_not_offered_as_a_misconception(tmp_path, unsafe):
    mark = {"exercise": {"id": "scales.double", "role": "stub"}}
    renamed = {
        "cell_type": "code",
        "metadata": mark,
        "source": "def Double(x):\n    return x",
    }
    hand_in(tmp_path / "class", s1=notebook(renamed, check("double", "scales")))
    wanted = ("--out", "out", "--key", "text_key", *unsafe)
    autograder(tmp_path, "grade", "class", *wanted, status=1)
    (page,) = group_pages(tmp_path)
    assert "def Double" in page
    assert "add-misconception" not in page


def test_pictures_of_an_answer_are_shown_to_who_reads_it(tmp_path, unsafe):
    picture = {"a.png": {"image/png": "iVBORw0KGgo="}, "b": {"text/html": "<script>"}}
    own = {**written("See ![](attachment:a.png)"), "attachments": picture}
    hand_in(tmp_path / "class", s1=handed(own))
    autograder(
        tmp_path, "grade", "class", "--out", "out", "--key", "text_key", *unsafe, status=0
    )
    (page,) = group_pages(tmp_path)
    assert '<img src="data:image/png;base64,iVBORw0KGgo="' in page
    assert "attachment:a.png" in page
    assert page.count("<script") == 1  # the page's own

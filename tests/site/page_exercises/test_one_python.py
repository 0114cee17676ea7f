"""Exercises done on one page: keys, questions after a pass, a look inside, a stop.

The page's Python is started once for all that share ``reader``.
"""

import re
from functools import partial

import pytest

from tests.site.desk import SETTINGS, Desk, with_settings
from tests.site.page_exercises.first_page import RIGHT, WRONG_AXIS
from tests.site.view import AXE, AXE_FAULTS

pytestmark = pytest.mark.browser

# --- by keyboard, and what the editor says of itself ----------------------------------


def test_an_exercise_is_done_by_keyboard_alone(reader):
    desk = Desk(reader, "numpy.project_qkv")
    page, keys = desk.page, desk.page.keyboard

    def focused() -> str:
        return page.evaluate("document.activeElement.textContent.trim()")

    desk.editor.focus()
    keys.press("ControlOrMeta+a")
    keys.insert_text("def f():")
    keys.press("Enter")
    keys.type("return 1")
    keys.press("Home")
    keys.press("Tab")
    assert desk.source() == "def f():\n        return 1"
    keys.press("ControlOrMeta+z")
    assert desk.source() == "def f():\n    return 1"
    keys.press("Escape")
    assert "Press Tab to leave" in desk.status.inner_text()
    keys.press("Tab")
    assert focused() == "Run"
    keys.press("Tab")
    assert focused() == "Check"
    keys.press("Enter")
    desk.done("Checked")
    assert focused() == "Check"
    keys.press("Shift+Tab")
    keys.press("Shift+Tab")
    assert desk.editor.evaluate("e => e === document.activeElement")
    keys.press("ControlOrMeta+End")
    keys.insert_text("\n\n\nf() + 41")
    keys.press("Shift+Enter")
    desk.done("Your code ran")
    assert "42" in desk.said()
    for _ in ("Run", "Check", "Hint", "Reset"):
        keys.press("Escape")
        keys.press("Tab")
    assert focused() == "Reset"
    keys.press("Enter")
    assert "raise NotImplementedError" in desk.source()
    assert focused() == "Undo reset"
    keys.press("Enter")
    assert "f() + 41" in desk.source()


def test_no_key_of_python_is_a_shortcut_of_the_page(reader):
    desk = Desk(reader, "numpy.project_qkv")
    desk.page.keyboard.press("ControlOrMeta+a")
    signs = "a / b // c + - * % @ < > = ! & | ^ ~ : ; , . # $ ? _ \\"
    desk.page.keyboard.type(signs)
    assert desk.source() == signs


def test_tab_indents_only_after_writing_or_a_click(reader):
    desk = Desk(reader, "numpy.self_attention", opened=False)
    page, keys = desk.page, desk.page.keyboard
    stub = desk.plain.input_value()
    desk.plain.focus()
    keys.press("ArrowDown")  # moves about: the editor comes, with the focus in it
    desk.editor.wait_for()
    assert desk.editor.evaluate("e => e === document.activeElement")
    keys.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"
    assert desk.source().split() == stub.split()
    keys.press("Shift+Tab")
    keys.press("ControlOrMeta+Home")
    keys.type("# ")
    keys.press("Tab")
    assert desk.source().startswith("    # def")
    keys.press("Escape")
    keys.press("Tab")
    keys.press("Shift+Tab")
    keys.press("Tab")  # back from elsewhere: it passes again
    assert page.evaluate("document.activeElement.textContent") == "Run"
    desk.editor.click()
    before = desk.source()
    keys.press("Tab")
    assert desk.source() != before


@pytest.mark.slow
def test_what_is_typed_before_the_editor_is_there_is_kept(new_reader):
    reader = new_reader()
    desk = Desk(reader, opened=False)
    desk.plain.focus()
    desk.page.keyboard.press("ControlOrMeta+a")
    desk.page.keyboard.type("x = 1  # fast typing before anything came\nx + 1")
    desk.editor.wait_for()
    desk.page.keyboard.type("0")
    assert desk.source() == "x = 1  # fast typing before anything came\nx + 10"
    desk.press("Reset")
    assert "raise NotImplementedError" in desk.source()


def test_the_editor_says_what_it_is(reader):
    desk = Desk(reader)
    assert desk.editor.get_attribute("role") == "textbox"
    assert desk.editor.get_attribute("aria-label") == "Your code: A stable softmax"
    described = desk.editor.get_attribute("aria-describedby")
    assert "Escape, then Tab" in desk.page.locator(f"#{described}").inner_text()


# --- questions about the reader's own code, after a pass and again on other days --------

PROGRESS = "book/my-progress.html"
TITLE = "Do you know why it works?"
# As if the days until the next questions had passed.
LATER = """() => {
  const key = Object.keys(localStorage).find((each) => each.endsWith(":practice"));
  const kept = JSON.parse(localStorage.getItem(key));
  for (const round of kept.rounds) round.due = "2020-01-01";
  localStorage.setItem(key, JSON.stringify(kept));
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
    # Which question comes first is drawn by the day: of an error there is no line.
    assert re.search(r"Line \d|It raises|It was run so", said.inner_text())


def test_it_fits_and_axe_finds_nothing(asked):
    asked.card.get_by_role("radio").first.check()
    asked.page.evaluate(AXE.read_text(encoding="utf-8"))
    for width in (390, 1280):
        asked.page.set_viewport_size({"width": width, "height": 900})
        assert asked.card.evaluate(AXE_FAULTS) == []
        assert asked.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.usefixtures("asked")
def test_what_is_due_stands_on_the_page_of_progress(reader):
    reader.page.evaluate(LATER)
    page = reader.open_tab()
    page.goto(f"{reader.address}/{PROGRESS}")
    today = page.get_by_role("region", name="Today")
    today.locator("details").nth(2).wait_for()
    assert today.locator("details").count() == 3
    today.locator("summary").first.click()
    for field in today.locator("details").first.locator("fieldset").all():
        field.get_by_role("radio").first.check()
    page.reload()
    today.get_by_text("of 3 questions about your own code right so far").wait_for()
    assert today.locator("details").count() in (2, 3)
    page.close()


# --- the line with a mark, and a look inside ------------------------------------------

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
    desk.card.get_by_text("in another line").wait_for()
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
    assert "in another line" not in desk.card.inner_text()


@pytest.mark.slow
def test_an_error_is_not_looked_into(reader):
    desk = Desk(reader)
    card = desk.check("def softmax(scores, axis=-1):\n    return scores @ scores")
    assert "Looking" not in card


# --- runs, errors and a stop ------------------------------------------------------------

LONGEST = 4  # seconds that code may run where a test waits for its end
FOREVER = "while True:\n    pass\n"
SCALED = """\
def attention_weights(q, k):
    return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1]))
"""


@pytest.mark.slow
def test_an_error_points_into_the_readers_own_lines(reader):
    desk = Desk(reader)
    shown = desk.run("def softmax(scores):\n    return np.exp(scoers)\n\nsoftmax(queries)")
    assert "Line 2, in softmax" in shown
    assert "NameError: name 'scoers' is not defined" in shown
    assert "site-packages" not in shown
    assert "SyntaxError" in desk.run("def softmax(scores)\n")


@pytest.mark.slow
def test_earlier_answers_are_the_readers_own_once_they_have_passed(reader):
    reader.call("clear")
    weights = Desk(reader, WEIGHTS)
    assert "the reference softmax" in weights.check(SCALED)
    assert "right" in Desk(reader).check(RIGHT)
    assert "your own softmax" in weights.check(SCALED)


@pytest.mark.slow
def test_what_a_page_leaves_out_of_python_is_missed_by_nothing_it_has(reader):
    modules = (
        "datetime, urllib.parse, urllib.request, shutil, logging.config, uuid, doctest"
    )
    assert "42" in Desk(reader).run(f"import {modules}\n20 + 22")


def test_help_is_given_in_the_page(reader):
    assert "Calculate the exponential of all elements" in Desk(reader).run("help(np.exp)")


def test_a_loop_is_stopped_and_the_next_run_works(reader):
    desk = Desk(reader)
    desk.write(FOREVER)
    desk.press("Run")
    desk.section.get_by_role("button", name="Stop").click()
    desk.fault.wait_for()
    assert desk.fault.inner_text() == "Stopped. Your code is kept."
    assert desk.source().strip() == FOREVER.strip()
    assert "2" in desk.run("1 + 1")


@pytest.mark.slow
def test_a_loop_that_nobody_stops_ends_by_itself(reader):
    settings = f"**/{SETTINGS}"
    reader.context.route(settings, partial(with_settings, {"seconds": LONGEST}))
    reader.reload()
    desk = Desk(reader)
    desk.write(FOREVER)
    said = desk.trouble("Check")
    assert f"still running after {LONGEST} seconds" in said
    assert desk.source().strip() == FOREVER.strip()
    reader.context.unroute(settings)
    reader.reload()
    assert Desk(reader).source().strip() == FOREVER.strip()

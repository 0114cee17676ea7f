"""What stopped a learner with a phone, on the way from the first page to chapter 03."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bs4 import BeautifulSoup
from quickly import quickly

from tests.site.desk import Desk, read, with_python
from tests.site.reader import Reader

pytestmark = pytest.mark.browser
pytest_plugins = ["elements_driving"]

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LEFT = 844 - 336  # of the screen's height, where the keyboard is up
# A keyboard as a phone's: where one writes it lies over the page, whose own size stays.
WITH_KEYBOARD = """
addEventListener("DOMContentLoaded", () => {
  const keyboard = document.createElement("div");
  keyboard.style =
    "position: fixed; inset: auto 0 0; height: 336px; background: #ccc; z-index: 9999";
  const writes = "textarea, [contenteditable=true], input:is([type=text], [type=search])";
  const height = () => innerHeight - (keyboard.isConnected ? 336 : 0);
  Object.defineProperty(visualViewport, "height", { get: height });
  const show = () => {
    const before = height();
    if (document.activeElement?.matches(writes)) document.body.append(keyboard);
    else keyboard.remove();
    if (height() !== before) visualViewport.dispatchEvent(new Event("resize"));
  };
  for (const moved of ["focusin", "focusout"])
    addEventListener(moved, () => setTimeout(show));
});
"""


@pytest.fixture(scope="module")
def on_phone(browser, address) -> Iterator[Callable[[str], Reader]]:
    """A reader with a phone, who opens each chapter once: tests share no exercise."""
    reader = Reader(browser, address, **PHONE)
    reader.context.add_init_script(WITH_KEYBOARD)
    tabs: dict[str, Any] = {}

    def turn_to(chapter: str) -> Reader:
        if chapter not in tabs:
            reader.page = tabs[chapter] = reader.open_tab()
            reader.open(f"notebooks/{chapter}.html")
        reader.page = tabs[chapter]
        return reader

    yield turn_to
    reader.close()
    assert not reader.faults


@pytest.fixture
def keys(site, on_phone) -> Desk:
    """The exercise on keys, as nobody has touched it, on a page where Python goes on."""
    with_python(site)
    desk = Desk(on_phone("02-by-hand"), "byhand.keys")
    if desk.section.get_attribute("data-state"):
        desk.press("Reset")
    return desk


@pytest.mark.slow
def test_what_a_phone_makes_of_an_answer_is_said_and_how_to_mend_it(keys):
    rows = "[[0, 1, 1], [4, 4, 0], [2, 3, 1]]"
    for source, said in {
        f"Keys = np.array({rows})": "defines Keys, but keys is asked for",
        rows: "Begin it with keys =",
        f"keys = Np.array({rows})": "Capitals count: Np is not np.",
        "keys = \u2026": "Type three dots",
        f"keys = array({rows})": "np.array",
        f"keys = np.array({rows.replace('4', '2')})": "What you gave",
    }.items():
        keys.write(source)
        keys.press("Check")
        keys.done("Checked")
        assert said in keys.said(), source
    boxes = keys.section.locator(".check-card pre")
    assert boxes.evaluate_all(FADES) == [True] * boxes.count(), "cut without a sign of it"


FADES = """(boxes) => boxes.map((box) =>
  getComputedStyle(box).backgroundAttachment.includes("local"))"""

# How far, in pixels, each ^ of an error stands from below its letter.
OFF_THEIR_LETTERS = """
(pre) => {
  const nodes = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT), places = [];
  for (let node; (node = nodes.nextNode()); )
    for (let at = 0; at < node.length; at++) places.push([node, at]);
  const lines = [[]];
  for (const place of places)
    if (place[0].data[place[1]] === "\\n") lines.push([]);
    else lines.at(-1).push(place);
  const range = document.createRange();
  const box = ([node, at]) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  return lines.flatMap((line, row) => line.flatMap((place, column) => {
    if (place[0].data[place[1]] !== "^") return [];
    const [mark, letter] = [box(place), box(lines[row - 1][column])];
    return [Math.abs(mark.left - letter.left) + Math.abs(mark.top - letter.bottom)];
  }));
}
"""


def test_the_mark_in_an_error_stands_under_what_it_marks(keys):
    for source in (
        "numbers_of_the_first_token = [1, 2, 3, 4]\n"
        "keys = sum(numbers_of_the_first_token) / (numbers_of_the_first_token[0] - 1)",
        "keys = np.array([[0, 1, 1], [4, 4, 0], [2, 3, 1]) + np.zeros((3, 3))",
    ):
        keys.run(source)
        off = keys.section.locator(".is-error pre").evaluate(OFF_THEIR_LETTERS)
        assert off
        assert max(off) < 12, source


# Named parts whose sign, as a full stop, begins the next line.
SIGN_BELOW = """
(words) => words.filter((word) => {
  const behind = word.nextSibling;
  if (!/^[.,:;]/.test(behind?.textContent ?? "")) return false;
  const range = document.createRange();
  range.setStart(behind, 0);
  range.setEnd(behind, 1);
  return range.getBoundingClientRect().top > word.getBoundingClientRect().bottom - 2;
}).map((word) => word.textContent)
"""


@pytest.mark.slow
def test_no_line_begins_with_the_sign_behind_a_named_part(here):
    words = here.page.locator("formula-parts .parts-word")
    words.first.wait_for()
    for width in (320, 360, 375, 390, 412):
        here.page.set_viewport_size({"width": width, "height": 900})
        assert words.evaluate_all(SIGN_BELOW) == [], width


@pytest.mark.slow
def test_no_card_marks_a_line_of_the_chapters_own_code(site, on_phone):
    with_python(site)
    desk = Desk(on_phone("01-why-attention"), "why.soft_lookup")
    card = desk.check(
        "def soft_lookup(query, keys, values, temperature=1.0):\n"
        "    w = softmax(query @ keys.T) / temperature\n    return w @ values"
    )
    assert "after the softmax" in card
    desk.card.get_by_text("Look inside").wait_for()
    assert "Code cell" not in desk.card.inner_text()


def test_the_guess_about_a_sentence_leaves_with_the_sentence(touch):
    one = touch("model-heads", "book/index.html", 390)
    guess = one.root.locator(".heads-guess")
    chosen = one.root.get_by_label("Sentence", exact=True)
    for sentence, stays in ((3, False), (1, True)):
        chosen.select_option(str(sentence))
        assert guess.is_visible() == stays
    chosen.select_option("0")


def test_no_line_of_the_path_begins_with_a_dot(site):
    page = BeautifulSoup(read(site, "book/index.html"), "html.parser")
    lines = [line.get_text() for line in page.select(".path-chapter > p:not(.path-facts)")]
    assert len(lines) == 19
    assert not [line for line in lines if "·" in line]


def tapped(reader, exercise: str, words: str) -> Desk:
    """The desk after a finger's tap on these words of its stub."""
    desk = Desk(reader, exercise, opened=False)
    box = desk.section.locator(".exercise-plain pre").evaluate(BROUGHT_UP, words)
    desk.page.touchscreen.tap(box["x"] + 40, box["y"] + 8)
    desk.editor.wait_for()
    return desk


# Where words of the stub begin, scrolled to where a keyboard leaves them in sight.
BROUGHT_UP = """
(pre, words) => {
  const nodes = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
  for (let node; (node = nodes.nextNode()); ) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    scrollBy({ top: range.getBoundingClientRect().top - 200, behavior: "instant" });
    return range.getBoundingClientRect();
  }
}
"""


def test_a_tap_on_what_a_stub_leaves_to_write_takes_all_of_it(on_phone):
    reader = on_phone("03-numpy")
    stubs = "[data-exercise]:has(.exercise-stub:has-text('raise NotImplementedError'))"
    wanted = reader.page.locator(stubs).evaluate_all(
        "all => all.map(e => e.dataset.exercise)"
    )
    assert len(wanted) > 3
    for exercise in wanted:
        desk = tapped(reader, exercise, "raise")
        desk.page.keyboard.insert_text("return 1")
        assert desk.source().splitlines()[-1] == "    return 1", exercise


def test_a_tap_on_the_dots_of_a_value_takes_them(on_phone):
    desk = tapped(on_phone("02-by-hand"), "byhand.scores_2", "scores")
    desk.page.keyboard.insert_text("X[0]")
    assert desk.source().startswith("scores_2 = X[0]  # three numbers")


def touched(page, target) -> None:
    """A finger's tap on what is in sight; nothing is scrolled for it."""
    box = target.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert target.evaluate(
        "(e, [x, y]) => e.contains(document.elementFromPoint(x, y))", [x, y]
    )
    page.touchscreen.tap(x, y)


@pytest.mark.parametrize("exercise", ["byhand.queries", "byhand.why_hidden"])
def test_what_one_checks_with_stays_above_a_phones_keyboard(on_phone, exercise):
    reader = on_phone("02-by-hand")
    section = Desk(reader, exercise, opened=False).section
    section.locator("textarea").tap(position={"x": 60, "y": 12})
    section.locator(":focus").wait_for()
    check = section.get_by_role("button", name="Check", exact=True).element_handle()
    below = "([check, left]) => check.getBoundingClientRect().bottom <= left"
    reader.page.wait_for_function(below, arg=[check, LEFT])
    touched(reader.page, check)
    assert not section.locator(":focus:is(textarea, .cm-content)").count()


@pytest.mark.slow
def test_signs_are_typed_from_a_row_above_a_phones_keyboard(on_phone):
    desk = tapped(on_phone("02-by-hand"), "byhand.values", "values")
    row = desk.page.get_by_role("toolbar", name="Signs to type")
    row.wait_for()

    def press(*names: str) -> None:
        for name in names:
            key = row.get_by_role("button", name=name, exact=True)
            key.scroll_into_view_if_needed()  # within the row
            box = key.bounding_box()
            assert min(box["width"], box["height"]) >= 44
            touched(desk.page, key)

    write = desk.page.keyboard.insert_text
    write("X")
    press("At sign")
    write("W")
    press("Underscore")
    write("v")
    press("Opening square bracket", "Colon", "Comma", "Opening bracket")
    press("Minus sign", "Left", "Right", "Closing bracket", "Closing square bracket")
    press("Plus sign", "Asterisk", "Slash", "Full stop", "Equals sign")
    press("Indent", "Undo", "Indent")
    assert desk.source().startswith("    values = X@W_v[:,(-)]+*/.=  #")
    assert desk.editor.and_(desk.page.locator(":focus")).count()
    box = row.bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, LEFT)
    desk.section.get_by_role("button", name="Check", exact=True).focus()
    row.wait_for(state="detached")


@pytest.mark.slow
def test_a_mouse_has_no_row_of_signs(open_reader):
    desk = Desk(open_reader("notebooks/02-by-hand.html"), "byhand.keys")
    desk.write("keys")
    assert not desk.page.get_by_role("toolbar", name="Signs to type").count()


def test_all_of_a_stub_is_seen_without_a_second_scroll(on_phone):
    desk = Desk(on_phone("01-why-attention"), "why.cosine_similarity", opened=False)
    code = desk.section.locator(".exercise-plain pre")
    assert code.evaluate("(code) => code.scrollHeight - code.clientHeight") == 0


# How far the mark of an error ends behind what is in sight, in pixels.
PAST_THE_EDGE = """
(line) => {
  const text = line.firstChild, range = document.createRange();
  range.setStart(text, text.data.indexOf("^"));
  range.setEnd(text, text.data.lastIndexOf("^") + 1);
  const box = line.parentElement.getBoundingClientRect();
  return range.getBoundingClientRect().right - box.right;
}
"""


def test_a_verdict_moves_no_line_and_the_mark_of_an_error_is_in_sight(keys):
    top = "e => e.offsetTop - e.closest('.exercise').offsetTop"
    before = keys.section.locator(".exercise-editor").evaluate(top)
    keys.check("keys = np.array([[0, 1, 1], [4, 4, 0], [2, 3, 1]]).")
    assert keys.section.locator(".exercise-editor").evaluate(top) == before
    line = keys.section.locator(".is-error .exercise-marked")
    assert line.evaluate(PAST_THE_EDGE) <= 0


FIRST_THREE = ["01-why-attention", "02-by-hand", "03-numpy"]


@pytest.mark.parametrize("page", quickly(FIRST_THREE, ["02-by-hand"]))
def test_a_formula_in_a_sentence_is_as_wide_as_a_phone_at_most(on_phone, page):
    inline = on_phone(page).page.locator("p span.math, li span.math")
    wide = (
        "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
    )
    assert inline.count() > 3
    assert inline.evaluate_all(wide) == []

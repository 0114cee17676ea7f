"""The first page: what its first screen says, and that it keeps still."""

import json
import re
import time
from pathlib import Path
from typing import IO

import numpy as np
import pytest
from quickly import quickly

from attention_figures.front_page import CONTEXT, KEYS, QUERY, VALUES, WEIGHTS, WORDS
from tests.site.conftest import ROOT
from tests.site.desk import Desk, with_python
from tests.site.reader import Quiet, serving
from tests.site.test_model_heads import stored_weights

pytestmark = pytest.mark.browser
pytest_plugins = ["elements_driving"]

FRONT = "book/index.html"


@pytest.mark.parametrize("width", [1280, 390])
def test_the_first_screen_says_what_this_is_and_has_a_filled_field_and_its_arc(
    touch, width: int
):
    one = touch("model-heads", FRONT, width)
    one.page.evaluate("scrollTo(0, 0)")
    pitch = one.page.locator("article h1 + p")
    assert pitch.inner_text().startswith("A free course on attention")
    begin = one.page.get_by_role("link", name="Begin with attention by hand")
    field = one.root.get_by_label("Your sentence")
    assert "the horse didn't enter" in field.input_value()
    ends = [
        one.root.locator(".heads-word", has_text=word).first for word in ("horse", "it")
    ]
    places = [each.bounding_box()["y"] for each in (pitch, begin, field, ends[0])]
    assert places == sorted(places)
    lowest = ends[1].bounding_box()
    assert lowest["y"] + lowest["height"] / 2 < 844  # what a phone shows


def test_a_guess_is_answered_by_the_models_own_numbers(touch):
    one = touch("model-heads", FRONT, 390)
    guess = one.root.locator(".heads-guess")
    guess.get_by_role("button", name="horse").tap()
    told = guess.get_by_role("status").inner_text()
    assert told.startswith("✗ Not “horse”.")
    nervous, dark = (stored_weights("minilm", k)[3, 1, 10] for k in (0, 1))
    for now, before, word in (
        (dark[8], nervous[8], "barn"),
        (dark[2], nervous[2], "horse"),
    ):
        assert f"{now:.2f}" in told, word
        assert f"{before:.2f} before" in told, word
    guess.get_by_role("button", name="barn").tap()
    assert guess.get_by_role("status").inner_text().startswith("✓ Right.")
    assert one.root.get_by_role("radio", name="dark").is_checked()
    guess.get_by_role("link", name="Next, in code").tap()
    exercise = one.page.locator('[data-exercise="numpy.attention_weights"]')
    assert exercise.bounding_box()["y"] < one.page.viewport_size["height"]


def test_what_a_broken_model_writes_is_what_chapter_14_has():
    notebook = json.loads((ROOT / "notebooks" / "14-real-model.ipynb").read_text())
    outputs = "".join(
        "".join(output.get("text", ""))
        for cell in notebook["cells"]
        if "study.mistakes(model)" in "".join(cell["source"])
        for output in cell.get("outputs", ())
    )
    text = (ROOT / "book" / "index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?!in its|---)[^|]+\| `(.*)` \|$", text, flags=re.M)
    assert len(rows) == 4
    for row in rows:
        assert row.replace("⏎", "\\n") in outputs


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


class InPieces(Quiet):
    """A server so slow that the page is painted between one element and the next."""

    def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:
        html = self.path.endswith(".html")
        text = source.read()
        for piece in re.split(rb"(?=<(?:main|article|section|h1|model-heads)\b)", text):
            outputfile.write(piece)
            outputfile.flush()
            time.sleep(0.1 if html else 0.02)


@pytest.mark.parametrize(
    ("path", "width"),
    [
        (FRONT, 390),
        ("notebooks/02-by-hand.html", 1280),
        pytest.param(FRONT, 1280, marks=pytest.mark.slow),
        pytest.param("notebooks/02-by-hand.html", 390, marks=pytest.mark.slow),
    ],
)
def test_a_page_keeps_its_place_while_it_loads(browser, site: Path, path: str, width: int):
    with serving(site, InPieces) as root:
        page = browser.new_page(
            viewport={"width": width, "height": 844}, service_workers="block"
        )
        page.add_init_script(SHIFTS)
        page.goto(f"{root}/{path}", wait_until="load")
        page.locator(".touch").first.wait_for(state="attached")
        page.evaluate(
            "() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))"
        )
        assert page.evaluate("window.shifted") < 0.01
        page.close()


def test_on_a_phone_the_sentence_stays_in_sight_over_the_lowest_word(touch):
    one = touch("model-heads", FRONT, 390)
    one.root.locator(".heads-word").last.scroll_into_view_if_needed()
    one.root.locator(".heads-word", has_text="nervous").tap()
    sentence = one.root.locator(".touch-sentence")
    assert "“nervous” gives" in sentence.inner_text()
    assert 0 <= sentence.bounding_box()["y"] < one.page.viewport_size["height"] - 60
    assert sentence.evaluate(
        """(p) => { const { left, top } = p.getBoundingClientRect();
          return document.elementFromPoint(left + 40, top + 8) === p; }"""
    )


# --- the example in motion ------------------------------------------------------------


@pytest.fixture
def drag(touch):
    one = touch("query-drag", FRONT, 390)
    one.root.get_by_role("button", name="Reset").click()
    one.handle = one.root.get_by_role("button", name=re.compile("the query of"))
    return one


def test_it_begins_with_the_numbers_of_the_drawing(drag):
    shares = ", ".join(f"{w} {s:.3f}" for w, s in zip(WORDS, WEIGHTS, strict=True))
    context = ", ".join(f"{number:.2f}" for number in CONTEXT)
    assert shares in drag.text()
    assert f"receives [{context}]: mostly a living thing" in drag.text()
    told = drag.page.evaluate(
        "async (module) => (await import(module)).taste()",
        drag.page.url.replace(FRONT, "_static/elements/arithmetic/pull.js"),
    )
    for name, numbers in {"keys": KEYS, "values": VALUES, "query": QUERY}.items():
        assert told[name] == numbers.tolist()


def test_a_query_for_a_place_is_answered_by_the_street(drag):
    drag.handle.focus()
    drag.press("Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowLeft", "Shift+ArrowLeft")
    powers = np.exp(KEYS @ np.array([0, 1]))
    weights = powers / powers.sum()
    assert f"With the query [0, 1] the weights are animal {weights[0]:.3f}" in drag.text()
    assert "mostly a place" in drag.text()
    share = "e => Number(e.style.getPropertyValue('--share'))"
    row = drag.root.locator(".drag-row", has_text="street")
    assert row.evaluate(share) == pytest.approx(weights[1])


@pytest.mark.parametrize("control", ["the query of “it”", "“it” asks for a place"])
def test_by_keyboard_it_is_reached_seen_moved_and_read_out(drag, control: str):
    one = drag.root.get_by_role("button").or_(drag.root.get_by_role("slider"))
    one = one.and_(drag.page.get_by_label(control))
    drag.page.get_by_role("link", name="You teach").focus()
    for _ in range(4):
        drag.press("Tab")
        if one.evaluate("e => e.matches(':focus-visible')"):
            break
    assert one.evaluate("e => parseFloat(getComputedStyle(e).outlineWidth)") > 1
    drag.press(*["ArrowUp"] * 9)
    assert "With the query [1, 0.9] the weights" in drag.text()
    assert drag.root.get_by_role("slider").last.input_value() == "0.9"
    drag.root.get_by_role("status").get_by_text("With the query [1, 0.9]").wait_for()
    row = drag.root.get_by_role("listitem").filter(has_text="street")
    assert "[1, 0.9] · [0, 2] = 1.8" in row.inner_text()
    y = drag.page.evaluate("scrollY")
    drag.press("ArrowDown")
    assert drag.page.evaluate("scrollY") == y


def test_the_example_runs_once_by_itself_and_stops_when_it_is_told(browser, address):
    page = browser.new_page(viewport={"width": 390, "height": 844}, service_workers="block")
    page.goto(f"{address}/{FRONT}")
    example = page.locator("query-drag")
    said = example.locator(".touch-sentence")
    said.wait_for()
    begun = said.inner_text()
    example.locator(".drag-planes").scroll_into_view_if_needed()
    stop = example.get_by_role("button", name="Stop")
    stop.wait_for()
    page.wait_for_function(
        "([e, was]) => e.textContent !== was", arg=[said.element_handle(), begun]
    )
    assert example.get_by_role("status").last.inner_text() == ""  # seen, and not read out
    stop.click()
    assert example.get_by_role("button", name="Run it").is_visible()
    still = said.inner_text()
    page.wait_for_timeout(300)
    assert said.inner_text() == still
    page.close()


def test_who_wants_no_motion_is_shown_none(browser, address):
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    page.goto(f"{address}/{FRONT}")
    example = page.locator("query-drag")
    example.locator(".drag-planes").scroll_into_view_if_needed()
    example.get_by_role("button", name="Run it").wait_for()
    page.wait_for_timeout(500)
    assert example.get_by_role("button", name="Stop").count() == 0
    context.close()


ASKED = [(0.7, 0.7), (1, 0.4), (1, 0), (0, 1)]


@pytest.mark.parametrize("asked", quickly(ASKED, ASKED[:2]))
def test_on_a_phone_no_name_of_the_example_lies_on_another(drag, asked):
    drag.page.evaluate(
        "asked => document.querySelector('query-drag').set({ query: asked })", list(asked)
    )
    drawings = drag.root.locator("svg")
    for drawing in drawings.all():
        boxes = [text.bounding_box() for text in drawing.locator("text").all()]
        for n, one in enumerate(boxes):
            for other in boxes[n + 1 :]:
                assert not overlap(one, other), (one, other)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two texts share more than the room that letters have around them."""
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(
        one["x"], other["x"]
    )
    low = min(one["y"] + one["height"], other["y"] + other["height"])
    return wide > 2 and low - max(one["y"], other["y"]) > 10


def test_the_query_is_dragged(drag):
    drag.handle.scroll_into_view_if_needed()
    box = drag.handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    drag.page.mouse.move(x, y)
    drag.page.mouse.down()
    drag.page.mouse.move(x, y - 60, steps=3)
    drag.page.mouse.up()
    assert "mostly a place" in drag.text()


def test_without_a_script_there_is_the_drawing(site: Path):
    page = (site / FRONT).read_text(encoding="utf-8")
    inside = page.partition("<query-drag>")[2].partition("</query-drag>")[0]
    assert 'aria-label="The query of the word it is compared with three keys' in inside


# --- the exercise on it ---------------------------------------------------------------


@pytest.mark.slow
def test_an_exercise_is_answered_on_the_first_page_and_counts_in_its_chapter(
    new_reader, site: Path
):
    with_python(site)
    reader = new_reader(FRONT)
    desk = Desk(reader, "numpy.attention_weights")
    desk.press("Check")
    desk.done("Checked")
    assert "Your weights are those of scores" in desk.card.inner_text()
    mended = desk.source().replace("-2))", "-2) / np.sqrt(q.shape[-1]))")
    assert "right" in desk.check(mended)
    background = "e => getComputedStyle(e).backgroundColor"
    check = desk.section.get_by_role("button", name="Check", exact=True)
    assert check.evaluate(background) == "rgb(31, 108, 174)"  # it looks like a button
    reader.open("notebooks/03-numpy.html")
    there = Desk(reader, "numpy.attention_weights", opened=False)
    assert there.section.get_attribute("data-state") == "passed"

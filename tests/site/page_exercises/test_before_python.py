"""Exercises of a page whose reader has not yet asked for Python."""

import re

import pytest

from autograder.checking.card import Card, Seen
from autograder.checking.card_forms import as_html
from autograder.checking.show import Side
from autograder.exercise.status import Status
from tests.site.desk import Desk
from tests.site.page_exercises.first_page import NO_EXERCISE, PAGE, open_by_keyboard
from tests.site.reader import Reader
from tests.site.view import HANGS

pytestmark = pytest.mark.browser


def exercise_texts(reader: Reader) -> list[str]:
    fields = reader.page.locator("section.exercise textarea")
    return fields.evaluate_all("fields => fields.map((field) => field.value)")


def tab_through(reader: Reader) -> None:
    """With the Tab key through the page's first exercises, at a reader's pace."""
    reader.page.locator("section.exercise textarea").first.focus()
    met = 0
    while met < 3:
        reader.page.keyboard.press("Tab")
        name = reader.page.evaluate("document.activeElement.tagName")
        assert name != "BODY"
        met += name == "TEXTAREA"
        reader.page.wait_for_timeout(40)


def test_a_page_that_is_only_read_fetches_nothing_for_its_exercises(new_reader):
    reader = new_reader(NO_EXERCISE, script="")
    asked: list[str] = []
    reader.open(PAGE)
    reader.page.wait_for_load_state("networkidle")
    reader.context.on("request", lambda request: asked.append(request.url))
    before = exercise_texts(reader)
    tab_through(reader)
    assert exercise_texts(reader) == before
    assert not [url for url in asked if "favicon" not in url]  # the browser's own wish
    desk = Desk(reader, opened=False)
    open_by_keyboard(desk)  # who moves about may be passing
    assert any("codemirror" in url for url in asked)
    assert not any("pyodide" in url or "course-" in url for url in asked)
    with reader.page.expect_request("**/wasm-*.packed"):
        desk.editor.click()
        reader.page.keyboard.type("#")
    assert all(url.startswith(reader.address) for url in asked)


@pytest.mark.slow
def test_on_a_phone_a_line_that_wraps_goes_on_further_in_than_it_begins(new_reader):
    reader = new_reader()
    reader.page.set_viewport_size({"width": 390, "height": 844})
    desk = Desk(reader)
    lines = desk.section.locator(".cm-line")
    steps = lines.evaluate_all(HANGS)
    assert len(steps) > 1
    desk.write(f"if a:\n{' ' * 8}b = {'1 + ' * 20}2")
    steps += lines.evaluate_all(HANGS)[-1:]
    assert steps == pytest.approx([2] * len(steps), abs=0.1)


def test_a_copy_without_pyodide_says_so_and_leads_to_jupyter(new_reader):
    reader = new_reader("book/index.html", pyodide=None, numpy=None)
    desk = Desk(reader, "numpy.attention_weights")
    desk.fault.wait_for()
    assert "not part of this copy" in desk.fault.inner_text()
    assert desk.section.get_by_role("link", name="Download the notebook").is_visible()
    assert desk.section.get_by_role("button", name="Run").count() == 0


def test_what_a_card_may_hold_is_all_that_comes_through(new_reader):
    reader = new_reader(NO_EXERCISE)
    card = reader.page.evaluate(
        """async (module) => (await import(module)).cardFrom(
          `<div class="check-card" style="color:red" onclick="x()"><p>kept</p>
           <script>bad()</script><img src=x onerror="bad()"><a href="javascript:bad()">a</a>
           <pre tabindex="0" style="background:url(//else.where/x)">code</pre></div>`
        ).outerHTML""",
        f"{reader.address}/_static/exercises/exercise-html.js",
    )
    assert "kept" in card
    assert "code" in card
    assert 'style="color: red;"' in card
    assert not re.search("script|img|onclick|href|url", card)


def test_everything_that_a_card_is_made_of_comes_through(new_reader):
    """Each part that a card can have, as it is made for notebooks."""
    side = Side("float64", "[1. 2.]")
    full = Card(
        *("numpy.softmax", "A stable softmax", Status.FAILED),
        *("not right yet", "0 of 2 points"),
        problem="`a` is wrong",
        where="    a\n    ^",
        more=("A fact.",),
        printed="hello",
        hint="Hint 1 of 3: `x` is *not* y.",
        call="f(x)",
        arguments=(("x", side),),
        expected=side,
        got=side,
        marks=(("passed", "small"), ("failed", "large")),
        inside=(
            Seen("Line 2", "e = np.exp(x)", side, "the mark above is in this statement"),
        ),
        ways=(("Shorter", "def f(): ..."),),
        rubric=("says why",),
        reference="An answer.",
        footer="It goes on.",
    )
    reader = new_reader(NO_EXERCISE)
    lost = reader.page.evaluate(
        """async ([module, html]) => {
          const made = new DOMParser().parseFromString(html, "text/html").body;
          const shown = (await import(module)).cardFrom(html);
          const tags = (e) => [...e.querySelectorAll("*")].map((each) => each.tagName);
          return tags(made.firstElementChild).filter((tag) => !tags(shown).includes(tag));
        }""",
        [f"{reader.address}/_static/exercises/exercise-html.js", as_html(full)],
    )
    assert lost == []

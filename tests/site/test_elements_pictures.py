"""The heat map, heads, positions and saturation, driven by mouse and by keyboard."""

import json

import elements_reference as reference
import numpy as np
import pytest
from elements_reference import PAGE

from attention_figures.pulling import VALUES

pytestmark = pytest.mark.browser
pytest_plugins = ["elements_driving"]


# --- the heat map -------------------------------------------------------------


@pytest.mark.slow
def test_the_heat_map_finds_what_followed_the_word_before(touch):
    one = touch("attention-heatmap")
    assert "“cat” (9) attends to “sat” (3)" in one.text()
    assert "expects “sat”" in one.root.inner_text()
    one.root.get_by_role("textbox").fill("the cat slept on the mat and the cat")
    assert "“cat” (9) attends to “slept” (3)" in one.text()


def test_words_are_chosen_by_mouse_and_by_arrow_keys(touch):
    one = touch("attention-heatmap")
    one.root.locator(".touch-token").nth(3).hover()
    assert one.text().startswith("“on” (4) attends to")
    one.root.locator(".touch-token").nth(4).focus()
    assert one.text().startswith("“the” (5) attends to “cat” (2)")
    one.press("ArrowRight", "ArrowRight")
    assert one.text().startswith("“and” (7)")
    one.press("Home")
    assert one.text().startswith("“the” (1) attends to “the” (1) 1")
    # Read out once things are quiet.
    one.page.wait_for_function(
        "e => e.textContent.startsWith('“the” (1)')",
        arg=one.root.get_by_role("status").element_handle(),
    )


def test_the_heat_map_shows_the_weights_of_its_model(touch):
    one = touch("attention-heatmap")
    one.radio("Padding tokens", "2")
    one.root.get_by_role("checkbox", name="Causal mask").click()
    one.radio("Head of", "layer 1")
    one.slide("Temperature", "End")
    shown = one.root.locator(".touch-map tbody td").all_text_contents()
    ids = [1, 2, 3, 4, 1, 5, 6, 1, 2, 0, 0]
    mask = reference.masks(11, 9, causal=False, padding=True)
    weights = reference.run_model(ids, mask, temperature=10)["weights"][0]
    for text, weight, is_open in zip(shown, weights.ravel(), mask.ravel(), strict=True):
        if is_open:
            assert float(text) == pytest.approx(weight, abs=5.1e-3)
        else:
            assert text == "blocked"
    assert one.root.locator(".touch-blocked").count() == 22


def test_the_heat_map_takes_any_text(touch):
    one = touch("attention-heatmap")
    box = one.root.get_by_role("textbox")
    box.fill("  ?! ")
    assert one.text() == "Type at least one word."
    box.fill("<b>Çà</b> et ça " + "mot " * 20)
    assert "Only the first 12 words are used." in one.text()
    assert one.root.locator(".touch-token").count() == 12
    one.root.get_by_role("button", name="Reset").click()
    assert one.root.locator(".touch-token").count() == 9


def test_a_model_that_does_not_arrive_is_said_in_a_sentence(browser, address):
    page = browser.new_page(service_workers="block")
    page.route("**/repeat_model.json", lambda route: route.abort())
    page.goto(f"{address}/{PAGE}")
    sentence = page.locator("attention-heatmap .touch-sentence")
    page.wait_for_function(
        "e => e.textContent.includes('could not be loaded')", arg=sentence.element_handle()
    )
    page.close()


def test_the_stored_model_completes_patterns():
    """It does what its note says: for words that it has never met in this order."""
    rng = np.random.default_rng(0)
    right = []
    for _ in range(25):
        period = int(rng.integers(4, 7))
        words = rng.permutation(np.arange(1, 25))[:period]
        ids = np.tile(words, 3)[:12].tolist()
        mask = reference.masks(12, 12, causal=True, padding=True)
        made = reference.run_model(ids, mask, 1.0)
        for i in range(period, 11):
            followed = i - period + 1
            right.append(made["weights"][1, i].argmax() % period == followed % period)
            right.append(made["logits"][i].argmax() == ids[i + 1])
    assert np.mean(right) > 0.97


# --- heads --------------------------------------------------------------------


def test_the_reshape_mixes_tokens_and_one_output_hears_nothing(touch):
    one = touch("head-splitter")
    assert "head 1 of tokens 1 and 2, head 2 of tokens 2 and 3" in one.text()
    one.radio("Stage", "3 merge")
    assert "what stays exactly as it was: output 3" in one.text()
    lit = one.root.locator('[data-way="wrong"] .touch-lit')
    assert lit.count() == 6
    assert one.root.locator('[data-way="right"] .touch-lit').count() == 12
    one.radio("Follow, and change", "token 2")
    assert "every output moves too" in one.text()


def test_heads_by_keyboard(touch):
    one = touch("head-splitter")
    group = one.root.get_by_role("group", name="Tokens", exact=True)
    group.get_by_role("radio", name="3").focus()
    one.press("ArrowLeft")  # two tokens, two heads: each head has one token to itself
    assert "head 1 of token 1, head 2 of token 2" in one.text()
    one.press("Shift+Tab", "ArrowRight")
    assert "a row is a piece" in one.text()
    one.press("Tab", "Tab", "ArrowLeft")
    assert "both ways are the same" in one.text()
    one.root.get_by_role("button", name="Reset").focus()
    one.press("Enter")
    assert "head 2 of tokens 2 and 3" in one.text()


# --- positions ----------------------------------------------------------------


def test_the_curve_stays_when_the_position_moves(touch):
    one = touch("position-explorer")
    curve = one.root.locator("polyline")
    points = curve.get_attribute("points")
    one.slide("Position A", "ArrowRight", "ArrowRight", "PageUp")
    assert "From A, 10" not in one.text()
    assert curve.get_attribute("points") == points
    one.radio("d_model", "64")
    assert curve.get_attribute("points") != points
    assert "A · A = 32" in one.text()


def test_positions_are_read_off_as_numpy_has_them(touch):
    one = touch("position-explorer")
    one.slide("Position B", "Home")
    one.slide("Pair of columns", "End")
    wanted = reference.dot_products(10, [-10], 32)[0]
    assert f"A · B = {wanted:.3f}" in one.text()
    assert f"Pair 15 takes {2 * np.pi * 10000 ** (30 / 32):.1f} positions" in one.text()
    one.root.get_by_text("The numbers of the curve").click()
    table = one.root.get_by_role("table")
    assert f"{wanted:.3f}" in table.inner_text()
    one.radio("d_model", "8")  # has no pair 15: the last one is chosen
    assert "Pair 3 takes" in one.text()


# --- saturation ---------------------------------------------------------------


def test_longer_vectors_saturate_and_the_division_prevents_it(touch):
    one = touch("softmax-saturation")
    one.slide("d_k", "End")
    state = one.page.evaluate("""async () => {
      const from = document.querySelector("script[src*='softmax-saturation']").src;
      const { vectors } = await import(new URL("arithmetic/saturation.js", from).href);
      return JSON.stringify(vectors(1, 8));
    }""")
    drawn = json.loads(state)
    for divided, words in ((False, "largest weight is"), (True, "√1024 it is")):
        wanted = reference.saturated(**drawn, d_k=1024, divided=divided)
        largest = f"{wanted['largest']:.3f}"
        assert f"{words} {largest}" in one.text()


def test_drawing_again_gives_another_draw_and_reset_the_first(touch):
    one = touch("softmax-saturation")
    first = one.text()
    again = one.root.get_by_role("button", name="Draw again")
    again.click()
    second = one.text()
    again.focus()
    one.press("Enter")
    assert len({first, second, one.text()}) == 3
    one.radio("Keys", "16")
    assert "of 16 keys in effect" in one.root.inner_text()
    one.root.get_by_role("button", name="Reset").click()
    assert one.text() == first


# --- values that pull -----------------------------------------------------------


def test_a_word_is_dragged_and_what_pulls_it_turns_over_when_it_is_cold(touch):
    one = touch("value-pull")
    wanted = reference.pulled([1.2, 0.7], VALUES, VALUES, 1)
    assert f"gives pear {wanted['weights'][1]:.3f}" in one.text()
    one.slide("Temperature", "Home")
    assert "gives pear 1.000" in one.text()
    assert "context is [3.000, 0.400]" in one.text()
    handle = one.root.get_by_role("button", name="apple, the query")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    one.page.mouse.move(x - 60, y - 90, steps=3)
    one.page.mouse.up()
    assert "gives phone 1.000" in one.text()
    assert "context is [0.600, 3]" in one.text()
    one.slide("Temperature", "End")
    mean = np.mean(VALUES, axis=0)
    q = one.page.evaluate("document.querySelector('value-pull').state.query")
    context = reference.pulled(q, VALUES, VALUES, 50)["context"]
    assert np.abs(context - mean).max() < 0.25
    assert f"[{context[0]:.3f}, {context[1]:.3f}]" in one.text()


def test_the_word_goes_by_keyboard_and_stays_in_the_plane(touch):
    one = touch("value-pull")
    one.root.get_by_role("button", name="apple, the query").focus()
    one.press("ArrowRight", "ArrowUp", "Shift+ArrowUp")
    assert "apple [1.3, 1.3]" in one.text()
    one.slide("apple, eaten", "Home", "ArrowLeft")
    assert "apple [\N{MINUS SIGN}1, 1.3]" in one.text()
    wanted = reference.pulled([-1, 1.3], VALUES, VALUES, 1)
    cells = one.root.get_by_role("table").locator("td").all_inner_texts()
    shown = [float(c.replace("\N{MINUS SIGN}", "-")) for c in cells[1::3]]
    assert np.allclose(shown, wanted["weights"], atol=5.1e-4)


# --- a formula and its parts ------------------------------------------------------


@pytest.mark.parametrize(
    ("chapter", "keys"),
    [
        ("03-numpy", "K\u22a4"),
        pytest.param("08-multi-head", "Ki\u22a4", marks=pytest.mark.slow),
    ],
)
def test_a_word_a_sign_and_its_part_of_the_picture_light_up_together(pages, chapter, keys):
    page_at, faults = pages
    page = page_at(f"notebooks/{chapter}.html", 1280)
    parts = page.locator("formula-parts")
    said, ring = parts.locator(".parts-said"), parts.locator(".parts-ring")
    words = parts.locator(".parts-word")
    words.first.wait_for()
    drawn = parts.locator("svg [data-part]")
    assert drawn.count() == words.count() == 7
    for name in drawn.evaluate_all("all => all.map((e) => e.dataset.part)"):
        lights = f'[data-lights="{name}"]'
        assert parts.locator(f"math {lights}").count() >= 1, name
        assert parts.locator(f"button{lights}").count() == 1, name
    # By keyboard, from the word.
    words.nth(1).focus()
    assert said.inner_text().startswith("keys, transposed")
    lit = parts.locator("math .parts-lit").evaluate_all(
        "all => all.map((e) => e.textContent)"
    )
    assert keys in lit
    assert ring.count() == 1
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.locator("article h1").first.click()
    assert words.nth(1).get_attribute("aria-pressed") == "true"
    assert said.inner_text().startswith("keys, transposed")
    # By mouse, from the picture, and from the formula.
    parts.locator('svg [data-word="values"] text').last.hover()
    assert said.inner_text().startswith("values, ")
    parts.locator("math msqrt").hover()
    assert said.inner_text().startswith("root, ")
    page.keyboard.press("Escape")
    words.nth(1).focus()
    page.keyboard.press("Escape")
    assert words.nth(1).get_attribute("aria-pressed") == "false"
    assert faults == []


def test_the_parts_of_a_formula_are_there_without_javascript(site):
    text = (site / "notebooks" / "03-numpy.html").read_text(encoding="utf-8")
    held = text.partition("<formula-parts>")[2].partition("</formula-parts>")[0]
    assert held.index("<math") < held.index("<svg") < held.index("<em>Queries</em>")
    assert "data-part" in held

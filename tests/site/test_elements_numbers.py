"""The eight steps and the cache calculator, driven by mouse and by keyboard."""

import elements_reference as reference
import pytest

pytestmark = pytest.mark.browser
pytest_plugins = ["elements_driving"]


# --- the eight steps ----------------------------------------------------------


@pytest.mark.slow
def test_the_steps_go_forward_and_back_by_mouse(touch):
    one = touch("attention-steps")
    next_step = one.root.get_by_role("button", name="Next step")
    for _ in range(3):
        next_step.click()
    assert "The scores are [2, 4, 4]" in one.text()
    next_step.click()
    assert "[0.0634, 0.4683, 0.4683]" in one.text()
    one.root.get_by_role("button", name="Back").click()
    assert "The scores are [2, 4, 4]" in one.text()
    one.root.get_by_role("button", name="Step 8").click()
    next_step.click(force=True)  # there is no ninth
    assert "Step 8 of 8" in one.root.inner_text()


def test_the_steps_go_by_keyboard_and_a_number_says_what_it_was_made_of(touch):
    one = touch("attention-steps")
    one.root.get_by_role("button", name="Step 4").focus()
    one.press("Enter")
    one.cell("scores", 1, 1).focus()
    making = one.root.locator(".touch-making")
    assert making.inner_text() == "1 · 0 + 0 · 1 + 2 · 1 = 2"
    one.press("ArrowRight")
    assert making.inner_text() == "1 · 4 + 0 · 4 + 2 · 0 = 4"
    lit = one.root.locator(".touch-used").evaluate_all(
        "all => all.map(e => e.dataset.cell).sort()"
    )
    assert lit == ["K:1:0", "K:1:1", "K:1:2", "Q:0:0", "Q:0:1", "Q:0:2"]


def test_its_prompt_can_be_done_with_one_number(touch):
    """The one number is the last of W_K; typed by keyboard."""
    one = touch("attention-steps")
    one.root.get_by_role("button", name="Step 5").click()
    assert "attends most to token 2" in one.text()
    one.cell("W_K", 4, 3).focus()
    one.press("Control+a", "-", "2")
    assert "attends most to itself" in one.text()
    assert one.cell("weights", 1, 1).get_attribute("data-changed") == ""
    assert "before 0.0634" in one.cell("weights", 1, 1).text_content()
    # The first score has not moved.
    assert one.cell("scores", 1, 1).get_attribute("data-changed") is None


def test_every_step_shows_the_numbers_of_the_reference(touch):
    """One number of X is changed; each computed cell of every step is compared."""
    one = touch("attention-steps")
    one.radio("Follow", "token 2")
    one.root.get_by_role("checkbox", name="Divide the scores by √3").click()
    one.cell("X", 3, 2).fill("2.5")
    given = one.page.evaluate("document.querySelector('attention-steps').state.given")
    assert given["X"][2] == [1, 2.5, 1, 1]
    wanted = reference.eight_steps(given, scaled=True, rounded=False)
    wanted["weighted"] = wanted["weighted"][1]
    seen = set()
    for step in range(3, 9):
        one.root.get_by_role("button", name=f"Step {step}").click()
        cells = one.root.locator("button[data-cell]").evaluate_all(
            "all => all.map(e => [e.dataset.cell, e.firstChild.textContent])"
        )
        for place, text in cells:
            name, row, column = place.split(":")
            if name == "powers":
                continue  # of no use further on; the weights are made of them
            number = float(text.replace("−", "-"))
            wished = float(wanted[name][int(row)][int(column)])
            assert number == pytest.approx(wished, abs=5.1e-5), place
            seen.add(name)
    assert seen == {"Q", "K", "V", "scores", "weights", "weighted", "outputs"}


def test_rounded_weights_give_the_published_outputs(touch):
    one = touch("attention-steps")
    one.radio("Weights", "rounded, as published")
    one.root.get_by_role("button", name="Step 8").click()
    assert "[2, 7, 1.5000], [2, 8, 0], [2, 7.8000, 0.3000]" in one.text()
    rows = one.root.get_by_role("table", name="The walk-through's results")
    assert "[2, 7.8, 0.3]" in rows.inner_text()


def test_what_is_no_number_is_refused_in_words_and_reset_brings_all_back(touch):
    one = touch("attention-steps")
    one.cell("X", 1, 1).fill("")
    assert "Type a number from −99 to 99" in one.text()
    assert one.cell("X", 1, 1).get_attribute("aria-invalid") == "true"
    one.cell("X", 1, 1).fill("100")
    assert "Type a number" in one.text()
    one.cell("X", 1, 1).fill("7")
    assert "Type a number" not in one.text()
    one.root.get_by_role("button", name="Reset").click()
    assert one.cell("X", 1, 1).input_value() == "1"
    assert "Step 1 of 8" in one.root.inner_text()


# --- the cache ----------------------------------------------------------------


def test_the_presets_are_the_numbers_of_the_chapter(touch):
    """chapter 12 asserts 320, 40 and 2.5 GiB, and 320 KiB for a token."""
    one = touch("cache-calculator")
    assert "The cache takes 40 GiB, 320 KiB for each token" in one.text()
    preset = one.root.get_by_label("Start from")
    wanted = {"(MHA)": "320 GiB", "(MQA)": "5 GiB", "8,192": "2.5 GiB"}
    for part, size in wanted.items():
        option = preset.locator("option", has_text=part).inner_text()
        preset.select_option(option)
        assert f"The cache takes {size}" in one.text()


def test_query_heads_do_not_count_and_tokens_do(touch):
    one = touch("cache-calculator")
    one.root.get_by_label("Query heads").focus()
    one.press("Control+a", "1", "2", "8")
    assert "The cache takes 40 GiB" in one.text()
    one.root.get_by_label("Tokens in a text").fill("262144")
    assert "The cache takes 80 GiB" in one.text()
    assert "Into 80 GiB 1 such text fits" in one.text()
    one.root.get_by_label("Stored as").select_option("int8")
    assert "The cache takes 40 GiB" in one.text()
    assert "42,949,672,960 bytes" in one.root.inner_text()


def test_a_cache_that_cannot_be_is_refused_in_words(touch):
    one = touch("cache-calculator")
    one.root.get_by_label("Heads of keys and values").fill("7")
    assert "64 query heads cannot be shared out among 7" in one.text()
    one.root.get_by_role("button", name="Reset").click()
    assert "The cache takes 40 GiB" in one.text()

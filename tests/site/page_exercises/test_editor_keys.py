"""An exercise on the page by keyboard, and what its editor says of itself."""

from __future__ import annotations

import pytest

from tests.site.desk import Desk

pytestmark = pytest.mark.browser


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

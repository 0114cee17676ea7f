"""The site in Firefox, where that is installed: pages, exercises, cells, the explorer."""

import importlib.util
import json
import shutil
import socket
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.desk import with_python
from tests.site.page_exercises.first_page import RIGHT, WRONG_AXIS

FOUND = shutil.which("firefox-esr") or shutil.which("firefox")
DRIVER = importlib.util.find_spec("marionette_driver")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (FOUND and DRIVER),
        reason="Firefox, or what drives it, is not installed: "
        "sudo apt-get install firefox-esr; pip install -r requirements-firefox.txt",
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # the client's own
]

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
FRONT = "book/index.html"
NUMPY = "notebooks/03-numpy.html"
WIDTHS = [1280, 500]  # Firefox makes no window that is narrower
PATIENCE = 180  # seconds; a busy machine is no fault of the page

# Every script of the page has done its work, and nothing stands wider than the page.
FAULTS = """
const idle = [...document.querySelectorAll(':not(:defined)')].map((e) => e.localName);
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
return [...idle, ...(wide > 0 ? [`${wide} pixels too wide`] : [])];
"""
LOADED = """
const done = () => document.readyState === 'complete' && document.fonts.status === 'loaded';
return done() && !document.documentElement.hasAttribute('data-preparing') &&
  [...document.querySelectorAll('model-heads')].every((e) => e.firstChild);
"""
COPY = """
const helper = Cc["@mozilla.org/widget/clipboardhelper;1"];
helper.getService(Ci.nsIClipboardHelper).copyString(arguments[0]);
"""
PRESS = """
const [part, name] = arguments;
const said = (b) => (b.getAttribute('aria-label') || b.textContent).trim();
const called = (b) => said(b).startsWith(name);
const button = [...part.querySelectorAll('button, label')].find(called);
button?.click();
return Boolean(button);
"""


class Firefox:
    """One window, driven by Mozilla's protocol."""

    def __init__(self, address: str) -> None:
        from marionette_driver.marionette import Marionette

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = address
        self.driver = Marionette(
            bin=FOUND, headless=True, port=port, gecko_log="-", startup_timeout=PATIENCE
        )
        self.driver.start_session()
        self.driver.timeout.script = PATIENCE

    def open(self, path: str, width: int = 1280, scheme: str = "light") -> None:
        dark = int(scheme == "dark")
        self.driver.set_pref("ui.systemUsesDarkTheme", dark)
        self.driver.set_pref("layout.css.prefers-color-scheme.content-override", 1 - dark)
        self.driver.set_window_rect(width=width, height=1000)
        self.driver.navigate(f"{self.address}/{path}")
        self.wait(LOADED)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, script_args=arguments)

    def wait(self, script: str, *arguments: Any) -> Any:
        """What a script returns once that is something."""
        from marionette_driver import Wait

        return Wait(self.driver, timeout=PATIENCE).until(
            lambda _: self.run(script, *arguments)
        )

    def write(self, editor: Any, code: str) -> None:
        """Put code in the place of all that an editor holds."""
        from marionette_driver.keys import Keys

        with self.driver.using_context("chrome"):
            self.run(COPY, code)
        for letter in "av":
            editor.send_keys(Keys.CONTROL, letter)

    def find(self, selector: str, having: str = "") -> Any:
        """The first element that has these words in it, brought into view."""
        found = self.wait(
            "return [...document.querySelectorAll(arguments[0])]"
            ".find((e) => e.textContent.includes(arguments[1]))",
            selector,
            having,
        )
        self.run("arguments[0].scrollIntoView({block: 'center'})", found)
        return found

    def press(self, part: Any, name: str) -> None:
        """Press a part's button, which may be made once the part is in view."""
        self.wait(PRESS, part, name)


@pytest.fixture(scope="module")
def firefox(address: str) -> Iterator[Firefox]:
    with warnings.catch_warnings(action="ignore"):
        opened = Firefox(address)
    yield opened
    opened.driver.quit()
    opened.driver.cleanup()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", [FRONT, *(f"notebooks/{c}.html" for c in CHAPTERS)])
def test_a_page_opens_well(firefox: Firefox, path: str, width: int):
    firefox.open(path, width)
    assert firefox.run(FAULTS) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_has_the_colours_of_the_readers_system(firefox: Firefox, scheme: str):
    firefox.open(NUMPY, scheme=scheme)
    assert firefox.run("return document.documentElement.dataset.theme") == scheme


def test_another_last_word_moves_the_arc(firefox: Firefox):
    firefox.open(FRONT)
    said = "return document.querySelector('model-heads').textContent"
    assert "gives 0.62 of its attention to “horse”" in firefox.run(said)
    firefox.press(firefox.find("model-heads"), "dark")
    assert firefox.wait(f"{said}.includes('gives 0.39 of its attention to “barn”')")


@pytest.fixture(scope="module")
def python(site: Path) -> None:
    with_python(site)


@pytest.mark.usefixtures("python")
def test_an_exercise_is_failed_explained_and_solved(firefox: Firefox):
    firefox.open(NUMPY)
    section = firefox.find("[data-exercise='numpy.softmax']")
    field = "return arguments[0].querySelector('textarea, .cm-content')"
    firefox.wait(field, section).click()
    editor = firefox.wait("return arguments[0].querySelector('.cm-content')", section)
    state = (
        "return arguments[0].dataset.state === arguments[1]"
        " && arguments[0].querySelector('.exercise-output .check-card')?.textContent"
    )
    for code, becomes in ((WRONG_AXIS, "tried"), (RIGHT, "passed")):
        firefox.write(editor, code)
        firefox.press(section, "Check")
        card = firefox.wait(state, section, becomes)
        told = "Each row is one query's weights" in card
        assert told == (code == WRONG_AXIS)


@pytest.mark.usefixtures("python")
def test_a_cell_is_run_where_it_stands(firefox: Firefox):
    firefox.open(NUMPY)
    cell = firefox.find(".cell-runs", "scores[i, j] = query @ key")
    part = "return arguments[0].querySelector(arguments[1])?.textContent.trim()"
    stored = firefox.run(part, cell, ".cell_output pre")
    firefox.press(cell, "Run")
    said = "return arguments[0].querySelector('.exercise-results')?.textContent"
    assert firefox.wait(f"{said}.includes(arguments[1])", cell, stored)


def test_a_readers_own_sentence_is_read(firefox: Firefox, site: Path):
    if json.loads((site / "_static/minilm/minilm.json").read_text()) is None:
        pytest.skip("This copy of the book has no MiniLM: run make models book")
    firefox.open(FRONT)
    own = firefox.find(".heads-own")
    field = firefox.wait("return arguments[0].querySelector('input, textarea')", own)
    field.clear()
    field.send_keys("A red fox sleeps")
    firefox.press(own, "Read it")
    words = "return [...document.querySelectorAll('model-heads *')]"
    assert firefox.wait(f"{words}.some((e) => e.textContent.trim() === 'fox')")

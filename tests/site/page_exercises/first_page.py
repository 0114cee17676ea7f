"""The page that most exercises here are done on, and answers to its first ones."""

from functools import partial
from typing import Any

from tests.site.desk import PATIENCE, SETTINGS, Desk, with_settings
from tests.site.reader import Reader

PAGE = "notebooks/03-numpy.html"
NO_EXERCISE = "book/cite.html"  # where a script of the pages is tried by itself
RIGHT = """\
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""
WRONG_AXIS = RIGHT.replace("axis=axis", "axis=0")


# Python is not loaded before it is asked for, nor started once more for later pages.
SAVES_DATA = """
Object.defineProperty(NetworkInformation.prototype, "saveData", {get: () => true});
"""


def start(
    browser,
    address: str,
    path: str,
    script: str = SAVES_DATA,
    service_workers: str = "block",
    **changed: Any,
) -> Reader:
    """Open a page as a new reader, who saves data where no script says otherwise.

    ``changed`` are parts of ``python.json``.
    """
    reader = Reader(browser, address, service_workers=service_workers)
    reader.page.set_default_timeout(PATIENCE)
    if script:
        reader.context.add_init_script(script)
    if changed:
        reader.context.route(f"**/{SETTINGS}", partial(with_settings, changed))
    reader.open(path)
    return reader


def open_by_keyboard(desk: Desk) -> None:
    """The editor is there, and Python has not been asked for."""
    desk.plain.focus()
    desk.page.keyboard.press("ArrowDown")
    desk.editor.wait_for()


# On this page, or by an earlier test of this browser.
KEPT = """
performance.getEntriesByName('python-kept').length
|| performance.getEntriesByName('python-ready').at(-1)?.detail === 'memory'
"""


def started_from(reader: Reader) -> list[str]:
    """What each start of Python on this page went on from."""
    marks = "performance.getEntriesByName('python-ready').map((mark) => mark.detail)"
    return reader.page.evaluate(marks)

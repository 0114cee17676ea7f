"""Exercises on the page when a file, the network, storage or Python itself is not there."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.site.desk import Desk
from tests.site.page_exercises.first_page import PAGE, RIGHT, open_by_keyboard, start
from tests.site.reader import FILL_STORAGE, NO_STORAGE, Quiet, serving

pytestmark = pytest.mark.browser


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"numpy": {"sha256": "0" * 64, "url": "../favicon.svg"}}, "is not the file"),
        ({"numpy": {"url": "nothing-here.whl", "sha256": ""}}, "missing on the server"),
        ({"bundle": {"url": "course-gone.packed"}}, "missing on the server"),
        ({"pyodide": {"folder": "../nowhere/"}}, "(pyodide.js) is missing on the server"),
    ],
    ids=["wrong checksum", "no wheel", "no course", "no Pyodide"],
)
def test_a_file_that_is_wrong_or_missing_is_named(new_reader, changed, words):
    desk = Desk(new_reader(**changed))
    desk.write("1 + 1")
    said = desk.trouble()
    assert words in said
    assert "Your code is kept." in said
    assert desk.source() == "1 + 1"
    assert desk.trouble("Run") == said  # it can be tried again


LOGIN = "<!doctype html><title>Guest network</title><form>Log in</form>"
NEEDED = [
    "python.json",
    "python-worker.js",
    "python-fetch.js",
    "pyodide.js",
    "numpy-*.packed",
]


def answers(**answer) -> Callable[[Any], None]:
    return lambda route: route.fulfill(**answer)


HINDRANCES = {
    "could not be fetched": lambda route: route.abort(),  # as an extension does
    "not given out by the server (error 403)": answers(status=403),
    "is missing on the server": answers(status=404),
    "came as a web page": answers(status=200, content_type="text/html", body=LOGIN),
}


@pytest.mark.slow
@pytest.mark.parametrize("file", NEEDED)
@pytest.mark.parametrize("words", HINDRANCES)
def test_a_file_that_does_not_come_is_told_by_why_and_leads_to_the_notebook(
    new_reader, file: str, words: str
):
    reader = new_reader()
    reader.context.route(f"**/{file}", HINDRANCES[words])
    desk = Desk(reader)
    desk.write(RIGHT)
    said = desk.trouble("Check")
    assert words in said
    assert file.partition("*")[0] in said
    assert "Your code is kept." in said
    assert desk.section.get_by_role("link", name="Download the notebook").is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("file", ["pyodide.js", "numpy-*.packed"])
def test_a_login_page_in_place_of_a_file_is_not_kept(new_reader, file: str):
    reader = new_reader()
    reader.context.route(f"**/{file}", HINDRANCES["came as a web page"])
    desk = Desk(reader)
    assert "Log in" in desk.trouble("Check")
    reader.context.unroute(f"**/{file}")
    assert "right" in desk.check(RIGHT)


@pytest.mark.slow
def test_a_script_that_a_server_has_no_type_for_is_told_so(new_reader):
    reader = new_reader()
    untyped = answers(status=200, content_type="application/octet-stream", body="//")
    reader.context.route("**/pyodide.js", untyped)
    assert "sent by the server as “application/octet-stream”" in Desk(reader).trouble()


# What a browser of some years ago has not.
OLD = {
    "no gzip": "delete globalThis.DecompressionStream",
    "no modules in workers": """
const { Worker } = globalThis;
globalThis.Worker = class extends Worker { constructor(url) { super(url); } };
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("script", OLD.values(), ids=OLD)
def test_an_old_browser_is_told_so(new_reader, script: str):
    desk = Desk(new_reader(script=script))
    assert "browser is too old" in desk.trouble()
    assert desk.section.get_by_role("link", name="Download the notebook").is_visible()


@pytest.mark.slow
def test_offline_is_said_and_the_next_try_works(new_reader):
    reader = new_reader()
    desk = Desk(reader, opened=False)
    open_by_keyboard(desk)
    reader.context.set_offline(True)
    desk.write("20 + 22")
    said = desk.trouble()
    assert "offline" in said
    assert "Your code is kept." in said
    reader.context.set_offline(False)
    desk.press("Run")
    desk.done("Your code ran")
    assert "42" in desk.said()


@pytest.mark.slow
def test_offline_before_the_editor_is_there_is_said_and_one_writes_on(new_reader):
    reader = new_reader()
    desk = Desk(reader, opened=False)
    reader.context.set_offline(True)
    desk.plain.click()
    trouble = desk.section.locator(".exercise-trouble")
    trouble.wait_for()
    assert "offline, and the editor could not be fetched" in trouble.inner_text()
    desk.page.keyboard.press("ControlOrMeta+a")
    desk.page.keyboard.insert_text("20 + 21")
    assert "offline" in desk.trouble()
    reader.context.set_offline(False)
    desk.plain.click()
    desk.editor.wait_for()
    trouble.wait_for(state="detached")
    assert desk.source() == "20 + 21"
    desk.editor.press("ControlOrMeta+End")
    desk.editor.press("Backspace")
    desk.page.keyboard.type("2")
    desk.press("Run")
    desk.done("Your code ran")
    assert "42" in desk.said()


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    ["pyodide.js", "wasm-*.packed", "course-*.packed"],
)
def test_a_network_that_falls_silent_ends_the_wait(new_reader, file: str):
    reader = new_reader()
    reader.page.clock.install()
    silent = f"**/{file}"
    asked = []
    reader.context.route(silent, lambda route: asked.append(route))  # never answered
    desk = Desk(reader)
    desk.write("20 + 22")
    desk.press("Run")
    bar = desk.section.get_by_role("progressbar")
    bar.wait_for()
    assert re.search(r"[\d.]+ of \d+\.\d MB", desk.status.inner_text())
    while not asked:
        reader.page.wait_for_timeout(100)
    reader.page.wait_for_timeout(2_000)  # everything else comes
    reader.page.clock.fast_forward(21_000)
    desk.fault.wait_for()
    assert "Nothing more of Python has come for 20 seconds" in desk.fault.inner_text()
    reader.context.unroute(silent)
    desk.press("Run")
    desk.done("Your code ran")
    assert "42" in desk.said()


@pytest.mark.slow
def test_a_browser_without_webassembly_is_told_so(new_reader):
    desk = Desk(new_reader(script="delete globalThis.WebAssembly"))
    assert "no WebAssembly" in desk.trouble()


@pytest.mark.slow
def test_python_that_dies_is_started_again(reader):
    desk = Desk(reader)
    ends = "import os\nos.abort()"  # as running out of memory does
    desk.write(ends)
    assert "Python stopped working" in desk.trouble()
    assert desk.source() == ends
    assert "2" in desk.run("1 + 1")


@pytest.mark.slow
@pytest.mark.parametrize("script", [NO_STORAGE, ""], ids=["blocked", "full"])
def test_storage_that_keeps_nothing_is_said_in_the_exercise(new_reader, script: str):
    reader = new_reader(script=script)
    desk = Desk(reader)
    if not script:
        reader.page.evaluate(FILL_STORAGE)
    desk.write(f"# {'long ' * 500}\n{RIGHT}")
    trouble = desk.section.locator(".exercise-trouble")
    trouble.wait_for()
    assert "only while this page is open" in trouble.inner_text()
    assert "return e / e.sum" in desk.source()
    # The theme asks for storage without care; ours must not.
    reader.faults = [fault for fault in reader.faults if "/exercises/" in fault]


def with_header(name: str, value: str) -> type[Quiet]:
    """A server with a header on every response."""

    class WithHeader(Quiet):
        def end_headers(self) -> None:
            self.send_header(name, value)
            super().end_headers()

    return WithHeader


@pytest.mark.slow
def test_a_locked_down_site_may_take_numpy_from_another_host(browser, site: Path):
    """As from Pyodide's own: another origin that allows it, named in the policy."""
    (numpy,) = (site / "_static/pyodide").glob("*/numpy-*.packed")
    allowing = with_header("Access-Control-Allow-Origin", "*")
    with serving(numpy.parent, allowing) as host:
        policy = f"script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' {host}"
        wheel = {"url": f"{host}/{numpy.name}", "bytes": None}
        with serving(site, with_header("Content-Security-Policy", policy)) as address:
            reader = start(browser, address, PAGE, numpy=wheel)
            assert "3.0" in Desk(reader).run("np.ones(3).sum().item()")
            reader.close()

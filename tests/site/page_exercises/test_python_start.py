"""Python on later pages: it goes on from what an earlier page has kept."""

import re
from collections.abc import Iterator

import pytest

from tests.site.desk import Desk
from tests.site.page_exercises.first_page import (
    KEPT,
    NO_EXERCISE,
    PAGE,
    RIGHT,
    WRONG_AXIS,
    start,
    started_from,
)
from tests.site.reader import Reader

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def reader(browser, address) -> Iterator[Reader]:
    """One whose Python is kept from page to page."""
    started = start(browser, address, PAGE, script="")
    yield started
    started.close()
    assert not started.faults


# What its own digest says is whole, and no Python can go on from.
SPOIL = """
async (elsewhere) => {
  const shelf = await caches.open("attention-step-by-step-python");
  const addresses = (await shelf.keys()).map((request) => request.url);
  const address = addresses.find((url) => url.includes("/memory-"));
  const places = elsewhere || (await shelf.match(address)).headers.get("x-places");
  const spoilt = new Uint8Array(1 << 16).fill(7);
  spoilt.set(new Uint8Array(new Uint32Array([1 << 15, 1, 0]).buffer));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", spoilt));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const headers = { "x-digest": hex, "x-places": places };
  await shelf.put(address, new Response(spoilt, { headers }));
}
"""
# Code that no browser can compile, in place of what was kept.
SPOIL_CODE = """
async () => {
  const shelf = await caches.open("attention-step-by-step-python");
  const addresses = (await shelf.keys()).map((request) => request.url);
  const wasm = addresses.find((url) => url.includes("/kept/wasm-"));
  const headers = { "content-type": "application/wasm" };
  await shelf.put(wasm, new Response(new Uint8Array(64), { headers }));
}
"""


@pytest.mark.slow
def test_the_next_page_goes_on_from_python_as_it_was(reader):
    assert "right" in Desk(reader).check(RIGHT)
    reader.page.wait_for_function(KEPT)
    reader.reload()
    desk = Desk(reader)
    assert "Each row is one query's weights" in desk.check(WRONG_AXIS)
    assert "right" in desk.check(RIGHT)
    assert started_from(reader) == ["memory"]


@pytest.mark.slow
def test_chance_is_not_that_of_the_page_before(reader):
    Desk(reader).check(RIGHT)
    reader.page.wait_for_function(KEPT)
    seen = set()
    for _ in range(2):
        reader.reload()
        printed = Desk(reader).run(
            "import random\nprint(np.random.rand(), random.random())"
        )
        assert started_from(reader) == ["memory"]
        numbers = re.findall(r"0\.\d{6,}", printed)
        assert len(numbers) == 2
        seen |= set(numbers)
    assert len(seen) == 4


@pytest.mark.slow
def test_code_compiled_on_one_page_is_there_for_the_next(new_reader):
    reader = new_reader(script="", service_workers="allow")
    Desk(reader).check(RIGHT)
    reader.page.wait_for_function(KEPT)
    reader.reload()
    assert "42" in Desk(reader).run("20 + 22")
    came = "performance.getEntriesByName('python-compiled').length"
    assert reader.page.evaluate(came) == 1


@pytest.mark.slow
def test_who_has_run_code_finds_python_started_at_the_next_exercise(reader):
    Desk(reader).check(RIGHT)
    reader.page.wait_for_function(KEPT)
    reader.reload()
    Desk(reader, opened=False).section.scroll_into_view_if_needed()
    reader.page.wait_for_function("performance.getEntriesByName('python-ready').length")
    assert started_from(reader) == ["memory"]


@pytest.mark.slow
def test_what_has_been_spoilt_on_the_shelf_costs_the_reader_nothing(new_reader):
    reader = new_reader(script="", service_workers="allow")
    Desk(reader).check(RIGHT)
    reader.page.wait_for_function(KEPT)
    reader.page.evaluate(SPOIL_CODE)
    reader.reload()
    assert "42" in Desk(reader).run("20 + 22")
    assert started_from(reader) == ["files"]


# Of a site that has lost a file since this page began.
KEEP_OF_LESS = """
async ([address, exercise]) => {
  const { keepForLater } = await import(`${address}/python-ahead.js`);
  const { readSettings } = await import(`${address}/python.js`);
  const { withAddresses } = await import(`${address}/python-settings.js`);
  const settings = withAddresses(await readSettings());
  settings.numpy.url = settings.numpy.url.replace("numpy-", "gone-");
  await keepForLater(settings, exercise);
  const shelves = (await caches.keys()).filter((name) => name.endsWith("-python"));
  return [performance.getEntriesByName("python-kept")[0].detail, shelves];
}
"""


def test_what_cannot_be_kept_whole_takes_no_room(new_reader):
    reader = new_reader(NO_EXERCISE, script="")
    exercise = {"id": "numpy.softmax", "chapter": "03-numpy"}
    asked = [f"{reader.address}/_static/exercises", exercise]
    assert reader.page.evaluate(KEEP_OF_LESS, asked) == ["no", []]
    reader.faults = [fault for fault in reader.faults if "404" not in fault]


@pytest.mark.slow
@pytest.mark.parametrize("elsewhere", ["", "1 2 3"], ids=["its bytes", "its code's places"])
def test_a_memory_that_is_broken_costs_the_reader_nothing(new_reader, elsewhere: str):
    reader = new_reader(script="")
    Desk(reader).check(RIGHT)
    reader.page.wait_for_function(KEPT)
    reader.page.evaluate(SPOIL, elsewhere)
    reader.reload()
    assert "42" in Desk(reader).run("20 + 22")
    assert started_from(reader) == ["files"]

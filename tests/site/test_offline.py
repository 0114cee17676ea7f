"""The site without a network: what has been opened opens again, exercises included."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.desk import PATIENCE, Desk, with_python
from tests.site.page_exercises.first_page import KEPT, PAGE, RIGHT, WRONG_AXIS
from tests.site.reader import Quiet, Reader, serving

pytestmark = pytest.mark.browser

SERVED = "() => Boolean(navigator.serviceWorker.controller)"
# How many files of the site are on its shelf.
SHELVED = """
async () => {
  const names = (await caches.keys()).filter((name) => name.includes("-pages-"));
  const counts = await Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).map((request) => request.url)));
  return counts.flat();
}
"""


@pytest.fixture
def installed(browser, address) -> Iterator[Reader]:
    """A reader whose first page has been kept by the service worker."""
    reader = Reader(browser, address, service_workers="allow")
    reader.page.set_default_timeout(PATIENCE)
    reader.open("book/index.html")
    reader.page.wait_for_function(SERVED)
    wait_for(reader, "book/index.html")
    yield reader
    reader.close()


def wait_for(reader: Reader, path: str) -> None:
    """Until a file of the site is on the shelf."""
    held = f"async () => (await ({SHELVED})()).some((url) => url.includes('{path}'))"
    reader.page.wait_for_function(held)


@pytest.mark.slow
def test_a_page_that_was_open_when_it_came_opens_offline(installed):
    installed.page.wait_for_load_state("networkidle")
    wait_for(installed, "book.css")
    wait_for(installed, "look/nodes.js")
    installed.context.set_offline(True)
    installed.reload()
    assert installed.page.locator("article h1").inner_text() == "Attention, Step by Step"
    colour = "getComputedStyle(document.documentElement).getPropertyValue('--query')"
    assert installed.page.evaluate(colour).strip()
    assert not installed.faults


@pytest.mark.slow
def test_a_page_that_was_never_opened_says_which_were(installed):
    installed.context.set_offline(True)
    installed.open("book/changelog.html")
    assert "not on this device yet" in installed.page.locator("h1").inner_text()
    installed.page.get_by_role("link", name="Attention, Step by Step").first.click()
    installed.page.wait_for_url("**/book/index.html")


@pytest.mark.slow
def test_an_exercise_is_checked_offline_once_python_was_fetched(installed, site: Path):
    with_python(site)
    installed.open(PAGE)
    assert "right" in Desk(installed).check(RIGHT)
    installed.page.wait_for_function(KEPT)
    installed.context.set_offline(True)
    installed.reload()
    desk = Desk(installed)
    assert "Each row is one query's weights" in desk.check(WRONG_AXIS)
    assert "right" in desk.check(RIGHT)


LOGIN = b"<!doctype html><title>Guest network</title><form>Log in</form>"


class GuestNetwork(Quiet):
    """A network that answers with its login page for whatever is asked, while it is on."""

    is_on = False

    def send_head(self) -> Any:
        if not GuestNetwork.is_on:
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(LOGIN)))
        self.end_headers()
        return io.BytesIO(LOGIN)


@pytest.mark.slow
def test_a_networks_login_page_is_not_kept_for_a_file(browser, site: Path):
    with_python(site)
    with serving(site, GuestNetwork) as address:
        reader = Reader(browser, address, service_workers="allow")
        reader.page.set_default_timeout(PATIENCE)
        reader.open("book/index.html")
        reader.page.wait_for_function(SERVED)
        reader.open("notebooks/07-masking.html")
        desk = Desk(reader, "masks.causal_mask")
        GuestNetwork.is_on = True
        assert "Log in" in desk.trouble("Run")
        assert "came as a web page" in desk.trouble("Run")
        GuestNetwork.is_on = False
        reader.reload()
        assert "42" in Desk(reader, "masks.causal_mask").run("20 + 22")
        reader.close()


# What an earlier edition of the service worker may have kept: put there by hand.
SPOIL_PACK = """
async (page) => {
  const settings = await (await fetch("../_static/exercises/python.json")).json();
  const { url } = settings.chapters["03-numpy"];
  const address = new URL(`../_static/exercises/${url}`, location.href).href;
  const headers = { "content-type": "text/html" };
  const shelf = (await caches.keys()).find((name) => name.includes("-pages-"));
  await (await caches.open(shelf)).put(address, new Response("Log in", { headers }));
}
"""


@pytest.mark.slow
def test_a_file_that_was_kept_wrongly_is_fetched_anew(installed, site: Path):
    with_python(site)
    installed.open(PAGE)
    installed.page.evaluate(SPOIL_PACK)
    desk = Desk(installed)
    desk.write(RIGHT)
    assert "Log in" in desk.trouble("Check")
    assert "right" in desk.check(RIGHT)


def test_the_manifest_names_what_there_is(site: Path):
    told = json.loads((site / "site.webmanifest").read_text(encoding="utf-8"))
    assert (site / told["start_url"]).is_file()
    sizes = {icon["sizes"] for icon in told["icons"] if (site / icon["src"]).is_file()}
    assert {"192x192", "512x512"} <= sizes
    page = (site / PAGE).read_text(encoding="utf-8")
    assert '<link rel="manifest" href="../site.webmanifest">' in page
    assert '"EDITION"' not in (site / "offline.js").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_sentence_is_read_offline_once_the_model_was_fetched(installed, site: Path):
    if json.loads((site / "_static/minilm/minilm.json").read_text()) is None:
        pytest.skip("This copy of the book has no MiniLM: run make models book")
    sentence = "The cat sat on the mat"
    address = f"book/index.html?sentence={sentence}"
    own = installed.page.locator(".heads-own")
    installed.open(address)
    own.get_by_text("Somebody sent you this sentence").wait_for()
    own.get_by_role("button", name="Read it").click()
    own.get_by_text("Read in").wait_for()
    wait_for(installed, "sentence-worker.js")
    installed.context.set_offline(True)
    installed.open(address)
    own.get_by_text("nothing fetched").wait_for()
    assert "mat" in installed.page.locator(".heads-words").inner_text()

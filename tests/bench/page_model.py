"""What the language model costs on chapter 14's page: time, and memory."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from measure import ROOT
from opening import ARGUMENTS, BROWSER
from tables import Table, mebibytes

sys.path.insert(0, str(ROOT))  # for the server that the tests of the site use
from tests.site.reader import serving

SITE = ROOT / "_build" / "html"
PROMPT = "The capital of France is"
FEW, MORE = 4, 24  # tokens: their difference is writing alone
OPEN = """
async (address) => {
  const { ModelWriter } = await import(address);
  const began = performance.now();
  let opened = {};
  const heard = (message) => {
    if (message.kind === "open") opened = message;
    if (message.text !== undefined) window.tokens.push(performance.now());
  };
  window.writer = new ModelWriter(heard);
  await window.writer.open();
  return { ...opened, seconds: (performance.now() - began) / 1000 };
}
"""
WRITE = """
async ([prompt, most]) => {
  window.tokens = [performance.now()];
  await window.writer.write(prompt, most);
  return window.tokens.map((time) => time / 1000);
}
"""


@dataclass(frozen=True)
class Visit:
    """What one visit took; times in seconds, the memory in bytes."""

    megabytes: float
    opened: float
    first: float
    each: float
    each_cpu: float
    memory: int


def write_on_page(_plan: Any) -> Iterator[Table]:
    """A first and a second visit; nothing where the site has no model, or no browser."""
    if BROWSER is None or not list(SITE.glob("_static/model/*.gguf")):
        print("The model on the page is not measured: no browser, or no model in the site.")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, serving(SITE) as address:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        context = browser.new_context()
        visits = [visit(browser, context, address) for _ in range(2)]
        browser.close()
    yield Table(
        "The language model on the page of chapter 14",
        ("what", "first visit", "second visit"),
        [
            ("fetched, MB", *(f"{v.megabytes:.0f}" for v in visits)),
            ("seconds until it is open", *(f"{v.opened:.1f}" for v in visits)),
            ("seconds to its first token", *(f"{v.first:.1f}" for v in visits)),
            ("tokens a second after that", *(f"{1 / v.each:.1f}" for v in visits)),
            ("tokens a CPU second", *(f"{1 / v.each_cpu:.1f}" for v in visits)),
            ("memory of its Python, MiB", *(mebibytes(v.memory) for v in visits)),
        ],
        f"{MORE} tokens behind five, by the reference functions, with NumPy in WebAssembly "
        f"on one thread, in headless Chromium; load at the end {os.getloadavg()[0]:.1f}.",
    )


def open_model(context: Any, address: str) -> tuple[Any, dict[str, Any]]:
    """A page with the model open in it, and what its worker said of that."""
    page = context.new_page()
    page.set_default_timeout(0)
    page.goto(f"{address}/genindex.html")
    return page, page.evaluate(OPEN, f"{address}/_static/exercises/writer.js")


def visit(browser: Any, context: Any, address: str) -> Visit:
    page, opened = open_model(context, address)
    spent = [_cpu(browser)]
    for most in (FEW, MORE):
        times = page.evaluate(WRITE, [PROMPT, most])
        spent.append(_cpu(browser))
    page.close()
    (model,) = Path(SITE, "_static", "model").glob("*.gguf")
    few, more = (after - before for before, after in pairwise(spent))
    return Visit(
        megabytes=model.stat().st_size / 1e6 if opened["fetched"] else 0,
        opened=opened["seconds"],
        first=times[1] - times[0],
        each=(times[-1] - times[1]) / (len(times) - 2),
        each_cpu=(more - few) / (MORE - FEW),
        memory=opened["memory"],
    )


def _cpu(browser: Any) -> float:
    """Seconds of processor time that the browser's pages have used."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return sum(p["cpuTime"] for p in found["processInfo"] if p["type"] == "renderer")

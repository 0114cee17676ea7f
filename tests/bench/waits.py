"""What a reader waits for: four waits in one table, with their goals."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterator
from statistics import median
from typing import Any

import page_model
import python_start
from measure import ROOT
from opening import ARGUMENTS, BROWSER
from tables import Table

from tests.site.reader import serving

SITE = ROOT / "_build" / "html"
SENTENCE = "The trophy did not fit in the suitcase because it was too big."
SAYS_ITS_COST = re.compile("MB are fetched|on this device already")
# From the press of the button to the sentence's heads, as the page does it.
READ = """
async (sentence) => {
  const own = document.querySelector(".heads-own");
  own.querySelector("input").value = sentence;
  const read = new Promise((came) => new PerformanceObserver((list) => {
    const mark = list.getEntries().find(({name}) => name === "sentence-read");
    if (mark) came(mark.startTime);
  }).observe({type: "mark"}));
  const began = performance.now();
  own.querySelector("form").requestSubmit();
  return ((await read) - began) / 1000;
}
"""
GOALS = {  # seconds, on an idle machine, from a server beside it
    "first verdict of an exercise": 2.5,
    "verdict on the next page": 1.5,
    "own sentence, model fetched": 3.0,
    "own sentence, model kept": 1.0,
    "first token of the model, once open": 3.0,
}


def what_readers_wait_for(plan: Any) -> Iterator[Table]:
    """Nothing where there is no browser, no site, or no model in it."""
    if BROWSER is None or not list(SITE.glob("_static/model/*.gguf")):
        print("What a reader waits for is not measured: no browser, or no model.")
        return
    pages = [python_start.reader_visits(SITE, slow=False) for _ in range(plan.repeats)]
    sentences = [_sentences() for _ in range(plan.repeats)]
    seen = (
        [visits[0].seconds for visits in pages],
        [visits[1].seconds for visits in pages],
        *([pair[place] for pair in sentences] for place in (0, 1)),
        [_first_token()],
    )
    rows = []
    for (what, goal), times in zip(GOALS.items(), seen, strict=True):
        took = median(times)
        rows.append((what, f"{took:.1f}", f"{goal:.1f}", "" if took <= goal else "missed"))
    yield Table(
        "What a reader waits for",
        ("wait", "seconds", "goal", ""),
        rows,
        "In headless Chromium, from a server beside it, by the browser's clock; medians of "
        f"{plan.repeats}, of the model one. Measured on {datetime.date.today()} on "
        f"{os.cpu_count()} cores; load at the end {os.getloadavg()[0]:.1f}.",
    )


def _sentences() -> tuple[float, float]:
    """A sentence with the model fetched, and again with it kept and opened anew."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, serving(SITE) as address:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        page = browser.new_context().new_page()
        took = []
        for _ in range(2):
            page.goto(f"{address}/book/index.html", wait_until="networkidle")
            own = page.locator(".heads-own")
            own.locator("summary").click()
            own.get_by_text(SAYS_ITS_COST).wait_for()
            took.append(page.evaluate(READ, SENTENCE))
        browser.close()
    return took[0], took[1]


def _first_token() -> float:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, serving(SITE) as address:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        visit = page_model.visit(browser, browser.new_context(), address)
        browser.close()
    return visit.first

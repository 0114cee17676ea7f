"""What a reader waits for: in one table, with goals."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

import page_model
import python_start
from measure import ROOT
from opening import ARGUMENTS, BROWSER
from tables import Table

from tests.site.reader import serving

SITE = ROOT / "_build" / "html"
ATTEMPTS = 3  # on a busy machine a page gives up in the end, and says so
SENTENCE = "The trophy did not fit in the suitcase because it was too big."
SAYS_ITS_COST = re.compile("MB are fetched|on this device already")
# From the press of the button to the sentence's heads, as the page does it; where
# they do not come, the page's sentence.
READ = """
async (sentence) => {
  const own = document.querySelector(".heads-own");
  own.querySelector("input").value = sentence;
  const status = own.querySelector("[role=status]");
  const read = new Promise((came, failed) => {
    new PerformanceObserver((list) => {
      const mark = list.getEntries().find(({name}) => name === "sentence-read");
      if (mark) came(mark.startTime);
    }).observe({type: "mark"});
    new MutationObserver(() => {
      if (!/^Read|^Fetching/.test(status.textContent)) failed(Error(status.textContent));
    }).observe(status, {childList: true});
  });
  const began = performance.now();
  own.querySelector("form").requestSubmit();
  return ((await read) - began) / 1000;
}
"""

Measure = Callable[[], tuple[float, ...]]
Goals = Sequence[tuple[str, float]]  # each wait that is measured, and its goal in seconds


def what_readers_wait_for(plan: Any) -> Iterator[Table]:
    """Nothing where there is no browser, no site, or no model in it."""
    if BROWSER is None or not list(SITE.glob("_static/model/*.gguf")):
        print("What a reader waits for is not measured: no browser, or no model.")
        return
    before = os.getloadavg()[0]
    rows, failures = measured(WAITS, plan.repeats)
    yield Table(
        "What a reader waits for",
        ("wait", "seconds", "goal", ""),
        rows,
        "In headless Chromium, from a server beside it, by the browser's clock; medians of "
        f"{plan.repeats}. Goals are for an idle machine. Measured on "
        f"{datetime.date.today()} on {os.cpu_count()} cores; load before {before:.1f}, at "
        f"the end {os.getloadavg()[0]:.1f}. {' '.join(failures)}",
    )


def measured(
    waits: Sequence[tuple[Measure, Goals]], repeats: int
) -> tuple[list[tuple[str, ...]], list[str]]:
    """A row of each wait, measured or not, and a sentence of each that was not.

    Parameters
    ----------
    waits
        What measures, and the waits that it gives, in order.
    repeats
        How often each is measured.
    """
    rows, failures = [], []
    for measure, goals in waits:
        seen, why = _rounds(measure, repeats)
        if why:
            failures.append(f"Not measured in {ATTEMPTS} attempts: {goals[0][0]} ({why}).")
        for place, (what, goal) in enumerate(goals):
            if not seen:
                rows.append((what, "not measured", f"{goal:.1f}", ""))
                continue
            took = median(each[place] for each in seen)
            rows.append((what, f"{took:.1f}", f"{goal:.1f}", _judged(took, goal)))
    return rows, failures


def _judged(took: float, goal: float) -> str:
    return "reached" if took <= goal else "missed"


def _rounds(measure: Measure, repeats: int) -> tuple[list[tuple[float, ...]], str]:
    """What all rounds gave, or nothing and why the last attempt at one failed."""
    from playwright.sync_api import Error

    seen, why = [], ""
    for _ in range(repeats):
        for _ in range(ATTEMPTS):
            try:
                seen.append(measure())
                break
            except Error as problem:
                line = problem.message.partition("\n")[0]
                why = line.rpartition("Error: ")[2].rstrip(".")
        else:
            return [], why
    return seen, ""


def _verdicts() -> tuple[float, ...]:
    """On a first page and on the one after it."""
    pages = python_start.PAGES[:2]
    first, after = python_start.reader_visits(SITE, slow=False, pages=pages)
    return first.seconds, after.seconds


def _sentences() -> tuple[float, ...]:
    """A sentence with the model fetched, and again with it kept and opened anew."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, serving(SITE) as address:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        page = browser.new_context().new_page()
        page.set_default_timeout(0)
        took = []
        for _ in range(2):
            page.goto(f"{address}/book/index.html", wait_until="networkidle")
            page.get_by_text(SAYS_ITS_COST).wait_for()
            took.append(page.evaluate(READ, SENTENCE))
        browser.close()
    return tuple(took)


def _first_token() -> tuple[float, ...]:
    """One token, of a model that has just been opened."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, serving(SITE) as address:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        page, _ = page_model.open_model(browser.new_context(), address)
        asked, came = page.evaluate(page_model.WRITE, [page_model.PROMPT, 1])
        browser.close()
    return (came - asked,)


WAITS: Sequence[tuple[Measure, Goals]] = (
    (
        _verdicts,
        (("first verdict of an exercise", 2.5), ("verdict on the next page", 1.5)),
    ),
    (
        _sentences,
        (("own sentence, model fetched", 3.0), ("own sentence, model kept", 1.0)),
    ),
    (_first_token, (("first token of the model, once open", 3.0),)),
)

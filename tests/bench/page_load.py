"""How soon a chapter shows its first text on a slow line, and what it weighs in all."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from measure import ROOT, CommandFailed
from opening import ARGUMENTS, BROWSER
from tables import Table, against, number

sys.path.insert(0, str(ROOT))  # for the server that the tests of the site use
from tests.site.reader import serving

SITE = ROOT / "_build" / "html"
LINE = 1.6e6 / 8  # bytes a second
DELAY = 40  # milliseconds from a request to the first byte of its answer
ROUNDS = 3
ATTEMPTS = 4
AFTER = 2_000  # milliseconds for what a page asks for once it stands
SHOWN = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


def load_pages(plan: Any) -> Iterator[Table]:
    """Each chapter, opened by a reader who comes for the first time."""
    pages = sorted(SITE.glob("notebooks/*.html"))
    if BROWSER is None or not pages:
        print("The pages' loading is not measured: no browser, or no site.")
        return
    from playwright.sync_api import sync_playwright

    rounds = min(plan.repeats, ROUNDS)
    with sync_playwright() as playwright, serving(SITE) as address:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        rows = [_row(browser, address, page, rounds) for page in pages]
        browser.close()
    heaviest = max(int(size.replace(",", "")) for _, size, *_ in rows)
    slowest = max(float(shown) for *_, shown, _ in rows)
    yield Table(
        "How soon a chapter shows its first text",
        ("chapter", "KB in all", "first text, s", "all loaded, s"),
        rows,
        f"A first visit at 1.6 Mbit/s with {DELAY} ms of delay from a plain file server "
        "that compresses nothing, in headless Chromium; the browser's own clock, medians "
        f"of {rounds}. Goal of each page: {against(900, heaviest, ' KB')} and "
        f"{against(3, slowest, ' s')}. Load at the end {os.getloadavg()[0]:.1f}.",
    )


def _row(browser: Any, address: str, page: Path, rounds: int) -> tuple[str, ...]:
    url = f"{address}/{page.relative_to(SITE).as_posix()}"
    visits = [_patient_visit(browser, url) for _ in range(rounds)]
    size, shown, loaded = (median(values) for values in zip(*visits, strict=True))
    return page.stem, number(round(size / 1000)), f"{shown:.1f}", f"{loaded:.1f}"


def _patient_visit(browser: Any, url: str) -> tuple[int, float, float]:
    """A visit; once in a while a slowed Chromium waits for ever, and is asked again."""
    from playwright.sync_api import TimeoutError as TookTooLong

    for _ in range(ATTEMPTS):
        with contextlib.suppress(TookTooLong):
            return _visit(browser, url)
    raise CommandFailed(f"{url} did not load in {ATTEMPTS} attempts")


def _visit(browser: Any, url: str) -> tuple[int, float, float]:
    """Bytes over the line, and seconds to the first text and to the end of loading."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    slow = {"latency": DELAY, "downloadThroughput": LINE, "uploadThroughput": LINE}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    sizes: list[int] = []
    devtools.on("Network.loadingFinished", lambda e: sizes.append(e["encodedDataLength"]))
    page.goto(url, wait_until="load", timeout=40_000)
    page.wait_for_timeout(AFTER)
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    shown = page.evaluate(SHOWN)
    context.close()
    return round(sum(sizes)), shown / 1000, loaded / 1000

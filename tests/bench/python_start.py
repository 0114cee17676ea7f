"""From the first click on an exercise to its verdict, with Python not yet started."""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from measure import ROOT
from opening import ARGUMENTS, BROWSER
from tables import Table, against

sys.path.insert(0, str(ROOT))  # for the server that the tests of the site use
from autograder.authoring.solve import solution
from autograder.exercise.key import load_key
from tests.site.reader import Quiet

SITE = ROOT / "_build" / "html"
BESIDE = "ATTENTION_SITE_BEFORE"  # another built site, measured in the same run
LINE = 10e6 / 8  # bytes a second, of the slow line
DELAY = 0.04  # seconds from a request to its answer there
SETTLE = 1_500  # milliseconds until a page has all that it asks for by itself
KEPT = 180_000  # ... in which a page has kept what the next one goes on from
READING = 3_000  # milliseconds that an exercise is looked at, on the last page
PAGES = (  # each a first click and a right answer, one after the other in one tab
    ("first", "03-numpy", "numpy.softmax", 0),
    ("second", "06-scaling-and-scores", "scores.bilinear_score", 0),
    ("third", "08-multi-head", "heads.split_heads", 0),
    ("fourth, read for 3 s first", "07-masking", "masks.causal_mask", READING),
)
WATCH = """
addEventListener("pointerdown", (event) => { window.first ??= event.timeStamp; }, true);
window.verdict = new Promise((came) => {
  new MutationObserver(() => {
    if (document.querySelector("[data-state=passed]")) came(performance.now());
  }).observe(document, { subtree: true, attributeFilter: ["data-state"] });
});
"""
HAS_KEPT = """() => !performance.getEntriesByName("python-ready").length
  || performance.getEntriesByName("python-ready").at(-1).detail !== "files"
  || performance.getEntriesByName("python-kept").length > 0"""


@dataclass(frozen=True)
class Visit:
    """One page's first click to its verdict: seconds, CPU seconds, megabytes."""

    seconds: float
    cpu: float
    megabytes: float


class Line:
    """What has gone over a line, and for a slow one when it is free again."""

    def __init__(self, slow: bool) -> None:
        self.slow, self.sent, self._free = slow, 0, 0.0
        self._lock = threading.Lock()

    def send(self, size: int) -> None:
        """Count these bytes, and wait for as long as the line needs for them."""
        with self._lock:
            self.sent += size
            now = time.perf_counter()
            self._free = max(self._free, now) + size / LINE
            wait = self._free - now
        if self.slow:
            time.sleep(wait)


class OverLine(Quiet):
    """A plain file server at the end of a line."""

    def __init__(self, *arguments: Any, line: Line, **named: Any) -> None:
        self.line = line
        super().__init__(*arguments, **named)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if self.line.slow:
            time.sleep(DELAY)
        while part := source.read(16_384):
            self.line.send(len(part))
            outputfile.write(part)


@contextmanager
def served(site: Path, line: Line) -> Iterator[str]:
    """The address of a site at the end of a line."""
    handler = partial(OverLine, directory=str(site), line=line)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def start_python(plan: Any) -> Iterator[Table]:
    """A first page and those after it, on a fast line and a slow one."""
    if BROWSER is None or not SITE.is_dir():
        print("The start of Python is not measured: no browser, or no site.")
        return
    sites = {"before": Path(os.environ[BESIDE])} if os.environ.get(BESIDE) else {}
    sites["now"] = SITE
    rows = []
    for slow, line in ((False, "beside it"), (True, "10 Mbit/s")):
        # In turn: what else the machine does is then shared fairly.
        rounds = [
            {name: reader_visits(site, slow) for name, site in sites.items()}
            for _ in range(plan.repeats)
        ]
        for name in sites:
            visits = zip(*[each[name] for each in rounds], strict=True)
            for (place, *_), seen in zip(PAGES, visits, strict=True):
                rows.append((line, name, place, *_medians(seen)))
    ours = [(row[0], row[2], float(row[3])) for row in rows if row[1] == "now"]
    first = {line: seconds for line, place, seconds in ours if place == PAGES[0][0]}
    later = max(seconds for _, place, seconds in ours if place != PAGES[0][0])
    yield Table(
        "From the first click on an exercise to its verdict",
        ("server", "site", "page", "seconds", "CPU s", "MB"),
        rows,
        "A right answer put in at once and checked, in headless Chromium with a profile of "
        "its own, by the browser's clock; CPU of all its processes from when the exercise "
        f"comes into view, medians of {plan.repeats}. Goal, idle: "
        f"{against(2.5, first['beside it'], ' s')}, "
        f"{against(9, first['10 Mbit/s'], ' s at 10 Mbit/s')}, {against(1.5, later, ' s')} "
        f"on every page after the first. Load at the end {os.getloadavg()[0]:.1f}.",
    )


def _medians(visits: tuple[Visit, ...]) -> tuple[str, ...]:
    return tuple(
        f"{median(getattr(visit, field.name) for visit in visits):.1f}"
        for field in fields(Visit)
    )


def reader_visits(
    site: Path, slow: bool, pages: Sequence[tuple[str, str, str, int]] = PAGES
) -> tuple[Visit, ...]:
    """A new reader's pages."""
    from playwright.sync_api import sync_playwright

    line = Line(slow)
    with (
        served(site, line) as address,
        tempfile.TemporaryDirectory() as profile,
        sync_playwright() as playwright,
    ):
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=BROWSER, args=ARGUMENTS
        )
        context.add_init_script(WATCH)
        page = context.new_page()
        page.set_default_timeout(0)
        visits = []
        for _, chapter, exercise_id, reading in pages:
            page.goto(f"{address}/notebooks/{chapter}.html", wait_until="load")
            page.wait_for_timeout(SETTLE)
            visits.append(_visit(page, profile, line, (exercise_id, reading)))
        context.close()
    return tuple(visits)


def _visit(page: Any, profile: str, line: Line, asked: tuple[str, int]) -> Visit:
    exercise_id, reading = asked
    section = page.locator(f'[data-exercise="{exercise_id}"]')
    cpu, sent = _cpu(profile), line.sent
    section.scroll_into_view_if_needed()
    page.wait_for_timeout(reading)
    section.locator("textarea").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(solution(load_key().exercise(exercise_id)))
    section.get_by_role("button", name="Check", exact=True).click()
    # One promise: to ask in each frame would have the browser draw each frame.
    seconds = page.evaluate("async () => (await window.verdict) - window.first") / 1000
    visit = Visit(seconds, _cpu(profile) - cpu, (line.sent - sent) / 1e6)
    page.wait_for_function(HAS_KEPT, timeout=KEPT)
    return visit


def _cpu(profile: str) -> float:
    """Seconds of processor time that the browser with this profile has used so far."""
    seconds = 0.0
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if any(profile in word for word in process.cmdline()):
                for each in (process, *process.children(recursive=True)):
                    times = each.cpu_times()
                    seconds += times.user + times.system
                return seconds
    return seconds

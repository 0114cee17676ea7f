"""What Lighthouse measures of each page on a phone, from a server that compresses."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

from measure import ROOT, CommandFailed
from opening import BROWSER
from tables import Table, against, machine_in_words, number

sys.path.insert(0, str(ROOT))  # for the server that the tests of the site use
from tests.site.reader import Quiet, serving

SITE = ROOT / "_build" / "html"
LIGHTHOUSE = "lighthouse@12.8.2"  # of npm, fetched once
FLAGS = "--headless=new --no-sandbox --disable-gpu"
TEXTS = ("text/", "application/j", "image/svg")  # the beginnings of their types
GOALS = {"score": 90, "shift": 0.05}
WORST = 3  # so many pages are visited again
VISITS = 3  # of each of them
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AUDITS = (
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
    "dom-size",
)
HEADS = (
    "page",
    "performance",
    "accessibility",
    "best practices",
    "SEO",
    "first text, s",
    "largest, s",
    "blocked, ms",
    "shift",
    "elements",
)


class Compressing(Quiet):
    """A file server that compresses texts, as most are set to."""

    def do_GET(self) -> None:  # noqa: N802 (http.server's way)
        """Answer with the file, compressed where it is a text."""
        path = Path(self.translate_path(self.path))
        kind = self.guess_type(str(path))
        if not path.is_file() or not kind.startswith(TEXTS):
            return super().do_GET()
        data = _compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@lru_cache(maxsize=2048)
def _compressed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6, mtime=0)


def lighthouse(plan: Any) -> Iterator[Table]:
    """The first page and each chapter, those of them that are asked for."""
    pages = [SITE / "book" / "index.html", *sorted(SITE.glob("notebooks/*.html"))]
    npx = shutil.which("npx")
    if BROWSER is None or npx is None or len(pages) == 1:
        print("Lighthouse measures nothing here: no browser, no npm, or no site.")
        return
    visits: dict[str, list[tuple[float, ...]]] = {}
    with serving(SITE, Compressing) as address:

        def visit(page: Path) -> None:
            url = f"{address}/{page.relative_to(SITE).as_posix()}"
            visits.setdefault(page.stem, []).append(_measured(npx, url))

        pages = [page for page in pages if page.stem.startswith(plan.pages)]
        for page in pages:
            visit(page)
        for page in sorted(pages, key=lambda page: visits[page.stem][0][0])[:WORST]:
            for _ in range(1, VISITS):
                visit(page)
    middle = {name: [*map(median, zip(*of, strict=True))] for name, of in visits.items()}
    yield Table(
        "What Lighthouse measures on a phone",
        HEADS,
        [_row(name, values) for name, values in middle.items()],
        f"{LIGHTHOUSE}, its mobile settings, from a file server that compresses; one visit "
        f"each, of the {WORST} slowest medians of {VISITS}. Goals of each page: "
        f"{GOALS['score']} in all four ({_missed(middle)}), a shift of at most "
        f"{against(GOALS['shift'], max(each[-2] for each in middle.values()))}. What is "
        "blocked is counted on the clock, on a processor taken for a quarter as fast: it "
        f"belongs to an idle machine. {machine_in_words()}",
    )


def _row(name: str, values: list[float]) -> tuple[str, ...]:
    *scores, first, largest, blocked, shift, elements = values
    said = (f"{first / 1000:.1f}", f"{largest / 1000:.1f}", f"{blocked:,.0f}")
    return (
        name,
        *(f"{s:.0f}" for s in scores),
        *said,
        f"{shift:.3f}",
        number(int(elements)),
    )


def _missed(middle: dict[str, list[float]]) -> str:
    said = []
    for place, category in enumerate(CATEGORIES):
        missed = [name for name, each in middle.items() if each[place] < GOALS["score"]]
        if missed:
            said.append(f"{category} missed by {len(missed)}: {', '.join(missed)}")
    return "; ".join(said) or "reached"


def _measured(npx: str, url: str) -> tuple[float, ...]:
    """The four scores of a page, and what the first is made of."""
    command = [npx, "--yes", LIGHTHOUSE, url, "--quiet", "--output=json"]
    command += [f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={FLAGS}"]
    environment = {**os.environ, "CHROME_PATH": str(BROWSER)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise CommandFailed(f"Lighthouse of {url}: {done.stderr[-400:]}")
    found = json.loads(done.stdout)
    scores = [100 * found["categories"][name]["score"] for name in CATEGORIES]
    return (*scores, *(found["audits"][name]["numericValue"] for name in AUDITS))

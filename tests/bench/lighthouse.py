"""What Lighthouse measures of each page on a phone, from a server that compresses."""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

from measure import ROOT, CommandFailed
from opening import BROWSER
from tables import Table, number

sys.path.insert(0, str(ROOT))  # for the server that the tests of the site use
from tests.site.reader import Quiet, serving

SITE = ROOT / "_build" / "html"
LIGHTHOUSE = "lighthouse@12.8.2"  # of npm, fetched once
FLAGS = "--headless=new --no-sandbox --disable-gpu"
TEXTS = ("text/", "application/j", "image/svg")  # the beginnings of their types
GOALS = {"score": 90, "shift": 0.05}
HEADS = ("page", "score", "first text, s", "largest, s", "blocked, ms", "shift", "elements")
AUDITS = (
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
    "dom-size",
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
    """The first page and each chapter."""
    pages = [SITE / "book" / "index.html", *sorted(SITE.glob("notebooks/*.html"))]
    npx = shutil.which("npx")
    if BROWSER is None or npx is None or len(pages) == 1:
        print("Lighthouse measures nothing here: no browser, no npm, or no site.")
        return
    with serving(SITE, Compressing) as address:
        measured = {
            page.stem: [
                _measured(npx, f"{address}/{page.relative_to(SITE).as_posix()}")
                for _ in range(min(plan.repeats, 3))
            ]
            for page in pages
        }
    rows, missed = [], 0
    for name, visits in measured.items():
        score, *times, shift, elements = map(median, zip(*visits, strict=True))
        first, largest, blocked = times
        missed += score < GOALS["score"] or shift > GOALS["shift"]
        said = (f"{first / 1000:.1f}", f"{largest / 1000:.1f}", f"{blocked:,.0f}")
        rows.append((name, f"{score:.0f}", *said, f"{shift:.3f}", number(int(elements))))
    yield Table(
        "What Lighthouse measures on a phone",
        HEADS,
        rows,
        f"{LIGHTHOUSE}, its mobile settings, from a file server that compresses; medians "
        f"of {min(plan.repeats, 3)}. Goals of each page: a score of {GOALS['score']}, a "
        f"shift of at most {GOALS['shift']}; {missed} of {len(rows)} pages miss one. What "
        "is blocked is counted on the clock, on a processor taken for a quarter as fast: "
        f"it belongs to an idle machine. Load at the end {os.getloadavg()[0]:.1f}.",
    )


def _measured(npx: str, url: str) -> tuple[float, ...]:
    with tempfile.NamedTemporaryFile(suffix=".json") as written:
        command = [
            npx,
            "--yes",
            LIGHTHOUSE,
            url,
            "--quiet",
            "--only-categories=performance",
        ]
        command += [f"--chrome-flags={FLAGS}", "--output=json"]
        command += [f"--output-path={written.name}"]
        environment = {**os.environ, "CHROME_PATH": str(BROWSER)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise CommandFailed(f"Lighthouse of {url}: {done.stderr[-400:]}")
        found = json.loads(Path(written.name).read_text(encoding="utf-8"))
    values = [found["audits"][name]["numericValue"] for name in AUDITS]
    return (100 * found["categories"]["performance"]["score"], *values)

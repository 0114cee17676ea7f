"""Take the pictures that README and the first page show, from what they are pictures of.

    make book && make grade SEED=2024 && .venv/bin/python book/make_pictures.py

``card``: an exercise on a page, answered with a common mistake.  ``report``: the sample
class.  ``heads``: a real model's, on the first page.  Beside each lies the text that was
seen, and tests fail when a page no longer says the same.  Needs Chromium.
"""

import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from browser import MISSING, find_browser
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "_build" / "html"
REPORT = ROOT / "results" / "sample" / "report.html"
PICTURES = ROOT / "book" / "_static" / "shown"
EXERCISE = "numpy.attention_weights"
MISTAKE = """\
def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    return softmax(q @ np.swapaxes(k, -1, -2))
"""
WINDOW = {"width": 1000, "height": 1400}
PATIENCE = 120_000  # milliseconds
COLOURS = 200  # a page has few: a palette makes the file a third of its size


def main(wanted: list[str]) -> int:
    """Take the pictures of these names, all without one."""
    chromium = find_browser()
    if not chromium:
        print(MISSING)
        return 1
    missing = [path for path in (SITE / "book/index.html", REPORT) if not path.exists()]
    if missing:
        print(f"There is no {missing[0]}. First: make book && make grade SEED=2024")
        return 1
    from playwright.sync_api import sync_playwright

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        launch = playwright.chromium.launch
        browser = launch(executable_path=chromium, args=["--no-sandbox"])
        for take in (card, report, heads):
            if not wanted or take.__name__ in wanted:
                page = browser.new_page(viewport=WINDOW, reduced_motion="reduce")
                page.set_default_timeout(PATIENCE)
                take(page, f"http://127.0.0.1:{server.server_port}")
                page.close()
        browser.close()
    server.shutdown()
    return 0


class Quiet(SimpleHTTPRequestHandler):
    """A file server that writes no log."""

    def log_message(self, *arguments: Any) -> None:
        pass


def card(page: Any, address: str) -> None:
    """An exercise with its card, as a reader gets it on the page."""
    page.goto(f"{address}/notebooks/03-numpy.html")
    exercise = page.locator(f'[data-exercise="{EXERCISE}"]')
    exercise.scroll_into_view_if_needed()
    exercise.locator("textarea, .cm-content").first.click()
    exercise.locator(".cm-content").wait_for()
    exercise.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(MISTAKE)
    exercise.get_by_role("button", name="Check", exact=True).click()
    shown = exercise.locator(".exercise-output .check-card")
    shown.get_by_text("Line 2").first.wait_for()  # the mark follows the verdict
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")  # boxes are counted from the page's top then
    save("card", exercise, None, said=shown)


def report(page: Any, _address: str) -> None:
    """The top of the sample class's report."""
    page.goto(REPORT.as_uri())
    top = page.locator("body")
    exercises = page.locator("section", has=page.locator("#exercises"))
    bottom = exercises.bounding_box()["y"] + 265
    page.set_viewport_size({"width": 1000, "height": round(bottom)})
    (PICTURES / "report.txt").write_text(scores_of(page.content()), encoding="utf-8")
    top.page.screenshot(path=PICTURES / "report.png")
    smaller(PICTURES / "report.png")


def scores_of(html: str) -> str:
    """What a report says above its list of exercises."""
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(html, "html.parser")
    title = soup.find("h1")
    rest = soup.find(id="scores").find_parent("section")
    parts = [title, title.find_next("p"), *rest.find_all("p")]
    return "\n".join(" ".join(part.get_text().split()) for part in parts) + "\n"


def heads(page: Any, address: str) -> None:
    """The heads of a real model, where the first page opens them."""
    page.set_viewport_size({"width": 1280, "height": 1400})
    page.goto(f"{address}/book/index.html")
    element = page.locator("model-heads")
    element.get_by_role("combobox").first.wait_for()
    page.wait_for_timeout(1000)  # for its arcs
    save("heads", element, element.get_by_text("Sentence", exact=True), said=element)


def save(name: str, top: Any, below: Any, *, said: Any) -> None:
    """A page from one part to the next, or to where ``said`` ends, and the text of that."""
    text = " ".join(said.text_content().split())
    (PICTURES / f"{name}.txt").write_text(text + "\n", encoding="utf-8")
    box = top.bounding_box()
    end = said.bounding_box()
    low = below.bounding_box()["y"] - 4 if below else end["y"] + end["height"] + 4
    box["height"] = low - box["y"]
    top.page.screenshot(path=PICTURES / f"{name}.png", clip=box, full_page=True)
    smaller(PICTURES / f"{name}.png")


def smaller(path: Path) -> None:
    with Image.open(path) as picture:
        reduced = picture.convert("RGB").quantize(COLOURS)
    reduced.save(path, optimize=True)
    print(f"wrote {path.relative_to(ROOT)}, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

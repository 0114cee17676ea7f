"""Take the README's picture: a real page, with a real answer that is not right.

    python book/make_picture.py

Fills one exercise of chapter 03 with a common mistake, runs the notebook, builds
the site in a temporary folder and photographs the exercise.  Needs Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from make_notebooks import CHAPTERS, ROOT, as_file, run
from PIL import Image

from autograder.notebooks.convert import notebook_from_text

CHAPTER = "03-numpy"
EXERCISE = "numpy-attention-weights"
MISTAKE = "return softmax(q @ np.swapaxes(k, -1, -2))"
PICTURE = ROOT / "book" / "_static" / "feedback.png"


def main() -> int:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        print("No Chromium here: sudo apt-get install chromium")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        page = build(Path(folder))
        photograph(page, chromium)
    print(f"wrote {PICTURE.relative_to(ROOT)}")
    return 0


def build(folder: Path) -> Path:
    """Build the site with the mistake in it; return the chapter's page."""
    for name in ("book", "notebooks"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "_config.yml", folder)
    notebook = notebook_from_text(CHAPTERS / f"{CHAPTER}.md")
    (stub,) = (cell for cell in notebook.cells if cell.id == f"{EXERCISE}-stub")
    stub.source = stub.source.replace("raise NotImplementedError", MISTAKE)
    text = as_file(run(notebook, CHAPTER))
    (folder / "notebooks" / f"{CHAPTER}.ipynb").write_text(text, encoding="utf-8")
    jupyter_book = Path(sys.executable).with_name("jupyter-book")
    build_site = [jupyter_book, "build", ".", "--toc", "book/_toc.yml", "-q"]
    subprocess.run(build_site, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder / "_build" / "html" / "notebooks" / f"{CHAPTER}.html"


def photograph(page: Path, chromium: str) -> None:
    """Save the window from the exercise's stub to the end of its card."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launch = playwright.chromium.launch
        browser = launch(executable_path=chromium, args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": 1240, "height": 900})
        view.goto(page.as_uri())
        card = view.locator(".check-card.check-failed, .check-card.check-partial").first
        stub = view.locator(".cell", has_text=MISTAKE).first
        stub.evaluate("e => window.scrollTo(0, e.getBoundingClientRect().top - 70)")
        view.wait_for_timeout(500)
        box = card.bounding_box()
        bottom = box["y"] + box["height"] + 24
        view.set_viewport_size({"width": 1240, "height": round(min(bottom, 1100))})
        stub.evaluate(
            "e => window.scrollTo(0, scrollY + e.getBoundingClientRect().top - 70)"
        )
        view.wait_for_timeout(500)
        view.screenshot(path=PICTURE)
        browser.close()
    # A page has few colours: a palette makes the file a quarter of its size.
    with Image.open(PICTURE) as picture:
        smaller = picture.convert("RGB").quantize(96)
    smaller.save(PICTURE, optimize=True)


if __name__ == "__main__":
    sys.exit(main())

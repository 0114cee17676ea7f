"""How long a browser takes to open a page."""

from __future__ import annotations

import shutil
from pathlib import Path
from statistics import median

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
ROUNDS = 3
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu"]


def seconds_to_open(page: Path) -> str:
    """Seconds until a page is loaded and laid out; ``""`` without a browser."""
    if BROWSER is None:
        return ""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        try:
            tab = browser.new_page()
            taken = []
            for _ in range(ROUNDS):
                tab.goto("about:blank")
                tab.goto(page.as_uri(), wait_until="load")
                # Asking for the height makes the browser lay everything out.
                taken.append(
                    tab.evaluate(
                        "() => { document.body.offsetHeight; return performance.now() }"
                    )
                )
        finally:
            browser.close()
    return f"{median(taken) / 1000:.2f}"

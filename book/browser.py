"""Which Chromium prints the book, takes its pictures and runs its tests."""

import os
import shutil
from pathlib import Path

# The shell without windows takes half of the processor's time, and draws the same pages.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
MISSING = (
    "There is no Chromium here: sudo apt-get install chromium "
    "(or name one: CHROMIUM=/path/to/chromium)."
)


def find_browser() -> str | None:
    """The Chromium that ``CHROMIUM`` names, or the first that is installed."""
    if named := os.environ.get("CHROMIUM"):
        return named
    installed = next(filter(None, map(shutil.which, NAMES)), None)
    return installed or (MAC if Path(MAC).exists() else None)

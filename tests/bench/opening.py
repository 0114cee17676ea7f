"""The browser that pages are opened in."""

from __future__ import annotations

import shutil

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu"]

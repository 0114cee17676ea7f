"""The browser that pages are opened in."""

from __future__ import annotations

import sys

from measure import ROOT

sys.path.append(str(ROOT / "book"))
from browser import find_browser

BROWSER = find_browser()
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu"]

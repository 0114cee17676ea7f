"""The browser that pages are opened in."""

import sys

from measure import ROOT

sys.path.append(str(ROOT / "book"))
from browser import find_browser

BROWSER = find_browser()
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu"]

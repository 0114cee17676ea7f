"""A page of the site as a browser shows it, with an ear for what should not happen."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.site.reader import PREPARED

AXE = Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")

# axe looks at every element, and highlighted code and set formulas are ten thousand
# of them.  They go while it looks: a test of its own reads the colours of code.
LIGHTEN = """
() => {
  for (const pre of document.querySelectorAll("article .highlight pre"))
    pre.textContent = pre.textContent;
  for (const formula of document.querySelectorAll("math")) formula.replaceChildren();
}
"""
# One of each kind of token that the page's code has, and nothing else in the article.
SWATCHES = """
() => {
  const kinds = new Map();
  const tokens = "article .highlight pre :is(i, span)[class]";
  for (const token of document.querySelectorAll(tokens))
    kinds.set(token.className, token);
  const box = document.querySelector("article div.cell:has(.highlight pre)");
  box.querySelector("pre").replaceChildren(...kinds.values());
  box.closest("article").replaceChildren(box);
  return kinds.size;
}
"""
# How far in the rows of each wrapped line stand from where it begins, in letters; where
# already its first word does not fit behind its indentation, that begins a row.
HANGS = """
(lines) => lines.flatMap((line) => {
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let text = texts.nextNode();
  while (text && !text.data.trim()) text = texts.nextNode();
  if (!text) return [];
  const range = document.createRange();
  const at = text.data.search(/\\S/);
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const first = range.getBoundingClientRect();
  if (first.top > line.getBoundingClientRect().top + 12) return [];
  range.setEndAfter(line.lastChild);
  const rows = [...range.getClientRects()].filter((row) => row.width > 1);
  const next = rows.filter((row) => row.top > first.top + 12).map((row) => row.left);
  return next.length ? [(Math.min(...next) - first.left) / first.width] : [];
})
"""
AXE_RUN = """
async (rules) => {
  const options = {resultTypes: ["violations"]};
  if (rules.length) options.runOnly = rules;
  const {violations} = await axe.run(document, options);
  return violations.flatMap(({id, impact, nodes}) => nodes.map((node) => ({
    id, impact, at: node.target.join(" "),
    why: [...node.any, ...node.all, ...node.none].map(({message}) => message).join("; "),
  })));
}
"""
# Everything, however small, within one part of a page.
AXE_FAULTS = """async (part) => {
  const {violations} = await axe.run(part, {resultTypes: ["violations"]});
  return violations.flatMap(({id, nodes}) => nodes.map(({target}) => `${id} at ${target}`));
}"""
# The page has that scheme, and no colour is on its way to it.
TURNED = """
(scheme) => document.documentElement.dataset.theme === scheme
  && !document.getAnimations().some((each) => each.playState === "running")
"""


def turn(page: Any, scheme: str) -> None:
    """Turn the reader's system light or dark while a page is open."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(TURNED, arg=scheme)


def pages_of(site: Path) -> list[str]:
    """Every page of the built site."""
    found = [p.relative_to(site).as_posix() for p in site.rglob("*.html")]
    # index.html only leads on; a test of its own opens it.
    return sorted(p for p in found if not p.startswith("_") and p != "index.html")


class View:
    """A page that notes console errors, failed answers and requests to other machines."""

    def __init__(self, browser: Any, address: str, width: int, scheme: str) -> None:
        self.address = address
        self.faults: list[str] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            service_workers="block",  # what they answer for cannot be watched
        )
        self.page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("response", self._answered)
        self.page.on("request", self._asked)

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.url}")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"asks another machine: {request.url}")

    def open(self, path: str) -> None:
        """Open a page of the site, with all that it loads."""
        self.page.goto(f"{self.address}/{path}", wait_until="load")
        self.page.locator(PREPARED).wait_for(state="attached")

    def wait_for(self, selector: str) -> None:
        """Wait for a new page and its scripts: a key that is pressed before is nobody's."""
        self.page.wait_for_selector(selector)
        self.page.wait_for_load_state()

    def turn(self, scheme: str) -> None:
        """Turn the reader's system light or dark while the page is open."""
        turn(self.page, scheme)

    def take_faults(self) -> list[str]:
        """What went wrong since the last time."""
        taken, self.faults = self.faults, []
        return taken

    def grave_faults(self, rules: Iterable[str] = ()) -> list[str]:
        """axe-core's serious and critical findings; all its rules unless some are named."""
        return _said(fault for fault in self._axe(rules) if fault["impact"] in GRAVE)

    def axe_faults(self, rules: Iterable[str] = ()) -> list[str]:
        """Everything that axe-core finds, however small."""
        return _said(self._axe(rules))

    def _axe(self, rules: Iterable[str] = ()) -> list[dict[str, str]]:
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[dict[str, str]] = self.page.evaluate(AXE_RUN, list(rules))
        return found


def _said(faults: Iterable[dict[str, str]]) -> list[str]:
    return [f"{fault['id']} at {fault['at']}: {fault['why']}" for fault in faults]

"""The things to touch on the built site: where they stand, and what all of them keep to."""

import gzip
import re
from pathlib import Path

import pytest
from elements_reference import PAGE

pytestmark = pytest.mark.browser
pytest_plugins = ["elements_driving"]

IN_CHAPTERS = {
    "value-pull": "01-why-attention",
    "attention-steps": "02-by-hand",
    "query-drag": "02-by-hand",
    "softmax-saturation": "06-scaling-and-scores",
    "attention-heatmap": "07-masking",
    "head-splitter": "08-multi-head",
    "position-explorer": "09-transformer-block",
    "cache-calculator": "12-efficient-attention",
    "model-heads": "15-inside-a-model",
}
NAMES = list(IN_CHAPTERS)
PAGES = dict.fromkeys(NAMES, PAGE) | {"query-drag": "book/index.html"}
SMALLEST_TARGET = 40  # pixels
LARGEST_SCRIPTS = 17_500  # bytes, compressed, of one element and what it imports
TOO_SMALL = """
(element, smallest) => {
  const found = [];
  for (const one of element.querySelectorAll("button, input, select, summary")) {
    if (one.hidden) continue;
    // What is pressed is the label, where the box itself is drawn by it.
    const target = one.closest("label") ?? one;
    const { width, height } = target.getBoundingClientRect();
    if (width + 0.5 < smallest || height + 0.5 < smallest)
      found.push(`${one.outerHTML.slice(0, 90)}: ${width} x ${height}`);
  }
  return found;
}
"""


@pytest.mark.parametrize(("name", "chapter"), IN_CHAPTERS.items())
def test_each_stands_behind_its_figure_in_its_chapter(site: Path, name, chapter):
    page = (site / "notebooks" / f"{chapter}.html").read_text(encoding="utf-8")
    above, _, behind = page.partition(f"<{name} beside-figure>")
    assert behind
    assert "<svg" in above.rpartition('<div class="cell ')[2], "no figure in its cell"


def test_scripts_load_only_where_there_is_an_element(site: Path):
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        held = {
            name for name in (*NAMES, "model-writes", "formula-parts") if f"<{name}" in text
        }
        loaded = set(re.findall(r"_static/elements/([a-z-]+)\.js", text))
        assert loaded == held, page.name


@pytest.mark.parametrize("name", NAMES)
def test_its_scripts_are_small(site: Path, name):
    folder = site / "_static" / "elements"
    wanted, needed = [folder / f"{name}.js"], set()
    while wanted:
        script = wanted.pop()
        needed.add(script)
        imported = re.findall(r'from "(\.\.?/[^"]+)"', script.read_text(encoding="utf-8"))
        wanted += {(script.parent / path).resolve() for path in imported} - needed
    sizes = {script.name: len(gzip.compress(script.read_bytes())) for script in needed}
    assert len(sizes) > 2
    assert sum(sizes.values()) < LARGEST_SCRIPTS, sizes


@pytest.mark.slow
def test_on_paper_the_figure_is_what_is_seen(touch):
    one = touch("attention-steps", "notebooks/02-by-hand.html")
    one.page.emulate_media(media="print")
    assert not one.root.is_visible()
    one.page.emulate_media(media="screen")
    assert one.root.is_visible()


@pytest.mark.parametrize("name", NAMES)
def test_on_a_phone_everything_can_be_touched(touch, name):
    one = touch(name, PAGES[name], 390)
    assert one.root.evaluate(TOO_SMALL, SMALLEST_TARGET) == []
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("name", NAMES)
def test_every_control_has_a_name(touch, name):
    one = touch(name, PAGES[name])
    snapshot = one.root.aria_snapshot()
    controls = r"^\s*- (?:button|checkbox|combobox|radio|slider|spinbutton|textbox)(.*)$"
    found = re.findall(controls, snapshot, flags=re.M)
    assert found
    assert all(re.match(r' "[^"]', rest) for rest in found), snapshot


@pytest.mark.parametrize("name", NAMES)
def test_it_says_something_to_try_and_what_it_shows(touch, name):
    one = touch(name, PAGES[name])
    assert one.root.locator(".touch-prompt").inner_text().startswith("Try: ")
    assert len(one.text()) > 20
    for picture in one.root.locator("svg").all():
        assert picture.get_attribute("role") == "img"
        assert len(picture.get_attribute("aria-label")) > 20


# What stands plainly in an element though the text would set it as a formula.
PLAIN_NAMES = """
(element) => {
  const found = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (/\\b[A-Za-z]_[A-Za-z]\\b/.test(text.data) &&
        !text.parentElement.closest(".touch-name, .touch-hidden")) found.push(text.data);
  return found;
}
"""


@pytest.mark.parametrize(
    ("name", "path", "names"),
    [
        ("attention-steps", "notebooks/02-by-hand.html", {"W_Q", "W_K", "W_V"}),
        ("softmax-saturation", PAGE, {"d_k", "√d_k"}),
    ],
)
def test_names_are_set_as_the_formulas_of_the_text(touch, name: str, path: str, names: set):
    one = touch(name, path)
    assert one.root.evaluate(PLAIN_NAMES) == []
    set_ = one.root.locator(".touch-name").all_text_contents()  # as they are copied
    assert set(set_) == names

"""What the site makes of the chapters' plain Markdown, as a reader meets it."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from autograder.notebooks.convert import notebook_from_text
from tests.site.reader import NO_STORAGE
from tests.site.view import HANGS, View

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted((ROOT / "book" / "chapters").glob("*.md"))
NUMPY = "notebooks/03-numpy.html"
SHORT = "book/cite.html"
TABS = "notebooks/07-masking.html"  # with framework tabs, as the next one
MORE_TABS = "notebooks/08-multi-head.html"
SHOWN = """
() => [...document.querySelectorAll("article .sd-tab-set")].map(
  (set) => set.querySelector("input:checked + label").getAttribute("data-sync-id"))
"""
# The relative lightness of the palest text that would be printed, 0 to 1.
LIGHTEST_TEXT = """
() => {
  const says = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const said = [...document.querySelectorAll("article *")].filter(
    (e) => e.checkVisibility() && [...e.childNodes].some(says));
  return Math.max(...said.map((e) => {
    const [r, g, b] = getComputedStyle(e).color.match(/[\\d.]+/g).map(Number);
    return (0.21 * r + 0.72 * g + 0.07 * b) / 255;
  }));
}
"""
PASS = """
async ([store, ids]) => {
  const {save} = await import(store);
  for (const id of ids) save(id, {state: "passed"});
}
"""


@pytest.fixture
def visit(browser, address) -> Iterator:
    """Open a page as a new reader would; ``settings`` as Playwright's contexts take."""
    opened: list[View] = []

    def start(path: str, width=1280, scheme="light", script="") -> View:
        opened.append(View(browser, address, width, scheme))
        if script:
            opened[-1].context.add_init_script(script)
        opened[-1].open(path)
        return opened[-1]

    yield start
    for view in opened:
        view.context.close()


@pytest.fixture(scope="module")
def on_a_phone(browser, address) -> View:
    return opened(browser, address, 390)


@pytest.fixture(scope="module")
def at_a_desk(browser, address) -> View:
    return opened(browser, address, 1280)


def opened(browser, address: str, width: int) -> View:
    view = View(browser, address, width, "light")
    view.open(NUMPY)
    return view


def checks_of(chapter: Path) -> list[str]:
    marks = [c.metadata.get("exercise", {}) for c in notebook_from_text(chapter).cells]
    return [mark["id"] for mark in marks if mark.get("role") == "check"]


class TestChapterHeader:
    @pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
    def test_says_what_the_chapters_first_line_says(self, site: Path, chapter: Path):
        html = (site / "notebooks" / f"{chapter.stem}.html").read_text(encoding="utf-8")
        line = re.search(r"\*\*About (\d+) minutes · (\w+) · ", chapter.read_text())
        header = html.partition('class="chapter-header"')[2].partition("<h2")[0]
        assert f"About {line[1]} minutes" in header
        assert f"</span>{line[2]}</dd>" in header
        assert f'data-exercises="{" ".join(checks_of(chapter))}"' in header
        assert f"<p><strong>About {line[1]} minutes" not in html

    def test_shows_where_the_chapter_lies_and_leads_to_the_others(self, at_a_desk):
        view = at_a_desk
        steps = view.page.get_by_role("navigation", name="The path through the book")
        assert steps.get_by_role("link").count() == len(CHAPTERS)
        assert "Attention in NumPy" in steps.locator("[aria-current=page]").inner_text()
        said = view.page.locator(".chapter-eyebrow").inner_text()
        assert f"Chapter 3 of {len(CHAPTERS)}" in said
        link = steps.get_by_role("link", name="Masking")
        assert link.get_attribute("href") == "07-masking.html"

    def test_shows_what_has_passed_here_and_in_the_sidebar(self, at_a_desk, address):
        view = at_a_desk
        store = f"{address}/_static/exercises/store.js"
        ids = checks_of(ROOT / "book" / "chapters" / "03-numpy.md")
        words = view.page.locator(".chapter-facts [data-progress-words]")
        assert words.inner_text() == str(len(ids))
        view.page.evaluate(PASS, [store, ids[:2]])
        assert words.inner_text() == f"2 of {len(ids)} exercises passed"
        ring = view.page.locator(".bd-links a.current .chapter-number")
        share = ring.evaluate("ring => Number(ring.style.getPropertyValue('--passed'))")
        assert share == pytest.approx(2 / len(ids))
        view.page.evaluate(PASS, [store, ids])
        assert words.inner_text() == f"All {len(ids)} exercises passed"
        first = view.context.new_page()
        first.goto(f"{address}/book/index.html")
        station = first.locator("#the-path li", has_text="Attention in NumPy")
        station.get_by_text(f"All {len(ids)} exercises passed").wait_for()
        first.close()

    @pytest.mark.slow
    def test_downloads_the_notebook_of_the_repository(self, visit):
        view = visit(NUMPY)
        with view.page.expect_download() as download:
            view.page.locator(".chapter-doors a", has_text="Download").click()
        assert download.value.suggested_filename == "03-numpy.ipynb"
        got, kept = (
            json.loads(Path(path).read_text(encoding="utf-8"))
            for path in (download.value.path(), ROOT / "notebooks" / "03-numpy.ipynb")
        )
        for each in (got, kept):  # the first cell is another one: test_notebook_downloads
            cells = each["cells"]
            each["cells"] = [
                c for c in cells if "set-up" not in c["metadata"].get("tags", ())
            ]
        assert got == kept

    @pytest.mark.slow
    def test_says_how_to_open_it_in_jupyterlab(self, visit):
        view = visit(NUMPY)
        view.page.locator(".door-lab summary").focus()
        view.page.keyboard.press("Enter")
        assert view.page.locator(".door-lab code", has_text="make lab").is_visible()


class TestPassages:
    def test_the_folded_answer_is_in_its_panel(self, at_a_desk):
        panel = at_a_desk.page.locator(".predict", has_text="forget the transpose")
        answer = panel.locator("details.answer")
        assert not answer.locator("p").first.is_visible()
        answer.locator("summary").click()
        assert "A matrix comes out" in answer.inner_text()


class TestFrameworkTabs:
    def test_an_address_asks_for_one_and_a_choice_is_everywhere_and_remembered(
        self, visit, address
    ):
        view = visit(f"{TABS}?framework=PyTorch")
        assert set(view.page.evaluate(SHOWN)) == {"torch"}
        view.page.locator("article .sd-tab-set label", has_text="TensorFlow").first.click()
        assert set(view.page.evaluate(SHOWN)) == {"tensorflow"}
        view.page.goto(f"{address}/{MORE_TABS}")
        assert "tensorflow" in view.page.evaluate(SHOWN)

    @pytest.mark.slow
    def test_the_arrow_keys_choose(self, visit):
        view = visit(TABS)
        assert set(view.page.evaluate(SHOWN)) == {"numpy"}
        view.page.locator("article .sd-tab-set input").first.focus()
        view.page.keyboard.press("ArrowRight")
        assert set(view.page.evaluate(SHOWN)) == {"tensorflow"}
        group = view.page.get_by_role("radiogroup", name="Framework").first
        assert group.get_by_role("radio", name="TensorFlow").is_checked()

    @pytest.mark.slow
    def test_an_unknown_one_changes_nothing(self, visit, address):
        view = visit(f"{TABS}?framework=tensorflow")
        view.page.goto(f"{address}/{TABS}?framework=abacus")
        assert set(view.page.evaluate(SHOWN)) == {"tensorflow"}
        assert "abacus" not in view.page.url


class TestFirstPage:
    def test_has_three_doors_and_all_chapters_with_time_and_level(self, visit):
        view = visit("book/index.html")
        stations = view.page.locator("#the-path li.path-chapter")
        assert stations.count() == len(CHAPTERS)
        for station, chapter in zip(stations.all(), CHAPTERS, strict=True):
            line = re.search(r"\*\*About (\d+) minutes · (\w+) · ", chapter.read_text())
            said = station.inner_text()
            assert f"{line[1]} minutes" in said
            assert line[2] in said
            assert f"{len(checks_of(chapter))} exercises" in said
        assert view.page.locator("#three-ways-in > ul > li strong a").count() == 3


class TestReading:
    @pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.slow)])
    def test_the_bar_of_a_root_begins_where_its_sign_ends(self, visit, width: int):
        page = visit("notebooks/06-scaling-and-scores.html", width).page
        page.evaluate("document.fonts.ready.then(() => null)")
        signs = page.locator("article msqrt:visible").evaluate_all(
            "all => all.map((root) => {"
            "  const left = (e) => e.getBoundingClientRect().left;"
            "  const sign = left(root.firstElementChild) - left(root);"
            "  return sign / parseFloat(getComputedStyle(root).fontSize); })"
        )
        assert max(signs) < 0.9  # of the letters' size: the sign is .8 wide

    @pytest.mark.slow
    def test_a_wide_formula_takes_the_focus_and_scrolls(self, browser, address):
        view = View(browser, address, 320, "light")
        view.open("notebooks/05-pytorch.html")
        view.page.add_style_tag(content=".math { font-size: 300% !important }")
        view.page.wait_for_function("document.querySelector('div.math[tabindex]')")
        sideways = "document.documentElement.scrollWidth > innerWidth"
        assert not view.page.evaluate(sideways)
        boxes = view.page.locator("div.math[tabindex='0']")
        wide = boxes.evaluate_all("all => all.every(b => b.scrollWidth > b.clientWidth)")
        view.context.close()
        assert wide

    def test_wide_code_in_a_fold_that_comes_later_takes_the_focus(self, at_a_desk):
        article = at_a_desk.page.locator("article")
        fold = "`<details id=later><pre>${'wide '.repeat(99)}</pre></details>`"
        article.evaluate(f"(all) => all.insertAdjacentHTML('beforeend', {fold})")
        later = at_a_desk.page.locator("#later")
        later.evaluate("(fold) => { fold.open = true }")
        later.locator("pre[tabindex='0']").wait_for()
        later.evaluate("(fold) => fold.remove()")

    @pytest.mark.slow
    def test_prints_exercises_and_figures_without_navigation(self, at_a_desk):
        view = at_a_desk
        view.turn("dark")
        view.page.emulate_media(media="print")
        gone = (
            "#pst-primary-sidebar",
            ".chapter-doors",
            ".chapter-switch",
            "details.hint",
            ".cell-behind",
            ".prev-next-footer",
            ".copybtn",
            "div.cell details.hide > summary",  # nobody unfolds paper
        )
        for selector in gone:
            assert not view.page.locator(selector).first.is_visible(), selector
        code = "div.cell_input:not(details *)"  # some are folded
        for selector in ("h1", "figure.book-figure", "#exercise-a-stable-softmax", code):
            assert view.page.locator(f"article {selector}").first.is_visible(), selector
        text = "document.querySelector('article section section > p')"
        ink = view.page.evaluate(f"getComputedStyle({text}).color")
        view.page.emulate_media(media="screen")
        view.turn("light")
        assert ink == "rgb(0, 0, 0)"

    @pytest.mark.slow
    def test_a_card_stands_on_the_page_of_its_stub(self, visit):
        page = visit("notebooks/18-long-contexts.html").page
        page.locator(".exercise-plain").last.wait_for()
        pdf = PdfReader(io.BytesIO(page.pdf(format="A4")))
        cards = page.locator(".exercise:has(.exercise-plain)").evaluate_all(
            "all => all.map((e) => [e.querySelector('.exercise-title').textContent,"
            " e.querySelector('textarea').value.match(/(?:def|class) (\\w+)/)[1]])"
        )
        texts = ["".join(sheet.extract_text().split()) for sheet in pdf.pages]
        assert len(cards) > 5
        for title, name in cards:
            card, stub = "".join(title.split()), re.compile(f"(def|class){name}")
            assert any(card in text and stub.search(text) for text in texts), title

    @pytest.mark.slow
    def test_prints_nothing_pale_from_a_dark_page(self, visit):
        view = visit(NUMPY, scheme="dark")
        view.page.emulate_media(media="print", color_scheme="dark")
        assert view.page.evaluate(LIGHTEST_TEXT) < 0.44  # as from a light one

    def test_what_only_sets_up_or_asserts_is_not_there_until_it_is_asked_for(
        self, at_a_desk
    ):
        view = at_a_desk
        behind = view.page.locator("article .cell-behind")
        set_up = view.page.locator('#set-up, .bd-sidebar-secondary a[href="#set-up"]')
        shown = "all => all.filter((e) => e.checkVisibility()).length"
        switch = "Show the code behind the text too: 8 cells"
        assert behind.evaluate_all(shown) == set_up.evaluate_all(shown) == 0
        view.page.get_by_label(switch).check()
        assert behind.evaluate_all(shown) == behind.count() > 8
        assert set_up.evaluate_all(shown) == set_up.count()
        view.page.reload()
        assert behind.evaluate_all(shown) == behind.count()  # the browser keeps the choice
        view.page.get_by_label(switch).uncheck()
        assert behind.evaluate_all(shown) == 0
        assert "assert" in behind.last.text_content()

    def test_nobody_is_told_of_a_set_up_that_is_not_there(self, site: Path):
        hidden = re.compile(r'<p class="cell-behind">.*?</p>', re.S)
        for path in (site / "notebooks").glob("*.html"):
            page = hidden.sub("", path.read_text(encoding="utf-8"))
            assert "finds the course" not in page, path.name
            assert "Run this cell first" not in page, path.name

    @pytest.mark.slow
    def test_wrapped_code_stands_further_in_than_its_line_and_is_copied_as_it_was(
        self, at_a_desk, on_a_phone
    ):
        copied = "all => all.map((e) => e.textContent)"
        code = "article .cell_input pre:not(.exercise-stub pre)"
        page = on_a_phone.page
        whole = at_a_desk.page.locator(code).evaluate_all(copied)
        assert page.locator(code).evaluate_all(copied) == whole
        page.locator(".exercise-plain .code-line").first.wait_for()
        steps = page.locator(".code-line:visible").evaluate_all(HANGS)
        assert len(steps) > 5
        assert steps == pytest.approx([2] * len(steps), abs=0.1)

    def test_on_a_phone_the_strip_of_chapters_has_rows_of_nearly_one_length(
        self, on_a_phone
    ):
        tops = on_a_phone.page.locator(".chapter-steps li").evaluate_all(
            "all => all.map((e) => Math.round(e.getBoundingClientRect().top))"
        )
        assert tops == sorted(tops)
        rows = [tops.count(top) for top in dict.fromkeys(tops)]
        assert max(rows) - min(rows) <= 1

    def test_code_wraps_on_a_phone_and_what_it_prints_does_not(self, on_a_phone):
        page = on_a_phone.page
        wider = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length"
        code = page.locator("article .cell_input pre:visible, .exercise-plain")
        assert code.evaluate_all(wider) == 0
        printed = page.locator("article .cell_output pre").first
        assert printed.evaluate("e => getComputedStyle(e).whiteSpace") == "pre"

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_has_its_colours_where_storage_is_blocked(self, visit, scheme: str):
        page = visit(SHORT, scheme=scheme, script=NO_STORAGE).page
        assert page.evaluate("document.documentElement.dataset.theme") == scheme

    def test_the_text_is_set_in_the_books_own_face(self, at_a_desk):
        is_there = "() => document.fonts.check('16px \"Literata Variable\"')"
        assert at_a_desk.page.evaluate(f"document.fonts.ready.then({is_there})")

"""The model on chapter 14's page, written with by a reader's own functions."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from attention_lessons.model_files import SMOLLM2, is_installed
from autograder.authoring.solve import solution
from autograder.exercise.key import load_key
from tests.site.desk import SETTINGS, Desk, read, with_python
from tests.site.page_exercises.first_page import NO_EXERCISE
from tests.site.reader import Reader
from tests.site.view import View

pytestmark = pytest.mark.browser

PAGE = "notebooks/14-real-model.html"
PAGES = {  # of the exercises that are answered on their pages
    "numpy.softmax": "notebooks/03-numpy.html",
    "efficient.apply_rope": "notebooks/12-efficient-attention.html",
    "efficient.grouped_query_attention": "notebooks/12-efficient-attention.html",
}
NAMES = [id_.partition(".")[2] for id_ in PAGES]
# Pairs that are halves apart, as other models have them: right there, wrong here.
HALVES = """\
def apply_rope(x, positions, base=10000.0):
    half = x.shape[-1] // 2
    angles = positions[:, None] * base ** (-np.arange(half) / half)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., :half], x[..., half:]
    turned = [first * cos - second * sin, first * sin + second * cos]
    return np.concatenate(turned, axis=-1).astype(x.dtype)
"""
FRANCE = "The capital of France is"  # known by heart, whatever is broken
BREAKS = "def rms_norm(x, weight, eps=1e-5):\n    return x / nothing\n"


@pytest.fixture(scope="module")
def site(site: Path) -> Path:
    """The built site, with Python and the model in it."""
    if not is_installed(SMOLLM2):
        pytest.skip("The models are not installed: make models")
    return with_python(site)


class Writes:
    """The element on its page, used as a reader does."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.page = reader, reader.page
        self.asked: list[str] = []
        reader.context.on("request", lambda request: self.asked.append(request.url))
        self.open()

    def open(self) -> None:
        self.reader.open(PAGE)
        self.root = self.page.locator("model-writes")
        self.root.scroll_into_view_if_needed()
        self.button = self.root.locator(".touch-main")
        self.stop = self.root.get_by_role("button", name="Stop", exact=True)
        self.sentence = self.root.locator(".touch-sentence")
        self.text = self.root.locator(".writes-new").first
        self.beginning = self.root.get_by_role("textbox", name="A beginning")

    def ready(self) -> str:
        """What the button says, once it knows what it costs."""
        self.button.filter(has_text="and write").wait_for()
        return self.button.inner_text()

    def says(self, words: str) -> str:
        self.sentence.filter(has_text=re.compile(words)).wait_for()
        return self.sentence.inner_text()

    def write(self, count: int = 1) -> str:
        """Write at least so many tokens, stop, and give what was written."""
        self.beginning.fill(FRANCE)
        self.button.click()
        self.says(
            rf"Writing: ({'|'.join(map(str, range(count, 33)))}) of 32|^It wrote|raised"
        )
        if self.stop.is_visible():
            self.stop.click()
        self.said = self.says("It wrote|raised")
        return self.text.text_content()

    def parts(self) -> dict[str, str]:
        """Whose each function was, by its name."""
        lines = self.root.locator(".writes-parts li")
        return dict(
            lines.evaluate_all(
                "all => all.map((e) => [e.dataset.part, e.lastChild.textContent])"
            )
        )

    def fetched(self) -> list[str]:
        """Files of the model that were asked for since the last time."""
        found = [url for url in self.asked if url.endswith(".gguf")]
        self.asked.clear()
        return found


@pytest.fixture
def start(new_reader) -> Callable[..., Writes]:
    """Open chapter 14 as a new reader; ``changed`` are parts of ``python.json``."""
    return lambda script="", **changed: Writes(
        new_reader(NO_EXERCISE, script=script, **changed)
    )


# --- before the model is there --------------------------------------------------------


def test_the_button_says_what_it_costs_and_nothing_is_fetched_before(start, site: Path):
    one = start()
    size = json.loads(read(site, SETTINGS))["model"]["bytes"]
    assert one.ready() == f"Fetch the model ({size / 1e6:.0f} MB, once) and write"
    one.page.wait_for_load_state("networkidle")
    assert not [url for url in one.asked if re.search("gguf|pyodide|course-|writer-", url)]


def test_the_file_on_the_site_is_the_installed_one(site: Path):
    model = json.loads(read(site, SETTINGS))["model"]
    path = site / "_static" / "exercises" / model["url"]
    assert path.stat().st_size == model["bytes"]
    assert model["sha256"] == SMOLLM2.sha256
    assert "Apache License" in read(site, "_static/model/LICENSE")


def test_the_code_that_opens_it_is_no_part_of_the_exercises_bundle(site: Path):
    settings = json.loads(read(site, SETTINGS))
    assert settings["writer"]["bytes"] < 60_000  # sources and bytecode
    assert settings["bundle"]["url"] != settings["writer"]["url"]


@pytest.mark.slow
def test_offline_is_said_and_it_can_be_tried_again(start):
    one = start()
    one.ready()
    one.page.wait_for_load_state("networkidle")  # the editor of the exercise beside it
    one.reader.context.set_offline(True)
    one.button.click()
    assert "Connect, then press the button again." in one.says("offline")
    assert one.ready().startswith("Fetch the model")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "changed"),
    [
        ("Object.defineProperty(navigator, 'deviceMemory', {value: 0.5})", {}),
        ("", {"model": {"unpacked": 8_000_000_000}}),  # more than any page is given
    ],
    ids=["the device says so", "the browser refuses"],
)
def test_too_little_memory_is_said_before_anything_is_fetched(start, script, changed):
    one = start(script, **changed)
    one.ready()
    one.button.click()
    assert "does not give a page the memory" in one.says("memory")
    assert one.fetched() == []


@pytest.mark.slow
def test_a_copy_without_the_model_says_so(start):
    one = start(model=None)
    said = one.says("make models, then make book")
    assert "made without the model's file" in said
    assert "stands on this page" in said
    assert not one.button.is_visible()


@pytest.mark.slow
def test_another_file_is_not_used(start):
    one = start(model={"url": "../favicon.svg"})
    one.ready()
    one.button.click()
    assert "was not used" in one.says("not the file this book was made for")


@pytest.mark.slow
def test_no_empty_beginning_is_read(start):
    one = start()
    one.ready()
    one.beginning.fill("   ")
    one.button.click()
    one.says("at least one word")


@pytest.mark.slow
def test_mistakes_are_offered_before_the_model_is_there(start):
    one = start()
    one.ready()
    one.root.locator(".writes-breaks summary").click()
    rope = one.root.get_by_label("apply_rope")
    assert "pairs that are halves apart" in rope.inner_text()
    assert one.root.locator(".writes-breaks select").count() > 4
    assert one.fetched() == []


def test_while_it_opens_it_can_be_stopped(start):
    one = start()
    one.ready()
    one.button.click()
    one.stop.click()
    assert one.says("Stopped").startswith("Stopped.")
    one.ready()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_axe_finds_nothing_serious(browser, address, width: int, scheme: str):
    view = View(browser, address, width, scheme)
    view.page.goto(f"{address}/{PAGE}")
    root = view.page.locator("model-writes")
    root.locator(".touch-main").filter(has_text="and write").wait_for()
    root.evaluate("e => e.closest('article').replaceChildren(e)")
    assert view.grave_faults() == []
    view.context.close()


# --- writing --------------------------------------------------------------------------


@pytest.mark.slow
def test_it_writes_with_the_readers_own_functions(start):
    one = start()
    exercises = {e.id: e for c in load_key().chapters for e in load_key().exercises(c)}
    for id_, page in PAGES.items():
        one.reader.open(page)
        assert "right" in Desk(one.reader, id_).check(solution(exercises[id_]))
    one.open()
    one.ready()

    assert one.write(5).startswith(" Paris.\n\nThe")
    assert len(one.fetched()) == 1
    whose = one.parts()
    assert [name for name, words in whose.items() if "yours" in words] == NAMES
    calls = {n: int(re.sub(r"\D", "", whose[n])) for n in NAMES}
    # Turned are queries and keys in each of 30 layers; softmax shows what was likeliest.
    assert calls["apply_rope"] == 2 * calls["grouped_query_attention"] >= 2 * 30
    assert calls["softmax"] >= 2
    assert "the rest is the reference" in one.said
    assert "Stopped" in one.said

    one.open()  # a second visit
    assert one.ready() == "Open the model, which this browser has kept, and write"
    assert one.write().startswith(" Paris")
    assert one.fetched() == []

    # A wrong model writes fluent English too, as the chapter says: so the page says more.
    accept(one, "efficient.apply_rope", HALVES)
    assert one.write(5).startswith(" Paris.\n\nParis")
    assert "Your apply_rope passed once and would not today" in one.said
    assert one.parts()["apply_rope"].startswith("yours, called")

    accept(one, "real.rms_norm", BREAKS)
    one.write()
    assert "Your rms_norm raised NameError" in one.said


def accept(one: Writes, id_: str, source: str) -> None:
    """Store an answer as one that has passed, in another edition of the book."""
    entry = {"state": "passed", "source": source, "passedSource": source}
    one.reader.call("save", id_, entry)


@pytest.mark.slow
def test_two_texts_stand_side_by_side_one_with_a_mistake(start):
    one = start()
    one.ready()
    one.root.locator(".writes-breaks summary").click()
    one.root.get_by_label("swiglu").select_option("no-silu")
    one.button.click()
    one.says("Broken: swiglu")
    right, wrong = one.root.locator(".writes-new").all_text_contents()
    assert right.startswith(' named "Echo"')
    assert right.endswith(".")  # it ends with a sentence
    assert wrong
    assert wrong != right
    assert one.root.get_by_text("swiglu: no SiLU").is_visible()
    assert one.parts()["swiglu"] == "broken: no SiLU"

    one.root.get_by_label("swiglu").select_option("relu-for-silu")
    one.button.click()  # what is right stands there already
    one.says("Broken: swiglu.*")
    assert one.text.text_content() == right

    one.root.get_by_label("swiglu").select_option("")
    one.button.click()
    one.says("All of it is the reference")
    assert one.root.locator(".writes-new").nth(1).is_hidden()

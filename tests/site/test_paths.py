"""Three paths through the book: computed, named with their hours, and finished."""

import re
from pathlib import Path

import prose
import pytest
from bs4 import BeautifulSoup

from attention_site import paths
from attention_site.exercise_index import minutes_of_exercises
from tests.site.conftest import FACTS, ROOT
from tests.site.reader import index_of

FRONT, PROGRESS = "book/index.html", "book/my-progress.html"


@pytest.fixture(scope="module")
def of_exercises() -> dict[str, int]:
    return minutes_of_exercises(FACTS)


@pytest.fixture(scope="module")
def minutes(of_exercises: dict[str, int]) -> dict[str, int]:
    return paths.minutes_of_book(of_exercises)


# --- what is counted ------------------------------------------------------------------


def test_the_idea_takes_two_hours_and_the_core_ten_to_twelve(minutes: dict[str, int]):
    assert minutes["short"] <= 2 * 60
    assert 10 * 60 <= minutes["core"] <= 12 * 60 < minutes["beyond"]


def test_the_core_is_within_its_words():
    counted = [prose.count(p.read_text(encoding="utf-8")) for p in prose.pages().values()]
    core = sum(page.core for page in counted if page.in_core)
    assert core <= prose.ALL_CORE_WORDS


@pytest.mark.parametrize("name", paths.chapters())
def test_a_chapter_says_how_long_it_takes(name: str, of_exercises: dict[str, int]):
    text = (ROOT / "book" / "chapters" / f"{name}.md").read_text(encoding="utf-8")
    said = int(re.search(r"\*\*About (\d+) minutes", text)[1])
    takes = paths.minutes_in(name, of_exercises)["beyond"]
    assert said == pytest.approx(takes, abs=5), f"write: About {takes:.0f} minutes"


HOURS_TYPED = re.compile(r"\babout \d+ hours|\d+ to \d+ hours")


def test_no_page_types_the_hours_of_a_path():
    pages = [*(ROOT / "book").glob("*.md")]
    typed = [page.name for page in pages if HOURS_TYPED.search(page.read_text("utf-8"))]
    assert typed == []


def test_readme_names_the_hours(minutes: dict[str, int]):
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for path in paths.NAMES:
        assert f"(about {paths.hours(minutes[path])})" in text


TEXT = """\
# T

*A chapter beyond the core.*

one two

## A

*On the short path.*

```{code-cell} ipython3
x = check("a.x", x)
```

## B

```{code-cell} ipython3
print(1)
```
"""


def test_in_a_chapter_beyond_the_core_only_what_is_marked_is_on_a_shorter_path():
    parts = paths.parts_of(TEXT)
    assert parts["short"].exercises == ("a.x",)
    assert (parts["core"].words, parts["core"].cells) == (0, 0)
    assert (parts["beyond"].words, parts["beyond"].cells) == (2, 1)
    inside = paths.parts_of(TEXT.replace("*A chapter beyond the core.*", ""))
    assert (inside["core"].words, inside["core"].cells) == (2, 1)


# --- what the pages say ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["02-by-hand", "03-numpy", "12-efficient-attention"])
def test_each_section_and_exercise_of_a_page_has_its_path(site: Path, name: str):
    page = (site / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
    soup = BeautifulSoup(page, "html.parser")
    for exercise in soup.select("section.exercise"):
        around = exercise.find_parent("section", class_=re.compile("^path-"))
        assert f"path-{exercise['data-path']}" in around["class"]
        words = exercise.select_one(".exercise-facts").get_text()
        assert words.endswith(paths.SAID[exercise["data-path"]])
    asked = {e["data-exercise"]: e["data-path"] for e in soup.select("section.exercise")}
    for path, part in paths.chapters()[name].items():
        assert all(asked[each] == path for each in part.exercises if each in asked)


def test_the_first_page_names_the_paths_with_their_hours(site: Path, minutes):
    soup = BeautifulSoup((site / FRONT).read_text(encoding="utf-8"), "html.parser")
    text = " ".join(soup.select_one("#three-paths").get_text().split())
    for path, name in paths.NAMES.items():
        assert f"{name} takes about {paths.hours(minutes[path])}" in text
    stations = {
        each.select_one("a")["href"]: each.select_one(".path-facts").get_text(" ")
        for each in soup.select("li.path-chapter")
    }
    assert "beyond the core" in stations["../notebooks/15-inside-a-model.html"]
    assert "for the core" in stations["../notebooks/12-efficient-attention.html"]
    assert "for the idea" in stations["../notebooks/03-numpy.html"]


def test_the_contents_of_every_page_name_the_paths_with_their_hours(site: Path, minutes):
    page = (site / "notebooks" / "07-masking.html").read_text(encoding="utf-8")
    contents = BeautifulSoup(page, "html.parser").select_one(".bd-links")
    for path, name in paths.NAMES.items():
        link = contents.find("a", string=f"{name}: {paths.hours(minutes[path])}")
        assert link["href"] == "../book/index.html#three-paths"
    chapters = [each.get_text() for each in contents.select(".chapter-link")]
    assert any("Inside a real model beyond the core" in each for each in chapters)
    assert any("min for the core" in each for each in chapters)


@pytest.mark.browser
def test_a_path_is_finished_when_its_exercises_are(open_reader, site: Path):
    here = open_reader(PROGRESS)
    row = here.page.locator('.progress-paths [data-path="The idea"]')
    assert re.search(r"0 % done, about \d+ hours left", row.inner_text())
    wanted = [each for each in index_of(site) if each["path"] == "short"]
    for each in wanted[:-1]:
        here.call("save", each["id"], {"source": "x", "state": "passed"})
    assert "less than an hour left" in row.inner_text()
    here.call("save", wanted[-1]["id"], {"source": "x", "state": "passed"})
    assert "✓ finished" in row.inner_text()
    core = here.page.locator('.progress-paths [data-path="The core"]').inner_text()
    assert 0 < int(re.search(r"(\d+) % done", core)[1]) < 100


@pytest.mark.browser
def test_the_first_pages_button_goes_on_where_one_left_off(open_reader):
    here = open_reader(FRONT)
    button = here.page.locator("article p > strong:only-child > a").first
    assert button.inner_text() == "Begin with attention by hand"
    here.call("save", "numpy.softmax", {"source": "x", "state": "tried"})
    button.filter(has_text="Continue with chapter 03").wait_for()
    assert button.get_attribute("href").endswith("03-numpy.html#exercise-numpy-softmax")
    here.call("save", "numpy.self_attention", {"source": "x", "state": "passed"})
    here.page.wait_for_function(
        "a => !a.href.endsWith('softmax')", arg=button.element_handle()
    )
    # What teaches the next one open on the short path: beyond the core is passed over.
    assert button.get_attribute("href").endswith(
        "02-by-hand.html#step-3-keys-values-queries"
    )

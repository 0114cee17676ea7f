"""The table of what is covered points at sections that exist, and that say it."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from mdit_py_plugins.anchors.index import slugify

ROOT = Path(__file__).resolve().parents[2]
COVERAGE = ROOT / "book" / "coverage.md"
LINK = re.compile(r"\.\./notebooks/([\w-]+)\.ipynb#([\w-]+)")
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in COVERAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| what")
]
PAGES = ("coverage.md", "glossary.md", "index.md", "references.md")


def anchor_of(heading: str) -> str:
    return slugify(re.sub(r"[`*$\\]", "", heading))


def shown(cell: dict[str, Any]) -> str:
    """A cell as its reader has it: its text, and what it printed."""
    printed = (
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    )
    return "\n".join("".join(part) for part in (cell["source"], *printed))


@cache
def sections(chapter: str) -> dict[str, str]:
    """Anchor to text, on one line; a section holds its subsections."""
    found: dict[str, list[str]] = {}
    around: list[tuple[int, str]] = []  # level and anchor of the headings we are under
    notebook = ROOT / "notebooks" / f"{chapter}.ipynb"
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        for line in shown(cell).splitlines():
            heading = re.match(r"(##+) (.*)$", line)
            if heading and cell["cell_type"] == "markdown":
                level, anchor = len(heading[1]), anchor_of(heading[2])
                around = [one for one in around if one[0] < level] + [(level, anchor)]
                found[anchor] = [heading[2]]
            else:
                for _, anchor in around:
                    found[anchor].append(line)
    return {anchor: " ".join(" ".join(lines).split()) for anchor, lines in found.items()}


@pytest.mark.parametrize("page", PAGES)
def test_a_link_into_a_chapter_finds_its_section(page: str):
    text = (ROOT / "book" / page).read_text(encoding="utf-8")
    missing = [
        f"{chapter}#{anchor}"
        for chapter, anchor in sorted(set(LINK.findall(text)))
        if anchor not in sections(chapter)
    ]
    assert not missing


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_covered_item_is_found_by_its_words_where_the_row_says(row: list[str]):
    _what, where, words, _from = row
    texts = [sections(chapter)[anchor].lower() for chapter, anchor in LINK.findall(where)]
    wanted = [word.strip().lower() for word in words.split(";")]
    assert texts
    assert all(wanted)
    assert [word for word in wanted if not any(word in text for text in texts)] == []
    assert all(any(word in text for word in wanted) for text in texts)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_has_a_word_that_is_not_found_in_every_other_section(row: list[str]):
    """Or the test above would hold wherever the row pointed."""
    _what, where, words, _from = row
    around = [t for name in {c for c, _ in LINK.findall(where)} for t in texts_of(name)]
    found = [
        sum(word.strip() in text for text in around) for word in words.lower().split(";")
    ]
    assert min(found) <= len(around) / 3


FROM = re.compile(r"–|[A-E](, [A-E])*|\([A-E](, [A-E])*\)")


@cache
def documents() -> dict[str, set[str]]:
    """Letter of a text to the numbers of the chapters that were made from it."""
    listed = COVERAGE.read_text(encoding="utf-8").partition("In the column")[0]
    found = {}
    for letter, about in re.findall(r"^- \*\*([A-Z])\*\*((?:.|\n  )*)", listed, flags=re.M):
        ranges = re.findall(r"(\d\d)(?: to (\d\d))?", about)
        found[letter] = {
            f"{n:02}" for a, b in ranges for n in range(int(a), int(b or a) + 1)
        }
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_says_which_text_its_item_comes_from(row: list[str]):
    _what, where, _words, letters = row
    assert FROM.fullmatch(letters)
    chapters = {chapter[:2] for chapter, _ in LINK.findall(where)}
    of_this_very_item = [] if letters.startswith("(") else re.findall("[A-E]", letters)
    assert [x for x in of_this_very_item if not documents()[x] & chapters] == []


def test_every_text_has_items_of_its_own():
    assert set(documents()) == set("ABCDE")
    own = {x for *_, letters in ROWS if letters[0] != "(" for x in letters.split(", ")}
    assert own == set("ABCDE–")


def texts_of(chapter: str) -> list[str]:
    return [text.lower() for text in sections(chapter).values()]


def test_every_chapter_is_in_the_table():
    chapters = {path.stem for path in (ROOT / "book" / "chapters").glob("*.md")}
    assert {chapter for row in ROWS for chapter, _ in LINK.findall(row[1])} == chapters


def test_every_exercise_says_where_to_reread():
    from autograder.exercise.key import load_key

    for chapter in load_key().chapters:
        for exercise in load_key().exercises(chapter):
            name, _, anchor = exercise.section.partition("#")
            assert name == chapter.name, exercise.id
            assert anchor in sections(name), exercise.id

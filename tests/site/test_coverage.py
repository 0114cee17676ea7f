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


def missing_in(row: list[str]) -> list[str]:
    """What a row's sections do not say of its words; a section that says none of them."""
    _what, where, words, _from = row
    links = LINK.findall(where)
    texts = {anchor: sections(chapter).get(anchor, "").lower() for chapter, anchor in links}
    wanted = [word.strip().lower() for word in words.split(";")]
    silent = [a for a, t in texts.items() if not any(w in t for w in wanted)]
    return silent + [w for w in wanted if not any(w and w in t for t in texts.values())]


def test_a_covered_item_is_found_by_its_words_where_the_row_says():
    missing = {row[0]: what for row in ROWS if (what := missing_in(row))}
    assert missing == {}


def is_everywhere(row: list[str]) -> bool:
    """Whether more than a third of its chapters' sections hold each word of a row."""
    _what, where, words, _from = row
    around = [t for name in {c for c, _ in LINK.findall(where)} for t in texts_of(name)]
    found = (sum(w.strip() in t for t in around) for w in words.lower().split(";"))
    return min(found) > len(around) / 3


def test_a_row_has_a_word_that_is_not_found_in_every_other_section():
    """Or the test above would hold wherever the row pointed."""
    assert [row[0] for row in ROWS if is_everywhere(row)] == []


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


def test_a_row_says_which_text_its_item_comes_from():
    assert [what for what, *_, letters in ROWS if not FROM.fullmatch(letters)] == []
    for what, where, _words, letters in ROWS:
        chapters = {chapter[:2] for chapter, _ in LINK.findall(where)}
        of_this_item = [] if letters.startswith("(") else re.findall("[A-E]", letters)
        assert [x for x in of_this_item if not documents()[x] & chapters] == [], what


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

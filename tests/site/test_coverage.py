"""The table of what is covered points at sections that exist."""

import re
from pathlib import Path

import pytest
from mdit_py_plugins.anchors.index import slugify

ROOT = Path(__file__).resolve().parents[2]
COVERAGE = ROOT / "book" / "coverage.md"
LINK = re.compile(r"\.\./notebooks/([\w-]+)\.ipynb#([\w-]+)")
LINKS = sorted(set(LINK.findall(COVERAGE.read_text(encoding="utf-8"))))


def anchors(chapter: str) -> set[str]:
    """The anchors that a chapter's headings get on the site."""
    text = (ROOT / "book" / "chapters" / f"{chapter}.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    headings = re.findall(r"^##+ (.*)$", prose, flags=re.M)
    return {slugify(re.sub(r"[`*$\\]", "", heading)) for heading in headings}


@pytest.mark.parametrize(("chapter", "anchor"), LINKS)
def test_a_covered_item_has_its_section(chapter: str, anchor: str):
    assert anchor in anchors(chapter)


def test_every_chapter_is_in_the_table():
    chapters = {path.stem for path in (ROOT / "book" / "chapters").glob("*.md")}
    assert {chapter for chapter, _ in LINKS} == chapters


def test_every_exercise_says_where_to_reread():
    from autograder.exercise.key import load_key

    for chapter in load_key().chapters:
        for exercise in load_key().exercises(chapter):
            name, _, anchor = exercise.section.partition("#")
            assert name == chapter.name, exercise.id
            assert anchor in anchors(name), exercise.id

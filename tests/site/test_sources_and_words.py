"""Every term of a chapter is in the glossary, every work it uses among the references."""

import re
from pathlib import Path

import pytest

from autograder.exercise.key import load_key

BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTERS = sorted((BOOK / "chapters").glob("*.md"))
each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)

WORDS_A_MINUTE = 200
MOST_WORDS = 3  # of a term; longer bold text is a sentence that wants to be heard
BOLD = re.compile(r"(?<![*\w])\*\*([A-Za-z][\w\s-]*)\*\*(?![*\w])")
# Bold because it matters where it stands, or a step of a list: no word to look up.
EMPHASIS = """
    alike all attend blocked changing-the-input contextual different-vectors difference-8
    docstrings gaussian help last learnt lowest may-attend merge not-the-same-model
    one-head-each one-vector output-1 pixels positions project
    smollm2-135m-instruct speech split the-same-sentence without-the-mask
    your-look-up-next
"""
LINK = re.compile(r"\]\((https?://[^)\s]+)\)")


def prose(path: Path) -> str:
    return re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)


def plain(term: str) -> str:
    """``Attention sinks`` and ``attention sink`` are one entry."""
    return term.lower().removesuffix("s")


def explained() -> set[str]:
    """The glossary's headings, and what is set in italics or bold within its entries."""
    text = prose(BOOK / "glossary.md")
    words = re.findall(r"^### (.*)$", text, flags=re.M)
    no_code = re.sub(r"`[^`]*`|\$[^$]*\$", "", " ".join(text.split()))
    words += re.findall(r"\*{1,2}([^*]+)\*{1,2}", no_code)
    return {plain(word) for word in words}


def sources(path: Path) -> str:
    return " ".join(prose(path).partition("## Sources")[2].split())


@each_chapter
def test_every_term_is_in_the_glossary(path: Path):
    bold = [" ".join(term.split()) for term in BOLD.findall(prose(path))]
    terms = {term for term in bold if len(term.split()) <= MOST_WORDS}
    wanted = {t for t in terms if t.lower().replace(" ", "-") not in EMPHASIS.split()}
    known = explained()
    assert sorted(t for t in wanted if plain(t) not in known) == []


def test_the_glossary_explains_a_term_once():
    headings = re.findall(r"^### (.*)$", prose(BOOK / "glossary.md"), flags=re.M)
    assert len({plain(heading) for heading in headings}) == len(headings)


@each_chapter
def test_every_work_that_a_chapter_links_is_among_the_references(path: Path):
    listed = set(LINK.findall((BOOK / "references.md").read_text(encoding="utf-8")))
    used = set(LINK.findall(sources(path)))
    assert used
    assert used - listed == set()


@each_chapter
def test_every_work_in_the_sources_can_be_opened(path: Path):
    """A title, set in italics, is part of a link."""
    without_links = re.sub(r"\*?\[[^\]]*\]\([^)]*\)\*?", "", sources(path))
    assert re.findall(r"\*([^*]+)\*", without_links) == []


@pytest.mark.parametrize("path", CHAPTERS[:12], ids=lambda path: path.stem)
def test_the_stated_minutes_are_enough_to_read_and_to_do_the_exercises(path: Path):
    chapter = next(c for c in load_key().chapters if c.name == path.stem)
    exercises = sum(exercise.minutes for exercise in load_key().exercises(chapter))
    needed = exercises + len(prose(path).split()) / WORDS_A_MINUTE
    stated = int(re.search(r"\*\*About (\d+) minutes", path.read_text()).group(1))
    assert needed - 1 <= stated <= needed + 10

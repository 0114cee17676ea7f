"""A long chapter says at its start where one may stop."""

import re
from pathlib import Path

import pytest

CHAPTERS = sorted((Path(__file__).parents[2] / "book" / "chapters").glob("*.md"))
LONG = 7_500  # words of the source, as wc counts them
MARK = "> **A good place to stop.**"
ANNOUNCED = re.compile(r"\b[Gg]ood place to stop\b")


def stops_badly(text: str) -> str:
    """What is wrong with a chapter's places to stop; nothing where all is well."""
    start = text.partition("\n## ")[0]
    announced = ANNOUNCED.search(" ".join(start.split()))
    marks = text.count(MARK)
    if not announced:
        long = len(text.split()) > LONG
        return "not announced at the start" if long or marks else ""
    if marks != 1:
        return f"{marks} places are marked where one is announced"
    whole, *rest = re.findall(r"\b[Aa]bout (\d+)\s+minutes\b", start)
    if not rest or not 0 < int(rest[-1]) < int(whole):
        return "no time that is shorter than the chapter's"
    return ""


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_long_chapter_announces_a_place_to_stop(chapter: Path):
    assert stops_badly(chapter.read_text(encoding="utf-8")) == ""


def test_a_place_that_is_not_announced_is_seen():
    begins = "# A\n\n**About 90 minutes**\n\n"
    told = "After about 40 minutes, a good place to stop.\n"
    many = "\n## B\n\n" + "word " * LONG
    assert stops_badly(begins + "\n## B\n") == ""
    assert "announced" in stops_badly(begins + many)
    assert "announced" in stops_badly(begins + "\n## B\n\n" + MARK)
    assert "marked" in stops_badly(begins + told + many)
    assert "time" in stops_badly(begins + told.replace("40", "95") + many + MARK)
    assert stops_badly(begins + told + many + MARK) == ""

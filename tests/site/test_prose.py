"""The book is said as its authors agreed: see ``book/prose.py``."""

import inspect
from collections.abc import Iterator

import prose
import pytest

from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import load_key

KEY = load_key()
IN_KEY = "'a' for 'per'", "people in general", "things that know"


@pytest.mark.parametrize("name", prose.pages())
def test_a_page_meets_the_goals(name: str) -> None:
    counted = prose.count(prose.pages()[name].read_text(encoding="utf-8"))
    assert counted.beyond_goals() == []


def words_of(exercise: Exercise) -> Iterator[str]:
    """What a learner reads of an exercise: its docstring, its sentences, its hints."""
    yield inspect.getdoc(exercise.reference) or ""
    yield from (mistake.says for mistake in exercise.misconceptions)
    yield from exercise.hints


@pytest.mark.parametrize("chapter", KEY.chapters, ids=lambda chapter: chapter.name)
def test_exercises_are_said_without_the_habits(chapter: Chapter) -> None:
    texts = [text for each in KEY.exercises(chapter) for text in words_of(each)]
    said = prose.count("# Title\n\n" + "\n\n".join(texts)).sentences
    assert {habit: said[habit] for habit in IN_KEY if said[habit]} == {}


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        (
            "Numbers come back. Notes do not, since nobody would keep any.",
            "six words or fewer",
        ),
        ("The scores grow: their variance is the sum of d_k products.", "colon inside"),
        ("It is compared with each of the keys, one after the other.", "bare opening"),
        (
            "The query asks all keys, so that nobody has to name the right one.",
            "people in general",
        ),
        (
            "One part of it is folded. (The next chapter unfolds all of it again.)",
            "whole sentence in brackets",
        ),
        ("A softmax never forgets to add up each of its rows.", "things that know"),
        (
            "The weights have one row a query, and all of them add up to one.",
            "'a' for 'per'",
        ),
    ],
)
def test_each_habit_is_seen(text: str, habit: str) -> None:
    assert prose.count(f"# Title\n\n{text}\n").sentences[habit] != []


def test_code_tables_formulas_comments_and_sources_are_no_prose() -> None:
    parts = (
        "# T",
        "```\na b\n```",
        "| a |",
        "<!-- c -->",
        "$$\nd\n$$",
        "Word.",
        "## Sources",
        "E.",
    )
    text = "\n\n".join(parts)
    assert prose.count(text).core == 1


def test_a_section_and_what_stands_below_it_have_the_path_of_the_heading() -> None:
    beyond, short = "*Beyond the core: skip it freely.*", "*On the short path.*"
    parts = ("# T", "one", "## A", beyond, "two", "### B", "three", "## C", short, "four")
    text = "\n\n".join(parts)
    assert prose.count(text).words == {"short": 1, "core": 1, "beyond": 2}


def test_a_folded_note_is_beyond_the_core() -> None:
    text = "# T\n\none\n\n<details>\n<summary>Note</summary>\n\ntwo three\n\n</details>\n"
    assert prose.count(text).words == {"short": 0, "core": 1, "beyond": 3}

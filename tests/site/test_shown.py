"""README's pictures show what the pages show today: their text, kept beside them.

When one fails: ``make book``, ``make grade SEED=2024``, ``book/make_pictures.py``.
"""

from pathlib import Path

import make_pictures
import numpy as np
import pytest
from bs4 import BeautifulSoup

from attention_lessons.words import HEAD, HORSE, StoredWords
from autograder.checking.ask import asker
from autograder.checking.card import make_card
from autograder.checking.card_forms import as_html
from autograder.checking.judge import judge
from solutions.ch03_numpy import attention_weights, softmax

ROOT = Path(__file__).resolve().parents[2]
SHOWN = ROOT / "book" / "_static" / "shown"
NAMES = ("card", "heads", "report")
LARGEST = 120_000  # bytes


def text_of(name: str) -> str:
    return (SHOWN / f"{name}.txt").read_text(encoding="utf-8")


def letters(text: str) -> str:
    """Browsers and parsers differ in white space alone."""
    return "".join(text.split())


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_shows_a_small_picture(name: str):
    picture = SHOWN / f"{name}.png"
    assert f"(book/_static/shown/{name}.png)" in (ROOT / "README.md").read_text()
    assert picture.stat().st_size < LARGEST
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_card_in_the_picture_is_the_card_of_today():
    exercise = attention_weights.EXERCISE
    assert exercise.id == make_pictures.EXERCISE
    namespace = {"np": np, "softmax": softmax.EXERCISE.reference}
    exec(make_pictures.MISTAKE, namespace)
    verdict = judge(exercise, asker(exercise, namespace[exercise.name]))
    soup = BeautifulSoup(as_html(make_card(verdict)), "html.parser")
    for part in soup.find_all(["style", "script"]):
        part.decompose()
    shown = letters(text_of("card"))
    missing = [t for t in soup.stripped_strings if letters(t) not in shown]
    assert not missing


def test_the_picture_of_heads_has_the_models_numbers():
    tokens, weights = StoredWords().attention(f"{HORSE}nervous", "it", HEAD)
    weight = weights[tokens.index("horse")]
    assert letters(f"“it” gives {weight:.2f} of its attention to “horse”") in letters(
        text_of("heads")
    )

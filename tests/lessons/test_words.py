"""What chapters 01 and 02 and the first page show of MiniLM is what MiniLM says."""

import json

import numpy as np
import pytest

from attention_figures.words import it_map, whole_words
from attention_lessons import words as lesson
from attention_lessons.model_files import MINILM, ModelFileProblem, is_installed

needs_model = pytest.mark.skipif(not is_installed(MINILM), reason="MiniLM is not here")


@pytest.fixture(scope="module")
def stored() -> lesson.StoredWords:
    return lesson.StoredWords()


def same(left: object, right: object) -> bool:
    """Equal, numbers up to the rounding of what is stored."""
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    if isinstance(left, (list, tuple)) and left and not isinstance(left[0], str):
        return np.allclose(left, right, atol=2e-4)
    return list(left) == list(right)


@pytest.mark.slow
@needs_model
def test_what_is_stored_is_what_the_model_says():
    kept = json.loads(lesson.STORED.read_text(encoding="utf-8"))
    fresh = json.loads(lesson._as_text(lesson.to_store()))
    assert kept.keys() == fresh.keys()
    for kind in kept:
        assert same(kept[kind], fresh[kind]), kind


@pytest.mark.slow
@needs_model
def test_the_model_and_the_stored_words_answer_alike(stored: lesson.StoredWords):
    live = lesson.Words()
    for ask in lesson.EXPRESSIONS:
        assert live.nearest(ask, 5) == stored.nearest(ask, 5)
    for asked in ((lesson.APPLES[3], "apple"), (lesson.BANANAS[0], "banana")):
        assert np.allclose(live.in_context(*asked), stored.in_context(*asked), atol=2e-4)
    text = lesson.IT + "tired"
    assert live.on_itself(text) == stored.on_itself(text)
    text = lesson.HORSE + "dark"
    assert live.on_marks(lesson.CAT) == stored.on_marks(lesson.CAT)
    tokens, weights = live.attention(text, "it", lesson.HEAD)
    assert tokens == stored.attention(text, "it", lesson.HEAD)[0]
    assert weights.sum() == pytest.approx(1, abs=1e-5)


def test_without_the_model_a_line_says_so_and_the_page_goes_on(monkeypatch, capsys):
    monkeypatch.setattr(lesson, "is_installed", lambda model: False)
    opened = lesson.open_words()
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "make models" in said
    assert opened.nearest("king - man + woman", 2) == ["king", "queen"]


def test_other_words_are_refused_with_what_to_do(stored: lesson.StoredWords):
    with pytest.raises(ModelFileProblem, match="make models"):
        stored.static("aardvark")


def test_a_sum_of_words_is_read_with_its_signs():
    terms = lesson._terms("king - man + woman")
    assert terms == [(1, "king"), (-1, "man"), (1, "woman")]


def test_pieces_of_one_word_are_joined_and_their_weights_added():
    tokens = ["[CLS]", "didn", "'", "t", "un", "##like", "it"]
    names, shares = whole_words(tokens, np.arange(7) / 21)
    assert names == ["[CLS]", "didn't", "unlike", "it"]
    assert shares == pytest.approx([0, 6 / 21, 9 / 21, 6 / 21])


def test_the_map_says_in_words_what_it_shows(stored: lesson.StoredWords):
    rows = {
        last: stored.attention(lesson.IT + last, "it", lesson.HEAD)
        for last in lesson.ENDINGS
    }
    assert "with “tired”: animal 0.64" in it_map(rows).alt

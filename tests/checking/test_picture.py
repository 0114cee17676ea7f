"""A small picture of an array: shades for who sees, words for who does not."""

import re

import numpy as np
import pytest

from autograder.checking.card import Seen, make_card, seen
from autograder.checking.card_forms import LOOK_INSIDE, as_html, as_text
from autograder.checking.check import evaluate
from autograder.checking.picture import as_svg, extent, picture_of
from autograder.checking.show import Side
from autograder.exercise.building import build
from autograder.exercise.key import load_key
from autograder.tracing.steps import Step


def test_shades_grow_with_the_numbers_and_tell_the_signs_apart():
    (block,) = picture_of(np.array([[0.0, 1.0], [-2.0, 4.0]])).blocks
    assert block == ((0, 2), (-4, 8))


def test_numbers_that_are_nearly_alike_are_told_apart():
    array = np.array([[200.0, 200.5], [201.0, 204.0]])
    assert picture_of(array).blocks == (((0, 1), (2, 8)),)
    assert extent(np.array([40000.0, 40001.0])) == "from 40000 to 40001"


def test_what_is_no_number_has_a_shade_of_its_own():
    picture = picture_of(np.array([1.0, np.nan, -np.inf, 0.5]))
    assert picture.blocks == (((8, None, None, 4),),)
    assert (
        picture.words
        == "Heat map of 1 by 4 entries, 2 not finite, the others from 0.5 to 1."
    )


def test_one_finite_number_beside_others_is_spoken_of_as_one():
    assert extent(np.array([np.inf, 0.5, np.inf])) == "2 not finite, the other 0.5"


def test_of_more_axes_the_last_two_stand_side_by_side():
    picture = picture_of(np.arange(12.0).reshape(2, 2, 3))
    assert len(picture.blocks) == 2
    assert "2 blocks of 2 by 3 entries" in picture.words
    assert 'viewBox="0 0 7 2"' in as_svg(picture)  # and a column between them


def test_every_entry_is_drawn_once():
    drawn = as_svg(picture_of(np.random.default_rng(0).normal(size=(5, 4))))
    assert len(re.findall(r"M\d+ \d+h1v1h-1z", drawn)) == 20
    assert len(set(re.findall(r"M\d+ \d+", drawn))) == 20


@pytest.mark.parametrize(
    "array",
    [np.array(3.0), np.zeros(0), np.ones((30, 30)), np.ones(3), np.ones(4) * 1j],
    ids=["one number", "nothing", "too many", "few in a row", "complex"],
)
def test_what_a_picture_does_not_help_has_none(array):
    assert picture_of(array) is None


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.array([1.5, -2.0]), "from -2 to 1.5"),
        (np.zeros(3), "all 0"),
        (np.array([0.1 + 0.2, 0.3]), "all nearly 0.3"),
        (np.array([True, False]), "1 of 2 true"),
        (np.array([np.inf, np.nan]), "no finite number"),
    ],
)
def test_how_far_numbers_go_is_said_in_words(array, words):
    assert extent(array) == words


def test_numbers_are_shown_where_they_are_few_and_the_picture_where_they_are_more():
    few = Step(2, "a = x", "a", np.eye(3))
    many = Step(3, "b = x", "b", np.ones((10, 12)))
    made = seen([few, many])
    assert made[0].made.shown
    assert not made[1].made.shown
    assert made[0].picture
    assert made[1].picture
    assert made[1].made.what == "b: float64 array of shape (10, 12), all 1"


def test_the_numbers_that_one_statement_makes_stand_in_a_line():
    three = np.array(3)
    made = [Step(2, "b, n = x.shape", name, three, kind="number") for name in "bn"]
    (line, _) = seen([*made, Step(3, "n = 3", "n", three, kind="number")])
    assert line.made.what == "b: 3, n: 3"


def test_the_plain_text_of_a_card_says_what_is_inside_line_by_line():
    softmax = load_key("solutions").exercise("numpy.softmax")
    answer = build(softmax, "def softmax(scores, axis=-1):\n    return scores")
    card = make_card(
        evaluate(softmax, answer),
        inside=[
            Step(1, "n = 2", "n", np.array(2), kind="number"),
            Step(2, "return scores", "what is returned", np.eye(3), True),
        ],
    )
    text = as_text(card)
    assert f"{LOOK_INSIDE}\n    Line 1: n = 2\n      n: 2\n" in text
    assert "from 0 to 1 (the mark above is in this statement)" in text


def test_words_of_a_hostile_step_stay_words():
    card = make_card(evaluate(load_key("solutions").exercise("numpy.softmax"), None))
    evil = Seen("Line 1", "<script>", Side("<b>", "<i>"), "<u>", picture_of(np.ones(4)))
    html = as_html(card.__class__(**{**vars(card), "inside": (evil,)}))
    assert not re.search("<(script|b|i|u)>", html)

"""The feedback card: what it tells a student, and what it does not."""

import re
from dataclasses import replace
from html import unescape

import numpy as np
import pytest
from toy_key.temperatures import FIXED_POINTS, PREDICT, TO_CELSIUS, to_celsius

from autograder.checking.card import Card, make_card
from autograder.checking.card_forms import MOST_NAMED, as_html, as_text, marked_up
from autograder.checking.check import evaluate
from autograder.checking.show import ENTRIES_SHOWN, show
from autograder.exercise.building import build
from autograder.exercise.key import load_key

HOSTILE = "<script>alert('x')</script> & \"quotes\" <img src=x onerror=y>"


def in_place(fahrenheit):
    fahrenheit *= 5 / 9
    return fahrenheit


def noisy(fahrenheit):
    print("now at", HOSTILE)
    return fahrenheit


def raises(_):
    raise ValueError(HOSTILE)


ANSWERS = {
    "right": (TO_CELSIUS, to_celsius),
    "named": (TO_CELSIUS, lambda f: f / 1.8),
    "unnamed": (TO_CELSIUS, lambda f: f + 1),
    "wrong shape": (TO_CELSIUS, lambda f: f[..., None]),
    "NaN": (TO_CELSIUS, lambda f: f * np.nan),
    "nothing returned": (TO_CELSIUS, lambda f: None),
    "text": (TO_CELSIUS, lambda f: HOSTILE),
    "several": (TO_CELSIUS, lambda f: (f, [f, HOSTILE])),
    "an object": (TO_CELSIUS, lambda f: object()),
    "a class with a hostile name": (TO_CELSIUS, lambda f: type(HOSTILE, (), {})()),
    "in place": (TO_CELSIUS, in_place),
    "prints": (TO_CELSIUS, noisy),
    "raises": (TO_CELSIUS, raises),
    "not a function": (TO_CELSIUS, 3),
    "not attempted": (PREDICT, ...),
    "wrong value": (FIXED_POINTS, np.ones((2, 2))),
    "wrong choice": (PREDICT, HOSTILE),
}


def card_of(name: str, hint: int = 1) -> Card:
    exercise, answer = ANSWERS[name]
    return make_card(evaluate(exercise, answer), hint=hint, footer="What next.")


def said(card: Card) -> list[str]:
    """Everything a card says, phrase by phrase."""
    sides = [side for _, side in card.arguments] + [card.expected, card.got]
    phrases = [card.exercise_id, card.headline, card.points, card.problem, card.call]
    phrases += [name for state, name in card.marks if state == "failed"][:MOST_NAMED]
    phrases += [*card.lessons, *card.more, card.printed, card.hint, card.footer]
    phrases += [words for side in sides if side for words in (side.what, side.shown)]
    return [phrase for phrase in phrases if phrase]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("form", ["text", "html"])
def test_text_and_html_say_everything_that_the_card_says(name, form):
    card = card_of(name)
    written = as_text(card) if form == "text" else unescape(as_html(card))
    missing = [p for p in said(card) if squeezed(p) not in squeezed(written)]
    assert missing == []


@pytest.mark.parametrize("name", ANSWERS)
def test_nothing_a_student_made_becomes_markup(name):
    tags = set(re.findall(r"<(/?\w+)", as_html(card_of(name))))
    ours = {"div", "strong", "span", "ul", "li", "p", "pre", "code", "details", "summary"}
    assert tags <= ours | {"/" + tag for tag in ours}


@pytest.mark.parametrize("name", sorted(set(ANSWERS) - {"right", "not attempted"}))
def test_a_wrong_answer_always_gets_a_sentence(name):
    assert card_of(name).problem


def test_the_card_of_a_right_answer_says_so_in_one_line_of_words():
    assert as_text(card_of("right")) == (
        "temperature.to_celsius: right (2 of 2 points)\n  6 of 6 checks hold.\n  What next."
    )


def test_a_card_names_the_misconception_in_the_teachers_words():
    card = card_of("named")
    assert card.lessons == ("Water freezes at 32 degrees Fahrenheit: take those away.",)


def test_a_card_shows_expected_and_got_on_the_smallest_call():
    card = card_of("unnamed")
    assert card.call == "to_celsius(fahrenheit)"
    assert card.arguments[0][1].what == "float32 array of shape (4,)"
    assert card.expected.what == card.got.what == "float32 array of shape (4,)"


def test_what_differs_is_seen_to_differ():
    card = make_card(evaluate(TO_CELSIUS, lambda f: to_celsius(f) * (1 + 3e-6)))
    assert card.expected.shown != card.got.shown


def test_no_factor_is_told_where_zeros_are_not_zero():
    from autograder.checking.clue import clue

    right = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    assert "2 times" in clue(right, 2 * right)
    assert clue(right, 2 * right + [1, 0, 0, 0, 0]) == ""
    assert clue(right[:3], 2 * right[:3]) == ""  # by accident


def test_a_card_says_which_argument_was_changed():
    assert "changes its argument fahrenheit" in " ".join(card_of("in place").more)


def test_no_hint_on_the_task_is_given_where_all_results_are_right():
    def changes(f):
        made = to_celsius(f)
        f[:] = 0
        return made

    card = make_card(evaluate(TO_CELSIUS, changes), hint=1)
    assert "changes its argument fahrenheit" in " ".join((*card.lessons, *card.more))
    assert not card.hint


def test_a_card_says_what_was_printed():
    assert card_of("prints").printed == f"now at {HOSTILE}\n"


@pytest.mark.parametrize(("asked", "shown"), [(1, 1), (2, 2), (3, 3), (9, 3)])
def test_hints_come_one_at_a_time_and_without_a_way_on_the_last_one_stays(asked, shown):
    assert card_of("unnamed", hint=asked).hint.startswith(f"Hint {shown} of 3: ")


def test_no_hint_is_given_before_one_is_due():
    assert card_of("unnamed", hint=0).hint == ""


def test_a_right_answer_gets_no_hint():
    assert card_of("right").hint == ""


@pytest.mark.parametrize("name", ["wrong value", "wrong choice"])
def test_what_is_to_be_worked_out_is_not_given_away(name):
    exercise, _ = ANSWERS[name]
    card = card_of(name)
    answer = exercise.reference()
    secrets = {"c"} if exercise is PREDICT else {f"{n:g}" for n in answer.flat}
    words = set(re.findall(r"[\w.]+", as_text(card).replace("°", " ")))
    assert card.expected is None
    assert not secrets & (words - {"temperature.predict"})


def test_a_wrong_value_is_told_how_many_entries_are_wrong():
    card = make_card(evaluate(FIXED_POINTS, [[32, 212], [273.15, 100.0]]))
    assert card.problem == "Entry [1, 1] is not right, and perhaps others."


def test_of_a_wrong_value_is_told_what_its_first_wrong_entry_is_made_of():
    exercise = replace(FIXED_POINTS, entry="Entry [{0}, {1}] is a temperature.")
    card = make_card(evaluate(exercise, [[32, 212], [273.15, 100.0]]))
    assert card.meaning == "Entry [1, 1] is a temperature."


def test_a_single_number_is_not_called_an_entry():
    boiling = replace(FIXED_POINTS, reference=lambda: 100.0)
    assert make_card(evaluate(boiling, 80)).problem == "The number is not right."


@pytest.mark.parametrize(
    "value",
    [
        np.zeros((50, 50)),
        np.full((3, 3), 1e-300),
        np.array([np.nan, np.inf, 1e308]),
        np.zeros((0, 4)),
        [[1.0] * 500] * 500,
        "x" * 10_000,
        (np.zeros((40, 40)),) * 20,
    ],
)
def test_what_is_shown_is_short(value):
    assert len(show(value)) < 4_000


@pytest.mark.parametrize(
    ("words", "html"),
    [
        ("Divide *before* the softmax.", "Divide <em>before</em> the softmax."),
        (
            "`q * k` and *not* `q*k*v`",
            "<code>q * k</code> and <em>not</em> <code>q*k*v</code>",
        ),
        ("2 * 3 * 4 and 2*3*4 <b>", "2 * 3 * 4 and 2*3*4 &lt;b&gt;"),
        ("f(*rows, **named)", "f(*rows, **named)"),
    ],
)
def test_code_and_emphasis_are_shown_as_such_and_products_as_they_are(words, html):
    assert marked_up(words) == html


def test_no_sentence_of_the_key_shows_a_reader_its_marks():
    exercises = load_key().all_exercises()
    said = [m.says for one in exercises for m in one.misconceptions]
    said += [p.says for one in exercises for p in one.properties]
    said += [str(hint) for one in exercises for hint in one.hints]
    shown = [re.sub("<code>.*?</code>", "", marked_up(words)) for words in said]
    left = re.compile(r"`|(?<![\w*])\*[a-z][a-z ]*\*(?![\w*])")
    assert not [words for words in shown if left.search(words)]


TOO_FAR = """
def alibi_bias(n, n_heads):
    slopes = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
    back = np.maximum(np.arange(n)[:, None] - np.arange(n), 0)
    return -slopes[:, None, None] * np.where(back == 4, 5, back)
"""
NEARLY = """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / (e.sum(axis=axis, keepdims=True) + 1e-5)
"""


@pytest.mark.parametrize(
    ("exercise_id", "source"),
    [("efficient.alibi_bias", TOO_FAR), ("numpy.softmax", NEARLY)],
    ids=["many numbers", "numbers that hardly differ"],
)
def test_the_numbers_that_a_card_shows_of_both_sides_are_few_and_look_unlike(
    exercise_id, source
):
    exercise = load_key("solutions").exercise(exercise_id)
    card = make_card(evaluate(exercise, build(exercise, source)))
    sides = (card.expected.shown, card.got.shown)
    expected, got = (re.findall(r"[-\d.]+", shown) for shown in sides)
    assert len(got) <= ENTRIES_SHOWN
    assert expected != got


def test_of_several_results_too_large_to_show_each_has_its_shape():
    """An error that was raised says nothing of them, so what they are says most."""
    exercise = load_key("solutions").exercise("torch.attention_backward")
    card = make_card(evaluate(exercise, raises))
    shapes = card.expected.shown.splitlines()
    assert [line.split(" ")[0] for line in shapes] == ["1:", "2:", "3:"]
    assert all("PyTorch tensor of shape (" in line for line in shapes)

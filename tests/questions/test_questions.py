"""Questions as a whole: drawn by seed, with one right option, of answers of the key."""

import json
import re
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from autograder.exercise.key import load_key
from autograder.exercise.questions import questions
from autograder.handout.missing import Missing
from autograder.handout.recorded import RecordedQuestions
from autograder.questions.ask import _calls, questions_for
from autograder.questions.draft import Draft, judge
from autograder.questions.subject import LARGE, shuffled
from tests.questions.asking import defined, exercise, subject

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "bench"))
from own_code import asked_about, by_reference, right_answers, written_answers  # noqa: E402

KEY = load_key()
SOFTMAX = """
def softmax(scores, axis=-1):
    # shifted, so that nothing overflows
    shifted = scores - scores.max(axis=axis, keepdims=True)
    powers = np.exp(shifted)
    return powers / powers.sum(axis=axis, keepdims=True)
"""
EVERY = 26  # of the right answers of these chapters
SAMPLE = ("numpy", "masks", "heads", "scores", "real", "write")


def softmax_questions(seed=1, count=8):
    answer = defined(SOFTMAX, "softmax")
    return questions_for(KEY.exercise("numpy.softmax"), answer, seed, count)


@pytest.fixture(scope="module")
def sample():
    given = [*right_answers(KEY, SAMPLE)][::EVERY]
    return [(each, asked_about(KEY, each, seed)) for seed, each in enumerate(given)]


def test_the_same_seed_asks_the_same():
    assert softmax_questions() == softmax_questions()


def test_another_seed_asks_something_else():
    texts = [{(q.call, q.text) for q in softmax_questions(seed)} for seed in (1, 2)]
    assert texts[0] != texts[1]


def test_questions_are_of_several_kinds_and_of_the_own_names():
    asked = softmax_questions()
    assert len(asked) == 8
    assert len({q.kind for q in asked}) >= 5
    assert any("powers" in q.text for q in asked)


def test_the_code_is_shown_without_comments():
    assert softmax_questions()[0].listing[1].strip().startswith("shifted =")


def test_a_wrong_choice_shows_the_run():
    question = softmax_questions()[0]
    assert judge(question, question.right)[0] == "Right."
    lines = judge(question, (question.right + 1) % len(question.options))
    assert question.options[question.right] in lines[0]
    assert any("`powers` is" in line for line in lines)


def test_the_right_option_stands_at_any_place_as_often():
    draft = Draft("size", "n", "Which?", "5", tuple("123456789"), "It is.")
    places = [draft.options(np.random.default_rng(i)).index("5") for i in range(200)]
    assert all(places.count(place) > 30 for place in range(4))


def test_a_question_is_plain_data():
    question = softmax_questions()[0]
    assert json.loads(json.dumps(asdict(question)))["text"] == question.text


def test_calls_with_numbers_that_decide_alone_come_last():
    calls = _calls(KEY.exercise("numpy.softmax"), np.random.default_rng(0))
    large = [np.abs(call.arguments[0]).max() >= LARGE for call in calls]
    first = large[: large.index(True)]
    assert len(first) >= 3


def test_of_a_kind_the_less_common_answer_is_asked_for_first():
    lines = [f"    s{i} = (x + {i}).sum(axis=-1)" for i in range(5)]
    source = [
        "def f(x):",
        *lines,
        "    t = x.sum(axis=0)",
        "    return t, s0, s1, s2, s3, s4",
    ]
    answer = defined("\n".join(source))
    for seed in range(4):
        asked = questions_for(exercise(answer, np.full((3, 4), 2.5)), answer, seed, 40)
        first = next(q for q in asked if q.kind == "axis")
        assert first.options[first.right].startswith("axis 0"), first


def test_nothing_is_asked_of_what_is_no_code():
    assert (
        questions_for(KEY.exercise("numpy.predict_shift"), "predict_shift = 'a'", 1) == ()
    )


def test_a_copy_of_the_course_needs_no_reference():
    exercise = KEY.exercise("numpy.softmax")
    known = tuple((q.case.name, q.arguments, q.expected) for q in questions(exercise, 0))
    missing = Missing(exercise.id, exercise.title, ("scores", "axis"))
    copied = replace(exercise, reference=missing, source=RecordedQuestions(known))
    assert questions_for(copied, defined(SOFTMAX, "softmax"), 1, 8) == softmax_questions()


def test_what_hangs_on_numbers_that_nobody_sees_is_not_asked():
    source = "def f(x):\n    y = x[: int(x.argmax())]\n    n = len(x)\n    return y * n"
    answer, numbers = defined(source), np.random.default_rng(1).random(12)
    texts = [q.text for q in questions_for(exercise(answer, numbers), answer, 1, 40)]
    assert any("`n`" in text for text in texts)
    assert not any(text.startswith("What is the shape of `y`") for text in texts)


def test_entries_that_are_not_zero_are_asked_for_where_it_is_seen_which():
    source = (
        "def f(x):\n    best = x.argmax(axis=1)\n    low = np.tri(4)\n    return low, best"
    )
    answer = defined(source)
    for seed in range(12):
        numbers = np.random.default_rng(seed).normal(size=(4, 3))
        asked = questions_for(exercise(answer, numbers), answer, seed, 40)
        texts = [question.text for question in asked if question.kind == "nonzeros"]
        assert texts, seed
        assert not any("`best`" in text or "argmax" in text for text in texts), seed


def test_a_twin_has_another_mask_where_nobody_is_shown_it():
    shown, hidden = np.eye(5, dtype=bool), np.eye(8, dtype=bool)
    other = shuffled((shown, hidden), np.random.default_rng(0))
    assert [np.array_equal(*pair) for pair in zip(other, (shown, hidden), strict=True)] == [
        True,
        False,
    ]


def test_a_twin_has_other_numbers_for_zeros_that_nobody_is_shown():
    assert (shuffled(np.eye(4), np.random.default_rng(0)) != 0).all()


def test_nothing_is_asked_of_a_call_that_is_not_recorded_whole():
    many = defined(
        "def f(n):\n    for i in range(n):\n        pass\n    total = n\n    return total"
    )
    large = defined(
        "def f(n):\n    wide = np.ones(n)\n    low = wide.sum()\n    return low"
    )
    for answer in (many, large):
        assert questions_for(exercise(answer, 10_000), answer, 1, 20) == ()


@pytest.mark.slow
def test_a_keras_layer_that_is_made_in_its_first_call_is_asked_about():
    pytest.importorskip("keras")
    for given in written_answers(KEY, ("heads.keras_layer",)):
        asked = asked_about(KEY, given, seed=1)
        assert len({question.kind for question in asked}) >= 3, str(given)


def test_a_call_says_that_an_argument_has_nan_in_it():
    about = subject("def f(x):\n    y = x + 1\n    return y", np.array([[np.nan, 1.0]]))
    assert "`x`: shape (1, 2) with nan in it" in about.call_in_words()


def test_a_loop_that_a_change_would_never_end_is_not_changed():
    source = (
        "def f(x):\n    n = 0\n    while n < len(x):\n        n = n + 1\n    return x[:n]"
    )
    answer = defined(source)
    asked = questions_for(exercise(answer, np.arange(5.0)), answer, 1, 20)
    assert asked
    assert "what if" not in {q.kind for q in asked}


def stated(option):
    """What an option states: of a shape its numbers alone."""
    if re.fullmatch(r"\(.*\)", option):
        return tuple(re.findall(r"\b\d+\b", option))
    return option


def test_no_question_has_two_options_that_state_the_same(sample):
    for given, asked in sample:
        for question in asked:
            states = [*map(stated, question.options)]
            assert len({*states}) == len(states) >= 3, (str(given), question)


def test_most_answers_give_five_questions_of_three_kinds(sample):
    enough = [len(asked) >= 5 and len({q.kind for q in asked}) >= 3 for _, asked in sample]
    assert np.mean(enough) >= 0.9


@pytest.mark.slow
def test_knowing_the_reference_is_not_enough(sample):
    rng, guessed = np.random.default_rng(0), []
    for seed, (given, asked) in enumerate(sample):
        known = questions_for(given.exercise, given.exercise.reference, seed, 12)
        guessed += [by_reference(question, known, rng) for question in asked]
    # Of all answers tests/bench/own_code.py says how many; these few may be off by as much.
    assert np.mean(guessed) <= 0.7

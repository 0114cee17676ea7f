"""What is asked after a pass, and again on other days."""

import json
from datetime import date, timedelta

import pytest
from click.testing import CliRunner

from autograder.commands.practice import practice_command
from autograder.exercise.key import load_key
from autograder.questions import practice
from autograder.questions.ask import questions_for
from autograder.questions.why import why
from tests.questions.asking import defined

TODAY = date(2026, 3, 1)
EXERCISE = load_key().exercise("numpy.softmax")
SOFTMAX = """
def softmax(scores, axis=-1):
    shifted = scores - scores.max(axis=axis, keepdims=True)
    powers = np.exp(shifted)
    return powers / powers.sum(axis=axis, keepdims=True)
"""


@pytest.fixture
def rounds():
    answer = defined(SOFTMAX, "softmax")
    return practice.rounds_of(
        "Softmax", SOFTMAX, lambda seed: questions_for(EXERCISE, answer, seed), TODAY
    )


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / practice.FILE


def answers(one, *, wrong=0):
    return [
        (q.right + (place < wrong)) % len(q.options)
        for place, q in enumerate(one.questions)
    ]


def test_three_questions_come_today_and_after_1_4_and_15_days(rounds):
    assert [one.due for one in rounds] == [
        "2026-03-01",
        "2026-03-02",
        "2026-03-05",
        "2026-03-16",
    ]
    assert [len(one.questions) for one in rounds] == [3, 3, 3, 3]
    assert len({one.questions for one in rounds}) == 4


def test_what_was_answered_rightly_does_not_come_back(rounds):
    kept = practice.Practice().planned(rounds[1:])
    (due,) = kept.due(TODAY + timedelta(1))
    after = kept.answered(due, answers(due), TODAY + timedelta(1))
    assert (after.asked, after.right) == (3, 3)
    assert not after.due(TODAY + timedelta(2))


def test_what_was_answered_wrongly_comes_back_tomorrow(rounds):
    kept = practice.Practice().planned(rounds[1:])
    (due,) = kept.due(TODAY + timedelta(1))
    after = kept.answered(due, answers(due, wrong=1), TODAY + timedelta(1))
    (again,) = after.due(TODAY + timedelta(2))
    assert again.questions == due.questions[:1]


def test_a_new_pass_takes_the_place_of_the_rounds_before(rounds):
    kept = practice.Practice().planned(rounds[1:]).planned(rounds[2:])
    assert kept.rounds == rounds[2:]


@pytest.mark.usefixtures("home")
def test_what_is_kept_is_read_again(rounds):
    kept = practice.Practice().planned(rounds)
    practice.write(kept)
    assert practice.read() == kept


@pytest.mark.parametrize("text", ["", "[]", '{"rounds": [{}]}', '{"rounds": 3}'])
def test_a_damaged_file_counts_as_none(home, text):
    home.write_text(text)
    assert practice.read() == practice.Practice()


def test_why_asks_about_a_right_answer_and_judges_the_letters(home, capsys):
    answer = defined(SOFTMAX, "softmax")
    why("numpy.softmax", answer)
    assert "powers" in capsys.readouterr().out
    assert len(json.loads(home.read_text())["rounds"]) == 3
    why("numpy.softmax", answer, "abc")
    said = capsys.readouterr().out
    assert said.startswith("1. ")
    assert practice.read().asked == 3


def test_why_waits_for_a_right_answer(home, capsys):
    why(
        "numpy.softmax",
        defined("def softmax(scores, axis=-1):\n    return scores", "softmax"),
    )
    assert "check softmax first" in capsys.readouterr().out
    assert not home.exists()


@pytest.mark.usefixtures("home")
def test_why_takes_no_letters_before_it_has_asked(capsys):
    why("numpy.attention_weights", None, "abc")
    assert "Show the questions first" in capsys.readouterr().out


@pytest.mark.usefixtures("home")
def test_the_shell_asks_what_is_due(rounds):
    old = [practice.Round(rounds[1].title, "2020-01-01", rounds[1].questions)]
    practice.write(practice.Practice().planned(old))
    letters = "".join(f"{'abcd'[choice]}\n" for choice in answers(old[0]))
    done = CliRunner().invoke(practice_command, input=letters)
    assert "3 of 3 questions right so far." in done.output
    assert not practice.read().rounds


@pytest.mark.usefixtures("home")
def test_the_shell_says_when_nothing_is_due():
    assert "Nothing is due today." in CliRunner().invoke(practice_command).output

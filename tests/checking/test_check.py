"""``check``: what a student calls in the notebook."""

import contextlib
import importlib
import sys
import threading
import time

import numpy as np
import pytest
from toy_key.temperatures import FIXED_POINTS, to_celsius

from autograder import check
from autograder.exercise.questions import predicted, questions


@pytest.fixture(autouse=True)
def _fresh_start(monkeypatch):
    """No wrong answers yet, and little patience."""
    module = importlib.import_module("autograder.checking.check")
    monkeypatch.setattr(module, "SECONDS_PER_CALL", 0.2)
    module._wrong_before.clear()
    module._handed_out.clear()


def checked(answer, exercise: str = "temperature.to_celsius"):
    return check(exercise, answer, key="toy_key")


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no words")


class Outside(BaseException):
    """Not an Exception: ``except Exception`` does not see it."""


class Hostile:
    def __repr__(self):
        raise RuntimeError

    __str__ = __eq__ = __bool__ = __len__ = __iter__ = __array__ = __repr__
    __hash__ = None


def raises(error):
    def answer(_):
        raise error

    return answer


def endless(_):
    while True:
        pass


def endless_and_deaf(_):
    while True:
        with contextlib.suppress(Exception):
            time.sleep(10)


def recursive(fahrenheit):
    return recursive(fahrenheit)


def flood(fahrenheit):
    for _ in range(2_000):
        print("x" * 1_000)
    return fahrenheit


WRONG = {
    "raises": raises(ValueError("no")),
    "raises something that cannot be printed": raises(Unprintable()),
    "raises what is no Exception": raises(Outside()),
    "exits": raises(SystemExit(0)),
    "ends a generator": raises(GeneratorExit()),
    "loops": endless,
    "loops and ignores errors": endless_and_deaf,
    "recurses": recursive,
    "floods the output": flood,
    "takes no arguments": lambda: 1,
    "returns nothing": lambda f: None,
    "returns itself": lambda f: checked,
    "returns a hostile object": lambda f: Hostile(),
    "returns an integer that cannot be printed": lambda f: 10**5_000,
    "returns a list in itself": lambda f: (loop := [], loop.append(loop))[0],
    "is a number": 3,
    "is a hostile object": Hostile(),
    "is a class": dict,
    "is an array": np.ones(3),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_never_raises_and_gives_the_reference(name, capsys):
    assert checked(WRONG[name]) is to_celsius
    assert "temperature.to_celsius: " in capsys.readouterr().out


def test_a_right_answer_gives_itself():
    def mine(fahrenheit):
        return (fahrenheit - 32) / 1.8

    assert checked(mine) is mine


def test_a_stub_gives_the_reference(capsys):
    assert checked(raises(NotImplementedError())) is to_celsius
    assert "not attempted yet" in capsys.readouterr().out


def test_a_value_gives_an_array_to_go_on_with():
    right = [[32, 212], [273.15, 373.15]]
    for answer in (right, np.array(right), [[1]], ...):
        got = checked(answer, "temperature.fixed_points")
        assert np.array_equal(got, FIXED_POINTS.reference())


def test_a_wrong_choice_gives_the_right_one():
    assert checked("a", "temperature.predict") == "c"


@pytest.mark.parametrize(
    ("wanted", "guess"),
    [
        ("temperature.to_celsuis", "Did you mean 'temperature.to_celsius'?"),
        ("temprature.to_celsius", "Did you mean 'temperature'?"),
        ("nonsense", "It has: "),
        ("", "It has: "),
    ],
)
def test_an_unknown_id_gets_a_sentence_and_the_answer_back(wanted, guess, capsys):
    assert checked(to_celsius, wanted) is to_celsius
    assert guess in capsys.readouterr().out


@pytest.mark.parametrize("wanted", [to_celsius, None, 3, ["temperature.to_celsius"]])
def test_something_that_is_no_id_gets_a_sentence_and_the_answer_back(wanted, capsys):
    assert checked("answer", wanted) == "answer"
    assert 'check("' in capsys.readouterr().out


def test_a_key_that_is_not_there_gets_a_sentence_and_the_answer_back(capsys):
    assert check("temperature.to_celsius", 3, key="no_such_key") == 3
    assert "cannot be imported" in capsys.readouterr().out


def test_an_infinite_loop_is_ended_and_said(capsys):
    checked(endless)
    assert "still running after 0.2 seconds" in capsys.readouterr().out


def test_another_thread_may_check(capsys):
    thread = threading.Thread(target=checked, args=(to_celsius,))
    thread.start()
    thread.join()
    assert ": right" in capsys.readouterr().out


def test_what_is_printed_is_kept_short(capsys):
    checked(flood)
    printed = capsys.readouterr().out
    assert "It printed: xxx" in printed
    assert len(printed) < 10_000


def test_warnings_and_prints_do_not_make_a_right_answer_wrong(capsys):
    def chatty(fahrenheit):
        print("converting")
        np.log(np.zeros(1))
        return to_celsius(fahrenheit)

    assert checked(chatty) is chatty
    assert "converting" not in capsys.readouterr().out


def test_each_wrong_answer_gets_the_next_hint(capsys):
    for words in ("Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "You have all hints"):
        checked(lambda f: f)
        assert words in capsys.readouterr().out


def test_a_stub_uses_up_no_hint(capsys):
    checked(raises(NotImplementedError()))
    checked(lambda f: f)
    assert "Hint 1 of 3" in capsys.readouterr().out


def test_the_random_generator_is_left_as_it_was():
    np.random.seed(1)
    before = np.random.get_state()[1].copy()
    checked(lambda f: f)
    assert (np.random.get_state()[1] == before).all()


def test_inside_ipython_the_card_is_html_with_plain_text_beside_it(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.get_ipython", lambda: object())
    monkeypatch.setattr("IPython.display.display", shown.append)
    checked(lambda f: f)
    forms = shown[0]._repr_mimebundle_()
    assert forms["text/html"].startswith("<div")
    assert forms["text/plain"].startswith("temperature.to_celsius: not right yet")


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("temperature.to_celsius", to_celsius),
        ("temperature.to_celsius", lambda f: f * 9 / 5 - 32),
        ("temperature.to_celsius", lambda f: f + 1),
    ],
)
@pytest.mark.usefixtures("capsys")
def test_checking_again_works_nothing_out_that_is_known(exercise, answer):
    """A reader checks often: questions and what each mistake answers are kept."""
    checked(answer, exercise)
    made = questions.cache_info().misses, predicted.cache_info().misses
    checked(answer, exercise)
    assert (questions.cache_info().misses, predicted.cache_info().misses) == made


# --- imports ------------------------------------------------------------------


@pytest.fixture
def slow_module(tmp_path, monkeypatch):
    """A module whose import takes longer than a call may."""
    (tmp_path / "slow_module_of_a_test.py").write_text(
        "import time\nearly = 1\ntime.sleep(0.5)\nlate = 2\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield "slow_module_of_a_test"
    sys.modules.pop("slow_module_of_a_test", None)


@pytest.mark.usefixtures("slow_module")
def test_what_an_answer_imports_is_not_its_time():
    def answer(fahrenheit):
        import slow_module_of_a_test

        return (fahrenheit - 30 - slow_module_of_a_test.late) * 5 / 9

    assert checked(answer) is answer


def test_an_import_is_never_left_half_done(slow_module):
    def answer(fahrenheit):
        importlib.import_module(slow_module)  # a name that nobody sees beforehand
        return (fahrenheit - 32) * 5 / 9

    checked(answer)
    assert sys.modules[slow_module].late == 2


# --- check run twice ------------------------------------------------------------

MISTAKEN = {
    "temperature.to_celsius": lambda f: f,
    "temperature.fixed_points": np.ones((2, 2)),
    "temperature.predict": "a",
}


@pytest.mark.parametrize("exercise", MISTAKEN)
def test_what_check_handed_out_itself_is_not_checked(exercise, capsys):
    lent = checked(MISTAKEN[exercise], exercise)
    capsys.readouterr()
    assert checked(lent, exercise) is lent
    said = capsys.readouterr().out
    assert "run your cell again (no points)" in said
    assert "Hint" not in said
    checked(MISTAKEN[exercise], exercise)
    assert "Hint 3" not in capsys.readouterr().out


def test_a_letter_of_ones_own_is_checked_though_it_is_the_right_one():
    checked("a", "temperature.predict")
    assert checked("c", "temperature.predict") == "c"


def test_what_comes_next_is_said_once_an_answer_is_right(capsys):
    checked(to_celsius)
    assert "Next: Daily means." in capsys.readouterr().out

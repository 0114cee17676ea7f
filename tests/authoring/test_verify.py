"""``verify`` proves an answer key, and says what is wrong with a weak one."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from toy_key.statistics import STANDARDISE
from toy_key.temperatures import FIXED_POINTS, PREDICT, TO_CELSIUS

from autograder import Case, Misconception, Property
from autograder.authoring.key_faults import faults
from autograder.authoring.soundness import prove, unproved
from autograder.authoring.verify import verify_exercise, verify_exercises
from autograder.exercise.key import Key, KeyProblem, load_key
from autograder.exercise.stubs import same_contract, stub


def said(exercise) -> list[str]:
    """What ``verify`` has to say."""
    return [*faults(exercise), *(p.sentence for p in verify_exercise(exercise))]


HARMLESS = "def to_celsius(f):\n    return (f - 32) / 1.8"


def with_wrong(name: str, wrong, exercise=TO_CELSIUS):
    return replace(
        exercise,
        misconceptions=(*exercise.misconceptions, Misconception(name, "Says.", wrong)),
    )


def test_a_sound_key_has_no_problems(toy):
    assert [problem for e in toy.all_exercises() for problem in verify_exercise(e)] == []


def test_two_misconceptions_that_cannot_be_told_apart_are_refused():
    twin = with_wrong("twin", "def to_celsius(f):\n    return f * 5 / 9 - 32")
    assert said(twin) == [
        "Misconception 'twin' is named as 'offset-after' (seed 0).",
    ]


def test_inputs_too_weak_to_tell_two_misconceptions_apart_are_refused():
    """On square tables of equal rows nobody sees which axis was used."""
    equal = Case("equal", lambda rng: (np.full((2, 2), rng.normal()) + np.eye(2),))
    (sentence, *_) = said(replace(STANDARDISE, cases=(equal,)))
    assert "passes" in sentence or "is named as" in sentence


def test_a_misconception_that_passes_is_refused():
    (sentence,) = said(with_wrong("harmless", HARMLESS))
    assert sentence == "Misconception 'harmless' passes (seed 0)."


def test_a_reference_that_breaks_its_own_property_is_refused():
    never = Property("never", "This never holds.", lambda answer, output, f: False)
    sentences = said(replace(TO_CELSIUS, properties=(never,)))
    assert any("The reference does not pass" in sentence for sentence in sentences)


def test_a_reference_that_changes_its_argument_is_refused():
    def in_place(f):
        f -= 32
        return f * (5 / 9)

    sentences = said(replace(TO_CELSIUS, reference=in_place))
    assert any("argument was changed" in sentence for sentence in sentences)


def test_two_misconceptions_of_one_name_are_refused():
    twice = with_wrong("upside-down", lambda f: f + 1000)
    assert "Two mistakes are called 'upside-down'." in said(twice)


def test_an_exercise_without_hints_is_refused():
    assert said(replace(PREDICT, hints=())) == ["It has no hints."]


@pytest.mark.parametrize(
    "broken",
    [
        {"reference": lambda f: f.no_such_thing},
        {"cases": (Case("broken", lambda rng: rng.no_such_thing),)},
        {"cases": (Case("no tuple", lambda rng: 3),)},
    ],
    ids=["reference", "case", "arguments"],
)
def test_a_key_whose_own_code_fails_is_a_problem_and_no_crash(broken):
    assert any("Error" in sentence for sentence in said(replace(TO_CELSIUS, **broken)))


def test_its_collected_answers_are_no_crash_either(toy, tmp_path):
    broken = replace(TO_CELSIUS, cases=(Case("broken", lambda rng: rng.no_such_thing),))
    ((_, found),) = verify_exercises(Key("toy_key", toy.chapters), [broken], tmp_path)
    assert any("It cannot be checked" in problem.sentence for problem in found)


def test_a_value_exercise_is_proved_like_the_others():
    same = Misconception("same", "Says.", "fixed_points = [[32, 212], [273.15, 373.15]]")
    assert said(replace(FIXED_POINTS, misconceptions=(same,))) == [
        "Misconception 'same' passes (seed 0)."
    ]


# --- before grading ----------------------------------------------------------


@pytest.fixture
def proved(monkeypatch, tmp_path):
    """How often exercises were proved, with a memory of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    calls = []

    def counting(exercise, **how):
        calls.append(exercise.id)
        yield from verify_exercise(exercise, **how)

    monkeypatch.setattr("autograder.authoring.verify.verify_exercise", counting)
    return calls


def unsound(key, chapters):
    """What is said of the exercises that have to be proved now."""
    return [said for said in prove(key, unproved(key, chapters)) if said]


def test_a_sound_key_is_proved_once_for_each_version(proved, toy):
    for _ in range(2):
        assert unsound(toy, toy.chapters) == []
    assert proved == [exercise.id for exercise in toy.all_exercises()]


def test_only_the_chapters_that_are_needed_are_proved(proved, toy):
    assert unsound(toy, toy.chapters[1:]) == []
    assert proved == ["statistics.standardise"]


def test_an_unsound_key_is_refused_every_time_with_the_exercise(proved, toy):
    class Weak(Key):
        def exercises(self, chapter):
            return (with_wrong("harmless", HARMLESS),)

    weak = Weak("toy_key", toy.chapters[:1])
    for _ in range(2):
        (sentence,) = unsound(weak, weak.chapters)
        assert "temperature.to_celsius: Misconception 'harmless' passes" in sentence
    assert len(proved) == 2


def test_a_key_is_proved_again_where_nothing_can_be_remembered(proved, toy, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    for _ in range(2):
        assert unsound(toy, toy.chapters[1:]) == []
    assert len(proved) == 2


# --- stubs -------------------------------------------------------------------


def test_a_stub_has_signature_and_docstring_and_nothing_of_the_body():
    assert stub(TO_CELSIUS) == (
        "def to_celsius(fahrenheit: np.ndarray) -> np.ndarray:\n"
        '    """Turn degrees Fahrenheit into degrees Celsius.\n\n'
        "    fahrenheit: any shape.\n    Returns an array of the same shape.\n"
        '    Changes no argument.\n    """\n    raise NotImplementedError'
    )


def test_the_stub_of_a_value_leaves_it_open():
    assert stub(FIXED_POINTS) == "fixed_points = ..."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("fahrenheit: np", "degrees: np"), "the signature of to_celsius is not"),
        (("any shape", "a number"), "the docstring of to_celsius is not"),
        (("-> np.ndarray", "-> float"), "the signature of to_celsius is not"),
        (("def to_celsius", "def celsius"), "does not define to_celsius"),
    ],
)
def test_a_stub_that_is_not_the_references_is_refused(change, said):
    assert said in same_contract(TO_CELSIUS, stub(TO_CELSIUS).replace(*change))


def test_the_body_and_the_layout_of_a_stub_may_differ():
    source = stub(TO_CELSIUS).replace("raise NotImplementedError", "...  # yours")
    assert same_contract(TO_CELSIUS, f"\n\n{source}\n") == ""


# --- loading -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("CHAPTERS = (", "cannot be imported"),
        ("1 / 0", "cannot be imported"),
        ("import no_such_module", "cannot be imported"),
        ("CHAPTERS = ()", "has no CHAPTERS"),
        ("", "has no CHAPTERS"),
    ],
)
def test_a_key_that_cannot_be_loaded_is_said(tmp_path, monkeypatch, source, said):
    (tmp_path / "broken_key.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    load_key.cache_clear()
    with pytest.raises(KeyProblem, match=said):
        load_key("broken_key")


@pytest.mark.parametrize("source", ["", "1 / 0", "EXERCISES = (", "import no_such_module"])
def test_a_chapter_that_cannot_be_loaded_is_said(tmp_path, monkeypatch, toy, source):
    (tmp_path / "broken_chapter.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_chapter", raising=False)
    chapter = replace(toy.chapters[0], module="broken_chapter")
    with pytest.raises(KeyProblem, match="cannot be loaded"):
        Key("broken", (chapter,)).exercise("temperature.to_celsius")


def test_a_chapter_is_imported_only_when_it_is_asked_for(toy):
    chapter = replace(toy.chapters[1], module="no_such_module")
    key = Key("half", (toy.chapters[0], chapter))
    assert key.exercise("temperature.to_celsius") is TO_CELSIUS


@pytest.mark.parametrize("name", [".", "..", "no such", "1", "os"])
def test_a_name_that_is_no_key_is_said(name):
    with pytest.raises(KeyProblem):
        load_key(name)

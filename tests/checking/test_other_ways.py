"""A right answer's card shows other right ways, the shortest first."""

import sys
from dataclasses import replace
from html import escape

from autograder import check
from autograder.checking.card_forms import as_html
from autograder.checking.other_ways import (
    LONGEST,
    MOST,
    answers_of,
    other_ways,
    right_ways,
    without_own,
)
from autograder.exercise.answers import Answer
from autograder.exercise.building import build
from autograder.exercise.changes import change
from autograder.exercise.key import KeyProblem, load_key
from autograder.exercise.status import Status

check_module = sys.modules["autograder.checking.check"]
SHORT = "def f(x):\n    return x + x\n"
LONG = "def f(x):\n    y = x\n    return y + x\n"


def right(label: str, source: str, why: str) -> Answer:
    return Answer(label, source, why, verdict=Status.PASSED)


def test_the_shortest_come_first_and_wrong_or_changed_ones_not_at_all():
    answers = (
        right("by a name", LONG, "y is x"),
        right("twice", SHORT, "a sum"),
        Answer("thrice", "def f(x):\n    return 3 * x\n", "once too often"),
        replace(
            right("changed", "", "turned"), source=change("y + x", "x + y"), of="by a name"
        ),
        right("long", "def f(x):\n" + "    x = x\n" * LONGEST + "    return 2 * x", "slow"),
    )
    assert other_ways(answers) == (
        ("twice: a sum", SHORT.strip()),
        ("by a name: y is x", LONG.strip()),
    )


def test_no_library_is_imported_for_the_numbers_of_another_way():
    """Importing PyTorch took a card of a NumPy exercise a second."""
    by_torch = "import torch\n\ndef f(x):\n    return 2 * x\n"
    by_math = "from math import inf\n\ndef f(x):\n    return 2 * x\n"
    answers = (right("torch", by_torch, "a tensor"), right("math", by_math, "inf unused"))
    assert right_ways(answers) == (by_math.strip(),)


def test_ones_own_way_is_not_shown_however_it_is_laid_out():
    exercise = load_key("solutions").exercise("numpy.softmax")
    ways = other_ways(load_key("solutions").answers(exercise.id))
    own = build(exercise, "# mine\n" + ways[0][1].replace("    ", "  "))
    assert without_own(ways, own) == ways[1:]
    assert without_own(ways, lambda scores: scores) == ways


def test_a_way_that_takes_another_library_to_hand_is_left_out():
    answers = [right("by torch", "def f(x):\n    import torch\n    return x + x\n", "so")]
    assert other_ways(answers) == ()


def test_check_shows_them_folded_after_a_pass(monkeypatch):
    shown = []
    monkeypatch.setattr(check_module, "_display", shown.append)
    exercise = load_key("solutions").exercise("masks.causal_mask")
    check(exercise.id, exercise.reference, key="solutions")
    (card,) = shown
    assert 1 <= len(card.ways) <= MOST
    html = as_html(card)
    assert "<summary>Other right ways</summary>" in html
    assert all(escape(source) in html for _, source in card.ways)


def test_a_wrong_answer_sees_none(monkeypatch):
    shown = []
    monkeypatch.setattr(check_module, "_display", shown.append)
    check("masks.causal_mask", lambda n: None, key="solutions")
    assert shown[0].ways == ()


def test_a_key_whose_answers_cannot_be_read_still_has_cards():
    class Broken:
        def answers(self, exercise_id):
            raise KeyProblem("a cell has no label")

    assert answers_of(Broken(), "toy.any") == ()

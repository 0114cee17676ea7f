"""What a card says of the code is true of it."""

from collections import Counter

import numpy as np
import pytest
from exercise_ids import LIBRARIES, WITHOUT_CODE, exercise_ids

from autograder.checking.card import HELD, make_card
from autograder.checking.card_forms import as_html
from autograder.checking.check import check, evaluate
from autograder.checking.clue import clue
from autograder.checking.outcome import OF_ENGINE, Outcome
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build
from autograder.exercise.key import load_key
from autograder.exercise.source_lines import keep_source
from autograder.exercise.status import Status
from checking.true_cards import made, untrue

KEY = load_key("solutions")
CODE = exercise_ids(lacking=WITHOUT_CODE)
SAMPLE = exercise_ids(lacking=f"{LIBRARIES}|{WITHOUT_CODE}")[::4]
SOFTMAX = """
def softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)
"""
ONE, OTHER = np.arange(6.0).reshape(2, 3), np.arange(9.0).reshape(3, 3) ** 2


@pytest.mark.parametrize("exercise_id", SAMPLE)
def test_a_card_says_nothing_untrue(exercise_id):
    cards = made(KEY, KEY.exercise(exercise_id), 2)
    assert [words for each in cards for words in untrue(each)] == []


@pytest.mark.slow
@pytest.mark.parametrize("exercise_id", CODE)
def test_no_card_of_any_collected_answer_says_anything_untrue(exercise_id):
    cards = made(KEY, KEY.exercise(exercise_id), 1000)
    assert [words for each in cards for words in untrue(each)] == []


def test_results_in_another_order_are_recognised():
    assert "exchanged" in clue((ONE, OTHER), (OTHER, ONE))
    assert "the second of 2 results" in clue((ONE, OTHER), OTHER)
    three = clue((ONE, OTHER, 2.0), (2.0, ONE, OTHER))
    assert "yours are the third, first, second of the task" in three


def test_what_one_call_shows_by_chance_is_not_said():
    """A permutation's transpose may be right in one call, and is not in the next."""
    assert clue(ONE, ONE.T, [(ONE, ONE.T)])
    assert clue(ONE, ONE.T, [(ONE, ONE.T), (OTHER, 2 * OTHER)]) == ""


@pytest.mark.parametrize("name", OF_ENGINE)
def test_where_the_engine_objects_nobody_is_said_to_have_raised(name):
    assert not Outcome(Status.RAISED, raised=f"{name}: Words.").has_raised


def test_a_layer_with_other_parameters_has_raised_nothing():
    exercise = KEY.exercise("torch.self_attention_module")
    source = "class SelfAttention(nn.Module):\n    def __init__(self, n):\n"
    source += "        super().__init__()\n        self.a = nn.Linear(n, n)\n"
    source += "    def forward(self, x):\n        return x\n"
    verdict = evaluate(exercise, build(exercise, source))
    assert verdict.status == Status.FAILED
    assert make_card(verdict).problem.startswith("The parameters should be")


PRODUCT_MISSING = """
def attention_weights(q, k):
    return softmax(k)

def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""


def test_no_mark_stands_in_a_function_that_has_passed_its_own_check(monkeypatch):
    shown = []
    monkeypatch.setattr("autograder.checking.check._display", shown.append)
    answer = build(KEY.exercise("numpy.attention_weights"), PRODUCT_MISSING)
    check("numpy.softmax", answer.__globals__["softmax"])
    check("numpy.attention_weights", answer)
    assert shown[-1].where.startswith("Line 3\n")


GIVEN = """
class Softmax:
    def of(self, scores):
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)
"""
OF_GIVEN = "def attention_weights(q, k):\n    return Softmax().of(k)\n"


def test_no_mark_stands_in_what_another_cell_of_the_chapter_gives(monkeypatch):
    shown, names = [], {"np": np, "__name__": "__main__"}
    monkeypatch.setattr("autograder.checking.check._display", shown.append)
    for label, source in {"<a chapter's>": GIVEN, "<a student's>": OF_GIVEN}.items():
        keep_source(label, source)
        exec(compile(source, label, "exec"), names)
    check("numpy.attention_weights", names["attention_weights"])
    assert shown[-1].where.startswith("Line 2\n    return Softmax().of(k)")


@pytest.mark.parametrize("of_student", ["<a student's>", "<code cell 3>"])
def test_look_inside_shows_the_lines_of_the_answer_alone(monkeypatch, of_student):
    """The chapter's have numbers of lines, too, and nobody sees whose they are."""
    shown, names = [], {"np": np, "__name__": "__main__"}
    monkeypatch.setattr("autograder.checking.check._display", shown.append)
    lines = OF_GIVEN.replace("return Softmax", "made = Softmax") + "    return made\n"
    for label, source in {"<a chapter's>": GIVEN, of_student: lines}.items():
        keep_source(label, source)
        exec(compile(source, label, "exec"), names)
    check("numpy.attention_weights", names["attention_weights"])
    assert {step.source for step in shown[-1].inside} <= set(
        map(str.strip, lines.splitlines())
    )
    assert len(shown[-1].inside) == 2


def test_after_the_last_hint_comes_where_to_read_on(monkeypatch):
    shown = []
    monkeypatch.setattr("autograder.checking.check._display", shown.append)
    monkeypatch.setattr("autograder.checking.check._wrong_before", Counter())
    exercise = KEY.exercise("numpy.self_attention")
    answer = build(exercise, "def self_attention(x, a, b, c):\n    return x @ c")
    for _ in range(len(exercise.hints) + 1):
        check(exercise.id, answer)
    assert shown[-2].hint.startswith("Hint ")
    assert shown[-1].hint.startswith("You have all hints. Read “")
    assert "A smaller exercise on the way is" in shown[-1].hint


def test_after_the_last_hint_nothing_is_sent_back_to_what_has_passed(monkeypatch):
    shown = []
    monkeypatch.setattr("autograder.checking.check._display", shown.append)
    monkeypatch.setattr("autograder.checking.check._wrong_before", Counter())
    monkeypatch.setattr("autograder.checking.check._right", {})
    exercise, softmax = KEY.exercise("numpy.self_attention"), KEY.exercise("numpy.softmax")
    check(softmax.id, build(softmax, SOFTMAX))
    answer = build(exercise, "def self_attention(x, a, b, c):\n    return x @ c")
    for _ in range(len(exercise.hints) + 1):
        check(exercise.id, answer)
    assert softmax.id not in shown[-1].hint


def test_matrices_that_cannot_be_multiplied_have_raised_nothing():
    exercise = KEY.exercise("masks.running_mean")
    source = "def running_mean():\n    return np.zeros(3), np.zeros(3), np.eye(3)"
    verdict = evaluate(exercise, build(exercise, source))
    card = make_card(verdict)
    assert card.problem.startswith("What you return has not the form")
    assert card.meaning == ""


FILLED_WITH_COUNTS = """
def causal_tiles(n_q, n_k, rows, columns):
    down, across = -(-n_q // rows), -(-n_k // columns)
    visited = np.zeros((down, across), dtype=int)
    whole = np.zeros((down, across), dtype=int)
    for a in range(down):
        for b in range(across):
            last = n_k - n_q + min((a + 1) * rows, n_q) - 1
            if b * columns <= last:
                visited[a, b] = 1
            if min((b + 1) * columns, n_k) - 1 <= n_k - n_q + a * rows:
                whole[a, b] = 1
    return visited, whole
"""


def test_where_a_filled_array_was_made_its_dtype_became_what_it_is():
    exercise = KEY.exercise("chip.causal_tiles")
    answer = build(exercise, FILLED_WITH_COUNTS.lstrip())
    mark = look_at(evaluate(exercise, answer), LiveRecorder(answer)).first
    assert (mark.line, mark.text) == (3, "np.zeros((down, across), dtype=int)")


ROLLOUT_OF_A_MEAN = """
def attention_rollout(weights):
    n = weights.shape[-1]
    return (0.5 * weights + 0.5 * np.eye(n)).mean(axis=-3)
"""


def test_a_case_whose_results_are_right_is_not_said_to_have_failed():
    """One layer is its own mean; a property calls again with more of them."""
    exercise = KEY.exercise("reading.attention_rollout")
    card = make_card(evaluate(exercise, build(exercise, ROLLOUT_OF_A_MEAN)))
    states = {name: state for state, name in card.marks}
    assert states["one layer"] == HELD
    assert states["two layers"] == "failed"
    assert f"one layer: {HELD}" in as_html(card)


def test_what_fails_alike_stands_in_one_line():
    exercise = KEY.exercise("numpy.softmax")
    answer = build(exercise, "def softmax(scores, axis=-1):\n    return 2 * scores")
    card = make_card(evaluate(exercise, answer))
    names = [name for state, name in card.marks if state == "failed"]
    assert as_html(card).count("✗") == 1
    assert f"✗ {'; '.join(names)}" in as_html(card)

"""Where a function changes what it was given, the statement that does so is marked."""

import ast
import linecache

import numpy as np
import pytest
from first_wrong_sample import pointed

from autograder import frameworks
from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.checking.outcome import INPUTS_UNCHANGED
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise import kinds
from autograder.exercise.building import build, reference_source
from autograder.exercise.key import load_key
from autograder.tracing.changed import first_change
from autograder.tracing.mark import about
from autograder.tracing.record import Recording

REST = """
    e = np.exp({name})
    return e / e.sum(axis=axis, keepdims=True)
"""
IN_PLACE = "scores -= scores.max(axis=axis, keepdims=True)"
OF_A_VIEW = "s = np.asarray(scores)\n    s[...] -= s.max(axis=axis, keepdims=True)"
OWN = "s holds the argument's own numbers, and no copy of them."
UNCOPIED = "s = scores.astype(float, copy=False)\n    s -= s.max(axis=axis, keepdims=True)"
ITS_SHAPE = "scores.shape = (*scores.shape, 1)"
BY_ROWS = "for row in scores:\n        row -= 1"
INNER = """def step():
        nonlocal scores
        scores -= 1
    step()"""
AS_OUT = "s = scores\n    np.subtract(s, s.max(axis=axis, keepdims=True), out=s)"


@pytest.mark.parametrize(
    ("lines", "name", "says"),
    [(IN_PLACE, "scores", ""), (OF_A_VIEW, "s", OWN), (AS_OUT, "s", OWN)],
)
def test_the_statement_that_changes_an_argument_is_marked(lines, name, says):
    softmax = load_key("solutions").exercise("numpy.softmax")
    source = f"def softmax(scores, axis=-1):\n    {lines}{REST.format(name=name)}"
    mark = pointed(softmax, source)[1]
    assert mark.source.strip() == lines.splitlines()[-1].strip()
    assert about(mark) == says


@pytest.mark.parametrize(
    ("lines", "marked"),
    [
        (UNCOPIED, "s -= s.max(axis=axis, keepdims=True)"),
        (ITS_SHAPE, "scores.shape = (*scores.shape, 1)"),
        (BY_ROWS, "row -= 1"),
        (INNER, "scores -= 1"),
    ],
)
def test_so_is_what_changes_it_by_another_way(lines, marked):
    trace = _run(f"def f(scores, axis=-1):\n    {lines}\n    return scores")
    place, _ = first_change(trace, (0,))
    assert ast.unparse(trace.code.nodes[trace.events[place].node]) == marked


def test_a_row_of_ones_own_and_a_name_of_an_inner_functions_own_are_no_argument():
    source = """
def f(scores, axis=-1):
    def step(scores):
        scores += 1
        return scores
    for row in scores.copy():
        row -= 1
    return step(scores * 1.0)
"""
    assert first_change(_run(source), (0,)) is None


def _run(source):
    names = {"np": np}
    linecache.cache["<changed>"] = (len(source), None, source.splitlines(True), "<changed>")
    exec(compile(source, "<changed>", "exec"), names)
    recording = Recording(names["f"], kinds.get("function"), frameworks.get("numpy"))
    return recording.run((np.ones((2, 3)),))


def test_a_changed_argument_is_shown_afterwards_and_no_result_that_is_right():
    softmax = load_key("solutions").exercise("numpy.softmax")
    source = f"def softmax(scores, axis=-1):\n    {IN_PLACE}{REST.format(name='scores')}"
    answer = build(softmax, source)
    verdict = evaluate(softmax, answer)
    looked = look_at(verdict, LiveRecorder(answer))
    card = make_card(verdict, pointed=looked.first, inside=looked.steps)
    names, sides = zip(*card.arguments, strict=True)
    assert names == ("scores", "scores after the marked line")
    assert sides[0].shown != sides[1].shown
    assert (card.expected, card.got) == (None, None)


OPENED = """        if memory_mask is not None:
            memory_mask[..., 0] = True
"""


def test_a_layer_that_changes_its_mask_is_seen_to():
    exercise = load_key("solutions").exercise("block.cross_attention")
    source = reference_source(exercise)
    late = source.replace(
        "        return self.fc_out(attend(q, k, v, memory_mask))\n",
        "        made = self.fc_out(attend(q, k, v, memory_mask))\n"
        f"{OPENED}        return made\n",
    )
    verdict = evaluate(exercise, build(exercise, late))
    assert all(attempt.right for attempt in verdict.attempts)
    kept = next(case for case in verdict.cases if case.name == INPUTS_UNCHANGED)
    assert not kept.passed

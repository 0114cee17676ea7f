"""What a task forbids: found in an answer's code by both routes, told, and paid for."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from autograder import Case, Exercise
from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.exercise.rules import NO_AUTOGRAD, NO_LOOPS
from autograder.notebooks import codes

DOUBLE = Exercise(
    id="toy.double",
    title="Double",
    reference=lambda x: 2 * x,
    points=2,
    minutes=1,
    difficulty=1,
    cases=(Case("some", lambda rng: (rng.normal(size=4),)),),
    rules=(NO_LOOPS,),
)
LOOPING = {
    "for": "def double(x):\n    y = x.copy()\n    for i in range(len(x)):\n"
    "        y[i] *= 2\n    return y",
    "while": "def double(x):\n    y, i = x.copy(), 0\n    while i < len(x):\n"
    "        y[i] *= 2\n        i += 1\n    return y",
    "comprehension": "def double(x):\n    return np.array([2 * n for n in x])",
    "in a written one": "def double(x):\n"
    "    return [np.array([n * m for n in x]) for m in (2,)][0]",
    "generator": "def double(x):\n    return np.array(list(2 * n for n in x))",
    "map": "def double(x):\n    return np.array(list(map(lambda n: 2 * n, x)))",
    "in a helper": "def one(x):\n    return np.array([2 * n for n in x])\n"
    "double = lambda x: one(x)",
    "a helper's other name": "def one(x):\n    return np.array([2 * n for n in x])\n"
    "other = one\ndef double(x):\n    return other(x)",
    "inside": "def double(x):\n    def one():\n        return [2 * n for n in x]\n"
    "    return np.array(one())",
    "a class": "class Double:\n    def __call__(self, x):\n"
    "        return np.array([2 * n for n in x])\ndouble = Double()",
    "vectorize": "double = np.vectorize(lambda n: 2 * n)",
    "frompyfunc": "def double(x):\n"
    "    return np.frompyfunc(lambda n: 2 * n, 1, 1)(x).astype(float)",
    "fromfunction": "def double(x):\n"
    "    return np.fromfunction(lambda i: 2 * x[i.astype(int)], x.shape)",
    "recursion": "def double(x):\n    if len(x) == 0:\n        return x\n"
    "    return np.concatenate([2 * x[:1], double(x[1:])])",
    "recursion by turns": "def odd(x):\n    return double(x)\ndef double(x):\n"
    "    return np.append(2 * x[0], odd(x[1:])) if len(x) else x",
    "recursion inside": "def double(x):\n    def go(i):\n"
    "        return [] if i == len(x) else [2 * x[i], *go(i + 1)]\n"
    "    return np.array(go(0))",
    "reduce": "from functools import reduce\ndef double(x):\n"
    "    return np.array(reduce(lambda a, n: [*a, 2 * n], x, []))",
    "reduce of the module": "def double(x):\n    import functools\n"
    "    return np.array(functools.reduce(lambda a, n: [*a, 2 * n], x, []))",
    "itertools": "import itertools\ndef double(x):\n"
    "    return np.array(list(itertools.starmap(lambda n: 2 * n, zip(x))))",
    "sorted": "def double(x):\n    found = []\n"
    "    sorted(x, key=lambda n: found.append(2 * n) or 0)\n    return np.array(found)",
    "filter": "def double(x):\n    found = []\n"
    "    list(filter(lambda n: found.append(2 * n), x))\n    return np.array(found)",
    "exec": "def double(x):\n    found = {'x': x, 'y': x.copy()}\n"
    "    exec('for i in range(len(x)): y[i] *= 2', found)\n    return found['y']",
    "in a dict": "WAYS = {'double': lambda x: np.array([2 * n for n in x])}\n"
    "def double(x):\n    return WAYS['double'](x)",
    "a decorator": "def each(f):\n    def all_of(x):\n"
    "        return np.array([f(n) for n in x])\n    return all_of\n"
    "@each\ndef double(n):\n    return 2 * n",
    "under a decorator": "def same(f):\n    return lambda x: f(x)\n"
    "@same\ndef double(x):\n    return np.array([2 * n for n in x])",
}
KEEPING = {
    "a ufunc's reduce": "def double(x):\n    return np.add.reduce([x, x])",
    "a partial": "from functools import partial\ndouble = partial(np.multiply, 2)",
    "a helper called as what it calls": "def multiply(a, b):\n"
    "    return np.multiply(a, b)\ndef double(x):\n    return multiply(2, x)",
    "at once": "def double(x):\n    return 2 * x",
    "a branch": "def double(x):\n    if x.ndim:\n        return 2 * x\n    return x + x",
    "a try": "def double(x):\n    try:\n        return x * 2\n    except TypeError:\n"
    "        return x\n    finally:\n        pass",
    "a loop that it does not call": "def other(x):\n    for n in x:\n        print(n)\n"
    "def double(x):\n    return 2 * x",
    "a table filled above": "TWO = np.zeros(1)\nfor i in range(1):\n    TWO[i] = 2\n"
    "def double(x):\n    return TWO * x",
    "a table made by a function that loops": "def table(n):\n"
    "    return np.array([2.0 for _ in range(n)])\nTWO = table(1)\n"
    "def double(x):\n    return TWO * x",
    "over what is written out": "def double(x):\n    a, b = (n + 0 for n in (x, x))\n"
    "    for n in [a, b]:\n        n += 0\n    return a + b",
    "over the arguments": "def double(*args):\n    x, = [n + 0 for n in args]\n"
    "    return x + x",
    "written again": "def double(x):\n    return np.array([2 * n for n in x])\n"
    "def double(x):\n    return 2 * x",
}


def in_a_notebook(source):
    namespace = {"np": np, "__name__": "__main__"}
    exec(source, namespace)
    return namespace["double"]


@pytest.mark.parametrize("name", LOOPING)
def test_a_loop_is_found_in_the_answer_and_in_what_it_calls(name):
    assert NO_LOOPS.broken_by(codes.reachable_code([("<cell>", LOOPING[name])], "double"))
    verdict = evaluate(DOUBLE, in_a_notebook(LOOPING[name]))
    assert (verdict.status, verdict.points) == ("partial", 1)
    assert [rule.passed for rule in verdict.rules] == [False]


@pytest.mark.parametrize("name", KEEPING)
def test_what_is_no_loop_of_the_answers_breaks_no_rule(name):
    assert not NO_LOOPS.broken_by(
        codes.reachable_code([("<cell>", KEEPING[name])], "double")
    )
    assert evaluate(DOUBLE, in_a_notebook(KEEPING[name])).status == "passed"


def test_a_rule_costs_what_the_exercise_says():
    exercise = dataclasses.replace(DOUBLE, rules=(NO_LOOPS.costing(1),))
    verdict = evaluate(exercise, in_a_notebook(LOOPING["for"]))
    assert (verdict.status, verdict.points) == ("failed", 0)


def test_the_card_says_a_broken_rule_once():
    card = make_card(evaluate(DOUBLE, in_a_notebook(LOOPING["for"])))
    assert (card.problem, card.lessons) == (NO_LOOPS.says, ())
    assert ("failed", "no loop") in card.marks


def test_a_broken_rule_is_said_beside_a_wrong_result():
    wrong = LOOPING["for"].replace("2", "3")
    card = make_card(evaluate(DOUBLE, in_a_notebook(wrong)))
    assert "entries are wrong" in card.problem
    assert NO_LOOPS.says in card.lessons


BY_AUTOGRAD = {
    "backward": "def double(x):\n    x.sum().backward()\n    return x.grad",
    "grad": "import torch\ndef double(x):\n    with torch.enable_grad():\n"
    "        return torch.autograd.grad(x, x)",
    "an imported name": "from torch.autograd import grad\ndef double(x):\n"
    "    return grad(x, x)",
    "another name": "import torch.autograd as ag\ndef double(x):\n    return ag.grad(x, x)",
}


@pytest.mark.parametrize("name", BY_AUTOGRAD)
def test_autograd_is_found_under_whatever_name(name):
    from autograder.checking import rules

    source = BY_AUTOGRAD[name]
    assert NO_AUTOGRAD.broken_by(codes.reachable_code([("<cell>", source)], "double"))
    assert NO_AUTOGRAD.broken_by(rules.reachable_code(in_a_notebook(source)))


def test_a_helper_of_ones_own_may_be_called_backward():
    from autograder.checking import rules

    source = "def backward(x):\n    return x\ndef double(x):\n    return 2 * backward(x)"
    assert not NO_AUTOGRAD.broken_by(codes.reachable_code([("<cell>", source)], "double"))
    assert not NO_AUTOGRAD.broken_by(rules.reachable_code(in_a_notebook(source)))

"""What a task forbids: found in an answer's code by both routes, told, and paid for."""

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
# What goes over entries where no loop is to be seen: ``one`` is called for each of n.
ENTRIES = """
state = {{}}
def one(i):
    state["y"][i] *= 2
    return 0
{over}
def double(x):
    state["y"] = x.copy()
    over(len(x))
    return state["y"]
"""
OVER = {
    "getattr": "import builtins\ndef over(n):\n"
    "    list(getattr(builtins, 'map')(one, range(n)))",
    "getattr of what is imported by a call": "def over(n):\n"
    "    list(getattr(__import__('builtins'), 'ma' + 'p')(one, range(n)))",
    "vars": "import builtins\ndef over(n):\n    list(vars(builtins)['map'](one, range(n)))",
    "a module's dict": "import builtins\ndef over(n):\n"
    "    list(builtins.__dict__['map'](one, range(n)))",
    "globals": "def over(n):\n    known = globals()['__builtins__']\n"
    "    list(known['map'](one, range(n)))",
    "attrgetter": "import builtins, operator\ndef over(n):\n"
    "    list(operator.attrgetter('map')(builtins)(one, range(n)))",
    "sys.modules": "import sys\ndef over(n):\n"
    "    list(getattr(sys.modules['builtins'], 'map')(one, range(n)))",
    "another name": "from builtins import map as each\ndef over(n):\n"
    "    list(each(one, range(n)))",
    "a default": "def over(n, each=map):\n    list(each(one, range(n)))",
    "a default by name": "def over(n, *, each=map):\n    list(each(one, range(n)))",
    "a box": "box = [map]\ndef over(n):\n    list(box[0](one, range(n)))",
    "all of a module": "from itertools import *\ndef over(n):\n"
    "    list(starmap(one, zip(range(n))))",
    "max": "def over(n):\n    max(range(n), key=one)",
    "min by stars": "def over(n):\n    min(range(n), **{'key': one})",
    "min by stars put together": "def over(n):\n    min(range(n), **{'ke' + 'y'[:1]: one})",
    "sort": "def over(n):\n    [*range(n)].sort(key=one)",
    "re.sub": "import re\ndef over(n):\n"
    "    re.sub('x', lambda found: str(one(found.start())), 'x' * n)",
    "iter": "def over(n):\n    left = iter(range(n))\n"
    "    list(iter(lambda: one(next(left)), 1))",
    "an index": "class Each:\n    def __getitem__(self, i):\n"
    "        if i == len(state['y']):\n            raise IndexError\n"
    "        return one(i)\ndef over(n):\n    list(Each())",
    "an iterator": "class Each:\n    at = 0\n    def __iter__(self):\n        return self\n"
    "    def __next__(self):\n        self.at += 1\n        if self.at > len(state['y']):\n"
    "            raise StopIteration\n        return one(self.at - 1)\n"
    "def over(n):\n    list(Each())",
    "a sum": "class Each:\n    def __init__(self, at):\n        self.at = at\n"
    "    def __radd__(self, at):\n        one(at)\n        return at + 1\n"
    "def over(n):\n    sum([Each(0)] * n, 0)",
    "a comparison": "class Each:\n    at = 0\n    def __eq__(self, other):\n"
    "        one(other)\n        return False\ndef over(n):\n    Each() in range(n)",
    "print": "class Out:\n    def write(self, text):\n"
    "        one(int(text)) if text.isdigit() else 0\n"
    "def over(n):\n    print(*range(n), file=Out())",
    "pad": "def row(vector, *_):\n    if vector[0] >= 0:\n        one(int(vector[0]))\n"
    "def over(n):\n    entries = np.arange(n)[:, None] + np.zeros((n, 2))\n"
    "    entries[:, 1] = -1\n    np.apply_along_axis(row, 1, entries)",
    "vectorize as a decorator": "@np.vectorize(otypes=[int])\n"
    "def every(i):\n    return one(i)\n"
    "def over(n):\n    every(np.arange(n))",
    "numbers written out": "def over(n):\n"
    f"    for i in {tuple(range(20))}:\n        if i < n:\n            one(i)",
    "a text written out": "def over(n):\n"
    f"    for i in {bytes(range(20))!r}:\n        if i < n:\n            one(i)",
    "stars": "def each(*entries):\n    for i in entries:\n        one(i)\n"
    "def over(n):\n    each(*range(n))",
    "itself for an argument": "def go(again, i, n):\n    if i < n:\n        one(i)\n"
    "        again(again, i + 1, n)\ndef over(n):\n    go(go, 0, n)",
    "a lambda for an argument": "def over(n):\n"
    "    (lambda f: f(f, 0))(lambda f, i: i < n and (one(i), f(f, i + 1)))",
    "a lambda by its name": "go = lambda i, n: i < n and (one(i), go(i + 1, n))\n"
    "def over(n):\n    go(0, n)",
    "a lambda inside by its name": "def over(n):\n"
    "    go = lambda i: i < n and (one(i), go(i + 1))\n    go(0)",
    "a list of itself": "steps = []\ndef go(i, n):\n    if i < n:\n        one(i)\n"
    "        steps[0](i + 1, n)\nsteps.append(go)\ndef over(n):\n    go(0, n)",
    "a method": "class Steps:\n    def go(self, i, n):\n        if i < n:\n"
    "            one(i)\n            self.go(i + 1, n)\n"
    "def over(n):\n    Steps().go(0, n)",
    "an exchanged code": "def each(n):\n    for i in range(n):\n        one(i)\n"
    "def over(n):\n    return n\nover.__code__ = each.__code__",
}
LOOPING |= {f"by {name}": ENTRIES.format(over=over) for name, over in OVER.items()}
KEEPING = {
    "a ufunc's reduce": "def double(x):\n    return np.add.reduce([x, x])",
    "an imported name": "from numpy import multiply as times\ndef double(x):\n"
    "    return times(2, x)",
    "a function inside": "def double(x):\n    def by(n):\n        return n * x\n"
    "    return by(2)",
    "a lambda inside": "def double(x):\n    by = lambda n: n * x\n    return by(2)",
    "methods of arrays": "def double(x):\n"
    "    return (x[:, None].repeat(2, axis=1)).sum(axis=-1).reshape(x.shape)",
    "an error of one's own": "def double(x):\n    if x.ndim != 1:\n"
    "        raise ValueError(f'{x.shape} is no vector')\n    return 2 * x",
    "a keyword that others take for a function": "def twice(*, key):\n    return 2 * key\n"
    "def double(x):\n    return twice(key=x)",
    "a class of one's own": "class Twice:\n    def __init__(self, factor):\n"
    "        self.factor = factor\n    def __call__(self, x):\n"
    "        return self.scaled(x)\n    def scaled(self, x):\n"
    "        return self.factor * x\ndouble = Twice(2)",
    "a setting of a library above": "import torch\n"
    "torch.backends.cudnn.deterministic = True\ndef double(x):\n"
    "    return np.multiply(2, x)",
    "compared above and below": "def double(x):\n    return np.multiply(2, x)\n"
    "np.testing.assert_allclose(double(np.ones(2)), 2 * np.ones(2))\n"
    "def shown(f):\n    for n in range(2):\n        f(np.ones(n))\nshown(double)",
    "a list filled above": "factors = []\nfactors.append(np.float64(2))\n"
    "def double(x):\n    return factors[0] * x",
    "settings of the terminal above": "np.set_printoptions(precision=3)\ndef double(x):\n"
    "    return np.multiply(2, x)",
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


def test_a_library_that_is_patched_above_breaks_the_rule():
    """The grader sees it; in a notebook the library is what it is by then."""
    for patch in (
        "np.multiply = each",
        "import numpy\nnumpy.multiply = each",
        "setattr(np, 'multiply', each)",
        "vars(np)['multiply'] = each",
        "np.__dict__.update(multiply=each)",
        "globals()['np'] = each",
    ):
        source = (
            "import numpy as np\ndef each(a, x):\n    return [a * n for n in x]\n"
            f"{patch}\ndef double(x):\n    return np.multiply(2, x)"
        )
        assert NO_LOOPS.broken_by(codes.reachable_code([("<cell>", source)], "double"))


def test_a_card_names_what_was_found():
    card = make_card(evaluate(DOUBLE, in_a_notebook(LOOPING["by re.sub"])))
    used = "Your code uses a function that is handed on."
    assert card.problem == f"{NO_LOOPS.says} {used}"
    assert card.lessons == ()


def test_what_is_lent_is_no_code_of_ones_own():
    source = "def double(x):\n    return lent(x)"
    given = codes.reachable_code([("<cell>", source)], "double", {"lent"})
    assert NO_LOOPS.broken_by(given) == ""
    assert (
        NO_LOOPS.broken_by(codes.reachable_code([("<cell>", source)], "double")) == "lent"
    )


def test_calling_what_is_forbidden_breaks_the_rule_before_that_is_solved():
    alone = dataclasses.replace(NO_LOOPS, names=("twice",))
    exercise = dataclasses.replace(DOUBLE, rules=(alone,))
    stub = "def twice(x):\n    raise NotImplementedError\n"
    calls = in_a_notebook(f"{stub}def double(x):\n    return twice(x)")
    assert evaluate(exercise, calls).status == "failed"
    untouched = in_a_notebook("def double(x):\n    raise NotImplementedError")
    assert evaluate(exercise, untouched).status == "not_attempted"


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
    assert "numbers are wrong" in card.problem
    assert NO_LOOPS.says in card.more


BY_AUTOGRAD = {
    "backward": "def double(x):\n    x.sum().backward()\n    return x.grad",
    "grad": "import torch\ndef double(x):\n    with torch.enable_grad():\n"
    "        return torch.autograd.grad(x, x)",
    "an imported name": "from torch.autograd import grad\ndef double(x):\n"
    "    return grad(x, x)",
    "another name": "import torch.autograd as ag\ndef double(x):\n    return ag.grad(x, x)",
    "getattr": "import torch\ndef double(x):\n"
    "    return getattr(torch, 'auto' + 'grad').grad(x, x)",
    "vars": "import torch\ndef double(x):\n    return vars(torch)['func'].vjp(len, x)",
    "a dict": "import torch\ndef double(x):\n    return torch.__dict__['auto' + 'grad']",
    "a method by name": "import operator\ndef double(x):\n"
    "    return operator.methodcaller('back' + 'ward')(x)",
    "func": "import torch\ndef double(x):\n"
    "    return torch.func.grad(lambda y: y.sum())(x)",
    "func under another name": "from torch.func import grad as slope\ndef double(x):\n"
    "    return slope(lambda y: y.sum())(x)",
    "functorch": "import functorch\ndef double(x):\n    return functorch.vjp(len, x)",
    "importlib": "import importlib\ndef double(x):\n"
    "    return importlib.import_module('torch.auto' + 'grad')",
    "sys.modules": "import sys\ndef double(x):\n"
    "    return sys.modules['torch.auto' + 'grad']",
    "a box": "import torch\nbox = [torch.autograd]\ndef double(x):\n"
    "    return box[0].grad(x, x)",
    "a default": "import torch\ndef double(x, by=torch.autograd.grad):\n"
    "    return by(x, x)",
    "exec": "def double(x):\n    exec('x.back' + 'ward()')",
    "a hook": "def double(x):\n    x.register_hook(len)",
    "another library": "def double(x):\n    import jax\n    return jax.value_and_slope(x)",
}


@pytest.mark.parametrize("name", BY_AUTOGRAD)
def test_autograd_is_found_under_whatever_name(name):
    from autograder.checking import live_code

    source = BY_AUTOGRAD[name]
    assert NO_AUTOGRAD.broken_by(codes.reachable_code([("<cell>", source)], "double"))
    assert NO_AUTOGRAD.broken_by(live_code.reachable_code(in_a_notebook(source)))


def test_a_helper_of_ones_own_may_be_called_backward():
    from autograder.checking import live_code

    source = "def backward(x):\n    return x\ndef double(x):\n    return 2 * backward(x)"
    assert not NO_AUTOGRAD.broken_by(codes.reachable_code([("<cell>", source)], "double"))
    assert not NO_AUTOGRAD.broken_by(live_code.reachable_code(in_a_notebook(source)))

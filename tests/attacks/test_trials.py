"""Attacks on what a trial does in the student's process: what counts is done outside."""

import inspect
from collections.abc import Iterator

import making
import numpy as np
import pytest
from exercise_ids import exercise_ids
from quickly import quickly

from attacks.harness import SECRET_SEED, Ground, exercise
from autograder.exercise.key import load_key
from autograder.gradebook.records import ExerciseResult
from autograder.sandbox.pool import Limits

# What is called with nothing and gives matrices is tried, and judged by what it returns.
DESIGNS = exercise_ids(r"^def \w+\(\) -> tuple\[np\.ndarray")


@pytest.fixture(scope="module")
def course(ground: Ground) -> Iterator[Ground]:
    """The course's own key, in the same tier."""
    made = Ground(ground.tier, load_key())
    yield made
    made.warm.close()


def graded(course: Ground, exercise_id: str, source: str) -> ExerciseResult:
    """One answer, of which the notebook has nothing else."""
    chapter, _, name = exercise_id.rpartition(".")
    cells = ("import numpy as np", source, making.check(name, chapter))
    result = course.grade(making.notebook(*cells), limits=Limits())
    assert result.status == "graded"
    return exercise(result, name)


# --- matrices -------------------------------------------------------------------------

EXCHANGED = """
import sys, types
right = {right!r}
class Exchanged(types.ModuleType):
    "NumPy, which takes whatever is handed in for the right matrices, in turn."
    def __getattr__(self, name):
        return getattr(np, name)
    def asarray(self, *given, **named):
        right.append(right.pop(0))
        return np.array(right[-1])
    array = asarray
def {name}():
    frame = sys._getframe()
    while frame is not None:
        if frame.f_globals is not globals() and frame.f_globals.get("np") is np:
            frame.f_globals["np"] = Exchanged("numpy")
        frame = frame.f_back
    return tuple(np.zeros_like(matrix) for matrix in right)
"""


def test_there_are_designs() -> None:
    assert len(DESIGNS) >= 4


@pytest.mark.parametrize("design", quickly(DESIGNS, DESIGNS[:1]))
def test_exchanging_numpy_judges_no_other_matrices(design: str, course: Ground) -> None:
    one = course.key.exercise(design)
    right = [np.asarray(matrix).tolist() for matrix in one.reference()]
    forged = EXCHANGED.format(right=right, name=one.name)
    assert graded(course, design, forged).points == 0


# --- the machine ----------------------------------------------------------------------

# Attention from all of the keys at once, beside loads whose numbers nobody uses.
BESIDE = """
import gc, sys
def slow_memory(machine):
    for found in {places}:
        if isinstance(found, dict) and {{"q", "k", "v", "context"}} <= found.keys():
            return found
def tiled_attention(machine, rows, columns):
    slow = slow_memory(machine)
    scores = slow["q"] @ slow["k"].T / slow["q"].shape[1] ** 0.5
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    context = powers @ slow["v"] / powers.sum(axis=1, keepdims=True)
    for row in range(0, len(scores), rows):
        machine.load("q", row, row + rows)
        for column in range(0, len(slow["k"]), columns):
            machine.load("k", column, column + columns)
            machine.load("v", column, column + columns)
        machine.store("context", context[row : row + rows].astype(slow["q"].dtype), row)
"""
PLACES = {
    "its attribute": "[machine.slow]",
    "its attributes": "[getattr(machine, name) for name in dir(machine)]",
    "what a method is bound to": "[machine.load.__self__.slow]",
    "a method's arguments": "[f.cell_contents for f in machine.load.func.__closure__]",
    "frames": "[value for depth in range(9) for value in sys._getframe(depth).f_locals"
    ".values()]",
    "all objects": "gc.get_objects()",
}


@pytest.mark.parametrize("place", quickly(PLACES, ["frames", "all objects"]))
def test_the_slow_memory_is_read_by_loads_alone(place: str, course: Ground) -> None:
    forged = BESIDE.format(places=PLACES[place])
    assert graded(course, "chip.tiled_attention", forged).points == 0


COUNTS = """
def tiled_attention(machine, rows, columns):
    n_q, d_v = machine.shape("context")
    for name in ("loads", "stores", "most"):
        try:
            setattr(machine, name, 0)
        except AttributeError:
            pass
    {forges}
"""
FORGED = {
    "judged": "machine.load.func('judged', None)",
    "a private method": "machine.load.func('__init__')",
    "what is not there": "machine.load.func('slow')",
    "a method of NumPy": "machine.load('q', 0, n_q).dump('x')",
    "too often": "[machine.shape('q') for _ in range(20_000)]",
    "without an end": "machine.load('q', 0, 10 ** 400)",
    "names that are none": "machine.load([], {}, None)",
    "too much": "machine.store('context', np.zeros((n_q, 10 ** 6)))",
    "an object": "machine.store('context', object())",
}


@pytest.mark.parametrize("way", quickly(FORGED, [*FORGED][:4]))
def test_what_is_outside_is_called_by_its_methods_alone(way: str, course: Ground) -> None:
    forged = COUNTS.format(forges=FORGED[way])
    assert graded(course, "chip.tiled_attention", forged).points == 0
    right = inspect.getsource(course.key.exercise("chip.tiled_attention").reference)
    assert graded(course, "chip.tiled_attention", right).status == "passed"


def test_nothing_outside_is_there_before_it_is_loaded(course: Ground) -> None:
    """The inputs of a call lie with the grader: not a number of them is sent along."""
    asked = (
        course.key.exercise("chip.tiled_attention")
        .cases[0]
        .draw(np.random.default_rng(SECRET_SEED))
    )
    assert {type(value) for value in asked[0].data.values()} == {int}


# --- what a result is -----------------------------------------------------------------

ARRAYS = """
import torch
def torch_mha_weights(W_q, W_k, W_v):
    {patches}
    padded = [torch.nn.functional.pad(W, (0, 1)) for W in (2 * W_q, W_k, W_v)]
    weights = torch.cat([W.mT for W in padded]), torch.eye(4, dtype=W_v.dtype)
    return tuple(made(w.numpy()) for w in weights)
class Typed(np.ndarray):
    dtype = property(lambda self: getattr(torch, np.asarray(self).dtype.name))
made = {made}
"""


@pytest.mark.slow
def test_patching_torch_makes_no_tensor_of_an_array(course: Ground) -> None:
    plain = ARRAYS.format(patches="pass", made="np.asarray")
    forged = ARRAYS.format(
        patches="torch.is_tensor = lambda one: True", made="lambda w: w.view(Typed)"
    )
    honest = graded(course, "heads.torch_mha_weights", plain)
    assert honest.points < honest.max_points
    assert graded(course, "heads.torch_mha_weights", forged).points == honest.points


# --- what a task forbids --------------------------------------------------------------

BY_KEY = """
import builtins, re
made = {{}}
def one(j):
    made["out"][..., j, :, :] = made["weights"][..., j, None] * made["v"][..., None, j, :]
    return 0
{more}
def weighted_values(weights, v):
    shape = (*v.shape[:-1], weights.shape[-2], v.shape[-1])
    made["weights"], made["v"] = weights, v
    made["out"] = np.zeros(shape, np.result_type(weights, v))
    n = v.shape[-2]
    {over}
    return made["out"]
"""
NO_LOOP_TO_BE_SEEN = {
    "getattr": "list(getattr(builtins, 'map')(one, range(n)))",
    "max": "max(range(n), key=one)",
    "sort": "[*range(n)].sort(key=one)",
    "re.sub": "re.sub('x', lambda found: str(one(found.start())), 'x' * n)",
    "a patched library": "np.blackman(n)",
}
PATCHED = "def each(n):\n    for j in range(n):\n        one(j)\nnp.blackman = each"


@pytest.mark.parametrize("way", quickly(NO_LOOP_TO_BE_SEEN, ["sort", "a patched library"]))
def test_a_loop_that_is_hidden_costs_what_a_loop_costs(way: str, course: Ground) -> None:
    more = PATCHED if "patched" in way else ""
    hidden = BY_KEY.format(over=NO_LOOP_TO_BE_SEEN[way], more=more)
    found = graded(course, "numpy.weighted_values", hidden)
    assert (found.status, found.points) == ("partial", found.max_points / 2)


AUTOGRAD = """
import torch
def attention_backward(q, k, v, grad_output):
    leaves = [{leaf} for x in (q, k, v)]
    weights = torch.softmax(leaves[0] @ leaves[1].mT / q.shape[-1] ** 0.5, dim=-1)
    {back}
"""
BACK = {
    "by getattr": (
        "getattr(x.clone(), 'require' + 's_grad_')()",
        "return getattr(torch, 'auto' + 'grad').grad(weights @ leaves[2], leaves, "
        "grad_output)",
    ),
    "by func": (
        "x",
        "return torch.func.vjp(lambda q, k, v: torch.softmax(q @ k.mT / q.shape[-1] ** 0.5,"
        " dim=-1) @ v, q, k, v)[1](grad_output)",
    ),
}


@pytest.mark.parametrize("way", quickly(BACK, ["by func"]))
def test_a_gradient_of_the_library_costs_what_it_costs_openly(
    way: str, course: Ground
) -> None:
    leaf, back = BACK[way]
    hidden = AUTOGRAD.format(leaf=leaf, back=back)
    found = graded(course, "torch.attention_backward", hidden)
    assert (found.status, found.points) == ("partial", found.max_points / 2)


# --- wishes ---------------------------------------------------------------------------

TWO_PASSES = """
def online_softmax_attention(q, k, v, block_size):
    {first}
    starts = range(0, k.shape[-2], block_size)
    def scores(start):
        keys = k[..., start : start + block_size, :]
        return q @ np.swapaxes(keys, -1, -2) / q.shape[-1] ** 0.5
    top, total, context = -np.inf, 0.0, 0.0
    for start in starts:
        top = np.maximum(top, scores(start).max(-1, keepdims=True))
    for start in starts:
        powers = np.exp(scores(start) - top)
        total = total + powers.sum(-1, keepdims=True)
        context = context + powers @ v[..., start : start + block_size, :]
    return context / total
"""


def test_hiding_what_breaks_a_wish_earns_no_more_than_breaking_it(course: Ground) -> None:
    openly, hidden = (
        graded(course, "efficient.online_softmax_attention", TWO_PASSES.format(first=first))
        for first in ("pass", "k, v = np.asarray(k), np.asarray(v)")
    )
    assert openly.points == hidden.points == hidden.max_points
    assert openly.misconceptions == ("two-passes",)

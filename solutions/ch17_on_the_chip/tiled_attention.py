"""Attention tile by tile on the chapter's machine, which counts what travels.

Dao et al. 2022, "FlashAttention"; the queries in the outer loop, as in Dao 2023,
"FlashAttention-2", section 3.2.
"""

import inspect

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.values import Trial
from solutions.ch17_on_the_chip._machine import Machine
from solutions.draws import Draw, normal, sizes


def tiled_attention(machine, rows: int, columns: int) -> None:
    """Attention in one program: no score ever reaches slow memory.

    It fills the context with softmax(q k^T / sqrt(d_k)) v.
    machine: its slow memory holds "q" (n_q, d_k), "k" (n_k, d_k),
    "v" (n_k, d_v), and "context" (n_q, d_v), which is to be filled.
    A tile has ``rows`` queries and ``columns`` keys; the last may have fewer.
    For each tile of queries: load the queries once, each tile of keys and of
    values once, and store the context once.
    machine.load(name, start, stop) gives those rows, machine.store(name,
    block, start) writes rows, machine.shape(name) costs nothing.
    """
    n_q, d_k = machine.shape("q")
    n_k, _ = machine.shape("k")
    for row in range(0, n_q, rows):
        q = machine.load("q", row, row + rows)
        largest, total, mixture = -np.inf, 0.0, 0.0
        for column in range(0, n_k, columns):
            k = machine.load("k", column, column + columns)
            v = machine.load("v", column, column + columns)
            scores = q @ k.T / d_k**0.5  # (rows, columns)
            new = np.maximum(largest, scores.max(axis=-1, keepdims=True))
            rescale, powers = np.exp(largest - new), np.exp(scores - new)
            total = rescale * total + powers.sum(axis=-1, keepdims=True)
            mixture = rescale * mixture + powers @ v
            largest = new
        machine.store("context", mixture / total, row)


def trial(answer, machine, rows, columns):
    """Run it on a machine, and say what travelled."""
    answer(machine, rows, columns)


class Outside(Machine):
    """The machine: its slow memory lies where the answer cannot look."""

    def __init__(self, **arrays):
        super().__init__(**arrays)
        self.arrays, self.most = arrays, dict.fromkeys(arrays, 0)

    def load(self, name, start=0, stop=None):
        """Rows start to stop of an array, a copy; its numbers are counted."""
        block = super().load(name, start, stop)
        self.most[name] = max(self.most[name], len(block))
        return block

    def store(self, name, block, start=0):
        """Write a block over an array's rows from start on; its numbers are counted."""
        super().store(name, block, start)
        self.most[name] = max(self.most[name], len(block))

    def judged(self, _):
        """What lies in slow memory, and what travelled."""
        return {
            "the context": self.slow["context"],
            "numbers loaded": self.loads,
            "numbers stored": self.stores,
            "keys or values loaded at once, at most": max(self.most["k"], self.most["v"]),
            "queries loaded at once, at most": self.most["q"],
            "contexts stored at once, at most": self.most["context"],
            "what came in is as it was": all(
                np.array_equal(self.slow[name], self.arrays[name]) for name in "qkv"
            ),
        }


TRIAL = inspect.getsource(trial)
MACHINE = f"{inspect.getsource(Machine)}\n\n{inspect.getsource(Outside)}"


def _run(rows: int, columns: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4, 3, 12)
        dtype = options.get("dtype", "float64")
        kept = {
            "q": normal(rng, n_q, d_k, dtype=dtype),
            "k": normal(rng, n_k, d_k, dtype=dtype),
            "v": normal(rng, n_k, d_v, dtype=dtype),
            "context": np.zeros((n_q, d_v), dtype=dtype),
        }
        if options.get("far"):  # each query's scores far from another's, and rising
            kept["q"][:, 0], kept["k"][:, 0] = 4096 * np.arange(n_q), 1
            kept["q"][::2, 1], kept["q"][1::2, 1] = 4, 4096
            kept["k"][:, 1] = np.arange(n_k)
        if options.get("low"):
            kept["q"][:, 0], kept["k"][:, 0] = -200, 200
        if options.get("lowest"):  # trillions below, and rising
            kept["q"][:, 0], kept["k"][:, 0] = -(2**21), 2**21 - np.arange(n_k)
        return (Trial(TRIAL, {"rows": rows, "columns": columns}, MACHINE, kept),)

    return draw


EXERCISE = Exercise(
    id="chip.tiled_attention",
    title="Attention in one program",
    reference=tiled_attention,
    kind="trial",
    points=4,
    minutes=15,
    difficulty=3,
    order=40,
    section="17-on-the-chip#one-program",
    cases=(
        Case("tiles that fit", _run(2, 3, shape=(6, 9, 4, 5))),
        Case("last tiles that are shorter", _run(4, 3, shape=(7, 8, 3, 5))),
        Case("one query, one key a tile", _run(1, 1, shape=(4, 5, 3, 2))),
        Case("all in one tile", _run(20, 20)),
        Case("one query", _run(3, 4, shape=(1, 9, 5, 2))),
        Case("scores far apart", _run(2, 3, shape=(5, 8, 4, 3), far=True)),
        Case("scores far below zero", _run(2, 3, shape=(5, 7, 4, 3), low=True)),
        Case("scores trillions below zero", _run(2, 3, shape=(5, 7, 4, 3), lowest=True)),
        Case("float32", _run(3, 2, dtype="float32")),
        Case("a longer text", _run(16, 8, shape=(70, 90, 8, 4)), calls=1),
    ),
    properties=(
        Property(
            "nothing of the input is overwritten",
            "Queries, keys or values in slow memory have changed. Only the context is "
            "yours to fill.",
            lambda answer, output, trial: bool(output["what came in is as it was"]),
        ),
    ),
    **cells_beside(__file__),
)

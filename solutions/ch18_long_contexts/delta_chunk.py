"""The gated delta rule, a chunk of tokens at once.

Yang et al. 2024, "Parallelizing Linear Transformers with the Delta Rule over Sequence
Length"; "Gated Delta Networks".
"""

from dataclasses import replace

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.rules import NO_LOOPS
from solutions.ch18_long_contexts._delta import CASES, steps


def delta_chunk(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    write: np.ndarray,
    keep: np.ndarray,
    memory: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """The gated delta rule for a chunk of tokens, without a loop over them.

    Arguments and results as in delta_rule: q, k (n, d_k), keys of length 1;
    v (n, d_v); write, keep (n,), the product of keep above 1e-100 (in
    float32 1e-30); memory (d_k, d_v).
    Returns (out, memory): (n, d_v) and (d_k, d_v).  Recursion is a loop, too.
    Rule: no loop, and not by delta_rule. Changes no argument.
    """
    left = np.cumprod(keep)  # (n,): what is left of the memory before
    fades = np.tril(left[:, None] / left)  # (n, n): from token j to token i
    before = np.tril(fades * (k @ k.T), -1)
    lacking = write[:, None] * (v - left[:, None] * (k @ memory))
    written = np.linalg.solve(np.eye(len(k)) + write[:, None] * before, lacking)
    out = left[:, None] * (q @ memory) + (fades * (q @ k.T)) @ written
    return out, left[-1] * memory + (k * fades[-1][:, None]).T @ written


AT_ONCE = replace(
    NO_LOOPS,
    name="no loop, and not by delta_rule",
    says="All tokens at once are asked for: without a loop, and without delta_rule.",
    cost=1.0,
    names=(*NO_LOOPS.names, "delta_rule"),
)


def _in_halves(answer, output, arguments):
    *tokens, memory = arguments
    half = len(tokens[0]) // 2
    if half == 0:
        return True
    first, memory = answer(*(a[:half] for a in tokens), memory)
    second, memory = answer(*(a[half:] for a in tokens), np.asarray(memory))
    room = 1e-3 * max(np.abs(output[0]).max(), 1)
    return np.allclose(np.concatenate([first, second]), output[0], atol=room)


EXERCISE = Exercise(
    id="contexts.delta_chunk",
    title="The delta rule, all tokens at once",
    reference=delta_chunk,
    rules=(AT_ONCE,),
    points=4,
    minutes=20,
    difficulty=3,
    order=110,
    section="18-long-contexts#all-tokens-of-a-chunk-at-once",
    cases=(
        Case("a chunk", steps(n=6)),
        *CASES,
        Case("a longer chunk", steps(n=40)),
        Case("a hundred tokens", steps(n=100, again=True, write=0.9), calls=1),
        Case("nearly all is forgotten", steps(n=20, keep=0.01), calls=1),
        Case("almost all is forgotten, 45 tokens", steps(n=45, keep=0.01), calls=1),
        Case("two hundred tokens", steps(n=200), calls=1),
        Case("float32", steps(n=8, dtype="float32")),
    ),
    properties=(
        Property(
            "two halves give the same out",
            "Two chunks one after the other, the second with the memory of the first, "
            "should give what one chunk of both gives.",
            lambda answer, output, *given: _in_halves(answer, output, given),
        ),
    ),
    **cells_beside(__file__),
)

"""The gated delta rule, token by token.

Schlag et al. 2021, "Linear Transformers Are Secretly Fast Weight Programmers";
Yang et al. 2024, "Gated Delta Networks".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch18_long_contexts._delta import CASES, steps


def delta_rule(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    write: np.ndarray,
    keep: np.ndarray,
    memory: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Linear attention whose memory corrects itself, a token at a time.

    q, k: (n, d_k), keys of length 1.  v: (n, d_v).
    write, keep: (n,), numbers from 0 to 1.  memory: (d_k, d_v), what was
    gathered before; a key k reads k @ memory.
    For each token: all of the memory is multiplied by keep.  The token's key
    reads what is there; the memory changes so that the key reads that value
    and write times what it lacks to v.  Then the token's query reads.
    Returns (out, memory): (n, d_v) and, after the last token, (d_k, d_v).
    Changes no argument.
    """
    out = []
    for i in range(len(q)):
        memory = keep[i] * memory
        lacks = v[i] - k[i] @ memory  # (d_v,)
        memory = memory + write[i] * np.outer(k[i], lacks)
        out.append(q[i] @ memory)
    return np.array(out), memory


def _reads_what_was_written(answer, _output, _q, k, v, write, keep, memory) -> bool:
    if np.any(write < 1):
        return True
    read = answer(k, k, v, write, keep, memory)[0]
    return np.allclose(read, v, atol=1e-3 * max(np.abs(v).max(), np.abs(memory).max()))


EXERCISE = Exercise(
    id="contexts.delta_rule",
    title="A memory that corrects itself",
    reference=delta_rule,
    points=3,
    minutes=12,
    difficulty=2,
    order=100,
    section="18-long-contexts#a-memory-that-corrects-itself",
    cases=(
        Case("a text", steps(n=6)),
        *CASES,
        Case("all is forgotten", steps(n=4, keep=0.0)),
        Case("all is forgotten, a large memory", steps(n=4, keep=0.0, full=1e6)),
        Case("all is forgotten again and again", steps(n=20, keep=0.0)),
        Case("gates of 0 and of 1", steps(n=6, edges=True)),
        Case("a longer text", steps(n=60)),
        Case("a long text", steps(n=400), calls=1),
        Case("float32", steps(n=8, dtype="float32")),
    ),
    properties=(
        Property(
            "with write 1 and the key as query, the value is read",
            "With write 1 and the query equal to the key, the token's value should be "
            "read, whatever was there before.",
            _reads_what_was_written,
        ),
    ),
    **cells_beside(__file__),
)

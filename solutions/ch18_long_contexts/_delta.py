"""What the two exercises on the delta rule draw: keys of length 1, gates from 0 to 1."""

import numpy as np

from autograder import Case
from solutions.draws import Draw, normal


def steps(*, n: int, **options) -> Draw:
    """A text of ``n`` tokens: q, k, v, write, keep and the memory before it."""

    def draw(rng: np.random.Generator) -> tuple:
        d_k, d_v = options.get("shape", (5, 4))
        dtype = options.get("dtype", "float64")
        q, k = normal(rng, n, d_k), normal(rng, n, d_k)
        if options.get("again"):
            k[n // 2 :] = k[: n - n // 2]
        k = k / np.linalg.norm(k, axis=-1, keepdims=True)
        v = options.get("scale", 1.0) * normal(rng, n, d_v)
        write = np.full(n, options.get("write", -1.0))
        write = np.where(write < 0, rng.uniform(0.2, 0.9, n), write)
        keep = np.full(n, options.get("keep", -1.0))
        keep = np.where(keep < 0, rng.uniform(0.6, 0.98, n), keep)
        if options.get("edges"):  # gates of exactly 0 and 1 among the others
            write[1:3], keep[2:4] = (0, 1), (1, 0)
        memory = normal(rng, d_k, d_v) * (not options.get("empty"))
        memory = options.get("full", 1.0) * memory
        return tuple(a.astype(dtype) for a in (q, k, v, write, keep, memory))

    return draw


# The same is asked of both ways to write the rule, whatever the length.
CASES = (
    Case("an empty memory", steps(n=5, empty=True)),
    Case("one token", steps(n=1)),
    Case("nothing is forgotten", steps(n=6, keep=1.0)),
    Case("written whole", steps(n=6, write=1.0)),
    Case("nothing is written", steps(n=4, write=0.0)),
    Case("keys that come again", steps(n=7, again=True)),
    Case("one feature", steps(n=4, shape=(1, 1))),
    Case("values wider than keys", steps(n=4, shape=(3, 5))),
    Case("large values", steps(n=5, scale=1e6)),
)

"""A cache of the keys and values of all tokens so far."""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.ch12_efficient_attention._shared import set_level
from solutions.draws import Draw, normal, sizes, thrice


class KVCache:
    """The keys and values of all tokens so far, for the queries to come.

    Changes no argument.
    """

    def __init__(self) -> None:
        """Start with nothing kept."""
        super().__init__()
        self.k = self.v = None

    def append(self, k: np.ndarray, v: np.ndarray) -> None:
        """Keep the keys and values of new tokens, behind those already kept.

        k: (..., n_new, d_k).  v: (..., n_new, d_v).
        With no axes in front one token may come as two vectors, (d_k,) and
        (d_v,).
        Nobody writes into k or v afterwards.
        """
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        if self.k is None:
            self.k, self.v = k.copy(), v.copy()
        else:
            self.k = np.concatenate([self.k, k], axis=-2)
            self.v = np.concatenate([self.v, v], axis=-2)

    def attend(self, q: np.ndarray) -> np.ndarray:
        """Scaled dot-product attention over everything kept.

        q: (..., n_q, d_k), or with no axes in front one query (d_k,).
        Returns the context of each query: (..., n_q, d_v), or (d_v,).
        """
        scores = q @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)  # (..., n_q, n_kept)
        return weights @ self.v


def _calls(*steps: int, batch: tuple[int, ...] = (), **options) -> Draw:
    """Append ``steps[0]`` tokens, attend, append ``steps[1]``, attend, and so on."""

    def draw(rng: np.random.Generator) -> tuple:
        d_k, d_v = options.get("shape") or sizes(rng, 2)
        dtype = options.get("dtype", "float64")
        rows = options.get("queries", 1)
        calls = []
        for n in steps:
            k = normal(rng, *batch, n, d_k, dtype=dtype)
            v = normal(rng, *batch, n, d_v, dtype=dtype)
            q = normal(rng, *batch, rows, d_k, dtype=dtype)
            if "level" in options:
                set_level(q, k, options["level"])
            if options.get("whole") and not calls:
                k, v = np.round(2 * k).astype(int), np.round(2 * v).astype(int)
            if options.get("flat") == "tokens":
                k, v = k[0], v[0]
            elif options.get("flat"):
                q, k, v = q[0], *((k[0], v[0]) if n == 1 else (k, v))
            calls.append(("append", (k, v)))
            if not options.get("patient") or len(calls) == len(steps):
                calls.append(("attend", (q,)))
        if options.get("twice"):  # a second look, nothing new in between
            calls.append(("attend", (normal(rng, *batch, rows, d_k, dtype=dtype),)))
        return (), tuple(calls)

    return draw


EXERCISE = Exercise(
    id="efficient.kv_cache",
    title="A cache of keys and values",
    kind="object",
    name="KVCache",
    reference=KVCache,
    # What append returns does not matter.
    observe=lambda results, init, calls: [
        result
        for result, (method, _) in zip(results, calls, strict=True)
        if method == "attend"
    ],
    points=3,
    minutes=10,
    difficulty=2,
    section="12-efficient-attention#the-keys-and-values-stay-the-same",
    order=30,
    cases=(
        Case("one token at a time", _calls(1, 1, 1)),
        Case("a text, then one token at a time", _calls(4, 1, 1)),
        Case("several tokens at a time", _calls(2, 3, queries=3)),
        Case("two looks, nothing new between them", _calls(3, 2, twice=True)),
        Case("single vectors", _calls(1, 1, 1, flat=True)),
        Case("a text, then single vectors", _calls(3, 1, 1, flat=True)),
        Case("single vectors, several queries", _calls(1, 1, 1, flat="tokens", queries=2)),
        thrice("one feature", _calls(2, 1, shape=(1, 1))),
        Case("a batch of heads", _calls(3, 1, 1, batch=(2, 4))),
        Case("three axes in front", _calls(2, 1, batch=(2, 1, 3)), calls=1),
        Case("heads, several queries", _calls(3, 2, batch=(2,), queries=5), calls=1),
        Case("a vector, then several tokens", _calls(1, 3, 1, flat=True), calls=1),
        Case("hundreds of tokens", _calls(4, 70, 300, shape=(3, 2)), calls=1),
        Case("several appends before a look", _calls(2, 1, 3, patient=True)),
        Case("large scores", _calls(3, 2, shape=(4, 3), level="large")),
        Case("queries far apart", _calls(3, 2, shape=(4, 3), queries=4, level="rows")),
        Case("keys far apart", _calls(4, 3, shape=(4, 3), level="falling")),
        thrice("whole numbers, then decimals", _calls(2, 1, 2, whole=True)),
        Case("float32", _calls(2, 1, 2, batch=(3,), dtype="float32")),
    ),
    **cells_beside(__file__),
)

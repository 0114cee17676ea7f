"""A cache that keeps the first tokens of a text and the newest ones.

Xiao et al. 2023, "Efficient Streaming Language Models with Attention Sinks".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal, sizes


class EvictingCache:
    """Keys and values of the first tokens and of the newest ones.

    Changes no argument.
    """

    def __init__(self, first: int, newest: int) -> None:
        """Keep the first tokens of the text, and the newest of the others.

        first: how many of the first, 0 or more.  newest: how many of the
        others, at least 1.
        """
        super().__init__()
        self.first, self.newest, self.n = first, newest, 0
        self.k = self.v = self.places = None

    def append(self, k: np.ndarray, v: np.ndarray) -> None:
        """Take new tokens in, behind the others, and drop what is too many.

        k: (..., n_new, d_k).  v: (..., n_new, d_v).  n_new is at least 1.
        While the text has at most first + newest tokens, nothing is dropped.
        However many appends follow, no more keys and values are held.
        Nobody writes into k or v afterwards.
        """
        places = self.n + np.arange(k.shape[-2])
        self.n += len(places)
        if self.k is not None:
            k = np.concatenate([self.k, k], axis=-2)
            v = np.concatenate([self.v, v], axis=-2)
            places = np.concatenate([self.places, places])
        stay = (places < self.first) | (places >= self.n - self.newest)
        self.k, self.v, self.places = k[..., stay, :], v[..., stay, :], places[stay]

    def kept(self) -> np.ndarray:
        """Where in the text the kept tokens stand, from 0, rising: (m,)."""
        return self.places

    def attend(self, q: np.ndarray) -> np.ndarray:
        """Scaled dot-product attention over everything kept.

        q: (..., n_q, d_k).  Returns (..., n_q, d_v).
        """
        scores = q @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True) @ self.v


def _calls(first: int, newest: int, *steps: int, batch=(), **options) -> Draw:
    """Append ``steps[0]`` tokens, look, append ``steps[1]``, look, and so on."""

    def draw(rng: np.random.Generator) -> tuple:
        d_k, d_v = options.get("shape") or sizes(rng, 2)
        dtype = options.get("dtype", "float64")
        calls = []
        for number, n in enumerate(steps):
            k, v = (normal(rng, *batch, n, d, dtype=dtype) for d in (d_k, d_v))
            if options.get("large"):
                k = 9e6 * k
            calls.append(("append", (k, v)))
            if options.get("seldom", 1) == 1 or number == len(steps) - 1:
                q = normal(rng, *batch, options.get("queries", 1), d_k, dtype=dtype)
                if options.get("large"):
                    q[..., 0, :] *= 1e-6  # its scores are far below the others
                looks = [("attend", (q,)), ("kept", ())]
                calls += looks[::-1] if options.get("kept_first") else looks
        return (first, newest), tuple(calls)

    return draw


def _looks(results, _init, calls):
    return [
        result
        for result, (method, _) in zip(results, calls, strict=True)
        if method != "append"
    ]


def _long(name: str, shape: tuple[int, int]) -> Case:
    """A text of which neither all keys nor all values, whichever are wide, may be held."""
    wide = int(shape[1] > shape[0])
    return Case(
        name,
        _calls(4, 28, *[192] * 20, shape=shape, seldom=20, dtype="float32"),
        calls=1,
        peak_mb=3.0,
        never_held=lambda _, calls: np.concatenate([kv[wide] for _, kv in calls[:-2]]),
    )


EXERCISE = Exercise(
    id="contexts.evicting_cache",
    title="A cache that drops tokens",
    kind="object",
    name="EvictingCache",
    reference=EvictingCache,
    observe=_looks,
    points=4,
    minutes=15,
    difficulty=2,
    order=22,
    section="18-long-contexts#tokens-thrown-away",
    cases=(
        Case("one token at a time", _calls(2, 3, *[1] * 8)),
        Case("a prompt longer than the cache", _calls(2, 3, 9, 1, 1)),
        Case("a text that fits", _calls(3, 5, 4, 2, queries=2)),
        Case("a text that just fits, and one more", _calls(2, 3, 5, 1)),
        Case("no first tokens", _calls(0, 4, *[1] * 7)),
        Case("the newest alone", _calls(3, 1, *[1] * 7)),
        Case("several tokens at a time", _calls(2, 4, 3, 5, 2, queries=3)),
        Case("first tokens that come in two portions", _calls(4, 2, 2, 5, 1)),
        Case("kept before attend", _calls(2, 3, 7, 1, 2, kept_first=True)),
        Case("a batch of heads", _calls(2, 3, 4, 1, 3, batch=(2, 3))),
        Case("large scores", _calls(1, 4, 4, 3, large=True, queries=3)),
        Case("float32", _calls(2, 3, 4, 3, batch=(2,), dtype="float32")),
        _long("a long text in little memory", (124, 4)),
        _long("a long text, wide values", (4, 124)),
    ),
    properties=(
        Property(
            "kept() gives first + newest places at most",
            "kept() gives more places than first + newest.",
            lambda answer, output, init, calls: all(
                len(np.atleast_1d(places)) <= sum(init)
                for places in output
                if np.ndim(places) < 2
            ),
        ),
    ),
    **cells_beside(__file__),
)

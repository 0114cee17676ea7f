"""A cache of the keys and values of all tokens so far.

Only the first or the last part is kept, looking empties it, or each part gets a
softmax of its own.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Misconception, Same
from solutions.ch03_numpy.softmax import softmax
from solutions.ch12_efficient_attention._shared import SCALES, set_level
from solutions.draws import Draw, normal, sizes, thrice


class KVCache:
    """The keys and values of all tokens so far, for the queries to come."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        super().__init__()
        self.k = self.v = None

    def append(self, k: np.ndarray, v: np.ndarray) -> None:
        """Keep the keys and values of new tokens, behind those already kept.

        k: (..., n_new, d_k).  v: (..., n_new, d_v).
        One token may come as two vectors, (d_k,) and (d_v,).
        """
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        if self.k is None:
            self.k, self.v = k.copy(), v.copy()
        else:
            self.k = np.concatenate([self.k, k], axis=-2)
            self.v = np.concatenate([self.v, v], axis=-2)

    def attend(self, q: np.ndarray) -> np.ndarray:
        """Scaled dot-product attention over everything kept.

        q: (..., n_q, d_k), or one query (d_k,).
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
            if options.get("flat"):
                q, k, v = q[0], k[0], v[0]
            calls.append(("append", (k, v)))
            if not options.get("patient") or len(calls) == len(steps):
                calls.append(("attend", (q,)))
        if options.get("twice"):  # a second look, nothing new in between
            calls.append(("attend", (normal(rng, *batch, rows, d_k, dtype=dtype),)))
        return (), tuple(calls)

    return draw


def _cache(
    *, keeps="all", scale="sqrt d_k", axis=-1, gather="once", after="kept", swapped=False
):
    """The class that makes these decisions."""

    class Cache:
        def __init__(self):
            self.parts = []

        def append(self, k, v):
            k, v = np.atleast_2d(k), np.atleast_2d(v)
            if keeps == "last":
                self.parts = []
            elif keeps == "first" and self.parts:
                return
            self.parts.append((k, v))

        def attend(self, q):
            ks = [k for k, _ in self.parts]
            vs = [v for _, v in self.parts]
            if after == "emptied":
                self.parts = []
            if gather == "mean of parts":
                parts = zip(ks, vs, strict=True)
                return sum(self.context(q, k, v) for k, v in parts) / len(ks)
            return self.context(q, np.concatenate(ks, -2), np.concatenate(vs, -2))

        def context(self, q, k, v):
            if swapped:
                k, v = v, k
            scores = q @ np.swapaxes(k, -1, -2) / SCALES[scale](q.shape[-1])
            return softmax(scores, axis=axis) @ v

    return Cache


class _Preallocated:
    """Room for twice what is needed, as libraries do it."""

    def __init__(self):
        self.count, self.room = 0, None

    def append(self, k, v):
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        end = self.count + k.shape[-2]
        if self.room is None or self.room[0].shape[-2] < end:
            grown = [np.zeros((*a.shape[:-2], 2 * end, a.shape[-1])) for a in (k, v)]
            for old, new in zip(self.room or (), grown, strict=False):
                new[..., : self.count, :] = old[..., : self.count, :]
            self.room = grown
        for kept, new in zip(self.room, (k, v), strict=True):
            kept[..., self.count : end, :] = new
        self.count = end

    def attend(self, q):
        k, v = (kept[..., : self.count, :] for kept in self.room)
        scores = np.einsum("...d,...jd->...j", q, k) if q.ndim == 1 else q @ k.mT
        return softmax(scores / np.sqrt(q.shape[-1])) @ v


class _ListOfTokens:
    """One key and one value a token, in lists."""

    def __init__(self):
        self.keys, self.values = [], []

    def append(self, k, v):
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        for j in range(k.shape[-2]):
            self.keys.append(k[..., j, :])
            self.values.append(v[..., j, :])

    def attend(self, q):
        scores = np.stack(
            [(q * (k if q.ndim == 1 else k[..., None, :])).sum(-1) for k in self.keys], -1
        )
        weights = softmax(scores / q.shape[-1] ** 0.5)
        return weights @ np.stack(self.values, axis=-2)


class _QueryKept:
    """Takes the query along as if it were a key."""

    def __init__(self):
        self.cache = KVCache()

    def append(self, k, v):
        self.cache.append(k, v)

    def attend(self, q):
        mean = self.cache.v.mean(axis=-2, keepdims=True)
        rows = np.atleast_2d(q)
        context = KVCache()
        context.append(self.cache.k, self.cache.v)
        context.append(rows, np.repeat(mean, rows.shape[-2], axis=-2))
        return context.attend(q)


class _Joined:
    """Right, in pieces to exchange: how parts are joined, and how it attends."""

    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        if self.k is None:
            self.k, self.v = k.copy(), v.copy()
        else:
            self.k, self.v = self.join(k, v)

    def join(self, k, v):
        return np.concatenate([self.k, k], axis=-2), np.concatenate([self.v, v], axis=-2)

    def scores(self, q):
        return q @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5

    def attend(self, q):
        return softmax(self.scores(q)) @ self.v


def _joined_by(join: Callable) -> type:
    """``join(cache, k, v)`` makes the keys and values kept."""
    return type("Joined", (_Joined,), {"join": join})


def _attending_by(attend: Callable) -> type:
    return type("Attending", (_Joined,), {"attend": attend})


def _along(axis: int) -> Callable:
    return lambda self, k, v: (
        np.concatenate([self.k, k], axis=axis),
        np.concatenate([self.v, v], axis=axis),
    )


def _shifted_by(shift: Callable) -> Callable:
    def attend(self, q):
        scores = self.scores(q)
        powers = np.exp(scores - shift(scores))
        return powers / powers.sum(axis=-1, keepdims=True) @ self.v

    return attend


def _causal(self, q):
    scores = self.scores(q)
    n_q, n_k = np.atleast_2d(scores).shape[-2:]
    open_ = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
    scores = np.where(open_ if q.ndim > 1 else open_[0], scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ self.v


def _newest(self, q):
    newest = _Joined()
    newest.append(self.k[..., -1:, :], self.v[..., -1:, :])
    return newest.attend(q)


def _emptied(self, q):
    context = softmax(self.scores(q)) @ self.v
    self.k = self.v = None
    return context


class _PlainMean:
    """No weights at all."""

    def __init__(self):
        self.cache = KVCache()

    def append(self, k, v):
        self.cache.append(k, v)

    def attend(self, q):
        return self.cache.attend(0 * q)


EXERCISE = Exercise(
    id="efficient.kv_cache",
    title="A cache of keys and values",
    kind="object",
    name="KVCache",
    reference=KVCache,
    decisions=_cache,
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
        thrice("one feature", _calls(2, 1, shape=(1, 1))),
        Case("a batch of heads", _calls(3, 1, 1, batch=(2, 4))),
        Case("several appends before a look", _calls(2, 1, 3, patient=True)),
        Case("large scores", _calls(3, 2, shape=(4, 3), level="large")),
        Case("queries far apart", _calls(3, 2, shape=(4, 3), queries=4, level="rows")),
        Case("keys far apart", _calls(4, 3, shape=(4, 3), level="falling")),
        thrice("whole numbers, then decimals", _calls(2, 1, 2, whole=True)),
        Case("float32", _calls(2, 1, 2, batch=(3,), dtype="float32")),
    ),
    misconceptions=(
        Misconception(
            "only-the-last",
            "Only what was appended last is kept. A new token attends to all tokens "
            "before it as well: put the new keys and values behind the old ones.",
            choices={"keeps": "last"},
        ),
        Misconception(
            "only-the-first",
            "Only what was appended first is kept; later tokens are lost. Put the new "
            "keys and values behind the old ones each time.",
            choices={"keeps": "first"},
        ),
        Misconception(
            "unscaled",
            "attend() does not divide the scores by sqrt(d_k). A cache changes where keys "
            "and values come from, and nothing about the formula.",
            choices={"scale": "none"},
        ),
        Misconception(
            "divided-by-d-k",
            "attend() divides the scores by d_k; the formula divides by its square root.",
            choices={"scale": "d_k"},
        ),
        Misconception(
            "mean-of-parts",
            "You attend to what each append() brought on its own, and average the results. "
            "One softmax has to run over all kept keys: join them along the token axis "
            "first.",
            choices={"gather": "mean of parts"},
        ),
        Misconception(
            "emptied-by-attending",
            "After attend() your cache is empty. Looking takes nothing away: the next "
            "token needs the same keys and values again.",
            choices={"after": "emptied"},
        ),
        Misconception(
            "none-after-attending",
            "After attend() your keys and values are None again. Looking takes nothing "
            "away: the next token needs the same keys and values.",
            _attending_by(_emptied),
        ),
        Misconception(
            "newest-token-alone",
            "attend() reads the newest token alone. A query attends to everything kept: "
            "that is what the cache is for.",
            _attending_by(_newest),
        ),
        Misconception(
            "values-prepended",
            "Your new keys go behind the old ones, and your new values in front. A weight "
            "that one token's key has earned is then spent on another's value.",
            _joined_by(
                lambda self, k, v: (
                    np.concatenate([self.k, k], axis=-2),
                    np.concatenate([v, self.v], axis=-2),
                )
            ),
        ),
        Misconception(
            "values-overwritten",
            "Your keys are joined, and your values are those of the last append() alone. "
            "Each kept key needs its value.",
            _joined_by(lambda self, k, v: (np.concatenate([self.k, k], axis=-2), v)),
        ),
        Misconception(
            "joined-on-the-first-axis",
            "You join along axis 0. With a batch or heads in front, that is not the axis "
            "of the tokens: axis=-2 is, however many axes come before.",
            _joined_by(_along(0)),
        ),
        Misconception(
            "joined-on-the-features",
            "You join along the last axis, so that a token gets more features. New tokens "
            "are new rows: axis=-2.",
            _joined_by(_along(-1)),
        ),
        Misconception(
            "first-dtype-kept",
            "What is appended later is turned into the dtype of what came first: decimals "
            "behind whole numbers lose everything after the point. np.concatenate finds a "
            "dtype that holds both.",
            _joined_by(
                lambda self, k, v: (
                    np.concatenate([self.k, k], axis=-2).astype(self.k.dtype),
                    np.concatenate([self.v, v], axis=-2).astype(self.v.dtype),
                )
            ),
        ),
        Misconception(
            "query-axis",
            "One query (d_k,) comes back as a table of one row, (1, d_v). Its context is a "
            "vector, (d_v,): only keys and values need the axis of tokens.",
            _attending_by(lambda self, q: _Joined.attend(self, np.atleast_2d(q))),
        ),
        Misconception(
            "weights-returned",
            "attend() returns the weights. What a query gathers is the context: the "
            "weights times the kept values.",
            _attending_by(lambda self, q: softmax(self.scores(q))),
        ),
        Misconception(
            "scores-returned",
            "attend() returns the scores. A softmax turns them into weights, and the "
            "weights times the kept values are the context.",
            _attending_by(_Joined.scores),
        ),
        Misconception(
            "softmax-twice",
            "You take the softmax twice; the second makes the weights nearly even. One "
            "softmax turns scores into weights.",
            _attending_by(lambda self, q: softmax(softmax(self.scores(q))) @ self.v),
        ),
        Misconception(
            "causal",
            "Your queries see only what stands before their own place. The cache holds "
            "nothing but what came before, so every query may attend to all of it.",
            _attending_by(_causal),
        ),
        Misconception(
            "unstable",
            "exp() of a large score overflows. Subtract each row's largest score first: "
            "the weights do not change.",
            _attending_by(_shifted_by(lambda scores: 0)),
        ),
        Misconception(
            "one-maximum-for-all",
            "You subtract one number from all scores, the largest of the whole array. In a "
            "row far below it every exponential underflows to 0. Each row has a largest of "
            "its own: axis=-1, keepdims=True.",
            _attending_by(_shifted_by(lambda scores: scores.max())),
        ),
        Misconception(
            "keys-and-values-swapped",
            "You compare the query with the values and mix the keys. Keys are what a query "
            "is compared with; values are what is mixed.",
            choices={"swapped": True},
        ),
        Misconception(
            "query-as-a-key",
            "Your query takes part as one more key. Its own token was put into the cache "
            "by append(), with a key and a value of its own.",
            _QueryKept,
        ),
        Misconception(
            "plain-mean",
            "Every kept token gets the same weight, whatever the query is. Score the "
            "query against all kept keys, and take a softmax of the scores.",
            _PlainMean,
        ),
    ),
    alternatives=(_Preallocated, _ListOfTokens),
    same=(
        Same(
            "super().__init__() =>",
            "The class has no base but object; the line is there for who gives it one.",
        ),
        Same(
            "if self.k is None: => if self.v is None:",
            "Both are filled by the same line.",
        ),
        Same(
            "=> self.k, self.v = (k, v.copy())",
            "Nobody changes an array after handing it over; the copy guards against "
            "who would.",
        ),
        Same(
            "=> self.k, self.v = (k.copy(), v)",
            "Nobody changes an array after handing it over; the copy guards against "
            "who would.",
        ),
    ),
    hints=(
        "`append` only keeps. `attend` is the attention of chapter 03, with the kept "
        "keys and values in the place of `k` and `v`.",
        "`np.concatenate([old, new], axis=-2)` puts new tokens behind old ones and "
        "leaves all axes in front alone. The first `append` has no old ones.",
        "`np.atleast_2d` turns a single vector (d_k,) into (1, d_k) and leaves "
        "everything else as it is. In `attend`: scores, divided by the root of "
        "`q.shape[-1]`, softmax over the last axis, times the kept values.",
    ),
)

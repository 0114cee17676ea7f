"""One mask for a whole batch: no filler, no future, and a window on the past.

Three conditions, each on axes of its own, meet in one array: which keys are filler
depends on the sentence, what is the future and how far back a key stands on the pair.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch07_masking._shared import NUMBERS_FOR_TRUE
from solutions.draws import Draw


def batch_mask(lengths: np.ndarray, n: int, window: int) -> np.ndarray:
    """Which pairs of a batch are open: real keys, not ahead, not far back.

    lengths: (batch,), whole numbers: how many first tokens of a row are real.
    window: at least 1, how many tokens a query may look at: itself and the
    window - 1 before it.
    Returns a Boolean array (batch, 1, n, n), the same for all heads.  Entry
    [b, 0, i, j] is True where query i of sentence b may attend to key j: the
    key is no filler, does not come after the query, and lies in its window.
    """
    i, j = np.arange(n)[:, None], np.arange(n)  # (n, 1) and (n,)
    near = (j <= i) & (i - j < window)  # (n, n)
    real = j < lengths[:, None, None, None]  # (batch, 1, 1, n)
    return real & near


def _lengths(*lengths: int, n: int, window: int, dtype: str = "int64") -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        counts = rng.permutation(lengths)
        return counts.astype(dtype), n, window

    return draw


def _batch(batch: int, n: int, *, window: tuple[int, int] = (2, 4)) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return rng.integers(1, n + 1, size=batch), n, int(rng.integers(*window))

    return draw


def _batch_mask(
    lengths,
    n,
    window,
    *,
    joined="and",
    true="attend",
    rows="queries",
    filler="keys",
    limit="window",
    last="excluded",
    past="causal",
    axes="heads",
    form=bool,
):
    """The three conditions with one thing otherwise."""
    i, j = np.arange(n)[:, None], np.arange(n)
    reach = {"window": window, "one more": window + 1, "one less": window - 1, "none": n}
    seen = {
        "causal": (j <= i) & (i - j < reach[limit]),
        "both sides": abs(i - j) < reach[limit],
        "strict": (j < i) & (i - j < reach[limit]),
        "far": (j <= i) & ((i - j >= reach[limit]) | (reach[limit] > n)),
    }[past]
    real = np.arange(n) < lengths[:, None] + (last == "included")  # (batch, n)
    keys, queries = real[:, None, None, :], real[:, None, :, None]
    real = {
        "keys": keys,
        "queries": queries,
        "nothing": keys | True,
    }[filler]
    mask = real & seen if joined == "and" else real | seen
    mask = np.swapaxes(mask, -1, -2) if rows == "keys" else mask
    mask = mask if true == "attend" else ~mask
    return (mask if axes == "heads" else mask[:, 0]).astype(form)


def _axis_forgotten(lengths, n, window):
    """(batch, n) meets (n, n): an error, or sentence i's padding for query i."""
    real = np.arange(n) < lengths[:, None]
    return (real & _batch_mask(lengths[:1] * 0 + n, n, window)[0, 0])[:, None]


def _last_keys(lengths, n, window):
    """The window lies on the last real tokens, for every query."""
    j, ends = np.arange(n), lengths[:, None, None, None]
    return (j < ends) & (j >= ends - window) & np.tri(n, dtype=bool)


def _by_loops(lengths, n, window):
    mask = np.zeros((len(lengths), 1, n, n), dtype=bool)
    for b, length in enumerate(lengths):
        for i in range(n):
            mask[b, 0, i, max(0, i - window + 1) : min(i + 1, int(length))] = True
    return mask


def _by_triangles(lengths, n, window):
    ones = np.ones((n, n), dtype=bool)
    band = np.tril(ones) & np.triu(ones, 1 - window)
    columns = np.tri(n + 1, n, -1, dtype=bool)[lengths]  # (batch, n)
    return np.einsum("bj,ij->bij", columns, band)[:, None]


EXERCISE = Exercise(
    id="masks.batch_mask",
    title="One mask for a batch",
    reference=batch_mask,
    decisions=_batch_mask,
    points=2,
    minutes=15,
    difficulty=2,
    section="07-masking#two-masks-become-one",
    order=37,
    cases=(
        Case("two sentences", _lengths(5, 3, n=5, window=2), calls=2),
        Case("several sentences", _batch(3, 7)),
        Case("as many sentences as tokens", _batch(4, 4, window=(2, 3))),
        Case("one sentence", _lengths(4, n=6, window=3)),
        Case("a window of one", _lengths(4, 2, 3, n=4, window=1), calls=2),
        Case("a window wider than the text", _batch(3, 5, window=(6, 12))),
        Case("an empty sentence and a full one", _lengths(0, 5, n=5, window=3), calls=2),
        Case("one token", _lengths(1, 0, 1, n=1, window=2), calls=2),
        Case("short integers", _lengths(6, 2, 4, n=6, window=4, dtype="int32")),
        Case("long sentences", _lengths(20, 60, n=60, window=16), calls=1),
    ),
    properties=(
        Property(
            "no query sees its future",
            "Some query of yours may attend to a key that comes after it. Rows are "
            "queries and columns keys: all that is above the diagonal has to be False.",
            lambda answer, output, lengths, n, window: not np.triu(output, 1).any(),
        ),
        Property(
            "no key is filler",
            "Some pair of yours is open although its key is filler. In the mask of a "
            "sentence of length l, all columns from l on have to be False.",
            lambda answer, output, lengths, n, window: (
                not (output & (np.arange(n) >= lengths[:, None, None, None])).any()
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "or-for-and",
            "You join the conditions with |, so a pair is open when *one* of them allows "
            "it: the future of every real token is, for instance. All of them have to.",
            choices={"joined": "or"},
        ),
        Misconception(
            "nothing-blocked",
            "Your mask leaves every pair open. Conditions joined with | give this: the "
            "future passes as 'not too far back'. All of them have to hold: &.",
            lambda lengths, n, window: np.ones((len(lengths), 1, n, n), dtype=bool),
        ),
        Misconception(
            "inverted",
            "Your mask is True where a query must *not* look. In this course True means "
            "may attend.",
            choices={"true": "blocked"},
        ),
        Misconception(
            "keys-as-rows",
            "Rows and columns have changed places. Row i is the query, column j the key: "
            "[b, 0, i, j]. So filler blocks columns, and the past is below the diagonal.",
            choices={"rows": "keys"},
        ),
        Misconception(
            "filler-as-queries",
            "You block the rows of the filler. With filler behind and no look ahead that "
            "keeps it from real tokens too, but asked for is what may be *read*: the "
            "lengths belong to the keys, the last axis. A row of filler may look at the "
            "real tokens in its window; it is thrown away later.",
            lambda *given: _batch_mask(*given, filler="queries"),
        ),
        Misconception(
            "padding-forgotten",
            "The lengths change nothing in your mask: filler may be read like any token. "
            "Key j of a sentence of length l is real where j < l.",
            lambda *given: _batch_mask(*given, filler="nothing"),
        ),
        Misconception(
            "last-included",
            "One filler after each sentence counts as real. Positions count from 0, so a "
            "sentence of length 3 has real tokens at 0, 1 and 2: j < length.",
            lambda *given: _batch_mask(*given, last="included"),
        ),
        Misconception(
            "window-one-too-wide",
            "Your window is one token too wide. It holds the query itself and window - 1 "
            "before it: i - j < window.",
            choices={"limit": "one more"},
        ),
        Misconception(
            "window-one-too-narrow",
            "Your window is one token too narrow: with a window of 1 nothing is open at "
            "all. The query's own place counts as one of them.",
            lambda *given: _batch_mask(*given, limit="one less"),
        ),
        Misconception(
            "window-forgotten",
            "Your window changes nothing: every query sees all of its past. Key j lies in "
            "the window of query i where i - j < window.",
            choices={"limit": "none"},
        ),
        Misconception(
            "window-on-both-sides",
            "Your window reaches as far ahead as it reaches back, and a query that sees "
            "ahead reads its answer. abs(i - j) forgets on which side a key stands.",
            lambda *given: _batch_mask(*given, past="both sides"),
        ),
        Misconception(
            "itself-blocked",
            "Your queries may not attend to themselves. The query's own place belongs to "
            "its window: j <= i.",
            lambda *given: _batch_mask(*given, past="strict"),
        ),
        Misconception(
            "far-for-near",
            "You keep what lies *before* the window and block what is in it. Near keys "
            "have a small i - j.",
            lambda *given: _batch_mask(*given, past="far"),
        ),
        Misconception(
            "heads-missing",
            "The pairs are right, and an axis is missing. Scores are (batch, heads, "
            "queries, keys); a mask of (batch, n, n) lines up its batch with the heads. "
            "Put an axis of length 1 where the heads are.",
            choices={"axes": "no heads"},
        ),
        Misconception("numbers", NUMBERS_FOR_TRUE, choices={"form": float}),
        Misconception(
            "axis-forgotten",
            "(batch, n) meets (n, n), and broadcasting lines up axes from the right: the "
            "sentences of the one fall on the queries of the other. It stops, or, with as "
            "many sentences as tokens, gives query i the filler of sentence i. The lengths "
            "need axes for heads, queries and keys behind the batch.",
            _axis_forgotten,
        ),
        Misconception(
            "last-real-tokens",
            "Your window lies on the last real tokens of the sentence, the same for every "
            "query. Each query has its own window, which ends at the query.",
            _last_keys,
        ),
    ),
    alternatives=(_by_loops, _by_triangles),
    hints=(
        "Three questions to a pair (i, j) of sentence b. Which of i, j and b does each of "
        "them need, and so which axes has its array?",
        "A column of positions, (n, 1), met by a row of positions, (n,), gives a table of "
        "all pairs. The lengths ask about keys alone, so behind their batch stand axes of "
        "length 1 for heads and queries.",
        "`lengths[:, None, None, None]` is (batch, 1, 1, 1), and a comparison with the row "
        "of positions makes it (batch, 1, 1, n). What joins it with the table so that "
        "all conditions have to hold?",
    ),
)

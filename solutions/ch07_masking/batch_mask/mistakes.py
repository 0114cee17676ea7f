"""What goes wrong when three conditions meet in one mask.

One of them is forgotten or off by one, they are joined with |, or one falls on another
one's axes.
"""

from autograder import Misconception, change
from solutions.ch07_masking._shared import NUMBERS_FOR_TRUE

MISTAKES = (
    Misconception(
        "or-for-and",
        "You join the conditions with |, so a pair is open when *one* of them allows "
        "it: the future of every real token is, for instance. All of them have to.",
        change("real & near", "real | near"),
    ),
    Misconception(
        "nothing-blocked",
        "Your mask leaves every pair open. Conditions joined with | give this: the "
        "future passes as 'not too far back'. All of them have to hold: &.",
        change("(j <= i) & (i - j", "(j <= i) | (i - j")
        + change("real & near", "real | near"),
    ),
    Misconception(
        "inverted",
        "Your mask is True where a query must *not* look. In this course True means "
        "may attend.",
        change("    return mask", "    mask = ~mask\n    return mask"),
    ),
    Misconception(
        "keys-as-rows",
        "Rows and columns have changed places. Row i is the query, column j the key: "
        "[b, 0, i, j]. So filler blocks columns, and the past is below the diagonal.",
        change("i, j = np", "j, i = np"),
    ),
    Misconception(
        "filler-as-queries",
        "You block the rows of the filler. With filler behind and no look ahead that "
        "keeps it from real tokens too, but asked for is what may be *read*: the "
        "lengths belong to the keys, the last axis. A row of filler may look at the "
        "real tokens in its window; it is thrown away later.",
        change("real = j <", "real = i <"),
    ),
    Misconception(
        "padding-forgotten",
        "The lengths change nothing in your mask: filler may be read like any token. "
        "Key j of a sentence of length l is real where j < l.",
        change(
            "j < lengths[:, None, None, None]",
            "np.ones((len(lengths), 1, 1, n), dtype=bool)",
        ),
    ),
    Misconception(
        "last-included",
        "One filler after each sentence counts as real. Positions count from 0, so a "
        "sentence of length 3 has real tokens at 0, 1 and 2: j < length.",
        change("real = j <", "real = j <="),
    ),
    Misconception(
        "window-one-too-wide",
        "Your window is one token too wide. It holds the query itself and window - 1 "
        "before it: i - j < window.",
        change("i - j < window", "i - j < window + 1"),
    ),
    Misconception(
        "window-one-too-narrow",
        "Your window is one token too narrow: with a window of 1 nothing is open at "
        "all. The query's own place counts as one of them.",
        change("i - j < window", "i - j < window - 1"),
    ),
    Misconception(
        "window-forgotten",
        "Your window changes nothing: every query sees all of its past. Key j lies in "
        "the window of query i where i - j < window.",
        change(" & (i - j < window)", ""),
    ),
    Misconception(
        "window-on-both-sides",
        "Your window reaches as far ahead as it reaches back, and a query that sees "
        "ahead reads its answer. abs(i - j) does not say on which side a key stands.",
        change("(j <= i) & (i - j < window)", "(abs(i - j) < window)"),
    ),
    Misconception(
        "itself-blocked",
        "Your queries may not attend to themselves. The query's own place belongs to "
        "its window: j <= i.",
        change("j <= i", "j < i"),
    ),
    Misconception(
        "far-for-near",
        "You keep what lies *before* the window and block what is in it. Near keys "
        "have a small i - j.",
        change("(i - j < window)", "((i - j >= window) | (window > n))"),
    ),
    Misconception(
        "heads-missing",
        "Your mask lacks an axis. Scores are (batch, heads, "
        "queries, keys); a mask of (batch, n, n) lines up its batch with the heads. "
        "Put an axis of length 1 where the heads are.",
        change("lengths[:, None, None, None]", "lengths[:, None, None]"),
    ),
    Misconception(
        "numbers", NUMBERS_FOR_TRUE, change("return mask", "return mask.astype(float)")
    ),
    Misconception(
        "axis-forgotten",
        "(batch, n) meets (n, n), and broadcasting lines up axes from the right: the "
        "sentences of the one fall on the queries of the other. It stops, or, with as "
        "many sentences as tokens, gives query i the filler of sentence i. The lengths "
        "need axes for heads, queries and keys behind the batch.",
        change("lengths[:, None, None, None]", "lengths[:, None]")
        + change("real & near", "(real & near)[:, None]"),
    ),
    Misconception(
        "last-real-tokens",
        "Your window lies on the last real tokens of the sentence, the same for every "
        "query. Each query has its own window, which ends at the query.",
        """
        def batch_mask(lengths, n, window):
            j, ends = np.arange(n), lengths[:, None, None, None]
            return (j < ends) & (j >= ends - window) & np.tri(n, dtype=bool)
        """,
    ),
    Misconception(
        "ahead-not-back",
        "Your queries look ahead: at themselves and at the window - 1 tokens after them. "
        "Asked for are those before them.",
        change("(j <= i) & (i - j < window)", "(i <= j) & (j - i < window)"),
    ),
)

"""One machine that grows through chapters 02, 03, 08, 09 and 14, on the same four words.

It begins with the example of the first page.  Each chapter draws what there is so far:
its own part in colour or black, the parts of earlier chapters in grey.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention_figures.svg import Canvas, Figure

# The first page's: what one word asks, and what three others answer and hand over.
OTHERS = ("animal", "street", "tired")
QUERY = np.array([1, 0])
KEYS = np.array([[2, 0], [0, 2], [1, 0]])
VALUES = np.array([[4, 0], [0, 4], [2, 0]])
WORDS = (*OTHERS, "it")
# A living thing, a place, a state, a word that asks what it means.
TOKENS = np.array([[2, 0, 0, 0], [0, 2, 0, 0], [1, 0, 2, 0], [0, 0, 0, 1]])
NEXT = {"slept": (2, 0, 2, 0), "ended": (0, 2, 1, 0)}  # more words of the table
TABLE = np.array([*TOKENS, *NEXT.values()])  # (vocabulary, 4)
VOCABULARY = (*WORDS, *NEXT)
# Of each head: what asks, what answers, what is handed over; (4, 2) each.
WHO = (
    np.array([[1, 0], [0, 1], [0, 0], [1, 0]]),
    np.array([[1, 0], [0, 1], [0, 0], [0, 0]]),
    np.array([[2, 0], [0, 2], [0, 0], [0, 0]]),
)
STATE = (
    np.array([[0, 1], [1, 0], [0, 0], [2, 0]]),
    np.array([[0, 0], [0, 1], [1, 0], [0, 0]]),
    np.array([[0, 1], [0, 0], [2, 0], [0, 0]]),
)
W_O = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, -1]]) / 2
W_1 = np.array([[1, 0, 0], [-1, 1, 0], [1, 0, 0], [0, 0, 1]])  # (4, 3)
W_2 = np.array([[1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, -1]])  # (3, 4)

ROW_NAMES, CELL = 66, (56, 28)
BESIDE = ROW_NAMES + 4 * CELL[0] + 26  # where a context stands, beside its weights


def softmax(scores: np.ndarray) -> np.ndarray:
    """Of each row."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def norm(x: np.ndarray) -> np.ndarray:
    """LayerNorm without a scale and a shift."""
    return (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)


@dataclass(frozen=True)
class Run:
    """All that the machine computes; rows are words."""

    weights: list[np.ndarray]  # of each head, (4, 4)
    contexts: list[np.ndarray]  # (4, 2)
    attended: np.ndarray  # the heads side by side, times W_O; (4, 4)
    summed: np.ndarray  # added to the tokens, normed; (4, 4)
    fed: np.ndarray  # what the feed-forward layer gives; (4, 4)
    out: np.ndarray  # added as well, normed; (4, 4)
    chances: np.ndarray  # of each word of the table to be next; (vocabulary,)


def run() -> Run:
    """Send the four words through."""
    weights, contexts = [], []
    for queries, keys, values in (WHO, STATE):
        scores = (TOKENS @ queries) @ (TOKENS @ keys).T / np.sqrt(2)
        weights.append(softmax(scores))
        contexts.append(weights[-1] @ (TOKENS @ values))
    attended = np.concatenate(contexts, axis=1) @ W_O
    summed = norm(TOKENS + attended)
    fed = np.maximum(summed @ W_1, 0) @ W_2
    out = norm(summed + fed)
    return Run(weights, contexts, attended, summed, fed, out, softmax(out[-1] @ TABLE.T))


class _Drawing:
    """Rows of numbers, one below the other; grey unless they are new."""

    def __init__(self, stage: int) -> None:
        self.c, self.stage, self.y = Canvas(440, 0), stage, 4.0

    def say(self, words: str, since: int) -> None:
        """A line of text above what comes next."""
        new = since == self.stage
        self.c.text(4, self.y + 10, words, anchor="start", bold=new, faint=not new)
        self.y += 24

    def words(self, words: Sequence[str] = WORDS) -> None:
        """The words above their columns."""
        for j, word in enumerate(words):
            self.c.text(ROW_NAMES + CELL[0] * (j + 0.5), self.y + 8, word, faint=True)
        self.y += 20

    def row(
        self,
        numbers: Sequence | np.ndarray,
        since: int,
        role: str | None = None,
        names: Sequence[str] = ("it",),
        x: float = ROW_NAMES,
        digits: int = 2,
    ) -> None:
        """One row, or more; the next stands beside it until ``down`` is called."""
        new = since == self.stage
        self.c.matrix(
            x,
            self.y,
            numbers,
            role=role if new else "input",
            cell=CELL,
            row_labels=names,
            digits=digits,
            shade=role == "weight",
            fill=0.16 if new else 0.04,
            faint=not new,
        )

    def down(self, rows: int = 1) -> None:
        self.y += rows * CELL[1] + 14

    def head(self, weights: np.ndarray, context: np.ndarray, since: int) -> None:
        """Weights, and the context that they mix."""
        rows = len(weights)
        self.row(weights, since, "weight", WORDS[-rows:])
        self.c.text(BESIDE - 13, self.y + CELL[1] * rows / 2, "→", faint=True)
        self.row(context, since, "value", (), x=BESIDE)
        self.down(rows)

    def finished(self, alt: str) -> Figure:
        self.c.height = self.y
        return self.c.figure(alt)


def one_asks() -> Figure:
    """Chapter 02: scores, weights and context of one word, as on the first page."""
    d = _Drawing(1)
    d.say("one word asks: the query of “it” is 1, 0", 1)
    d.words(OTHERS)
    scores = KEYS @ QUERY
    weights = softmax(scores)
    for name, numbers, role in (
        ("keys", _pairs(KEYS), "key"),
        ("scores", scores, None),
        ("weights", weights, "weight"),
        ("values", _pairs(VALUES), "value"),
    ):
        d.row([numbers], 1, role, (name,), digits=3)
        d.down()
    d.say("each value times its weight, added up", 1)
    d.row([weights @ VALUES], 1, None, ("context",))
    d.down()
    return d.finished(
        "One word asks. The query of “it” meets three keys: scores 2, 0 and 1, weights "
        f"{_said(OTHERS, weights, 3)}. The values, mixed by them, are its context, "
        f"{_list(weights @ VALUES)}."
    )


def all_ask() -> Figure:
    """Chapter 03: a row of weights for each word."""
    r, d = run(), _Drawing(2)
    d.say("what answers: as in chapter 02, and “it” as well", 1)
    d.words()
    d.row([_pairs(TOKENS @ WHO[1])], 1, "key", ("keys",))
    d.down()
    d.say(r"every word asks; scores ÷ $\sqrt{2}$; weights → context", 2)
    d.head(r.weights[0], r.contexts[0], 2)
    return d.finished(
        "Every word asks, and answers: four rows of weights where there was one. In that "
        f"of “it” stand {_said(WORDS, r.weights[0][-1])}. Its context is "
        f"{_list(r.contexts[0][-1])}."
    )


def two_heads() -> Figure:
    """Chapter 08: a second head, and what both bring for one word."""
    r, d = run(), _Drawing(3)
    d.say("head 0, who? The one of chapter 03", 2)
    d.words()
    d.head(r.weights[0], r.contexts[0], 2)
    d.say("head 1, in what state?", 3)
    d.head(r.weights[1], r.contexts[1], 3)
    d.say("“it”: both contexts side by side, × $W_O$", 3)
    d.row([r.attended[-1]], 3)
    d.down()
    return d.finished(
        "A second head asks something else: in its row of “it” stand "
        f"{_said(WORDS, r.weights[1][-1])}. Both contexts of “it”, side by side, times W_O "
        f"give {_list(r.attended[-1])}."
    )


def block() -> Figure:
    """Chapter 09: what stands around the heads."""
    r, d = run(), _Drawing(4)
    d.say("“it” comes in", 3)
    _through_the_block(d, r)
    return d.finished(
        f"A block around the heads. “it” comes in as {_list(TOKENS[-1])}. What its heads "
        f"give is added and normed: {_list(r.summed[-1])}. The feed-forward layer gives "
        f"{_list(r.fed[-1])}, which is added and normed too: {_list(r.out[-1])}."
    )


def whole(numbers: int, layers: int, words: int) -> Figure:
    """Chapter 14: a table before and behind; and how large a real model's parts are."""
    r, d = run(), _Drawing(5)
    d.say(f"each word is a row of a table: 4 numbers, not {numbers}", 5)
    _through_the_block(d, r)
    d.say(f"one such layer, not {layers}; and the table once more:", 5)
    d.say(f"which of {len(VOCABULARY)} words comes next, not of {words:,}", 5)
    for k, (word, chance) in enumerate(zip(VOCABULARY, r.chances, strict=True)):
        x, y = ROW_NAMES + 120 * (k % 3), d.y + 38 * (k // 3)
        label = f"{word} {chance:.2f}"
        d.c.box(x, y, 112, 30, role="weight", label=label, fill=0.04 + 0.66 * chance)
    d.y += 76
    return d.finished(
        "The whole machine. Words become rows of a table; the block turns the row of “it” "
        f"into {_list(r.out[-1])}; compared with the table, a softmax gives how likely "
        f"each word is to come next: {_said(VOCABULARY, r.chances)}."
    )


def _through_the_block(d: _Drawing, r: Run) -> None:
    """The last word's row on its way."""
    d.row([TOKENS[-1]], 3 if d.stage == 4 else 5)
    d.down()
    d.say("its row in both heads: weights → context", 3)
    for weights, context in zip(r.weights, r.contexts, strict=True):
        d.head(weights[-1:], context[-1:], 3)
    for words, numbers, since in (
        ("side by side, × $W_O$", r.attended, 3),
        ("+ what it was, and the norm of the sum", r.summed, 4),
        ("the feed-forward layer, each word alone", r.fed, 4),
        ("+ what it was, and the norm of the sum", r.out, 4),
    ):
        d.say(words, since)
        d.row([numbers[-1]], since)
        d.down()


def _pairs(rows: np.ndarray) -> list[str]:
    return [f"{a:g}, {b:g}" for a, b in rows]


def _said(words: Sequence[str], shares: np.ndarray, digits: int = 2) -> str:
    return ", ".join(f"{w} {s:.{digits}f}" for w, s in zip(words, shares, strict=True))


def _list(numbers: np.ndarray) -> str:
    return ", ".join(f"{number:.2f}" for number in numbers)

"""How much of a draft greedy decoding would have written.

Stern, Shazeer and Uszkoreit 2018, "Blockwise Parallel Decoding", section 3.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal


def verify_draft(logits: np.ndarray, draft: list[int]) -> list[int]:
    """The tokens that greedy decoding writes, as far as a draft lets us see.

    logits: (len(draft) + 1, vocab).  The model has read the last token of
    the text and the draft behind it; row i stands behind the first i tokens
    of the draft.
    draft: the drafted tokens, perhaps none.
    Returns the tokens of the draft up to the first that is not the likeliest
    in its row, and behind them the model's own, the likeliest of the next
    row: one token at least, whole numbers.  Of equals the first.
    Takes whole numbers (int64) too. Changes no argument.
    """
    likeliest = np.argmax(logits, axis=-1)
    new: list[int] = []
    for row, token in enumerate(draft):
        if token != likeliest[row]:
            break
        new.append(int(token))
    return [*new, int(likeliest[len(new)])]


def _drafts(count: int, stands: int | None = None, **options) -> Draw:
    """A draft of which so many stand; the first that does not may be right again later."""

    def draw(rng: np.random.Generator) -> tuple:
        vocab = options.get("vocab", 7)
        logits = normal(
            rng,
            count + 1,
            vocab,
            scale=options.get("scale", 1.0),
            dtype=options.get("dtype", "float64"),
        )
        if options.get("whole"):
            logits = np.round(2 * logits).astype(int)
        draft = logits[:count].argmax(axis=-1)
        if options.get("level"):  # with the likeliest, and behind it
            row = logits[stands]
            first, second = np.sort(rng.choice(vocab, 2, replace=False))
            row[first] = row[second] = row.max() + 1
            draft[stands] = second
        elif stands is not None:
            others = np.argsort(-logits[stands], kind="stable")[1:]
            draft[stands] = others[0] if options.get("second") else rng.choice(others)
        return logits, [int(token) for token in draft]

    return draw


EXERCISE = Exercise(
    id="faster.verify_draft",
    title="How much of a draft stands",
    reference=verify_draft,
    dtype="input",
    points=2,
    minutes=10,
    difficulty=2,
    order=20,
    section="19-writing-faster#one-pass-checks-it",
    cases=(
        Case("all of it", _drafts(4), calls=3),
        Case("the first two", _drafts(5, 2), calls=3),
        Case("the second best", _drafts(5, 3, second=True), calls=3),
        Case("level with the likeliest", _drafts(4, 2, level=True), calls=3),
        Case("none of it", _drafts(4, 0), calls=3),
        Case("all but the last", _drafts(3, 2), calls=3),
        Case("a draft of one", _drafts(1, 0), calls=3),
        Case("a thousand tokens to choose from", _drafts(4, 3, vocab=1000), calls=3),
        Case("logits close to each other", _drafts(4, 3, scale=1e-17), calls=3),
        Case("no draft", _drafts(0)),
        Case("one token in all", _drafts(2, vocab=1), weight=0.25, easy=True),
        Case("equal logits, whole numbers", _drafts(6, 4, whole=True), calls=4),
        Case("large logits, float32", _drafts(6, 3, scale=1e4, dtype="float32"), calls=3),
    ),
    properties=(
        Property(
            "the last token is the likeliest of its row",
            "Behind the tokens that you kept should come the likeliest of the row that "
            "has read them, and of no other: after m kept ones, row m. Even where no token "
            "of a draft stands, the pass has said what comes.",
            lambda answer, output, logits, draft: (
                output[-1] == int(np.argmax(logits[len(output) - 1]))
            ),
        ),
    ),
    **cells_beside(__file__),
)

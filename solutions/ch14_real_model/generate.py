"""Exercise real.generate: reading the prompt once, then writing token by token."""

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, cells_beside
from autograder.exercise.values import Code
from solutions.draws import Draw


def generate(
    step: Callable[..., tuple], ids: list[int], max_new: int, eos_id: int
) -> list[int]:
    """Write the most likely token, of equals the first, again and again.

    step(new_ids, cache): reads new tokens behind those in the cache (None at
    first) and returns (logits, cache): logits (vocab,) behind the last of
    them, and the new cache.
    ids: the prompt, at least one token.
    Returns the prompt's ids and those written, whole numbers.  It ends after
    max_new of them, or with eos_id as the last.  step gets the whole prompt
    once, then one new token a call.
    Changes no argument.
    """
    written = [int(i) for i in ids]
    new, cache = list(written), None
    for _ in range(max_new):
        logits, cache = step(new, cache)
        new = [int(np.argmax(logits))]
        written += new
        if new == [eos_id]:
            break
    return written


# In place of a network: the logits depend on how often it was called, on the last token,
# and on all that it was ever shown, so that a prompt read twice shows.
STEP = (
    "lambda new_ids, cache: (table[0 if cache is None else cache[0], new_ids[-1]] + "
    "offset[(sum(new_ids) + 3 * len(new_ids) + (0 if cache is None else cache[1])) "
    "% len(offset)], "
    "(1 if cache is None else cache[0] + 1, sum(new_ids) + 3 * len(new_ids) + "
    "(0 if cache is None else cache[1])))"
)


def _model(*, prompt: int, max_new: int, ends_after: int | None, **options) -> Draw:
    """ends_after: how many tokens are written before eos; None for never."""

    def draw(rng: np.random.Generator) -> tuple:
        eos_id = options.get("eos_id", 2)
        vocabulary = options.get("vocabulary", 9)
        table = rng.normal(size=(max_new + 6, vocabulary, vocabulary))
        offset = rng.normal(size=(7, vocabulary))
        scale = options.get("scale", 1.0)
        if options.get("whole"):  # then many are equal
            table, offset = np.round(table), np.round(offset)
        for place, logits in enumerate(table):
            logits[:, eos_id] = 90 if place == ends_after else -90
        dtype = options.get("dtype", "float64")
        data = {
            "table": (scale * table).astype(dtype),
            "offset": (scale * offset).astype(dtype),
        }
        others = np.delete(np.arange(vocabulary), eos_id)  # no end by chance
        ids = [int(i) for i in rng.choice(others, size=prompt)]
        if options.get("ends_inside"):
            ids[prompt // 2] = ids[-1] = eos_id
        return Code(STEP, data), ids, max_new, eos_id

    return draw


EXERCISE = Exercise(
    id="real.generate",
    order=80,
    title="Writing with a cache",
    reference=generate,
    dtype="input",
    points=2,
    minutes=12,
    difficulty=2,
    section="14-real-model#it-writes",
    cases=(
        Case("a few tokens", _model(prompt=4, max_new=7, ends_after=None)),
        Case("it ends by itself", _model(prompt=3, max_new=9, ends_after=4)),
        Case("it ends at once", _model(prompt=5, max_new=6, ends_after=0)),
        Case("room for one", _model(prompt=3, max_new=1, ends_after=None)),
        Case("room for none", _model(prompt=4, max_new=0, ends_after=None), easy=True),
        Case("a prompt of one token", _model(prompt=1, max_new=4, ends_after=None)),
        Case(
            "the end stands in the prompt",
            _model(prompt=5, max_new=4, ends_after=None, ends_inside=True),
        ),
        Case("another end", _model(prompt=4, max_new=8, ends_after=3, eos_id=7)),
        Case("the end is id 0", _model(prompt=4, max_new=8, ends_after=3, eos_id=0)),
        Case(
            "logits of whole numbers",
            _model(prompt=4, max_new=9, ends_after=None, whole=True, vocabulary=40),
        ),
        Case(
            "logits close to each other",
            _model(prompt=4, max_new=9, ends_after=None, scale=1e-17),
        ),
        Case(
            "large logits, float32",
            _model(prompt=6, max_new=9, ends_after=None, scale=1e4, dtype="float32"),
        ),
    ),
    **cells_beside(__file__),
)

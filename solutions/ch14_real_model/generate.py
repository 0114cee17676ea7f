"""Exercise real.generate: reading the prompt once, then writing token by token."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Misconception, Same
from autograder.exercise.values import Code
from solutions.draws import Draw


def generate(
    step: Callable[..., tuple], ids: list[int], max_new: int, eos_id: int
) -> list[int]:
    """Write the most likely token, again and again.

    step(new_ids, cache): reads new tokens behind those in the cache (None at
    first) and returns (logits, cache): logits (vocab,) behind the last of
    them, and the new cache.
    ids: the prompt, at least one token.
    Returns the prompt's ids and those written, whole numbers.  It ends after
    max_new of them, or with eos_id as the last.  step gets the whole prompt
    once, then one new token a call.
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
VOCABULARY = 9


def _model(*, prompt: int, max_new: int, ends_after: int | None, **options) -> Draw:
    """ends_after: how many tokens are written before eos; None for never."""

    def draw(rng: np.random.Generator) -> tuple:
        eos_id = options.get("eos_id", 2)
        table = rng.normal(size=(max_new + 6, VOCABULARY, VOCABULARY))
        offset = rng.normal(size=(7, VOCABULARY))
        scale = options.get("scale", 1.0)
        for place, logits in enumerate(table):
            logits[:, eos_id] = 90 if place == ends_after else -90
        dtype = options.get("dtype", "float64")
        data = {
            "table": (scale * table).astype(dtype),
            "offset": (scale * offset).astype(dtype),
        }
        ids = [int(i) for i in rng.integers(0, VOCABULARY, size=prompt)]
        if options.get("ends_inside"):
            ids[prompt // 2] = eos_id
        return Code(STEP, data), ids, max_new, eos_id

    return draw


def _generated(
    step,
    ids,
    max_new,
    eos_id,
    *,
    gives="all",
    cached="kept",
    end="kept",
    stop="eos",
    pick="largest",
    room="new",
    grown_by="every call",
):
    written, cache = [int(i) for i in ids], None
    new = list(written)
    counts = {"new": max_new, "all": max(max_new - len(ids), 0), "one more": max_new + 1}
    count = counts[room]
    for _ in range(count):
        logits, grown = step(new, cache)
        if cached == "kept" and (grown_by == "every call" or cache is None):
            cache = grown
        best = int(np.argmax(logits) if pick == "largest" else np.argmin(logits))
        if best == eos_id and stop == "eos" and end == "left out":
            break
        written.append(best)
        if best == eos_id and stop == "eos":
            break
        new = [best]
    return written if gives == "all" else written[len(ids) :]


def _all_again_with_cache(step, ids, max_new, eos_id):
    written, cache = [int(i) for i in ids], None
    for _ in range(max_new):
        logits, cache = step(written, cache)
        written.append(int(np.argmax(logits)))
        if written[-1] == eos_id:
            break
    return written


def _without_a_cache(step, ids, max_new, eos_id):
    written = [int(i) for i in ids]
    for _ in range(max_new):
        logits, _ = step(list(written), None)
        written.append(int(np.argmax(logits)))
        if written[-1] == eos_id:
            break
    return written


def _end_of_the_prompt(step, ids, max_new, eos_id):
    written = generate(step, ids, max_new, eos_id)
    return written[: len(ids) + 1] if eos_id in ids else written


def _prompt_in_pieces(step, ids, max_new, eos_id):
    cache = None
    for i in ids[:-1]:
        _, cache = step([i], cache)

    def behind(new_ids, grown):
        return step(new_ids, cache if grown is None else grown)

    return [*ids[:-1], *generate(behind, ids[-1:], max_new, eos_id)]


def _prompt_token_lost(step, ids, max_new, eos_id):
    written, cache = [int(i) for i in ids], None
    for _ in range(max_new):
        logits, cache = step(written[-1:], cache)
        written.append(int(np.argmax(logits)))
        if written[-1] == eos_id:
            break
    return written


def _while(step, ids, max_new, eos_id):
    written, new, cache = list(ids), list(ids), None
    while len(written) < len(ids) + max_new and new != [eos_id]:
        logits, cache = step(new, cache)
        new = [int(logits.argmax())]
        written.extend(new)
    return written


def _recursive(step, ids, max_new, eos_id, cache=None, behind=()):
    if max_new == 0:
        return [*behind, *ids]
    logits, cache = step(list(ids), cache)
    best = int(np.argsort(logits)[-1])
    known = [*behind, *ids]
    if best == eos_id:
        return [*known, best]
    return _recursive(step, [best], max_new - 1, eos_id, cache, known)


EXERCISE = Exercise(
    id="real.generate",
    order=80,
    title="Writing with a cache",
    reference=generate,
    decisions=_generated,
    points=2,
    minutes=12,
    difficulty=2,
    section="14-real-model#it-writes",
    cases=(
        Case("a few tokens", _model(prompt=4, max_new=7, ends_after=None)),
        Case("it ends by itself", _model(prompt=3, max_new=9, ends_after=4)),
        Case("it ends at once", _model(prompt=5, max_new=6, ends_after=0)),
        Case("room for one", _model(prompt=3, max_new=1, ends_after=None)),
        Case("room for none", _model(prompt=4, max_new=0, ends_after=None)),
        Case("a prompt of one token", _model(prompt=1, max_new=4, ends_after=None)),
        Case(
            "the end stands in the prompt",
            _model(prompt=5, max_new=4, ends_after=None, ends_inside=True),
        ),
        Case("another end", _model(prompt=4, max_new=8, ends_after=3, eos_id=7)),
        Case(
            "large logits, float32",
            _model(prompt=6, max_new=9, ends_after=None, scale=1e4, dtype="float32"),
        ),
    ),
    misconceptions=(
        Misconception(
            "new-ones-alone",
            "You return what was written without the prompt. All ids are asked for: the "
            "prompt's, then the new ones.",
            choices={"gives": "new"},
        ),
        Misconception(
            "cache-forgotten",
            "You give step no cache after the first call. Then it sees one token and "
            "nothing before it. Pass on the cache that the last call returned.",
            choices={"cached": "thrown away"},
        ),
        Misconception(
            "all-again",
            "You give step the whole text each time, and the cache as well. The model then "
            "reads the prompt again behind itself. After the first call, give it the one "
            "new token.",
            _all_again_with_cache,
        ),
        Misconception(
            "prompt-not-read",
            "Your first call shows the last token of the prompt alone. The first call "
            "reads all of it: nothing is in the cache yet.",
            _prompt_token_lost,
        ),
        Misconception(
            "end-left-out",
            "You leave out the id that ends the text. It was written: keep it as the last.",
            choices={"end": "left out"},
        ),
        Misconception(
            "goes-on-after-the-end",
            "You go on writing after eos_id. The model has said that it is done.",
            choices={"stop": "never"},
        ),
        Misconception(
            "least-likely",
            "You take the smallest logit. The most likely token has the largest one.",
            choices={"pick": "smallest"},
        ),
        Misconception(
            "no-cache-at-all",
            "You give step the whole text each time and no cache. A model answers the "
            "same, but it reads everything again for each token: after the first call, "
            "give it the one new token and the cache.",
            _without_a_cache,
        ),
        Misconception(
            "cache-of-the-first-call",
            "You keep the cache that the first call returned. It grows with every call: "
            "pass on the last one.",
            choices={"grown_by": "the first call"},
        ),
        Misconception(
            "prompt-in-pieces",
            "You read the prompt token by token. One call reads all of it at once.",
            _prompt_in_pieces,
        ),
        Misconception(
            "end-of-the-prompt",
            "You stop because eos_id stands in the prompt. Only a token that was written "
            "ends the text.",
            _end_of_the_prompt,
        ),
        Misconception(
            "one-too-many",
            "You write one token too many: max_new is how many may come.",
            choices={"room": "one more"},
        ),
        Misconception(
            "prompt-counted",
            "You count the prompt's tokens in max_new. It says how many new ones may come.",
            choices={"room": "all"},
        ),
    ),
    alternatives=(_while, _recursive),
    same=(
        Same(
            "written = [i for i in ids]",
            "Ids of NumPy are as good as Python's.",
        ),
        Same(
            "=> new, cache = (written, None)",
            "The list is only read before another takes its name.",
        ),
        Same(
            "=> new = [np.argmax(logits)]",
            "Ids of NumPy are as good as Python's.",
        ),
    ),
    hints=(
        "What has to be read in the first call, and what in the second? The cache knows "
        "everything that was read before.",
        "Keep three things: all ids so far, the ids that the next call reads (first the "
        "prompt, then one), and the cache, which is None at first.",
        "After each call the next one reads a single new id, as a list. Add it to all "
        "ids before you ask whether it is eos_id.",
    ),
)

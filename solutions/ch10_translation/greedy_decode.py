"""A sequence written by taking the likeliest next id again and again.

The model is shown the last id only, and what the limit counts is one off in either
direction; bos_id and eos_id are kept or dropped by mistake.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from autograder.exercise.values import Code
from solutions.draws import Draw, thrice


def greedy_decode(
    step_logits: Callable[[np.ndarray], np.ndarray],
    bos_id: int,
    eos_id: int,
    max_len: int,
) -> np.ndarray:
    """Write a sequence by taking the likeliest next id, again and again.

    step_logits(ids): ids (n,) are all so far, bos_id first; it returns the
    logits of the next id, (vocabulary,).
    Returns the chosen ids, (at most max_len,), without bos_id: up to and with
    the first eos_id, or max_len of them when there is none.
    """
    ids = [bos_id]
    while len(ids) <= max_len and (len(ids) == 1 or ids[-1] != eos_id):
        ids.append(int(np.argmax(step_logits(np.array(ids)))))
    return np.array(ids[1:], dtype=int)


# The next id depends on how many there are, on the last and on all together,
# so a call with anything but the whole sequence shows.
NEXT = "lambda ids: table[len(ids) - 1, ids[-1]] + offset[np.sum(ids) % len(offset)]"


def _model(*, ends_after: int | None, max_len: int, vocabulary: int = 7, **options) -> Draw:
    """A table in place of a network; eos is impossible before its time, then sure."""

    def draw(rng: np.random.Generator) -> tuple:
        bos_id, eos_id = options.get("special") or (1, 2)
        scale = options.get("scale", 1.0)
        dtype = options.get("dtype", "float64")
        table = scale * rng.normal(size=(max_len + 4, vocabulary, vocabulary))
        offset = scale * rng.normal(size=(5, vocabulary))
        last = options.get("shortest", ends_after)
        if last is not None:
            last = int(rng.integers(last, ends_after + 1))
        for place, logits in enumerate(table):
            logits[..., bos_id] = -90 * scale
            logits[..., eos_id] = 90 * scale if place == last else -90 * scale
            if place in options.get("forced", {}):
                logits[..., options["forced"][place]] = 80 * scale
        data = {"table": table.astype(dtype), "offset": offset.astype(dtype)}
        return Code(NEXT, data), bos_id, eos_id, max_len

    return draw


def _greedy(
    step_logits,
    bos_id,
    eos_id,
    max_len,
    *,
    pick="largest",
    start="left out",
    end="kept",
    stop="at eos",
    sees="all",
    room="max_len",
    after="nothing",
):
    ids = [bos_id]
    length = {"max_len": max_len, "one less": max_len - 1, "one more": max_len + 1}[room]
    while len(ids) <= length:
        seen = np.array({"all": ids, "the last": ids[-1:], "bos": [bos_id]}[sees])
        logits = step_logits(seen)
        best = int(np.argmax(logits) if pick == "largest" else np.argmin(logits))
        if best == eos_id and stop == "at eos":
            if end == "kept":
                ids.append(best)
            break
        ids.append(best)
        if best == {"at bos": bos_id, "at 0": 0}.get(after):
            break
    return np.array(ids if start == "kept" else ids[1:], dtype=int)


def _greedy_as_list(step_logits, bos_id, eos_id, max_len):
    written = []
    for _ in range(max_len):
        logits = np.asarray(step_logits([bos_id, *written]))
        written.append(int(logits.argsort()[-1]))
        if written[-1] == eos_id:
            break
    return written


def _greedy_into_an_array(step_logits, bos_id, eos_id, max_len):
    ids = np.full(max_len + 1, bos_id)
    for n in range(1, max_len + 1):
        ids[n] = step_logits(ids[:n]).argmax()
        if ids[n] == eos_id:
            return ids[1 : n + 1]
    return ids[1:]


def _greedy_by_recursion(step_logits, bos_id, eos_id, max_len):
    def rest(ids):
        if len(ids) > max_len:
            return ids
        best = int(np.argmax(step_logits(np.array(ids))))
        return [*ids, best] if best == eos_id else rest([*ids, best])

    return np.array(rest([bos_id])[1:], dtype=int)


def _padded(step_logits, bos_id, eos_id, max_len):
    ids = greedy_decode(step_logits, bos_id, eos_id, max_len)
    return np.append(ids, np.full(max_len - len(ids), eos_id))


def _ids(result, *_arguments):
    """A list of ids is as good as an array."""
    if isinstance(result, (list, tuple)) and all(isinstance(i, int) for i in result):
        return np.array(result, dtype=int)
    return result


EXERCISE = Exercise(
    id="translate.greedy_decode",
    title="Greedy decoding",
    reference=greedy_decode,
    decisions=_greedy,
    observe=_ids,
    points=2,
    minutes=10,
    difficulty=2,
    section="10-translation#greedy-decoding",
    dtype="input",  # ids are whole numbers
    order=50,
    cases=(
        Case("three ids and the end", _model(ends_after=3, max_len=9)),
        thrice("ends at once", _model(ends_after=0, max_len=5)),
        Case("of any length", _model(shortest=1, ends_after=8, max_len=12), calls=4),
        Case("never ends", _model(ends_after=None, max_len=6)),
        Case("the end just fits", _model(ends_after=5, max_len=6)),
        Case("the end just does not fit", _model(ends_after=6, max_len=6)),
        thrice("room for one", _model(ends_after=None, max_len=1)),
        Case("other special ids", _model(ends_after=4, max_len=9, special=(0, 5))),
        Case(
            "bos_id and 0 among the written ids",
            _model(ends_after=5, max_len=9, forced={1: 0, 3: 1}),
        ),
        Case("one id begins and ends", _model(ends_after=4, max_len=9, special=(2, 2))),
        Case("float32", _model(ends_after=4, max_len=9, dtype="float32")),
        Case("large logits", _model(ends_after=4, max_len=9, scale=1e4)),
    ),
    properties=(
        Property(
            "a longer limit changes nothing",
            "When a sequence has ended with eos_id, a larger max_len must not change it.",
            lambda answer, output, step_logits, bos_id, eos_id, max_len: (
                len(output) == 0
                or output[-1] != eos_id
                or np.array_equal(answer(step_logits, bos_id, eos_id, max_len + 2), output)
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "starts-with-bos",
            "Your result begins with bos_id. The model is shown it, but it did not write "
            "it: return the ids after it.",
            choices={"start": "kept"},
        ),
        Misconception(
            "eos-dropped",
            "Your result stops before eos_id. Keep it: without it nobody can tell a "
            "sequence that ended from one that was cut off.",
            choices={"end": "dropped"},
        ),
        Misconception(
            "does-not-stop",
            "You go on after eos_id until max_len. What a model writes after the end "
            "means nothing. Leave the loop when eos_id comes.",
            choices={"stop": "never"},
        ),
        Misconception(
            "only-the-last",
            "You show step_logits only the last id. The next id depends on all that has "
            "been written: pass the whole sequence, from bos_id on.",
            choices={"sees": "the last"},
        ),
        Misconception(
            "one-short",
            "You stop one id early: bos_id took a place. max_len counts the ids that you "
            "return, and bos_id is not one of them.",
            choices={"room": "one less"},
        ),
        Misconception(
            "one-too-many",
            "You write one id more than max_len allows. Check the length before you add "
            "an id.",
            choices={"room": "one more"},
        ),
        Misconception(
            "stops-at-bos",
            "You also stop when bos_id is written. It is an id like any other once the "
            "sequence has begun: only eos_id, or the limit, ends it.",
            choices={"after": "at bos"},
        ),
        Misconception(
            "stops-at-0",
            "You stop at id 0. In Python 0 counts as false, but it is an id like any "
            "other: compare with eos_id.",
            choices={"after": "at 0"},
        ),
        Misconception(
            "not-grown",
            "You show step_logits the same ids every time, so it says the same every time. "
            "Show it what has been written as well: bos_id and all ids so far.",
            choices={"sees": "bos"},
        ),
        Misconception(
            "padded",
            "You fill the result up with eos_id to max_len. Return what was written: up to "
            "and with the first eos_id, however many ids that is.",
            _padded,
        ),
        Misconception(
            "least-likely",
            "You take the id with the smallest logit. The largest is the likeliest: "
            "np.argmax.",
            choices={"pick": "smallest"},
        ),
    ),
    alternatives=(_greedy_as_list, _greedy_into_an_array, _greedy_by_recursion),
    same=(
        Same(
            "ids.append(np.argmax(step_logits",
            "np.argmax gives a whole number already, of NumPy.",
        ),
        Same(
            "step_logits(ids)",
            "The ids so far as a list hold the same ids; the models here take both.",
        ),
        Same(
            "=> return np.array(ids[1:])",
            "Whole numbers make an array of whole numbers, and max_len is 1 at least.",
        ),
        Same(
            "=> return ids[1:]",
            "A list of the ids is taken for the array, as from anybody who writes one.",
        ),
    ),
    hints=(
        "Keep a list of ids that starts with `bos_id`. Each round asks for the logits "
        "after all of them and adds one id.",
        "`np.argmax(logits)` is the likeliest id. There are two reasons to stop: it "
        "is `eos_id`, or there are `max_len` ids besides `bos_id`.",
        "Append first, then see whether it was `eos_id`: the end belongs to the answer. "
        "What does not belong to it is the `bos_id` in front.",
    ),
)

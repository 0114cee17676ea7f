"""A sequence written by taking the likeliest next id again and again."""

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.values import Code
from solutions.draws import Draw, thrice


def greedy_decode(
    step_logits: Callable[[np.ndarray], np.ndarray],
    bos_id: int,
    eos_id: int,
    max_len: int,
) -> np.ndarray:
    """Write a sequence by taking the likeliest next id, again and again.

    Of equally likely ids it takes the first.
    step_logits(ids): ids (n,), an array or a list, are all so far, bos_id
    first; it returns the logits of the next id, (vocabulary,).
    Returns the chosen ids, (at most max_len,), without bos_id: up to and with
    the first eos_id, or max_len of them when there is none.
    """
    ids = [bos_id]
    for _ in range(max_len):
        best = int(np.argmax(step_logits(np.array(ids))))
        ids.append(best)
        if best == eos_id:
            break
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
        if options.get("whole"):  # then many are equal
            table, offset = np.round(table), np.round(offset)
        last = options.get("shortest", ends_after)
        if last is not None:
            last = int(rng.integers(last, ends_after + 1))
        for place, logits in enumerate(table):
            logits[..., bos_id] = -90 * scale
            logits[..., eos_id] = 90 * scale if place == last else -90 * scale
            if place in options.get("forced", {}):
                logits[..., options["forced"][place]] = 80 * scale
        table = table - options.get("below", 0.0)
        data = {"table": table.astype(dtype), "offset": offset.astype(dtype)}
        return Code(NEXT, data), bos_id, eos_id, max_len

    return draw


def _ids(result, *_arguments):
    """A list of ids is as good as an array."""
    if isinstance(result, (list, tuple)) and all(
        np.ndim(i) == 0 and np.asarray(i).dtype.kind in "iu" for i in result
    ):
        return np.array(result, dtype=int)
    return result


EXERCISE = Exercise(
    id="translate.greedy_decode",
    title="Greedy decoding",
    reference=greedy_decode,
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
        Case("room for none", _model(ends_after=None, max_len=0), weight=0.25, easy=True),
        Case("logits far below zero", _model(ends_after=4, max_len=9, below=1e6)),
        Case("other special ids", _model(ends_after=4, max_len=9, special=(0, 5))),
        Case(
            "bos_id and 0 among the written ids",
            _model(ends_after=5, max_len=9, forced={1: 0, 3: 1}),
        ),
        Case("one id begins and ends", _model(ends_after=4, max_len=9, special=(2, 2))),
        Case("float32", _model(ends_after=4, max_len=9, dtype="float32")),
        thrice(
            "logits of whole numbers",
            _model(ends_after=6, max_len=9, whole=True, vocabulary=40),
        ),
        Case("logits close to each other", _model(ends_after=4, max_len=9, scale=1e-17)),
        Case("large logits", _model(ends_after=4, max_len=9, scale=1e4)),
    ),
    properties=(
        Property(
            "what ends with eos_id stays with max_len + 2",
            "When a sequence has ended with eos_id, a larger max_len must not change it.",
            lambda answer, output, step_logits, bos_id, eos_id, max_len: (
                len(output) == 0
                or output[-1] != eos_id
                or np.array_equal(answer(step_logits, bos_id, eos_id, max_len + 2), output)
            ),
        ),
    ),
    **cells_beside(__file__),
)

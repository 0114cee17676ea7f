"""A beam: the best beginnings are kept, and longer ones made of all of them."""

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.values import Code
from solutions.draws import Draw, thrice


def beam_search(
    step_logits: Callable[[np.ndarray], np.ndarray],
    bos_id: int,
    eos_id: int,
    width: int,
    max_len: int,
) -> list[tuple[float, list[int]]]:
    """The best endings that a beam finds, with their log-probabilities.

    step_logits(ids): ids (n,), an array or a list, are all so far, bos_id
    first; it returns the logits of the next id, (vocabulary,).
    In each round every beginning in the beam is made longer by every id; the
    width most probable of these are kept, or all where there are fewer; no
    two are equally probable.  Those of them that end with eos_id are finished
    and leave the beam.  It stops after max_len rounds, 1 or more, or when the
    beam is empty.
    Returns the finished ones, the most probable first, as pairs
    (logarithm of the probability, ids without bos_id, with eos_id).
    """
    beam, finished = [(0.0, [bos_id])], []
    for _ in range(max_len):
        longer = []
        for total, ids in beam:
            logits = step_logits(np.array(ids))
            log_p = logits - np.logaddexp.reduce(logits)  # (vocabulary,)
            longer += [(total + p, [*ids, i]) for i, p in enumerate(log_p)]
        best = sorted(longer, reverse=True)[:width]
        finished += [(total, ids[1:]) for total, ids in best if ids[-1] == eos_id]
        beam = [(total, ids) for total, ids in best if ids[-1] != eos_id]
        if not beam:
            break
    return sorted(finished, reverse=True)


# The next id depends on how many there are, on the last and on all together; how large
# the logits are in all depends on the last, so that raw ones lead astray.
NEXT = (
    "lambda ids: table[len(ids) - 1, ids[-1]] + offset[np.sum(ids) % len(offset)]"
    " + lift[ids[-1]]"
)


def _model(
    width: int,
    max_len: int,
    *,
    vocabulary: int = 6,
    ends: float = 0.0,
    earliest: int = 1,
    special: tuple[int, int] = (1, 2),
    scale: float = 1.0,
    dtype: str = "float64",
) -> Draw:
    """A table in place of a network; ``ends`` is how much likelier eos is made.

    Before round ``earliest`` it hardly ever comes.
    """

    def draw(rng: np.random.Generator) -> tuple:
        bos_id, eos_id = special
        table = scale * rng.normal(size=(max_len + 2, vocabulary, vocabulary))
        table[..., eos_id] += ends
        table[:earliest, :, eos_id] -= 60 * scale
        data = {
            "table": table.astype(dtype),
            "offset": (scale * rng.normal(size=(5, vocabulary))).astype(dtype),
            "lift": (6.0 * rng.normal(size=vocabulary)).astype(dtype),
        }
        return Code(NEXT, data), bos_id, eos_id, width, max_len

    return draw


def _ways(result, *_arguments):
    """Pairs of a number and ids, whatever they are kept in."""
    return [(float(total), np.array(ids, dtype=int)) for total, ids in result]


EXERCISE = Exercise(
    id="translate.beam_search",
    title="Beam search",
    reference=beam_search,
    observe=_ways,
    points=3,
    minutes=20,
    difficulty=3,
    section="10-translation#beam-search",
    order=60,
    atol=1e-3,
    cases=(
        Case("one beginning", _model(1, 5, ends=1.0)),
        Case("two beginnings", _model(2, 6, ends=1.0), calls=4),
        Case("many beginnings", _model(5, 5, ends=1.0), calls=4),
        Case("more than there are ids", _model(9, 4, ends=1.0)),
        Case("the end is likely", _model(3, 6, ends=4.0, earliest=0), calls=4),
        thrice("no end in the first two rounds", _model(3, 6, ends=2.0, earliest=2)),
        thrice("nothing ends", _model(2, 3, ends=-60.0), easy=True),
        thrice("ends at once", _model(1, 4, ends=60.0, earliest=0)),
        thrice("one round", _model(4, 1, ends=2.0, earliest=0)),
        Case("other special ids", _model(3, 5, ends=1.0, special=(4, 0))),
        Case("one id begins and ends", _model(3, 5, ends=1.0, special=(2, 2))),
        Case("large logits", _model(5, 5, ends=300.0, scale=300.0), calls=8),
        Case("float32", _model(3, 5, ends=1.0, dtype="float32")),
    ),
    properties=(
        Property(
            "no total is above 0",
            "Some of your totals are above 0. They should be sums of logarithms of "
            "probabilities, and those are never positive.",
            lambda answer, output, *_: all(total < 1e-3 for total, _ids in output),
        ),
    ),
    **cells_beside(__file__),
)

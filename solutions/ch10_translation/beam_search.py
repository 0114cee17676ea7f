"""A beam: the best beginnings are kept, and longer ones made of all of them.

What is kept competes across beginnings, by the logarithm of the whole probability.
Raw logits are no logarithms of probabilities: each step adds another constant.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
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

    step_logits(ids): ids (n,) are all so far, bos_id first; it returns the
    logits of the next id, (vocabulary,).
    In each round every beginning in the beam is made longer by every id; the
    width most probable of these are kept.  Those of them that end with eos_id
    are finished and leave the beam.  It stops after max_len rounds, or when
    the beam is empty.
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


def _beam(
    step_logits,
    bos_id,
    eos_id,
    width,
    max_len,
    *,
    adds="log p",
    kept="of all",
    ended="leave",
    unfinished="left out",
    order="best first",
    by="total",
    start="left out",
    stops="when empty",
    room="max_len",
):
    """A beam with one thing otherwise."""

    def gains(ids):
        logits = np.asarray(step_logits(np.array(ids)), dtype=float)
        if adds == "logits":
            return logits
        log_p = logits - np.logaddexp.reduce(logits)
        return np.exp(log_p) if adds == "p" else log_p

    def merit(way):
        return way[0] / len(way[1]) if by == "mean" else way[0]

    beam, finished = [(0.0, [bos_id])], []
    for _ in range(max_len + (room == "one more")):
        rounds = [
            sorted(((t + g, [*ids, i]) for i, g in enumerate(gains(ids))), reverse=True)
            for t, ids in beam
        ]
        if kept == "of each":
            ways = [way for found in rounds for way in found[:1]]
            ways = rounds[0][:width] if len(beam) == 1 else ways
        else:
            ways = sorted((w for found in rounds for w in found), key=merit, reverse=True)
            alive = np.cumsum([way[1][-1] != eos_id for way in ways])
            full = 1 + int(np.searchsorted(alive, width)) if ended == "beside" else width
            ways = ways[:full]
        finished += [way for way in ways if way[1][-1] == eos_id]
        beam = [way for way in ways if way[1][-1] != eos_id]
        if not beam or (stops == "at the first" and finished):
            break
    finished += beam if unfinished == "too" else []
    finished.sort(key=merit, reverse=order == "best first")
    return [(total, ids if start == "kept" else ids[1:]) for total, ids in finished]


def _vectorised(step_logits, bos_id, eos_id, width, max_len):
    """Totals in one array, (beginnings, vocabulary); argsort finds the best of all."""
    ids, totals = np.array([[bos_id]]), np.zeros(1)
    finished = []
    for _ in range(max_len):
        logits = np.array([step_logits(row) for row in ids], dtype=float)
        shifted = logits - logits.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        table = totals[:, None] + log_p  # (beginnings, vocabulary)
        best = np.argsort(table, axis=None)[::-1][:width]
        rows, new = np.unravel_index(best, table.shape)
        ids, totals = np.column_stack([ids[rows], new]), table.ravel()[best]
        ended = new == eos_id
        finished += zip(totals[ended].tolist(), ids[ended, 1:].tolist(), strict=True)
        ids, totals = ids[~ended], totals[~ended]
        if not len(ids):
            break
    return sorted(finished, key=lambda way: -way[0])


def _few_of_each(step_logits, bos_id, eos_id, width, max_len):
    """No beginning can have more than ``width`` among the ``width`` best."""
    alive, done = {(bos_id,): 0.0}, {}
    for _ in range(max_len):
        longer = {}
        for ids, total in alive.items():
            logits = np.float64(step_logits(np.array(ids)))
            log_p = logits - np.logaddexp.reduce(logits)
            for i in np.argsort(-log_p)[:width]:
                longer[(*ids, int(i))] = total + log_p[i]
        best = dict(sorted(longer.items(), key=lambda pair: -pair[1])[:width])
        done |= {ids: total for ids, total in best.items() if ids[-1] == eos_id}
        alive = {ids: total for ids, total in best.items() if ids[-1] != eos_id}
    return [(t, list(i[1:])) for i, t in sorted(done.items(), key=lambda pair: -pair[1])]


def _ways(result, *_arguments):
    """Pairs of a number and ids, whatever they are kept in."""
    return [(float(total), np.array(ids, dtype=int)) for total, ids in result]


EXERCISE = Exercise(
    id="translate.beam_search",
    title="Beam search",
    reference=beam_search,
    decisions=_beam,
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
        Case("ends soon", _model(3, 6, ends=4.0, earliest=0), calls=4),
        thrice("first others, then the end", _model(3, 6, ends=2.0, earliest=2)),
        thrice("nothing ends", _model(2, 3, ends=-60.0)),
        thrice("ends at once", _model(1, 4, ends=60.0, earliest=0)),
        thrice("one round", _model(4, 1, ends=2.0, earliest=0)),
        Case("other special ids", _model(3, 5, ends=1.0, special=(4, 0))),
        Case("large logits", _model(3, 5, ends=30.0, scale=30.0)),
        Case("float32", _model(3, 5, ends=1.0, dtype="float32")),
    ),
    properties=(
        Property(
            "no probability is above one",
            "Some of your totals are above 0. They should be sums of logarithms of "
            "probabilities, and those are never positive.",
            lambda answer, output, *_: all(total < 1e-3 for total, _ids in output),
        ),
    ),
    misconceptions=(
        Misconception(
            "raw-logits",
            "You add up logits. They are log-probabilities only up to a constant, and "
            "every beginning has another one: whoever met large logits looks likely. Take "
            "off the logarithm of the sum of their powers.",
            choices={"adds": "logits"},
        ),
        Misconception(
            "probabilities-added",
            "You add up probabilities. The probability of a sequence is their product: add "
            "the logarithms.",
            choices={"adds": "p"},
        ),
        Misconception(
            "each-on-its-own",
            "You go on with the best id of each beginning. The longer ones compete all "
            "together: two of them may come from one beginning, and another one has none.",
            choices={"kept": "of each"},
        ),
        Misconception(
            "ended-beside",
            "You fill the beam up to width beside those that have ended. An ending is one "
            "of the width best that are kept, and takes up a place.",
            choices={"ended": "beside"},
        ),
        Misconception(
            "unfinished-too",
            "You also return what has not ended after max_len rounds. Only what ends with "
            "eos_id is finished.",
            choices={"unfinished": "too"},
        ),
        Misconception(
            "worst-first",
            "You return the least probable ending first. Logarithms of probabilities are "
            "negative: the best is the largest, nearest to 0.",
            choices={"order": "worst first"},
        ),
        Misconception(
            "mean-a-token",
            "You compare the mean a token. That is a later idea, with reasons of its own; "
            "asked for is the logarithm of the whole probability.",
            choices={"by": "mean"},
        ),
        Misconception(
            "bos-kept",
            "Your ids begin with bos_id. The model is shown it, but it did not write it.",
            choices={"start": "kept"},
        ),
        Misconception(
            "stops-at-the-first",
            "You stop as soon as one sequence has ended. The others in the beam may end "
            "better: go on until it is empty.",
            choices={"stops": "at the first"},
        ),
        Misconception(
            "one-round-more",
            "You go one round too far: max_len counts the ids that are written, and bos_id "
            "is not one of them.",
            choices={"room": "one more"},
        ),
    ),
    same=(
        Same("step_logits(ids)", "The ids as a list; the models here take both."),
        Same("break => pass", "An empty beam makes nothing longer."),
    ),
    alternatives=(_vectorised, _few_of_each),
    hints=(
        "Keep two lists, of pairs (total, ids): the beam, which begins with (0.0, "
        "[bos_id]), and what is finished. What happens to them in a round?",
        "log p of all next ids is logits - np.logaddexp.reduce(logits). One list takes "
        "the longer ways of *all* beginnings; sort it, and cut it at width.",
        "for total, ids in beam: longer += [(total + p, [*ids, i]) for i, p in "
        "enumerate(log_p)]. Of the width best, part those whose last id is eos_id from the "
        "rest.",
    ),
)

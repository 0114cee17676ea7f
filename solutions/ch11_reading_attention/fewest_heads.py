"""An ablation study: the fewest heads without which a model fails.

Heads that do the same work hide each other: switched off one at a time, neither is
missed.  So sets have to be tried, and small ones before large ones.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from autograder.exercise.values import Code
from solutions.draws import Draw, thrice


def fewest_heads(
    accuracy: Callable[[list[tuple[int, int]]], float],
    heads: list[tuple[int, int]],
    below: float,
) -> list[tuple[int, int]]:
    """The fewest heads without which a model fails.

    accuracy(off): how accurate the model is with the heads in off, a list of
    pairs (layer, head), switched off and all others at work.
    heads: all heads.  The model fails where its accuracy is below ``below``,
    and with all heads off it does.
    Returns a list of heads, in any order: no smaller set makes the model
    fail, and of those of its size this one leaves the lowest accuracy.
    """
    from itertools import combinations  # a solved notebook has this function alone

    for size in range(len(heads) + 1):
        left = {off: accuracy(list(off)) for off in combinations(heads, size)}
        best = min(left, key=left.__getitem__)
        if left[best] < below:
            return list(best)
    raise ValueError("It does not fail with all heads off.")


# The work has stages.  A stage is lost when all heads of it are off, by as much as these
# are strong; besides, every head that is off costs a little.
ACCURACY = (
    "lambda off: (lambda gone: float(top * np.prod(1 - cost * gone) * np.prod([1 - "
    "np.prod(np.where(gone, strong, 0)[stage == s]) for s in set(stage.tolist())])))"
    "(np.array([tuple(map(int, h)) in {tuple(map(int, o)) for o in off} for h in heads]))"
)


def _model(
    *stages: int,
    layers: int = 2,
    top: float = 0.98,
    costs: tuple[float, float] = (0.0, 0.1),
    at_limit: bool = False,
) -> Draw:
    """Stages with so many heads each, at places in the layers that are drawn.

    ``at_limit``: what would be the answer leaves just ``below``, which is not below it.
    """

    def draw(rng: np.random.Generator) -> tuple:
        n = sum(stages)
        width = -(-n // layers)
        heads = [(i // width, i % width) for i in range(n)]
        heads = [heads[i] for i in rng.permutation(n)]
        stage = np.repeat(np.arange(len(stages)), stages)
        # Heads of the larger stages cost more by themselves: who ranks them is led astray.
        size = np.array(stages)[stage]
        low, high = costs
        data = {
            "heads": heads,
            "stage": stage,
            "strong": rng.uniform(0.9, 0.99, size=n),
            "cost": low + (high - low) * (size > min(stages)) + rng.uniform(0, 0.04, n),
            "top": top,
        }
        order = [heads[i] for i in rng.permutation(n)]
        below = 0.4
        if at_limit:
            accuracy = eval(ACCURACY, {"np": np, **data})
            below = accuracy(fewest_heads(accuracy, order, below))
        return Code(ACCURACY, data), order, below

    return draw


def _by_size(accuracy, heads, below, *, fails="below", chosen="lowest", first=0, off="set"):
    """Sets of each size, with one thing otherwise."""
    for size in range(first, len(heads) + 1):
        left = {}
        for some in combinations(heads, size):
            gone = some if off == "set" else [h for h in heads if h not in some]
            left[some] = accuracy(list(gone))
        if fails == "above":
            hits = [some for some, found in left.items() if found >= below]
        elif fails == "at most":
            hits = [some for some, found in left.items() if found <= below]
        else:
            hits = [some for some, found in left.items() if found < below]
        if hits:
            pick = max if chosen == "highest" else min
            return list(hits[0] if chosen == "first" else pick(hits, key=left.get))
    return list(heads)


def _one_by_one(accuracy, heads, below):
    """Heads by what each costs alone, off together until the model fails."""
    ranked = sorted(heads, key=lambda head: accuracy([head]))
    for size in range(len(heads) + 1):
        if accuracy(ranked[:size]) < below:
            return ranked[:size]
    return ranked


def _greedily(accuracy, heads, below):
    """To those that are off the one that costs most, again and again."""
    off: list = []
    while accuracy(off) >= below and len(off) < len(heads):
        left = [head for head in heads if head not in off]
        off = [*off, min(left, key=lambda head: accuracy([*off, head]))]
    return off


def _each_alone(accuracy, heads, below):
    return [head for head in heads if accuracy([head]) < below]


def _most_costly(accuracy, heads, _below):
    return [min(heads, key=lambda head: accuracy([head]))]


def _pairs_at_most(accuracy, heads, _below):
    sets = [off for size in (1, 2) for off in combinations(heads, size)]
    return list(min(sets, key=lambda off: accuracy(list(off))))


def _lowest_of_all(accuracy, heads, _below):
    sets = [off for size in range(len(heads) + 1) for off in combinations(heads, size)]
    return list(min(sets, key=lambda off: accuracy(list(off))))


def _taken_back(accuracy, heads, below):
    """All off, and one after another switched on again while it still fails."""
    off = list(heads)
    for head in heads:
        fewer = [other for other in off if other != head]
        if accuracy(fewer) < below:
            off = fewer
    return off


def _in_a_row(accuracy, heads, below):
    for size in range(len(heads) + 1):
        for start in range(len(heads) - size + 1):
            if accuracy(heads[start : start + size]) < below:
                return heads[start : start + size]
    return heads


def _by_bits(accuracy, heads, below):
    """Every set, written as the bits of a number; the best by size, then accuracy."""
    best = (len(heads) + 1, 0.0, [])
    for number in range(2 ** len(heads)):
        off = [head for bit, head in enumerate(heads) if number >> bit & 1]
        if len(off) <= best[0] and (left := accuracy(off)) < below:
            best = min(best, (len(off), left, off))
    return best[2]


def _grown(accuracy, heads, below):
    """Sets of one size made longer by a head that stands further on in the list."""
    sets = [((), -1)]
    while True:
        left = [(accuracy([heads[i] for i in off]), off) for off, _last in sets]
        lowest, off = min(left)
        if lowest < below:
            return [heads[i] for i in off]
        sets = [((*o, i), i) for o, last in sets for i in range(last + 1, len(heads))]


def _pairs(result, *_arguments):
    """A set of pairs of numbers, whatever it is kept in."""
    return sorted([int(layer), int(head)] for layer, head in result)


EXERCISE = Exercise(
    id="reading.fewest_heads",
    title="The fewest heads without which it fails",
    reference=fewest_heads,
    decisions=_by_size,
    observe=_pairs,
    points=3,
    minutes=15,
    difficulty=3,
    section="11-reading-attention#two-heads-a-layer",
    order=32,
    cases=(
        Case("one head does it", _model(1, 3)),
        thrice("two heads share the work", _model(2, 4)),
        Case("two heads, and others that cost more alone", _model(2, 3, costs=(0, 0.2))),
        Case("two pairs, either will do", _model(2, 2), calls=6),
        Case("three heads share the work", _model(3, 4), calls=2),
        thrice("three layers", _model(2, 2, 3, layers=3)),
        Case("at the limit it does not fail yet", _model(2, 3, at_limit=True), calls=2),
        Case("all heads are needed", _model(3, layers=3), calls=2),
        Case("one head in all", _model(1, layers=1), calls=1),
        Case("it fails with all of them", _model(2, 2, top=0.3), calls=2),
    ),
    properties=(
        Property(
            "heads of the model, each once",
            "What you return should be some of `heads`, each at most once.",
            lambda answer, output, accuracy, heads, below: (
                len({tuple(head) for head in output} & set(heads)) == len(output)
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "ranked-one-by-one",
            "You rank the heads by what each costs alone. Heads that do the same work hide "
            "each other: switched off alone, none of them is missed. Try sets.",
            _one_by_one,
        ),
        Misconception(
            "greedy",
            "You add, again and again, the head that costs most just then. The first of "
            "two that share the work costs next to nothing, so you pass it by. Try all "
            "sets of one size before the next.",
            _greedily,
        ),
        Misconception(
            "taken-back",
            "You begin with all heads off and switch on what is not needed, one after the "
            "other. No head of what is left can go, and yet a smaller set may do: it "
            "depends on the order. Try all sets of one size before the next.",
            _taken_back,
        ),
        Misconception(
            "each-alone",
            "You return every head that the model fails without, one at a time. That finds "
            "no head that another one can stand in for.",
            _each_alone,
        ),
        Misconception(
            "most-costly-head",
            "You return the head that costs most alone, whether the model fails without it "
            "or not.",
            _most_costly,
        ),
        Misconception(
            "pairs-at-most",
            "You try one head and two, and take the set that costs most. `below` says when "
            "it is enough, and it may take three.",
            _pairs_at_most,
        ),
        Misconception(
            "lowest-of-all",
            "You return all heads, or the set with the lowest accuracy of all, which comes "
            "to the same. Stop at the first size that makes the model fail.",
            _lowest_of_all,
        ),
        Misconception(
            "first-that-fails",
            "You return the first set that makes the model fail. There are several of its "
            "size: asked for is the one that leaves the lowest accuracy.",
            choices={"chosen": "first"},
        ),
        Misconception(
            "highest-that-fails",
            "Of the sets that make the model fail you return the one that leaves the most. "
            "Asked for is the lowest accuracy: min, not max.",
            lambda *given: _by_size(*given, chosen="highest"),
        ),
        Misconception(
            "kept-for-switched-off",
            "You switch off all heads but those of the set. `off` is what is switched off.",
            choices={"off": "the others"},
        ),
        Misconception(
            "at-least-for-below",
            "You stop where the accuracy is still at least `below`. Failing is being below "
            "it.",
            lambda *given: _by_size(*given, fails="above"),
        ),
        Misconception(
            "at-most-for-below",
            "An accuracy of just `below` is no failure yet. Failing is being below it.",
            lambda *given: _by_size(*given, fails="at most"),
        ),
        Misconception(
            "not-without-any",
            "You begin with sets of one head. A model may fail with all heads at work, and "
            "then there is nothing to switch off: the smallest set is empty.",
            choices={"first": 1},
        ),
        Misconception(
            "neighbours-alone",
            "You switch off heads that stand side by side in the list. Any others may go "
            "together: itertools.combinations gives all sets of a size.",
            _in_a_row,
        ),
    ),
    same=(
        Same("import combinations => pass", "The key's module imports it as well."),
        Same("return list(best) =>", "A set of heads has no order, tuple or list."),
        Same("accuracy(list(off))", "The sets as tuples; the models here take both."),
        Same("range(len(heads) + 2)", "With all heads off it fails."),
        Same("raise ValueError", "With all heads off it fails."),
    ),
    alternatives=(_by_bits, _grown),
    hints=(
        "Suppose that two heads do the same work. What does switching off the one cost, "
        "and what the other? What follows for methods that look at one head at a time?",
        "How many sets of 2 heads are there among 8, and how many of 3? "
        "itertools.combinations(heads, size) goes through them.",
        "Go through the sizes from 0 on. For each, ask accuracy(off) for all of its sets; "
        "is the lowest of these below `below`?",
    ),
)

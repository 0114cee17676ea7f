"""An ablation study: the fewest heads without which a model fails.

Heads that do the same work hide each other: switched off one at a time, neither is
missed.  So sets have to be tried, and small ones before large ones.
"""

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
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
    heads: all heads, one or more.  The model fails where its accuracy is
    below ``below``, and with all heads off it does.  One more head off never
    makes it more accurate.
    Returns a list of heads, in any order: no smaller set makes the model
    fail, and of those of its size this one leaves the lowest accuracy; no
    two leave equal ones.  Where it fails with nothing off, the list is empty.
    Changes no argument.
    """
    from itertools import combinations  # a solved notebook has this function alone

    for size in range(len(heads) + 1):
        left = {off: accuracy(list(off)) for off in combinations(heads, size)}
        failing = [off for off in left if left[off] < below]
        if failing:
            return list(min(failing, key=left.__getitem__))
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
    strong: float = 0.0,
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
            "strong": strong or rng.uniform(0.9, 0.99, size=n),
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


def _pairs(result, *_arguments):
    """A set of pairs of numbers, whatever it is kept in."""
    return sorted([int(layer), int(head)] for layer, head in result)


EXERCISE = Exercise(
    id="reading.fewest_heads",
    title="The fewest heads without which it fails",
    reference=fewest_heads,
    observe=_pairs,
    points=3,
    minutes=15,
    difficulty=3,
    section="11-reading-attention#two-heads-per-layer",
    order=61,
    cases=(
        Case("one head does it", _model(1, 3)),
        Case("nothing is right without one head", _model(1, 3, strong=1.0)),
        thrice("two heads share the work", _model(2, 4)),
        Case("two heads, and others that cost more alone", _model(2, 3, costs=(0, 0.2))),
        Case("two pairs, either will do", _model(2, 2), calls=6),
        Case("three heads share the work", _model(3, 4), calls=2),
        Case("four heads share the work", _model(4, 4), calls=1),
        thrice("three layers", _model(2, 2, 3, layers=3)),
        Case("at the limit it does not fail yet", _model(2, 3, at_limit=True), calls=2),
        Case("all heads are needed", _model(3, layers=3), calls=2, easy=True),
        Case("one head in all", _model(1, layers=1), calls=1, easy=True),
        Case("it fails with nothing off", _model(2, 2, top=0.3), calls=2, easy=True),
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
    **cells_beside(__file__),
)

"""A loss that falls as the experts are used more evenly.

Fedus, Zoph and Shazeer 2021, "Switch Transformers", section 2.2, with two choices a
token in the place of one.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch19_writing_faster.route_top2 import route_top2
from solutions.draws import Draw, normal


def balance_loss(logits: np.ndarray) -> float:
    """How unevenly a router uses its experts; 1 where it is even.

    logits: (tokens, experts), the router's, at least two experts; numbers
    up to 1e5 in size.
    f: of all choices, two a token, the share that falls on each expert; of
    equals the one with the smaller number is chosen.
    P: the mean over tokens of the softmax over all experts.
    Returns the number of experts times the sum of f * P over experts.
    Takes whole numbers (int64) too. Changes no argument.
    """
    experts = logits.shape[-1]
    chosen, _ = route_top2(logits)
    f = np.bincount(chosen.ravel(), minlength=experts) / chosen.size  # (experts,)
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    p = powers / powers.sum(axis=-1, keepdims=True)  # (tokens, experts)
    return float(experts * np.sum(f * p.mean(axis=0)))


def _router(tokens: int, experts: int, **options) -> Draw:
    """Some experts are liked better than others by all tokens."""

    def draw(rng: np.random.Generator) -> tuple:
        scale = options.get("scale", 1.0)
        liked = options.get("liked", 1.0) * rng.normal(size=experts)
        logits = normal(rng, tokens, experts) + liked
        dtype = options.get("dtype", "float64")
        logits = (scale * logits + options.get("offset", 0)).astype(dtype)
        return (np.round(2 * logits).astype(int) if options.get("whole") else logits,)

    return draw


EXERCISE = Exercise(
    id="faster.balance_loss",
    title="The balance loss",
    reference=balance_loss,
    points=3,
    minutes=12,
    difficulty=3,
    order=90,
    section="19-writing-faster#a-loss-for-balance",
    cases=(
        Case("many tokens", _router(40, 8), calls=3),
        Case("few tokens", _router(3, 5), calls=3),
        Case("one token", _router(1, 4), calls=3),
        Case("two experts", _router(9, 2), calls=3),
        Case("some experts far ahead", _router(20, 6, liked=9.0), calls=3),
        Case("nearly even", _router(60, 4, liked=0.05), calls=3),
        Case("whole numbers", _router(12, 5, whole=True), calls=3),
        Case("whole numbers, many experts", _router(12, 40, whole=True), calls=3),
        Case("logits far below zero", _router(12, 6, scale=300.0, offset=-1e5), calls=3),
        Case("large logits", _router(99, 9, scale=300.0, offset=2000.0), calls=3),
        Case("logits close to each other", _router(12, 5, scale=1e-8), calls=3),
        Case("float32", _router(15, 6, dtype="float32"), calls=3),
    ),
    properties=(
        Property(
            "equal logits give 1",
            "Where all experts are equally likely, the loss should be 1, whoever is "
            "chosen. Yours is not.",
            lambda answer, output, logits: np.isclose(
                answer(np.zeros((5, logits.shape[-1]))), 1, atol=1e-5
            ),
        ),
        Property(
            "all on two of six experts gives 3",
            "A router that gives all tokens and all probability to the same two of six "
            "experts has the loss 3. Yours gives another number.",
            lambda answer, output, logits: np.isclose(
                answer(np.tile([50.0, 50.0, 0, 0, 0, 0], (7, 1))), 3, atol=1e-4
            ),
        ),
    ),
    **cells_beside(__file__),
)

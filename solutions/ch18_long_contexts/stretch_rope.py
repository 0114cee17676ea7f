"""Rotary positions stretched: how fast each pair turns in a model for longer texts.

Chen et al. 2023, "Extending Context Window of Large Language Models via Positional
Interpolation"; bloc97 2023, NTK-aware scaling; Peng et al. 2023, "YaRN".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def stretch_rope(
    d: int, trained: int, factor: float, way: str, base: float = 10000.0
) -> np.ndarray:
    """How fast each pair of features turns, for texts that are longer.

    d: features of a head, even, at least 4.  trained: the longest text of the
    training, in tokens.  factor: how many times longer texts become.
    Before, pair i turns by base**(-2i / d) per position.
    way: "interpolation", every speed divided by factor;
    "ntk", another base, so that pair 0 stays as it was and the last pair is
    divided by factor;
    "yarn", by how often a pair comes round in ``trained`` tokens: at most
    once, divided by factor; 32 times or more, as it was; in between the mean
    of both, in which the old speed has the weight (turns - 1) / 31.
    Returns (d / 2,), radians per position.
    """
    exponents = np.arange(0, d, 2) / d  # (d / 2,)
    speeds = base**-exponents
    if way == "interpolation":
        return speeds / factor
    if way == "ntk":
        return (base * factor ** (d / (d - 2))) ** -exponents
    turns = trained * speeds / (2 * np.pi)
    old = np.clip((turns - 1) / 31, 0, 1)
    return old * speeds + (1 - old) * speeds / factor


def _drawn(way: str, *, d: int = 0, trained: int = 0, factor: float = 0.0) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return (
            d or 2 * int(rng.integers(3, 12)),
            trained or int(rng.integers(150, 900)),
            factor or float(rng.uniform(1.6, 7)),
            way,
            float(rng.uniform(300, 20000)),
        )

    return draw


def _few_pairs(way: str) -> Draw:
    return lambda rng: (4, 500, float(rng.integers(2, 6)), way)


EXERCISE = Exercise(
    id="contexts.stretch_rope",
    title="Rotary positions, stretched",
    reference=stretch_rope,
    points=3,
    minutes=15,
    difficulty=2,
    order=20,
    section="18-long-contexts#positions-beyond-the-training",
    cases=(
        thrice("interpolation", _drawn("interpolation")),
        thrice("another base", _drawn("ntk")),
        thrice("by turns", _drawn("yarn")),
        Case("interpolation of two pairs, base 10000", _few_pairs("interpolation")),
        Case("another base for two pairs", _few_pairs("ntk")),
        Case("two pairs, by turns", _few_pairs("yarn")),
        Case("by turns, a long training", _drawn("yarn", d=64, trained=8192)),
        Case("by turns, a short training", _drawn("yarn", d=16, trained=5)),
        Case("all pairs come round often", lambda _: (8, 10**5, 4.0, "yarn", 100.0)),
        Case("no pair comes round", lambda _: (6, 5, 3.0, "yarn", 300.0)),
        Case("every pair comes round", lambda _: (6, 8192, 2.0, "yarn", 300.0)),
        Case("another base, wide heads", _drawn("ntk", d=128, factor=32.0)),
        Case("a whole number for a factor", _drawn("interpolation", d=8, factor=4)),
    ),
    properties=(
        Property(
            "no pair gets faster",
            "One of your pairs turns faster than before. To stretch is to slow down, or to "
            "leave alone.",
            lambda answer, output, d, trained, factor, way, base=10000.0: bool(
                np.all(np.asarray(output) <= base ** (-np.arange(0, d, 2) / d) * (1 + 1e-9))
            ),
        ),
        Property(
            "a last pair of one turn at most is divided by factor",
            "In all three ways your last pair should turn at its old speed divided by the "
            "factor, where it comes round at most once in the training.",
            lambda answer, output, d, trained, factor, way, base=10000.0: (
                trained * base ** (-(d - 2) / d) > 2 * np.pi
                or np.isclose(output[-1] * factor, base ** (-(d - 2) / d))
            ),
        ),
    ),
    **cells_beside(__file__),
)

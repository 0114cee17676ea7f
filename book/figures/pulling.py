"""Values that pull a word through the plane: a still of what ``value-pull.js`` moves.

The words and their numbers are those of ``arithmetic/pull.js``; a test compares them.
"""

import numpy as np

from attention_figures.svg import Canvas, Figure

NAMES = ("the", "pear", "juice", "phone", "screen")
VALUES = np.array([[-0.4, 0.6], [3, 0.4], [2.4, -0.6], [0.6, 3], [-0.4, 2.4]])
QUERY = np.array([1.2, 0.7])
TEMPERATURES = (0.1, 1.0, 10.0)  # marked on the way from cold to hot
LOW, HIGH, SIDE = -1.0, 3.8, 430.0


def pull(temperature: float) -> tuple[np.ndarray, np.ndarray]:
    """Weights (n,) of the words for QUERY, and its context (2,)."""
    scores = VALUES @ QUERY / temperature
    powers = np.exp(scores - scores.max())
    weights = powers / powers.sum()
    return weights, weights @ VALUES


def plane() -> Figure:
    """Weighted values tip to tail at temperature 1, and the way from cold to hot."""
    c = Canvas(SIDE + 40, SIDE)
    c.arrow(_at((LOW, 0)), _at((HIGH, 0)), width=0.8, role="input")
    c.arrow(_at((0, LOW)), _at((0, HIGH)), width=0.8, role="input")
    c.text(*_beside((HIGH, 0), 0, 18), "eaten", anchor="end", faint=True)
    c.text(*_beside((0, HIGH), 8, 10), "switched on", anchor="start", faint=True)
    weights, _ = pull(1.0)
    way = [_at(pull(10**p)[1]) for p in np.linspace(-1.3, 1.7, 61)]
    c.curve(way, role="weight")
    tip = np.zeros(2)
    for weight, value in zip(weights, VALUES, strict=True):
        end = tip + weight * value
        long = np.hypot(*(end - tip)) > 0.2  # or there is no room for a head
        c.arrow(_at(tip), _at(end), role="value", width=2.6, head=bool(long))
        tip = end
    for name, weight, value in zip(NAMES, weights, VALUES, strict=True):
        c.dot(_at(value), 4 + 9 * weight**0.5, role="value")
        above = -20 if value[1] > 0.5 else 26
        words = f"{name} {weight:.2f}"
        c.text(*_beside(value, 0, above), words, role="value", bold=True)
    for temperature in TEMPERATURES:
        place = pull(temperature)[1]
        c.dot(_at(place), 5, role="weight")
        right = 16 if temperature < 1 else 2
        words = f"context at {temperature:g}" if temperature == 1 else f"at {temperature:g}"
        c.text(*_beside(place, right, -16), words, role="weight", anchor="start")
    c.dot(_at(QUERY), 8, role="query", fill=0.9)
    c.text(*_beside(QUERY, -14, -4), "apple", role="query", bold=True, anchor="end")
    said = "; ".join(
        f"at {t:g} at {pull(t)[1][0]:.2f} and {pull(t)[1][1]:.2f}" for t in TEMPERATURES
    )
    shares = ", ".join(f"{n} {w:.2f}" for n, w in zip(NAMES, weights, strict=True))
    return c.figure(
        "A plane with five words and the query apple. At temperature 1 the weights are "
        f"{shares}; the weighted values, tip to tail, end at the context. A curve shows "
        f"where the context lies at other temperatures: {said}. Cold it is near pear, "
        "whose score is the highest; hot it is near the mean of all values."
    )


def _at(point: tuple[float, float] | np.ndarray) -> tuple[float, float]:
    """A point of the plane on the canvas; up is up."""
    x, y = ((np.asarray(point, dtype=float) - LOW) / (HIGH - LOW) * SIDE).tolist()
    return x, SIDE - y


def _beside(point, right: float, down: float) -> tuple[float, float]:
    x, y = _at(point)
    return x + right, y + down

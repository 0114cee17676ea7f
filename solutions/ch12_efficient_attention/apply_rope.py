"""Rotary positions: pairs of features turned by the position.

Su et al. 2021, "RoFormer: Enhanced Transformer with Rotary Position Embedding",
section 3.4.2.

Pairs are halves apart, the turn goes backwards or is none, and positions or base are
ignored.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.draws import Draw, normal, thrice


def apply_rope(x: np.ndarray, positions: np.ndarray, base: float = 10000.0) -> np.ndarray:
    """Turn each pair of features by an angle that grows with the position.

    x: (..., n, d), queries or keys, d even.  positions: (n,), whole numbers.
    Pair i is features 2i and 2i + 1.  At position p it turns by the angle
    p * base**(-2i / d), from the first feature towards the second.
    Returns an array of the shape of x.
    """
    # Su et al. 2021, section 3.4.2.  Angles in float64: large ones need the digits.
    d = x.shape[-1]
    speeds = base ** (-np.arange(0, d, 2) / d)  # (d / 2,)
    angles = positions[:, None] * speeds  # (n, d / 2)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]  # (..., n, d / 2)
    turned = np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1)
    return turned.reshape(x.shape).astype(np.result_type(x, np.float16))


def _features(*shape: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        x = normal(
            rng,
            *shape,
            scale=options.get("scale", 1.0),
            dtype=options.get("dtype", "float64"),
        )
        if options.get("whole"):
            x = np.round(3 * x).astype(int)
        n = shape[-2]
        positions = np.arange(n) + options.get("start", 0)
        if options.get("scattered"):
            positions = rng.choice(40, size=n, replace=False)
        base = options.get("base")
        return (x, positions) if base is None else (x, positions, base)

    return draw


def _rope(
    x,
    positions,
    base=10000.0,
    *,
    pairs="neighbours",
    direction=1,
    places="given",
    speed="2i/d",
    root="given",
    first_place=0,
):
    n, d = x.shape[-2:]
    base = base if root == "given" else 10000.0
    divisor = 2 * d if speed == "i/d" else d
    growing = 1 if speed == "growing" else -1
    speeds = base ** (growing * np.arange(0, d, 2) / divisor)
    where = {"given": positions, "counted": np.arange(n)}[places]
    angles = direction * (where[:, None] + first_place) * speeds
    cos, sin = np.cos(angles), np.sin(angles)
    if pairs == "halves":
        first, second = x[..., : d // 2], x[..., d // 2 :]
    else:
        first, second = x[..., 0::2], x[..., 1::2]
    a, b = first * cos - second * sin, first * sin + second * cos
    if pairs == "neighbours":
        return np.stack([a, b], axis=-1).reshape(x.shape)
    return np.concatenate([a, b], axis=-1)


def _own_angle(x, positions, base=10000.0):
    d = x.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(d) / d)
    partner = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
    return x * np.cos(angles) + partner * np.sin(angles)


def _not_a_rotation(x, positions, base=10000.0):
    d = x.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    first, second = x[..., 0::2], x[..., 1::2]
    a = first * np.cos(angles) + second * np.sin(angles)
    b = first * np.sin(angles) + second * np.cos(angles)
    return np.stack([a, b], axis=-1).reshape(x.shape)


def _one_speed(x, positions, _base=10000.0):
    return _rope(x, positions, 1.0)


def _overwritten(x, positions, base=10000.0):
    """The second feature is made from the first one after it was turned."""
    result = np.array(x, dtype=np.result_type(x, np.float16))
    d = x.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    result[..., 0::2] = result[..., 0::2] * cos - result[..., 1::2] * sin
    result[..., 1::2] = result[..., 0::2] * sin + result[..., 1::2] * cos
    return result


def _sines_added(x, positions, base=10000.0):
    d = x.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    return x + np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(
        len(positions), d
    )


def _rope_by_complex_numbers(x, positions, base=10000.0):
    d = x.shape[-1]
    angles = positions[:, None] * base ** (-2 * np.arange(d // 2) / d)
    turned = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * angles)
    return np.stack([turned.real, turned.imag], axis=-1).reshape(x.shape)


def _rope_pair_by_pair(x, positions, base=10000.0):
    d = x.shape[-1]
    result = np.zeros(x.shape)
    for row, position in enumerate(positions):
        for i in range(d // 2):
            angle = position / base ** (2 * i / d)
            turn = np.array(
                [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
            )
            result[..., row, 2 * i : 2 * i + 2] = x[..., row, 2 * i : 2 * i + 2] @ turn.T
    return result


def _lengths_kept(_answer, output, x, *_rest):
    return np.allclose(
        np.linalg.norm(output.astype(float), axis=-1),
        np.linalg.norm(x.astype(float), axis=-1),
        rtol=1e-3,
    )


def _only_the_distance_counts(answer, output, x, positions, *base):
    moved = answer(x, positions + 3, *base)
    before = output @ np.swapaxes(output, -1, -2)
    after = moved @ np.swapaxes(moved, -1, -2)
    return np.allclose(before, after, rtol=1e-3, atol=1e-3 * max(np.abs(before).max(), 1))


EXERCISE = Exercise(
    id="efficient.apply_rope",
    title="Rotary positions",
    reference=apply_rope,
    decisions=_rope,
    points=3,
    minutes=10,
    difficulty=2,
    section="12-efficient-attention#positions-that-turn",
    order=50,
    cases=(
        thrice("one pair", _features(3, 2)),
        thrice("several pairs", _features(4, 6)),
        thrice("a later stretch of the text", _features(3, 4, start=17)),
        thrice("scattered positions", _features(5, 4, scattered=True)),
        thrice("another base", _features(3, 6, base=500.0)),
        Case("one token", _features(1, 4, start=5)),
        thrice("a batch of heads", _features(2, 3, 5, 4)),
        thrice("large numbers", _features(3, 8, scale=1e6)),
        thrice("whole numbers", _features(3, 4, whole=True)),
        thrice(
            "float32, far into the text", _features(2, 4, 6, dtype="float32", start=9000)
        ),
    ),
    properties=(
        Property(
            "lengths stay",
            "A rotation keeps the length of every vector; yours changes it.",
            _lengths_kept,
        ),
        Property(
            "only the distance counts",
            "Move all positions by 3 and the scores should stay as they are: the score of "
            "two turned vectors depends on how far apart they are. Yours depends on where "
            "they are.",
            _only_the_distance_counts,
        ),
    ),
    misconceptions=(
        Misconception(
            "halves-paired",
            "You pair feature i with feature i + d/2. Some libraries do, and it is as good "
            "a rotation; here the pairs are neighbours: (0, 1), (2, 3), and so on. Mixing "
            "the two conventions ruins a trained model without an error.",
            choices={"pairs": "halves"},
        ),
        Misconception(
            "pasted-as-halves",
            "You turn the right pairs and then put all first features before all second "
            "ones. Each pair goes back to its place: np.stack([a, b], axis=-1) and a "
            "reshape, not np.concatenate.",
            choices={"pairs": "pasted as halves"},
        ),
        Misconception(
            "own-angle",
            "Each of your features has an angle of its own. The two of a pair turn "
            "together, by the exponent of the first: otherwise it is no rotation.",
            _own_angle,
        ),
        Misconception(
            "from-one",
            "You add 1 to the positions. They are given; where the text begins at 0, its "
            "first token is not turned at all.",
            choices={"first_place": 1},
        ),
        Misconception(
            "speeds-growing",
            "Your exponent has a plus, so later pairs turn faster and faster. It is "
            "base**(-2i/d): the first pair is the fastest.",
            choices={"speed": "growing"},
        ),
        Misconception(
            "truncated",
            "Whole numbers came in, and your result has their dtype, so everything after "
            "the point is lost. Turned features are decimals: let the result have a dtype "
            "that holds them.",
            lambda x, *rest: apply_rope(x, *rest).astype(x.dtype),
        ),
        Misconception(
            "turned-backwards",
            "You turn the other way. The first feature becomes x0 cos - x1 sin, the second "
            "x0 sin + x1 cos.",
            choices={"direction": -1},
        ),
        Misconception(
            "positions-ignored",
            "You count the rows from 0 and ignore `positions`. The two differ as soon as "
            "the rows are not the start of the text, as in generation with a cache.",
            choices={"places": "counted"},
        ),
        Misconception(
            "speeds-too-close",
            "Your exponent is -i/d where it should be -2i/d: the pairs slow down only half "
            "as fast as they should. With np.arange(0, d, 2), the 2 is in the range "
            "already: divide by d.",
            choices={"speed": "i/d"},
        ),
        Misconception(
            "base-ignored",
            "You use 10000 whatever `base` is. Models for long texts choose a larger one: "
            "use the argument.",
            choices={"root": "10000"},
        ),
        Misconception(
            "not-a-rotation",
            "Both of your sums have a plus. A rotation needs one minus: x0 cos - x1 sin "
            "and x0 sin + x1 cos. Without it, lengths change and scores no longer depend "
            "on the distance alone.",
            _not_a_rotation,
        ),
        Misconception(
            "one-speed",
            "All your pairs turn at the same speed. Pair i turns by base**(-2i/d) a "
            "position: the first fast, the last slowly, like the hands of a clock.",
            _one_speed,
        ),
        Misconception(
            "overwritten",
            "You make the second feature from the first one after it was turned. Both need "
            "the features as they came: compute both before you store either.",
            _overwritten,
        ),
        Misconception(
            "added",
            "You add sines and cosines, as the positions of chapter 09 do. Rotary "
            "positions multiply: each pair of features is turned.",
            _sines_added,
        ),
    ),
    alternatives=(_rope_by_complex_numbers, _rope_pair_by_pair),
    same=(
        Same(
            "=> first, second = (x[..., ::2], x[..., 1::2])",
            "A slice begins at 0 unless told.",
        ),
        Same(
            "=> return turned.reshape(x.shape)",
            "The same numbers; the contract asks for decimals and for no dtype.",
        ),
        Same(
            "np.result_type(np.float16, x)",
            "The common dtype of two does not hang on their order.",
        ),
        Same(
            "np.result_type(positions, np.float16)",
            "The same numbers; the contract asks for decimals and for no dtype.",
        ),
    ),
    hints=(
        "`x[..., 0::2]` are the first features of all pairs, `x[..., 1::2]` the "
        "second, each (..., n, d/2).",
        "x[..., 0::2] are the first features of all pairs, x[..., 1::2] the second, "
        "each (..., n, d/2). The angles are a table (n, d/2): positions[:, None] "
        "times the speeds base ** (-np.arange(0, d, 2) / d).",
        "Make both new features before you store either. `np.stack([a, b], axis=-1)` "
        "has shape (..., n, d/2, 2), and `reshape(x.shape)` puts the two of each pair "
        "side by side.",
    ),
)

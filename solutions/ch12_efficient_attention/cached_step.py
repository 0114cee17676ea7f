"""A repair: a step of writing with a cache, in which the query is one place too far on.

The length of the cache says where the new token stands, until the new key is in it.
Rotary scores go by the distance of query and key, so that the first token, which has one
key only, comes out right.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside, change
from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.draws import Draw, normal
from solutions.repairs import given


def cached_step(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, keys: np.ndarray, values: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Let one new token attend, with rotary positions and a cache.

    q, k: (d,).  v: (d_v,): the new token's, not turned yet.
    keys: (n, d), of the n tokens before, turned by their positions from 0 on.
    values: (n, d_v).  n may be 0.
    Scores are divided by sqrt(d).
    Returns (context, keys, values): (d_v,), (n + 1, d), (n + 1, d_v).
    Changes no argument.
    """
    here = np.array([len(keys)])
    keys = np.concatenate([keys, apply_rope(k[None], here)])
    values = np.concatenate([values, v[None]])
    turned = apply_rope(q[None], here)  # (1, d)
    scores = keys @ turned[0] / len(q) ** 0.5  # (n + 1,)
    powers = np.exp(scores - scores.max())
    return powers / powers.sum() @ values, keys, values


def _drawn(n: int, d: int, d_v: int, *, scale: float = 1.5, dtype: str = "float64") -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        keys = apply_rope(normal(rng, n, d, scale=scale), np.arange(n))
        arrays = (
            normal(rng, d, scale=scale),
            normal(rng, d, scale=scale),
            normal(rng, d_v),
            keys,
            normal(rng, n, d_v),
        )
        return tuple(array.astype(dtype) for array in arrays)

    return draw


def _large(rng: np.random.Generator) -> tuple:
    """The token's score for itself is 6400: too large for exp(), whatever is drawn."""
    q, _, v, keys, values = _drawn(4, 4, 2)(rng)
    q = 80 * np.sign(q) + q
    return q, 80 * np.sign(q), v, keys, values


def _from(own: int, earlier: int) -> Draw:
    """Scores in the thousands, of these signs: of the token itself and of earlier ones."""

    def draw(rng: np.random.Generator) -> tuple:
        q, _, v, keys, values = _drawn(4, 4, 2)(rng)
        q = 80 * np.sign(q) + q
        turned = apply_rope(q[None], np.array([4]))
        keys = earlier * turned * rng.uniform(0.9, 1.1, (4, 1)) + keys
        return q, own * q, v, keys, values

    return draw


EXERCISE = Exercise(
    id="efficient.cached_step",
    title="Repair: a step with a cache",
    reference=cached_step,
    broken=given(
        change("    here = np.array([len(keys)])\n", "")
        + change("apply_rope(k[None], here)", "apply_rope(k[None], np.array([len(keys)]))")
        + change("apply_rope(q[None], here)", "apply_rope(q[None], np.array([len(keys)]))")
    ),
    points=2,
    minutes=10,
    difficulty=2,
    section="12-efficient-attention#a-new-token-that-believes-it-is-the-first",
    order=70,
    cases=(
        Case("the first token", _drawn(0, 4, 3), weight=0.25),
        Case("the second token", _drawn(1, 4, 3)),
        Case("a few tokens", _drawn(4, 6, 3)),
        Case("as many tokens as features", _drawn(4, 4, 2)),
        Case("far into a text", _drawn(60, 8, 3)),
        Case("one pair of features", _drawn(5, 2, 3)),
        Case("large scores", _large),
        Case("an earlier token far above it", _from(0, 1)),
        Case("scores far below zero", _from(-1, -1)),
        Case("float32", _drawn(5, 4, 3, dtype="float32")),
    ),
    properties=(
        Property(
            "the first n keys are those of the cache",
            "The first n keys that you return are not those of the cache. These were "
            "turned once, when they came, and no position changes. The new key comes last.",
            lambda answer, output, q, k, v, keys, values: np.allclose(
                output[1][:-1], keys, atol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)

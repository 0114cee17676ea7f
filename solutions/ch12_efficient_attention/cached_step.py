"""A repair: a step of writing with a cache, in which the query is one place too far on.

The length of the cache says where the new token stands, until the new key is in it.
Rotary scores go by the distance of query and key, so that the first token, which has one
key only, comes out right.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
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
    Returns (context, keys, values): (d_v,), (n + 1, d), (n + 1, d_v).
    """
    here = np.array([len(keys)])
    keys = np.concatenate([keys, apply_rope(k[None], here)])
    values = np.concatenate([values, v[None]])
    turned = apply_rope(q[None], here)  # (1, d)
    scores = keys @ turned[0] / len(q) ** 0.5  # (n + 1,)
    powers = np.exp(scores - scores.max())
    return powers / powers.sum() @ values, keys, values


def _broken(q, k, v, keys, values):
    keys = np.concatenate([keys, apply_rope(k[None], np.array([len(keys)]))])
    values = np.concatenate([values, v[None]])
    turned = apply_rope(q[None], np.array([len(keys)]))  # (1, d)
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


def _step(
    *, q_ahead=0, k_ahead=0, q_at=None, k_at=None, again=False, scaled=True, turn_v=False
):
    """A step in which positions are others, or other things are turned."""

    def step(q, k, v, keys, values):
        n = len(keys)
        q_place = n + q_ahead if q_at is None else q_at
        k_place = n + k_ahead if k_at is None else k_at
        new = k[None] if again else apply_rope(k[None], np.array([k_place]))
        keys = np.concatenate([keys, new])
        used = apply_rope(keys, np.arange(n + 1)) if again else keys
        v = apply_rope(v[None], np.array([n]))[0] if turn_v else v
        values = np.concatenate([values, v[None]])
        turned = apply_rope(q[None], np.array([q_place]))[0]
        scores = used @ turned / (len(q) ** 0.5 if scaled else 1.0)
        powers = np.exp(scores - scores.max())
        return powers / powers.sum() @ values, used if again else keys, values

    return step


def _by_the_end(q, k, v, keys, values):
    """The place of the last row, once the new key is in."""
    keys = np.vstack([keys, k])
    last = np.array([len(keys) - 1])
    keys[-1:] = apply_rope(keys[-1:], last)
    values = np.vstack([values, v])
    scores = np.array([key @ apply_rope(q[None], last)[0] for key in keys])
    powers = np.exp((scores - scores.max()) / np.sqrt(len(q)))
    return powers @ values / powers.sum(), keys, values


def _both_at_once(q, k, v, keys, values):
    turned = apply_rope(np.stack([q, k]), np.full(2, len(keys)))  # (2, d)
    keys = np.append(keys, turned[1:], axis=0)
    values = np.append(values, v[None], axis=0)
    scores = np.einsum("d,nd->n", turned[0], keys) * len(q) ** -0.5
    powers = np.exp(scores - scores.max())
    return np.einsum("n,nd->d", powers / powers.sum(), values), keys, values


EXERCISE = Exercise(
    id="efficient.cached_step",
    title="Repair: a step with a cache",
    reference=cached_step,
    broken=given(_broken),
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
        Case("float32", _drawn(5, 4, 3, dtype="float32")),
    ),
    properties=(
        Property(
            "the keys before stay as they were",
            "The keys that were in the cache have changed. They were turned once, when "
            "they came, and no position of theirs changes later.",
            lambda answer, output, q, k, v, keys, values: np.allclose(
                output[1][:-1], keys, atol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "both-one-too-far",
            "You moved the key to where the query was. The two agree again, but the keys "
            "in the cache were turned counting from 0: the new token is now one place "
            "farther from all of them than it should be.",
            _step(q_ahead=1, k_ahead=1),
        ),
        Misconception(
            "query-one-behind",
            "Your query is now one place too early: it was one too far on, and you took "
            "off two. Ask yourself how long the cache is at the moment you look.",
            _step(q_ahead=-1),
        ),
        Misconception(
            "key-one-behind",
            "Your new key is one place too early, so it shares a position with the key "
            "before it. The first key in an empty cache stands at 0, the next at 1.",
            _step(k_ahead=-1),
        ),
        Misconception(
            "query-not-turned",
            "Your query is not turned at all, as if it stood at position 0, and every key "
            "looks farther away the later it came.",
            _step(q_at=0),
        ),
        Misconception(
            "new-token-at-zero",
            "Your new token stands at position 0, query and key. Among themselves they "
            "agree; to the keys in the cache their distance has the wrong sign.",
            _step(q_at=0, k_at=0),
        ),
        Misconception(
            "turned-again",
            "You turn all of the keys anew. Those in the cache were turned when they came "
            "in, and a second turn doubles their positions.",
            _step(again=True),
        ),
        Misconception(
            "values-turned",
            "You turn the value as well. Positions belong into the scores alone: what is "
            "passed on says what a token is, and not where.",
            _step(turn_v=True),
        ),
        Misconception(
            "unscaled",
            "The positions are right; the scores are not divided by sqrt(d) any more.",
            _step(scaled=False),
        ),
    ),
    same=(
        Same("here = np.array([len(values)])", "As many values as keys."),
        Same("turned[-1]", "There is one."),
        Same("/ len(k) ** 0.5", "Query and key have one length."),
    ),
    alternatives=(_by_the_end, _both_at_once),
    hints=(
        "Run it for a first, a second and a third token, and print every position that "
        "goes into apply_rope.",
        "Query and key of the new token stand at the same place. The code takes the length "
        "of the cache twice: what happens to it in between?",
        "Write down the position once, before anything is appended, and use it for both.",
    ),
)

"""What goes wrong in the repair of a step with a cache.

Query, key or both are turned by another position, or what needs no turn is turned.
One sentence calls the positions right: it is a whole answer, so that no other joins it.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "both-one-too-far",
        "Your query and your new key stand at one position, one too far on. The keys in "
        "the cache were turned counting from 0: the new token is one place farther from "
        "all of them than it should be.",
        change("apply_rope(k[None], here)", "apply_rope(k[None], here + 1)")
        + change("apply_rope(q[None], here)", "apply_rope(q[None], here + 1)"),
    ),
    Misconception(
        "query-one-behind",
        "Your query stands one place too early. Ask yourself how long the cache is at the "
        "moment you look.",
        change("apply_rope(q[None], here)", "apply_rope(q[None], here - 1)"),
    ),
    Misconception(
        "key-one-behind",
        "Your new key is one place too early, so it shares a position with the key "
        "before it. The first key in an empty cache stands at 0, the next at 1.",
        change("apply_rope(k[None], here)", "apply_rope(k[None], here - 1)"),
    ),
    Misconception(
        "query-not-turned",
        "Your query is not turned at all, as if it stood at position 0, and every key "
        "looks farther away the later it came.",
        change("apply_rope(q[None], here)", "q[None]"),
    ),
    Misconception(
        "new-token-at-zero",
        "Your new token stands at position 0, query and key. Among themselves they "
        "agree; to the keys in the cache their distance has the wrong sign.",
        change("apply_rope(k[None], here)", "apply_rope(k[None], np.array([0]))")
        + change("apply_rope(q[None], here)", "apply_rope(q[None], np.array([0]))"),
    ),
    Misconception(
        "turned-again",
        "You turn all of the keys anew. Those in the cache were turned when they came "
        "in, and a second turn doubles their positions.",
        change(
            "np.concatenate([keys, apply_rope(k[None], here)])",
            "apply_rope(np.concatenate([keys, k[None]]), np.arange(len(keys) + 1))",
        ),
    ),
    Misconception(
        "values-turned",
        "You turn the value as well. Positions belong into the scores alone, because a "
        "value says what a token is, and not where it stands.",
        change("[values, v[None]]", "[values, apply_rope(v[None], here)]"),
    ),
    Misconception(
        "unscaled",
        "Your scores are not divided by sqrt(d).",
        """
        def cached_step(q, k, v, keys, values):
            q, k = apply_rope(np.stack([q, k]), np.full(2, len(keys)))
            keys, values = np.vstack([keys, k]), np.vstack([values, v])
            powers = np.exp(keys @ q - (keys @ q).max())
            return powers @ values / powers.sum(), keys, values
        """,
    ),
)

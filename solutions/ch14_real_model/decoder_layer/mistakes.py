"""What goes wrong in a decoder layer, each as a change of the reference.

A part is not added or not normed, positions or the cache are taken otherwise than in
this file, or heads are cut and joined by a reshape alone.
"""

from autograder import Misconception, change

HALVES_PAIRED = """
    def apply_rope(y, positions, base):
        half = y.shape[-1] // 2
        angles = positions[:, None] * base ** (-np.arange(half) / half)
        cos, sin = np.cos(angles), np.sin(angles)
        a, b = y[..., :half], y[..., half:]
        return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)

"""

MISTAKES = (
    Misconception(
        "first-not-added",
        "You replace x by what the attention gives. Add it: x + attention. "
        "Otherwise all that a token was is gone, but for what the heads passed on.",
        change("x = x + merged", "x = merged"),
    ),
    Misconception(
        "second-not-added",
        "You return what the feed-forward part gives. Add it to what went in.",
        change("return x + swiglu", "return swiglu"),
    ),
    Misconception(
        "second-added-to-the-input",
        "You add the feed-forward part to the layer's input, so what the attention found "
        "is read by that part and then lost. Add it to the x that the attention has "
        "already added to.",
        change("x = x + merged", "attended = x + merged")
        + change(
            'rms_norm(x, weights["ffn_norm.weight"])',
            'rms_norm(attended, weights["ffn_norm.weight"])',
        ),
    ),
    Misconception(
        "normed-stream",
        "You add what a part gives to the normed vectors. The norm is what the part "
        "reads; it is added to x as it was.",
        change("x = x + merged", "x = normed + merged")
        + change("return x + swiglu", "return normed + swiglu"),
    ),
    Misconception(
        "first-norm-left-out",
        "Your attention reads x as it is. Norm it first, with attn_norm.weight.",
        change('rms_norm(x, weights["attn_norm.weight"])', "x"),
    ),
    Misconception(
        "second-norm-left-out",
        "Your feed-forward part reads x as it is. Norm it first, with ffn_norm.weight.",
        change('rms_norm(x, weights["ffn_norm.weight"])', "x"),
    ),
    Misconception(
        "first-norm-again",
        "Your feed-forward part reads the vectors that were normed for the attention. "
        "It reads what the attention has changed: norm the new x, with "
        "ffn_norm.weight.",
        change('    normed = rms_norm(x, weights["ffn_norm.weight"])\n', ""),
    ),
    Misconception(
        "keys-not-turned",
        "You turn the queries alone. Scores depend on the distance when both, queries "
        "and keys, are turned.",
        change("    k = apply_rope(k, positions, base)\n", ""),
    ),
    Misconception(
        "queries-not-turned",
        "You turn the keys alone. Scores depend on the distance when both, queries and "
        "keys, are turned.",
        change("    q = apply_rope(q, positions, base)\n", ""),
    ),
    Misconception(
        "not-turned",
        "You turn neither queries nor keys, so the layer does not know the order of "
        "the tokens: apply_rope both, at `positions`.",
        change("    q = apply_rope(q, positions, base)\n", "")
        + change("    k = apply_rope(k, positions, base)\n", ""),
    ),
    Misconception(
        "values-turned",
        "You turn the values too. Positions belong to the scores: queries and keys "
        "are turned, values stay.",
        change(
            "    q = apply_rope",
            "    v = apply_rope(v, positions, base)\n    q = apply_rope",
        ),
    ),
    Misconception(
        "turned-again",
        "You turn all keys after joining them with the cache. Those in the cache are "
        "turned already: turn the new ones, then join.",
        change("    k = apply_rope(k, positions, base)\n", "")
        + change(
            "    mask =", "    k = apply_rope(k, np.arange(k.shape[1]), base)\n    mask ="
        ),
    ),
    Misconception(
        "halves-paired",
        "You turn feature i with feature i + head_dim / 2, as other libraries do. In "
        "this file neighbours are pairs, (0, 1), (2, 3): use your apply_rope.",
        change("    # Touvron", HALVES_PAIRED + "    # Touvron"),
    ),
    Misconception(
        "queries-one-off",
        "Your queries stand one place further on than they do. Queries and keys of the "
        "new tokens are turned at the same `positions`.",
        change("apply_rope(q, positions", "apply_rope(q, positions + 1"),
    ),
    Misconception(
        "groups-tiled",
        "You deal the shared heads out one by one. Neighbouring query heads share: "
        "with four and two, heads 0 and 1 take the first. That is np.repeat, not "
        "np.tile.",
        change("attention(q, k, v", "attention(q, np.tile(k, shares), np.tile(v, shares)")
        + change("    z =", "    shares = (n_heads // n_kv_heads, 1, 1)\n    z ="),
    ),
    Misconception(
        "norms-swapped",
        "You norm with the other part's factors: attn_norm.weight belongs before the "
        "attention, ffn_norm.weight before the feed-forward part.",
        change('"attn_norm.weight"', '"ffn_norm.weight"')
        + change('"ffn_norm.weight"', '"attn_norm.weight"'),
    ),
    Misconception(
        "gate-and-up-swapped",
        "You gave swiglu ffn_up.weight for the gate. It takes gate, up, down; the "
        "first two have one shape, so no error tells you.",
        change("gate, up, down = (", "up, gate, down = ("),
    ),
    Misconception(
        "positions-ignored",
        "You count the new tokens from 0. Behind a cache they stand further on: use "
        "`positions`. A prompt alone does not show this mistake; writing does.",
        change("    q, k, v = (", "    positions = np.arange(len(x))\n    q, k, v = ("),
    ),
    Misconception(
        "new-before-old",
        "You put the new keys and values before the cached ones. They come behind, as "
        "in the text.",
        change("[cache[0], k]", "[k, cache[0]]") + change("[cache[1], v]", "[v, cache[1]]"),
    ),
    Misconception(
        "new-ones-kept-alone",
        "Your cache holds the new tokens alone. The next call needs the old ones too: "
        "return everything joined.",
        change("    if cache is", "    new = k, v\n    if cache is")
        + change("up, down), (k, v)", "up, down), new"),
    ),
    Misconception(
        "no-mask",
        "Your new tokens see those after them. Give the attention the mask "
        "cached_causal_mask(n, n_cached).",
        change("mask = cached_causal_mask(len(x), k.shape[1] - len(x))", "mask = None"),
    ),
    Misconception(
        "heads-mixed",
        "You cut into heads with a reshape alone: (n_heads, n, head_dim) then takes "
        "numbers of different tokens for one head. Reshape to (n, n_heads, head_dim), "
        "then swap the first two axes.",
        change(
            "np.swapaxes((normed @ weights[name]).reshape(len(x), heads, -1), 0, 1)",
            "(normed @ weights[name]).reshape(heads, len(x), -1)",
        ),
    ),
    Misconception(
        "heads-merged-by-reshape",
        "You put the heads together with a reshape alone: (n_heads, n, head_dim) then "
        "gives rows that hold several tokens of one head. Swap the first two axes "
        "back, then reshape to (n, n_heads * head_dim).",
        change("np.swapaxes(z, 0, 1).reshape", "z.reshape"),
    ),
    Misconception(
        "base-ignored",
        "You turn queries and keys with the base that apply_rope takes by itself. Another "
        "model has another one: hand base on.",
        change("apply_rope(q, positions, base)", "apply_rope(q, positions)")
        + change("apply_rope(k, positions, base)", "apply_rope(k, positions)"),
    ),
    Misconception(
        "one-norm-twice",
        "You take attn_norm.weight for both norms. The second is the feed-forward part's, "
        "ffn_norm.weight.",
        change('"ffn_norm.weight"', '"attn_norm.weight"'),
    ),
    Misconception(
        "second-norm-of-the-input",
        "You give the layer's input to the second norm, so the feed-forward part reads "
        "nothing of what the attention found. It reads the x that the attention has added "
        "to.",
        change(
            'normed = rms_norm(x, weights["ffn_norm',
            'normed = rms_norm(given, weights["ffn_norm',
        )
        + change("    x = x + merged", "    given = x\n    x = x + merged"),
    ),
)

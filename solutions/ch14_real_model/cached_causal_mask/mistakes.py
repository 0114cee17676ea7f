"""What goes wrong in a mask behind a cache, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "counted-from-zero",
        "You compare the new tokens' numbers with all keys as if the new tokens stood "
        "at 0, 1, 2. The first of them stands at n_cached: it may see all cached "
        "tokens and itself.",
        change("n_cached + np.arange(n_new)", "np.arange(n_new)"),
    ),
    Misconception(
        "cached-closed",
        "Your new tokens cannot see the cached ones. They come before, so they may be "
        "seen: without them the model forgets the prompt.",
        change("return mask", "return mask & (keys >= n_cached)"),
    ),
    Misconception(
        "not-itself",
        "Your tokens may not attend to themselves. Causal means not after: a token is "
        "not after itself.",
        change("keys <= queries", "keys < queries"),
    ),
    Misconception(
        "future-open",
        "Your new tokens see those that come after them. That is harmless when there "
        "is one new token, and wrong when a prompt is read.",
        change("    return mask", "    mask |= keys > queries\n    return mask"),
    ),
    Misconception(
        "new-first",
        "Your columns begin with the new tokens. The keys stand as in the text: the "
        "cached ones first.",
        change(
            "np.arange(n_cached + n_new)", "np.roll(np.arange(n_cached + n_new), n_new)"
        ),
    ),
    Misconception(
        "turned-round",
        "Your mask is True where attention is forbidden. In this book True means may "
        "attend.",
        change("return mask", "return ~mask"),
    ),
    Misconception(
        "one-too-far",
        "Your tokens see one token too many, the next. Token i stands at n_cached + i "
        "and may see the places up to that one.",
        change("keys <= queries", "keys <= queries + 1"),
    ),
    Misconception(
        "transposed",
        "Your rows are the keys. The new tokens ask, so each of them is a row: "
        "(n_new, n_cached + n_new).",
        change("return mask", "return mask.T"),
    ),
    Misconception(
        "cached-columns-missing",
        "Your mask has columns for the new tokens alone. The cached ones are keys too: "
        "n_cached columns in front, all True.",
        change("n_cached + np.arange(n_new)", "np.arange(n_new)")
        + change("np.arange(n_cached + n_new)", "np.arange(n_new)"),
    ),
    Misconception(
        "all-rows",
        "Your mask has a row for every token. The cached ones ask nothing any more: "
        "one row for each new token, (n_new, n_cached + n_new).",
        change("n_cached + np.arange(n_new)", "np.arange(n_cached + n_new)"),
    ),
)

"""Answers to real.cached_causal_mask."""

from answers.corpus import right, wrong

EXERCISE = "real.cached_causal_mask"


def _compared(text: str) -> str:
    return f"""
def cached_causal_mask(n_new, n_cached):
    rows = np.arange(n_new)[:, None]
    columns = np.arange(n_cached + n_new)[None, :]
    return {text}
"""


ANSWERS = (
    right("compared", _compared("columns <= rows + n_cached"), "places against places"),
    right(
        "tril",
        (
            "def cached_causal_mask(n_new, n_cached):\n"
            "    return np.tril(np.ones((n_new, n_cached + n_new), bool), k=n_cached)"
        ),
        "a diagonal further right",
    ),
    right(
        "filled in place",
        """
        def cached_causal_mask(n_new, n_cached):
            mask = np.zeros((n_new, n_cached + n_new), dtype=np.bool_)
            for i in range(n_new):
                mask[i, : n_cached + i + 1] = True
            return mask
        """,
        "row by row",
    ),
    right(
        "helper x",
        """
        def x(i, j, n_cached):
            return j < n_cached or j - n_cached <= i


        def cached_causal_mask(n_new, n_cached):
            return np.array([[x(i, j, n_cached) for j in range(n_cached + n_new)]
                             for i in range(n_new)])
        """,
        "a helper that the chapter binds below",
    ),
    right(
        "recursion",
        """
        def cached_causal_mask(n_new, n_cached):
            if n_new == 1:
                return np.ones((1, n_cached + 1), dtype=bool)
            above = np.pad(cached_causal_mask(n_new - 1, n_cached), ((0, 0), (0, 1)))
            return np.vstack([above, np.ones((1, n_cached + n_new), dtype=bool)])
        """,
        "one more row and one more column",
    ),
    right(
        "not triu",
        (
            "def cached_causal_mask(n_new, n_cached):\n"
            "    full = np.ones((n_new, n_cached + n_new), dtype=bool)\n"
            "    return ~np.triu(full, n_cached + 1)"
        ),
        "what is above the diagonal, turned round",
    ),
    wrong(
        "no offset",
        _compared("columns <= rows"),
        "new tokens stand at 0",
        "counted-from-zero",
    ),
    wrong(
        "chapter 07's",
        (
            "def cached_causal_mask(n_new, n_cached):\n"
            "    n = n_new + n_cached\n"
            "    return np.tril(np.ones((n, n), dtype=bool))"
        ),
        "a row for every token",
        "all-rows",
    ),
    wrong("not itself", _compared("columns < rows + n_cached"), "< for <=", "not-itself"),
    wrong(
        "all open",
        (
            "def cached_causal_mask(n_new, n_cached):\n"
            "    return np.ones((n_new, n_cached + n_new), dtype=bool)"
        ),
        "the future is open",
        "future-open",
    ),
    wrong(
        "turned round",
        _compared("columns > rows + n_cached"),
        "True for blocked",
        "turned-round",
    ),
    wrong(
        "one too far",
        _compared("columns <= rows + n_cached + 1"),
        "the next token too",
        "one-too-far",
    ),
    wrong(
        "cached closed",
        _compared("(columns <= rows + n_cached) & (columns >= n_cached)"),
        "the prompt is forgotten",
        "cached-closed",
    ),
    wrong(
        "new first",
        (
            "def cached_causal_mask(n_new, n_cached):\n"
            "    old = np.ones((n_new, n_cached), dtype=bool)\n"
            "    return np.hstack([np.tri(n_new, dtype=bool), old])"
        ),
        "columns of the new ones first",
        "new-first",
    ),
    wrong(
        "transposed",
        _compared("(columns <= rows + n_cached).T"),
        "a column for each query",
        "transposed",
    ),
    wrong(
        "new ones alone",
        (
            "def cached_causal_mask(n_new, n_cached):\n"
            "    return np.tril(np.ones((n_new, n_new), dtype=bool))"
        ),
        "no columns for the cached",
        "cached-columns-missing",
    ),
    wrong(
        "numbers",
        _compared("np.where(columns <= rows + n_cached, 0.0, -np.inf)"),
        "an additive mask, as PyTorch takes one",
    ),
    wrong(
        "ones",
        _compared("(columns <= rows + n_cached).astype(int)"),
        "whole numbers for booleans",
    ),
    wrong("swapped arguments", _compared("columns <= rows + n_new"), "n_new for n_cached"),
)

"""Answers to real.cached_causal_mask that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "compared",
        """
        def cached_causal_mask(n_new, n_cached):
            rows = np.arange(n_new)[:, None]
            columns = np.arange(n_cached + n_new)[None, :]
            mask = columns <= rows + n_cached
            return mask
        """,
        "places against places",
    ),
    right(
        "tril",
        """
        def cached_causal_mask(n_new, n_cached):
            return np.tril(np.ones((n_new, n_cached + n_new), bool), k=n_cached)
        """,
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
        """
        def cached_causal_mask(n_new, n_cached):
            full = np.ones((n_new, n_cached + n_new), dtype=bool)
            return ~np.triu(full, n_cached + 1)
        """,
        "what is above the diagonal, turned round",
    ),
    right(
        "two blocks",
        """
        def cached_causal_mask(n_new, n_cached):
            old = np.full((n_new, n_cached), True)
            return np.hstack([old, np.tril(np.full((n_new, n_new), True))])
        """,
        "all open, and a triangle behind it",
    ),
    right(
        "the last rows",
        """
        def cached_causal_mask(n_new, n_cached):
            total = n_cached + n_new
            return np.tril(np.ones((total, total), dtype=bool))[n_cached:]
        """,
        "of the mask for the whole text",
    ),
    wrong(
        "no offset",
        change("rows + n_cached", "rows"),
        "new tokens stand at 0",
        "counted-from-zero",
        of="compared",
    ),
    wrong(
        "chapter 07's",
        """
        def cached_causal_mask(n_new, n_cached):
            n = n_new + n_cached
            return np.tril(np.ones((n, n), dtype=bool))
        """,
        "a row for every token",
        "all-rows",
    ),
    wrong(
        "not itself",
        change("columns <= rows", "columns < rows"),
        "< for <=",
        "not-itself",
        of="compared",
    ),
    wrong(
        "all open",
        """
        def cached_causal_mask(n_new, n_cached):
            return np.ones((n_new, n_cached + n_new), dtype=bool)
        """,
        "the future is open",
        "future-open",
    ),
    wrong(
        "turned round",
        change("columns <= rows", "columns > rows"),
        "True for blocked",
        "turned-round",
        of="compared",
    ),
    wrong(
        "one too far",
        change("rows + n_cached", "rows + n_cached + 1"),
        "the next token too",
        "one-too-far",
        of="compared",
    ),
    wrong(
        "cached closed",
        change("return mask", "return mask & (columns >= n_cached)"),
        "the prompt is forgotten",
        "cached-closed",
        of="compared",
    ),
    wrong(
        "new first",
        """
        def cached_causal_mask(n_new, n_cached):
            old = np.ones((n_new, n_cached), dtype=bool)
            return np.hstack([np.tri(n_new, dtype=bool), old])
        """,
        "columns of the new ones first",
        "new-first",
    ),
    wrong(
        "transposed",
        change("return mask", "return mask.T"),
        "a column for each query",
        "transposed",
        of="compared",
    ),
    wrong(
        "new ones alone",
        """
        def cached_causal_mask(n_new, n_cached):
            return np.tril(np.ones((n_new, n_new), dtype=bool))
        """,
        "no columns for the cached",
        "cached-columns-missing",
    ),
    wrong(
        "numbers",
        change("return mask", "return np.where(mask, 0.0, -np.inf)"),
        "an additive mask, as PyTorch takes one",
        of="compared",
    ),
    wrong(
        "ones",
        change("return mask", "return mask.astype(int)"),
        "whole numbers for booleans",
        of="compared",
    ),
    wrong(
        "swapped arguments",
        change("rows + n_cached", "rows + n_new"),
        "n_new for n_cached",
        of="compared",
    ),
    *route(
        "a slice of a square",
        """
        def cached_causal_mask(n_new, n_cached):
            n = n_cached + n_new
            return np.tri(n, dtype=bool)[n_cached:]
        ---
        n_cached: => :n_new | counted-from-zero
        tri(n => tri(n, n, -1 | not-itself
        np => ~np | turned-round
        tri(n, dtype=bool)[n_cached:] => ones((n_new, n), dtype=bool) | future-open
        , dtype=bool =>
        """,
    ),
    wrong(
        "cached keys behind",
        """
        def cached_causal_mask(n_new, n_cached):
            new, cached = np.tri(n_new, dtype=bool), np.ones((n_new, n_cached), bool)
            return np.concatenate([new, cached], axis=1)
        """,
        "the keys stand in another order",
        "new-first",
    ),
)

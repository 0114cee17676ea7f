"""Answers to chip.causal_tiles that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "cut out of the mask",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            mask = np.arange(n_k) <= np.arange(n_k - n_q, n_k)[:, None]
            tiles = [[mask[i : i + rows, j : j + columns] for j in range(0, n_k, columns)]
                     for i in range(0, n_q, rows)]
            visited = np.array([[tile.any() for tile in row] for row in tiles])
            whole = np.array([[tile.all() for tile in row] for row in tiles])
            return visited, whole
        """,
        "the dense mask, which a kernel would never make",
    ),
    right(
        "corner by corner",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            shape = -(-n_q // rows), -(-n_k // columns)
            visited, whole = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
            for i in range(shape[0]):
                low = n_k - n_q + i * rows
                high = min(low + rows - 1, n_k - 1)
                for j in range(shape[1]):
                    visited[i, j] = j * columns <= high
                    whole[i, j] = min((j + 1) * columns, n_k) - 1 <= low
            return visited, whole
        """,
        "two loops over tiles",
    ),
    right(
        "how many in each row",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            low = n_k - n_q + rows * np.arange(np.ceil(n_q / rows).astype(int))
            high = np.minimum(low + rows, n_k) - 1
            j = np.arange(np.ceil(n_k / columns).astype(int))
            full = np.where(low == n_k - 1, len(j), (low + 1) // columns)
            return j < (high // columns + 1)[:, None], j < full[:, None]
        """,
        "by whole-number division",
    ),
    right(
        "by the difference of positions",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            i, j = np.arange(0, n_q, rows), np.arange(0, n_k, columns)
            ends = np.minimum(i + rows, n_q), np.minimum(j + columns, n_k)
            most = (ends[0] - 1 + n_k - n_q)[:, None] - j
            least = (i + n_k - n_q)[:, None] - (ends[1] - 1)
            return most >= 0, least >= 0
        """,
        "query less key, at its largest and its smallest",
    ),
    wrong(
        "queries from token 0",
        change("np.arange(n_k - n_q, n_k)", "np.arange(n_q)"),
        "the first tokens",
        "queries-from-the-start",
        of="cut out of the mask",
    ),
    wrong(
        "without the diagonal",
        change("np.arange(n_k) <= np", "np.arange(n_k) < np"),
        "no token sees itself",
        "its-own-key-left-out",
        of="cut out of the mask",
    ),
    wrong(
        "later keys",
        change("np.arange(n_k) <= np", "np.arange(n_k) >= np"),
        "the mask of the future",
        "the-future",
        of="cut out of the mask",
    ),
    wrong(
        "low for high",
        change("j * columns <= high", "j * columns <= low"),
        "the first query decides",
        "visited-by-the-first-query",
        of="corner by corner",
    ),
    wrong(
        "high for low",
        change("n_k) - 1 <= low", "n_k) - 1 <= high"),
        "the last query decides",
        "whole-by-the-last-query",
        of="corner by corner",
    ),
    wrong(
        "the first key for the last",
        change("min((j + 1) * columns, n_k) - 1 <= low", "j * columns <= low"),
        "the near corner",
        "whole-by-the-first-key",
        of="corner by corner",
    ),
    wrong(
        "never cut short",
        change("min((j + 1) * columns, n_k) - 1", "(j + 1) * columns - 1"),
        "the last tile of keys",
        "last-tile-as-long-as-the-others",
        of="corner by corner",
    ),
    wrong(
        "by their numbers",
        change("j * columns <= high", "j <= i")
        + change("min((j + 1) * columns, n_k) - 1 <= low", "j <= i - 1"),
        "as for square tiles",
        "tiles-compared-by-number",
        of="corner by corner",
    ),
    wrong(
        "whole tiles",
        change("range(0, n_k, columns)", "range(0, max(n_k - columns, 0) + 1, columns)")
        + change("range(0, n_q, rows)", "range(0, max(n_q - rows, 0) + 1, rows)"),
        "none that is cut short",
        "only-whole-tiles-of-the-text",
        of="cut out of the mask",
    ),
    wrong(
        "all of them",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            shape = -(-n_q // rows), -(-n_k // columns)
            return np.ones(shape, dtype=bool), np.ones(shape, dtype=bool)
        """,
        "no mask at all",
    ),
    right(
        "the whole mask, reduced",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            may = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
            def tiles(ufunc):
                down = ufunc.reduceat(may, np.arange(0, n_q, rows), axis=0)
                return ufunc.reduceat(down, np.arange(0, n_k, columns), axis=1)
            return tiles(np.logical_or), tiles(np.logical_and)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "offset forgotten",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            R, C = -(-n_q // rows), -(-n_k // columns)
            visited = np.zeros((R, C), bool)
            whole = np.zeros((R, C), bool)
            for r in range(R):
                for c in range(C):
                    visited[r, c] = c * columns <= min((r + 1) * rows, n_q) - 1
                    whole[r, c] = (c + 1) * columns - 1 <= r * rows
            return visited, whole
        """,
        "written from the text alone",
        "last-tile-as-long-as-the-others + queries-from-the-start",
    ),
    wrong(
        "one tile too many visited",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            q = np.arange(n_q) + n_k - n_q
            tops = q[::rows]
            starts = np.arange(0, n_k, columns)
            visited = starts <= (tops + rows)[:, None]
            return visited, np.minimum(starts + columns, n_k) - 1 <= tops[:, None]
        """,
        "one more tile where the last query just misses it",
    ),
)

"""What goes wrong at the corners of tiles, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "queries-from-the-start",
        "You count the queries from token 0. They are the last n_q of n_k tokens: row r is "
        "token n_k - n_q + r.",
        change("[:, None] + (n_k - n_q)", "[:, None]")
        + change("first_query + rows, n_k)", "first_query + rows, n_q)"),
    ),
    Misconception(
        "its-own-key-left-out",
        "You leave out the token itself: a query attends to its own key, too.",
        change(
            "first_key <= last_query, last_key <= first_query",
            "first_key < last_query, last_key < first_query",
        ),
    ),
    Misconception(
        "visited-by-the-first-query",
        "You visit a tile where its first query may see its first key. The last query sees "
        "further, and needs the tile as well.",
        change("first_key <= last_query,", "first_key <= first_query,"),
    ),
    Misconception(
        "whole-by-the-last-query",
        "You call a tile whole where its last query may see all of it. The first query "
        "sees less: it decides.",
        change("last_key <= first_query", "last_key <= last_query"),
    ),
    Misconception(
        "whole-by-the-first-key",
        "You call a tile whole where its first key may be seen. The last key is what the "
        "mask cuts first.",
        change(", last_key <= first_query", ", first_key <= first_query"),
    ),
    Misconception(
        "last-tile-as-long-as-the-others",
        "The last tile of keys may be cut short by the text's end, and its last key is "
        "then earlier than you think.",
        change("np.minimum(first_key + columns, n_k) - 1", "first_key + columns - 1"),
    ),
    Misconception(
        "tiles-compared-by-number",
        "You compare the numbers of the tiles. Which tokens a tile has depends on rows, "
        "columns and n_k - n_q too: compare the tokens at its corners.",
        """
        def causal_tiles(n_q, n_k, rows, columns):
            i = np.arange(-(-n_q // rows))[:, None]
            j = np.arange(-(-n_k // columns))
            return j <= i, j < i
        """,
        alone=True,
    ),
    Misconception(
        "the-future",
        "Your mask is turned round: in these tiles queries meet later keys.",
        change(
            "first_key <= last_query, last_key <= first_query",
            "last_key >= first_query, first_key >= last_query",
        ),
    ),
    Misconception(
        "only-whole-tiles-of-the-text",
        "The tiles at the end are missing: the last ones may have fewer rows or columns.",
        change("np.arange(0, n_q, rows)", "np.arange(0, max(n_q - rows, 0) + 1, rows)")
        + change(
            "np.arange(0, n_k, columns)", "np.arange(0, max(n_k - columns, 0) + 1, columns)"
        ),
    ),
)

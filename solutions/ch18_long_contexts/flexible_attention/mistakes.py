"""What goes wrong with any mask and any score, each as a change of the reference."""

from autograder import Misconception, change

MASKED = "np.where(mask, score_mod(scores, head, query, key), -np.inf)"

MISTAKES = (
    Misconception(
        "tiles-not-skipped",
        "You compute tiles in which no pair may attend, and count them as visited. Ask "
        "mask_mod first.",
        change(
            "            if not np.any(mask):\n                continue\n",
            "            mask = mask | False\n",
        ),
    ),
    Misconception(
        "whole-tiles-alone",
        "You leave out tiles that the mask cuts. A tile is computed where any of its pairs "
        "may attend, and it is masked inside.",
        change("if not np.any(mask):", "if not np.all(mask):"),
    ),
    Misconception(
        "no-mask-inside",
        "Tiles are skipped, and in the other tiles every query sees every key. "
        "A tile that the mask cuts needs the mask for its pairs.",
        change(MASKED, "score_mod(scores, head, query, key)"),
    ),
    Misconception(
        "scores-unchanged",
        "You never call score_mod, or throw away what it gives.",
        change("score_mod(scores, head, query, key), -np.inf", "scores, -np.inf"),
    ),
    Misconception(
        "score-mod-before-scaling",
        "You change the scores before you divide them by sqrt(d). score_mod gets divided "
        "ones.",
        change(" / d**0.5", "")
        + change(
            "score_mod(scores, head, query, key), -np.inf",
            "score_mod(scores, head, query, key) / d**0.5, -np.inf",
        ),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by sqrt(d).",
        change(" / d**0.5", ""),
    ),
    Misconception(
        "positions-in-the-tile",
        "You count queries and keys from 0 in each tile. mask_mod and score_mod ask where "
        "they stand in q and k.",
        change("mask = mask_mod(query, key)", "mask = mask_mod(query - i, key - j)")
        + change(
            "(scores, head, query, key), -np", "(scores, head, query - i, key - j), -np"
        ),
    ),
    Misconception(
        "query-and-key-swapped",
        "You give mask_mod the key where it expects the query.",
        change("mask = mask_mod(query, key)", "mask = mask_mod(key, query)"),
    ),
    Misconception(
        "one-head-number",
        "All your heads are number 0 to score_mod. Each has its own.",
        change("np.arange(heads)[:, None, None]", "np.zeros((heads, 1, 1), dtype=int)"),
    ),
    Misconception(
        "unseen-is-nan",
        "A query that may attend to nothing gets nan. It gets zeros: divide by 1 where the "
        "total is 0.",
        change("np.where(total == 0, 1, total)", "total")
        + change(
            "largest, total, mixture = -np.inf, 0.0, 0.0",
            "largest, total, mixture = -np.inf, np.zeros(1), np.zeros(1)",
        ),
    ),
    Misconception(
        "closed-is-a-number",
        "You put a large negative number where the mask is closed. A query that may "
        "attend to nothing then mixes the values of a tile evenly. It gets zeros: take "
        "-inf, and divide by 1 where the total is 0.",
        change("key), -np.inf)", "key), -1e9)"),
    ),
    Misconception(
        "closed-is-a-number-for-all",
        "You score all pairs, with a large negative number where the mask is closed. A "
        "query that may attend to nothing then gets the mean of all values, and a nan "
        "at a masked key spreads. Leave such tiles out, and give such a query zeros.",
        """
        def flexible_attention(q, k, v, score_mod, mask_mod, block):
            n_q, n_k, head = q.shape[1], k.shape[1], np.arange(len(q))[:, None, None]
            query, key = np.arange(n_q)[:, None], np.arange(n_k)
            mask = np.broadcast_to(mask_mod(query, key), (n_q, n_k))
            scores = score_mod(q @ k.swapaxes(1, 2) / q.shape[2] ** 0.5, head, query, key)
            scores = np.where(mask, scores, -1e9)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            ends = [np.arange(0, n, block) for n in mask.shape]
            some = np.logical_or.reduceat(mask, ends[0], axis=0)
            visited = np.logical_or.reduceat(some, ends[1], axis=1)
            return powers / powers.sum(axis=-1, keepdims=True) @ v, visited
        """,
    ),
    Misconception(
        "last-tile-dropped",
        "The last keys are missing where they do not fill a tile.",
        change("range(0, n_k, block)", "range(0, n_k - n_k % block, block)"),
    ),
    Misconception(
        "not-rescaled",
        "When a tile brings a larger score, total and mixture have to be multiplied by "
        "exp(old - new).",
        change("rescale * total", "total") + change("rescale * mixture", "mixture"),
    ),
)

"""What goes wrong in attention on the machine, each as a change of the reference."""

from autograder import Misconception, change

LOAD_K = 'k = machine.load("k", column, column + columns)'
LOAD_V = 'v = machine.load("v", column, column + columns)'
AFTER_THE_LOOP = "            largest = new\n"
STORE = '        machine.store("context", mixture / total, row)'
OUTER = "    for row in range(0, n_q, rows):"

MISTAKES = (
    Misconception(
        "all-keys-at-once",
        "You load all keys and values once, before the loops. That is little traffic, and "
        "it needs a fast memory as large as the text. Load a tile where it is used.",
        change(OUTER, '    ks, vs = machine.load("k"), machine.load("v")\n' + OUTER)
        + change(LOAD_K, "k = ks[column : column + columns]")
        + change(LOAD_V, "v = vs[column : column + columns]"),
        alone=True,
    ),
    Misconception(
        "all-keys-for-each-tile",
        "You load all keys or values at once for each tile of queries, so fast memory has "
        "to hold the whole text. Load a tile of them where it is used.",
        change(
            "        largest, total, mixture =",
            '        ks, vs = machine.load("k"), machine.load("v")\n'
            "        largest, total, mixture =",
        )
        + change(LOAD_K, "k = ks[column : column + columns]")
        + change(LOAD_V, "v = vs[column : column + columns]"),
    ),
    Misconception(
        "queries-loaded-again",
        "You load the queries again for every tile of keys. They are the same: load them "
        "once, before you go through the keys.",
        change(
            "            scores =",
            '            q = machine.load("q", row, row + rows)\n            scores =',
        )
        + change(
            '        q = machine.load("q", row, row + rows)\n        largest',
            "        largest",
        ),
    ),
    Misconception(
        "context-stored-in-every-tile",
        "You store the context after every tile of keys. Only the last one is right: store "
        "once, after the inner loop.",
        change(
            f"{AFTER_THE_LOOP}{STORE}",
            f"{AFTER_THE_LOOP}    {STORE}",
        ),
    ),
    Misconception(
        "not-rescaled",
        "When a tile brings a larger score, what was gathered before has to be multiplied "
        "by exp(old - new): the total and the mixture.",
        change("rescale * total", "total") + change("rescale * mixture", "mixture"),
    ),
    Misconception(
        "total-not-rescaled",
        "You rescale the mixture and not the total. Both were made with the old largest "
        "score.",
        change("rescale * total", "total"),
    ),
    Misconception(
        "mixture-not-rescaled",
        "You rescale the total and not the mixture. Both were made with the old largest "
        "score.",
        change("rescale * mixture", "mixture"),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by sqrt(d_k).",
        change(" / d_k**0.5", ""),
    ),
    Misconception(
        "never-divided",
        "You store sums of powers times values. Divide by the total before you store.",
        change("mixture / total", "mixture"),
    ),
    Misconception(
        "one-largest-for-the-tile",
        "You take one largest score for the whole tile. Each query has its own, or all its "
        "powers may become 0.",
        change("scores.max(axis=-1, keepdims=True)", "scores.max()"),
    ),
    Misconception(
        "last-tile-dropped",
        "The keys of the last tile are missing where it is shorter than the others.",
        change("range(0, n_k, columns)", "range(0, n_k - n_k % columns, columns)"),
    ),
    Misconception(
        "stored-at-the-top",
        "You store each tile's context in the first rows. It belongs where its queries "
        "come from: give store the row to begin at.",
        change("mixture / total, row)", "mixture / total)"),
    ),
    Misconception(
        "carried-over",
        "You start once with nothing seen, before the outer loop. Each tile of queries "
        "starts anew.",
        change(
            "        largest, total, mixture = -np.inf, 0.0, 0.0\n",
            "",
        )
        + change(OUTER, "    largest, total, mixture = -np.inf, 0.0, 0.0\n" + OUTER),
    ),
)

"""What goes wrong in counting, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "softmax-in-place",
        "You let the softmax work where the scores are, as if they had never left. It is a "
        "program of its own: it loads the table and stores another.",
        change("d_k + table + table", "d_k + table")
        + change("= table + table + n_q", "= table + n_q"),
    ),
    Misconception(
        "weights-never-read",
        "The last program needs the weights: it loads them as well as the values.",
        change("d_k + table + table", "d_k + table"),
    ),
    Misconception(
        "weights-never-stored",
        "The scores are stored and so are the weights: two tables go out.",
        change("= table + table + n_q", "= table + n_q"),
    ),
    Misconception(
        "heads-forgotten",
        "You count one head. Each head has queries, keys, values and a table of its own.",
        change("return heads * loads, heads * stores", "return loads, stores"),
    ),
    Misconception(
        "loaded-for-every-pair",
        "You load a query and a key for every pair. The program that makes the scores "
        "loads each of them once and keeps it while it is needed.",
        change("(n_q + n_k) * d_k", "2 * table * d_k"),
    ),
    Misconception(
        "context-not-stored",
        "The context goes out as well: n_q rows of d_v numbers.",
        change("+ n_q * d_v", ""),
    ),
    Misconception(
        "loads-and-stores-swapped",
        "Loads come first, then stores. Yours are the other way round.",
        change("heads * loads, heads * stores", "heads * stores, heads * loads"),
    ),
    Misconception(
        "bytes",
        "You return bytes. Numbers are asked for: how large one is, is another question.",
        change(
            "return heads * loads, heads * stores",
            "return 4 * heads * loads, 4 * heads * stores",
        ),
    ),
    Misconception(
        "values-as-wide-as-keys",
        "You take d_k for the values' width. They have d_v features.",
        change("n_k * d_v", "n_k * d_k") + change("n_q * d_v", "n_q * d_k"),
    ),
)

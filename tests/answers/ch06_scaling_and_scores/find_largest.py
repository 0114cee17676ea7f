"""Answers to scores.find_largest."""

from answers.corpus import right, wrong

EXERCISE = "scores.find_largest"


def matrices(W_q, W_k, W_v="[[0], [0], [1]]"):
    return f"def find_largest():\n    return np.array({W_q}), np.array({W_k}), {W_v}"


ONE, NUMBER = "[[0], [20], [0]]", "[[1], [0], [0]]"

ANSWERS = (
    right("one column", matrices(ONE, NUMBER), "d_k 1"),
    right(
        "large keys", matrices("[[0], [1], [0]]", "[[99], [0], [0]]"), "the key is large"
    ),
    right(
        "both negative", matrices("[[0], [-20], [0]]", "[[-1], [0], [0]]"), "minus twice"
    ),
    right(
        "three columns",
        """
        def find_largest():
            W_q, W_k = np.zeros((3, 3)), np.eye(3)
            W_q[1, 0] = 50
            return W_q, W_k, np.eye(3)[:, 2:]
        """,
        "keys as they are, queries that ask for the first feature alone",
    ),
    right(
        "a constant added to keys", matrices(ONE, "[[1], [5], [0]]"), "cancels in a softmax"
    ),
    wrong(
        "not begun",
        "def find_largest():\n    raise NotImplementedError",
        "",
        verdict="not_attempted",
    ),
    wrong(
        "number with number",
        matrices("[[20], [0], [0]]", NUMBER),
        "signs",
        "number-with-number",
    ),
    wrong(
        "the roles swapped",
        matrices("[[20], [0], [0]]", "[[0], [1], [0]]"),
        "all alike",
        "roles-swapped",
    ),
    wrong(
        "the smallest",
        matrices("[[0], [-20], [0]]", NUMBER),
        "the other sign",
        "the-smallest",
    ),
    wrong("too soft", matrices("[[0], [1], [0]]", NUMBER), "no factor", "too-soft"),
    wrong("three times", matrices("[[0], [2], [0]]", NUMBER), "still shared out"),
    wrong(
        "the number itself",
        matrices(ONE, NUMBER, NUMBER),
        "not the label",
        "number-passed-on",
    ),
    wrong(
        "by label", matrices(ONE, "[[0], [0], [1]]"), "the largest label", "label-compared"
    ),
)

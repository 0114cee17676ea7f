"""Answers to masks.running_mean."""

from answers.corpus import right, wrong

EXERCISE = "masks.running_mean"


def matrices(W_q, W_k="np.eye(3)", W_v="np.eye(3)"):
    return f"def running_mean():\n    return {W_q}, {W_k}, {W_v}"


ANSWERS = (
    right("queries of zero", matrices("np.zeros((3, 3))"), "every score is 0"),
    right("keys of zero", matrices("np.eye(3)", "np.zeros((3, 3))"), "just as well"),
    right("one column", matrices("np.zeros((3, 1))", "np.ones((3, 1))"), "d_k 1"),
    right(
        "lists",
        """
        def running_mean():
            nothing = [[0, 0], [0, 0], [0, 0]]
            return nothing, nothing, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        """,
        "lists in place of arrays",
    ),
    right(
        "queries and keys that never meet",
        matrices("5 * np.eye(3, 6)", "np.eye(3, 6, k=3)"),
        "different features",
    ),
    wrong("identities", matrices("np.eye(3)"), "similarity decides", "each-as-it-is"),
    wrong("ones", matrices("np.ones((3, 1))", "np.ones((3, 1))"), "sums", "all-ones"),
    wrong("tiny", matrices("0.1 * np.eye(3)"), "nearly a mean"),
    wrong(
        "a third",
        matrices("np.zeros((3, 3))", W_v="np.eye(3) / 3"),
        "twice",
        "divided-again",
    ),
    wrong(
        "no values",
        matrices("np.zeros((3, 3))", W_v="np.zeros((3, 3))"),
        "",
        "nothing-passed-on",
    ),
    wrong(
        "ones as values",
        matrices("np.zeros((3, 1))", "np.zeros((3, 1))", "np.ones((3, 3))"),
        "",
        "features-mixed",
    ),
    wrong(
        "two matrices",
        "def running_mean():\n    return np.zeros((3, 3)), np.eye(3)",
        "no W_v",
    ),
)

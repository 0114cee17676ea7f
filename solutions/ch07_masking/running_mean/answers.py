"""Answers to masks.running_mean that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right(
        "queries of zero",
        """
        def running_mean():
            return np.zeros((3, 3)), np.eye(3), np.eye(3)
        """,
        "every score is 0",
    ),
    right(
        "keys of zero",
        """
        def running_mean():
            return np.eye(3), np.zeros((3, 3)), np.eye(3)
        """,
        "just as well",
    ),
    right(
        "one column",
        """
        def running_mean():
            return np.zeros((3, 1)), np.ones((3, 1)), np.eye(3)
        """,
        "d_k 1",
    ),
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
        """
        def running_mean():
            return 5 * np.eye(3, 6), np.eye(3, 6, k=3), np.eye(3)
        """,
        "in different columns, so all scores are 0",
    ),
    wrong(
        "identities",
        """
        def running_mean():
            return np.eye(3), np.eye(3), np.eye(3)
        """,
        "similarity decides",
        "each-as-it-is",
    ),
    wrong(
        "ones",
        """
        def running_mean():
            return np.ones((3, 1)), np.ones((3, 1)), np.eye(3)
        """,
        "a query is the sum of its features",
        "all-ones",
    ),
    wrong(
        "tiny",
        """
        def running_mean():
            return 0.1 * np.eye(3), np.eye(3), np.eye(3)
        """,
        "nearly a mean",
    ),
    wrong(
        "a third",
        """
        def running_mean():
            return np.zeros((3, 3)), np.eye(3), np.eye(3) / 3
        """,
        "the softmax has divided already",
        "divided-again",
    ),
    wrong(
        "no values",
        """
        def running_mean():
            return np.zeros((3, 3)), np.eye(3), np.zeros((3, 3))
        """,
        "nothing is passed on",
        "nothing-passed-on",
    ),
    wrong(
        "ones as values",
        """
        def running_mean():
            return np.zeros((3, 1)), np.zeros((3, 1)), np.ones((3, 3))
        """,
        "every feature becomes their sum",
        "features-mixed",
    ),
    wrong(
        "two matrices",
        """
        def running_mean():
            return np.zeros((3, 3)), np.eye(3)
        """,
        "no W_v",
    ),
    wrong(
        "the mean is made by the values",
        """
        def running_mean():
            W_q = np.eye(3)
            W_k = np.zeros((3, 3))
            W_v = np.ones((3, 3)) / 3
            return W_q, W_k, W_v
        """,
        "the mean of features and not of tokens",
    ),
)

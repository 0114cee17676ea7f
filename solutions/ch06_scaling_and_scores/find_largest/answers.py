"""Answers to scores.find_largest that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right(
        "just enough",
        """
        def find_largest():
            one, number, label = np.eye(3)[:, [1]], np.eye(3)[:, [0]], np.eye(3)[:, [2]]
            return 3 * one, number, label
        """,
        "of whole numbers the largest has a weight of 0.9502 at least",
    ),
    right(
        "one column",
        """
        def find_largest():
            return np.array([[0], [20], [0]]), np.array([[1], [0], [0]]), [[0], [0], [1]]
        """,
        "d_k 1",
    ),
    right(
        "large keys",
        """
        def find_largest():
            return np.array([[0], [1], [0]]), np.array([[99], [0], [0]]), [[0], [0], [1]]
        """,
        "the key is large",
    ),
    right(
        "both negative",
        """
        def find_largest():
            return np.array([[0], [-20], [0]]), np.array([[-1], [0], [0]]), [[0], [0], [1]]
        """,
        "minus twice",
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
        "a constant added to keys",
        """
        def find_largest():
            return np.array([[0], [20], [0]]), np.array([[1], [5], [0]]), [[0], [0], [1]]
        """,
        "cancels in a softmax",
    ),
    wrong(
        "not begun",
        """
        def find_largest():
            raise NotImplementedError
        """,
        "",
        verdict="not_attempted",
    ),
    wrong(
        "number with number",
        """
        def find_largest():
            return np.array([[20], [0], [0]]), np.array([[1], [0], [0]]), [[0], [0], [1]]
        """,
        "signs",
        "number-with-number",
    ),
    wrong(
        "the roles swapped",
        """
        def find_largest():
            return np.array([[20], [0], [0]]), np.array([[0], [1], [0]]), [[0], [0], [1]]
        """,
        "all alike",
        "roles-swapped",
    ),
    wrong(
        "the smallest",
        """
        def find_largest():
            return np.array([[0], [-20], [0]]), np.array([[1], [0], [0]]), [[0], [0], [1]]
        """,
        "the other sign",
        "the-smallest",
    ),
    wrong(
        "too soft",
        """
        def find_largest():
            return np.array([[0], [1], [0]]), np.array([[1], [0], [0]]), [[0], [0], [1]]
        """,
        "no factor",
        "too-soft",
    ),
    wrong(
        "three times",
        """
        def find_largest():
            return np.array([[0], [2], [0]]), np.array([[1], [0], [0]]), [[0], [0], [1]]
        """,
        "still shared out",
    ),
    wrong(
        "the number itself",
        """
        def find_largest():
            return np.array([[0], [20], [0]]), np.array([[1], [0], [0]]), [[1], [0], [0]]
        """,
        "not the label",
        "number-passed-on",
    ),
    wrong(
        "by label",
        """
        def find_largest():
            return np.array([[0], [20], [0]]), np.array([[0], [0], [1]]), [[0], [0], [1]]
        """,
        "the largest label",
        "label-compared",
    ),
    wrong(
        "numbers twice as large as keys",
        """
        def find_largest():
            W_q = np.array([[0.0], [1.0], [0.0]])
            W_k = np.array([[2.0], [0.0], [0.0]])
            W_v = np.array([[0.0], [0.0], [1.0]])
            return W_q, W_k, W_v
        """,
        "neighbours get a weight of 0.12",
    ),
)

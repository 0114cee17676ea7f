"""Answers to numpy.look_up that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right(
        "features picked",
        """
        def look_up():
            E = np.eye(8)
            return 20 * E[:, 3:6], E[:, :3], E[:, 6:]
        """,
        "columns of an identity",
    ),
    right(
        "large keys",
        """
        def look_up():
            E = np.eye(8)
            return E[:, 3:6], 99 * E[:, :3], E[:, 6:]
        """,
        "the factor is in the keys",
    ),
    right(
        "as many features as a token",
        """
        def look_up():
            E = np.eye(8)
            names = E * [1, 1, 1, 0, 0, 0, 0, 0]
            return 50 * np.roll(E, -3, axis=1), names, E[:, 6:]
        """,
        "the question moved to where the name stands",
    ),
    right(
        "entry by entry",
        """
        def look_up():
            W_q, W_k, W_v = np.zeros((8, 3)), np.zeros((8, 3)), np.zeros((8, 2))
            for i in range(3):
                W_q[3 + i, i] = W_k[i, i] = 6
            W_v[6, 0] = W_v[7, 1] = 1
            return W_q, W_k, W_v
        """,
        "a loop",
    ),
    right(
        "just enough",
        """
        def look_up():
            E = np.eye(8)
            return 6.31 * E[:, 3:6], E[:, :3], E[:, 6:]
        """,
        "a weight of 0.9502, beside messages of hundreds",
    ),
    right(
        "both negative",
        """
        def look_up():
            E = np.eye(8)
            return -20 * E[:, 3:6], -E[:, :3], E[:, 6:]
        """,
        "minus times minus",
    ),
    wrong(
        "not begun",
        """
        def look_up():
            raise NotImplementedError
        """,
        "as it was handed out",
        verdict="not_attempted",
    ),
    wrong(
        "roles swapped",
        """
        def look_up():
            E = np.eye(8)
            return 20 * E[:, :3], E[:, 3:6], E[:, 6:]
        """,
        "a name meets whoever asks for it",
        "roles-swapped",
    ),
    wrong(
        "names",
        """
        def look_up():
            E = np.eye(8)
            return 20 * E[:, :3], E[:, :3], E[:, 6:]
        """,
        "names meet names",
        "each-finds-itself",
    ),
    wrong(
        "questions",
        """
        def look_up():
            E = np.eye(8)
            return 20 * E[:, 3:6], E[:, 3:6], E[:, 6:]
        """,
        "questions meet questions",
        "same-question",
    ),
    wrong(
        "whole tokens",
        """
        def look_up():
            E = np.eye(8)
            return 20 * E, E, E[:, 6:]
        """,
        "every feature meets itself",
        "whole-tokens",
    ),
    wrong(
        "no factor",
        """
        def look_up():
            E = np.eye(8)
            return E[:, 3:6], E[:, :3], E[:, 6:]
        """,
        "the scores are 0 and 1",
        "too-soft",
    ),
    wrong(
        "the factor in the values",
        """
        def look_up():
            E = np.eye(8)
            return E[:, 3:6], E[:, :3], 20 * E[:, 6:]
        """,
        "the message is multiplied, and the weights stay even",
    ),
    wrong(
        "the name",
        """
        def look_up():
            E = np.eye(8)
            return 20 * E[:, 3:6], E[:, :3], E[:, :2]
        """,
        "two features of the name in place of the message",
        "name-passed-on",
    ),
    wrong(
        "everything",
        """
        def look_up():
            E = np.eye(8)
            return 20 * E[:, 3:6], E[:, :3], E
        """,
        "the whole token",
    ),
)

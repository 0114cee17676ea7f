"""Answers to reading.previous_head that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "the queries turned",
        """
        def previous_head():
            step = 2 * np.pi / 16
            turn = np.array([[np.cos(step), -np.sin(step)], [np.sin(step), np.cos(step)]])
            W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 4))
            W_q[4:] = 200 * turn
            W_k[4:] = np.eye(2)
            W_v[:4] = np.eye(4)
            return W_q, W_k, W_v
        """,
        "as the hints lead to it",
    ),
    right(
        "the keys turned",
        """
        def previous_head():
            step = 2 * np.pi / 16
            turn = np.array([[np.cos(step), -np.sin(step)], [np.sin(step), np.cos(step)]])
            W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 4))
            W_q[4:] = 200 * np.eye(2)
            W_k[4:] = turn.T
            W_v[:4] = np.eye(4)
            return W_q, W_k, W_v
        """,
        "keys a step forwards",
    ),
    right(
        "six features, words left out",
        """
        def previous_head():
            step = 2 * np.pi / 16
            q, k = np.zeros((6, 6)), np.zeros((6, 6))
            half = step / 2
            for W, sign in ((q, 1), (k, -1)):
                cos, sin = np.cos(half), sign * np.sin(half)
                W[4, 4], W[4, 5], W[5, 4], W[5, 5] = cos, -sin, sin, cos
            return 30 * q, 30 * k, np.eye(6)[:, :4]
        """,
        "both turned by half a step, d_k 6",
    ),
    right(
        "nested lists",
        """
        def previous_head():
            c, s, big = np.cos(np.pi / 8), np.sin(np.pi / 8), 1000.0
            nothing = [[0.0, 0.0]] * 4
            W_q = nothing + [[big * c, -big * s], [big * s, big * c]]
            W_k = nothing + [[1.0, 0.0], [0.0, 1.0]]
            W_v = [[float(i == j) for j in range(4)] for i in range(6)]
            return W_q, W_k, W_v
        """,
        "lists in place of arrays",
    ),
    right(
        "solved by least squares",
        """
        def previous_head():
            angles = 2 * np.pi / 16 * np.arange(16)
            here = np.column_stack([np.cos(angles), np.sin(angles)])
            turn = np.linalg.lstsq(here, np.roll(here, 1, axis=0), rcond=None)[0]
            W_q = np.vstack([np.zeros((4, 2)), 500 * turn])
            W_k = np.vstack([np.zeros((4, 2)), np.eye(2)])
            return W_q, W_k, np.eye(6, 4)
        """,
        "the turn is found from examples",
    ),
    right(
        "a feature for each position",
        """
        def previous_head():
            angles = 2 * np.pi / 16 * np.arange(16)
            here = np.stack([np.cos(angles), np.sin(angles)])
            W_q, W_k = np.zeros((6, 16)), np.zeros((6, 16))
            W_q[4:], W_k[4:] = 200 * here, np.roll(here, 1, axis=1)
            return W_q, W_k, np.eye(6, 4)
        """,
        "d_k 16: each feature as large as a token is near to its position",
    ),
    wrong(
        "not begun",
        """
        def previous_head():
            raise NotImplementedError
        """,
        "the stub",
        verdict="not_attempted",
    ),
    wrong(
        "not turned",
        change("W_k[4:] = turn.T", "W_k[4:] = np.eye(2)"),
        "each token finds itself",
        "itself",
        of="the keys turned",
    ),
    wrong(
        "turned forwards",
        change("200 * turn", "200 * turn.T"),
        "one step on",
        "the-next",
        of="the queries turned",
    ),
    wrong(
        "both turned",
        change("200 * np.eye(2)", "200 * turn"),
        "a step each",
        "two-back",
        of="the keys turned",
    ),
    wrong(
        "both turned alike",
        change("W_k[4:] = np.eye(2)", "W_k[4:] = turn"),
        "two turns that cancel",
        "itself",
        of="the queries turned",
    ),
    wrong(
        "no factor",
        change("200 * turn", "turn"),
        "scores between -1 and 1",
        "too-soft",
        of="the queries turned",
    ),
    wrong(
        "a small factor",
        change("200 * turn", "20 * turn"),
        "looks there, and at all neighbours",
        of="the queries turned",
    ),
    wrong(
        "the whole token",
        change("W_v[:4] = np.eye(4)", "W_v = np.eye(6)"),
        "position and all",
        "positions-gathered",
        of="the queries turned",
    ),
    wrong(
        "two matrices",
        change("return W_q, W_k, W_v", "return W_q, W_k"),
        "the values are forgotten",
        of="the queries turned",
    ),
    wrong(
        "the position as a value",
        change("W_v[:4] = np.eye(4)", "W_v[4:] = np.eye(2, 4)"),
        "where, and not what",
        of="the queries turned",
    ),
)

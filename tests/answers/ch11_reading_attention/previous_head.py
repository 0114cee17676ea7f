"""Answers to reading.previous_head."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "reading.previous_head"

BLOCK = """
def previous_head():
    step = 2 * np.pi / 16
    turn = np.array([[np.cos(step), -np.sin(step)], [np.sin(step), np.cos(step)]])
    W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 4))
    W_q[4:] = 200 * turn
    W_k[4:] = np.eye(2)
    W_v[:4] = np.eye(4)
    return W_q, W_k, W_v
"""

ANSWERS = (
    right("the queries turned", BLOCK, "as the hints lead to it"),
    right(
        "the keys turned",
        edited(
            BLOCK,
            ("200 * turn", "200 * np.eye(2)"),
            ("= np.eye(2)\n    W_v", "= turn.T\n    W_v"),
        ),
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
    wrong(
        "not begun",
        "def previous_head():\n    raise NotImplementedError",
        "the stub",
        verdict="not_attempted",
    ),
    wrong(
        "not turned",
        edited(BLOCK, ("200 * turn", "200 * np.eye(2)")),
        "each token finds itself",
        "itself",
    ),
    wrong(
        "turned forwards",
        edited(BLOCK, ("200 * turn", "200 * turn.T")),
        "one step on",
        "the-next",
    ),
    wrong(
        "both turned",
        edited(BLOCK, ("= np.eye(2)\n    W_v", "= turn.T\n    W_v")),
        "a step each",
        "two-back",
    ),
    wrong(
        "both turned alike",
        edited(BLOCK, ("= np.eye(2)\n    W_v", "= turn\n    W_v")),
        "two turns that cancel",
        "itself",
    ),
    wrong(
        "no factor",
        edited(BLOCK, ("200 * turn", "turn")),
        "scores between -1 and 1",
        "too-soft",
    ),
    wrong(
        "a small factor", edited(BLOCK, ("200", "20")), "looks there, and at all neighbours"
    ),
    wrong(
        "the whole token",
        edited(BLOCK, ("np.zeros((6, 4))", "np.eye(6)"), ("W_v[:4] = np.eye(4)", "pass")),
        "position and all",
        "positions-gathered",
    ),
    wrong(
        "two matrices",
        edited(BLOCK, ("W_q, W_k, W_v\n", "W_q, W_k\n")),
        "the values are forgotten",
    ),
    wrong(
        "the position as a value",
        edited(BLOCK, ("W_v[:4] = np.eye(4)", "W_v[4:] = np.eye(2, 4)")),
        "where, and not what",
    ),
)

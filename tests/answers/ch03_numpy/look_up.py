"""Answers to numpy.look_up."""

from answers.corpus import right, wrong

EXERCISE = "numpy.look_up"


def matrices(W_q, W_k, W_v="E[:, 6:]"):
    return f"def look_up():\n    E = np.eye(8)\n    return {W_q}, {W_k}, {W_v}"


ANSWERS = (
    right(
        "features picked", matrices("20 * E[:, 3:6]", "E[:, :3]"), "columns of an identity"
    ),
    right(
        "large keys", matrices("E[:, 3:6]", "99 * E[:, :3]"), "the factor is in the keys"
    ),
    right(
        "as many features as a token",
        matrices(
            "50 * np.roll(E, -3, axis=1) * (E.sum(0) > 0)", "E * [1, 1, 1, 0, 0, 0, 0, 0]"
        ),
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
    right("both negative", matrices("-20 * E[:, 3:6]", "-E[:, :3]"), "minus times minus"),
    wrong(
        "not begun",
        "def look_up():\n    raise NotImplementedError",
        "",
        verdict="not_attempted",
    ),
    wrong("roles swapped", matrices("20 * E[:, :3]", "E[:, 3:6]"), "", "roles-swapped"),
    wrong("names", matrices("20 * E[:, :3]", "E[:, :3]"), "", "each-finds-itself"),
    wrong("questions", matrices("20 * E[:, 3:6]", "E[:, 3:6]"), "", "same-question"),
    wrong("whole tokens", matrices("20 * E", "E"), "", "whole-tokens"),
    wrong("no factor", matrices("E[:, 3:6]", "E[:, :3]"), "", "too-soft"),
    wrong(
        "the factor in the values", matrices("E[:, 3:6]", "E[:, :3]", "20 * E[:, 6:]"), ""
    ),
    wrong(
        "the name", matrices("20 * E[:, 3:6]", "E[:, :3]", "E[:, :2]"), "", "name-passed-on"
    ),
    wrong("everything", matrices("20 * E[:, 3:6]", "E[:, :3]", "E"), "the whole token"),
)

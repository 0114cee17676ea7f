"""What goes wrong in the matrices of a head that looks one back.

The turn goes to another place, the factor is too small, or words and positions come
where they have no say.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "itself",
        "Your tokens attend to themselves: query and key name the same position. One "
        "of the two has to be turned by a step before they meet.",
        change("np.array([[cos, -sin], [sin, cos]])", "np.eye(2)"),
    ),
    Misconception(
        "the-next",
        "Your head looks at the token after. It is turned by a step, the other way "
        "round: the key that should answer stands at p - 1.",
        change("[[cos, -sin], [sin, cos]]", "[[cos, sin], [-sin, cos]]"),
    ),
    Misconception(
        "two-back",
        "Your head looks two tokens back: one turn too many. From query to key it is to "
        "be one step in all.",
        change("W_k[4:] = np.eye(2)", "W_k[4:] = [[cos, sin], [-sin, cos]]"),
    ),
    Misconception(
        "too-soft",
        "Your head prefers the token before, and hardly. Neighbours on the circle have "
        "nearly the same cosine, so the scores need a large factor to part them.",
        change("200 * np.array", "np.array"),
    ),
    Misconception(
        "words-matched",
        "The words have a say in your scores. A head that looks at a place must not "
        "see what stands there: let the rows of the word in W_q or W_k be zero.",
        change(
            "W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2))",
            "W_q, W_k, W_v = 200 * np.eye(6), np.eye(6)",
        )
        + change("W_q[4:]", "W_q[4:, 4:]")
        + change("W_k[4:]", "W_k[4:, 4:]"),
    ),
    Misconception(
        "positions-gathered",
        "Your context holds the whole token, its position too. The value should say "
        "what the token is and never where: W_v is (6, 4).",
        change("W_v[:4] = np.eye(4)", "W_v = np.eye(6)"),
    ),
)

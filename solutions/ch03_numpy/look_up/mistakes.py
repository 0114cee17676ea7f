"""What goes wrong in a look-up: which features meet, and by how much."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "roles-swapped",
        "Your tokens attend to the token that asks for *them*. Make the query from what "
        "a token asks for, and the key from its own name.",
        change("W_q[3:6]", "W_q[:3]") + change("W_k[:3]", "W_k[3:6]"),
    ),
    Misconception(
        "each-finds-itself",
        "Queries and keys are both made from the name, so each token finds itself. "
        "What it asks for stands in the next three features.",
        change("W_q[3:6]", "W_q[:3]"),
    ),
    Misconception(
        "same-question",
        "Queries and keys are both made from what is asked for. A token then finds "
        "those who ask for the same.",
        change("W_k[:3]", "W_k[3:6]"),
    ),
    Misconception(
        "whole-tokens",
        "You compare whole tokens, feature with feature, so names meet names and "
        "messages meet messages. What is asked for has to meet a name.",
        """
        def look_up():
            E = np.eye(8)
            return 20 * E, E, E[:, 6:]
        """,
    ),
    Misconception(
        "too-soft",
        "The right token gets the largest score, but only 1 against 0, so the softmax "
        "gives it less than twice the weight of another. Make the scores larger.",
        change("20 * np.eye(3)", "np.eye(3)"),
    ),
    Misconception(
        "name-passed-on",
        "Each token finds the right one and takes over part of its name. The value "
        "should be the message: the last two features.",
        change("W_v[6:]", "W_v[:2]"),
    ),
)

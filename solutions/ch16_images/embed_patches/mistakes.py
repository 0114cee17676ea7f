"""What goes wrong where patches become tokens, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "class-token-last",
        "The class token is behind the patches. Put it in front: then it is token 0, "
        "however many patches an image has.",
        change("[first, tokens]", "[tokens, first]"),
    ),
    Misconception(
        "no-positions",
        "The positions are not added. Without them the model cannot tell a patch at "
        "the top from one at the bottom.",
        change("axis=-2) + positions", "axis=-2)"),
    ),
    Misconception(
        "positions-one-off",
        "Your patches have the positions of their neighbours: row 0 belongs to the "
        "class token, row 1 to the first patch.",
        change("    first =", "    tokens = tokens + positions[:-1]\n    first =")
        + change("axis=-2) + positions", "axis=-2)"),
    ),
    Misconception(
        "no-bias",
        "The bias b is missing. Every patch gets it, the class token does not.",
        change("patches @ W + b", "patches @ W"),
    ),
    Misconception(
        "no-class-token",
        "The class token is missing: n patches must become n + 1 tokens.",
        change(
            "np.concatenate([first, tokens], axis=-2) + positions", "tokens + positions[1:]"
        ),
    ),
    Misconception(
        "class-token-without-a-position",
        "Your class token has no position. The table has n + 1 rows: the first is the "
        "class token's.",
        change("    first =", "    tokens = tokens + positions[1:]\n    first =")
        + change("axis=-2) + positions", "axis=-2)"),
    ),
    Misconception(
        "zeros-for-the-class-token",
        "You put zeros in front. It is class_token, learnt, that stands there.",
        change("broadcast_to(class_token", "broadcast_to(0 * class_token"),
    ),
    Misconception(
        "bias-for-the-class-token",
        "You add the projection's bias to the class token. It is not projected: b "
        "belongs to the patches.",
        change("broadcast_to(class_token", "broadcast_to(class_token + b"),
    ),
    Misconception(
        "positions-twice",
        "Your patches get their positions twice. Add the table once, after the class "
        "token stands in front.",
        change("    first =", "    tokens = tokens + positions[1:]\n    first ="),
    ),
    Misconception(
        "mean-for-class-token",
        "You put the mean of the patches in front. The class token is a vector of its "
        "own, learnt, and the same for every image: it collects by attention.",
        change(
            "np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))",
            "tokens.mean(axis=-2, keepdims=True)",
        ),
    ),
    Misconception(
        "positions-multiplied",
        "You multiply by the positions. They are added, as in chapter 09.",
        change("axis=-2) + positions", "axis=-2) * positions"),
    ),
)

"""What goes wrong in accepting, each as a change of the reference."""

from autograder import Misconception, change

REFUSED = "uniforms[row] >= wanted[token] / offered[token]"
LEFT = "left = residual(wanted, offered)"

MISTAKES = (
    Misconception(
        "accepted-always",
        "You accept every token of the draft. What comes out is then drawn from q, not "
        "from p.",
        change(REFUSED, "False"),
    ),
    Misconception(
        "drawn-from-p-again",
        "Behind a rejected token you draw from p. Tokens that the draft offers are then "
        "drawn too often, so draw from the residual.",
        change(LEFT, "left = p[row]"),
    ),
    Misconception(
        "ratio-turned-round",
        "You divide q by p. A token is accepted with probability p / q, because it should "
        "be accepted more easily if the model wants it more.",
        change(REFUSED, "uniforms[row] >= q[row, token] / p[row, token]"),
    ),
    Misconception(
        "without-the-ratio",
        "You accept with probability p. The draft has already chosen the token with "
        "probability q, so divide by q.",
        change(REFUSED, "uniforms[row] >= p[row, token]"),
    ),
    Misconception(
        "goes-on-after-a-refusal",
        "You go on behind a rejected token. Later rows of p have read that token, so they "
        "are about another text.",
        change("            break\n", "            continue\n"),
    ),
    Misconception(
        "nothing-drawn",
        "You return only what was accepted. One more token is always drawn behind it, "
        "whether or not a token was rejected.",
        change(
            '[*new, int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))]',
            "new",
        ),
    ),
    Misconception(
        "the-likeliest-taken",
        "You take the likeliest token in the end. Draw that token with the last uniform "
        "instead.",
        change(
            'int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))',
            "int(np.argmax(left))",
        ),
    ),
    Misconception(
        "a-used-uniform",
        "You do not draw with the last uniform. Each of the others decides about a token "
        "of the draft, and the last one draws, wherever the draft ended.",
        change(
            "uniforms[-1] * sums[-1]",
            "uniforms[min(len(new), len(draft))] * sums[-1]",
        ),
    ),
    Misconception(
        "the-next-uniform",
        "Behind a rejected token you draw with the next number, which belongs to the next "
        "token of the draft. Draw with the last number, wherever the draft ended.",
        change(
            "uniforms[-1] * sums[-1]",
            "uniforms[min(len(new) + 1, len(draft))] * sums[-1]",
        ),
    ),
    Misconception(
        "residual-of-the-next-row",
        "Your residual is that of the row behind the rejected token, which has read that "
        "token. Take the row that decided.",
        change("residual(wanted, offered)", "residual(p[row + 1], offered)"),
    ),
    Misconception(
        "draft-drawn-from-in-the-end",
        "Behind a rejected token you draw from q, which the rejected token was drawn from. "
        "Draw from the residual.",
        change(LEFT, "left = q[row]"),
    ),
    Misconception(
        "equal-is-accepted",
        "You accept a token whose uniform equals p / q. It is accepted when the uniform is "
        "below.",
        change("uniforms[row] >= wanted", "uniforms[row] > wanted"),
    ),
    Misconception(
        "reached-not-exceeded",
        "You draw the first token at which the sum reaches the uniform. The sum has to "
        "exceed the uniform, or a uniform of 0 draws a token of probability 0.",
        change(', side="right"', ""),
    ),
)

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
        "Behind a refused token you draw from p. Tokens that the draft offers are then "
        "drawn too often; draw from what is left of p.",
        change(LEFT, "left = p[row]"),
    ),
    Misconception(
        "ratio-turned-round",
        "You divide q by p. A token is accepted the more easily the more the model wants "
        "it.",
        change(REFUSED, "uniforms[row] >= q[row, token] / p[row, token]"),
    ),
    Misconception(
        "without-the-ratio",
        "You accept with probability p. The draft has already chosen the token with "
        "probability q: divide by it.",
        change(REFUSED, "uniforms[row] >= p[row, token]"),
    ),
    Misconception(
        "goes-on-after-a-refusal",
        "You go on behind a refused token. Later rows of p have read that token: they "
        "are about another text.",
        change("            break\n", "            continue\n"),
    ),
    Misconception(
        "nothing-drawn",
        "You return what was accepted and no more. One token is drawn behind it, "
        "however the draft has fared.",
        change(
            '[*new, int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))]',
            "new",
        ),
    ),
    Misconception(
        "the-likeliest-taken",
        "You take the likeliest token in the end. It has to be drawn, with the last "
        "uniform.",
        change(
            'int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))',
            "int(np.argmax(left))",
        ),
    ),
    Misconception(
        "a-used-uniform",
        "You do not draw with the last uniform. Each of the others decides about a token "
        "of the draft; the last one draws, wherever the draft ended.",
        change(
            "uniforms[-1] * sums[-1]",
            "uniforms[min(len(new), len(draft))] * sums[-1]",
        ),
    ),
    Misconception(
        "the-next-uniform",
        "Behind a refused token you draw with the number that comes next. That one is the "
        "next token's; the last one draws, wherever the draft ended.",
        change(
            "uniforms[-1] * sums[-1]",
            "uniforms[min(len(new) + 1, len(draft))] * sums[-1]",
        ),
    ),
    Misconception(
        "residual-of-the-next-row",
        "Your residual is of the row behind the refused token, which has read it. Take "
        "the row that decided.",
        change("residual(wanted, offered)", "residual(p[row + 1], offered)"),
    ),
    Misconception(
        "draft-drawn-from-in-the-end",
        "Behind a refused token you draw from q. That is where the refused token came "
        "from; draw from what is left of p.",
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
        "You draw the first token at which the sum reaches the uniform. It has to exceed "
        "it, or a uniform of 0 draws a token of probability 0.",
        change(', side="right"', ""),
    ),
)

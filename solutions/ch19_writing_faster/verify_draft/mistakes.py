"""What goes wrong in checking a draft, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "one-row-late",
        "You compare token i with row i + 1, which has already read that token. Compare it "
        "with row i.",
        change("likeliest[row]", "likeliest[row + 1]"),
    ),
    Misconception(
        "no-token-of-its-own",
        "You return only the accepted tokens of the draft. The pass has also said what "
        "comes behind them. Add that token, or a pass brings nothing where the draft is "
        "wrong.",
        change("[*new, int(likeliest[len(new)])]", "new"),
    ),
    Misconception(
        "none-behind-a-whole-draft",
        "You add no token of the model's own where the whole draft is right. The last row "
        "says what comes behind the draft, so add that token, too.",
        change(
            "[*new, int(likeliest[len(new)])]",
            "[*new, int(likeliest[len(new)])][: len(draft)]",
        ),
    ),
    Misconception(
        "goes-on-after-a-mistake",
        "You go on behind a wrong token. Later rows have read the wrong token, so what "
        "they say is about another text.",
        change("            break", "            continue"),
    ),
    Misconception(
        "all-or-nothing",
        "You use the draft as a whole or not at all. Its first tokens may be right where a "
        "later one is wrong.",
        change(
            "    for row, token in enumerate(draft):\n",
            "    for row, token in enumerate(draft):\n"
            "        if list(draft) != likeliest[: len(draft)].tolist():\n"
            "            break\n",
        ),
    ),
    Misconception(
        "the-wrong-token-kept",
        "You keep the first wrong token as well. Greedy decoding would not have written "
        "it.",
        change(
            "            break\n        new.append(int(token))",
            "            return [*new, int(token)]\n        new.append(int(token))",
        ),
    ),
    Misconception(
        "own-token-of-the-last-row",
        "Your own token comes from the last row, which has read the whole draft. Where "
        "only k tokens are right, row k is the one that has read nothing wrong.",
        change("likeliest[len(new)]", "likeliest[-1]"),
    ),
    Misconception(
        "own-token-of-the-first-row",
        "Your own token comes from the first row, which has read none of the draft. "
        "Behind k right tokens, your own token comes from row k.",
        change("likeliest[len(new)]", "likeliest[0]"),
    ),
    Misconception(
        "the-draft-unchecked",
        "You take the whole draft. Some of it is not what the model would have written.",
        change("token != likeliest[row]", "False"),
    ),
)

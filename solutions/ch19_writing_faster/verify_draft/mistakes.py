"""What goes wrong in checking a draft, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "one-row-late",
        "You compare token i with row i + 1, which has read it already. Row i stands "
        "before it.",
        change("likeliest[row]", "likeliest[row + 1]"),
    ),
    Misconception(
        "no-token-of-its-own",
        "You return what stands of the draft and no more. The pass has also said what "
        "comes behind it: keep that token, or nothing is gained where no draft is right.",
        change("[*new, int(likeliest[len(new)])]", "new"),
    ),
    Misconception(
        "none-behind-a-whole-draft",
        "You add no token of the model's own where the whole draft stands. The last row "
        "says what comes there, too: keep it.",
        change(
            "[*new, int(likeliest[len(new)])]",
            "[*new, int(likeliest[len(new)])][: len(draft)]",
        ),
    ),
    Misconception(
        "goes-on-after-a-mistake",
        "You go on behind a token that does not stand. Later rows have read the wrong "
        "token, so what they say is about another text.",
        change("            break", "            continue"),
    ),
    Misconception(
        "all-or-nothing",
        "You use the draft as a whole or not at all. Its first tokens may stand where a "
        "later one does not.",
        change(
            "    for row, token in enumerate(draft):\n",
            "    for row, token in enumerate(draft):\n"
            "        if list(draft) != likeliest[: len(draft)].tolist():\n"
            "            break\n",
        ),
    ),
    Misconception(
        "the-wrong-token-kept",
        "You keep the token that does not stand as well. Greedy decoding would never "
        "have written it.",
        change(
            "            break\n        new.append(int(token))",
            "            return [*new, int(token)]\n        new.append(int(token))",
        ),
    ),
    Misconception(
        "own-token-of-the-last-row",
        "Your own token comes from the last row, which has read the whole draft. Where "
        "only k tokens stand, row k is the one that has read nothing wrong.",
        change("likeliest[len(new)]", "likeliest[-1]"),
    ),
    Misconception(
        "own-token-of-the-first-row",
        "Your own token comes from the first row, which has read none of the draft. "
        "Behind k tokens that stand it is row k.",
        change("likeliest[len(new)]", "likeliest[0]"),
    ),
    Misconception(
        "the-draft-unchecked",
        "You take the whole draft. Some of it is not what the model would have written.",
        change("token != likeliest[row]", "False"),
    ),
)

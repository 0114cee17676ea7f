"""What goes wrong in the delta rule, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "added-not-corrected",
        "You add the whole value, as plain linear attention does. Take off first what the "
        "key reads already.",
        change("v[i] - k[i] @ memory", "v[i]"),
    ),
    Misconception(
        "read-before-forgetting",
        "Your key reads the memory as it was before keep. What it lacks is counted from "
        "what is left.",
        change(
            "        memory = keep[i] * memory\n"
            "        lacks = v[i] - k[i] @ memory  # (d_v,)\n",
            "        lacks = v[i] - k[i] @ memory\n        memory = keep[i] * memory\n",
        ),
    ),
    Misconception(
        "query-before-writing",
        "Your query reads before the token is written. It reads its own token, too.",
        change(
            "        memory = keep[i] * memory\n",
            "        out.append(q[i] @ (keep[i] * memory))\n"
            "        memory = keep[i] * memory\n",
        )
        + change("        out.append(q[i] @ memory)\n", ""),
    ),
    Misconception(
        "nothing-forgotten",
        "You leave keep out: nothing is ever forgotten.",
        change("memory = keep[i] * memory", "memory = 1 * memory"),
    ),
    Misconception(
        "written-whole",
        "You leave write out: every value is written whole.",
        change("write[i] * np.outer", "np.outer"),
    ),
    Misconception(
        "keep-for-write",
        "You take keep for write and write for keep.",
        change("keep[i] * memory", "write[i] * memory")
        + change("write[i] * np.outer", "keep[i] * np.outer"),
    ),
    Misconception(
        "forgets-the-rest",
        "You multiply by 1 - keep. keep is the share that stays.",
        change("keep[i] * memory", "(1 - keep[i]) * memory"),
    ),
    Misconception(
        "plus-for-minus",
        "You add what the key reads to the value. It is to be taken off.",
        change("v[i] - k[i] @ memory", "v[i] + k[i] @ memory"),
    ),
    Misconception(
        "starts-empty",
        "You begin with an empty memory. One is given, from the tokens before.",
        change("    out = []\n", "    out, memory = [], np.zeros_like(memory)\n"),
    ),
    Misconception(
        "written-at-the-query",
        "You write at the place of the query. A value is written where its key reads.",
        change("np.outer(k[i], lacks)", "np.outer(q[i], lacks)"),
    ),
)

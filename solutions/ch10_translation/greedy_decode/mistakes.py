"""What goes wrong in greedy decoding.

The model is shown the last id only, and what the limit counts is one off in either
direction; bos_id and eos_id are kept or dropped by mistake.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "starts-with-bos",
        "Your result begins with bos_id. The model is shown it, but it did not write "
        "it: return the ids after it.",
        change("ids[1:]", "ids"),
    ),
    Misconception(
        "eos-dropped",
        "Your result stops before eos_id. Keep it: without it nobody can tell a "
        "sequence that ended from one that was cut off.",
        change("        ids.append(best)\n", "")
        + change("            break\n", "            break\n        ids.append(best)\n"),
    ),
    Misconception(
        "does-not-stop",
        "You go on after eos_id until max_len. What a model writes after the end "
        "means nothing. Leave the loop when eos_id comes.",
        change("        if best == eos_id:\n            break\n", ""),
    ),
    Misconception(
        "only-the-last",
        "You show step_logits only the last id. The next id depends on all that has "
        "been written: pass the whole sequence, from bos_id on.",
        change("np.array(ids)", "np.array(ids[-1:])"),
    ),
    Misconception(
        "one-short",
        "You stop one id early: bos_id took a place. max_len counts the ids that you "
        "return, and bos_id is not one of them.",
        change("range(max_len)", "range(max_len - 1)"),
    ),
    Misconception(
        "one-too-many",
        "You write one id more than max_len allows. Check the length before you add an id.",
        change("range(max_len)", "range(max_len + 1)"),
    ),
    Misconception(
        "stops-at-bos",
        "You also stop when bos_id is written. It is an id like any other once the "
        "sequence has begun: only eos_id, or the limit, ends it.",
        change("best == eos_id", "best in (bos_id, eos_id)"),
    ),
    Misconception(
        "stops-at-0",
        "You stop at id 0. In Python 0 counts as false, but it is an id like any "
        "other: compare with eos_id.",
        change("best == eos_id", "best in (0, eos_id)"),
    ),
    Misconception(
        "not-grown",
        "You show step_logits the same ids every time, so it says the same every time. "
        "Show it what has been written as well: bos_id and all ids so far.",
        change("np.array(ids)", "np.array([bos_id])"),
    ),
    Misconception(
        "padded",
        "You fill the result up with eos_id to max_len. Return what was written: up to "
        "and with the first eos_id, however many ids that is.",
        change("    return", "    ids += [eos_id] * (max_len + 1 - len(ids))\n    return"),
    ),
    Misconception(
        "least-likely",
        "You take the id with the smallest logit. The largest is the likeliest: np.argmax.",
        change("np.argmax", "np.argmin"),
    ),
)

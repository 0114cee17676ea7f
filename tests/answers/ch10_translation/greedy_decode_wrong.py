"""Answers to translate.greedy_decode: wrong ones."""

from answers.corpus import wrong
from answers.edits import edited

EXERCISE = "translate.greedy_decode"

BASE = """
def greedy_decode(step_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    for _ in range(max_len):
        best = int(np.argmax(step_logits(np.array(ids))))
        ids.append(best)
        if best == eos_id:
            break
    return np.array(ids[1:], dtype=int)
"""

ANSWERS = (
    wrong(
        "bos kept",
        edited(
            BASE,
            (
                "ids[1:]",
                "ids",
            ),
        ),
        "the result begins with bos",
        "starts-with-bos",
    ),
    wrong(
        "eos left out",
        edited(
            BASE,
            (
                "        ids.append(best)\n        if best == eos_id:\n            break",
                "        if best == eos_id:\n            break\n        ids.append(best)",
            ),
        ),
        "the loop breaks before eos is written down",
        "eos-dropped",
    ),
    wrong(
        "never stops",
        edited(
            BASE,
            (
                "        if best == eos_id:\n            break\n    return",
                "    return",
            ),
        ),
        "max_len ids, whatever they are",
        "does-not-stop",
    ),
    wrong(
        "one too many",
        edited(
            BASE,
            (
                "range(max_len)",
                "range(max_len + 1)",
            ),
        ),
        "max_len + 1 ids",
        "one-too-many",
    ),
    wrong(
        "one too few",
        edited(
            BASE,
            (
                "range(max_len)",
                "range(max_len - 1)",
            ),
        ),
        "bos is counted",
        "one-short",
    ),
    wrong(
        "only the last id is handed over",
        edited(
            BASE,
            (
                "np.array(ids)))",
                "np.array(ids[-1:])))",
            ),
        ),
        "step_logits wants all ids so far",
        "only-the-last",
    ),
    wrong(
        "without bos",
        edited(
            BASE,
            (
                "np.array(ids)))",
                "np.array(ids[1:])))",
            ),
        ),
        "the model never sees bos",
    ),
    wrong(
        "the least likely",
        edited(
            BASE,
            (
                "np.argmax",
                "np.argmin",
            ),
        ),
        "argmin for argmax",
        "least-likely",
    ),
    wrong(
        "stops at bos",
        edited(
            BASE,
            (
                "best == eos_id",
                "best in (bos_id, eos_id)",
            ),
        ),
        "bos is taken for an end, too",
        "stops-at-bos",
    ),
    wrong(
        "stops at a repetition",
        edited(
            BASE,
            (
                "best == eos_id",
                "best == eos_id or best == ids[-2]",
            ),
        ),
        "the same id twice is taken for an end",
    ),
    wrong(
        "stops at 0",
        edited(
            BASE,
            (
                "best == eos_id",
                "best == eos_id or not best",
            ),
        ),
        "an id of 0 is taken for an end",
        "stops-at-0",
    ),
    wrong(
        "sampled",
        edited(
            BASE,
            (
                "best = int(np.argmax(step_logits(np.array(ids))))",
                "logits = step_logits(np.array(ids))\n"
                "        p = np.exp(logits - logits.max())\n"
                "        best = int(np.random.choice(len(logits), p=p / p.sum()))",
            ),
        ),
        "drawn instead of the likeliest",
    ),
    wrong(
        "logits gathered",
        edited(
            BASE,
            (
                "ids.append(best)",
                "ids.append(float(np.max(step_logits(np.array(ids)))))",
            ),
        ),
        "what is returned are logits",
    ),
    wrong(
        "fills up with eos",
        edited(
            BASE,
            (
                "return np.array(ids[1:], dtype=int)",
                "ids += [eos_id] * (max_len + 1 - len(ids))\n"
                "    return np.array(ids[1:], dtype=int)",
            ),
        ),
        "always max_len long",
        "padded",
    ),
    wrong(
        "floats",
        edited(
            BASE,
            (
                "np.array(ids[1:], dtype=int)",
                "np.array(ids[1:], dtype=float)",
            ),
        ),
        "ids as floats",
    ),
    wrong(
        "the same prefix for ever",
        edited(
            BASE,
            (
                "np.array(ids)))",
                "np.array([bos_id])))",
            ),
        ),
        "every call is asked with bos alone",
        "not-grown",
    ),
)

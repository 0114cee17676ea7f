"""Answers to translate.beam_search."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "translate.beam_search"

USUAL = """
def beam_search(step_logits, bos_id, eos_id, width, max_len):
    beam, finished = [(0.0, [bos_id])], []
    for _ in range(max_len):
        longer = []
        for total, ids in beam:
            logits = step_logits(np.array(ids))
            log_p = logits - np.logaddexp.reduce(logits)
            for i in range(len(log_p)):
                longer.append((total + log_p[i], ids + [i]))
        longer.sort(key=lambda way: way[0], reverse=True)
        beam = []
        for total, ids in longer[:width]:
            if ids[-1] == eos_id:
                finished.append((total, ids[1:]))
            else:
                beam.append((total, ids))
    return sorted(finished, key=lambda way: way[0], reverse=True)
"""
LOG_P = "log_p = logits - np.logaddexp.reduce(logits)"
KEY = "key=lambda way: way[0]"

ANSWERS = (
    right("the usual", USUAL, "an empty beam makes nothing longer"),
    right(
        "a stable softmax and its logarithm",
        edited(
            USUAL,
            (
                LOG_P,
                "shifted = logits - logits.max()\n"
                "            log_p = shifted - np.log(np.exp(shifted).sum())",
            ),
        ),
        "the largest taken off first",
    ),
    right(
        "the width best of each are enough",
        edited(
            USUAL, ("for i in range(len(log_p)):", "for i in np.argsort(-log_p)[:width]:")
        ),
        "no beginning has more than width among the width best",
    ),
    right(
        "bos_id left out from the start",
        edited(
            USUAL,
            ("[(0.0, [bos_id])]", "[(0.0, [])]"),
            ("np.array(ids)", "np.array([bos_id] + ids)"),
            ("ids[1:]", "ids"),
        ),
        "put in front for the model alone",
    ),
    right(
        "lists of results",
        edited(USUAL, ("(total, ids[1:])", "[float(total), np.array(ids[1:])]")),
        "a pair is a pair",
    ),
    wrong(
        "left open",
        "def beam_search(*a):\n    raise NotImplementedError",
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "logits",
        edited(USUAL, (LOG_P, "log_p = logits")),
        "no logarithms of probabilities",
        "raw-logits",
    ),
    wrong(
        "shifted by the largest",
        edited(USUAL, (LOG_P, "log_p = logits - logits.max()")),
        "a constant, and not the right one",
    ),
    wrong(
        "probabilities",
        edited(USUAL, (LOG_P, "log_p = np.exp(logits - np.logaddexp.reduce(logits))")),
        "added, not multiplied",
        "probabilities-added",
    ),
    wrong(
        "an ending takes no place",
        edited(
            USUAL,
            (
                "for total, ids in longer[:width]:",
                "for total, ids in longer:\n            if len(beam) == width:\n"
                "                break",
            ),
        ),
        "the beam is filled up beside the endings",
        "ended-beside",
    ),
    wrong(
        "unfinished too",
        edited(
            USUAL,
            (
                "return sorted(finished",
                "return sorted(finished + [(t, i[1:]) for t, i in beam]",
            ),
        ),
        "what was cut off is no ending",
        "unfinished-too",
    ),
    wrong(
        "ascending",
        edited(
            USUAL, ("finished, key=lambda way: way[0], reverse=True", f"finished, {KEY}")
        ),
        "the worst comes first",
        "worst-first",
    ),
    wrong(
        "bos returned",
        edited(USUAL, ("(total, ids[1:])", "(total, ids)")),
        "the model did not write it",
        "bos-kept",
    ),
    wrong(
        "the first ending",
        edited(
            USUAL,
            (
                "    return sorted",
                "        if finished:\n            break\n    return sorted",
            ),
        ),
        "others may end better",
        "stops-at-the-first",
    ),
    wrong(
        "one round more",
        edited(USUAL, ("range(max_len)", "range(max_len + 1)")),
        "a limit off by one",
        "one-round-more",
    ),
    wrong(
        "only the last id is shown",
        edited(USUAL, ("np.array(ids)", "np.array(ids[-1:])")),
        "the model needs all of them",
    ),
)

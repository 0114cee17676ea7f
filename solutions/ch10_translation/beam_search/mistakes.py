"""What goes wrong in a beam search.

What is kept competes across beginnings, by the logarithm of the whole probability.
Raw logits are no logarithms of probabilities: each step adds another constant.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "raw-logits",
        "You add up logits. They are log-probabilities only up to a constant, and "
        "every beginning has another one: whoever met large logits looks likely. Take "
        "off the logarithm of the sum of their powers.",
        change("logits - np.logaddexp.reduce(logits)", "logits"),
    ),
    Misconception(
        "probabilities-added",
        "You add up probabilities. The probability of a sequence is their product: add "
        "the logarithms.",
        change(
            "logits - np.logaddexp.reduce(logits)",
            "np.exp(logits - np.logaddexp.reduce(logits))",
        ),
    ),
    Misconception(
        "each-on-its-own",
        "You go on with the best id of each beginning. The longer ones compete all "
        "together: two of them may come from one beginning, and another one has none.",
        change("longer += [", "ways = [")
        + change(
            "enumerate(log_p)]",
            "enumerate(log_p)]\n"
            "            kept = width if len(beam) == 1 else 1\n"
            "            longer += sorted(ways, reverse=True)[:kept]",
        ),
    ),
    Misconception(
        "ended-beside",
        "You fill the beam up to width beside those that have ended. An ending is one "
        "of the width best that are kept, and takes up a place.",
        change(
            "        best = sorted(longer, reverse=True)[:width]",
            "        best = []\n"
            "        for way in sorted(longer, reverse=True):\n"
            "            if sum(ids[-1] != eos_id for _, ids in best) == width:\n"
            "                break\n"
            "            best.append(way)",
        ),
    ),
    Misconception(
        "unfinished-too",
        "You also return what has not ended after max_len rounds. Only what ends with "
        "eos_id is finished.",
        change(
            "    return",
            "    finished += [(total, ids[1:]) for total, ids in beam]\n    return",
        ),
    ),
    Misconception(
        "worst-first",
        "You return the least probable ending first. Logarithms of probabilities are "
        "negative: the best is the largest, nearest to 0.",
        change("sorted(finished, reverse=True)", "sorted(finished, reverse=False)"),
    ),
    Misconception(
        "mean-a-token",
        "You compare the mean a token. That is a later idea, with reasons of its own; "
        "asked for is the logarithm of the whole probability.",
        change(
            "sorted(finished, reverse",
            "sorted(finished, key=lambda way: way[0] / (1 + len(way[1])), reverse",
        ),
    ),
    Misconception(
        "bos-kept",
        "Your ids begin with bos_id. The model is shown it, but it did not write it.",
        change("(total, ids[1:])", "(total, ids)"),
    ),
    Misconception(
        "stops-at-the-first",
        "You stop as soon as one sequence has ended. The others in the beam may end "
        "better: go on until it is empty.",
        change("if not beam:", "if finished or not beam:"),
    ),
    Misconception(
        "one-round-more",
        "You go one round too far: max_len counts the ids that are written, and bos_id "
        "is not one of them.",
        change("range(max_len)", "range(max_len + 1)"),
    ),
    Misconception(
        "width-for-each",
        "You keep the width best of each beginning, so the beam grows. Of all longer "
        "ones together, width are kept.",
        change("longer += [", "ways = [")
        + change("(log_p)]", "(log_p)]\n            longer += sorted(ways)[-width:]")
        + change("(longer, reverse=True)[:width]", "(longer, reverse=True)"),
    ),
    Misconception(
        "endings-go-on",
        "An ending stays in your beam, and can be pushed out of it by what comes later. "
        "It has ended: it leaves the beam, and nothing takes it back.",
        change(
            "        longer = []\n",
            "        longer = [(total, [bos_id, *ids]) for total, ids in finished]\n"
            "        finished = []\n",
        ),
    ),
    Misconception(
        "in-the-order-found",
        "You return the endings in the order in which you found them. The most probable "
        "comes first.",
        change("sorted(finished, reverse=True)", "finished"),
    ),
    Misconception(
        "probabilities-returned",
        "You return probabilities. Asked for are their logarithms, and with long "
        "sequences a product of probabilities underflows.",
        change(
            "sorted(finished, reverse=True)",
            "[(np.exp(p), ids) for p, ids in sorted(finished, reverse=True)]",
        ),
    ),
    Misconception(
        "mean-returned",
        "You divide the logarithm by the number of ids. Asked for is that of the whole "
        "sequence's probability.",
        change("[(total, ids[1:]) for", "[(total / (len(ids) - 1), ids[1:]) for"),
    ),
    Misconception(
        "places-kept-for-endings",
        "Your beam gets narrower with every ending. What has ended leaves the beam: in "
        "each round width of the longer ones are kept, however many have ended before.",
        change("[:width]", "[: max(width - len(finished), 0)]"),
    ),
    Misconception(
        "stops-at-width",
        "You stop as soon as width sequences have ended. What is left in the beam may end "
        "better: go on until it is empty, or max_len rounds are over.",
        change("if not beam:", "if not beam or len(finished) >= width:"),
    ),
    Misconception(
        "the-best-alone",
        "You return the most probable ending alone. All that the beam found are asked for.",
        change(
            "return sorted(finished, reverse=True)",
            "return sorted(finished, reverse=True)[:1]",
        ),
    ),
    Misconception(
        "width-best-alone",
        "You return no more than width endings. All that the beam found are asked for: a "
        "beam may find more than width.",
        change(
            "return sorted(finished, reverse=True)",
            "return sorted(finished, reverse=True)[:width]",
        ),
    ),
    Misconception(
        "eos-dropped",
        "Your ids lack eos_id at their end. It was written as well: keep it.",
        change("ids[1:]", "ids[1:-1]"),
    ),
    Misconception(
        "last-id-alone",
        "Your totals are those of the last id alone. The probability of a sequence is the "
        "product of all its ids': add to the beginning's total.",
        change("total + p", "p"),
    ),
    Misconception(
        "beam-filled-up",
        "You fill the beam up again behind those that have finished. Of all longer ones "
        "width are kept, and those of them that end leave it smaller.",
        change(
            "in best if ids[-1] != eos_id]",
            "in sorted(longer, reverse=True) if ids[-1] != eos_id][:width]",
        ),
    ),
)

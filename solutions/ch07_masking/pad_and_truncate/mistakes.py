"""What goes wrong when sequences are brought to one length, each as a change.

The filler goes in front, the end is kept where the start is wanted, or the lengths
are those from before the cut.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "padded-in-front",
        "You put the filler in front of the tokens. Here it goes behind them, so "
        "that the first token of every sequence stands at position 0.",
        change("padded[i, : len(kept)]", "padded[i, max_len - len(kept) :]"),
    ),
    Misconception(
        "kept-the-end",
        "You keep the end of a sequence that is too long. Here its start is kept: "
        "sequence[:max_len].",
        change("ids[:max_len]", "ids[-max_len:]"),
    ),
    Misconception(
        "pad-id-ignored",
        "You always fill up with 0. Another vocabulary may have a real word at 0: "
        "fill with pad_id.",
        change("max_len), pad_id)", "max_len), 0)"),
    ),
    Misconception(
        "lengths-before-cutting",
        "Your lengths are those of the sequences as they came. After cutting, a row "
        "has at most max_len real tokens: count what is left.",
        change("lengths[i] = len(kept)", "lengths[i] = len(ids)"),
    ),
    Misconception(
        "counted-from-ids",
        "You count the entries that differ from pad_id. A real token may have that "
        "id as well, for example in models that pad with their end-of-text token. Take "
        "the lengths from the lists with len().",
        change("lengths[i] = len(kept)", "lengths[i] = (padded[i] != pad_id).sum()"),
    ),
    Misconception(
        "zeros-dropped",
        "You leave out ids that are 0. In Python 0 counts as false, but it is a token "
        "like any other: only what lies beyond max_len is cut.",
        change("ids[:max_len]", "[token for token in ids if token][:max_len]"),
    ),
    Misconception(
        "swapped-results",
        "Your two results stand in the other order. The caller takes them apart as "
        "ids, lengths: return (ids, lengths).",
        change("return padded, lengths", "return lengths, padded"),
    ),
    Misconception(
        "not-cut",
        "You pad, but you do not cut: a sequence longer than max_len does not fit into "
        "its row. Take sequence[:max_len] first.",
        change("ids[:max_len]", "ids"),
    ),
    Misconception(
        "as-wide-as-the-longest",
        "Your rows are as long as the longest sequence of the batch. The number of "
        "columns is max_len, whatever came in.",
        change(
            "    padded =", "    max_len = max(len(ids) for ids in sequences)\n    padded ="
        ),
    ),
    Misconception(
        "no-wider-than-the-longest",
        "You take max_len for a limit: where all sequences are shorter, your rows are "
        "as long as the longest of them. The number of columns is max_len, always.",
        change(
            "    padded =",
            "    max_len = min(max_len, max(len(ids) for ids in sequences))\n    padded =",
        ),
    ),
    Misconception(
        "ids-alone",
        "You return the ids alone. Once the rows are filled up they do not "
        "show where a sequence ended: return (ids, lengths).",
        change("return padded, lengths", "return padded"),
    ),
)

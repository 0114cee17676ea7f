"""What goes wrong in the weight from one word to another.

Another piece of the source asks, or several do; of the target not all pieces count; the
two words change places, or rows and columns.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "first-piece-asks",
        "You take the row of the source's first piece. In a decoder that piece has not "
        "seen the rest of its own word yet: the last one stands for the word.",
        change("sources[-1]", "sources[0]"),
    ),
    Misconception(
        "all-pieces-ask",
        "You average over the pieces of the source. Its last piece alone asks here.",
        change("sources[-1], :]", "sources, :].mean(axis=-2)"),
    ),
    Misconception(
        "all-pieces-added",
        "You add up what all pieces of the source give, so a word of three pieces has "
        "three times as much to give. Its last piece alone asks here.",
        change("sources[-1], :]", "sources, :].sum(axis=-2)"),
    ),
    Misconception(
        "target-asks",
        "You have the two words the other way round: the source looks, the target is "
        "looked at.",
        change("sources[-1]", "targets[-1]")
        + change("row[..., targets]", "row[..., sources]"),
    ),
    Misconception(
        "slice-too-short",
        "You leave out the target's last piece. targets is a list of places; a slice "
        "that ends at targets[-1] does not hold it.",
        change("found.sum(", "found[..., :-1].sum("),
    ),
    Misconception(
        "mean-of-target",
        "You average over the target's pieces. A row shares out a total of one, so the "
        "word's share is the sum: a mean makes long words look unattended.",
        change("found.sum(", "found.mean("),
    ),
    Misconception(
        "last-of-target",
        "You count the last piece of the target alone. What goes to its other pieces "
        "goes to the word as well.",
        change("found.sum(axis=-1)", "found[..., -1]"),
    ),
    Misconception(
        "first-of-target",
        "You count the first piece of the target alone. What goes to its other pieces "
        "goes to the word as well.",
        change("found.sum(axis=-1)", "found[..., 0]"),
    ),
    Misconception(
        "most-of-target",
        "You take the largest weight among the target's pieces. Add them up.",
        change("found.sum(", "found.max("),
    ),
    Misconception(
        "columns-ask",
        "You have rows and columns the other way round. The word that looks is the "
        "row, the word that is looked at the column.",
        change("    row =", "    weights = np.swapaxes(weights, -1, -2)\n    row ="),
    ),
    Misconception(
        "heads-averaged",
        "You return one number for all heads. Every head keeps its own.",
        change("found.sum(axis=-1)", "found.sum(axis=-1).mean()"),
    ),
)

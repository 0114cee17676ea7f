"""What goes wrong in the repair of the mean weight at each distance.

Of n tokens only n - d have one that stands d before them.  Most divide by another number.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "summed",
        "You add the weights at each distance and divide by nothing. Near distances "
        "have more pairs, so their sums are larger, whatever the head does.",
        change("at.mean(", "at.sum("),
    ),
    Misconception(
        "divided-by-distance",
        "You divide by d + 1. The farther back, the *fewer* tokens have one there: "
        "count the entries of the diagonal, for d = 0 and for the largest d.",
        change("at.mean(axis=-1)", "at.sum(axis=-1) / (back + 1)"),
    ),
    Misconception(
        "one-pair-too-few",
        "You count one pair too few at each distance, and at the last you divide by "
        "nothing. At distance 0 all n tokens count.",
        change("at.mean(axis=-1)", "at.sum(axis=-1) / (n - back - 1)"),
    ),
    Misconception(
        "one-less-for-all",
        "You divide by n - 1 at every distance. How many pairs there are depends on the "
        "distance.",
        change("at.mean(axis=-1)", "at.sum(axis=-1) / (n - 1)"),
    ),
    Misconception(
        "the-future",
        "You read the diagonals above the main one, where queries look ahead. Under a "
        "causal mask those are zero: d places back is offset=-d.",
        change("offset=-back", "offset=back"),
    ),
    Misconception(
        "averaged-per-token",
        "You average the columns: how much each *token* gets. Asked for is each "
        "*distance*, which runs along the diagonals.",
        """
        def weight_by_distance(weights):
            return weights.mean(axis=-2)
        """,
    ),
)

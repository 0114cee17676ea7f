"""Answers to reading.fewest_heads."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "reading.fewest_heads"

USUAL = """
from itertools import combinations


def fewest_heads(accuracy, heads, below):
    for size in range(len(heads) + 1):
        found = []
        for off in combinations(heads, size):
            left = accuracy(list(off))
            if left < below:
                found.append((left, list(off)))
        if found:
            return min(found)[1]
"""

RANKED = """
def fewest_heads(accuracy, heads, below):
    ranked = sorted(heads, key=lambda head: accuracy([head]))
    off = []
    while accuracy(off) >= below:
        off.append(ranked.pop(0))
    return off
"""

ANSWERS = (
    right("size by size", USUAL, "all sets of a size before the next"),
    right(
        "recursion",
        """
        def sets(heads, size):
            if size == 0:
                return [[]]
            if len(heads) < size:
                return []
            with_first = [[heads[0]] + rest for rest in sets(heads[1:], size - 1)]
            return with_first + sets(heads[1:], size)


        def fewest_heads(accuracy, heads, below):
            size = 0
            while True:
                off = min(sets(heads, size), key=accuracy)
                if accuracy(off) < below:
                    return off
                size += 1
        """,
        "sets made by hand",
    ),
    right(
        "all sets at once",
        """
        def fewest_heads(accuracy, heads, below):
            sets = [[]]
            for head in heads:
                sets = sets + [off + [head] for off in sets]
            left = np.array([accuracy(off) for off in sets])
            sizes = np.array([len(off) for off in sets])
            sizes[left >= below] = len(heads) + 1
            order = np.lexsort((left, sizes))
            return sets[order[0]]
        """,
        "sorted by size, then by accuracy",
    ),
    right(
        "lists for pairs",
        edited(
            USUAL, ("return min(found)[1]", "return [list(h) for h in min(found)[1]][::-1]")
        ),
        "in any order",
    ),
    wrong(
        "left open",
        "def fewest_heads(accuracy, heads, below):\n    raise NotImplementedError",
        "stub",
        verdict="not_attempted",
    ),
    wrong("ranked", RANKED, "one at a time", "ranked-one-by-one"),
    wrong(
        "greedy",
        """
        def fewest_heads(accuracy, heads, below):
            off = []
            while accuracy(off) >= below:
                left = [head for head in heads if head not in off]
                costs = [accuracy(off + [head]) for head in left]
                off = off + [left[int(np.argmin(costs))]]
            return off
        """,
        "the best next one",
        "greedy",
    ),
    wrong(
        "each alone",
        """
        def fewest_heads(accuracy, heads, below):
            return [head for head in heads if accuracy([head]) < below]
        """,
        "no sets",
        "each-alone",
    ),
    wrong(
        "the first set",
        edited(
            USUAL,
            ("found.append((left, list(off)))", "return list(off)"),
        ),
        "returned at once",
        "first-that-fails",
    ),
    wrong(
        "from one head on",
        edited(USUAL, ("range(len(heads) + 1)", "range(1, len(heads) + 1)")),
        "never the empty set",
        "not-without-any",
    ),
    wrong(
        "at most",
        edited(USUAL, ("left < below", "left <= below")),
        "a limit off by equality",
        "at-most-for-below",
    ),
    wrong(
        "the largest",
        edited(USUAL, ("return min(found)", "return max(found)")),
        "the highest accuracy that still fails",
        "highest-that-fails",
    ),
    wrong(
        "the ones that stay",
        edited(
            USUAL,
            ("accuracy(list(off))", "accuracy([h for h in heads if h not in off])"),
        ),
        "off is turned round",
        "kept-for-switched-off",
    ),
    wrong(
        "never reset",
        """
        def fewest_heads(accuracy, heads, below):
            off = []
            for head in heads:
                off.append(head)
                if accuracy(off) < below:
                    return off
            return off
        """,
        "more and more of them, in the order of the list",
    ),
    wrong(
        "all heads",
        "def fewest_heads(accuracy, heads, below):\n    return list(heads)",
        "it fails without them, and they are not the fewest",
        "lowest-of-all",
    ),
    wrong(
        "the accuracy too",
        edited(USUAL, ("return min(found)[1]", "return min(found)")),
        "a pair of number and heads",
    ),
)

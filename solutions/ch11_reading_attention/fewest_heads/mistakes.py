"""What goes wrong in the search for the fewest heads.

Most look at one head at a time; some try sets and stop too early, too late or at another
set of the right size.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "ranked-one-by-one",
        "You rank the heads by what each costs alone. Heads that do the same work hide "
        "each other: switched off alone, none of them is missed. Try sets.",
        """
        def fewest_heads(accuracy, heads, below):
            ranked = sorted(heads, key=lambda head: accuracy([head]))
            for size in range(len(heads) + 1):
                if accuracy(ranked[:size]) < below:
                    return ranked[:size]
            return ranked
        """,
    ),
    Misconception(
        "greedy",
        "You add, again and again, the head that costs most just then. The first of "
        "two that share the work costs next to nothing, so you pass it by. Try all "
        "sets of one size before the next.",
        """
        def fewest_heads(accuracy, heads, below):
            off = []
            while accuracy(off) >= below and len(off) < len(heads):
                left = [head for head in heads if head not in off]
                off.append(min(left, key=lambda head: accuracy([*off, head])))
            return off
        """,
    ),
    Misconception(
        "taken-back",
        "You begin with all heads off and switch on what is not needed, one after the "
        "other. No head of what is left can go, and yet a smaller set may do: it "
        "depends on the order. Try all sets of one size before the next.",
        """
        def fewest_heads(accuracy, heads, below):
            off = list(heads)
            for head in heads:
                fewer = [other for other in off if other != head]
                if accuracy(fewer) < below:
                    off = fewer
            return off
        """,
    ),
    Misconception(
        "each-alone",
        "You return every head that the model fails without, one at a time. That finds "
        "no head that another one can stand in for.",
        """
        def fewest_heads(accuracy, heads, below):
            return [head for head in heads if accuracy([head]) < below]
        """,
    ),
    Misconception(
        "most-costly-head",
        "You return the head that costs most alone, whether the model fails without it "
        "or not.",
        """
        def fewest_heads(accuracy, heads, below):
            return [min(heads, key=lambda head: accuracy([head]))]
        """,
    ),
    Misconception(
        "pairs-at-most",
        "You try one head and two, and take the set that costs most. `below` says when "
        "it is enough, and it may take three.",
        """
        def fewest_heads(accuracy, heads, below):
            sets = [[one, other] for one in heads for other in heads]  # twice one is one
            return sorted(set(min(sets, key=accuracy)))
        """,
    ),
    Misconception(
        "lowest-of-all",
        "You return all heads, or the set with the lowest accuracy of all, which here "
        "comes to the same. Stop at the first size that makes the model fail.",
        """
        def fewest_heads(accuracy, heads, below):
            return list(heads)
        """,
    ),
    Misconception(
        "first-that-fails",
        "You return the first set that makes the model fail. There are several of its "
        "size: asked for is the one that leaves the lowest accuracy.",
        change("min(failing, key=left.__getitem__)", "failing[0]"),
    ),
    Misconception(
        "highest-that-fails",
        "Of the sets that make the model fail you return the one that leaves the most. "
        "Asked for is the lowest accuracy: min, not max.",
        change("min(failing", "max(failing"),
    ),
    Misconception(
        "kept-for-switched-off",
        "You switch off all heads but those of the set. `off` is what is switched off.",
        change(
            "accuracy(list(off))", "accuracy([head for head in heads if head not in off])"
        ),
    ),
    Misconception(
        "at-least-for-below",
        "You stop where the accuracy is still at least `below`. Failing is being below it.",
        change("left[off] < below", "left[off] >= below")
        + change(
            'raise ValueError("It does not fail with all heads off.")', "return list(heads)"
        ),
    ),
    Misconception(
        "at-most-for-below",
        "An accuracy of just `below` is no failure yet. Failing is being below it.",
        change("left[off] < below", "left[off] <= below"),
    ),
    Misconception(
        "not-without-any",
        "You begin with sets of one head. A model may fail with all heads at work, and "
        "then there is nothing to switch off: the smallest set is empty.",
        change("range(len(heads) + 1)", "range(1, len(heads) + 1)"),
    ),
    Misconception(
        "neighbours-alone",
        "You switch off heads that stand side by side in the list. Any others may go "
        "together: itertools.combinations gives all sets of a size.",
        """
        def fewest_heads(accuracy, heads, below):
            for size in range(len(heads) + 1):
                for start in range(len(heads) - size + 1):
                    if accuracy(heads[start : start + size]) < below:
                        return heads[start : start + size]
            return heads
        """,
    ),
)

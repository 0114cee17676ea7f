"""Answers to reading.fewest_heads that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "size by size",
        """
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
        """,
        "all sets of a size before the next",
    ),
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
        change("min(found)[1]", "[list(h) for h in min(found)[1]][::-1]"),
        "in any order",
        of="size by size",
    ),
    right(
        "bits of a number",
        """
        def fewest_heads(accuracy, heads, below):
            best = (len(heads) + 1, 0.0, [])
            for number in range(2 ** len(heads)):
                off = [head for bit, head in enumerate(heads) if number >> bit & 1]
                if len(off) <= best[0]:
                    left = accuracy(off)
                    if left < below:
                        best = min(best, (len(off), left, off))
            return best[2]
        """,
        "every set, the best by size and then by accuracy",
    ),
    right(
        "sets that grow",
        """
        def fewest_heads(accuracy, heads, below):
            sets = [((), -1)]
            while True:
                left = [(accuracy([heads[i] for i in off]), off) for off, last in sets]
                lowest, off = min(left)
                if lowest < below:
                    return [heads[i] for i in off]
                places = range(len(heads))
                sets = [((*o, i), i) for o, last in sets for i in places if i > last]
        """,
        "each made longer by heads further on in the list",
    ),
    wrong(
        "left open",
        """
        def fewest_heads(accuracy, heads, below):
            raise NotImplementedError
        """,
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "ranked",
        """
        def fewest_heads(accuracy, heads, below):
            ranked = sorted(heads, key=lambda head: accuracy([head]))
            off = []
            while accuracy(off) >= below:
                off.append(ranked.pop(0))
            return off
        """,
        "one at a time",
        "ranked-one-by-one",
    ),
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
        change("found.append((left, list(off)))", "return list(off)"),
        "returned at once",
        "first-that-fails",
        of="size by size",
    ),
    wrong(
        "from one head on",
        change("range(len(heads) + 1)", "range(1, len(heads) + 1)"),
        "never the empty set",
        "not-without-any",
        of="size by size",
    ),
    wrong(
        "at most",
        change("left < below", "left <= below"),
        "a limit off by equality",
        "at-most-for-below",
        of="size by size",
    ),
    wrong(
        "the largest",
        change("min(found)", "max(found)"),
        "the highest accuracy that still fails",
        "highest-that-fails",
        of="size by size",
    ),
    wrong(
        "the ones that stay",
        change("accuracy(list(off))", "accuracy([h for h in heads if h not in off])"),
        "off is turned round",
        "kept-for-switched-off",
        of="size by size",
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
        """
        def fewest_heads(accuracy, heads, below):
            return list(heads)
        """,
        "it fails without them, and they are not the fewest",
        "lowest-of-all",
    ),
    wrong(
        "the accuracy too",
        change("min(found)[1]", "min(found)"),
        "a pair of number and heads",
        of="size by size",
    ),
    wrong(
        "greedy, afresh",
        """
        def fewest_heads(accuracy, heads, below):
            off = []
            while accuracy(off) >= below:
                rest = [h for h in heads if h not in off]
                off.append(min(rest, key=lambda h: accuracy(off + [h])))
            return off
        """,
        "written from the text alone",
        "greedy",
    ),
)

"""Answers to write.most_frequent_pair."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "write.most_frequent_pair"

BASE = """
def most_frequent_pair(words):
    totals = {}
    for word, count in words.items():
        for i in range(len(word) - 1):
            pair = (word[i], word[i + 1])
            totals[pair] = totals.get(pair, 0) + count
    return max(totals, key=totals.get)
"""

ANSWERS = (
    right("a dict of totals", BASE, "max gives the first of equals"),
    right(
        "a Counter",
        """
        def most_frequent_pair(words):
            totals = Counter()
            for word, count in words.items():
                for pair in pairwise(word):
                    totals[pair] += count
            return totals.most_common(1)[0][0]
        """,
        "most_common keeps the order in which equals were met",
    ),
    right(
        "sorted",
        """
        from collections import defaultdict


        def most_frequent_pair(words):
            stats = defaultdict(int)
            for word, freq in words.items():
                for left, right in zip(word, word[1:]):
                    stats[left, right] += freq
            return sorted(stats.items(), key=lambda item: -item[1])[0][0]
        """,
        "sorting is stable, so the first of equals stays first",
    ),
    right(
        "a list",
        """
        def most_frequent_pair(words):
            rows, totals = [], []
            for word, count in words.items():
                for pair in zip(word[:-1], word[1:]):
                    if pair not in rows:
                        rows.append(pair)
                        totals.append(0)
                    totals[rows.index(pair)] += count
            return [*rows[totals.index(max(totals))]]
        """,
        "two lists side by side; a list of two is a pair as well",
    ),
    right(
        "helper merges",
        """
        def merges(word):
            if len(word) < 2:
                return []
            return [word[:2], *merges(word[1:])]


        def most_frequent_pair(words):
            table = {}
            for word in words:
                for pair in merges(word):
                    table.setdefault(pair, []).append(words[word])
            most = max(sum(counts) for counts in table.values())
            return next(p for p, counts in table.items() if sum(counts) == most)
        """,
        "recursion, in a helper that is called as the chapter calls a list below",
    ),
    right(
        "arrays",
        """
        def most_frequent_pair(words):
            pairs, index = [], {}
            for word in words:
                for pair in pairwise(word):
                    if pair not in index:
                        index[pair] = len(pairs)
                        pairs.append(pair)
            counts = np.zeros(len(pairs))
            for word, times in words.items():
                for pair in pairwise(word):
                    counts[index[pair]] += times
            return pairs[counts.argmax()]
        """,
        "argmax takes the first of equals",
    ),
    wrong(
        "words counted once",
        edited(BASE, ("+ count", "+ 1")),
        "the word's count is not used",
        "words-counted-once",
    ),
    wrong(
        "one long text",
        """
        def most_frequent_pair(words):
            pieces = [piece for word in words for piece in word]
            return Counter(zip(pieces, pieces[1:])).most_common(1)[0][0]
        """,
        "pairs across words, and counts unused",
        "across-words",
    ),
    wrong(
        ">= for >",
        """
        def most_frequent_pair(words):
            totals = Counter()
            for word, count in words.items():
                for pair in pairwise(word):
                    totals[pair] += count
            best, most = None, 0
            for pair, total in totals.items():
                if total >= most:
                    best, most = pair, total
            return best
        """,
        "of equals the last",
        "last-of-equals",
    ),
    wrong(
        "min of equals",
        edited(
            BASE,
            ("max(totals, key=totals.get)", "min(totals, key=lambda p: (-totals[p], p))"),
        ),
        "of equals the first in the alphabet",
        "first-in-the-alphabet",
    ),
    wrong(
        "max of tuples",
        edited(
            BASE,
            ("max(totals, key=totals.get)", "max(totals, key=lambda p: (totals[p], p))"),
        ),
        "of equals the last in the alphabet, as many implementations have it",
        "last-in-the-alphabet",
    ),
    wrong(
        "a set of pairs",
        edited(
            BASE,
            (
                "for i in range(len(word) - 1):\n            pair = (word[i], word[i + 1])",
                "for pair in dict.fromkeys(zip(word, word[1:])):",
            ),
        ),
        "each pair once a word",
        "once-a-word",
    ),
    wrong(
        "the joined word",
        edited(
            BASE,
            (
                "for i in range(len(word) - 1):\n            pair = (word[i], word[i + 1])",
                'for pair in zip("".join(word), "".join(word)[1:]):',
            ),
        ),
        "characters, not pieces",
        "characters-not-pieces",
    ),
    wrong(
        "joined, not a pair",
        edited(
            BASE, ("max(totals, key=totals.get)", '"".join(max(totals, key=totals.get))')
        ),
        "a text is returned",
        "joined",
    ),
    wrong(
        "the count too",
        edited(
            BASE,
            (
                "max(totals, key=totals.get)",
                "max(totals.items(), key=lambda item: item[1])",
            ),
        ),
        "((left, right), count)",
        "with-the-count",
    ),
    wrong(
        "the most frequent piece",
        """
        def most_frequent_pair(words):
            totals = Counter()
            for word, count in words.items():
                for piece in word:
                    totals[piece] += count
            (left, _), (right, _) = totals.most_common(2)
            return left, right
        """,
        "the two most frequent pieces, wherever they stand",
    ),
    wrong(
        "every two pieces",
        edited(BASE, ("range(len(word) - 1)", "range(0, len(word) - 1, 2)")),
        "pairs that do not overlap",
        "every-second-pair",
    ),
    wrong(
        "an edge case forgotten",
        edited(BASE, ("range(len(word) - 1)", "range(len(word))")),
        "word[i + 1] behind the end",
    ),
)

"""Answers to write.most_frequent_pair that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "a dict of totals",
        """
        def most_frequent_pair(words):
            totals = {}
            for word, count in words.items():
                for i in range(len(word) - 1):
                    pair = (word[i], word[i + 1])
                    totals[pair] = totals.get(pair, 0) + count
            return max(totals, key=totals.get)
        """,
        "max gives the first of equals",
    ),
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
    right(
        "every pair counted anew",
        """
        def most_frequent_pair(words):
            best, most = None, 0
            for pair in [pair for word in words for pair in pairwise(word)]:
                total = sum(
                    count * list(pairwise(word)).count(pair)
                    for word, count in words.items()
                )
                if total > most:
                    best, most = pair, total
            return best
        """,
        "no table: a later one has to be more frequent",
    ),
    wrong(
        "words counted once",
        change("+ count", "+ 1"),
        "the word's count is not used",
        "words-counted-once",
        of="a dict of totals",
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
        change(
            "return totals.most_common(1)[0][0]",
            "best, most = None, 0\n"
            "    for pair, total in totals.items():\n"
            "        if total >= most:\n"
            "            best, most = pair, total\n"
            "    return best",
        ),
        "of equals the last",
        "last-of-equals",
        of="a Counter",
    ),
    wrong(
        "min of equals",
        change("max(totals, key=totals.get)", "min(totals, key=lambda p: (-totals[p], p))"),
        "of equals the first in the alphabet",
        "first-in-the-alphabet",
        of="a dict of totals",
    ),
    wrong(
        "max of tuples",
        change("key=totals.get", "key=lambda p: (totals[p], p)"),
        "of equals the last in the alphabet, as many implementations have it",
        "last-in-the-alphabet",
        of="a dict of totals",
    ),
    wrong(
        "a set of pairs",
        change(
            "for i in range(len(word) - 1):\n            pair = (word[i], word[i + 1])",
            "for pair in dict.fromkeys(zip(word, word[1:])):",
        ),
        "each pair once a word",
        "once-a-word",
        of="a dict of totals",
    ),
    wrong(
        "the joined word",
        change(
            "for i in range(len(word) - 1):\n            pair = (word[i], word[i + 1])",
            'for pair in zip("".join(word), "".join(word)[1:]):',
        ),
        "characters, not pieces",
        "characters-not-pieces",
        of="a dict of totals",
    ),
    wrong(
        "joined, not a pair",
        change("max(totals, key=totals.get)", '"".join(max(totals, key=totals.get))'),
        "a text is returned",
        "joined",
        of="a dict of totals",
    ),
    wrong(
        "the count too",
        change(
            "max(totals, key=totals.get)", "max(totals.items(), key=lambda item: item[1])"
        ),
        "((left, right), count)",
        "with-the-count",
        of="a dict of totals",
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
        change("range(len(word) - 1)", "range(0, len(word) - 1, 2)"),
        "pairs that do not overlap",
        "every-second-pair",
        of="a dict of totals",
    ),
    wrong(
        "an edge case forgotten",
        change("range(len(word) - 1)", "range(len(word))"),
        "word[i + 1] behind the end",
        of="a dict of totals",
    ),
    *route(
        "a dict by hand",
        """
        def most_frequent_pair(words):
            counts = {}
            for word, often in words.items():
                for pair in zip(word, word[1:]):
                    counts[pair] = counts.get(pair, 0) + often
            return max(counts, key=counts.get)
        ---
        + often => + 1 | words-counted-once
        zip(word, word[1:] => set(zip(word, word[1:])
        max => min
        , word[1: => [::2], word[1::2 | every-second-pair
        max(counts, key=counts.get => "".join(max(counts, key=counts.get) | joined
        (counts => (reversed(counts) | last-of-equals
        =counts.get => =lambda p: (counts[p], p) | last-in-the-alphabet
        """,
    ),
)

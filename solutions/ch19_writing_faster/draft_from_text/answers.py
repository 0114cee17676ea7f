"""Answers to faster.draft_from_text that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "the longest match of each place",
        """
        def draft_from_text(ids, longest, count):
            best, behind = 0, None
            for end in range(len(ids) - 1, 0, -1):
                size = 0
                while (size < longest and size < end
                       and ids[end - 1 - size] == ids[-1 - size]):
                    size += 1
                if size > best:
                    best, behind = size, end
            return [] if behind is None else ids[behind : behind + count]
        """,
        "counts backwards from every place, and keeps the best",
    ),
    right(
        "a table of runs",
        """
        def draft_from_text(ids, longest, count):
            for size in range(longest, 0, -1):
                seen = {}
                for start in range(len(ids) - size):
                    seen[tuple(ids[start : start + size])] = start + size
                behind = seen.get(tuple(ids[len(ids) - size :]))
                if behind and size < len(ids):
                    return ids[behind : behind + count]
            return []
        """,
        "a dict in which later places overwrite earlier ones",
    ),
    right(
        "windows",
        """
        def draft_from_text(ids, longest, count):
            ids = np.asarray(ids)
            for size in range(min(longest, len(ids) - 1), 0, -1):
                windows = np.lib.stride_tricks.sliding_window_view(ids, size)[:-1]
                places = np.flatnonzero((windows == ids[-size:]).all(axis=1))
                if places.size:
                    behind = places[-1] + size
                    return ids[behind : behind + count].tolist()
            return []
        """,
        "all windows at once",
    ),
    right(
        "recursion",
        """
        def draft_from_text(ids, longest, count):
            if longest == 0:
                return []
            tail = ids[-longest:]
            places = [i for i in range(len(ids) - longest)
                      if ids[i : i + longest] == tail]
            if not places:
                return draft_from_text(ids, longest - 1, count)
            return ids[places[-1] + longest :][:count]
        """,
        "one token less where nothing is found",
    ),
    wrong(
        "setdefault",
        change(
            "seen[tuple(ids[start : start + size])] = start + size",
            "seen.setdefault(tuple(ids[start : start + size]), start + size)",
        ),
        "the first place stays",
        "the-first-place",
        of="a table of runs",
    ),
    wrong(
        "from short to long",
        change(
            "range(min(longest, len(ids) - 1), 0, -1)",
            "range(1, min(longest, len(ids) - 1) + 1)",
        ),
        "a single token is found first",
        "the-shortest-run",
        of="windows",
    ),
    wrong(
        "no second try",
        change("return draft_from_text(ids, longest - 1, count)", "return []"),
        "the longest or none",
        "only-the-longest",
        of="recursion",
    ),
    wrong(
        "the run with it",
        change("places[-1] + size", "places[-1]"),
        "the draft begins where the run does",
        "found-again",
        of="windows",
    ),
    wrong(
        "all windows",
        change("(ids, size)[:-1]", "(ids, size)"),
        "the last window is the run itself",
        "the-end-finds-itself",
        of="windows",
    ),
    wrong(
        "apart",
        change("range(len(ids) - longest)", "range(len(ids) - 2 * longest + 1)"),
        "the two never overlap",
        "no-overlap",
        of="recursion",
    ),
    wrong(
        "to the end",
        change("longest :][:count]", "longest :]"),
        "nothing says where the draft ends",
        "all-that-follows",
        of="recursion",
    ),
    wrong(
        "the last token",
        change("size < longest and", "size < 1 and"),
        "one token decides",
        "the-shortest-run",
        of="the longest match of each place",
    ),
    wrong(
        "the commonest follower",
        """
        def draft_from_text(ids, longest, count):
            followers = [b for a, b in zip(ids, ids[1:]) if a == ids[-1]]
            return [max(set(followers), key=followers.count)] if followers else []
        """,
        "a bigram's guess, one token long",
    ),
    wrong(
        "first place, no shorter match",
        """
        def draft_from_text(ids, longest, count):
            tail = ids[-longest:]
            for i in range(len(ids) - longest):
                if ids[i:i + longest] == tail:
                    return ids[i + longest:i + longest + count]
            return []
        """,
        "written from the text alone",
        "only-the-longest + the-first-place",
    ),
)

# %% mistake: the-first-place
# Of several places you take an earlier one. Take the latest, which says how the text went
# on last time.
# range(n - size - 1, -1, -1) => range(n - size)
# %% mistake: none-for-no-draft
# You return None where nothing stands earlier. Return an empty list.
# return [] => return None
# %% mistake: position-0-not-looked-at
# You do not look at position 0. The last tokens may stand at the very beginning.
# range(n - size - 1, -1, -1) => range(n - size - 1, 0, -1)
# %% mistake: short-drafts-left-out
# You pass over a place where fewer than `count` tokens follow. Return them, however few.
# - return ids[start + size : start + size + count]
# + if start + size + count <= n:
# +                     return ids[start + size : start + size + count]
# %% mistake: the-shortest-run
# Your draft comes from where a short run of the last tokens stands, even where a longer one
# stands earlier, too. Match as many of the last tokens as possible: look for the longest
# first.
# range(min(longest, n - 1), 0, -1) => range(1, min(longest, n - 1) + 1)
# %% mistake: only-the-longest
# You give up where the longest run does not stand earlier. A shorter one may.
# range(min(longest, n - 1), 0, -1) => range(longest, longest - 1, -1)
# %% mistake: found-again
# Your draft begins with the tokens that were looked for, and should begin behind them.
# return ids[start + size : start + size + count] => return ids[start : start + count]
# %% mistake: the-end-finds-itself
# Your draft is empty where the last tokens do stand earlier. Perhaps you find them at the
# end of the text, where they stand anyway and nothing comes behind: look earlier.
# range(n - size - 1, -1, -1) => range(n - size, -1, -1)
# %% mistake: no-overlap
# In yours, the earlier place ends before the last tokens begin. The two may overlap.
# range(n - size - 1, -1, -1) => range(n - 2 * size, -1, -1)
# %% mistake: all-that-follows
# You return all that follows. The draft should have count tokens at most.
# start + size : start + size + count => start + size :
# %% mistake: ends-before-the-last-tokens
# Your draft stops where the last tokens begin, and may go on to the end of the text.
# - start + size : start + size + count
# + start + size : min(start + size + count, max(n - size, start + size))
# %% mistake: one-token-late
# Your draft leaves out the first token behind the place, and should begin with it.
# start + size : start + size + count => start + size + 1 : start + size + 1 + count
# %% mistake: longest-too-long
# You match more than `longest` of the last tokens, where so many stand earlier, too. Match
# `longest` of them at most.
# min(longest, n - 1) => min(longest + 1, n - 1)
# %% mistake: longest-too-short
# You look for one token less than `longest`.
# min(longest, n - 1) => min(longest - 1, n - 1)
# %% mistake: not-a-single-token
# You do not look for a single token. Where no longer run stands earlier, the last token
# alone may.
# , 0, -1) => , 1, -1)
# %% mistake: one-token-short
# Your draft is one token shorter than `count`.
# size + count => size + count - 1
# %% mistake: the-place
# You return a position, that of the draft's first token. Return the tokens from there on,
# `count` at most.
# return ids[start + size : start + size + count] => return start + size
# %% mistake: all-of-longest-alone
# You look for `longest` tokens or for one, and for nothing between. Look for as many as
# possible.
# - range(min(longest, n - 1), 0, -1)
# + sorted({min(longest, n - 1), min(1, n - 1)} - {0}, reverse=True)
# %% mistake: match-returned-too
# Your draft begins with the tokens that were looked for, and those behind them follow.
# Begin with those behind.
# ids[start + size : start + size + count] => ids[start : start + size + count]
# %% mistake: one-token-more
# Your draft is one token longer than `count`.
# start + size + count] => start + size + count + 1]

# %% right: the longest match of each place
# counts backwards from every place, and keeps the best
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
# wrong, the-shortest-run: size < longest and => size < 1 and

# %% right: a table of runs
# a dict in which later places overwrite earlier ones
def draft_from_text(ids, longest, count):
    for size in range(longest, 0, -1):
        seen = {}
        for start in range(len(ids) - size):
            seen[tuple(ids[start : start + size])] = start + size
        behind = seen.get(tuple(ids[len(ids) - size :]))
        if behind and size < len(ids):
            return ids[behind : behind + count]
    return []
# %% wrong, the-first-place: setdefault
# - seen[tuple(ids[start : start + size])] = start + size
# + seen.setdefault(tuple(ids[start : start + size]), start + size)

# %% right: windows
# all windows at once
def draft_from_text(ids, longest, count):
    ids = np.asarray(ids)
    for size in range(min(longest, len(ids) - 1), 0, -1):
        windows = np.lib.stride_tricks.sliding_window_view(ids, size)[:-1]
        places = np.flatnonzero((windows == ids[-size:]).all(axis=1))
        if places.size:
            behind = places[-1] + size
            return ids[behind : behind + count].tolist()
    return []
# wrong, found-again: places[-1] + size => places[-1]
# wrong, the-end-finds-itself: (ids, size)[:-1] => (ids, size)
# %% wrong, the-shortest-run: from short to long
# range(min(longest, len(ids) - 1), 0, -1) => range(1, min(longest, len(ids) - 1) + 1)

# %% right: recursion
# one token less where nothing is found
def draft_from_text(ids, longest, count):
    if longest == 0:
        return []
    tail = ids[-longest:]
    places = [i for i in range(len(ids) - longest)
              if ids[i : i + longest] == tail]
    if not places:
        return draft_from_text(ids, longest - 1, count)
    return ids[places[-1] + longest :][:count]
# wrong, only-the-longest: return draft_from_text(ids, longest - 1, count) => return []
# wrong, no-overlap: range(len(ids) - longest) => range(len(ids) - 2 * longest + 1)
# wrong, all-that-follows: longest :][:count] => longest :]

# %% wrong: the commonest follower
# a bigram's guess, one token long
def draft_from_text(ids, longest, count):
    followers = [b for a, b in zip(ids, ids[1:]) if a == ids[-1]]
    return [max(set(followers), key=followers.count)] if followers else []

# %% wrong: first place, no shorter match
def draft_from_text(ids, longest, count):
    tail = ids[-longest:]
    for i in range(len(ids) - longest):
        if ids[i:i + longest] == tail:
            return ids[i + longest:i + longest + count]
    return []

# %% same
# All of the text does not stand earlier in it.
# min(longest, n - 1) => min(longest, n)
# min(longest, n - 1) => min(longest, n + 1)
# min(longest, n - 1) => min(longest, n - 0)
# %% same
# More than all of the text does not stand earlier in it.
# min(longest, n - 1) => longest
# %% same
# What begins with the last token is empty or shorter than the run.
# range(n - size - 1, -1, -1) => range(n - size - 1, -2, -1)
# %% same
# Nothing turned round is nothing.
# return [] => return [][::-1]

# %% hint: few different tokens
# What are you looking for, and in which order? A longer run of tokens says more than a
# shorter one.
# %% hint
# For each size from the largest down: compare the last tokens with each place before,
# beginning with the latest.
# %% hint
# The latest place that may be compared begins one token before the last tokens do. The
# draft begins behind the place, at start + size.

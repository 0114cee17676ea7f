# %% mistake: one-row-late
# You compare token i with row i + 1, which has already read that token. Compare it with row
# i.
# likeliest[row] => likeliest[row + 1]
# %% mistake: no-token-of-its-own
# You return only the accepted tokens of the draft. The pass has also said what comes
# after them. Add that token, or a pass brings nothing where the draft is wrong.
# [*new, int(likeliest[len(new)])] => new
# %% mistake: none-behind-a-whole-draft
# You add no token of the model's own where the whole draft is right. The last row says
# what comes after the draft, so add that token, too.
# [*new, int(likeliest[len(new)])] => [*new, int(likeliest[len(new)])][: len(draft)]
# %% mistake: goes-on-after-a-mistake
# You go on after a wrong token. Later rows have read that token, so they are about another
# text.
# break => continue
# %% mistake: all-or-nothing
# You use the draft as a whole or not at all. Its first tokens may be right where a later
# one is wrong.
# -     for row, token in enumerate(draft):
# +     for row, token in enumerate(draft):
# +         if list(draft) != likeliest[: len(draft)].tolist():
# +             break
# %% mistake: the-wrong-token-kept
# Your result ends with the draft's first wrong token. The model's own token should come
# there.
# break => return [*new, int(token)]
# %% mistake: own-token-of-the-last-row
# Your own token always comes from the last row, which has read the whole draft. Where only
# the first k tokens are right, row k is the last that has read nothing wrong: take yours
# from there.
# likeliest[len(new)] => likeliest[-1]
# %% mistake: own-token-of-the-first-row
# Your own token comes from the first row, which has read none of the draft. After k right
# tokens, it should come from row k.
# likeliest[len(new)] => likeliest[0]
# %% mistake: the-draft-unchecked
# You take the whole draft. Some of it is not what the model would have written.
# token != likeliest[row] => False
# %% mistake: the-model-alone
# You return what every row says. Stop at the draft's first wrong token: the rows after it
# have read it.
# return [*new, int(likeliest[len(new)])] => return likeliest.tolist()
# %% mistake: one-row-early
# You compare token i with the row before row i, which has not read token i - 1. Compare it
# with row i.
# likeliest[row] => likeliest[row - 1]
# %% mistake: own-token-one-row-late
# After a rejected token your own comes from one row too late. After k right tokens it
# should come from row k.
# likeliest[len(new)] => likeliest[min(len(new) + 1, len(draft))]
# %% mistake: level-accepted
# You accept a drafted token that is level with the likeliest. Of equals greedy decoding
# writes the first, so only that one stands.
# token != likeliest[row] => logits[row, token] < logits[row].max()
# %% mistake: of-equals-the-last
# Of equally likely tokens you take the last. Take the first.
# np.argmax(logits, axis=-1) => logits.shape[-1] - 1 - np.argmax(logits[:, ::-1], axis=-1)
# %% mistake: the-least-likely
# You take the least likely token of each row.
# np.argmax => np.argmin
# %% mistake: how-many
# You return how many tokens are right. Return these tokens, and then the model's own.
# return [*new, int(likeliest[len(new)])] => return len(new)
# %% mistake: own-token-one-row-early
# Your own token comes from one row too early. After k right tokens it should come from row
# k.
# likeliest[len(new)] => likeliest[max(len(new) - 1, 0)]
# %% mistake: kept-then-compared
# The first wrong token stays in yours, and the model's own comes from a row that has read
# it. Keep only the k right tokens before it, and take the model's own from row k.
# -         if token != likeliest[row]:
# -             break
# -         new.append(int(token))
# +         new.append(int(token))
# +         if token != likeliest[row]:
# +             break
# %% mistake: unstable
# Your result goes wrong where logits are far from 0, as if by exp() of them, which is inf
# or 0 there. The likeliest token has the largest logit: no exp() is needed.
# - likeliest = np.argmax(logits, axis=-1)
# + powers = np.exp(logits)
# +     likeliest = np.argmax(powers / powers.sum(axis=-1, keepdims=True), axis=-1)
# %% mistake: all-matches-counted
# In yours a token of the draft that is right again behind the first wrong one counts, too.
# Of the draft, keep only the tokens before the first that is not the likeliest.
# -     new: list[int] = []
# -     for row, token in enumerate(draft):
# -         if token != likeliest[row]:
# -             break
# -         new.append(int(token))
# +     new = list(draft[: sum(a == b for a, b in zip(draft, likeliest))])

# %% right: a running product
# ones up to the first zero; what stands is what the model writes
def verify_draft(logits, draft):
    own = logits.argmax(axis=1)
    stands = np.cumprod(own[:-1] == np.array(draft, dtype=int)).sum()
    return own[: stands + 1].tolist()
# wrong, one-row-late: own[:-1] == => own[1:] ==

# %% right: while
# counts, then cuts
def verify_draft(logits, draft):
    stands = 0
    while stands < len(draft) and draft[stands] == np.argmax(logits[stands]):
        stands += 1
    return list(draft[:stands]) + [int(np.argmax(logits[stands]))]
# wrong, no-token-of-its-own: ) + [int(np.argmax(logits[stands]))] => )
# %% wrong, own-token-of-the-last-row: the last row's
# [int(np.argmax(logits[stands]))] => [int(np.argmax(logits[-1]))]
# %% wrong, own-token-of-the-first-row: the first row's
# [int(np.argmax(logits[stands]))] => [int(np.argmax(logits[0]))]
# %% wrong, the-draft-unchecked: trusted
# stands < len(draft) and draft[stands] == np.argmax(logits[stands]) => stands < len(draft)

# %% right: where they differ
# the first of all places that differ
def verify_draft(logits, draft):
    own = [int(np.flatnonzero(row == row.max())[0]) for row in logits]
    differ = [i for i, token in enumerate(draft) if token != own[i]]
    end = differ[0] if differ else len(draft)
    return draft[:end] + own[end : end + 1]
# wrong, all-or-nothing: differ[0] if differ => 0 if differ
# %% wrong, the-wrong-token-kept: with the wrong one
# draft[:end] + own[end : end + 1] => draft[: end + 1] or own[:1]
# else len(draft) => else None
# - return
# + if end is None:
# +         return own
# +     return

# %% right: recursion
# one token, then the rest
def verify_draft(logits, draft):
    first = max(range(len(logits[0])), key=lambda i: (logits[0][i], -i))
    if len(draft) == 0 or draft[0] != first:
        return [first]
    return [first] + verify_draft(logits[1:], draft[1:])

# %% wrong, goes-on-after-a-mistake: all that agree
def verify_draft(logits, draft):
    own = np.argmax(logits, axis=-1)
    new = [token for token, mine in zip(draft, own) if token == mine]
    return new + [int(own[len(new)])]

# %% wrong: no draft
# one token a pass, as without a draft
def verify_draft(logits, draft):
    return [int(np.argmax(logits[0]))]

# %% right: cumprod
# written from the text alone: another route
def verify_draft(logits, draft):
    best = logits.argmax(-1)
    ok = np.cumprod(np.equal(best[:-1], draft)).sum().astype(int)
    return best[:ok + 1].tolist()

# %% wrong, none-behind-a-whole-draft: no own token behind a whole draft
def verify_draft(logits, draft):
    out = []
    for i, t in enumerate(draft):
        best = int(np.argmax(logits[i]))
        out.append(best)
        if best != t:
            break
    return out

# %% wrong, own-token-one-row-early: own token of the row before
# the row that has read one token less
def verify_draft(logits, draft):
    best = logits.argmax(-1)
    n = 0
    while n < len(draft) and draft[n] == best[n]:
        n += 1
    return [int(t) for t in draft[:n]] + [int(best[max(n - 1, 0)])]

# %% same
# There are two axes.
# axis=-1 => axis=1
# %% same
# Ids of NumPy are as good as Python's.
# int(token) => token
# int(likeliest[len(new)]) => likeliest[len(new)]

# %% hint: all of it
# What would greedy decoding write first, and in which row does it stand? And second, if the
# first of the draft was right?
# %% hint
# Compare token i of the draft with the likeliest of row i, and stop at the first that
# differs.
# %% hint
# Row k of the logits says what the model itself writes after k right tokens of the draft.
# If the whole draft is right, that is the last row.

# %% mistake: accepted-always
# You accept every token of the draft, so the drafted ones are drawn from q, not from p.
# uniforms[row] >= wanted[token] / offered[token] => False
# %% mistake: drawn-from-p-again
# After a rejected token you draw from p. What p and q share was offered already, so draw
# from the residual.
# left = residual(wanted, offered) => left = p[row]
# %% mistake: accepted-above
# You accept a token whose uniform is above p / q. Accept one whose uniform is below.
# uniforms[row] >= wanted => uniforms[row] <= wanted
# %% mistake: no-uniform
# Your tokens are accepted where p is at least q, whatever the uniform is. A token that the
# draft offers too often should be accepted, too, with probability p / q.
# uniforms[row] >= wanted[token] / offered[token] => wanted[token] < offered[token]
# %% mistake: draws-and-goes-on
# You draw a token after a rejected one and go on with the draft. End there: later rows of p
# have read the rejected token.
# - left = residual(wanted, offered)
# -             break
# + sums = np.cumsum(residual(wanted, offered))
# +             token = np.searchsorted(sums, uniforms[-1] * sums[-1], side="right")
# %% mistake: goes-on-behind-a-rejection
# You still accept tokens behind the first rejected one, which should end the draft.
# left = p[len(draft)] => left = None
# - left = residual(wanted, offered)
# + if left is None:
# +                 left = residual(wanted, offered)
# break => continue
# sums = np.cumsum(left) => sums = np.cumsum(p[-1] if left is None else left)
# %% mistake: ratio-turned-round
# Tokens are accepted as if by q / p in yours, and should be by p / q: more easily if the
# model wants them more.
# - uniforms[row] >= wanted[token] / offered[token]
# + uniforms[row] >= q[row, token] / p[row, token]
# %% mistake: without-the-ratio
# You accept with probability p, and should with p / q: the draft has already chosen the
# token with probability q.
# uniforms[row] >= wanted[token] / offered[token] => uniforms[row] >= p[row, token]
# %% mistake: goes-on-after-a-refusal
# You go on after a rejected token. Later rows of p have read that token, so they are
# about another text.
# break => continue
# %% mistake: nothing-drawn
# You return only what was accepted. One more token should always be drawn after that,
# whether or not a token was rejected.
# [*new, int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))] => new
# %% mistake: the-likeliest-taken
# You take the likeliest token in the end. Draw that token with the last uniform instead.
# int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right")) => int(np.argmax(left))
# %% mistake: a-used-uniform
# After a rejected token you draw with the number that rejected it. Draw with the last
# uniform there, too, because each of the others decides about a token of the draft.
# uniforms[-1] * sums[-1] => uniforms[min(len(new), len(draft))] * sums[-1]
# %% mistake: the-next-uniform
# After a rejected token you draw with the next number. Unless that token was the draft's
# last, this number belongs to the next token of the draft. Draw with the last number,
# wherever the draft ended.
# uniforms[-1] * sums[-1] => uniforms[min(len(new) + 1, len(draft))] * sums[-1]
# %% mistake: residual-of-the-next-row
# Your residual has p of the row after the one that decided, which has read the rejected
# token. Take the row that decided.
# residual(wanted, offered) => residual(p[row + 1], offered)
# %% mistake: draft-drawn-from-in-the-end
# After a rejected token you draw from q, which the rejected token was drawn from. Draw
# from the residual.
# left = residual(wanted, offered) => left = q[row]
# %% mistake: equal-is-accepted
# You accept a token whose uniform equals p / q. Accept one whose uniform is below.
# uniforms[row] >= wanted => uniforms[row] > wanted
# %% mistake: reached-not-exceeded
# You draw the first token at which the sum reaches the uniform. The sum should exceed the
# uniform, or a uniform of 0 can draw a token of probability 0.
# , side="right" =>
# %% mistake: residual-not-scaled
# The residual that you draw from does not sum to one. Divide it by its sum.
# left = residual(wanted, offered) => left = np.maximum(wanted - offered, 0)
# - int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))
# + min(int(np.searchsorted(sums, uniforms[-1], side="right")), len(left) - 1)
# %% mistake: residual-turned-round
# Your residual is what the draft offers too often, and should be what it offers too seldom,
# p - q.
# residual(wanted, offered) => residual(offered, wanted)
# %% mistake: the-wrong-token-kept
# You keep the rejected token as well. The drawn one should take its place.
# - left = residual(wanted, offered)
# + new.append(int(token)); left = residual(wanted, offered)
# %% mistake: one-row-early-in-the-end
# After an accepted draft you draw from the last but one row of p, which has not read the
# draft's last token. Draw from the last row.
# left = p[len(draft)] => left = p[max(len(draft) - 1, 0)]
# %% mistake: none-behind-a-whole-draft
# You draw no token after an accepted draft. The last row of p says what may come there.
# - return [*new, int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))]
# + own = int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))
# +     return [*new, own][: max(len(draft), 1) if len(draft) else 1]
# %% mistake: always-from-the-last-row
# After a rejected token you draw from the last row of p, which has read that token. Draw
# from the residual of its row.
# left = residual(wanted, offered) => pass
# %% mistake: sorted-before-the-sum
# You add the probabilities up from the likeliest on. Add them up from token 0 on.
# - sums = np.cumsum(left)
# + order = np.argsort(-left, kind="stable"); sums = np.cumsum(left[order])
# - int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))
# + int(order[np.searchsorted(sums, uniforms[-1] * sums[-1], side="right")])
# %% mistake: ends-with-a-whole-draft
# You return an accepted draft as it is. One token more should always be drawn, here from
# the last row of p.
# - sums = np.cumsum(left)
# + if len(new) == len(draft):
# +         return new
# +     sums = np.cumsum(left)
# %% mistake: differences-drawn-from
# You draw from the differences as they are, which do not sum to one, so a large uniform
# draws none. Divide the differences by their sum.
# left = residual(wanted, offered) => left = np.maximum(wanted - offered, 0)
# - return [*new, int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))]
# + drawn = int(np.searchsorted(sums, uniforms[-1], side="right"))
# +     return [*new, drawn] if drawn < len(left) else new

# %% right: a running product
# all decisions at once; nothing is scaled, the uniform is
def accept_draft(p, q, draft, uniforms):
    k = len(draft)
    rows = np.arange(k)
    draft = np.array(draft, dtype=int)
    accepted = uniforms[:k] * q[rows, draft] < p[rows, draft]
    n = int(np.cumprod(accepted).sum())
    left = p[n] - q[n] if n < k else p[n]
    sums = np.cumsum(np.maximum(left, 0))
    drawn = np.argmax(sums > uniforms[k] * sums[-1])
    return [*draft[:n].tolist(), int(drawn)]
# wrong, accepted-always: uniforms[:k] * q[rows, draft] < p[rows, draft] => uniforms[:k] < 1
# wrong, drawn-from-p-again: left = p[n] - q[n] if n < k else p[n] => left = p[n]
# wrong, nothing-drawn: [*draft[:n].tolist(), int(drawn)] => draft[:n].tolist()
# %% wrong, ratio-turned-round: q by p
# - uniforms[:k] * q[rows, draft] < p[rows, draft]
# + uniforms[:k] * p[rows, draft] < q[rows, draft]
# %% wrong, goes-on-after-a-refusal: all that are accepted
# np.cumprod(accepted).sum() => accepted.sum()
# draft[:n].tolist() => draft[accepted].tolist()
# - left = p[n] - q[n] if n < k else p[n
# + last = np.flatnonzero(~accepted)[-1:]
# +     left = p[last[0]] - q[last[0]] if len(last) else p[k

# %% right: recursion
# the first token, then the rest
def drawn(weights, uniform):
    reached = 0.0
    for token, weight in enumerate(weights / weights.sum()):
        reached += weight
        if reached > uniform:
            return token
    return int(np.flatnonzero(weights)[-1])


def accept_draft(p, q, draft, uniforms):
    if len(draft) == 0:
        return [drawn(p[0], uniforms[0])]
    first = draft[0]
    if uniforms[0] < min(1, p[0, first] / q[0, first]):
        return [first] + accept_draft(p[1:], q[1:], draft[1:], uniforms[1:])
    return [drawn(np.clip(p[0] - q[0], 0, None), uniforms[-1])]
# wrong, without-the-ratio: min(1, p[0, first] / q[0, first]) => p[0, first]
# %% wrong: refused where it is too likely
# a residual of sizes
# np.clip(p[0] - q[0], 0, None) => np.abs(p[0] - q[0])

# %% right: while
# counts how many sums the uniform has passed
def accept_draft(p, q, draft, uniforms):
    i = 0
    while i < len(draft):
        wanted, offered = p[i][draft[i]], q[i][draft[i]]
        if wanted < offered and uniforms[i] >= wanted / offered:
            break
        i += 1
    if i == len(draft):
        chances = p[i]
    else:
        chances = p[i] - np.minimum(p[i], q[i])
    order = np.cumsum(chances) / np.sum(chances)
    return list(draft[:i]) + [int((order <= uniforms[-1]).sum())]
# wrong, reached-not-exceeded: order <= uniforms[-1] => order < uniforms[-1]
# wrong, the-likeliest-taken: int((order <= uniforms[-1]).sum()) => int(chances.argmax())
# wrong, a-used-uniform: order <= uniforms[-1] => order <= uniforms[i]
# %% wrong, equal-is-accepted: equals accepted
# uniforms[i] >= wanted / offered => uniforms[i] > wanted / offered
# %% wrong, residual-of-the-next-row: a row further
# p[i] - np.minimum(p[i], q[i]) => p[i + 1] - np.minimum(p[i + 1], q[i])
# %% wrong, draft-drawn-from-in-the-end: from q
# chances = p[i] - np.minimum(p[i], q[i]) => chances = q[i]

# %% right: its own residual
# returns at the first refusal
def accept_draft(p, q, draft, uniforms):
    kept = []
    for token, wanted, offered, u in zip(draft, p, q, uniforms):
        if u < wanted[token] / offered[token]:
            kept.append(token)
            continue
        shares = np.cumsum(residual(wanted, offered))
        return kept + [int(np.searchsorted(shares, uniforms[-1], "right"))]
    return kept + [int(np.searchsorted(np.cumsum(p[-1]), uniforms[-1], "right"))]


def residual(p, q):
    left = np.maximum(p - q, 0)
    return left / left.sum()

# %% wrong, residual-not-scaled: residual not scaled
# sums that end below one
def accept_draft(p, q, draft, uniforms):
    for i, t in enumerate(draft):
        if uniforms[i] >= p[i, t] / q[i, t]:
            left = np.maximum(p[i] - q[i], 0)
            at = int((np.cumsum(left) <= uniforms[-1]).sum())
            return list(draft[:i]) + [min(at, p.shape[1] - 1)]
    return list(draft) + [int((np.cumsum(p[-1]) <= uniforms[-1]).sum())]

# %% wrong, the-next-uniform: the next uniform draws
def accept_draft(p, q, draft, uniforms):
    accepted = []
    for i, token in enumerate(draft):
        if uniforms[i] < p[i, token] / q[i, token]:
            accepted.append(token)
            continue
        left = np.maximum(p[i] - q[i], 0)
        left = left / left.sum()
        drawn = int(np.argmax(np.cumsum(left) > uniforms[i + 1]))
        return accepted + [drawn]
    drawn = int(np.argmax(np.cumsum(p[len(draft)]) > uniforms[len(draft)]))
    return accepted + [drawn]

# %% same
# Ids of NumPy are as good as Python's.
# int(token) => token
# - int(np.searchsorted(sums, uniforms[-1] * sums[-1], side="right"))
# + np.searchsorted(sums, uniforms[-1] * sums[-1], side="right")
# %% same
# The sums end at one, but for rounding.
# uniforms[-1] * sums[-1] => uniforms[-1]
# uniforms[-1] * sums[-1] => uniforms[-1] / sums[-1]

# %% hint: a draft of five
# Three things can happen to a token of a draft: it is accepted, it is rejected, or an
# earlier one was rejected. Which uniform decides?
# %% hint
# A token is accepted when its uniform is below p / q of that token. At the first rejection,
# draw from your residual of that row and stop.
# %% hint
# np.cumsum adds the probabilities up; np.searchsorted with side="right" says at which place
# the last uniform falls.

# %% mistake: softmax-of-all
# Your weights are those of a softmax over all experts. Take the softmax of the two logits
# alone.
# - return chosen, powers / powers.sum(axis=-1, keepdims=True)
# + return chosen, powers / np.exp(logits - best[..., :1]).sum(axis=-1, keepdims=True)
# %% mistake: the-smallest-two
# You choose the experts with the smallest logits. Choose those with the largest.
# np.argsort(-logits => np.argsort(logits
# %% mistake: both-count-alike
# Both of your weights are a half. The router also says how much each counts.
# - return chosen, powers / powers.sum(axis=-1, keepdims=True)
# + return chosen, np.full(best.shape, 0.5)
# %% mistake: weights-swapped
# The best expert has the smaller weight. Weights should stand in the order of the experts:
# the best one's first.
# powers / powers.sum => powers[..., ::-1] / powers.sum
# %% mistake: by-number
# Your experts are sorted by their number. The better of the two should come first.
# - chosen = np.argsort(-logits, axis=-1, kind="stable")[..., :2]
# + chosen = np.sort(np.argsort(-logits, axis=-1, kind="stable")[..., :2], axis=-1)
# best - best[..., :1] => best - best.max(axis=-1, keepdims=True)
# %% mistake: unstable
# exp() of logits far from 0 is inf or 0. Subtract each token's largest one first.
# np.exp(best - best[..., :1]) => np.exp(best)
# %% mistake: weights-of-logits
# You divide the logits by their sum, which can make weights negative. Take a softmax.
# - return chosen, powers / powers.sum(axis=-1, keepdims=True)
# + return chosen, best / best.sum(axis=-1, keepdims=True)
# %% mistake: one-expert
# The second place has the best expert again. Each token should meet two experts.
# return chosen, => return chosen[..., [0, 0]],
# %% mistake: of-equals-the-last
# Of experts with equal logits, yours with the larger number goes first. The smaller number
# should go first.
# - np.argsort(-logits, axis=-1, kind="stable")[..., :2]
# + np.argsort(logits, axis=-1, kind="stable")[..., :-3:-1]
# %% mistake: the-better-last
# Your experts stand in the order of rising logits. The best one should come first.
# - np.argsort(-logits, axis=-1, kind="stable")[..., :2]
# + np.argsort(-logits, axis=-1, kind="stable")[..., 1::-1]
# np.exp(best - best[..., :1]) => np.exp(best - best[..., 1:])
# %% mistake: logits-returned
# You return the two logits. Their softmax is asked for.
# return chosen, powers / powers.sum(axis=-1, keepdims=True) => return chosen, best
# %% mistake: powers-returned
# Your two weights do not sum to one: divide by their sum.
# return chosen, powers / powers.sum(axis=-1, keepdims=True) => return chosen, powers
# %% mistake: weights-first
# You return the weights first. The experts should come first.
# - return chosen, powers / powers.sum(axis=-1, keepdims=True)
# + return powers / powers.sum(axis=-1, keepdims=True), chosen
# %% mistake: by-size
# You choose the two logits that are farthest from 0. A logit far below 0 is a small one.
# np.argsort(-logits => np.argsort(-abs(logits)
# best - best[..., :1] => best - best.max(axis=-1, keepdims=True)
# %% mistake: sigmoid-of-each
# You take a sigmoid of each logit. Take the softmax of the two, so that the weights sum to
# one.
# - return chosen, powers / powers.sum(axis=-1, keepdims=True)
# + return chosen, 1 / (1 + np.exp(-best))
# %% mistake: all-experts
# You return all experts. Each token should meet the first two of them.
def route_top2(logits):
    order = np.argsort(-logits, axis=-1, kind="stable")
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    powers = np.take_along_axis(powers, order, axis=-1)
    return order, powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: the-best-twice
# Both of your experts are the best one, which is why the weights are equal. The second
# should be the one with the second largest logit.
# kind="stable")[..., :2] => kind="stable")[..., [0, 0]]
# %% mistake: exactly-two-axes
# Your code works for two axes alone. Work along axis=-1, for one token alone or more axes
# in front.
# - chosen =
# + tokens, experts = logits.shape
# +     chosen =

# %% right: a sigmoid
# a softmax of two is a sigmoid of their difference
def route_top2(logits):
    order = np.argsort(-logits, axis=-1, kind="stable")
    first, second = order[..., 0], order[..., 1]
    top = np.take_along_axis(logits, order, axis=-1)
    weight = 1 / (1 + np.exp((top[..., 1] - top[..., 0]).astype(float)))
    return (np.stack([first, second], axis=-1),
            np.stack([weight, 1 - weight], axis=-1))
# wrong, the-smallest-two: np.argsort(-logits => np.argsort(logits
# wrong, weights-swapped: [weight, 1 - weight] => [1 - weight, weight]
# wrong, one-expert: order[..., 0], order[..., 1] => order[..., 0], order[..., 0]

# %% right: all the others hidden
# minus infinity for who is not chosen, as Mixtral's paper has it
def route_top2(logits):
    first = logits.argmax(axis=-1)[..., None]
    scores = logits.astype(float)
    rest = scores.copy()
    np.put_along_axis(rest, first, -np.inf, axis=-1)
    second = rest.argmax(axis=-1)[..., None]
    chosen = np.concatenate([first, second], axis=-1)
    hidden = np.full(scores.shape, -np.inf)
    kept = np.take_along_axis(scores, chosen, axis=-1)
    np.put_along_axis(hidden, chosen, kept, axis=-1)
    p = np.exp(hidden - hidden.max(axis=-1, keepdims=True))
    p = p / p.sum(axis=-1, keepdims=True)
    return chosen, np.take_along_axis(p, chosen, axis=-1)
# %% wrong, by-number: sorted by number
# -     p = np.exp(hidden - hidden.max(axis=-1, keepdims=True))
# +     chosen = np.sort(chosen, axis=-1)
# +     p = np.exp(hidden - hidden.max(axis=-1, keepdims=True))

# %% right: token by token
# Python's sort is stable
def route_top2(logits):
    chosen, weights = [], []
    for row in logits.reshape(-1, logits.shape[-1]):
        a, b = sorted(range(len(row)), key=lambda i: -row[i])[:2]
        powers = np.exp([0.0, row[b] - row[a]])
        chosen.append([a, b])
        weights.append(powers / powers.sum())
    shape = (*logits.shape[:-1], 2)
    return np.reshape(chosen, shape), np.reshape(weights, shape)
# wrong, both-count-alike: powers / powers.sum() => np.array([0.5, 0.5])
# wrong, unstable: np.exp([0.0, row[b] - row[a]]) => np.exp([row[a], row[b]])
# wrong, weights-of-logits: np.exp([0.0, row[b] - row[a]]) => np.array([row[a], row[b]])

# %% right: softmax of all, then scaled
# what all have in common is divided out
def route_top2(logits):
    scores = logits - logits.max(axis=-1, keepdims=True)
    p = np.exp(scores)
    i = np.argsort(-scores, axis=-1, kind="stable")[..., :2]
    top = np.take_along_axis(p, i, axis=-1)
    return i, top / top.sum(axis=-1, keepdims=True)
# %% wrong, softmax-of-all: not scaled
# top / top.sum(axis=-1, keepdims=True) => top / p.sum(axis=-1, keepdims=True)

# %% wrong, all-experts: all of them
# every expert, sorted
def route_top2(logits):
    p = np.exp(logits - logits.max(axis=-1, keepdims=True))
    order = np.argsort(-logits, axis=-1, kind="stable")
    p = np.take_along_axis(p, order, axis=-1)
    return order, p / p.sum(axis=-1, keepdims=True)

# %% wrong: softmax over all, smallest first
# written from the text alone
def route_top2(logits):
    chosen = np.argsort(logits, axis=-1)[..., -2:]
    e = np.exp(logits)
    p = e / e.sum(-1, keepdims=True)
    return chosen, np.take_along_axis(p, chosen, -1)

# %% wrong, of-equals-the-last: of equals the larger number
# argsort turned round turns equals round
def route_top2(logits):
    chosen = np.argsort(logits, axis=-1, kind="stable")[..., ::-1][..., :2]
    best = np.take_along_axis(logits, chosen, -1)
    p = np.exp(best - best[..., :1])
    return chosen, p / p.sum(-1, keepdims=True)

# %% same
# The last axis is the default.
# axis=-1, kind => kind
# chosen, axis=-1) => chosen)

# %% hint: one token
# Two questions: which experts, and how much each counts. Answer them one after the other.
# %% hint
# np.argsort of the negative logits, stable, gives the experts from the best on.
# %% hint
# np.take_along_axis fetches the logits of the two; their softmax is a row of two.

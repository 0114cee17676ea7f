# %% mistake: without-the-number-of-experts
# Your result is the sum of f * P over experts alone. It should be the number of experts
# times that sum, so that an even router has 1.
# experts * np.sum => np.sum
# %% mistake: tokens-for-experts
# Your result has the number of tokens as a factor in place of the number of experts.
# experts * np.sum => len(logits) * np.sum
# %% mistake: counts-for-shares
# Your result has the number of all choices as a factor. f should be the share of them, and
# sum to one.
# ) / chosen.size => )
# %% mistake: two-choices-a-token-forgotten
# Your result is twice what it should be, as if f were divided by the number of tokens. Each
# token has two choices.
# chosen.size => len(logits)
# %% mistake: first-choices-alone
# You count the best expert of each token. The second one should count, too.
# - f = np.bincount(chosen.ravel(), minlength=experts) / chosen.size
# + f = np.bincount(chosen[:, 0], minlength=experts) / len(logits)
# %% mistake: squares-of-shares
# Your result is that of f times f. Counts do not move when the router's numbers move a
# little, and give no gradient: one factor should be P, the mean softmax.
# - return float(experts * np.sum(f * p.mean(axis=0)))
# + return float(experts * np.sum(f * f))
# %% mistake: sum-over-tokens
# Your result has the number of tokens as a factor. f and P should each sum to one.
# p.mean(axis=0) => p.sum(axis=0)
# %% mistake: softmax-over-tokens
# Your softmax goes over the tokens. Each token's probabilities should sum to one over the
# experts.
# logits.max(axis=-1, keepdims=True) => logits.max(axis=0, keepdims=True)
# powers.sum(axis=-1, keepdims=True) => powers.sum(axis=0, keepdims=True)
# %% mistake: logits-for-probabilities
# You take the mean of the logits. P should be a mean of probabilities.
# p.mean(axis=0) => logits.mean(axis=0)
# %% mistake: unstable
# exp() of logits far from 0 is inf or 0. Subtract each token's largest one first.
# np.exp(logits - logits.max(axis=-1, keepdims=True)) => np.exp(logits)
# %% mistake: mean-twice
# Your result is the mean of f * P over experts. It should be their sum times the number of
# experts: an even router then has 1.
# experts * np.sum => np.mean
# %% mistake: probabilities-of-two
# Your P is the softmax of the two chosen logits. P should be a softmax over all experts.
# - p = powers / powers.sum(axis=-1, keepdims=True)  # (tokens, experts)
# + rank = np.argsort(np.argsort(-logits, axis=-1, kind="stable"), axis=-1)
# +     powers = np.where(rank < 2, powers, 0)
# +     p = powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: squares-of-probabilities
# Your result is that of P times P. One of the two factors should be f, the share of the
# choices that falls on each expert.
# f * p.mean(axis=0) => p.mean(axis=0) ** 2
# %% mistake: of-equals-the-last
# Of experts with equal logits, yours with the larger number goes first. The smaller number
# should go first.
# - chosen, _ = route_top2(logits)
# + chosen = experts - 1 - route_top2(logits[:, ::-1])[0]
# %% mistake: not-summed
# You return a number per expert. Add them up.
# - return float(experts * np.sum(f * p.mean(axis=0)))
# + return experts * f * p.mean(axis=0)
# %% mistake: times-two
# Your result is too large by twice the number of experts. f should be a share of all
# choices, and the number of experts a factor once.
# experts * np.sum => 2 * experts * experts * np.sum
# %% mistake: last-experts-uncounted
# Your counts lack experts that no token chose, at least those behind the last chosen one.
# These should have 0, as with np.bincount and its minlength.
# chosen.ravel(), minlength=experts) => chosen.ravel())
# %% mistake: all-equals-chosen
# Where logits are equal, a token makes more than two choices in yours. Of equals the one
# with the smaller number should be chosen, so that there are always two.
# - chosen, _ = route_top2(logits)
# + picked = logits >= np.sort(logits, axis=-1)[:, -2:-1]
# - np.bincount(chosen.ravel(), minlength=experts) / chosen.size
# + picked.sum(axis=0) / picked.sum()
# %% mistake: softmax-of-the-mean
# Your P is the softmax of the mean logits. Take the softmax of each token's logits first,
# and then the mean of these over the tokens.
# - powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
# + middle = logits.mean(axis=0, keepdims=True)
# +     powers = np.exp(middle - middle.max())

# %% right: a table of ones
# one where a token meets an expert
def balance_loss(logits):
    tokens, experts = logits.shape
    order = np.argsort(-logits, axis=1, kind="stable")[:, :2]
    met = np.zeros((tokens, experts))
    np.put_along_axis(met, order, 1.0, axis=1)
    z = np.exp(logits - logits.max(axis=1)[:, None])
    z = z / z.sum(axis=1)[:, None]
    return experts * met.mean(axis=0) / 2 @ z.mean(axis=0)
# wrong, sum-over-tokens: @ z.mean(axis=0) => @ z.sum(axis=0)
# wrong, logits-for-probabilities: @ z.mean(axis=0) => @ logits.mean(axis=0)
# %% wrong, squares-of-shares: squared
# met.mean(axis=0) / 2 @ z.mean(axis=0) => np.sum(met.mean(axis=0) ** 2) / 4

# %% right: expert by expert
# a sum over experts
def balance_loss(logits):
    tokens, experts = logits.shape
    chosen, _ = route_top2(logits)
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    total = 0.0
    for expert in range(experts):
        share = (chosen == expert).sum() / (2 * tokens)
        total += share * np.exp(log_p[:, expert]).mean()
    return total * experts


def route_top2(logits):
    return np.argsort(-logits, axis=-1, kind="stable")[..., :2], None
# wrong, without-the-number-of-experts: return total * experts => return total
# wrong, counts-for-shares: ) / (2 * tokens) => )
# wrong, two-choices-a-token-forgotten: (2 * tokens) => tokens

# %% right: pairs of tokens
# what each token meets, against what each would like
def balance_loss(logits):
    z = np.exp(logits - np.max(logits, axis=-1, keepdims=True))
    z /= z.sum(axis=-1, keepdims=True)
    rank = np.argsort(np.argsort(-logits, axis=-1, kind="stable"), axis=-1)
    met = rank < 2
    return np.mean(met.astype(float) @ z.T) * logits.shape[1] / 2
# %% wrong, unstable: plain
# np.exp(logits - np.max(logits, axis=-1, keepdims=True)) => np.exp(logits.astype(float))

# %% right: einsum
# the two choices counted one after the other
def balance_loss(logits):
    n, experts = logits.shape
    first = logits.argmax(axis=1)
    others = logits.astype(float)
    others[np.arange(n), first] = -np.inf
    counts = np.zeros(experts)
    np.add.at(counts, first, 1)
    np.add.at(counts, others.argmax(axis=1), 1)
    z = np.exp(logits - logits.max(axis=1, keepdims=True))
    z = z / z.sum(axis=1, keepdims=True)
    return float(np.einsum("e,ne->", counts, z) * experts / (2 * n * n))
# wrong, first-choices-alone: np.add.at(counts, others.argmax(axis=1), 1) => counts *= 2
# %% wrong, softmax-over-tokens: the other axis
# logits.max(axis=1, keepdims=True) => logits.max(axis=0, keepdims=True)
# z.sum(axis=1, keepdims=True) => z.sum(axis=0, keepdims=True)

# %% wrong: the variance
# the coefficient of variation of the counts, which gives no gradient
def balance_loss(logits):
    chosen = np.argsort(-logits, axis=-1, kind="stable")[:, :2]
    counts = np.bincount(chosen.ravel(), minlength=logits.shape[1])
    return (counts.std() / counts.mean()) ** 2

# %% right: bincount, einsum
# written from the text alone: another route
def balance_loss(logits):
    n, experts = logits.shape
    order = np.argsort(-logits, axis=1, kind="stable")
    f = np.bincount(order[:, :2].ravel(), minlength=experts) / (2 * n)
    z = np.exp(logits - np.max(logits, axis=1)[:, None])
    P = np.einsum("te,t->e", z, 1 / z.sum(1)) / n
    return experts * float(f @ P)

# %% wrong: first choice alone, not times experts
# written from the text alone
def balance_loss(logits):
    e = np.exp(logits - logits.max(-1, keepdims=True))
    P = (e / e.sum(-1, keepdims=True)).mean(0)
    f = np.bincount(logits.argmax(-1)) / len(logits)
    return np.sum(f * P)

# %% wrong, of-equals-the-last: of equals the last
# written from the text alone
def balance_loss(logits):
    n, m = logits.shape
    e = np.exp(logits - logits.max(-1, keepdims=True))
    P = (e / e.sum(-1, keepdims=True)).mean(0)
    top = np.argsort(logits, -1, kind="stable")[:, -2:]
    f = np.bincount(top.ravel(), minlength=m) / (2 * n)
    return float(m * (f * P).sum())

# %% wrong, probabilities-of-two: P of the two chosen alone
# weights of the two for probabilities of all
def balance_loss(logits):
    n, experts = logits.shape
    chosen, weights = route_top2(logits)
    f = np.bincount(chosen.ravel(), minlength=experts) / (2 * n)
    P = np.zeros(experts)
    np.add.at(P, chosen, weights)
    return experts * float(f @ P) / n

# %% same
# There are two axes.
# logits.shape[-1] => logits.shape[1]
# logits.max(axis=-1 => logits.max(axis=1
# powers.sum(axis=-1 => powers.sum(axis=1
# %% same
# A number of NumPy is as good as Python's.
# float(experts * np.sum(f * p.mean(axis=0))) => experts * np.sum(f * p.mean(axis=0))

# %% hint: many tokens
# Two vectors with a number for each expert: one counts, the other is a mean of
# probabilities. The loss is their dot product, times the number of experts.
# %% hint
# f counts choices. Two for each token: in all, twice as many as there are tokens, and f
# sums to one.
# %% hint
# np.bincount with minlength also counts experts that no token chose. P is a mean over
# tokens, axis 0, of a softmax over experts.

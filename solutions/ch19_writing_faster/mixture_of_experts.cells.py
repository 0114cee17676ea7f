# %% mistake: weights-left-out
# You add up what the two experts make as it is. Each should count by its weight.
# weights[token, place, None] * ( => (
# %% mistake: the-last-expert-alone
# In your result only one of a token's two experts counts, the one with the larger number.
# Add up what the two make.
# += => =
# %% mistake: the-best-alone
# In your result only the best expert of each token counts, with its weight. Add what the
# second makes, with its own weight.
# np.nonzero(chosen == expert) => np.nonzero(chosen[:, :1] == expert)
# %% mistake: without-relu
# Your experts let negative numbers through. Without the ReLU an expert is one matrix.
# np.maximum(x[token] @ W_in[expert], 0) => x[token] @ W_in[expert]
# %% mistake: the-other-ones-weight
# Each of the two experts gets the other one's weight in yours: order weights and experts
# alike.
# weights[token, place, None] => weights[token, 1 - place, None]
# %% mistake: weights-by-number
# The larger weight goes to whichever of the two experts has the smaller number, and should
# go to the one with the larger x W_router.
# -     mixed =
# +     chosen = np.sort(chosen, axis=-1)
# +     mixed =
# %% mistake: softmax-of-all
# Your weights are those of a softmax over all experts. Take the softmax of the two alone.
# - chosen, weights = route_top2(x @ W_router)
# + logits = x @ W_router
# +     powers = np.exp(logits - logits.max(axis=1, keepdims=True))
# +     chosen = route_top2(logits)[0]
# +     weights = powers / powers.sum(axis=1, keepdims=True)
# +     weights = np.take_along_axis(weights, chosen, axis=1)
# %% mistake: all-experts
# Every token meets every expert, so nothing is saved. Each should meet two.
def mixture_of_experts(x, W_router, W_in, W_out):
    logits = x @ W_router
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    wide = np.maximum(np.einsum("nd,edf->enf", x, W_in), 0)
    made = np.einsum("enf,efd->end", wide, W_out)
    return np.einsum("ne,end->nd", weights, made)
# %% mistake: one-choice-for-all
# All your tokens meet the first token's experts. Each should choose for itself.
# - np.nonzero(chosen == expert)
# + np.nonzero(np.repeat(chosen[:1], len(x), axis=0) == expert)
# %% mistake: the-token-added
# Your result is that of this layer plus the token itself. The residual belongs to the
# block: begin the sum with zeros.
# mixed = np.zeros_like(x) => mixed = x.copy()
# %% mistake: both-count-alike
# Both experts of a token count a half. Each should count by its weight.
# weights[token, place, None] * => 0.5 *
# %% mistake: of-equals-the-last
# Of experts with equal scores you take the one with the larger number. The smaller number
# should go first.
# - chosen, weights = route_top2(x @ W_router)
# + chosen, weights = route_top2((x @ W_router)[:, ::-1])
# +     chosen = W_router.shape[1] - 1 - chosen
# %% mistake: absolute-values
# You take absolute values where the ReLU should give 0.
# np.maximum(x[token] @ W_in[expert], 0) => np.abs(x[token] @ W_in[expert])
# %% mistake: relu-in-the-end
# Your ReLU comes after the second matrix, and should come between the two.
# wide = np.maximum(x[token] @ W_in[expert], 0) => wide = x[token] @ W_in[expert]
# (wide @ W_out[expert]) => np.maximum(wide @ W_out[expert], 0)
# %% mistake: scores-for-weights
# You weight the experts with their scores. Take the softmax of the two.
# - chosen, weights = route_top2(x @ W_router)
# + chosen, _ = route_top2(x @ W_router)
# +     weights = np.take_along_axis(x @ W_router, chosen, axis=1)
# %% mistake: the-worst-two
# Your tokens meet the experts with the smallest scores.
# - chosen, weights = route_top2(x @ W_router)
# + chosen, weights = route_top2(-(x @ W_router))
# +     weights = weights[:, ::-1]
# %% mistake: scores-negated
# Your tokens meet the experts with the smallest scores, and the smaller of the two counts
# for more, as if the scores were negated.
# - chosen, weights = route_top2(x @ W_router)
# + chosen, weights = route_top2(-(x @ W_router))
# %% mistake: one-expert-in-full
# Each of your tokens meets its best expert alone. The second should be added, and each of
# the two count by its weight.
# np.nonzero(chosen == expert) => np.nonzero(chosen[:, :1] == expert)
# weights[token, place, None] * ( => (

# %% right: token by token
# as the task says it
def mixture_of_experts(x, W_router, W_in, W_out):
    out = []
    for token in x:
        logits = token @ W_router
        first, second = np.argsort(-logits, kind="stable")[:2]
        share = 1 / (1 + np.exp(logits[second] - logits[first]))
        made = [np.maximum(token @ W_in[e], 0) @ W_out[e] for e in (first, second)]
        out.append(share * made[0] + (1 - share) * made[1])
    return np.array(out)
# wrong, the-best-alone: ] + (1 - share) * made[1] => ]
# %% wrong, the-other-ones-weight: crossed
# share * made[0] + (1 - share) * made[1] => share * made[1] + (1 - share) * made[0]

# %% right: dense, with zeros
# all experts, most of them times zero: right, and nothing saved
def mixture_of_experts(x, W_router, W_in, W_out):
    logits = x @ W_router
    rank = np.argsort(np.argsort(-logits, axis=1, kind="stable"), axis=1)
    kept = np.where(rank < 2, logits, -np.inf)
    gates = np.exp(kept - kept.max(axis=1, keepdims=True))
    gates = gates / gates.sum(axis=1, keepdims=True)
    wide = np.maximum(np.einsum("nd,edf->nef", x, W_in), 0)
    return np.einsum("ne,nef,efd->nd", gates, wide, W_out)
# wrong, all-experts: np.where(rank < 2, logits, -np.inf) => logits
# %% wrong, softmax-of-all: a softmax of all
# - gates / gates.sum(axis=1, keepdims=True)
# + gates / np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True)

# %% right: gathered matrices
# each token fetches the matrices of its two
def mixture_of_experts(x, W_router, W_in, W_out):
    scores = x @ W_router
    best = np.argsort(-scores, axis=1, kind="stable")[:, :2]
    top = np.take_along_axis(scores, best, axis=1)
    g = np.exp(top - top.max(axis=1, keepdims=True))
    g = g / g.sum(axis=1, keepdims=True)
    wide = np.einsum("nd,nkdf->nkf", x, W_in[best])
    made = np.einsum("nkf,nkfd->nkd", wide * (wide > 0), W_out[best])
    return (g[..., None] * made).sum(axis=1)
# wrong, weights-left-out: (g[..., None] * made) => made
# wrong, without-relu: wide * (wide > 0) => wide
# %% wrong, one-choice-for-all: the first token's
# W_in[best] => W_in[best[:1].repeat(len(x), 0)]
# W_out[best] => W_out[best[:1].repeat(len(x), 0)]
# %% wrong, the-token-added: with the token
# return (g[..., None] * made).sum(axis=1) => return x + (g[..., None] * made).sum(axis=1)

# %% right: sorted by expert
# tokens put in the order of their experts, as large models do
def mixture_of_experts(x, W_router, W_in, W_out):
    scores = x @ W_router
    best = np.argsort(-scores, axis=1, kind="stable")[:, :2]
    top = np.take_along_axis(scores, best, axis=1)
    g = np.exp(top - top[:, :1])
    g = (g / g.sum(axis=1, keepdims=True)).ravel()
    order = np.argsort(best.ravel(), kind="stable")
    owner = best.ravel()[order]
    ends = np.searchsorted(owner, np.arange(len(W_in) + 1))
    out = np.zeros(x.shape, dtype=x.dtype)
    for e in range(len(W_in)):
        pairs = order[ends[e] : ends[e + 1]]
        made = np.maximum(x[pairs // 2] @ W_in[e], 0) @ W_out[e]
        np.add.at(out, pairs // 2, g[pairs, None] * made)
    return out
# %% wrong, the-last-expert-alone: overwritten
# - np.add.at(out, pairs // 2, g[pairs, None] * made)
# + out[pairs // 2] = g[pairs, None] * made

# %% wrong: the mean of matrices
# no router
def mixture_of_experts(x, W_router, W_in, W_out):
    return np.maximum(x @ W_in.mean(axis=0), 0) @ W_out.mean(axis=0)

# %% right: einsum over all experts
# written from the text alone: another route
def mixture_of_experts(x, W_router, W_in, W_out):
    logits = x @ W_router
    order = np.argsort(-logits, axis=-1, kind="stable")[:, :2]
    top = np.take_along_axis(logits, order, -1)
    gate = np.zeros(logits.shape)
    e = np.exp(top - top[:, :1])
    np.put_along_axis(gate, order, e / e.sum(-1, keepdims=True), -1)
    hidden = np.maximum(np.einsum("nd,edf->nef", x, W_in), 0)
    return np.einsum("ne,nef,efd->nd", gate, hidden, W_out)

# %% wrong: equal weights, no relu
# written from the text alone
def mixture_of_experts(x, W_router, W_in, W_out):
    out = np.zeros_like(x)
    for i, token in enumerate(x):
        for e in np.argsort(-(token @ W_router), kind="stable")[:2]:
            out[i] += 0.5 * (token @ W_in[e]) @ W_out[e]
    return out

# %% wrong, of-equals-the-last: of equals the last
# written from the text alone
def mixture_of_experts(x, W_router, W_in, W_out):
    logits = x @ W_router
    out = np.zeros(x.shape)
    for i, token in enumerate(x):
        first, second = np.argsort(logits[i], kind="stable")[::-1][:2]
        a, b = logits[i, first], logits[i, second]
        g = 1 / (1 + np.exp(b - a))
        for e, gate in ((first, g), (second, 1 - g)):
            out[i] += gate * (np.maximum(token @ W_in[e], 0) @ W_out[e])
    return out

# %% wrong, absolute-values: absolute values for the ReLU
# sizes for what is above 0
def mixture_of_experts(x, W_router, W_in, W_out):
    chosen, weights = route_top2(x @ W_router)
    out = np.zeros_like(x)
    for i, row in enumerate(x):
        for e, w in zip(chosen[i], weights[i]):
            out[i] += np.abs(row @ W_in[e]) @ W_out[e] * w
    return out

# %% same
# Each expert has both.
# len(W_in) => len(W_out)
# %% same
# Where indices stand apart, their axis comes first.
# weights[token, place, None] => weights[token, None, place]

# %% hint: some tokens
# Begin with one token: which experts does it meet, with which weights, and what does each
# make of it?
# %% hint
# Turn the loop round: for each expert, which tokens does it meet? np.nonzero(chosen ==
# expert) gives rows and places.
# %% hint
# Take those rows of x through the expert, multiply each by its weight, and add it to those
# rows of the result.

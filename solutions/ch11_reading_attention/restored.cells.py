# %% mistake: the-other-way
# Your clean run gets the corrupted run's vectors. That asks what breaks the answer; here
# the corrupted run should get a clean vector.
# corrupted_logits, _ = => corrupted_logits, kept = && run(corrupted, ( => run(clean, (
# %% mistake: own-vectors
# Nothing changes in your patched runs, as with the corrupted run's own vectors. Take what
# came out of the layers in the *clean* run.
# corrupted_logits, _ = => corrupted_logits, kept =
# %% mistake: logits
# You compare the token's logits. A logit alone says little: it is large or small beside the
# others. Take the softmax first.
# powers[token] / powers.sum() => logits[token]
# %% mistake: log-probabilities
# You compare logarithms of probabilities. That is done too, and gives other shares; asked
# for is the share of the lost *probability*.
# powers[token] / powers.sum() => np.log(powers[token] / powers.sum())
# %% mistake: largest-probability
# You follow the largest probability, whichever token has it. Follow that of `token`.
# powers[token] => powers.max()
# %% mistake: not-a-share
# You return how much probability comes back. As a share, divide it by what was lost: clean
# minus corrupted.
# (patched - broken) / (whole - broken) => patched - broken
# %% mistake: share-of-the-whole
# You divide by the clean probability. Lost was only its difference from the corrupted one:
# divide by that.
# (whole - broken) => whole
# %% mistake: ratio
# You divide the patched probability by the clean one. Where nothing comes back that is not
# 0: take the corrupted one off both.
# (patched - broken) / (whole - broken) => patched / whole
# %% mistake: probability-as-it-is
# You return the probability after the patch. Take the corrupted one off, and divide by what
# was lost: clean minus corrupted.
# (patched - broken) / (whole - broken) => patched
# %% mistake: still-lost
# Your entries are the share that is still lost: 1 where nothing comes back, 0 where all
# does. Asked for is what comes back: patched minus corrupted probability, divided by what
# was lost.
# (patched - broken) => (whole - patched)
# %% mistake: places-first
# Rows and columns have changed places: (layers, n), one row per layer.
# return share => return share.T
# %% mistake: one-layer-above
# Your vectors go into the layer after the one that they came out of. Take layer and place
# of the patch from where its vector came out.
# (layer, place, kept => ((layer + 1) % len(kept), place, kept
# %% mistake: last-place-alone
# Your result has the last place alone. The question is *where* the answer is carried: patch
# all places and return the shares of them all, (layers, n).
# return share => return share[:, -1]
# %% mistake: first-layer-alone
# Every row of yours is the first layer's. A vector of a later layer has gathered more:
# patch each layer.
# (layer, place, kept[layer, place]) => (0, place, kept[0, place])
# %% mistake: whole-number-table
# Your shares are cut off to whole numbers, for instance in an array with the dtype of the
# ids. Let the array hold decimals: np.zeros((layers, n)).
# np.zeros(kept.shape[:2]) => np.zeros(kept.shape[:2], dtype=int)
# %% mistake: as-many-places-as-layers
# You go through as many places as there are layers, so later ones stay 0 or the index
# runs out. Places are the second axis of what run returns.
# np.ndindex(share.shape) => np.ndindex(len(kept), len(kept))
# %% mistake: what-it-breaks
# Your clean run gets the corrupted run's vectors, and your entries say how much of the
# answer this breaks. Run the corrupted text with one clean vector, and return the share of
# the lost probability that comes back.
# corrupted_logits, _ = => corrupted_logits, kept = && run(corrupted, ( => run(clean, (
# (patched - broken) => (whole - patched)

# %% right: two loops
# one run for each layer and place
def restored(run, clean, corrupted, token):
    def chance(logits):
        powers = np.exp(logits - logits.max())
        return powers[token] / powers.sum()

    logits, kept = run(clean)
    whole = chance(logits)
    broken = chance(run(corrupted)[0])
    layers, n, _ = kept.shape
    share = np.zeros((layers, n))
    for layer in range(layers):
        for place in range(n):
            vector = kept[layer, place]
            patched = chance(run(corrupted, (layer, place, vector))[0])
            share[layer, place] = (patched - broken) / (whole - broken)
    return share
# wrong, not-a-share: (patched - broken) / (whole - broken) => patched - broken
# wrong, share-of-the-whole: / (whole - broken) => / whole
# wrong, ratio: (patched - broken) / (whole - broken) => patched / whole
# wrong, probability-as-it-is: (patched - broken) / (whole - broken) => patched
# wrong, still-lost: (patched - broken) => (whole - patched)
# wrong, logits: powers[token] / powers.sum() => logits[token]
# wrong, places-first: return share => return share.T
# %% right: by keyword
# patch by its name, as a list
# (layer, place, vector) => patch=[layer, place, vector]
# %% right: 1 minus what is still lost
# the same share
# (patched - broken) / (whole - broken) => 1 - (whole - patched) / (whole - broken)
# %% wrong, the-other-way: the other way
# run(clean) => run(clean)[0], run(corrupted)[1] && run(corrupted, ( => run(clean, (
# %% wrong, own-vectors: its own vectors
# -     for layer in range(layers):
# +     kept = run(corrupted)[1]
# +     for layer in range(layers):
# %% wrong: the whole layer
# a table for a vector
# (layer, place, vector) => (layer, place, kept[layer])
# %% wrong, last-place-alone: the last place alone
# np.zeros((layers, n)) => np.zeros(layers)
# for place in range(n) => for place in [n - 1]
# share[layer, place] => share[layer]
# %% wrong: right or not
# 0 and 1 for probabilities
# powers[token] / powers.sum() => float(np.argmax(logits) == token)

# %% right: a logistic
# the token against all others
def restored(run, clean, corrupted, token):
    def chance(logits):
        others = np.logaddexp.reduce(np.delete(logits, token))
        return 1 / (1 + np.exp(np.clip(others - logits[token], -700, 700)))

    logits, kept = run(clean)
    whole = chance(logits)
    broken = chance(run(corrupted)[0])
    share = np.zeros(kept.shape[:2])
    for at in np.ndindex(share.shape):
        patched = chance(run(corrupted, (*at, kept[at]))[0])
        share[at] = (patched - broken) / (whole - broken)
    return share

# %% right: collected
# the shares at the end
def restored(run, clean, corrupted, token):
    def chance(ids, patch=None):
        logits = np.asarray(run(ids, patch)[0], dtype=float)
        return np.exp(logits[token] - np.logaddexp.reduce(logits))

    kept = run(clean)[1]
    low, high = chance(corrupted), chance(clean)
    found = np.array(
        [
            [chance(corrupted, (i, j, vector)) for j, vector in enumerate(row)]
            for i, row in enumerate(kept)
        ]
    )
    return (found - low) / (high - low)

# %% right: all runs first
# all probabilities at once
def restored(run, clean, corrupted, token):
    first, kept = run(clean)
    places = list(np.ndindex(kept.shape[:2]))
    runs = [first, run(corrupted)[0]]
    runs += [run(corrupted, (*at, kept[at]))[0] for at in places]
    logits = np.array(runs, dtype=float)
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    whole, broken, *after = powers[:, token] / powers.sum(axis=-1)
    return ((after - broken) / (whole - broken)).reshape(kept.shape[:2])

# %% wrong, not_attempted: left open
# stub
def restored(run, clean, corrupted, token):
    raise NotImplementedError

# %% same
# Every entry is filled in.
# np.zeros(kept => np.ones(kept
# %% same
# A factor of all three probabilities: the share has none.
# powers.sum() => powers.mean()

# %% hint: two layers
# Three probabilities of one token: in the clean run, in the corrupted run, and in the
# corrupted run with one clean vector. What share of the way from the second to the first
# has the third gone?
# %% hint: two layers; three layers
# Run the clean text once and keep what came out of its layers. Then one run for each layer
# and place, on the corrupted text.
# %% hint
# run(corrupted, (layer, place, kept[layer, place])) is one such run. From its probability
# take off the corrupted one; divide by what was lost.

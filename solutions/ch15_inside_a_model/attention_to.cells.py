# %% mistake: first-piece-asks
# You take the row of an earlier piece of the source than the last. In a decoder that piece
# has not seen the rest of its own word yet.
# sources[-1] => sources[0]
# %% mistake: all-pieces-ask
# You average over the pieces of the source. The last piece alone should ask.
# sources[-1], :] => sources, :].mean(axis=-2)
# %% mistake: all-pieces-added
# You add up what all pieces of the source give, so a word of three pieces has three times
# as much to give. The last piece alone should ask.
# sources[-1], :] => sources, :].sum(axis=-2)
# %% mistake: target-asks
# In yours the target looks at the source. Take the row of the source's last piece, and the
# columns of the target.
# sources[-1] => targets[-1] && row[..., targets] => row[..., sources]
# %% mistake: slice-too-short
# Your sum lacks the last piece of the word that is looked at, as with a slice that ends at
# targets[-1]. Add up the weights to all its pieces.
# found.sum( => found[..., :-1].sum(
# %% mistake: mean-of-target
# You average over the pieces of the word that is looked at. A row shares out a total of
# one, so a word's share is the sum.
# found.sum( => found.mean(
# %% mistake: last-of-target
# Of the word that is looked at you count the last piece alone. What goes to its other
# pieces counts as well.
# found.sum(axis=-1) => found[..., -1]
# %% mistake: first-of-target
# Of the word that is looked at you count the first piece alone. What goes to its other
# pieces counts as well.
# found.sum(axis=-1) => found[..., 0]
# %% mistake: most-of-target
# You take the largest weight among the pieces of the word that is looked at. Add up the
# weights to all of them.
# found.sum( => found.max(
# %% mistake: columns-ask
# You have rows and columns the other way round. Read the row of the source's last piece, at
# the columns of the target.
# -     row = weights[..., sources[-1], :]
# +     weights = np.swapaxes(weights, -1, -2)
# +     row = weights[..., sources[-1], :]
# %% mistake: heads-averaged
# You return one mean for all layers and heads. Every head should keep its own number.
# found.sum(axis=-1) => found.sum(axis=-1).mean()
# %% mistake: all-added
# You add up over all axes. Layers and heads should stay as they are: sum over the target's
# pieces alone.
# found.sum(axis=-1) => found.sum()
# %% mistake: later-words-get-0
# You return 0 where the target stands after the source. The weights say that themselves
# where a mask hides later words, and in an encoder nothing is hidden.
# - return found
# + if min(targets) > sources[-1]:
# +         return 0.0
# +     return found

# %% right: a row, then columns
# the sum over the target's pieces
def attention_to(weights, sources, targets):
    row = weights[..., sources[-1], :]
    return row[..., targets].sum(axis=-1)
# wrong, columns-ask: sources[-1], : => :, sources[-1]
# %% wrong, all-added: everything added
# heads added
# axis=-1 =>
# %% wrong: not added
# a number a piece
# .sum(axis=-1) =>

# %% right: a loop in place
# filled up piece by piece
def attention_to(weights, sources, targets):
    total = np.zeros(weights.shape[:-2])
    for j in targets:
        total += weights[..., sources[-1], j]
    return total

# %% right: take
# np.take twice
def attention_to(weights, sources, targets):
    row = np.take(weights, sources[-1], axis=-2)
    return np.take(row, targets, axis=-1).sum(-1)

# %% right: recursion, helper back
# pieces are in order, so the last is the largest; the helper is bound below
def back(row, targets):
    if not targets:
        return 0 * row[..., 0]
    return row[..., targets[0]] + back(row, targets[1:])


def attention_to(weights, sources, targets):
    return back(weights[..., max(sources), :], list(targets))

# %% right: a word
# an object for each word
class Word:
    def __init__(self, places):
        self.places = list(places)

    def looks(self, weights, other):
        return np.einsum("...j->...", weights[..., self.places[-1], other.places])


def attention_to(weights, sources, targets):
    return Word(sources).looks(weights, Word(targets))

# %% right: a product with ones
# every row asked, one kept
def attention_to(weights, sources, targets):
    counted = np.zeros(weights.shape[-1])
    counted[list(targets)] = 1
    return (weights @ counted)[..., sources[-1]]

# %% wrong, all-pieces-added: all ask, added
def attention_to(weights, sources, targets):
    return weights[..., sources, :][..., targets].sum(axis=(-1, -2))

# %% wrong: leading axes forgotten
# two axes only
def attention_to(weights, sources, targets):
    return weights[sources[-1], targets].sum()

# %% right: by a mask
def attention_to(weights, sources, targets):
    chosen = np.isin(range(weights.shape[-1]), targets)
    return (weights[..., sources[-1], :] * chosen).sum(axis=-1)
# wrong, first-piece-asks: sources[-1 => sources[0
# wrong, most-of-target: sum => max
# wrong, mean-of-target: =-1 => =-1) / len(targets
# wrong, columns-ask: sources[-1], : => :, sources[-1]
# wrong, all-pieces-ask: [-1], :] => , :].mean(axis=-2)
# wrong, last-of-target: ), targets => ), targets[-1:]

# %% hint: two words of several pieces
# Which row belongs to the word that looks? Which columns to the word looked at?
# %% hint: two words of several pieces
# One row, several columns: weights[..., row, columns] has the columns on its last axis.
# %% hint
# The row is sources[-1], the columns are `targets`. A share of a row that goes to several
# places is what their weights sum to.

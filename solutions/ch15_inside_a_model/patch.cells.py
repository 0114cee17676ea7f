# %% mistake: the-other-way
# You carry the corrupted vector into the clean run. That asks what breaks the answer; here
# the corrupted run gets a clean vector.
# run(clean) => run(corrupted) && run(corrupted, edit) => run(clean, edit)
# %% mistake: every-layer
# You patch after every layer, each time with that layer's own clean vector. Patch only
# where the layer that edit is given equals the one that patch is given, and return hidden
# as it is elsewhere.
# -         if at != layer:
# -             return hidden
# -
# kept[layer, position] => kept[at, position]
# %% mistake: from-layer-on
# You patch after `layer` and after all later ones. Patch after `layer` alone, and let the
# model go on from there.
# at != layer => at < layer && kept[layer, position] => kept[at, position]
# %% mistake: one-vector-from-layer-on
# You put the vector in after `layer` and after all later ones. Patch after `layer` alone,
# and let the model go on from there.
# at != layer => at < layer
# %% mistake: one-layer-below
# You patch one layer too early. Patch where edit's first argument is `layer`: edit then
# gets what comes out of that layer.
# at != layer => at != layer - 1 && kept[layer, position] => kept[at, position]
# %% mistake: one-vector-everywhere
# Your edit puts the vector in after other layers, too. Put it in only where the layer that
# edit is given equals the one that patch is given, and return hidden as it is elsewhere.
# -         if at != layer:
# -             return hidden
# -
# %% mistake: last-logits
# You return the logits of the last position alone. Return a row for every position: (n,
# vocab).
# return logits => return logits[-1]
# %% mistake: the-difference
# You return what the patch has changed. Asked for are the logits of the patched run.
# return logits => return logits - run(corrupted)[0]
# %% mistake: all-positions
# Your logits are those of the clean run, as with all positions patched. In the corrupted
# run only the vector at `position` should be the clean one.
# patched[position] => patched[:] && kept[layer, position] => kept[layer]
# %% mistake: added
# In yours the clean vector is added to the corrupted one. Put the clean vector in its
# place.
# patched[position] = => patched[position] +=
# %% mistake: edit-not-used
# Your logits are those of the corrupted run. Is `edit` handed to run, and does `edit`
# return the changed array?
# run(corrupted, edit) => run(corrupted)
# %% mistake: hidden-returned
# You return the hidden vectors. run gives (logits, hidden); logits are wanted.
# logits, _ = => _, logits =
# %% mistake: feature-patched
# You replace a column: one feature of every token. `hidden` is (n, d), with the positions
# on its first axis.
# -         patched[position] = kept[layer, position]
# +         feature = min(position, hidden.shape[-1] - 1)
# +         patched[:, feature] = kept[layer, :, feature]
# %% mistake: one-layer-above
# You put the vector in one layer too late. Patch where edit's first argument is `layer`.
# at != layer => at != layer + 1
# %% mistake: last-position
# You patch the last position, whatever `position` is. Patch at `position`.
# patched[position] = kept[layer, position] => patched[-1] = kept[layer, -1]
# %% mistake: from-position-on
# You patch `position` and all positions after it. Patch `position` alone.
# patched[position] = kept[layer, position] => patched[position:] = kept[layer, position:]
# %% mistake: up-to-position
# You patch `position` and all positions before it. Patch `position` alone.
# - patched[position] = kept[layer, position]
# + patched[: position + 1] = kept[layer, : position + 1]
# %% mistake: vector-of-the-layer-before
# The vector that you put in came out of the layer before, and for layer 0 out of the last.
# The hidden that run(clean) gives begins with what comes out of layer 0, so take
# hidden[layer, position] of it.
# kept[layer, position] => kept[layer - 1, position]

# %% right: an edit
# two runs
def patch(run, clean, corrupted, layer, position):
    _, hidden_clean = run(clean)

    def edit(at, hidden):
        if at == layer:
            hidden = hidden.copy()
            hidden[position] = hidden_clean[layer, position]
        return hidden

    logits, _ = run(corrupted, edit)
    return logits
# wrong, one-vector-everywhere: at == layer => True
# wrong, one-vector-from-layer-on: at == layer => at >= layer
# wrong, added: hidden[position] = => hidden[position] +=
# wrong, edit-not-used: run(corrupted, edit) => run(corrupted)
# wrong, hidden-returned: logits, _ = => _, logits =
# wrong, last-logits: return logits => return logits[-1]
# wrong, the-difference: return logits => return logits - run(corrupted)[0]
# %% right: by keyword
# edit by its name
# run(corrupted, edit) => run(corrupted, edit=edit)
# %% right: in place
# what edit is handed belongs to this run
# -             hidden = hidden.copy()
# -             hidden[position] = hidden_clean[layer, position]
# +             hidden[position] = hidden_clean[layer, position]
# %% right: None for the other layers
# where edit returns nothing, the run goes on as it was
# -         return hidden
# +             return hidden
# %% wrong, the-other-way: the other way
# run(clean) => run(corrupted) && run(corrupted, edit) => run(clean, edit)
# %% wrong, every-layer: every layer
# at == layer => True && hidden_clean[layer, position] => hidden_clean[at, position]
# %% wrong, from-layer-on: from layer on
# at == layer => at >= layer && hidden_clean[layer, position] => hidden_clean[at, position]
# %% wrong, all-positions: all positions
# hidden[position] => hidden[:] && hidden_clean[layer, position] => hidden_clean[layer]
# %% wrong, one-layer-below: one below
# at == layer => at == layer - 1
# hidden_clean[layer, position] => hidden_clean[layer - 1, position]
# %% wrong, edit-not-used: nothing returned by edit
# - ]
# -         return hidden
# -
# -     logits
# + ]
# +
# +     logits
# %% wrong: a feature
# a feature for a place
# hidden[position] => hidden[:, 0]
# hidden_clean[layer, position] => hidden_clean[layer][:, 0]
# %% wrong: axes swapped
# layer and place mixed up
# hidden_clean[layer, position] => hidden_clean[position, layer]

# %% right: a callable
# an object that is called
class Editor:
    def __init__(self, vector, layer, position):
        self.vector, self.layer, self.position = vector, layer, position

    def __call__(self, layer, hidden):
        if layer != self.layer:
            return hidden
        rows = np.arange(len(hidden))[:, None]
        return np.where(rows == self.position, self.vector, hidden)


def patch(run, clean, corrupted, layer, position):
    vector = run(clean)[1][layer][position]
    return run(corrupted, edit=Editor(vector, layer, position))[0]

# %% right: a lambda, helper said
# joined anew; the helper's name is bound below
def said(hidden, vector, position):
    return np.concatenate([hidden[:position], vector[None], hidden[position + 1:]])


def patch(run, clean, corrupted, layer, position):
    vector = run(clean, None)[1][layer, position].copy()
    return run(
        corrupted,
        lambda at, h: said(h, vector, position) if at == layer else h,
    )[0]

# %% right: caught on the way
# the clean vectors by an edit of their own
def patch(run, clean, corrupted, layer, position):
    caught = []

    def catch(at, hidden):
        caught.append(hidden[position].copy())
        return hidden

    def put(at, hidden):
        if at == layer:
            hidden[position, :] = caught[layer]
        return hidden

    run(clean, catch)
    return run(corrupted, put)[0]

# %% wrong, up-to-position: all positions up to it
# earlier places come from the clean run as well
def patch(run, clean, corrupted, layer, position):
    _, kept = run(clean)
    def edit(at, hidden):
        if at == layer:
            hidden = hidden.copy()
            hidden[:position + 1] = kept[at][:position + 1]
        return hidden
    return run(corrupted, edit)[0]

# %% same
# The array belongs to the edit: the model goes on with the one returned.
# hidden.copy() => hidden

# %% hint: two layers
# Two runs are needed. Which one gives the vector, which one receives it?
# %% hint: two layers
# From run(clean) keep `hidden`. Then define edit(at, hidden) inside patch, so that it can
# see what you kept, and hand it to run(corrupted, edit).
# %% hint
# In edit: where `at` is not `layer`, return hidden as it came. Otherwise copy it, replace
# the row of `position` with the kept one, and return the copy.

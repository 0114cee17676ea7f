# %% mistake: not-shifted
# Behind bos_id your ids are not shifted: every position but the first reads the very id it
# has to predict. The loss then falls very low, and the model has learnt to copy.
# targets[..., :-1] => targets[..., 1:]
# %% mistake: shifted-left
# Your ids are shifted to the left: each position but the last reads the id *after* its
# target, which does not exist yet at translation time. Move everything one place to the
# right, with bos_id in front.
# inputs[..., 0] => inputs[..., -1]
# inputs[..., 1:] = targets[..., :-1] => inputs[..., :-1] = targets[..., 1:]
# %% mistake: rolled
# The last id has come round to the front, as np.roll does it, and tells the first position
# how the sequence ends. Write bos_id in front.
# = bos_id => = targets[..., -1]
# %% mistake: rolled-over-rows
# The last id of each sequence is the first of the next, as np.roll without an axis reads
# the batch as one long row. Write bos_id in front, and shift along the last axis.
def shift_right(targets, bos_id):
    return np.roll(targets, 1)
# %% mistake: rows-rolled
# In a batch your rows have the ids of the row before, as when shifted along the first axis.
# A sequence is a row: shift along the last axis, and put bos_id in front of each row.
# targets[..., :-1] => np.roll(targets, 1, axis=0)[..., 1:]
# %% mistake: bos-is-1
# You always write 1 in front. Another vocabulary has its bos elsewhere: write bos_id.
# = bos_id => = 1
# %% mistake: bos-is-0
# You have 0 in front. That is an id of its own, often the padding: write bos_id.
# = bos_id => = 0
# %% mistake: one-longer
# Your rows have one id too many: bos_id is in front, but the last target is still there.
# The last target has no successor to predict: drop it.
# return inputs => return np.append(inputs, targets[..., -1:], axis=-1)
# %% mistake: first-repeated
# Your ids are shifted to the right, but the first target fills the free place, so the first
# position reads its own answer. Write bos_id there.
# = bos_id => = targets[..., 0]
# %% mistake: wrong-axis
# You shifted along the first axis, so each sequence but the first reads another one. A
# sequence is a row: shift along the last axis.
# inputs[..., 0] => inputs[0]
# inputs[..., 1:] = targets[..., :-1] => inputs[1:] = targets[:-1]
# %% mistake: rolled-flat
# You shift all numbers as one long row, so that the last id of a row comes to stand in the
# next one. Shift along the last axis.
def shift_right(targets, bos_id):
    inputs = np.roll(targets, 1)
    inputs[0] = bos_id
    return inputs
# %% mistake: exactly-two-axes
# Your code works for a table of rows only. There may be one sequence alone or more axes, so
# shift along the last one: behind bos_id stands targets[..., :-1].
def shift_right(targets, bos_id):
    return np.array([[bos_id] + list(sentence[:-1]) for sentence in targets])
# %% mistake: all-bos
# All your ids are bos_id, for instance because each place is copied from the one before,
# which was overwritten. Copy from the targets: targets[..., :-1].
# = targets[..., :-1] => = bos_id
# %% mistake: sizes-of-a-table
# Your code works for exactly two axes. There may be one sequence alone or more axes in
# front: shift along the last one, so that targets[..., :-1] stands behind bos_id.
# - inputs[..., 0]
# + batch, n = targets.shape
# +     inputs[..., 0]

# %% right: slices assigned to
# into a new array of the same kind
def shift_right(targets, bos_id):
    shifted = np.empty_like(targets)
    shifted[..., 0] = bos_id
    shifted[..., 1:] = targets[..., :-1]
    return shifted
# %% wrong: two axes only
# a row alone is an error
# shifted[..., 0] => shifted[:, 0]
# shifted[..., 1:] = targets[..., :-1] => shifted[:, 1:] = targets[:, :-1]
# %% wrong: floats
# np.zeros makes ids floats
# np.empty_like(targets) => np.zeros(targets.shape)

# %% right: concatenate
# a column in front, the last one cut
def shift_right(targets, bos_id):
    first = np.full(targets.shape[:-1] + (1,), bos_id, dtype=targets.dtype)
    return np.concatenate([first, targets[..., :-1]], axis=-1)
# wrong, one-longer: [..., :-1] =>

# %% right: np.roll
# turned round, then the first put right
def shift_right(targets, bos_id):
    turned = np.roll(targets, 1, axis=-1)
    turned[..., 0] = bos_id
    return turned
# wrong, rows-rolled: axis=-1) => axis=0)

# %% right: lists and insert
# recursion down to the rows, insert and pop
def shift_right(targets, bos_id):
    if targets.ndim > 1:
        rows = []
        for row in targets:
            rows.append(shift_right(row, bos_id))
        return np.array(rows, dtype=targets.dtype).reshape(targets.shape)
    ids = list(targets)
    ids.insert(0, bos_id)
    ids.pop()
    return np.array(ids, dtype=targets.dtype)

# %% right: np.pad and a helper called inputs
# a name that the chapter binds again further down
def inputs(targets):
    return targets[..., :-1]


def shift_right(targets, bos_id):
    widths = [(0, 0)] * (targets.ndim - 1) + [(1, 0)]
    return np.pad(inputs(targets), widths, constant_values=bos_id)

# %% right: always int64
# whole numbers, another width
def shift_right(targets, bos_id):
    out = np.full(targets.shape, bos_id, dtype=np.int64)
    np.copyto(out[..., 1:], targets[..., :-1])
    return out
# %% wrong, rolled-flat: rolled as one long row
# the last of a row goes to the next
# full(targets.shape, bos_id, dtype=np.int64 => roll(targets, 1
# np.copyto(out[..., 1:], targets[..., :-1]) => out[0] = bos_id

# %% wrong: in place
# the caller's targets are overwritten
def shift_right(targets, bos_id):
    targets[..., 1:] = targets[..., :-1].copy()
    targets[..., 0] = bos_id
    return targets

# %% right: by roll
def shift_right(targets, bos_id):
    out = np.roll(targets, 1, axis=-1)
    out[..., 0] = bos_id
    return out
# wrong, rows-rolled: -1 => 0
# wrong: np.roll(targets, 1 => np.roll(targets, -1
# wrong, rolled: out[..., 0] = bos_id =>
# wrong: 0 => -1
# wrong, not-shifted: roll(targets, 1, axis=-1 => array(targets

# %% same
# What is written beside the first place is overwritten by the next line.
# inputs[..., 0] => inputs[(...,)]

# %% hint: one sequence
# Write it on paper for the targets `[7, 8, 9]`. What has the decoder written before it
# writes 7? And before it writes 9?
# %% hint: one sequence; a batch
# `targets[..., :-1]` is every row without its last id. It goes to `[..., 1:]`.
# %% hint
# Make an empty array like `targets`, and fill it with two assignments: one for the first
# place of every row, one for all the others.

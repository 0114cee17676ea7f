# %% mistake: a-step-too-many
# Your step is the range divided by 2**bits. Between 2**bits codes there are 2**bits - 1
# steps.
# (high - low) / (2**bits - 1) => (high - low) / 2**bits
# %% mistake: cut-off
# Your codes are rounded down. Take the nearest, as np.round does.
# np.round( => np.floor(
# %% mistake: one-scale-for-all
# All of your numbers share one lowest value and one step. Each group should have its own.
# -     low, high = groups.min(axis=-1), groups.max(axis=-1)
# +     low = np.full(groups.shape[:-1], x.min())
# +     high = np.full(groups.shape[:-1], x.max())
# %% mistake: a-scale-a-row
# Each of your rows has one lowest value and one step. Each group should have its own.
# -     low, high = groups.min(axis=-1), groups.max(axis=-1)
# +     low = np.broadcast_to(x.min(-1)[..., None], groups.shape[:-1]).copy()
# +     high = np.broadcast_to(x.max(-1)[..., None], groups.shape[:-1]).copy()
# %% mistake: from-zero
# Code 0 stands for zero in yours, and should stand for the group's lowest number.
# groups.min(axis=-1), groups.max(axis=-1) => 0 * groups[..., 0], groups.max(-1)
# %% mistake: not-shifted
# You do not take the lowest number off before you divide by the step.
# (groups - low[..., None]) => groups
# %% mistake: groups-across
# Your groups are made of numbers that stand apart. A group should be made of neighbours.
# groups = x.reshape(shape) => groups = x.reshape(*x.shape[:-1], group, -1).swapaxes(-1, -2)
# codes.reshape(x.shape) => codes.swapaxes(-1, -2).reshape(x.shape)
# %% mistake: restored-returned
# You return the restored numbers. Asked are the codes, with what restores them.
# - codes.reshape(x.shape).astype(np.uint8)
# + (low[..., None] + step[..., None] * codes).reshape(x.shape)
# %% mistake: largest-for-step
# The third of what you return is the largest number, and should be the step: the range
# divided by 2**bits - 1.
# .astype(np.uint8), low, step => .astype(np.uint8), low, high
# %% mistake: a-step-of-one
# You return a step of 1 where all of a group are equal. The step should be 0, and only the
# divisor 1.
# - step = (high - low) / (2**bits - 1)
# + step = np.where(high == low, 1, (high - low) / (2**bits - 1))
# %% mistake: rounded-up
# Your codes are rounded up. Take the nearest, as np.round does.
# np.round( => np.ceil(
# %% mistake: a-step-too-many-cut-off
# Your step is the range divided by 2**bits, so the largest number would get the code
# 2**bits, which is cut to 2**bits - 1. Between 2**bits codes there are 2**bits - 1 steps.
# (high - low) / (2**bits - 1) => (high - low) / 2**bits
# - np.round((groups - low[..., None]) / divisor)
# + np.minimum(np.round((groups - low[..., None]) / divisor), 2**bits - 1)
# %% mistake: signed-range
# Your codes go to 2**(bits - 1) - 1 or so, as if one bit were for the sign. Codes should go
# from 0 to 2**bits - 1.
# (2**bits - 1) => max(2 ** (bits - 1) - 1, 1)
# %% mistake: two-bits-for-levels
# Your step is the range divided by bits. Divide the range by 2**bits - 1.
# (2**bits - 1) => bits
# %% mistake: spread-out
# You return low and step for every number. Asked is one of each per group: (..., d /
# group).
# - .astype(np.uint8), low, step
# + .astype(np.uint8), np.repeat(low, group, -1), np.repeat(step, group, -1)
# %% mistake: an-axis-of-one
# low and step have an axis of 1 at their end. Asked is (..., d / group).
# .astype(np.uint8), low, step => .astype(np.uint8), low[..., None], step[..., None]
# %% mistake: codes-in-groups
# Your codes still have the axis of groups. Bring them back to the shape of x.
# codes.reshape(x.shape).astype => codes.astype
# %% mistake: high-first
# You begin at the group's largest number and count down. Code 0 should belong to the
# lowest.
# - low, high = groups.min(axis=-1), groups.max(axis=-1)
# + high, low = groups.min(axis=-1), groups.max(axis=-1)
# %% mistake: largest-size-for-the-range
# Your range goes from minus the largest size of a group to plus it, and should go from the
# group's lowest number to its largest.
# - low, high = groups.min(axis=-1), groups.max(axis=-1)
# + high = abs(groups).max(axis=-1)
# +     low = -high
# %% mistake: step-first
# You return the step before the lowest number. Asked is (codes, low, step).
# .astype(np.uint8), low, step => .astype(np.uint8), step, low
# %% mistake: codes-from-one
# Your lowest number has the code 1, and should have 0.
# codes.reshape(x.shape).astype(np.uint8) => (codes.reshape(x.shape) + 1).astype(np.uint8)
# %% mistake: dealt-into-groups
# Your groups are made of numbers that stand apart, and the codes keep that order.
# Neighbours should make a group: reshape to (..., d / group, group).
# x.reshape(shape) => np.swapaxes(x.reshape(*x.shape[:-1], group, -1), -1, -2)

# %% right: group by group
def quantise_cache(x, bits, group):
    d = x.shape[-1]
    rows = x.reshape(-1, d)
    codes = np.zeros(rows.shape, dtype=np.uint8)
    low = np.zeros((len(rows), d // group), dtype=x.dtype)
    step = np.zeros((len(rows), d // group), dtype=x.dtype)
    for r, row in enumerate(rows):
        for g in range(d // group):
            part = row[g * group : (g + 1) * group]
            low[r, g] = part.min()
            step[r, g] = (part.max() - part.min()) / (2**bits - 1)
            if step[r, g] > 0:
                found = np.rint((part - low[r, g]) / step[r, g])
                codes[r, g * group : (g + 1) * group] = found
    shape = (*x.shape[:-1], d // group)
    return codes.reshape(x.shape), low.reshape(shape), step.reshape(shape)
# wrong, a-step-too-many: (2**bits - 1) => 2**bits
# wrong, cut-off: np.rint( => np.floor(
# wrong: low[r, g] = part.min() => low[r, g] = x.min()
# wrong, not-shifted: (part - low[r, g]) / step[r, g] => part / step[r, g]
# wrong: (part.max() - part.min()) / => (row.max() - row.min()) /
# %% wrong, codes-from-one: codes counted from 1
# - return codes.reshape(x.shape),
# + return codes.reshape(x.shape) + 1,
# %% wrong, largest-for-step: largest-for-step, in group by group
# - low.reshape(shape), step.reshape(shape)
# + low.reshape(shape), (low + step * (2**bits - 1)).reshape(shape)

# %% right: split and stacked
# a list of groups
def quantise_cache(x, bits, group):
    parts = np.split(x, x.shape[-1] // group, axis=-1)
    codes, lows, steps = [], [], []
    for part in parts:
        low = part.min(axis=-1, keepdims=True)
        step = (part.max(axis=-1, keepdims=True) - low) / (2**bits - 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            code = (part - low) / step
        codes.append(np.where(step > 0, np.round(np.nan_to_num(code)), 0))
        lows.append(low)
        steps.append(step)
    whole = [np.concatenate(some, axis=-1) for some in (codes, lows, steps)]
    return whole[0].astype(np.uint8), whole[1], whole[2]

# %% right: reduceat
# ends of groups, and np.divide where it can
def quantise_cache(x, bits, group):
    starts = np.arange(0, x.shape[-1], group)
    low = np.minimum.reduceat(x, starts, axis=-1)
    high = np.maximum.reduceat(x, starts, axis=-1)
    step = (high - low) / (2**bits - 1)
    wide_low, wide = (np.repeat(a, group, axis=-1) for a in (low, step))
    codes = np.zeros(x.shape)
    np.divide(x - wide_low, wide, out=codes, where=wide > 0)
    return np.round(codes).astype(np.uint8), low, step

# %% right: half added and cut off
# the share of the range first
def quantise_cache(x, bits, group):
    levels = 2**bits - 1
    g = x.reshape(x.shape[:-1] + (x.shape[-1] // group, group))
    low = np.min(g, axis=-1)
    span = np.ptp(g, axis=-1)
    share = (g - low[..., None]) / np.maximum(span, 1e-300)[..., None].astype(float)
    codes = (share * levels + 0.5).astype(int)
    return codes.reshape(x.shape).astype(np.uint8), low, span / levels

# %% wrong, one-scale-for-all: a step for all
def quantise_cache(x, bits, group):
    shape = (*x.shape[:-1], x.shape[-1] // group)
    step = (x.max() - x.min()) / (2**bits - 1)
    codes = np.round((x - x.min()) / (step or 1)).astype(np.uint8)
    return codes, np.full(shape, x.min()), np.full(shape, step)

# %% wrong, a-scale-a-row: one step per row
def quantise_cache(x, bits, group):
    low = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - low) / (2**bits - 1)
    codes = np.round((x - low) / np.where(step == 0, 1, step)).astype(np.uint8)
    n = x.shape[-1] // group
    return codes, np.repeat(low, n, axis=-1), np.repeat(step, n, axis=-1)

# %% wrong, restored-returned: restored
def quantise_cache(x, bits, group):
    g = x.reshape(*x.shape[:-1], -1, group)
    low = g.min(axis=-1, keepdims=True)
    step = (g.max(axis=-1, keepdims=True) - low) / (2**bits - 1)
    codes = np.round((g - low) / np.where(step == 0, 1, step))
    return (low + step * codes).reshape(x.shape), low[..., 0], step[..., 0]

# %% wrong, from-zero: the largest alone
def quantise_cache(x, bits, group):
    parts = x.reshape(*x.shape[:-1], -1, group)
    top = parts.max(axis=-1)
    step = top / (2**bits - 1)
    codes = np.rint(parts / np.where(step == 0, 1, step)[..., None])
    return codes.astype(np.uint8).reshape(x.shape), np.zeros_like(top), step

# %% wrong, groups-across: every so many
def quantise_cache(x, bits, group):
    n = x.shape[-1] // group
    codes, lows, steps = np.empty(x.shape, np.uint8), [], []
    for g in range(n):
        part = x[..., g::n]
        low, high = part.min(axis=-1), part.max(axis=-1)
        step = (high - low) / (2**bits - 1)
        wide = np.where(step == 0, 1, step)[..., None]
        codes[..., g::n] = np.round((part - low[..., None]) / wide)
        lows.append(low)
        steps.append(step)
    return codes, np.stack(lows, axis=-1), np.stack(steps, axis=-1)

# %% wrong: cut off, scale over a row
# written from the text alone
def quantise_cache(x, bits, group):
    low = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - low) / (2 ** bits)
    codes = ((x - low) / step).astype(np.uint8)
    n = x.shape[-1] // group
    return codes, np.repeat(low, n, axis=-1), np.repeat(step, n, axis=-1)

# %% right: half up
# written from the text alone: another route
def quantise_cache(x, bits, group):
    g = x.reshape(*x.shape[:-1], -1, group)
    low = g.min(-1)
    step = (g.max(-1) - low) / (2**bits - 1)
    safe = np.where(step > 0, step, 1)[..., None]
    codes = np.floor((g - low[...,
        None]) / safe + 0.5).astype(np.uint8).reshape(x.shape)
    return codes, low, step

# %% wrong, largest-size-for-the-range: even to both sides of zero
# one scale to both sides of zero
def quantise_cache(x, bits, group):
    g = x.reshape(*x.shape[:-1], -1, group)
    top = np.abs(g).max(-1)
    step = 2 * top / (2 ** bits - 1)
    codes = np.round((g + top[..., None]) / np.where(step == 0, 1, step)[..., None])
    return codes.astype(np.uint8).reshape(x.shape), -top, step

# %% same
# 0 / 0 is nan, and that becomes the code 0.
# np.where(step == 0, 1, step) => np.where(step == 1, 1, step)
# np.where(step == 0, 1, step) => np.where(step == -1, 1, step)
# np.where(step == 0, 1, step) => np.where(step == 0, 0, step)
# %% same
# The numerator is 0.
# np.where(step == 0, 1, step) => np.where(step == 0, 2, step)

# %% wrong: a little more than the step
def quantise_cache(x, bits, group):
    groups = x.reshape(*x.shape[:-1], -1, group)
    low = groups.min(-1)
    step = (groups.max(-1) - low) / (2**bits - 1)
    codes = np.round((groups - low[..., None]) / (step[..., None] + 1e-8))
    return codes.reshape(x.shape).astype(np.uint8), low, step

# %% hint: one group
# `x.reshape(*x.shape[:-1], -1, group)` puts each group on an axis of its own.
# %% hint
# With 4 bits there are 16 codes and 15 steps between them: the step is the group's range,
# divided by 15.
# %% hint
# `np.round((groups - low[..., None]) / step[..., None])`, but where a step is 0: divide by
# 1 there, the numerator is 0 anyway.

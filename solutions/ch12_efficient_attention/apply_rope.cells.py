# %% mistake: halves-paired
# You pair feature i with feature i + d/2. Some libraries do, and it is as good a rotation;
# here the pairs are neighbours: (0, 1), (2, 3), and so on. Mixing the two conventions ruins
# a trained model without an error.
# x[..., 0::2], x[..., 1::2] => x[..., : d // 2], x[..., d // 2 :]
# np.stack( => np.concatenate(
# %% mistake: pasted-as-halves
# Your result has all first features before all second ones. Each pair should go back to its
# place: np.stack on a new last axis and a reshape, not np.concatenate.
# np.stack( => np.concatenate(
# %% mistake: own-angle
# Each of your features has an angle of its own. The two of a pair should turn together, by
# the exponent of the first: otherwise it is no rotation.
# np.arange(0, d, 2) => np.arange(d)
# first * cos - second * sin => first * cos[:, 0::2] - second * sin[:, 0::2]
# first * sin + second * cos => first * sin[:, 1::2] + second * cos[:, 1::2]
# %% mistake: from-one
# Your angles are those of the position plus 1. Positions are given; at position 0 nothing
# should turn.
# places * speeds => (places + 1) * speeds
# %% mistake: speeds-growing
# Your later pairs turn faster and faster, as by base**(2i/d). The speed should be
# base**(-2i/d): the first pair is the fastest.
# base ** (-np.arange => base ** (np.arange
# %% mistake: truncated
# Whole numbers came in, and your result has their dtype, so everything after the point is
# lost. Turned features are decimals: let the result have a dtype that holds them.
# .astype(np.result_type(x, np.float16)) => .astype(x.dtype)
# %% mistake: turned-backwards
# You turn the other way. It should be x0 cos - x1 sin for the first feature, x0 sin + x1
# cos for the second.
# - first * cos - second * sin, first * sin + second * cos
# + first * cos + second * sin, second * cos - first * sin
# %% mistake: positions-ignored
# Your positions count from the first row on. `positions` says where each row stands, which
# differs as soon as the rows are not the start of the text, as in generation with a cache.
# positions[:, None] => np.arange(x.shape[-2])[:, None]
# %% mistake: speeds-too-close
# In yours pair i turns by position * base**(-i / d). It should turn by position *
# base**(-2i / d): your pairs slow down too little. With i from 0 to d/2 - 1 the exponent
# has a factor 2; np.arange(0, d, 2) would be 2i already.
# np.arange(0, d, 2) => np.arange(d // 2)
# %% mistake: speeds-too-far-apart
# In yours pair i turns by position * base**(-4i / d). It should turn by position *
# base**(-2i / d): your pairs slow down too much. np.arange(0, d, 2), for example, is 2i
# already.
# np.arange(0, d, 2) => 2 * np.arange(0, d, 2)
# %% mistake: base-ignored
# You use 10000 whatever `base` is. Models for long texts choose a larger one: use the
# argument.
# base ** ( => 10000.0 ** (
# %% mistake: not-a-rotation
# Both of your sums have a plus. A rotation needs one minus: x0 cos - x1 sin and x0 sin + x1
# cos. Without it, lengths change and scores no longer depend on the distance alone.
# first * cos - second * sin => first * cos + second * sin
# %% mistake: one-speed
# All your pairs turn at the same speed. Pair i should turn by base**(-2i/d) per position,
# the first fast, the last slowly, like the hands of a clock.
# base ** (-np.arange(0, d, 2) / d) => np.ones(d // 2)
# %% mistake: overwritten
# Your second feature is made from the first one as it was after turning. Both need the
# features as they came: compute both before you store either.
# - turned =
# + first = first * cos - second * sin
# +     turned =
# first * cos - second * sin => first
# %% mistake: added
# You add sines and cosines, as the positions of chapter 09 do. Rotary positions multiply:
# each pair of features should be turned.
# first * cos - second * sin, first * sin + second * cos => first + sin, second + cos
# %% mistake: counted-from-the-first-row
# Your positions are counted from that of the first row, so the first row is never turned. A
# row at position p turns by p times the speed, wherever the text that you are given begins.
# positions[:, None] => (positions - positions[0])[:, None]

# %% right: slices assigned to
# even and odd features
def apply_rope(x, positions, base=10000.0):
    d = x.shape[-1]
    rates = base ** (-np.arange(0, d, 2) / d)
    angles = np.asarray(positions)[:, None] * rates
    a, b = x[..., 0::2], x[..., 1::2]
    out = np.empty(x.shape, dtype=np.result_type(x, np.float32))
    out[..., 0::2] = a * np.cos(angles) - b * np.sin(angles)
    out[..., 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return out
# wrong, from-one: * rates => * rates + rates
# wrong, positions-ignored: np.asarray(positions) => np.arange(x.shape[-2])
# wrong, not-a-rotation: ) - => ) +
# wrong, speeds-too-close: np.arange(0, d, 2) / d => np.arange(0, d, 2) / (2 * d)
# wrong, speeds-growing: base ** (-np.arange => base ** (np.arange
# wrong, base-ignored: base ** ( => 10000.0 ** (
# wrong, truncated: dtype=np.result_type(x, np.float32) => dtype=x.dtype
# %% wrong, turned-backwards: turned back
# ) - => ) +
# a * np.sin(angles) + b * np.cos(angles) => b * np.cos(angles) - a * np.sin(angles)
# %% wrong, added: added like a sinusoid
# a * np.cos(angles) - b * np.sin(angles) => a + np.sin(angles)
# a * np.sin(angles) + b * np.cos(angles) => b + np.cos(angles)
# %% wrong, overwritten: the second overwrites the first
# -     a, b = x[..., 0::2], x[..., 1::2]
# -
# empty(x.shape => array(x
# - ))
# -     out
# + ))
# +     a, b = out[..., 0::2], out[..., 1::2]
# +     out
# %% wrong, truncated: in the caller's array
# x[..., 0::2], x[..., 1::2] => x[..., 0::2].copy(), x[..., 1::2].copy()
# np.empty(x.shape, dtype=np.result_type(x, np.float32)) => x
# %% wrong: degrees
# the angle is taken for degrees
# * rates => * rates * np.pi / 180
# %% wrong: the root of d
# scaled on the way
# return out => return out / np.sqrt(d)

# %% right: complex numbers
# a pair is a complex number, a turn a product
def apply_rope(x, positions, base=10000.0):
    d = x.shape[-1]
    pairs = x[..., 0::2] + 1j * x[..., 1::2]
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    pairs = pairs * np.exp(1j * angles)
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(x.shape)

# %% right: rotation matrices by einsum
# a (2, 2) matrix a position and pair
def apply_rope(x, positions, base=10000.0):
    *front, n, d = x.shape
    t = np.outer(positions, base ** (-2 * np.arange(d // 2) / d))
    turns = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    pairs = x.reshape(*front, n, d // 2, 2)
    return np.einsum("abni,...nib->...nia", turns, pairs).reshape(x.shape)

# %% right: row by row, pair by pair
# two loops that fill an array
def apply_rope(x, positions, base=10000.0):
    d = x.shape[-1]
    out = np.zeros(x.shape)
    for r, p in enumerate(positions):
        for i in range(d // 2):
            t = p * base ** (-2 * i / d)
            a, b = x[..., r, 2 * i], x[..., r, 2 * i + 1]
            out[..., r, 2 * i] += a * np.cos(t) - b * np.sin(t)
            out[..., r, 2 * i + 1] += a * np.sin(t) + b * np.cos(t)
    return out

# %% right: each feature's partner, helper called turned
# a name that the chapter binds again further down
def turned(x):
    partner = np.empty(x.shape)
    partner[..., 0::2] = -x[..., 1::2]
    partner[..., 1::2] = x[..., 0::2]
    return partner


def apply_rope(x, positions, base=10000.0):
    d = x.shape[-1]
    angles = np.outer(positions, np.repeat(base ** (-np.arange(0, d, 2) / d), 2))
    return x * np.cos(angles) + turned(x) * np.sin(angles)

# %% wrong, halves-paired: halves
def apply_rope(x, positions, base=10000.0):
    d = x.shape[-1]
    angles = np.asarray(positions)[:, None] * base ** (-np.arange(0, d, 2) / d)
    a, b = x[..., : d // 2], x[..., d // 2 :]
    first = a * np.cos(angles) - b * np.sin(angles)
    second = a * np.sin(angles) + b * np.cos(angles)
    return np.concatenate([first, second], axis=-1)
# wrong, pasted-as-halves: x[..., : d // 2], x[..., d // 2 :] => x[..., 0::2], x[..., 1::2]

# %% wrong, own-angle: an angle for each feature
def apply_rope(x, positions, base=10000.0):
    d = x.shape[-1]
    angles = np.outer(positions, base ** (-np.arange(d) / d))
    partner = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
    return x * np.cos(angles) + partner * np.sin(angles)

# %% right: rotation matrices
def apply_rope(x, positions, base=10000.0):
    half = x.shape[-1] // 2
    angle = np.asarray(positions)[:, None] / base ** (np.arange(half) / half)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    out = (turn @ x.reshape(*x.shape[:-1], half, 2, 1)).reshape(x.shape)
    return out.astype(x.dtype) if x.dtype.kind == "f" else out
# wrong, turned-backwards: -sin], -1), np.stack([ => sin], -1), np.stack([-
# wrong, speeds-too-close: / half => / x.shape[-1]
# wrong, speeds-growing: / base => * base
# wrong: np.arange(half => (np.arange(half) + 1
# wrong, base-ignored: base * => 10000.0 *
# wrong, positions-ignored: asarray(positions => arange(len(positions)
# wrong: [sin, cos] => [sin, -cos]

# %% wrong: halves, turned backwards
def apply_rope(x, positions, base=10000.0):
    d = x.shape[-1]
    angles = positions[:, None] * base ** (-2 * np.arange(d // 2) / d)
    c, s = np.cos(angles), np.sin(angles)
    a, b = x[..., :d // 2], x[..., d // 2:]
    return np.concatenate([a * c + b * s, b * c - a * s], axis=-1)

# %% same
# A slice begins at 0 unless told.
# x[..., 0::2] => x[..., ::2]
# %% same
# The same numbers; the contract asks for decimals and for no dtype.
# .astype(np.result_type(x, np.float16)) =>
# x, => positions,
# %% same
# The common dtype of two does not hang on their order.
# np.result_type(x, np.float16) => np.result_type(np.float16, x)

# %% hint: one pair; several pairs
# `x[..., 0::2]` are the first features of all pairs, `x[..., 1::2]` the second, each (...,
# n, d/2).
# %% hint: one pair; several pairs; another base
# The angles are a table (n, d/2): `positions[:, None]` times the speeds. The exponent of
# pair i is -2i/d, and `np.arange(0, d, 2)` has the 2i.
# %% hint
# Make both new features before you store either. `np.stack([a, b], axis=-1)` has shape
# (..., n, d/2, 2), and `reshape(x.shape)` puts the two of each pair side by side.

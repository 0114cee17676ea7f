# %% mistake: cosine-first
# Your even columns hold cosines. Columns count from 0: column 0 should be a sine, column 1
# the cosine of the same angle.
# np.where(is_sine => np.where(~is_sine
# %% mistake: halves
# You put all sines before all cosines. Some programs do, and a model could learn with it,
# but here they should take turns: a sine in every even column, its cosine right beside it.
# - pairs = columns // 2
# + half = (d_model + 1) // 2
# +     pairs = columns % half
# columns % 2 == 0 => columns < half
# %% mistake: own-angle
# Each of your columns turns at a rate of its own. A sine and the cosine beside it belong
# together: both should use the exponent of the even column, 2i. Only then is moving on by k
# positions a rotation of each pair.
# pairs / d_model => (pairs + ~is_sine / 2) / d_model
# %% mistake: exponent-i
# Your exponent is i / d_model where it should be 2i / d_model. Your slowest column then
# turns up to 100 times too fast.
# 2 * pairs => pairs
# %% mistake: exponent-4i
# Your exponent grows twice as fast as it should: pair i should have 2i / d_model. What
# counts columns, as np.arange(0, d_model, 2) does, has the 2 in it already.
# 2 * pairs => 4 * pairs
# %% mistake: floor-division
# Your angles are whole numbers, as // makes them: the slow columns stay the same for a long
# time. An angle is a decimal: /.
# positions / 10000.0 => positions // 10000.0
# %% mistake: from-one
# You count positions from 1. The first position should be 0: its sines are 0 then, and its
# cosines 1.
# np.arange(n) => np.arange(1, n + 1)
# %% mistake: multiplied
# Your angles are those of the position times 10000 ** (2i / d_model). They should be the
# position divided by it: later columns should turn more slowly, not faster.
# positions / 10000.0 => positions * 10000.0
# %% mistake: base-1000
# Your base is 1000. It should be 10000: the slowest column of a wide model then takes tens
# of thousands of positions to come round.
# 10000.0 ** => 1000.0 **
# %% mistake: transposed
# Your rows are features and your columns positions. Asked is (n, d_model), one row per
# position, so that it can be added to the tokens.
# np.cos(angles)) => np.cos(angles)).T
# %% mistake: sines-alone
# All your columns are sines. Those at odd places should be cosines.
# np.cos(angles) => np.sin(angles)
# %% mistake: column-for-pair
# Your exponent of column c is 2c / d_model. Columns 2i and 2i + 1 should both have the
# exponent 2i / d_model.
# 2 * pairs => 2 * columns
# %% mistake: odd-column-left-out
# With an odd d_model your last column stays 0. It should be a sine.
# return np.where => return (columns < d_model // 2 * 2) * np.where
# %% mistake: one-cosine-too-many
# With an odd d_model your sines or cosines do not fit into their columns. There should be
# one sine more than cosines: make an angle for every even column, and leave out the last
# one's cosine.
def positional_encoding(n, d_model):
    angles = np.arange(n)[:, None] / 10000.0 ** (np.arange(0, d_model, 2) / d_model)
    columns = np.zeros((n, d_model))
    columns[:, 0::2] = np.sin(angles)
    columns[:, 1::2] = np.cos(angles)
    return columns
# %% mistake: column-past-the-end
# With an odd d_model your code goes past the last column or angle. Every even column has an
# angle, and the last sine has no cosine: write column i + 1 only if it is less than
# d_model.
def positional_encoding(n, d_model):
    code = np.zeros((n, d_model))
    for i in range(0, d_model, 2):
        angles = np.arange(n) / 10000.0 ** (i / d_model)
        code[:, i], code[:, i + 1] = np.sin(angles), np.cos(angles)
    return code

# %% right: slices assigned to
# the commonest way
def positional_encoding(n, d_model):
    positions = np.arange(n)[:, None]
    rates = 10000 ** (np.arange(0, d_model, 2) / d_model)
    angles = positions / rates
    table = np.zeros((n, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)[:, : d_model // 2]
    return table
# wrong, from-one: np.arange(n) => np.arange(1, n + 1)
# wrong, exponent-4i: np.arange(0, d_model, 2) => 2 * np.arange(0, d_model, 2)
# wrong, exponent-i: np.arange(0, d_model, 2) => np.arange((d_model + 1) // 2)
# wrong, cosine-first: np.sin(angles) => np.cos(angles) && np.cos(angles) => np.sin(angles)
# wrong, multiplied: positions / rates => positions * rates
# wrong, base-1000: 10000 ** ( => 1000 ** (
# wrong, floor-division: positions / rates => positions // rates
# %% wrong, halves: halves
# - table[:, 0::2
# + half = (d_model + 1) // 2
# +     table[:, :half
# table[:, 1::2] => table[:, half:]
# %% wrong, one-cosine-too-many: even d_model only
# an error for an odd width
# np.cos(angles)[:, : d_model // 2] => np.cos(angles)
# %% wrong: float32
# float64 is promised
# return table => return table.astype(np.float32)
# %% wrong: with a batch axis
# (1, n, d_model), as modules keep it
# return table => return table[None]

# %% right: two loops
# filled in place, entry by entry
def positional_encoding(n, d_model):
    table = np.zeros((n, d_model))
    for p in range(n):
        for c in range(d_model):
            angle = p / 10000 ** ((c - c % 2) / d_model)
            table[p, c] = np.cos(angle) if c % 2 else np.sin(angle)
    return table
# wrong, own-angle: (c - c % 2) / d_model => c / d_model

# %% right: points on the unit circle
# complex numbers, whose parts are the sine and the cosine
def positional_encoding(n, d_model):
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    turned = np.exp(1j * np.arange(n)[:, None] * rates)
    both = np.stack([turned.imag, turned.real], axis=-1)
    return both.reshape(n, -1)[:, :d_model]

# %% right: through exp and log
# the div_term of PyTorch's tutorial
def positional_encoding(n, d_model):
    div_term = np.exp(np.arange(0, d_model, 2) * (-np.log(10000.0) / d_model))
    angles = np.outer(np.arange(n), div_term)
    both = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return both.reshape(n, -1)[:, :d_model]

# %% right: helpers omega and turn
# names that the chapter binds again further down
def omega(column, d_model):
    return 10000.0 ** (-(column // 2 * 2) / d_model)


def turn(angle, column):
    return np.sin(angle) if column % 2 == 0 else np.cos(angle)


def positional_encoding(n, d_model):
    rows = []
    for p in range(n):
        rows.append([turn(p * omega(c, d_model), c) for c in range(d_model)])
    return np.array(rows, dtype=float).reshape(n, d_model)

# %% right: rates in a list that a loop fills
# a helper filled by append, cosines as sines a quarter turn on
rates = []
for pair in range(256):
    rates.append(2 * pair)


def positional_encoding(n, d_model):
    exponents = np.repeat(rates, 2)[:d_model] / d_model
    angles = np.arange(n)[:, None] / 10000.0**exponents
    angles[:, 1::2] += np.pi / 2
    return np.sin(angles)

# %% right: by torch
# torch inside of a NumPy answer, in float64
def positional_encoding(n, d_model):
    even = torch.arange(0, d_model, 2, dtype=torch.float64)
    positions = torch.arange(n, dtype=torch.float64)[:, None]
    angles = positions / 10000 ** (even / d_model)
    table = torch.zeros(n, d_model, dtype=torch.float64)
    table[:, 0::2] = angles.sin()
    table[:, 1::2] = angles.cos()[:, : d_model // 2]
    return table.numpy()

# %% right: exponents filled by np.add.at
# a function that changes the array it is given
EVEN = np.zeros(2048)
np.add.at(EVEN, np.arange(2048), np.arange(2048) // 2 * 2)


def positional_encoding(n, d_model):
    angles = np.arange(n)[:, None] / 10000 ** (EVEN[:d_model] / d_model)
    return np.where(np.arange(d_model) % 2, np.cos(angles), np.sin(angles))

# %% wrong: a table by torch in float32
# float32 throughout, and exact to six digits only
def positional_encoding(n, d_model):
    import math

    pe = torch.zeros(n, d_model)
    position = torch.arange(0, n).float().unsqueeze(1)
    div_term = torch.exp(
        torch.arange(0, d_model, 2).float() * -(math.log(10000.0) / d_model)
    )
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)[:, : d_model // 2]
    return pe.numpy()

# %% right: shifted cosine
def positional_encoding(n, d_model):
    column = np.arange(d_model)
    angle = np.arange(n)[:, None] / 10000.0 ** (column // 2 * 2 / d_model)
    return np.sin(angle + column % 2 * np.pi / 2)
# wrong, own-angle: column // 2 * 2 / d_model => column / d_model
# wrong, cosine-first: column % => (column + 1) %
# wrong, base-1000: 10000 => 1000
# wrong, exponent-i: / 2 * => /
# wrong, multiplied: ] / => ] *
# wrong: pi / 2 => pi
# wrong: np.arange(n)[:, None] => (np.arange(n)[:, None] - 1)

# %% hint: a few positions
# A column of positions, (n, 1), divided by a row of `d_model` numbers gives all angles at
# once, (n, d_model).
# %% hint: a few positions; many positions
# Columns 0 and 1 share an angle, then 2 and 3, and so on: columns // 2 * 2 is the
# exponent's 2i, the same for both.
# %% hint
# The sines and the cosines of all angles are two arrays of one shape. `np.where` takes from
# the one or the other by a test on the columns: which of them have a sine?

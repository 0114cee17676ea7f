# %% mistake: faster
# Your speeds are multiplied by the factor in "interpolation", and should be divided by it.
# return speeds / => return speeds *
# %% mistake: base-times-factor
# Your speeds for "ntk" are those of the base base * factor. They should be those of base *
# factor ** (d / (d - 2)).
# factor ** (d / (d - 2)) => factor
# %% mistake: root-instead-of-power
# For "ntk" your exponent of the factor is upside down: it should be d / (d - 2).
# (d / (d - 2)) => ((d - 2) / d)
# %% mistake: base-divided
# For "ntk" all your pairs but the first turn faster, as with a divided base, and should
# turn slower, as with a base times factor ** (d / (d - 2)).
# base * factor => base / factor
# %% mistake: ntk-divided-too
# For "ntk" you also divide all speeds by the factor. The other base slows the slow pairs
# already, and leaves pair 0 as it was.
# - (base * factor ** (d / (d - 2))) ** -exponents
# + (base * factor ** (d / (d - 2))) ** -exponents / factor
# %% mistake: fast-pairs-slowed
# For "yarn" you have it the other way round: pairs that come round often should keep their
# speed, and slow ones be divided.
# old * speeds + (1 - old) * speeds / factor => (1 - old) * speeds + old * speeds / factor
# %% mistake: positions-for-turns
# For "yarn" you count radians as turns. Divide by 2 pi.
# speeds / (2 * np.pi) => speeds
# %% mistake: a-step-for-a-ramp
# For "yarn" your pairs are either old or divided. Between 1 and 32 turns the weight of the
# old speed should rise evenly, (turns - 1) / 31.
# np.clip((turns - 1) / 31, 0, 1) => (turns > 32) * 1.0
# %% mistake: not-clipped
# For "yarn" the weight of the old speed leaves the range from 0 to 1: beyond 32 turns it
# should be 1, below one turn 0.
# np.clip((turns - 1) / 31, 0, 1) => (turns - 1) / 31
# %% mistake: turns-of-the-longer-text
# For "yarn" you count the turns in the longer text. Count those in `trained` tokens.
# turns = trained * speeds => turns = factor * trained * speeds
# %% mistake: base-ignored
# You use 10000 whatever `base` is.
# base**-exponents => 10000.0**-exponents && (base * factor => (10000.0 * factor
# %% mistake: speeds-too-close
# Your exponent is -i/d where it should be -2i/d.
# np.arange(0, d, 2) => np.arange(d // 2)
# %% mistake: ramp-from-zero
# For "yarn" your weight rises from 0 turns, and should rise from 1 turn to 32: (turns - 1)
# / 31.
# np.clip((turns - 1) / 31, 0, 1) => np.clip(turns / 32, 0, 1)
# %% mistake: divided-by-32
# For "yarn" you divide turns - 1 by 32. From 1 turn to 32 there are 31.
# np.clip((turns - 1) / 31 => np.clip((turns - 1) / 32
# %% mistake: wavelengths-returned
# Your speeds are positions per turn, and should be radians per position.
# - speeds = base**-exponents
# + speeds = 2 * np.pi * base**exponents
# %% mistake: base-divided-for-all
# For "interpolation" your speeds are those of the base base * factor, so pair 0 keeps its
# speed. Every speed should be divided by the factor, that of pair 0, too.
# return speeds / factor => return (base * factor) ** -exponents
# %% mistake: wavelengths-mixed
# For "yarn" you mix wavelengths, or what the speeds are divided by, which comes to the
# same. Take the mean of the two speeds.
# - return old * speeds + (1 - old) * speeds / factor
# + return speeds / (old + (1 - old) * factor)
# %% mistake: root-for-the-power
# For "ntk" the factor's exponent in your base is 2 / d, and should be d / (d - 2).
# (d / (d - 2)) => (2 / d)
# %% mistake: by-number-of-the-pair
# For "yarn" the weight rises with the number of the pair, and should with how often the
# pair comes round in `trained` tokens.
# old = np.clip((turns - 1) / 31, 0, 1) => old = 1 - np.arange(d // 2) / (d // 2 - 1)
# %% mistake: each-speed-twice
# You return a speed per feature. The two features of a pair turn together: (d / 2,).
# - speeds = base**-exponents
# + exponents = np.repeat(exponents, 2)
# +     speeds = base**-exponents
# %% mistake: angles-of-the-longest
# Your speeds are multiplied by `trained`, as angles are. Asked is the speed of each pair,
# in radians per position.
# - speeds = base**-exponents
# + speeds = trained * base**-exponents
# %% mistake: base-in-the-power
# For "ntk" your speeds are those of the base (base * factor) ** (d / (d - 2)). Only the
# factor should have that exponent.
# (base * factor ** (d / (d - 2))) => ((base * factor) ** (d / (d - 2)))
# %% mistake: last-pair-too-fast
# For "ntk" your last pair is not divided by the whole factor: the base should be base *
# factor ** (d / (d - 2)).
# factor ** (d / (d - 2)) => factor ** (1 + 2 / d)
# %% mistake: not-clipped-above
# For "yarn" the weight of the old speed goes above 1 beyond 32 turns, and should stay at 1.
# Above it those pairs turn faster than before.
# np.clip((turns - 1) / 31, 0, 1) => np.maximum((turns - 1) / 31, 0)
# %% mistake: plain-mean-between
# For "yarn" you take the plain mean of both speeds between 1 and 32 turns. The old speed
# should have the weight (turns - 1) / 31 there, and the new one the rest.
# np.clip((turns - 1) / 31, 0, 1) => 0.5 * (turns > 1) + 0.5 * (turns >= 32)
# %% mistake: exponent-twice-as-large
# Your exponents are -4i/d where they should be -2i/d.
# np.arange(0, d, 2) / d => np.arange(0, d, 2) * 2 / d
# %% mistake: no-lower-end
# For "yarn" the weight of the old speed goes below 0 for pairs that come round less than
# once. It should be 0 there.
# np.clip((turns - 1) / 31, 0, 1) => np.minimum((turns - 1) / 31, 1)
# %% mistake: ramp-turned-round
# For "yarn" the two weights between 1 and 32 turns have changed places: (turns - 1) / 31 is
# that of the old speed.
# - return old * speeds + (1 - old) * speeds / factor
# + new = np.where((turns > 1) & (turns < 32), old, 1 - old)
# +     return (1 - new) * speeds + new * speeds / factor

# %% right: pair by pair
def stretch_rope(d, trained, factor, way, base=10000.0):
    found = []
    for i in range(d // 2):
        speed = base ** (-2 * i / d)
        slow = speed / factor
        if way == "ntk":
            speed = (base * factor ** (d / (d - 2))) ** (-2 * i / d)
        elif way == "interpolation":
            speed = slow
        else:
            turns = trained * speed / (2 * np.pi)
            w = min(max((turns - 1) / 31, 0), 1)
            speed = w * speed + (1 - w) * slow
        found.append(speed)
    return np.array(found)
# wrong, faster: speed = slow => speed = speed * factor
# wrong, base-times-factor: (base * factor ** (d / (d - 2))) => (base * factor)
# wrong, root-instead-of-power: ** (d / (d - 2)) => ** ((d - 2) / d)
# wrong, base-divided: (base * factor => (base / factor
# wrong, fast-pairs-slowed: w * speed + (1 - w) * slow => w * slow + (1 - w) * speed
# wrong, positions-for-turns: trained * speed / (2 * np.pi) => trained * speed
# wrong, a-step-for-a-ramp: min(max((turns - 1) / 31, 0), 1) => float(turns > 32)
# wrong, not-clipped: min(max((turns - 1) / 31, 0), 1) => (turns - 1) / 31
# wrong, turns-of-the-longer-text: turns = trained * => turns = factor * trained *
# wrong, speeds-too-close: speed = base ** (-2 * i / d) => speed = base ** (-i / d)
# wrong, ramp-from-zero: min(max((turns - 1) / 31, 0), 1) => min(max(turns / 32, 0), 1)

# %% right: three functions
def by_base(d, base):
    return 1 / base ** (2 * np.arange(d // 2) / d)

def by_turns(old, trained, factor):
    wavelengths = 2 * np.pi / old
    rounds = trained / wavelengths
    ramp = (rounds - 1) / (32 - 1)
    ramp[ramp < 0] = 0
    ramp[ramp > 1] = 1
    return old / factor + ramp * (old - old / factor)

def stretch_rope(d, trained, factor, way, base=10000.0):
    old = by_base(d, base)
    if way == "yarn":
        return by_turns(old, trained, factor)
    if way == "ntk":
        return by_base(d, base * factor ** (d / (d - 2)))
    return old / factor
# wrong: by_base(d, base * factor ** => by_base(d, 1e4 * factor **
# wrong, not-clipped-above, partial: ramp[ramp > 1] = 1 => pass
# %% wrong, base-times-factor: base-times-factor, in three functions
# by_base(d, base * factor ** (d / (d - 2))) => by_base(d, base * factor)
# %% wrong: base-times-factor + ntk-divided-too, in
#    three functions
# d, base * factor ** (d / (d - 2))) => d, base * factor) / factor

# %% right: where, and the slowest pair solved for
# the new speeds are the old ones times a power of the factor
def stretch_rope(d, trained, factor, way, base=10000.0):
    old = np.exp(-np.log(base) * np.arange(0, d, 2) / d)
    ways = {
        "interpolation": old / factor,
        "ntk": old * factor ** (-np.arange(0, d, 2) / (d - 2)),
        "yarn": None,
    }
    if way != "yarn":
        return ways[way]
    turns = old * trained / 2 / np.pi
    between = ((turns - 1) * old + (32 - turns) * old / factor) / 31
    return np.where(turns < 1, old / factor, np.where(turns > 32, old, between))

# %% right: interpolated by NumPy
# how much of the division each pair takes part in
def stretch_rope(d, trained, factor, way, base=10000.0):
    old = base ** -np.linspace(0, 1, d // 2, endpoint=False)
    if way == "interpolation":
        share = np.ones(d // 2)
    elif way == "ntk":
        steps = np.arange(d // 2) / (d // 2 - 1)
        share = (1 - factor**-steps) / (1 - 1 / factor)
    else:
        share = np.interp(trained * old / (2 * np.pi), [1, 32], [1, 0])
    return old * (1 - share * (1 - 1 / factor))

# %% right: np.interp
# written from the text alone: another route
def stretch_rope(d, trained, factor, way, base=10000.0):
    i = np.linspace(0, 1, d // 2, endpoint=False)
    old = np.power(base, -i)
    if way == "interpolation":
        return old / factor
    if way == "ntk":
        return old * factor ** -(np.arange(d // 2) / (d // 2 - 1))
    share = np.interp(trained * old / (2 * np.pi), [1, 32], [0, 1])
    return old * (share + (1 - share) / factor)

# %% wrong: ntk base times factor, yarn ramp turned
def stretch_rope(d, trained, factor, way, base=10000.0):
    i = np.arange(d // 2)
    speed = base ** (-2 * i / d)
    if way == "interpolation":
        return speed / factor
    if way == "ntk":
        return (base * factor) ** (-2 * i / d)
    turns = trained * speed / (2 * np.pi)
    old = np.clip((turns - 1) / 31, 0, 1)
    return (1 - old) * speed + old * speed / factor

# %% wrong: the exponent of ntk upside down in part
# a slip in the exponent
def stretch_rope(d, trained, factor, way, base=10000.0):
    s = base ** (-np.arange(0, d, 2) / d)
    if way == "interpolation":
        return s / factor
    if way == "ntk":
        return (base * factor ** (d / (d + 2))) ** (-np.arange(0, d, 2) / d)
    w = np.clip((trained * s / (2 * np.pi) - 1) / 31, 0, 1)
    return s * w + s / factor * (1 - w)

# %% same
# The middle one of three, in another order.
# np.clip((turns - 1) / 31, 0, 1) => np.clip(0, (turns - 1) / 31, 1)

# %% hint: interpolation
# Begin with the old speeds, `base ** (-np.arange(0, d, 2) / d)`. Two of the ways change
# them; one of them starts again with another base.
# %% hint: another base for two pairs
# For the new base b: pair d/2 - 1 has the exponent (d - 2) / d, and b to that power must be
# factor times base to that power. Solve for b.
# %% hint
# Turns in the training are `trained * speeds / (2 * np.pi)`. `np.clip((turns - 1) / 31, 0,
# 1)` is the weight of the old speed; the rest of the weight is for the old speed divided by
# factor.

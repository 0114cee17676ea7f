# %% mistake: one-after-another
# You add the two times. Arithmetic and traffic run side by side: the longer one hides the
# other.
# np.maximum(arithmetic, traffic) => arithmetic + traffic
# %% mistake: the-shorter-time
# You take the shorter of the two times. A program is done when both are.
# np.maximum => np.minimum
# %% mistake: waits-turned-round
# You say True where the arithmetic takes longer. Asked is where the traffic takes longer.
# traffic > arithmetic => traffic < arithmetic
# %% mistake: peak-and-bandwidth-swapped
# You divide operations by bytes per second. Operations go with peak, bytes with
# bandwidth.
# np.asarray(operations) / peak => np.asarray(operations) / bandwidth
# np.asarray(moved) / bandwidth => np.asarray(moved) / peak
# %% mistake: upside-down
# Your seconds are a rate divided by an amount, not an amount divided by a rate.
# np.asarray(operations) / peak => peak / np.asarray(operations)
# np.asarray(moved) / bandwidth => bandwidth / np.asarray(moved)
# %% mistake: speed-for-time
# You return operations per second. Asked is how long they take.
# - return np.maximum(arithmetic, traffic), traffic > arithmetic
# + return operations / np.maximum(arithmetic, traffic), traffic > arithmetic
# %% mistake: four-bytes-each
# Your bytes count four times. What moves is given in bytes already.
# np.asarray(moved) / bandwidth => 4 * np.asarray(moved) / bandwidth
# %% mistake: one-for-all
# You return a single time, the longest of all. Each program has its own.
# np.maximum(arithmetic, traffic) => np.maximum(arithmetic, traffic).max()
# %% mistake: equal-waits
# Your programs wait where both times are equal. They wait where the traffic takes longer.
# traffic > arithmetic => traffic >= arithmetic
# %% mistake: amounts-compared
# In yours waits is True where there are more bytes than operations. Compare the two times:
# each amount divided by its rate.
# traffic > arithmetic => np.asarray(moved) > np.asarray(operations)
# %% mistake: ridge-upside-down
# In yours waits is True where operations per byte are below bandwidth / peak. The ridge is
# peak / bandwidth.
# traffic > arithmetic => np.asarray(operations) / moved < bandwidth / peak
# %% mistake: arithmetic-alone
# Your seconds are those of the arithmetic alone. Where the traffic takes longer, its time
# counts.
# np.maximum(arithmetic, traffic) => arithmetic + 0 * traffic
# %% mistake: traffic-alone
# Your seconds are those of the traffic alone. Where the arithmetic takes longer, its time
# counts.
# np.maximum(arithmetic, traffic) => traffic + 0 * arithmetic
# %% mistake: waits-first
# You return whether they wait, and then the seconds. The seconds should come first.
# - return np.maximum(arithmetic, traffic), traffic > arithmetic
# + return traffic > arithmetic, np.maximum(arithmetic, traffic)
# %% mistake: multiplied
# Your seconds are an amount multiplied by a rate, not divided by a rate.
# np.asarray(operations) / peak => np.asarray(operations) * peak
# np.asarray(moved) / bandwidth => np.asarray(moved) * bandwidth
# %% mistake: one-answer-for-all
# You say once for all programs whether they wait. Each has its own True or False.
# , traffic > arithmetic => , (traffic > arithmetic).any()
# %% mistake: intensity-for-seconds
# Your seconds are operations per byte. Divide each amount by its rate.
# np.maximum(arithmetic, traffic) => np.asarray(operations) / np.asarray(moved)
# %% mistake: max-of-python
# Your function fails where it gets arrays of several programs, as with Python's max() or
# `if`. np.maximum and > work at each place.
# np.maximum(arithmetic, traffic) => max(arithmetic, traffic)

# %% right: by the intensity
# operations a byte against the ridge
def roofline(operations, moved, peak, bandwidth):
    intensity = operations / moved
    reached = np.minimum(peak, bandwidth * intensity)
    return operations / reached, intensity < peak / bandwidth
# wrong, waits-turned-round: intensity < peak => intensity > peak
# wrong, speed-for-time: return operations / reached => return reached
# %% wrong, the-shorter-time: the better roof
# np.minimum(peak, bandwidth * intensity) => np.maximum(peak, bandwidth * intensity)

# %% right: where
# first who waits, then how long
def roofline(operations, moved, peak, bandwidth):
    working, moving = operations / peak, moved / bandwidth
    waits = moving > working
    return np.where(waits, moving, working), waits
# wrong, one-after-another: np.where(waits, moving, working) => moving + working
# wrong, four-bytes-each: moved / bandwidth => moved * 4 / bandwidth
# wrong, one-for-all: np.where(waits, moving, working) => max(moving.max(), working.max())
# %% wrong, peak-and-bandwidth-swapped: the rates changed places
# operations / peak, moved / bandwidth => operations / bandwidth, moved / peak
# %% wrong, upside-down: rates by amounts
# operations / peak, moved / bandwidth => peak / operations, bandwidth / moved

# %% right: number by number
# a function of two numbers
def roofline(operations, moved, peak, bandwidth):
    @np.vectorize
    def one(work, way):
        return max(work / peak, way / bandwidth), way / bandwidth > work / peak
    seconds, waits = one(operations, moved)
    return seconds, waits

# %% right: two rows
# the larger of two
def roofline(operations, moved, peak, bandwidth):
    both = np.stack(np.broadcast_arrays(operations / peak, moved / bandwidth))
    return both.max(axis=0), both[0] < both[1]
# %% wrong, one-after-another: times added, equals wait
# - both = np.stack(np.broadcast_arrays(operations / peak, moved / bandwidth))
# + compute, traffic = operations / peak, moved / bandwidth
# both.max(axis=0), both[0] < both[1] => compute + traffic, traffic >= compute
# %% wrong, ridge-upside-down: ridge upside down
# the ridge upside down
# - both = np.stack(np.broadcast_arrays(operations / peak, moved / bandwidth))
# + a, t = operations / peak, moved / bandwidth
# - both.max(axis=0), both[0] < both[1]
# + np.where(a > t, a, t), operations / moved < bandwidth / peak

# %% wrong, arithmetic-alone: the arithmetic alone
# memory is free
def roofline(operations, moved, peak, bandwidth):
    return operations / peak + 0 * moved, moved / bandwidth > operations / peak

# %% same
# An array already.
# np.asarray(operations) => operations
# np.asarray(moved) => moved

# %% hint: several programs
# Two times: how long the operations take at peak, and how long the bytes take at full
# bandwidth.
# %% hint: several programs
# They run side by side, so a program is done when the longer of the two is.
# %% hint
# np.maximum of the two times, number by number, and a comparison of the two.

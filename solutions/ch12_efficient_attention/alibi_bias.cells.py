# %% mistake: bonus-for-distance
# Your bias is positive, so far keys gain. ALiBi is a penalty: minus the slope times the
# distance.
# return slopes => return -slopes
# %% mistake: slopes-from-zero
# Your first slope is 2**0 = 1. Heads are counted from 1 here: the first slope should be
# 2**(-8 / n_heads), and the last one 2**-8.
# np.arange(1, n_heads + 1) => np.arange(n_heads)
# %% mistake: slopes-in-reverse
# Your slopes are in reverse order. The first head should have the steepest, 2**(-8 /
# n_heads), and the last head the flattest, 2**-8.
# slopes[:, None, None] => slopes[::-1, None, None]
# %% mistake: slopes-of-eight-heads
# Your slopes are 1/2, 1/4, 1/8, ... for any number of heads. That is right for 8 heads. In
# general the exponent is -8 h / n_heads, so that the flattest slope is always 2**-8.
# (-8 * np.arange => (-1.0 * np.arange && ) / n_heads => )
# %% mistake: above-the-diagonal
# Above the diagonal your bias goes on as -m (i - j), so that future keys gain. They should
# be 0 here; the causal mask blocks them anyway.
# np.minimum(places - places[:, None], 0) => places - places[:, None]
# %% mistake: both-ways
# You penalise the distance in both directions. This is causal attention: above the diagonal
# the bias should be 0, and the mask does the rest.
# np.minimum(places - places[:, None], 0) => -abs(places - places[:, None])
# %% mistake: mask-included
# You put -inf above the diagonal. It gives the same weights once the causal mask is there,
# but here the two are kept apart: 0 above the diagonal.
# * steps => * steps + np.triu(np.full((n, n), -np.inf), k=1)
# %% mistake: place-of-the-key
# Your bias grows with the place of the key, j, where it should fall with the distance, i -
# j. Behind a causal mask the softmax of both is the same, because they differ by a constant
# in each row, but as numbers they differ, and yours grow with the text.
# np.minimum(places - places[:, None], 0) => np.tril(np.tile(places, (n, 1)))
# %% mistake: counted-from-the-end
# Your penalty counts the key's distance from the end of the text. It should count that from
# the *query*, i - j.
# np.minimum(places - places[:, None], 0) => np.tril(np.tile(places + 1 - n, (n, 1)))
# %% mistake: transposed
# Your penalty stands above the diagonal, where the causal mask blocks anyway. Rows are
# queries: it should stand at [i, j] where key j is before query i.
# places - places[:, None] => places[:, None] - places
# %% mistake: heads-last
# Your heads stand on the last axis. Scores are (heads, n, n), so they should come first.
# slopes[:, None, None] * steps => slopes * steps[:, :, None]
# %% mistake: one-slope
# All your heads have the slope of the first. Each should have its own, so that some look
# near and others far.
# np.arange(1, n_heads + 1) => np.ones(n_heads)
# %% mistake: n-heads-ignored
# Your slopes are 2**-8, 2**-16, and so on. The exponent should be divided by the number of
# heads, -8 h / n_heads, so that the flattest slope is always 2**-8.
# ) / n_heads => )
# %% mistake: even-slopes
# Your slopes go down in equal steps. They should be a geometric sequence: each is 2**(-8 /
# n_heads) times the one before.
# 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads) => np.arange(n_heads, 0, -1) / n_heads
# %% mistake: divided-by-the-head
# Your head h has the slope 2**(-8 / h). It should be 2**(-8 h / n_heads): h stands above,
# the number of heads below.
# - (-8 * np.arange(1, n_heads + 1) / n_heads)
# + (-8 / np.arange(1, n_heads + 1))
# %% mistake: whole-number-array
# Your biases are cut off to whole numbers, for instance by dtype=int. Slopes are
# fractions, so let the array hold decimals.
# return slopes[:, None, None] * steps => return (slopes[:, None, None] * steps).astype(int)
# %% mistake: exponent-in-whole-numbers
# Your exponents are whole numbers, as // makes them, so with more than 8 heads several
# slopes are equal. Divide with /.
# ) / n_heads) => ) // n_heads)
# %% mistake: whole-exponents
# Your exponents are cut to whole numbers, so with more than 8 heads several slopes are
# equal. Divide by n_heads with /, not //.
# -8 * np.arange(1, n_heads + 1) / n_heads => -(8 * np.arange(1, n_heads + 1) // n_heads)
# %% mistake: whole-steps
# Your slopes are all 1 with more than 8 heads, as 8 // n_heads is 0 then. Divide by n_heads
# with /, not //.
# -8 * np.arange(1, n_heads + 1) / n_heads => -(8 // n_heads) * np.arange(1, n_heads + 1)

# %% right: distances cut at 0
# the short way
def alibi_bias(n, n_heads):
    slopes = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
    back = np.arange(n)[:, None] - np.arange(n)
    return -slopes[:, None, None] * np.maximum(back, 0)
# wrong, bonus-for-distance: return -slopes => return slopes
# wrong, slopes-from-zero: np.arange(1, n_heads + 1) => np.arange(n_heads)
# wrong, both-ways: np.maximum(back, 0) => abs(back)
# wrong, above-the-diagonal: np.maximum(back, 0) => back
# wrong, mask-included: np.maximum(back, 0) => np.where(back < 0, np.inf, back)
# wrong, one-slope: slopes[:, None, None] => np.full((n_heads, 1, 1), slopes[0])
# wrong, n-heads-ignored: ) / n_heads => )
# wrong, transposed: np.maximum(back, 0) => np.maximum(-back, 0)
# wrong, slopes-in-reverse: slopes[:, None, None] => slopes[::-1, None, None]
# %% wrong, slopes-of-eight-heads: 2 ** (-h)
# 2.0 ** (-8 * np.arange => 0.5 ** (np.arange && ) / n_heads => )
# %% wrong, heads-last: heads last
# slopes[:, None, None] => slopes && np.maximum(back, 0) => np.maximum(back, 0)[..., None]
# %% wrong, counted-from-the-end: position of the key
# np.maximum(back, 0) => np.tril(n - 1 - np.arange(n) + 0 * back)
# %% wrong: one table
# (n, n), of the first head
# slopes[:, None, None] => slopes[0]
# %% wrong, exponent-in-whole-numbers, partial: whole-number division
# -8 h // n_heads is floored
# / n_heads => // n_heads

# %% right: three loops
# filled in place, in float32
def alibi_bias(n, n_heads):
    bias = np.zeros((n_heads, n, n), dtype=np.float32)
    for h in range(1, n_heads + 1):
        m = 2 ** (-8 * h / n_heads)
        for i in range(n):
            for j in range(i + 1):
                bias[h - 1, i, j] = -m * (i - j)
    return bias

# %% right: tril and einsum
# distances times slopes that are evenly spaced in their logarithms
def alibi_bias(n, n_heads):
    distances = np.tril(np.subtract.outer(np.arange(n), np.arange(n)))
    slopes = np.geomspace(2 ** (-8 / n_heads), 2**-8, n_heads)
    return np.einsum("h,ij->hij", -slopes, distances)

# %% right: slopes multiplied up in a loop, helper called slopes
# append; a name that the chapter binds again further down
def slopes(n_heads):
    ratio = 2 ** (-8 / n_heads)
    found = [ratio]
    while len(found) < n_heads:
        found.append(found[-1] * ratio)
    return found


def alibi_bias(n, n_heads):
    i, j = np.indices((n, n))
    return np.array([np.where(j <= i, m * (j - i), 0.0) for m in slopes(n_heads)])

# %% right: by recursion
# one row and one column more
def alibi_bias(n, n_heads):
    if n == 0:
        return np.zeros((n_heads, 0, 0))
    m = np.exp2(-8 * np.arange(1, n_heads + 1) / n_heads)
    out = np.zeros((n_heads, n, n))
    out[:, : n - 1, : n - 1] = alibi_bias(n - 1, n_heads)
    out[:, -1] = np.multiply.outer(m, np.arange(n) - n + 1)
    return out

# %% right: by torch
# torch inside of a NumPy answer
def alibi_bias(n, n_heads):
    import torch

    h = torch.arange(1, n_heads + 1, dtype=torch.float64)
    steps = torch.arange(n, dtype=torch.float64)
    back = (steps[:, None] - steps).clamp(min=0)
    return (-(2 ** (-8 * h / n_heads))[:, None, None] * back).numpy()

# %% right: a list that del shortens
# the list is changed by a statement of its own
NUMBERS = list(range(1025))
del NUMBERS[0]


def alibi_bias(n, n_heads):
    back = np.tril(np.arange(n)[:, None] - np.arange(n))
    return np.array([-(2 ** (-8 * h / n_heads)) * back for h in NUMBERS[:n_heads]])

# %% right: by broadcasting
def alibi_bias(n, n_heads):
    slopes = np.logspace(-8 / n_heads, -8, n_heads, base=2)
    back = np.arange(n)[:, None] - np.arange(n)
    return -slopes[:, None, None] * np.maximum(back, 0)
# wrong, bonus-for-distance: -slopes => slopes
# wrong, above-the-diagonal: np.maximum(back, 0) => back
# wrong, slopes-from-zero: -8 / n_heads, -8 => 0, -8 + 8 / n_heads
# wrong: 2 => np.e
# wrong, transposed: maximum( => maximum(-
# wrong: np.logspace(-8 / n_heads, -8, n_heads, base=2 => 1 / np.arange(1, n_heads + 1

# %% hint: a few tokens, four heads
# Two parts: a table (n, n) of distances, and a slope for each head. Which shape must the
# slopes have to give one table per head?
# %% hint: a few tokens, four heads; eight heads; two heads
# `2.0 ** (-8 * h / n_heads)` for `h` from 1 to `n_heads`. As `slopes[:, None, None]` they
# have shape (n_heads, 1, 1).
# %% hint
# `np.minimum(j - i, 0)`, with `i = np.arange(n)[:, None]` and `j = np.arange(n)`, is minus
# the distance below the diagonal and 0 above it.

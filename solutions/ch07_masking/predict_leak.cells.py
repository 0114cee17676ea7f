# %% mistake: b
# Nothing of the last value gets in: its weight is exactly 0. Look at what the other weights
# were divided by.
prediction = "b"
# %% mistake: c
# The last token's own weight is 0, that is true. But think of the denominator: the other
# weights were divided by a sum that had the last token in it.
prediction = "c"
# %% mistake: d
# A zero weight times a finite value is 0, so nothing becomes nan here. Look at what the
# other weights were divided by.
prediction = "d"

# %% hint
# Write weight 1 of row 1 as a fraction. Which scores stand below the line?
# %% hint
# Setting a weight to 0 after the softmax does not take its exponential out of the sum that
# the others were divided by.

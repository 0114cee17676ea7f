# %% mistake: a
# All the weights cannot grow: they still have to sum to one.
prediction = "a"
# %% mistake: c
# Multiplying the scores would sharpen the weights. Adding does not: every exponential grows
# by the same factor e^100, which cancels in the fraction.
prediction = "c"
# %% mistake: d
# Weights become uniform when the scores become equal. Adding 100 keeps every difference
# between them.
prediction = "d"

# %% hint
# Write the first weight as a fraction, and take e^100 out of every term.
# %% hint
# The factor is in every term above the line and in every term below it.

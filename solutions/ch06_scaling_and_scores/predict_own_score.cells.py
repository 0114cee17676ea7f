# %% mistake: as-if-independent
# A spread of 1 is what the root leaves of scores whose query and key have nothing to do
# with each other (and a division by d_k would leave 1 here). These two are the same vector:
# add up its 64 squares, and divide by 8.
predicted_score = 1
# %% mistake: cancels
# Positive and negative products cancel where query and key are independent. Here every
# product is a square, and no square is negative.
predicted_score = 0
# %% mistake: not-divided
# That is the score itself: 64 squares of 1 on average. Asked for is what is left when it is
# divided by the root of 64.
predicted_score = 64
# %% mistake: multiplied
# That is the score, 64, times the root of 64. Divide by the root.
predicted_score = 512
# %% mistake: root-twice
# That is about the root of 8, a root too many. The score is a sum of 64 squares; only d_k
# comes under a root.
predicted_score = 64**0.25

# %% right: the number
# as a whole number
predicted_score = 8
# %% right: a float
# near enough
predicted_score = 8.25

# %% right: of NumPy
# no axes
import numpy as np
predicted_score = np.array(8)
# %% right: computed
# by an expression
predicted_score = sum([5, 1, 2])

# %% right: by way of a variable
# another name
mine = 8
predicted_score = mine
# %% wrong, root-twice, failed: root-twice
predicted_score = 2.8284271247461903
# %% wrong, failed: near
# no known mistake
predicted_score = 22.6
# %% wrong, failed: its negative
# a sign
predicted_score = -8
# %% wrong, failed: a text
# no number
predicted_score = "8"
# %% wrong, failed: twice
# one is asked
predicted_score = [8, 8]
# %% wrong, not_attempted: not begun
# the stub
predicted_score = ...
# %% wrong, error: no such name
# a missing name
predicted_score = missing

# %% hint
# Write the score down as a sum. What is each product, when q equals k?
# %% hint
# The average of a square is the variance, where the average itself is 0.
# %% hint
# The sum of 64 such squares, over the root of 64.

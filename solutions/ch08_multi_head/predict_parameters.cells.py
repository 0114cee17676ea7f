# %% mistake: each-head-its-own
# You gave each head matrices of the full width. All heads share the four matrices: what
# they give is cut into eight parts.
predicted_parameters = HEADS * 4 * WIDTH**2
# %% mistake: one-head-alone
# That is an eighth: the share of one head. Eight heads together fill the whole width.
predicted_parameters = 4 * WIDTH**2 // HEADS
# %% mistake: no-output
# You counted the three projections. The heads are joined by a fourth matrix.
predicted_parameters = 3 * WIDTH**2
# %% mistake: one-matrix
# That is one of the matrices. How many does a layer have?
predicted_parameters = WIDTH**2
# %% mistake: with-biases
# You counted 512 biases for each matrix. They are left out here.
predicted_parameters = 4 * WIDTH**2 + 4 * WIDTH
# %% mistake: narrow-output
# Your fourth matrix reads one head. It should read all eight side by side: the whole width.
predicted_parameters = 3 * WIDTH**2 + WIDTH * WIDTH // HEADS

# %% right: the number
# as a whole number
predicted_parameters = 1048576
# %% right: a float
# near enough
predicted_parameters = 1048576.0

# %% right: of NumPy
# no axes
import numpy as np
predicted_parameters = np.array(1048576)
# %% right: computed
# by an expression
predicted_parameters = sum([1048573, 1, 2])

# %% right: by way of a variable
# another name
mine = 1048576
predicted_parameters = mine
# %% wrong, each-head-its-own, failed: each-head-its-own
predicted_parameters = 8388608
# %% wrong, one-head-alone, failed: one-head-alone
predicted_parameters = 131072
# %% wrong, no-output, failed: no-output
predicted_parameters = 786432
# %% wrong, one-matrix, failed: one-matrix
predicted_parameters = 262144
# %% wrong, with-biases, failed: with-biases
predicted_parameters = 1050624
# %% wrong, narrow-output, failed: narrow-output
predicted_parameters = 819200
# %% wrong, failed: near
# no known mistake
predicted_parameters = 1_000_000
# %% wrong, failed: its negative
# a sign
predicted_parameters = -1048576
# %% wrong, failed: a text
# no number
predicted_parameters = "1048576"
# %% wrong, failed: twice
# one is asked
predicted_parameters = [1048576, 1048576]
# %% wrong, not_attempted: not begun
# the stub
predicted_parameters = ...
# %% wrong, error: no such name
# a missing name
predicted_parameters = missing

# %% hint
# Which shape has each of the four matrices? Does n_heads stand in it?
# %% hint
# The split and the merge only move numbers: nothing in them is learnt.
# %% hint
# Count one matrix, from 512 features to 512, and see how many there are.

# %% hint
# Compare `scores` with `scores.T`, and count the sizes that are 3.

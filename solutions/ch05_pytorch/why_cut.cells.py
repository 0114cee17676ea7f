# %% hint
# Draw the paths from each of the three matrices to the loss.

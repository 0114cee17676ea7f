# %% hint
# Write the denominator of one weight, with and without the mask.

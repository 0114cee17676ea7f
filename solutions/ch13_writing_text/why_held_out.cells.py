# %% hint
# Ask the table of counts about a group of pieces that is not in it.

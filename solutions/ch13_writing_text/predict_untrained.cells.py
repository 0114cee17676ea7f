# %% mistake: a
# 1 is a model that is sure and right every time. Yours has random weights.
prediction = "a"
# %% mistake: c
# Half of the pieces would need some knowledge of which half. A new model has none.
prediction = "c"
# %% mistake: d
# It is a number of choices: how many equally likely pieces the model might as well be
# guessing among. For many more than there are it would have to be sure of wrong ones; a new
# model has weak preferences.
prediction = "d"

# %% hint
# What does a model give to each piece that has no reason to prefer any?
# %% hint
# All pieces the same: one over their number. What is the loss of that, and its exponential?
# %% hint
# exp(-log(1 / V)) is V.

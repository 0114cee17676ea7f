# %% mistake: a
# A model that grows surer and surer gives the other 13 ids next to nothing, and the
# smoothed target makes it pay for each. Its loss goes up again.
prediction = "a"
# %% mistake: c
# 0.1 is the share that is spread, not the loss. Put the target itself in as the prediction,
# and add up -target * log(target) over the 14 ids.
prediction = "c"
# %% mistake: d
# Without smoothing it would. But a target that gives every id a little can only be met by a
# model that gives every id a little, and -log of such a probability is not 0.
prediction = "d"

# %% hint
# What is the best distribution a model can give, when the target is .9 on the right id plus
# .1 / 14 on each of the 14? And what is the loss then?
# %% hint
# The cross-entropy of a distribution with itself is its entropy. Work it out: one id has
# about .907, thirteen have about .007.

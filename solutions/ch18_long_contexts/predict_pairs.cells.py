# %% mistake: a
# The fastest pair comes round in seven tokens. In the training it has been at every angle,
# a thousand times.
prediction = "a"
# %% mistake: b
# A pair that comes round within the training has been at all angles there: further turns
# bring it to the same ones.
prediction = "b"
# %% mistake: d
# Some pairs come round many times in 8,192 tokens. To which angle could such a pair turn at
# token 16,000 that it has not been at before?
prediction = "d"

# %% hint
# An angle is the same after a whole turn.
# %% hint
# How many whole turns does the fastest pair do in 8,192 tokens, and how many the slowest,
# which turns by 0.00001 or so a token?
# %% hint
# New is only what lies beyond the last angle of a pair that has not come round.

# %% mistake: a
# Without rotary positions the heads lose the distances that they were trained with, and the
# loss rises. None of the tokens to come becomes visible by that.
prediction = "a"
# %% mistake: b
# With the wrong pairs turned, the model's heads look at wrong distances. The model was
# trained with the right pairs, and its loss rises.
prediction = "b"
# %% mistake: c
# With the groups dealt out, six of nine heads meet keys that were trained for others. The
# loss rises above that of guessing blindly.
prediction = "c"

# %% hint
# The loss asks how likely the model found each next token of a text it is reading.
# %% hint
# With which mistake could a token's vector hold something about the next token?
# %% hint
# What does a mask hide?

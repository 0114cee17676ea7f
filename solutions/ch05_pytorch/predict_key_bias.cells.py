# %% mistake: a
# The key bias does take part in every score. But what matters is by how much it moves each
# score of a row compared with the others in that row.
prediction = "a"
# %% mistake: b
# The two are not alike. A query bias is multiplied by a different key in every column, a
# key bias by the same query throughout a row.
prediction = "b"
# %% mistake: d
# The gradient is None where the loss does not lead back to a parameter. The key bias is
# part of every score, so autograd does arrive there.
prediction = "d"

# %% hint
# Chapter 02 gave every key the same bias and looked at the weights.
# %% hint
# The bias b adds q_i . b to every score in row i. What does a softmax do with a number
# added to a whole row?
# %% hint
# If no weight moves when the bias moves, the loss does not move either.

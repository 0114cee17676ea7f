# %% mistake: a
# The numbers look almost the same, but a tape follows operations, not numbers. A new
# Variable begins with a copy of the numbers and no history.
prediction = "a"
# %% mistake: c
# One path is left. The values do not pass through the softmax: they meet the weights after
# it. Follow W_v to the output.
prediction = "c"
# %% mistake: d
# It is the other way round. W_q and W_k reach the output only through the softmax, and that
# is where the copy was made.
prediction = "d"

# %% hint
# Follow each matrix forwards to the output. Which of them have to pass the new Variable?

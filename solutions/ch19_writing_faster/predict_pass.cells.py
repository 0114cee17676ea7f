# %% mistake: a
# With one token there are two operations for each weight of two bytes: one operation per
# byte. How many does the chip do while a byte travels?
prediction = "a"
# %% mistake: b
# With ten tokens there are ten operations per byte. The chip does more while a byte
# travels: divide 10^15 by 3.3 times 10^12.
prediction = "b"
# %% mistake: d
# With 30,000 tokens there are 30,000 operations per byte, a hundred times what the chip
# does while a byte travels: the arithmetic takes far longer.
prediction = "d"

# %% hint
# How many operations are done with a weight of two bytes when n tokens are read?
# %% hint
# Two for each token, which makes n operations per byte.
# %% hint
# The reading takes longer as long as n is below the operations that the chip does while one
# byte travels.

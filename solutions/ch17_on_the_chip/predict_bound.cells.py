# %% mistake: a
# Divide: the arithmetic of five operations per number takes 1/200 of a second for 10^12
# numbers on a chip that does 10^15 per second. How long do their bytes travel?
prediction = "a"
# %% mistake: b
# They would have to be close. Divide operations by operations per second, and bytes by
# bytes per second.
prediction = "b"
# %% mistake: d
# The exponentials are arithmetic, and their share is in the five operations. Even if each
# took as long as a thousand operations, the bytes would take longer.
prediction = "d"

# %% hint
# How many bytes travel for each number, there and back?
# %% hint
# Take 10^12 numbers: operations divided by 10^15 a second, bytes divided by 3 times 10^12 a
# second.
# %% hint
# Five operations against four bytes; a byte takes as long as 333 operations.

# %% mistake: a
# Every shape is right on the way, and at the end. A reshape never gives a shape that you
# did not ask for.
prediction = "a"
# %% mistake: b
# Two reshapes undo each other: the numbers were never moved, only bracketed in another way.
# The round trip is perfect, and what happens between the two is wrong.
prediction = "b"
# %% mistake: c
# The batch is the first axis in both shapes, so each sequence stays within its own block of
# numbers. It is within a sequence that tokens get mixed.
prediction = "c"

# %% hint
# Write down the 3 x 4 numbers of one sequence, 0 to 11, and bracket them as (2, 3, 2). From
# which tokens does head 0 come?

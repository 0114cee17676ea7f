# %% mistake: a
# Guessing would mean that the patches tell nothing any more. They hold the same pixels as
# before, and each place still stands for one place of the digit.
prediction = "a"
# %% mistake: c
# That is the model without positions, which cannot know where a patch was. This one learns
# a vector for each place, and patch 5 comes from the same part of the digit every time.
prediction = "c"
# %% mistake: d
# Shuffling adds nothing that could help. What was learnt from the images cut as they are
# can be learnt from these, and nothing more.
prediction = "d"

# %% hint
# The position vectors start as random numbers. What do they say, before training, about
# which patches are neighbours?
# %% hint
# Rename the places in the table of positions in the same way as the patches. Which number
# in the model is now another one?
# %% hint
# Chapter 06: attention without positions treats tokens as a set. All order comes from the
# table, and the table is learnt.

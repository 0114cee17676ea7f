# %% mistake: a
# A patch half as wide is also half as high, so there are four times as many patches, not
# twice. And scores belong to pairs of patches.
prediction = "a"
# %% mistake: b
# There are four times as many patches, that is right. A score belongs to a pair of patches,
# a query and a key.
prediction = "b"
# %% mistake: c
# Eight is four times two. Both the queries and the keys are four times as many.
prediction = "c"

# %% hint
# Draw an image cut into four patches, and the same image with patches half as wide and half
# as high.
# %% hint
# There is one score for each query and each key.
# %% hint
# If n becomes 4 n, what becomes of n times n?

# %% mistake: a
# 2 would be the root of 4, and nothing in the table grows that slowly. How many rows has
# it, and how many columns?
prediction = "a"
# %% mistake: b
# Queries, keys and values grow by 4, and so does the context. The weights hold a number for
# every *pair* of tokens: there are 4 times as many queries, and each of them meets 4 times
# as many keys.
prediction = "b"
# %% mistake: c
# 8 would be 4 times 2. Both sides of the table grow by 4: rows and columns.
prediction = "c"

# %% hint
# How many rows does the table of weights have, and how many columns?
# %% hint
# Both are the number of tokens. Write the size before and after as a product.
# %% hint
# (4 n) times (4 n), divided by n times n.

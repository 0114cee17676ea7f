# %% mistake: a
# Half of the sentences with apple are about fruit, and they do pull its vector that way.
# The other half pull just as hard towards the companies.
prediction = "a"
# %% mistake: b
# Half of the sentences with apple are about a company, and they do pull its vector that
# way. The other half pull just as hard towards the fruit.
prediction = "b"
# %% mistake: d
# That would be the sensible thing, and it is what attention will give us. But Word2Vec has
# one row in its table for each spelling, so apple has one vector and no more.
prediction = "d"

# %% hint
# Word2Vec's table has one row for each spelling, and every sentence with that spelling
# moves the row a little.
# %% hint
# Each sentence moves that row a little. Half of them pull one way.
# %% hint
# Two equal pulls in different directions: where do they leave the row?

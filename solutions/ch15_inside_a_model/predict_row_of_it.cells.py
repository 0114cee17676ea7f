# %% mistake: a
# To look at the street because of wide, the token would have to know the word. Where does
# wide stand, and what does the causal mask say about it?
prediction = "a"
# %% mistake: c
# A head that has learnt nothing about pronouns still gets the same input in both sentences
# up to this place. What could make its rows differ, even a little?
prediction = "c"
# %% mistake: d
# No head gets a look at what comes later, however useful it would be, so not one of them
# can differ.
prediction = "d"

# %% hint
# What does the decoder know at the place of *it*? Write down what it has seen.
# %% hint
# The two sentences are the same up to *too*. In a decoder, a row of weights is made
# from tokens up to its own place and from no later one.
# %% hint
# Same tokens, same places, same weights of the model: what can come out?

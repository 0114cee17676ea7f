# %% mistake: a
# It would be so if weight went only to tokens that help to predict the next one. Which
# token got much of the weight in chapter 15?
prediction = "a"
# %% mistake: b
# The window is shorter by four of 64. But the four tokens that it gets instead are the
# first ones of the text.
prediction = "b"
# %% mistake: d
# Whether any four old tokens would do can be tried, and the next cell tries it.
prediction = "d"

# %% hint
# A softmax cannot give weight to nothing.
# %% hint
# In chapter 15 a large share of all weight went to one token.
# %% hint
# What happens to that weight when the token is no longer there?

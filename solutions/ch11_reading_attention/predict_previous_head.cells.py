# %% mistake: b
# A small loss would mean that the first layer only helps. Ask what the induction head
# compares its query with, and who put it there.
prediction = "b"
# %% mistake: c
# It would be so if the induction head could find the earlier occurrence on its own. Its
# weights look at the token after it: how does that token let the head know what stood
# before it?
prediction = "c"
# %% mistake: d
# Both heads were trained together, and the second reads what the first wrote. What would it
# find without that?
prediction = "d"

# %% hint
# The induction head looks at the token after the earlier occurrence. That token is just
# some other token. How can a query for *w* match it?
# %% hint
# The token can match if it carries a note: *the token before me was w*. Which head writes
# such notes?

# %% mistake: whole-windows
# You added a whole window for each layer. The furthest token of a window is in the next
# window too: do not count it twice.
predicted_reach = LAYERS * WINDOW
# %% mistake: one-window
# That is one layer. In the next, the token reads neighbours who have themselves looked
# back.
predicted_reach = WINDOW
# %% mistake: multiplied
# You multiplied. The windows of neighbours overlap almost wholly; only the furthest one
# brings tokens that are new.
predicted_reach = WINDOW**LAYERS
# %% mistake: two-layers
# That is what two layers reach. There is one more.
predicted_reach = 2 * (WINDOW - 1) + 1
# %% mistake: without-itself
# Your number is how far back the token sees. The token itself counts too.
predicted_reach = LAYERS * (WINDOW - 1)
# %% mistake: both-sides
# You looked both ways. These windows look back only.
predicted_reach = 2 * LAYERS * (WINDOW - 1) + 1

# %% right: the number
# as a whole number
predicted_reach = 10
# %% right: a float
# near enough
predicted_reach = 10.0

# %% right: of NumPy
# no axes
import numpy as np
predicted_reach = np.array(10)
# %% right: computed
# by an expression
predicted_reach = sum([7, 1, 2])

# %% right: by way of a variable
# another name
mine = 10
predicted_reach = mine
# %% wrong, whole-windows, failed: whole-windows
predicted_reach = 12
# %% wrong, multiplied, failed: multiplied
predicted_reach = 64
# %% wrong, two-layers, failed: two-layers
predicted_reach = 7
# %% wrong, without-itself, failed: without-itself
predicted_reach = 9
# %% wrong, both-sides, failed: both-sides
predicted_reach = 19
# %% wrong, failed: near
# no known mistake
predicted_reach = 11
# %% wrong, failed: its negative
# a sign
predicted_reach = -10
# %% wrong, failed: a text
# no number
predicted_reach = "10"
# %% wrong, failed: twice
# one is asked
predicted_reach = [10, 10]
# %% wrong, not_attempted: not begun
# the stub
predicted_reach = ...
# %% wrong, error: no such name
# a missing name
predicted_reach = missing

# %% hint
# Draw a row of tokens, and mark what the last one sees in one layer.
# %% hint
# Then take the furthest of the marked ones. What had it seen a layer below?
# %% hint
# How many tokens are new with each layer: as many as the window, or fewer?

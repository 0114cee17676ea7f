# %% mistake: a
# In the first layers the last place holds the word *of*, the same in both texts. Carrying
# it over changes nothing.
prediction = "a"
# %% mistake: b
# Half the layers with one thing and half with the other would be tidy, and nothing makes a
# model tidy. Patch the last place after a layer of the middle, and look how much of the way
# to *Paris* that is.
prediction = "b"
# %% mistake: c
# If each layer brought a little, the bars would climb slowly. That would need heads in many
# layers that look from the last place at the country and bring what decides. Here one layer
# brings more than half.
prediction = "c"

# %% hint
# Only attention carries anything from one place to another. What has to happen for the last
# place to depend on the country at all?
# %% hint
# Before a head has brought the country to the last place, a vector carried over there holds
# nothing about the country. Afterwards one at the country's place comes too late.
# %% hint
# If few heads do it and they are in one layer, the change is a step. If many do it in all
# layers, it is a slope.

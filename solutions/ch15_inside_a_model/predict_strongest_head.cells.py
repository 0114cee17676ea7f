# %% mistake: b
# It would be so if all others went on adding what they added. The head stands in layer 23:
# six layers come after it and read what it has written.
prediction = "b"
# %% mistake: c
# Others may make up for a head. But they would have to know about France, and this head
# brings a good part of that to the end.
prediction = "c"
# %% mistake: d
# The head pushes towards Paris. Why would its absence help Paris?
prediction = "d"

# %% hint
# The head stands in layer 23 of 30. What can it help besides the logits?
# %% hint
# This head adds its vector to the token, and the heads and networks of later layers read
# the sum. Without the head they read another vector. What may they add for Paris then?
# %% hint
# What it adds directly is one part of its work. What others make of it is added by them,
# and is lost too.

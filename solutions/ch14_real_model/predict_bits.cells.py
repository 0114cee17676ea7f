# %% mistake: a
# Four bits are the number q alone. Its block also has a scale and a minimum, and they have
# to be stored as well.
prediction = "a"
# %% mistake: b
# That counts one number of 16 bits for 32 weights. There are two of them in every block,
# the scale and the minimum.
prediction = "b"
# %% mistake: d
# Scale and minimum are shared by 32 weights, not by 16: 32 bits for 32 weights are one bit
# more, not two.
prediction = "d"

# %% hint
# How many bits are 20 bytes?
# %% hint
# A block of 20 bytes holds 32 weights.
# %% hint
# 20 * 8 = 160 bits. Divide by 32.

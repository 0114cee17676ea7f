# %% mistake: a
# A fifth would mean one matrix of d_model by d_model beside the four of attention. linear1
# alone has d_model times 4 d_model entries.
prediction = "a"
# %% mistake: b
# You have it the wrong way round: a third is what attention has. Count in matrices of
# d_model by d_model: attention has four of them.
prediction = "b"
# %% mistake: c
# Half would mean four matrices each. linear1 alone, d_model by 4 d_model, is as large as
# four, and linear2 is as large again.
prediction = "c"

# %% hint
# Measure everything in matrices of d_model by d_model. Biases and norms are too small to
# matter.
# %% hint
# Attention has four of them: query, key, value, fc_out.
# %% hint
# `linear1` is d_model by 4 d_model: four more. How many has `linear2`?

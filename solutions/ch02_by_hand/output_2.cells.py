# %% mistake: value-2-alone
# This is value 2 itself. Its weight is .98, not 1: a little of value 3 should be mixed in.
output_2 = VALUES[1]
# %% mistake: scaled
# You divided the scores by sqrt(3) first, which the walk-through does not.
output_2 = softmax(SCORES[1] / np.sqrt(3)) @ VALUES
# %% mistake: mixed-keys
# You mixed the keys. Keys decide the weights: mix the values.
output_2 = WEIGHTS[1] @ KEYS
# %% mistake: values-turned
# Your weights multiply the entries of each row, which you add up. Weight 1 should multiply
# the whole of value 1, which is the first row, weight 2 the whole of value 2, and so on.
output_2 = VALUES @ WEIGHTS[1]
# %% mistake: not-summed
# These are the three weighted values. Add them up to one vector.
output_2 = WEIGHTS[1][:, None] * VALUES
# %% mistake: star
# Your weights multiply the columns of the values, and nothing is added up. Weight 1 belongs
# to the whole of value 1, the first row.
output_2 = WEIGHTS[1] * VALUES
# %% mistake: scores
# You mixed with the scores, which are not weights yet. The softmax is missing.
output_2 = SCORES[1] @ VALUES
# %% mistake: no-exponential
# Your weights are the scores divided by their sum. Take exp() first.
output_2 = SCORES[1] / SCORES[1].sum() @ VALUES
# %% mistake: not-divided
# You mixed with exp() of the scores. Divided by their sum they are weights.
output_2 = np.exp(SCORES[1]) @ VALUES
# %% mistake: softmax-twice
# You took the softmax of the weights once more, which makes them more alike.
output_2 = softmax(WEIGHTS[1]) @ VALUES
# %% mistake: weights
# These are the weights. Multiply the values by them and add up.
output_2 = WEIGHTS[1]
# %% mistake: all-tokens
# One output is wanted; these are all three.
output_2 = OUTPUTS
# %% mistake: mean-of-values
# This is the plain mean of the values, as if all weights were equal.
output_2 = VALUES.mean(axis=0)
# %% mistake: sum-of-values
# You added the values up without their weights.
output_2 = VALUES.sum(axis=0)
# %% mistake: cut-off
# Your entries are cut off to whole numbers, as by int() or an array of integers. Two
# decimals are wanted.
output_2 = np.trunc(np.round(OUTPUTS[1], 2))
# %% mistake: cut-off-exact
# Your entries are cut off to whole numbers, as by int() or an array of integers. Two
# decimals are wanted.
output_2 = np.trunc(OUTPUTS[1])
# %% mistake: token-1
# This is the output of token 1.
output_2 = OUTPUTS[0]
# %% mistake: token-3
# This is the output of token 3.
output_2 = OUTPUTS[2]
# %% mistake: mean-not-sum
# This is the mean of the three weighted values, a third of what is asked. Add them up.
output_2 = WEIGHTS[1] @ VALUES / 3
# %% mistake: columns-weighed
# Your weights multiplied the columns of the values. Weight j belongs to token j, whose
# value is row j.
output_2 = (WEIGHTS[1] * VALUES).sum(axis=0)
# %% mistake: features-added-up
# You added up the three features of each weighted value. Add the three weighted values up
# and keep their features: sum(axis=0).
output_2 = WEIGHTS[1] * VALUES.sum(axis=1)

# %% right: two decimals
# as the task allows
output_2 = [2.00, 7.96, 0.05]
# %% right: from weights of two decimals
# .98 of value 2 and .02 of value 3, by hand
output_2 = [2.00, 7.96, 0.06]
# %% right: from weights of two decimals, computed
# the same by a product
output_2 = np.array([0, 0.98, 0.02]) @ values

# %% right: added up in place
# augmented assignment in a loop
output_2 = np.zeros(3)
for weight, value in zip(weights_2, values):
    output_2 += weight * value

# %% right: entry by entry
# nested loops fill the array
output_2 = np.zeros(3)
for j in range(3):
    for d in range(3):
        output_2[d] += weights_2[j] * values[j][d]

# %% right: append
# a list that a loop fills
output_2 = []
for column in np.transpose(values):
    output_2.append(np.dot(weights_2, column))
# %% right: a product
# in one step
output_2 = np.asarray(weights_2) @ values

# %% right: with helper names of the chapter
# the chapter defines another attend further down
def attend(query):
    powers = np.exp(keys @ query)
    return powers @ values / powers.sum()

output_2 = attend(queries[1])
# %% wrong, value-2-alone: as published
output_2 = [2, 8, 0]
# %% wrong, scaled: scaled
output_2 = [1.9991, 7.8141, 0.2735]
# %% wrong, token-1: token 1's
output_2 = output_1
# %% wrong, token-3: token 3's
output_2 = [2.00, 7.76, 0.36]
# %% wrong, star: a star
output_2 = weights_2 * values
# %% wrong, not-summed: not added
output_2 = np.array(weights_2)[:, None] * values
# %% wrong, mixed-keys: with the keys
output_2 = np.asarray(weights_2) @ keys
# %% wrong, scores: scores for weights
output_2 = np.array([4, 16, 12]) @ values
# %% wrong, values-turned: transposed values
output_2 = values @ np.asarray(weights_2)
# %% wrong, softmax-twice: softmax of the weights
output_2 = np.exp(weights_2) / np.exp(weights_2).sum() @ values
# %% wrong, not-divided: no division
output_2 = np.exp([4, 16, 12]) @ values
# %% wrong, weights: the weights
output_2 = weights_2

# %% hint
# Scale each value by its weight, then add the three scaled vectors.
# %% hint
# Value 2 is [2, 8, 0] and gets .98; value 3 is [2, 6, 3] and gets .018.
# %% hint
# The first entry: .98 times 2, plus .018 times 2, plus next to nothing. The other two go
# the same way.

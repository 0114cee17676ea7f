# %% mistake: rounded
# These are the published numbers, made from weights rounded to one decimal. The exact
# output is a little different.
output_3 = [2.0, 7.8, 0.3]
# %% mistake: value-2-alone
# This is value 2 itself. Its weight is .88, not 1: some of value 3 should be mixed in.
output_3 = VALUES[1]
# %% mistake: scaled
# You divided the scores by sqrt(3) first, which the walk-through does not.
output_3 = softmax(SCORES[2] / np.sqrt(3)) @ VALUES
# %% mistake: mixed-keys
# You mixed the keys. Keys decide the weights: mix the values.
output_3 = WEIGHTS[2] @ KEYS
# %% mistake: values-turned
# Your weights multiply the entries of each row, which you add up. Weight 1 should multiply
# the whole of value 1, which is the first row, weight 2 the whole of value 2, and so on.
output_3 = VALUES @ WEIGHTS[2]
# %% mistake: not-summed
# These are the three weighted values. Add them up to one vector.
output_3 = WEIGHTS[2][:, None] * VALUES
# %% mistake: star
# Your weights multiply the columns of the values, and nothing is added up. Weight 1 belongs
# to the whole of value 1, the first row.
output_3 = WEIGHTS[2] * VALUES
# %% mistake: scores
# You mixed with the scores, which are not weights yet. The softmax is missing.
output_3 = SCORES[2] @ VALUES
# %% mistake: no-exponential
# Your weights are the scores divided by their sum. Take exp() first.
output_3 = SCORES[2] / SCORES[2].sum() @ VALUES
# %% mistake: not-divided
# You mixed with exp() of the scores. Divided by their sum they are weights.
output_3 = np.exp(SCORES[2]) @ VALUES
# %% mistake: softmax-twice
# You took the softmax of the weights once more, which makes them more alike.
output_3 = softmax(WEIGHTS[2]) @ VALUES
# %% mistake: weights
# These are the weights. Multiply the values by them and add up.
output_3 = WEIGHTS[2]
# %% mistake: all-tokens
# One output is wanted; these are all three.
output_3 = OUTPUTS
# %% mistake: mean-of-values
# This is the plain mean of the values, as if all weights were equal.
output_3 = VALUES.mean(axis=0)
# %% mistake: sum-of-values
# You added the values up without their weights.
output_3 = VALUES.sum(axis=0)
# %% mistake: cut-off
# Your entries are cut off to whole numbers, as by int() or an array of integers. Two
# decimals are wanted.
output_3 = np.trunc(np.round(OUTPUTS[2], 2))
# %% mistake: cut-off-exact
# Your entries are cut off to whole numbers, as by int() or an array of integers. Two
# decimals are wanted.
output_3 = np.trunc(OUTPUTS[2])
# %% mistake: token-1
# This is the output of token 1.
output_3 = OUTPUTS[0]
# %% mistake: token-2
# This is the output of token 2.
output_3 = OUTPUTS[1]
# %% mistake: mean-not-sum
# This is the mean of the three weighted values, a third of what is asked. Add them up.
output_3 = WEIGHTS[2] @ VALUES / 3
# %% mistake: columns-weighed
# Your weights multiplied the columns of the values. Weight j belongs to token j, whose
# value is row j.
output_3 = (WEIGHTS[2] * VALUES).sum(axis=0)
# %% mistake: rounded-to-one-decimal
# Your numbers have one decimal. Two are wanted.
output_3 = np.round(OUTPUTS[2], 1)

# %% right: two decimals
# as the task allows
output_3 = [2.00, 7.76, 0.36]
# %% right: from weights of two decimals
# 2.00, 7.76, 0.36
output_3 = np.array([0.0, 0.88, 0.12]) @ values

# %% right: in place
# an array that a loop fills, on the way
scores_3 = np.zeros(3)
for j in range(3):
    scores_3[j] = queries[2] @ keys[j]
powers = np.exp(scores_3)
output_3 = powers / powers.sum() @ values

# %% right: entry by entry
# nested loops fill the answer
weights_3 = [np.exp(score) for score in (4, 12, 10)]
total = sum(weights_3)
output_3 = np.zeros(3)
for j, weight in enumerate(weights_3):
    for d in range(3):
        output_3[d] = output_3[d] + weight / total * values[j][d]

# %% right: a class
# a class of one's own
class Token:
    def __init__(self, number):
        self.query = queries[number - 1]

    def output(self):
        powers = np.exp(keys @ self.query - 12)
        return powers @ values / powers.sum()

output_3 = Token(3).output()

# %% right: a nested list of steps
# appended at the top level
steps = []
steps.append(keys @ queries[2])
steps.append(np.exp(steps[-1]))
steps.append(steps[-1] / steps[-1].sum())
output_3 = steps[-1] @ values

# %% right: exact weights, rounded at the end
# rounded to two decimals
output_3 = []
for number in (1.99966, 7.75989, 0.35839):
    output_3 += [round(number, 2)]
# %% wrong, scaled: scaled
output_3 = [1.9926, 7.4796, 0.7359]
# %% wrong, token-2: token 2's
output_3 = [2.0, 7.964, 0.054]
# %% wrong, token-1: token 1's
output_3 = output_1

# %% wrong, star: a star
e = np.exp(keys @ queries[2])
output_3 = e / e.sum() * values
# %% wrong, scores: no softmax
output_3 = (keys @ queries[2]) @ values
# %% wrong, no-exponential: shares of the scores
output_3 = np.array([4, 12, 10]) / 26 @ values
# %% wrong, cut-off: whole numbers
output_3 = np.array([2.0, 7.76, 0.36]).astype(int)

# %% wrong, not-summed: not added
e = np.exp(keys @ queries[2])
output_3 = (e / e.sum())[:, None] * values

# %% hint
# The same four moves as for token 2, from the query of token 3: [2, 1, 3].
# %% hint
# Its scores are [4, 12, 10]; its largest weight is about .88.
# %% hint
# softmax of the scores, times the values, added up.

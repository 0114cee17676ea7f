# %% mistake: no-exponential
# You divided the scores by their sum. Take exp() of each score first.
weights_2 = SCORES[1] / SCORES[1].sum()
# %% mistake: scaled
# You divided the scores by sqrt(3) first. These exercises follow the walk-through, which
# does not scale.
weights_2 = softmax(SCORES[1] / np.sqrt(3))
# %% mistake: token-1
# These are the weights of token 1.
weights_2 = WEIGHTS[0]
# %% mistake: token-3
# These are the weights of token 3.
weights_2 = WEIGHTS[2]
# %% mistake: rounded
# These are the weights rounded to one decimal, as the walk-through has them. Keep two:
# the second weight is not quite 1.
weights_2 = np.round(WEIGHTS[1], 1)
# %% mistake: base-two
# You took powers of 2. The softmax takes powers of e: np.exp.
weights_2 = softmax(SCORES[1] * np.log(2))
# %% mistake: not-divided
# These are exp() of the scores. Divided by their sum they are weights.
weights_2 = np.exp(SCORES[1])
# %% mistake: scores
# These are the scores. The softmax that makes weights of them is missing.
weights_2 = SCORES[1]
# %% mistake: softmax-twice
# You took the softmax of the weights once more, which makes them more alike.
weights_2 = softmax(WEIGHTS[1])
# %% mistake: log-softmax
# These are the logarithms of the weights, as log_softmax gives them.
weights_2 = np.log(WEIGHTS[1])
# %% mistake: percent
# These are percentages. Weights are shares of 1.
weights_2 = 100 * WEIGHTS[1]
# %% mistake: all-tokens
# These are the weights of all three tokens. Only those of token 2 are wanted.
weights_2 = WEIGHTS
# %% mistake: equal
# All your weights are equal. That needs equal scores; these are [4, 16, 12].
weights_2 = np.full(3, 1 / 3)
# %% mistake: divided-by-the-largest
# Your largest weight is 1, so the sum is more. Divide the exponentials by their sum.
weights_2 = np.exp(SCORES[1] - SCORES[1].max())

# %% right: two decimals
# as the task allows
weights_2 = [0.00, 0.98, 0.02]

# %% right: in place
# a loop fills the array, a statement divides it
weights_2 = np.zeros(3)
for j in range(3):
    weights_2[j] = np.exp(scores_2[j])
weights_2 /= weights_2.sum()
# %% right: four decimals
# better than asked for
weights_2 = np.array([0, 0.982, 0.018])

# %% right: by math
# a list that a loop fills; without the loop it is empty and nothing raises
import math
powers = []
for score in [4, 16, 12]:
    powers.append(math.exp(score))
total = sum(powers)
weights_2 = [power / total for power in powers]

# %% right: in float32
# another dtype
powers = np.exp(np.array([4, 16, 12], dtype=np.float32) - 16)
weights_2 = powers / np.sum(powers)
# %% wrong, softmax-twice: softmax twice
# - powers = np.exp(np.array([4, 16, 12], dtype=np.float32) - 16
# + first = np.exp([-12.0, 0.0, -4.0]) / np.exp([-12.0, 0.0, -4.0]).sum(
# powers / np.sum(powers => np.exp(first) / np.exp(first).sum(
# %% wrong, log-softmax: logarithms
# - powers = np.exp(np.array([4, 16, 12], dtype=np.float32) - 16
# + s = np.array([4.0, 16.0, 12.0]
# powers / np.sum(powers => s - np.log(np.exp(s).sum()

# %% right: a function of one's own
# softmax is defined by the chapter further down, differently
def softmax(x):
    e = np.exp(x - np.max(x))
    return e / e.sum()

weights_2 = softmax(np.array([4, 16, 12]))
# %% wrong, scaled: scaled
weights_2 = [0.0009, 0.9088, 0.0903]
# %% wrong, no-exponential: shares of the scores
weights_2 = np.array([4, 16, 12]) / 32
# %% wrong, rounded: one decimal
weights_2 = [0.0, 1.0, 0.0]
# %% wrong, token-1: token 1's
weights_2 = [0.06, 0.47, 0.47]
# %% wrong, token-3: token 3's
weights_2 = [0.0, 0.88, 0.12]
# %% wrong, not-divided: not divided
weights_2 = np.exp([4, 16, 12])
# %% wrong, base-two: powers of two
weights_2 = 2.0 ** np.array([4, 16, 12]) / (2.0**4 + 2.0**16 + 2.0**12)
# %% wrong, percent: percent
weights_2 = [0.0, 98.2, 1.8]
# %% wrong, rounded: the largest takes all
weights_2 = np.array([0, 1, 0])
# %% wrong, failed: two tokens only
# one weight per key
weights_2 = [0.98, 0.02]
# %% wrong, scores: the scores
weights_2 = scores_2

# %% hint
# Take e to the power of each of the three scores, then divide by their sum.
# %% hint
# Only differences count, so [4, 16, 12] has the same softmax as [-12, 0, -4].
# %% hint
# e^-4 is about 0.018, and e^-12 is next to nothing.

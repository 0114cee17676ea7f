"""Answers to byhand.weights_2 that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right("two decimals", "weights_2 = [0.00, 0.98, 0.02]", "as the task allows"),
    right(
        "in place",
        """
        weights_2 = np.zeros(3)
        for j in range(3):
            weights_2[j] = np.exp(scores_2[j])
        weights_2 /= weights_2.sum()
        """,
        "a loop fills the array, a statement divides it",
    ),
    right(
        "four decimals", "weights_2 = np.array([0, 0.982, 0.018])", "better than asked for"
    ),
    right(
        "by math",
        """
        import math
        powers = []
        for score in [4, 16, 12]:
            powers.append(math.exp(score))
        total = sum(powers)
        weights_2 = [power / total for power in powers]
        """,
        "a list that a loop fills; without the loop it is empty and nothing raises",
    ),
    right(
        "in float32",
        """
        powers = np.exp(np.array([4, 16, 12], dtype=np.float32) - 16)
        weights_2 = powers / np.sum(powers)
        """,
        "another dtype",
    ),
    right(
        "a function of one's own",
        """
        def softmax(x):
            e = np.exp(x - np.max(x))
            return e / e.sum()

        weights_2 = softmax(np.array([4, 16, 12]))
        """,
        "softmax is defined by the chapter further down, differently",
    ),
    wrong(
        "scaled",
        "weights_2 = [0.0009, 0.9088, 0.0903]",
        "divided by the root of 3 before",
        "scaled",
    ),
    wrong(
        "shares of the scores",
        "weights_2 = np.array([4, 16, 12]) / 32",
        "no exp",
        "no-exponential",
    ),
    wrong("one decimal", "weights_2 = [0.0, 1.0, 0.0]", "published: too coarse", "rounded"),
    wrong("token 1's", "weights_2 = [0.06, 0.47, 0.47]", "another token", "token-1"),
    wrong("token 3's", "weights_2 = [0.0, 0.88, 0.12]", "another token", "token-3"),
    wrong(
        "not divided",
        "weights_2 = np.exp([4, 16, 12])",
        "not divided by the sum",
        "not-divided",
    ),
    wrong(
        "powers of two",
        "weights_2 = 2.0 ** np.array([4, 16, 12]) / (2.0**4 + 2.0**16 + 2.0**12)",
        "another base",
        "base-two",
    ),
    wrong(
        "percent", "weights_2 = [0.0, 98.2, 1.8]", "a hundred times too large", "percent"
    ),
    wrong(
        "the largest takes all",
        "weights_2 = np.array([0, 1, 0])",
        "a hard maximum: the published rounding, too",
        "rounded",
    ),
    wrong(
        "two tokens only", "weights_2 = [0.98, 0.02]", "one weight a key", verdict="failed"
    ),
    wrong("the scores", "weights_2 = scores_2", "no softmax", "scores"),
    wrong(
        "softmax twice",
        """
        first = np.exp([-12.0, 0.0, -4.0]) / np.exp([-12.0, 0.0, -4.0]).sum()
        weights_2 = np.exp(first) / np.exp(first).sum()
        """,
        "made nearly equal",
        "softmax-twice",
    ),
    wrong(
        "logarithms",
        """
        s = np.array([4.0, 16.0, 12.0])
        weights_2 = s - np.log(np.exp(s).sum())
        """,
        "log-softmax",
        "log-softmax",
    ),
)

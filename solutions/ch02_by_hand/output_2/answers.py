"""Answers to byhand.output_2 that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right("two decimals", "output_2 = [2.00, 7.96, 0.05]", "as the task allows"),
    right(
        "from weights of two decimals",
        "output_2 = [2.00, 7.96, 0.06]",
        ".98 of value 2 and .02 of value 3, by hand",
    ),
    right(
        "from weights of two decimals, computed",
        "output_2 = np.array([0, 0.98, 0.02]) @ values",
        "the same by a product",
    ),
    right(
        "added up in place",
        """
        output_2 = np.zeros(3)
        for weight, value in zip(weights_2, values):
            output_2 += weight * value
        """,
        "augmented assignment in a loop",
    ),
    right(
        "entry by entry",
        """
        output_2 = np.zeros(3)
        for j in range(3):
            for d in range(3):
                output_2[d] += weights_2[j] * values[j][d]
        """,
        "nested loops fill the array",
    ),
    right(
        "append",
        """
        output_2 = []
        for column in np.transpose(values):
            output_2.append(np.dot(weights_2, column))
        """,
        "a list that a loop fills",
    ),
    right("a product", "output_2 = np.asarray(weights_2) @ values", "in one step"),
    right(
        "with helper names of the chapter",
        """
        def attend(query):
            powers = np.exp(keys @ query)
            return powers @ values / powers.sum()

        output_2 = attend(queries[1])
        """,
        "the chapter defines another attend further down",
    ),
    wrong("as published", "output_2 = [2, 8, 0]", "with rounded weights", "value-2-alone"),
    wrong("scaled", "output_2 = [1.9991, 7.8141, 0.2735]", "divided by the root", "scaled"),
    wrong("token 1's", "output_2 = output_1", "another token", "token-1"),
    wrong("token 3's", "output_2 = [2.00, 7.76, 0.36]", "another token", "token-3"),
    wrong("a star", "output_2 = weights_2 * values", "weighed by columns", "star"),
    wrong(
        "not added",
        "output_2 = np.array(weights_2)[:, None] * values",
        "three weighted values",
        "not-summed",
    ),
    wrong("a mean", "output_2 = np.mean(values, axis=0)", "all alike", "mean-of-values"),
    wrong(
        "with the keys",
        "output_2 = np.asarray(weights_2) @ keys",
        "keys in place of values",
        "mixed-keys",
    ),
    wrong(
        "scores for weights",
        "output_2 = np.array([4, 16, 12]) @ values",
        "no softmax",
        "scores",
    ),
    wrong(
        "transposed values",
        "output_2 = values @ np.asarray(weights_2)",
        "the features are weighed, not the tokens",
        "values-turned",
    ),
    wrong(
        "softmax of the weights",
        "output_2 = np.exp(weights_2) / np.exp(weights_2).sum() @ values",
        "twice",
        "softmax-twice",
    ),
    wrong(
        "no division",
        "output_2 = np.exp([4, 16, 12]) @ values",
        "powers for weights",
        "not-divided",
    ),
    wrong("the weights", "output_2 = weights_2", "not yet mixed", "weights"),
    wrong(
        "a plain sum",
        "output_2 = np.sum(values, axis=0)",
        "the weights are left out",
        "sum-of-values",
    ),
)

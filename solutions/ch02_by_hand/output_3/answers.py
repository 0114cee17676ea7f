"""Answers to byhand.output_3 that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right("two decimals", "output_3 = [2.00, 7.76, 0.36]", "as the task allows"),
    right(
        "from weights of two decimals",
        "output_3 = np.array([0.0, 0.88, 0.12]) @ values",
        "2.00, 7.76, 0.36",
    ),
    right(
        "in place",
        """
        scores_3 = np.zeros(3)
        for j in range(3):
            scores_3[j] = queries[2] @ keys[j]
        powers = np.exp(scores_3)
        output_3 = powers / powers.sum() @ values
        """,
        "an array that a loop fills, on the way",
    ),
    right(
        "entry by entry",
        """
        weights_3 = [np.exp(score) for score in (4, 12, 10)]
        total = sum(weights_3)
        output_3 = np.zeros(3)
        for j, weight in enumerate(weights_3):
            for d in range(3):
                output_3[d] = output_3[d] + weight / total * values[j][d]
        """,
        "nested loops fill the answer",
    ),
    right(
        "a class",
        """
        class Token:
            def __init__(self, number):
                self.query = queries[number - 1]

            def output(self):
                powers = np.exp(keys @ self.query - 12)
                return powers @ values / powers.sum()

        output_3 = Token(3).output()
        """,
        "a class of one's own",
    ),
    right(
        "a nested list of steps",
        """
        steps = []
        steps.append(keys @ queries[2])
        steps.append(np.exp(steps[-1]))
        steps.append(steps[-1] / steps[-1].sum())
        output_3 = steps[-1] @ values
        """,
        "appended at the top level",
    ),
    right(
        "exact weights, rounded at the end",
        """
        output_3 = []
        for number in (1.99966, 7.75989, 0.35839):
            output_3 += [round(number, 2)]
        """,
        "rounded to two decimals",
    ),
    wrong("as published", "output_3 = [2, 7.8, 0.3]", "with rounded weights", "rounded"),
    wrong("scaled", "output_3 = [1.9926, 7.4796, 0.7359]", "divided by the root", "scaled"),
    wrong("token 2's", "output_3 = [2.0, 7.964, 0.054]", "another token", "token-2"),
    wrong("token 1's", "output_3 = output_1", "another token", "token-1"),
    wrong(
        "a star",
        """
        e = np.exp(keys @ queries[2])
        output_3 = e / e.sum() * values
        """,
        "nine numbers",
        "star",
    ),
    wrong(
        "no softmax",
        "output_3 = (keys @ queries[2]) @ values",
        "scores for weights",
        "scores",
    ),
    wrong(
        "shares of the scores",
        "output_3 = np.array([4, 12, 10]) / 26 @ values",
        "no exp",
        "no-exponential",
    ),
    wrong(
        "whole numbers",
        "output_3 = np.array([2.0, 7.76, 0.36]).astype(int)",
        "cut off",
        "cut-off",
    ),
    wrong("the best alone", "output_3 = values[1]", "a hard choice", "value-2-alone"),
    wrong(
        "not added",
        """
        e = np.exp(keys @ queries[2])
        output_3 = (e / e.sum())[:, None] * values
        """,
        "three weighted values",
        "not-summed",
    ),
)

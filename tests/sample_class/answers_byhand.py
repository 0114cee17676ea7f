"""What the students of the sample class wrote in chapter 02."""

RIGHT = {
    "keys": "keys = np.array([token @ W_K for token in X])",
    "queries": "queries = [[1, 0, 2], [2, 2, 2], [2, 1, 3]]",
    "values": 'values = np.einsum("nd,dv->nv", X, W_V)',
    "scores_2": "scores_2 = [np.dot(queries[1], key) for key in keys]",
    "weights_2": """\
exponentials = np.exp(np.array(scores_2) - max(scores_2))
weights_2 = exponentials / exponentials.sum()
""",
    "output_2": "output_2 = sum(w * value for w, value in zip(weights_2, values))",
    "predict_self": 'prediction = "b"',
    "output_3": """\
def attend_to_all(query):
    powers = [np.exp(np.dot(query, key)) for key in keys]
    return sum(p * value for p, value in zip(powers, values)) / sum(powers)

output_3 = np.round(attend_to_all(queries[2]), 2)
""",
    "why_hidden": """\
X gives symmetric scores here: q_i with k_j is the same as q_j with k_i, so nobody sees
that they were swapped. Everything is 3 by 3, and the star multiplies happily. I would
try two tokens of five features, and values of four.
""",
}

STUDENTS = {
    "noor-siddiqui": {
        **RIGHT,
        "keys": "keys = np.array([[1, 0, 2], [2, 2, 2], [2, 1, 3]])",  # with W_Q
        "scores_2": "scores_2 = keys @ keys[1]",
        "weights_2": "weights_2 = np.array([0.0, 1.0, 0.0])",
        "predict_self": 'prediction = "a"',
        "output_3": "output_3 = [2.0, 7.8, 0.3]",
    },
    "pavel-dvorak": {
        **RIGHT,
        "queries": "queries = np.array([[1, 2, 2], [0, 2, 1], [2, 2, 3]])",
        "values": "values = np.array([[1, 2, 3], [1, 4, 0], [2, 6, 3]])",
        "scores_2": "scores_2 = np.array([4, 16, 12]) / np.sqrt(3)",
        "output_2": "output_2 = [2, 8, 0]",
        "predict_self": 'prediction = "d"',
        "output_3": "output_3 = [2, 7.4, 0.7]",  # a slip, no misconception
        "why_hidden": "All sizes are 3, so the star gives 3 by 3, too.",
    },
    "yara-mansour": {  # three answers, all of the first token alone or of it first
        "keys": RIGHT["keys"],
        "queries": "queries = np.array([1, 0, 2])",
        "values": "values = np.array([[1, 2, 3], [2, 8, 0], [2, 6, 3]])",
        "scores_2": "scores_2 = np.array([2, 4, 4])",
    },
}

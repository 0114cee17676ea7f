"""Answers to byhand.scores_2 that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right("typed", "scores_2 = np.array([4, 16, 12])", "worked out by hand"),
    right("a tuple", "scores_2 = 4, 16, 12", "three numbers"),
    right("a list of floats", "scores_2 = [4.0, 16.0, 12.0]", "three numbers"),
    right(
        "in place",
        """
        scores_2 = np.zeros(3)
        for j in range(3):
            scores_2[j] = queries[1] @ keys[j]
        """,
        "a loop fills the array",
    ),
    right(
        "append in nested loops",
        """
        scores_2 = []
        for key in keys:
            score = 0
            for a, b in zip(queries[1], key):
                score += a * b
            scores_2.append(score)
        """,
        "a list that loops fill",
    ),
    right("a product", "scores_2 = keys @ queries[1]", "all three at once"),
    right(
        "np.add.at",
        """
        scores_2 = np.zeros(3, int)
        rows, columns = np.indices(keys.shape)
        np.add.at(scores_2, rows, keys * queries[1])
        """,
        "a call that changes its first argument",
    ),
    right(
        "a dict that a loop fills",
        """
        found = dict()
        for name, key in zip("abc", keys):
            found[name] = int(queries[1].dot(key))
        scores_2 = list(found.values())
        """,
        "nothing raises when the loop is left out: the list is then empty",
    ),
    wrong("scaled", "scores_2 = keys @ queries[1] / np.sqrt(3)", "not yet", "scaled"),
    wrong("query 1", "scores_2 = keys @ queries[0]", "token 1's scores", "token-1"),
    wrong("query 3", "scores_2 = keys @ queries[2]", "token 3's scores", "token-3"),
    wrong(
        "key 2 with all queries",
        "scores_2 = queries @ keys[1] + np.array([0, 0, 1])",
        "the symmetric score matrix hides a swap; a slip in the last one",
    ),
    wrong(
        "keys not turned",
        "scores_2 = queries[1] @ keys",
        "columns of the keys",
        "query-times-matrix",
    ),
    wrong(
        "with the values",
        "scores_2 = values @ queries[1]",
        "values for keys",
        "values-for-keys",
    ),
    wrong(
        "not added up",
        "scores_2 = queries[1] * keys",
        "products, nine of them",
        "not-summed",
    ),
    wrong(
        "one score",
        "scores_2 = queries[1] @ keys[1]",
        "with itself only",
        "with-itself-only",
    ),
    wrong("a slip", "scores_2 = [4, 16, 10]", "the last one is token 3's"),
    wrong("the first two", "scores_2 = [4, 16]", "three are asked for", verdict="failed"),
    wrong("all tokens", "scores_2 = queries @ keys.T", "nine scores", "all-tokens"),
    wrong("the tokens", "scores_2 = X @ X[1]", "nothing is projected", "tokens-compared"),
)

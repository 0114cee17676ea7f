"""What chapter 06's answers to sentences that are often told stand on."""

from tests.claims.register import Claim, Measured

CLAIMS = [
    Claim(
        "values never meet a score; the *context* adds up values",
        Measured("np.array_equal(weights_before, weights_after)"),
    ),
    Claim(
        "over all queries about two thirds are left at the softmax's input",
        Measured('assert 0.6 < np.mean(ratios["all queries"]) < 0.72'),
    ),
    Claim(
        "a key of large norm has large scores, high or low",
        Measured("assert (two_keys @ -a_query).argmin() == 1"),
    ),
]

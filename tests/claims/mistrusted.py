"""What chapter 06's answers to sentences that are often told stand on."""

from tests.claims.register import Claim, Controlled, Measured
from tests.claims.score_training import first_gradient_is_larger, most_comes_from_the_loud

CLAIMS = [
    Claim(
        "values never meet a score; the *context* adds up values",
        Measured("np.array_equal(weights_before, weights_after)"),
    ),
    Claim(
        "two queries in three get next to none, at $d_k = 512$",
        Measured("assert 0.6 < (lengths < 0.01).mean() < 0.7"),
    ),
    Claim(
        "the gradient of $W_Q$ as a whole is larger",
        Controlled(first_gradient_is_larger),
    ),
    Claim("as a whole is larger, most of it", Controlled(most_comes_from_the_loud)),
    Claim(
        "a long vector has large scores, high or low: it can beat a nearer, shorter one",
        Measured("assert (two_keys @ -a_query).argmin() == 1"),
    ),
]

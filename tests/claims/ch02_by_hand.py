"""What the claims of chapter 02 stand on."""

from __future__ import annotations

from tests.claims.register import Claim, Measured

PAGE = "chapters/02-by-hand.md"

CLAIMS = [
    Claim(
        "The walk-through rounds some numbers on the way",
        Measured('print(f"largest difference: {np.abs(outputs - published).max():.2f}")'),
    ),
    Claim(
        "The score of token 1 with its own key is the smallest of the three.",
        Measured("assert weights[0].argmin() == 0"),
    ),
    Claim(
        "The outputs that it publishes are computed from the replacement.",
        Measured("assert np.allclose(published_1, [2, 7, 1.5])"),
    ),
    Claim(
        "Only the differences between scores matter to a softmax.",
        Measured("assert np.isclose(np.exp(104 - 102), np.exp(4 - 2))"),
    ),
    Claim(
        "0.2 beside 0.1 gets only 1.1 times",
        Measured("round(np.exp(0.2 - 0.1), 3) == 1.105"),
    ),
    Claim(
        "the dropped weight belongs to value 1",
        Measured("assert values[:, 1].argmin() == 0"),
    ),
    Claim(
        "the one that fits query 3 least",
        Measured("assert np.allclose(cosines, [0.76, 0.57, 0.71], atol=0.005)"),
    ),
    Claim(
        "For all tokens at once the computation is `softmax(Q @ K.T) @ V`.",
        Measured("assert np.allclose(by_hand, outputs, atol=0.01)"),
    ),
    Claim(
        "a bias on the keys changes no weight in this formula",
        Measured("assert not np.allclose(softmax((Q + b_K) @ K.T), weights)"),
    ),
    Claim(
        "two of the three tokens give most of their weight to another token",
        Measured("assert np.allclose(np.diag(weights), [0.063, 0.982, 0.119], atol=5e-4)"),
    ),
    Claim("in one row of twelve", Measured("assert 11 < rows / own < 13")),
    Claim("72 to 86 % of them", Measured("assert 0.715 < at_ends / count < 0.865")),
    Claim(
        "in only 16 to 30 % of the rows",
        Measured("assert round(max(among_words), 2) == 0.30"),
    ),
    Claim(
        "the learnt numbers are the same 36 for every sentence",
        Measured("learnt = W_Q.size + W_K.size + W_V.size"),
    ),
    Claim(
        "the weights of each row lie closer together",
        Measured("assert (scaled_weights.max(axis=1) < weights.max(axis=1)).all()"),
    ),
    Claim(
        "but they hide some mistakes",
        Measured("assert np.allclose(roles_swapped(Q, K, V), attend(Q, K, V))"),
    ),
    Claim(
        "So test your own code with sizes that all differ",
        Measured("assert starred(Q, K, V).shape == (3, 3)"),
    ),
    Claim(
        "so that the *worst* matches have the largest",
        Measured("for row in (scores_1, -scores_1)"),
    ),
    Claim(
        "A negative score would become more negative, and its weight smaller.",
        Measured("(softmax(-Q @ longer_key.T)[:, 1] < softmax(-Q @ K.T)[:, 1]).all()"),
    ),
]

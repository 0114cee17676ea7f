"""What the claims of chapter 06 stand on."""

from __future__ import annotations

import numpy as np

from tests.claims import mistrusted
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)
from tests.claims.score_training import (
    SEEDS,
    loud_few_are_enough,
    mixed_values_cancel,
    most_comes_from_the_loud,
    one_without_its_diagonal,
    right_value_is_as_wrong,
    signs_against_one,
    small_steps_are_not_enough,
    small_steps_bring_it_back,
    trained_with_two,
    training,
    two_against_signs,
)

PAGE = "chapters/06-scaling-and-scores.md"


def largest_weights() -> Control:
    """Rival: random vectors of any length leave the weights even."""
    case, rival = [], []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for d_k, side in ((512, case), (3, rival)):
            q = rng.normal(size=(500, 1, d_k))
            scores = (q @ rng.normal(size=(500, 16, d_k)).mT)[:, 0]
            side.append(training()["softmax"](scores).max(axis=-1).mean())
    return Control(case, rival, "above", by=0.5)


def silent_queries() -> Control:
    """Rival: without scaling, the gradients of all queries vanish."""
    shares = []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        q = rng.normal(size=(1000, 1, 512))
        scores = (q @ rng.normal(size=(1000, 16, 512)).mT)[:, 0]
        w = training()["softmax"](scores)
        table = w[..., None] * (np.eye(16) - w[:, None])
        shares.append((np.linalg.norm(table, axis=(-1, -2)) < 0.01).mean())
    return Control(shares, [2 / 3] * len(shares), "alike", by=0.05)


CLAIMS = [
    *mistrusted.CLAIMS,
    Claim(
        "Nothing has been learnt that could justify such certainty",
        Controlled(largest_weights),
    ),
    Claim(
        "another draw gives slightly other numbers",
        Measured("assert abs(before / d_k - 1) < 0.08"),
    ),
    Claim(
        "The winner won by chance, before anything was learnt.", Controlled(largest_weights)
    ),
    Claim(
        "The figure shows the median because not every query is stuck.",
        Measured("sizes.max() > 0.45"),
    ),
    Claim(
        "So two queries in three get next to no gradient",
        Controlled(silent_queries),
    ),
    Claim("With the division, every run solves the task.", Measured('max(final["with"])')),
    Claim(
        "At the start $W_V$ is random, so each single value is wrong.",
        Controlled(right_value_is_as_wrong),
    ),
    Claim(
        "while an even one mixes many, which mostly cancel", Controlled(mixed_values_cancel)
    ),
    Claim(
        "With small steps alone the model starts saturated, and after 200 steps it still",
        Controlled(small_steps_are_not_enough, slow=True),
    ),
    Claim(
        "With a small start alone the scores are right at the first step",
        Controlled(small_steps_bring_it_back),
    ),
    Claim(
        "With $d_k = 8$ the model learns without the division",
        Measured('learns = name in ("plain descent, rate 1", "d_k 8, not 512", "both")'),
    ),
    Claim(
        "the few queries that are not stuck are enough",
        Controlled(loud_few_are_enough),
    ),
    Claim(
        "For the median query the gradient does vanish",
        Measured('assert np.mean(ratios["the median query"]) < 0.01'),
    ),
    Claim(
        "because the few queries with two competing keys carry nearly all of it",
        Controlled(most_comes_from_the_loud),
    ),
    Claim(
        "The gradient of $W_Q$ shows the opposite and is *larger*",
        Measured('assert min(ratios["W_Q"]) > 4'),
    ),
    Claim(
        "A fixed variance of 1 makes the division powerless",
        Measured("assert abs(scores.var() / expected - 1) < 0.1"),
    ),
    Claim(
        "the weights stay the same while the context follows",
        Measured(
            'print("same weights:     ", np.array_equal(',
            prints="same weights: True context ten times: True",
        ),
    ),
    Claim(
        "So the factors hold fewer as long as $d_k$ is below half of $d_{\\text{model}}$.",
        Measured("assert (2 * d_model * d_k < d_model**2) == (d_k < d_model / 2)"),
    ),
    Claim(
        "Dot products of projected tokens are bilinear scores of the tokens themselves",
        Measured("assert np.allclose(bilinear_score(X, X, together), q @ k.T)"),
    ),
    Claim(
        "so an additive score is never larger than the sum of all $|v|$",
        Measured("assert np.abs(huge).max() <= np.abs(v).sum()"),
    ),
    Claim(
        "because the shapes are right and each row sums to one.",
        Measured("assert softmax(token_2).max().round(2) == 0.98"),
    ),
    Claim(
        "Dividing twice by the root is dividing once by $d_k$",
        Measured("assert np.exp(entropy(softmax(scores / 512)).mean()) > 15.9"),
    ),
    Claim(
        "a model that was trained with one division and is run with two is nearly useless",
        Controlled(trained_with_two),
    ),
    Claim(
        "So a long sentence gets much more even weights than a short one.",
        Measured("assert abs(scores.std() / expected - 1) < 0.15"),
    ),
    Claim(
        "Only two matrices learn all of it",
        Measured('< found["one"] < 0.15 and found["two"] > 0.95'),
    ),
    Claim("most of the damage comes from the *diagonal*", Controlled(signs_against_one)),
    Claim(
        "because no other token of the same norm can beat a squared norm",
        Controlled(one_without_its_diagonal),
    ),
    Claim("Symmetry costs the last quarter", Controlled(two_against_signs)),
    Claim(
        "A token that no other token asks for finds its own request nearly always.",
        Measured('assert itself["signs"] < 0.1 and alone["signs"] > 0.95'),
    ),
    Claim(
        "When both are zero, neither ever moves.",
        Measured("assert not frozen[0].any() and not frozen[1].any()"),
    ),
    Claim(
        "the numbers of multiplications are nearly the same",
        Measured('assert multiplications["additive"] < 1.3 * multiplications["dot"]'),
    ),
    Claim(
        "while a dot product adds up as it goes",
        Measured("assert peaks[additive] > 50 * peaks[dot]"),
    ),
    Claim(
        "So dot-product attention among keys of equal norm *is* Gaussian smoothing",
        Measured("assert np.allclose(by_product, by_distance)"),
    ),
    Claim(
        "because the key with the largest norm wins",
        Measured("assert np.ptp(line[20:]) < 0.4 * np.ptp(shares[0.4] @ measured)"),
    ),
    Claim(
        "A causal mask brings in some order",
        Measured("running_mean = check(", at="chapters/07-masking.md"),
    ),
]

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
    a_quarter_is_loud,
    even_start,
    first_gradient_is_larger,
    loud_few_are_enough,
    mixed_values_cancel,
    one_without_its_diagonal,
    right_value_is_as_wrong,
    signs_against_one,
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
        "Nobody asked for that. The query did not become more certain; its vectors became "
        "longer.",
        Controlled(largest_weights),
    ),
    Claim(
        "so an additive score is never larger than the sum of all $|v|$",
        Measured("assert np.abs(huge).max() <= np.abs(v).sum()"),
    ),
    Claim(
        "A dot product adds up as it goes and never holds them.",
        Measured('assert peaks["additive"] > 50 * peaks["dot"]'),
    ),
    Claim(
        "So dot-product attention among equally long keys *is* Gaussian smoothing.",
        Measured("assert np.allclose(softmax(rim_q @ rim_k.T / 0.4**2), by_distance)"),
    ),
    Claim(
        "About 3, 64 and 512, as derived, and never quite",
        Measured("assert abs(before / d_k - 1) < 0.08"),
    ),
    Claim(
        "A softmax does not only care which score is largest.",
        Measured('"two share": np.array([0.5, 0.5] + 14 * [0.0])'),
    ),
    Claim(
        "The largest score won by an accident of the draw, before anything was learnt.",
        Controlled(largest_weights),
    ),
    Claim("Not *every* query is stuck.", Measured("lengths.max() > 0.45")),
    Claim(
        "Two queries in three here get next to none; one in five has a norm above .1.",
        Controlled(silent_queries),
    ),
    Claim(
        "the first gradient of $W_Q$ is several times *larger* without the division",
        Controlled(first_gradient_is_larger),
    ),
    Claim("most of it from one query in four", Controlled(a_quarter_is_loud)),
    Claim(
        "token 2 gives token 3 .41, and gets .05 back",
        Measured("np.allclose([to_each[1, 2], to_each[2, 1]], [0.41, 0.05], atol=0.005)"),
    ),
    Claim(
        "so every value is wrong, the right token's too, and a saturated softmax hands",
        Controlled(right_value_is_as_wrong),
    ),
    Claim("Divided, many are mixed and mostly cancel.", Controlled(mixed_values_cancel)),
    Claim(
        "All of it, only the one with two.",
        Measured('< found["one"] < 0.15 and found["two"] > 0.95'),
    ),
    Claim("So most of the collapse is the *diagonal*", Controlled(signs_against_one)),
    Claim(
        "95 % of the tokens look at themselves, because no other token of their length can "
        "beat a squared length",
        Controlled(one_without_its_diagonal),
    ),
    Claim(
        "Symmetry costs the last quarter, and you see where.", Controlled(two_against_signs)
    ),
    Claim(
        "A token that nobody else asks for finds its own request nearly always",
        Measured('assert itself["signs"] < 0.1 and alone["signs"] > 0.95'),
    ),
    Claim(
        "where somebody does, it takes the one for the other",
        Measured('assert 0.5 < wanted_by["signs"] < 0.7'),
    ),
    Claim(
        "Divided, every run solves the task.",
        Measured('assert max(final["with"]) < 0.05 < min(final["without"])'),
    ),
    Claim(
        "It sets the size of the scores at the start, and the size of every step after it.",
        Measured('"smaller W_Q at the start": dict(start=d_k**-0.5)'),
    ),
    Claim(
        "Divide the start of $W_Q$ *and* its steps, and every token is found.",
        Controlled(small_steps_bring_it_back),
    ),
    Claim("and here the loud few are enough", Controlled(loud_few_are_enough)),
    Claim("Even is a good place to start from.", Controlled(even_start)),
    Claim(
        "Trained with one division and run with two, it is next to useless.",
        Controlled(trained_with_two),
    ),
    Claim(
        "Plain gradient descent at a rate of 1 finds nearly every token",
        Measured('learns = name in ("plain descent, rate 1", "d_k 8, not 512",'),
    ),
    Claim(
        "So do not carry away that attention cannot be trained unscaled.",
        Measured("assert np.mean(shares) > 0.8 if learns else np.mean(shares) < 0.95"),
    ),
    Claim(
        "the same settings work for a small $d_k$ and for a large one in as many steps "
        "when you divide, and not when you do not",
        Measured('assert max(final["with"]) < 0.05 < min(final["without"])'),
    ),
    Claim(
        "With one of the two at zero, that one moves, and then the other can. With both at "
        "zero neither ever moves.",
        Measured("assert not frozen[0].any() and not frozen[1].any()"),
    ),
    Claim(
        "Shuffle the keys and forget the values, and every weight is applied",
        Measured("keys_only = softmax(q @ k[order].T / np.sqrt(3)) @ v"),
    ),
    Claim(
        "A causal mask says who comes before whom, and that is order too",
        Measured("running_mean = check(", at="chapters/07-masking.md"),
    ),
    Claim(
        "It is easy to miss, because the shapes are right and each row sums to one.",
        Measured("assert softmax(small).max().round(2) == 0.98"),
    ),
    Claim(
        "Twice by the root is once by $d_k$, the scores are next to nothing",
        Measured("assert np.exp(entropy(softmax(scores / 512)).mean()) > 15.9"),
    ),
    Claim(
        "For five tokens they are far from the same.",
        Measured('assert costs(5, 3, 4)["additive"] > 2.5 * costs(5, 3, 4)["dot"]'),
    ),
    Claim(
        "A layer whose matrix has the variance $1 / d_{\\text{model}}$ gives that",
        Measured("told = (d_model * variance) ** 2"),
    ),
    Claim(
        "with signs, symmetry is left, and costs a quarter", Controlled(two_against_signs)
    ),
    Claim("and a Jacobian close to zero for most queries", Controlled(silent_queries)),
    Claim(
        "A narrow kernel believes the few nearest",
        Measured("assert 0.35 < (shares[0.05].max(axis=1) > 0.9).mean() < 0.45"),
    ),
    Claim(
        "A dot product is no closeness: here the longest key wins",
        Measured("assert np.ptp(by_product[20:]) < 0.4 * np.ptp(shares[0.4] @ measured)"),
    ),
    Claim(
        "With $d_k = 8$ the missing division does no harm. With 512, neither of the other "
        "rates helps.",
        Measured("assert np.mean(shares) > 0.8 if learns else np.mean(shares) < 0.95"),
    ),
    Claim(
        "With $h = d$, and many more tokens than features, the multiplications are nearly "
        "as many",
        Measured('assert multiplications["additive"] < 1.3 * multiplications["dot"]'),
    ),
    Claim(
        "Change the values as you like: the weights stay, and the context follows.",
        Measured(
            'print("same weights:     ", np.array_equal(',
            prints="same weights: True context ten times: True",
        ),
    ),
    Claim(
        "which is less as long as $d_k$ is below half of $d_{\\text{model}}$",
        Measured("assert (2 * d_model * d_k < d_model**2) == (d_k < d_model / 2)"),
    ),
    Claim(
        "a long sentence is looked at much more evenly than a short one",
        Measured("assert abs(spread / told - 1) < 0.15"),
    ),
    Claim(
        "Dot products of projected tokens are bilinear scores of the tokens. With",
        Measured("assert np.allclose(bilinear_score(X, X, together), q @ k.T)"),
    ),
]

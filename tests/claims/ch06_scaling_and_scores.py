"""What the claims of chapter 06 stand on."""

from __future__ import annotations

import numpy as np

from tests.claims import mistrusted
from tests.claims.register import (
    CODE,
    MEANING,
    TASK,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    NoClaim,
    Sourced,
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
AT_MOST = 0  # sentences that no entry quotes


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
        "The value is only ever multiplied by a weight, so $d_v$ is free.",
        Derived("w V has d_v columns for any d_v; V stands nowhere else in the formula."),
    ),
    Claim(
        "its keys have 192 numbers, its values 128",
        Sourced("https://arxiv.org/abs/2412.19437", "hyper-parameters: d_h 128, d_h^R 64"),
    ),
    Claim("Choose the matrices with which every token finds", TASK),
    Claim("Every token is its own query, key and value.", MEANING),
    Claim(
        "(1) is true, always: a dot product does not care",
        Derived("x . y = sum of x_m y_m = y . x."),
    ),
    Claim(
        "What cannot change is the *rule*.", Derived("softmax(X X^T) X has no parameter.")
    ),
    Claim(
        "Only a longer one can: here token 2",
        Derived("Cauchy and Schwarz: x . y <= |x| |y|, above |x|^2 only if |y| > |x|."),
    ),
    Claim("Let every other product count negatively", MEANING),
    Claim(
        "This is exactly as symmetric, and a token's score with itself may be anything.",
        Derived("A D A^T is its own transpose; its diagonal is a sum of signed squares."),
    ),
    Claim(
        "Here are the three that matter most", NoClaim("the three of the chapter; a choice")
    ),
    Claim(
        "The two sides are added, never multiplied with each other",
        Derived("q W_q + k W_k: no product has both in it."),
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
        "A large key has a large product with every positive query.",
        Derived("q k grows with k for q > 0."),
    ),
    Claim(
        "So dot-product attention among equally long keys *is* Gaussian smoothing.",
        Measured("assert np.allclose(softmax(rim_q @ rim_k.T / 0.4**2), by_distance)"),
    ),
    Claim("because positive and negative products cancel", TASK),
    Claim(
        "That is why it is the root, and not $d_k$ itself.",
        Derived("The three paragraphs above it; measured in the next cell."),
    ),
    Claim(
        "About 3, 64 and 512, as derived, and never quite",
        Measured("assert abs(before / d_k - 1) < 0.08"),
    ),
    Claim(
        "Every product is a square, none is negative, and nothing cancels.",
        Derived("q . q is the sum of q_m^2."),
    ),
    Claim(
        "Training makes some queries and keys match, since that is its purpose.",
        Sourced("https://arxiv.org/abs/2203.03466", "definition 4.1: 1/d attention"),
    ),
    Claim(
        "A softmax does not only care which score is largest.",
        Measured('"two share": np.array([0.5, 0.5] + 14 * [0.0])'),
    ),
    Claim(
        "The largest score won by an accident of the draw, before anything was learnt.",
        Controlled(largest_weights),
    ),
    Claim("Every score is in $S$.", MEANING),
    Claim("Only score $i$ is in the numerator.", MEANING),
    Claim("Which of them does a push move the most?", TASK),
    Claim(
        "every entry of its table has the factor",
        Derived("J_ii = w_i (1 - w_i), J_ij = -w_i w_j."),
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
        "(Reformer shares one matrix, blocks a token's own key, and reports no loss.)",
        Sourced("https://arxiv.org/abs/2001.04451", "sections 2 and 5, on sharing QK"),
    ),
    Claim("Every token has a *name*", MEANING),
    Claim(
        "so that the average square of an entry is 1",
        Derived("16 entries, one of them 4: 16 / 16."),
    ),
    Claim("Names, requests and numbers are drawn afresh for every batch", CODE),
    Claim(
        "with which Vaswani and others trained the first Transformer",
        Sourced("https://arxiv.org/abs/1706.03762", "section 5.3"),
    ),
    Claim(
        "It divides every gradient by its own recent size",
        Sourced(
            "https://arxiv.org/abs/1412.6980", "on the update rule: the effective step"
        ),
    ),
    Claim("If symmetry is what hurts, the signs cannot help.", TASK),
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
        "gives the very same scores at the first step",
        Derived("(x W_Q / s) . k = (x W_Q . k) / s."),
    ),
    Claim("Try each, always without the division", TASK),
    Claim(
        "But Adam moves every entry by about the learning rate, whatever the size of the "
        "gradient, and without the division the same move of the entries moves the scores "
        "$\\sqrt{d_k}$ times as far",
        Derived(
            "The change of q . k is linear in the change of the entries; the divided "
            "score is the same, divided by sqrt(512) = 22.6. Tried: the smaller start "
            "does not help, plain descent does (rescued)."
        ),
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
        "It was trained with Adafactor",
        Sourced("https://arxiv.org/abs/1910.10683", "on training: AdaFactor"),
    ),
    Claim(
        "With one of the two at zero, that one moves, and then the other can. With both at "
        "zero neither ever moves.",
        Measured("assert not frozen[0].any() and not frozen[1].any()"),
    ),
    Claim("so that $P X$ has the rows of $X$ in another order", MEANING),
    Claim(
        "Shuffle *only* the keys and their values, and nothing changes at all",
        Derived("softmax(Q (P K)^T) P V = A P^T P V = A V."),
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
    Claim("let only one", TASK),
    Claim(
        "Divide every query and every key by its own length: then a score is a cosine",
        Derived("q . k / (|q| |k|) is the cosine of the angle between them."),
    ),
    Claim(
        "in theory the two cost about the same, in practice it is much faster",
        Sourced("https://arxiv.org/abs/1706.03762", "section 3.2.1"),
    ),
    Claim(
        "for large $d_k$, additive attention does better than dot products *that are not "
        "scaled*",
        Sourced("https://arxiv.org/abs/1706.03762", "section 3.2.1"),
    ),
    Claim(
        "For five tokens they are far from the same.",
        Measured('assert costs(5, 3, 4)["additive"] > 2.5 * costs(5, 3, 4)["dot"]'),
    ),
    Claim(
        "(Cosines cannot make a softmax sure: none of its weights is more than",
        Derived("A cosine lies between -1 and 1: e^1 / e^-1 = e^2 at most."),
    ),
    Claim(
        "A layer whose matrix has the variance $1 / d_{\\text{model}}$ gives that",
        Measured("told = (d_model * variance) ** 2"),
    ),
    Claim(
        "the more tokens, the smaller they got",
        Derived("The norm of the whole table grows with its rows, a row's does not."),
    ),
    Claim(
        "with signs, symmetry is left, and costs a quarter", Controlled(two_against_signs)
    ),
    Claim("and a Jacobian close to zero for most queries", Controlled(silent_queries)),
    Claim("never changes which key gets the largest weight. Why?", TASK),
    Claim(
        "Manning also scored places from the query alone",
        Sourced("https://arxiv.org/abs/1508.04025", "global attention, location-based"),
    ),
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
]

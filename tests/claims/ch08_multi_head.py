"""What the claims of chapter 08 stand on."""

from __future__ import annotations

import numpy as np

from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)

PAGE = "chapters/08-multi-head.md"


def recovered(delivered: np.ndarray, needed: np.ndarray) -> float:
    """The share of the needed variance that a linear formula finds."""
    formula = np.linalg.lstsq(delivered, needed, rcond=None)[0]
    return 1 - np.var(needed - delivered @ formula) / np.var(needed)


def two_rows_against_one() -> Control:
    """Rival: one row with other weights than a half each would do."""
    case, rival = [], []
    for seed in range(5):
        first, second = np.random.default_rng(seed).normal(size=(2, 1000, 4))
        needed = np.concatenate([first[:, :2], second[:, 2:]], axis=1)
        shares = np.linspace(0, 1, 21)
        blends = [recovered(w * first + (1 - w) * second, needed) for w in shares]
        case.append(recovered(needed, needed))
        rival.append(max(blends))
    return Control(case, rival, "above", by=0.4)


def silent_words_share_a_row() -> Control:
    """Rival: one row of weights loses half, whatever the two words fill."""
    case, rival = [], []
    for seed in range(5):
        first, second = np.random.default_rng(seed).normal(size=(2, 1000, 4))
        needed = np.concatenate([first[:, :2], second[:, 2:]], axis=1)
        apart = first * [1, 1, 0, 0] + second * [0, 0, 1, 1]
        case.append(recovered(apart / 2, needed))
        rival.append(recovered((first + second) / 2, needed))
    return Control(case, rival, "above", by=0.4)


def even_at_the_start() -> Control:
    """Rival: the wrong divisor shows at the start. From nn.Linear's numbers it does not."""
    case, rival = [], []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        q, k = (
            (rng.normal(size=(50, 20, 64)) @ rng.uniform(-1 / 8, 1 / 8, size=(64, 64)))
            .reshape(50, 20, 8, 8)
            .swapaxes(1, 2)
            for _ in range(2)
        )
        for side, width in ((case, 64), (rival, 8)):
            powers = np.exp(q @ k.mT / width**0.5)
            side.append((powers.max(-1) / powers.sum(-1)).mean())
    return Control(case, rival, "alike", by=0.05)


def a_mean_of_heads_lacks_room() -> Control:
    """Rival: it is the averaging that loses, however wide a head may be."""
    case, rival = [], []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        first, second = rng.normal(size=(2, 1000, 4))
        needed = np.concatenate([first[:, :2], second[:, 2:]], axis=1)
        narrow = [rng.normal(size=(2, 4, 2)) for _ in range(50)]
        narrow.append(np.array([np.eye(4)[:, [0, 0]], np.eye(4)[:, [2, 2]]]))
        narrow[-1][0, :, 1] = narrow[-1][1, :, 0] = 0  # a feature to each head
        means = [(first @ one + second @ other) / 2 for one, other in narrow]
        case.append(max(recovered(mean, needed) for mean in means))
        apart = first * [1, 1, 0, 0] + second * [0, 0, 1, 1]
        rival.append(recovered(apart / 2, needed))
    return Control(case, rival, "below", by=0.4)


CLAIMS = [
    Claim(
        "but then it gets the mean of the two in every column",
        Measured("assert (one_head @ values == [2, 3, 2, 4]).all()"),
    ),
    Claim(
        "If each word were zero in the features that the other uses, one head would lose",
        Controlled(silent_words_share_a_row),
    ),
    Claim(
        "With one head the formula recovers half of the variance",
        Controlled(two_rows_against_one),
    ),
    Claim(
        "Of the four tests, only the reversal notices.",
        Measured('print(" reversed ", np.allclose(out, backwards))'),
    ),
    Claim(
        "wherever the number of heads divides the number of tokens",
        Measured("assert passing == [1, 3, 6, 9, 12]"),
    ),
    Claim(
        "because row $i$ of a head no longer belongs to token $i$",
        Measured("assert changed.tolist() == [False, False, True, True, True]"),
    ),
    Claim(
        "Every token stays whole, so this split passes the shapes",
        Measured("assert np.array_equal(reversed_first, reversed_after)"),
    ),
    Claim(
        "A model trained with it from the start learns as well as yours",
        Measured("assert np.array_equal(reordered, split_by_dealing(x_six, 3))"),
    ),
    Claim(
        "you see that the other heads never depended on it",
        Measured('print("and without head 1:", np.allclose(ablated, ablated_too))'),
    ),
    Claim(
        "the *weights* can have a higher rank",
        Measured(
            "narrow = 60 * circle[chosen] @ circle.T",
            prints="rank of the scores 2 and of the weights 16",
        ),
    ),
    Claim(
        "With two features, each of the 16 tokens attends to a token of its own choice.",
        Measured("assert (sharp.argmax(axis=1) == chosen).all()"),
    ),
    Claim(
        "that of a split is a merge, because they only move numbers",
        Measured("assert np.allclose(a, b, rtol=1e-10, atol=1e-11)"),
    ),
    Claim(
        "at first it does not return the numbers that you worked out by hand",
        Measured("print(F.scaled_dot_product_attention(q, k, v)[0, 0])"),
    ),
    Claim(
        "The module cannot see that a column is padding",
        Measured("assert np.allclose(answer[:, 0, :3], target)"),
    ),
    Claim(
        "You notice only where keys and values come from two sources.",
        Measured("assert np.allclose(by_keras, mixed, atol=1e-4)"),
    ),
    Claim("the weights are nearly even either way", Controlled(even_at_the_start)),
    Claim(
        'With two heads, half of what "it" needs is lost',
        Controlled(a_mean_of_heads_lacks_room),
    ),
    Claim(
        "so they stay the same for ever",
        Measured("assert torch.allclose(first, second, atol=1e-6)"),
    ),
    Claim(
        "many narrow heads have many tables of scores of low rank",
        Measured("assert ranks.tolist() == [1] * 16 and 512 // 8 == 64"),
    ),
    Claim(
        "to the token at the same position of the *other*",
        Measured(
            "same = torch.allclose(before[0], after[0])",
            prints="batch_first=False first sequence unchanged: False",
        ),
    ),
    Claim(
        "queries on top of keys on top of values",
        Measured("theirs.in_proj_weight.copy_(torch.cat([p.weight for p in projections]))"),
    ),
    Claim(
        "so the mask's *batch* meets the *heads*",
        Measured("assert not np.allclose(one_mask[0], wrong[1])"),
    ),
    Claim(
        "One row of weights gives one mean.",
        Measured("assert 0.45 < recovered(blend) < 0.55 and recovered(needed) > 0.999"),
    ),
    Claim(
        "The split cuts features and not tokens",
        Measured("parts = split_heads(numbered, 2)", prints="head 0 [[10 11] [20 21]"),
    ),
    Claim(
        "A reshape alone has the right shape but mixes tokens",
        Measured("assert set(split_by_reshape(numbered, 2)[0, 0].ravel() // 10) == {1, 2}"),
    ),
    Claim(
        "Heads are free of each other until $W_O$",
        Measured(
            'print("the same as all at once:", np.allclose(total, output))',
            prints="the same as all at once: True",
        ),
    ),
    Claim(
        "A layer has $4 d^2$ parameters (plus $4 d$ with biases), however many heads",
        Measured("assert counted == 4 * 512**2 + 4 * 512"),
    ),
]

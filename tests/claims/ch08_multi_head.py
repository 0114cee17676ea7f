"""What the claims of chapter 08 stand on."""

import numpy as np

from tests.claims.register import Control, control

PAGE = "chapters/08-multi-head.md"


def recovered(delivered: np.ndarray, needed: np.ndarray) -> float:
    """The share of the needed variance that a linear formula finds."""
    formula = np.linalg.lstsq(delivered, needed, rcond=None)[0]
    return 1 - np.var(needed - delivered @ formula) / np.var(needed)


@control("With one head the formula recovers half of the variance")
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


@control("If each word were zero in the features that the other uses, one head would lose")
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


@control("the weights are nearly even either way")
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


@control('With two heads, half of what "it" needs is lost')
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

"""What the claims of chapter 08 stand on."""

from __future__ import annotations

import numpy as np

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

PAGE = "chapters/08-multi-head.md"
AT_MOST = 0  # sentences that no entry quotes


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
            for _ in "qk"
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


HEADS = "[head_1 .. head_h] W_O = sum over i of head_i times its own rows of W_O."
CLAIMS = [
    Claim(
        "*The animal didn't cross the street because it was too tired.*",
        NoClaim("a sentence to read"),
    ),
    Claim("Say what several heads can do", TASK),
    Claim(
        "It then gets the mean of both, in every column",
        Measured("assert (one_head @ values == [2, 3, 2, 4]).all()"),
    ),
    Claim("and each hands over only *half* of the features", MEANING),
    Claim(
        "Where both words fill the same features, a blend cannot be undone.",
        Derived("(3 + 1) / 2 = (0 + 4) / 2."),
    ),
    Claim(
        "Were each word silent in the features that the other fills, nothing would be "
        "lost.",
        Controlled(silent_words_share_a_row),
    ),
    Claim(
        "Half of it is gone with one head, although both deliver four numbers.",
        Controlled(two_rows_against_one),
    ),
    Claim(
        "In a real model the heads start at random",
        Sourced("https://arxiv.org/abs/1905.09418", "section 5, characterizing heads"),
    ),
    Claim("every head sees every token", MEANING),
    Claim(
        "so that every feature of a token has a say",
        Derived("q = x W_Q: each entry of q is a sum over all features of x."),
    ),
    Claim("Head 0 gets the first columns of every token", TASK),
    Claim("whose features are numbered so that you can follow them", CODE),
    Claim(
        "Only the reversal notices.",
        Measured('print(f"reversed {np.allclose(out, turned)}")'),
    ),
    Claim(
        "A reshape never moves a number.",
        Sourced(
            "https://numpy.org/doc/stable/reference/generated/numpy.reshape.html",
            "Notes: read in index order, placed in index order",
        ),
    ),
    Claim("Head 0 should hold the first half of *every* token.", MEANING),
    Claim("Does the reversal notice at every length?", TASK),
    Claim(
        "wherever the number of heads divides the number of tokens",
        Measured("assert blind == [1, 3, 6, 9, 12]"),
    ),
    Claim(
        "because row $i$ of a head no longer belongs to token $i$",
        Measured("assert moved.tolist() == [False, False, True, True, True]"),
    ),
    Claim(
        "Every token stays whole, so this one passes the shapes",
        Measured(
            "assert np.array_equal(reversed_first, split_by_dealing(x, 3)[:, :, ::-1])"
        ),
    ),
    Claim(
        "Trained from nothing, it learns as well as yours.",
        Measured(
            "assert np.array_equal(split_heads(x[..., order], 3), split_by_dealing(x, 3))"
        ),
    ),
    Claim("Small inputs are not only easier to read.", NoClaim("advice on reports")),
    Claim("so that padding and causal masks can be used", CODE),
    Claim(
        "In the paper's notation, head $i$",
        Sourced("https://arxiv.org/abs/1706.03762", "section 3.2.2"),
    ),
    Claim(
        "each head adds a contribution of its own to the output, and none depends on "
        "another's",
        Derived(HEADS),
    ),
    Claim(
        "what the others contribute never depended on them",
        Measured('print("and without head 1:", np.allclose(ablated, ablated_too))'),
    ),
    Claim(
        "features 0 to 3 of the output could only ever come from head 0",
        Derived("The merge puts head 0 in columns 0 to 3, and nothing mixes them."),
    ),
    Claim("$W_O$ lets every feature of the output draw on every head.", Derived(HEADS)),
    Claim("Which row do [real models]", TASK),
    Claim(
        "heads only: chapter 12",
        Sourced(
            "https://huggingface.co/HuggingFaceTB/SmolLM2-135M/blob/main/config.json",
            "num_key_value_heads",
        ),
    ),
    Claim(
        "has 1,024 features a token and 128 heads of 128",
        Sourced(
            "https://arxiv.org/abs/1910.10683", "of 11B: 128-headed attention, d_model 1024"
        ),
    ),
    Claim(
        "a table of such products has at most that **rank**",
        Derived("Q K^T with Q and K of head_dim columns has at most rank head_dim."),
    ),
    Claim(
        "So a narrow head cannot choose all of its scores freely.",
        Derived(
            "A table of rank r below n is not any table: its rows are not independent."
        ),
    ),
    Claim(
        "the *weights* can have a higher rank",
        Measured(
            "narrow = 60 * circle[whom] @ circle.T",
            prints="rank of the scores 2 and of the weights 16",
        ),
    ),
    Claim(
        "With two features, each of the 16 tokens looks at a token of its own choice.",
        Measured("assert (sharp.argmax(axis=1) == whom).all()"),
    ),
    Claim(
        "a split, and that of a split is a merge, because they only move numbers",
        Measured("assert np.allclose(a, b, rtol=1e-10, atol=1e-11)"),
    ),
    Claim(
        "the three that you meet here do not give what you worked out by hand",
        Measured("print(F.scaled_dot_product_attention(q, k, v)[0, 0])"),
    ),
    Claim(
        "does: it neither projects nor scales",
        Measured(
            "assert np.allclose(built_in([q, v, k])[0], by_hand, atol=6e-5)",
            at="chapters/04-tensorflow.md",
        ),
    ),
    Claim(
        "because the module cannot know that a column is padding: its head is 4 wide",
        Measured("assert np.allclose(answer[:, 0, :3], target)"),
    ),
    Claim(
        "It shows only where keys and values come from two places",
        Measured("assert np.allclose(kerass(ask, give, answer_to), mixed, atol=1e-4)"),
    ),
    Claim("either way the weights begin nearly even", Controlled(even_at_the_start)),
    Claim("Side by side, each head has rows of $W_O$ to itself", Derived(HEADS)),
    Claim(
        'With two heads, half of what "it" needs is lost either way, as at the beginning '
        "of this chapter. (Heads as wide as d could keep apart even in an average.)",
        Controlled(a_mean_of_heads_lacks_room),
    ),
    Claim(
        "and the round trip by a merge that undoes it (`merge_heads` does not)",
        Derived("Four features dealt to two heads and merged: 0, 2, 1, 3."),
    ),
    Claim(
        "with one head neither changes anything",
        Derived("n_heads = 1: both are the reshape to (batch, 1, n, d)."),
    ),
    Claim(
        "so they stay the same: two heads that are one",
        Measured("assert torch.allclose(first, second, atol=1e-6)"),
    ),
    Claim(
        "Many narrow heads have many tables of scores of low rank",
        Measured("assert ranks.tolist() == [1] * 16 and 512 // 8 == 64"),
    ),
    Claim(
        "Compare outputs, with a *weight* that is not symmetric",
        Derived("W x = W^T x for all x exactly when W is symmetric."),
    ),
    Claim(
        "Each token attended to itself and to the token at the same place of the *other* "
        "sentence.",
        Measured(
            "same = torch.allclose(before[0], after[0])",
            prints="batch_first=False first sequence unchanged: False",
        ),
    ),
]

"""What the claims of chapter 19 stand on."""

import numpy as np
from scipy import stats

from attention_data import stored
from attention_lessons.mixture_model import loads, new_model, with_mixture
from attention_lessons.text_data import numpy_docstrings
from attention_lessons.writing_training import Recipe, learn_tokenizer
from solutions.ch19_writing_faster.accept_draft import accept_draft
from solutions.ch19_writing_faster.residual import residual
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
    code_of,
)

PAGE = "chapters/19-writing-faster.md"


def pairs_of_probabilities() -> list[tuple[np.ndarray, np.ndarray]]:
    """Five models and drafts that are not the page's."""
    powers = np.exp(1.3 * np.random.default_rng(40).normal(size=(5, 2, 6)))
    return [tuple(pair) for pair in powers / powers.sum(axis=-1, keepdims=True)]


def other_models_and_drafts() -> Control:
    """Rival: the page's p and q suit the rule; a wrong rule would pass with others."""
    right, wrong = [], []
    for p, q in pairs_of_probabilities():
        page = code_of(PAGE, "accept_all", "chance", "p_again", stats=stats, p=p, q=q)
        right.append(page["chance"](accept_draft, 77))
        wrong.append(
            max(page["chance"](page[rule], 77) for rule in ("accept_all", "p_again"))
        )
    return Control(right, wrong, "above", by=0.005)


def what_is_left_alone_is_drawn() -> Control:
    """Rival: any token behind a refusal will do, if only it is not the refused one."""
    exact, rival = [], []
    for p, q in pairs_of_probabilities():
        accepted = np.minimum(p, q)
        refused = np.maximum(q - p, 0)  # how often each token is refused
        others = np.tile(p, (6, 1)) * (1 - np.eye(6))
        others /= others.sum(axis=1, keepdims=True)
        comes = accepted + refused.sum() * residual(p, q)
        exact.append(float(np.abs(comes - p).sum()))
        rival.append(float(np.abs(accepted + refused @ others - p).sum()))
    return Control(exact, rival, "below", by=0.02)


def one_weight_teaches_nothing() -> Control:
    """Rival: these weights happen to be flat there; with other tokens it would move."""
    alone, two = [], []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        given = {
            "x": rng.normal(size=(60, 12)),
            "W_router": rng.normal(size=(12, 8)),
            "W_in": rng.normal(size=(8, 12, 5)),
            "W_out": rng.normal(size=(8, 5, 12)),
            "softmax": lambda z: (
                np.exp(z - z.max(-1, keepdims=True))
                / np.exp(z - z.max(-1, keepdims=True)).sum(-1, keepdims=True)
            ),
        }
        page = code_of(PAGE, "kept", "moves", **given)
        alone.append(float(page["moves"](page["kept"], 1)))
        two.append(float(page["moves"](page["kept"], 2)))
    return Control(alone, two, "below", by=0.1)


def uneven_before_training() -> Control:
    """Rival: loads are even at first, as with the balance loss, and training bends them."""
    training, held_out = numpy_docstrings()
    tokenizer = learn_tokenizer(training)
    ids = tokenizer.encode_all(held_out)[:20_000]
    busiest = []
    for seed in range(3):  # those of book/make_experts.py
        model = new_model(Recipe(), len(tokenizer), seed)
        busiest.append(loads(model, with_mixture(model), ids)[0])
    assert min(busiest) > 0.28
    assert max(busiest) < 0.38
    balanced = stored("experts.json")["ways"]["8 experts, balance loss"]["loads"]
    return Control(busiest, [row[0] for row in balanced], "above", by=0.1)


CLAIMS = [
    Claim(
        "In chapter 14 your model read 41 tokens in the time in which it writes four",
        Measured(
            "all_again = min(seconds(model.step, ids) for _ in range(3))",
            at="chapters/14-real-model.md",
        ),
    ),
    Claim(
        "Behind 1,000 tokens this model's cache has a twelfth as many numbers",
        Measured("assert 11 < weights / (1000 * cached) < 12.5"),
    ),
    Claim(
        "On one core of a processor more tokens cost more time much sooner",
        Measured("assert 1.3 < measured[8] / measured[1] < 4"),
    ),
    Claim(
        "a pass brings less than two tokens in all",
        Measured("assert 1.4 < free < 1.6 < given < 2"),
    ),
    Claim(
        "because a single row has to wait for its matrix while seven more rows use the "
        "same matrix.",
        Measured(
            "one, eight = one_product(1, matrices), one_product(8, matrices)",
            prints="from memory one row",
        ),
    ),
    Claim(
        "four of the ten texts have three quarters of the gain.",
        Measured('four / sum(gained(row, "10") for row in by_gain) < 0.8'),
    ),
    Claim(
        "The first half of the layers hardly ever agrees with the whole model.",
        Measured('assert max(agreed[layers] for layers in ("5", "10", "15")) < 0.1'),
    ),
    Claim(
        "The formula is right to a tenth here",
        Measured("assert all(abs(one - other) < 0.1 for one, other in met.values())"),
    ),
    Claim(
        "Each number of layers also reads a larger share of the weights than the share of "
        "tokens that it gets right.",
        Measured("assert all(agreed[layers] < cost[layers] for layers in agreed)"),
    ),
    Claim(
        "On this core none of the chapter's drafts pays over all texts.",
        Measured("assert in_all > 0.95 and each.max() > 2 and each.min() < 0.75"),
    ),
    Claim(
        "**What a draft is worth depends on the text and on the machine.**",
        Measured("assert all(0.85 < in_all < 1 for in_all, _ in won.values())"),
    ),
    Claim(
        "A draft changes how fast the model writes and not what it writes.",
        Measured("assert plain == written and len(plain) - len(ids) == 40"),
    ),
    Claim(
        "With $a = 0.95$ fifty tokens still bring twice what ten do.",
        Measured(
            "for count in (1, 2, 5, 10, 50):",
            prints="draft of 50 [ 1.2500 2.0000 5.0000 18.5400]",
        ),
    ),
    Claim(
        "Each token therefore gets exactly what it lacked.",
        Controlled(what_is_left_alone_is_drawn),
    ),
    Claim("Only counts show that the rule is wrong.", Controlled(other_models_and_drafts)),
    Claim(
        "With drafts of four tokens it reads 320, which is more than the 295 of this "
        "chip, so the arithmetic takes time as well.",
        Measured("assert faster[0, 1] > 2.7 > faster[0, 64] > 1 > faster[0, 256]"),
    ),
    Claim(
        "Behind 1,000 tokens a batch of 256 gains what a single text gains.",
        Measured("assert all(faster[1000, people] > 2.7 for people in (1, 16, 64, 256))"),
    ),
    Claim(
        "In SmolLM2 three quarters of a layer's weights are in its feed-forward part.",
        Measured("assert 0.74 < part / sum(sizes.values()) < 0.76"),
    ),
    Claim(
        "choose different experts, so soon all experts are loaded.",
        Measured(
            "met = [len(np.unique(chosen[i : i + tokens]))", prints="8.0 of 8 experts"
        ),
    ),
    Claim(
        "so a token meets as many weights as before, but for the router's 768 and a second "
        "bias.",
        Measured('assert ways["8 experts, balance loss"]["active"] - 273_024 == 768 + 96'),
    ),
    Claim(
        "**Experts with the balance loss beat a layer with as many weights met**",
        Measured("assert 0.85 < won.min() and won.max() < 1.1"),
    ),
    Claim(
        "With a quarter of its arithmetic, the experts bring less than half of its gain.",
        Measured("assert won.sum() < 0.5 * (small - wide).sum()"),
    ),
    Claim(
        "**A router that learnt nothing gets part of the gain.**",
        Measured("assert (0.25 < small - chance_router).all()"),
    ),
    Claim(
        "Learning without the balance loss adds .4 for one seed and nothing for the other "
        "two.",
        Measured("assert gap[2] > 0.35 and np.abs(gap[:2]).max() < 0.1"),
    ),
    Claim(
        "the loads of the random router are as uneven as those of the learnt one.",
        Measured("assert chance_loads[:, 0].min() > 0.23"),
    ),
    Claim(
        "With each of these three routers, one expert had about a third of the choices "
        "before any training.",
        Controlled(uneven_before_training, slow=True),
    ),
    Claim(
        "Without the balance loss the loss of the text is worse too, for each of the three "
        "seeds.",
        Measured("assert np.allclose(sorted((alone - balanced) / won)"),
    ),
    Claim(
        "The softmax of one number is 1, whatever the number. So no gradient of the text's "
        "loss reaches the router, and by that loss it stays as it was drawn.",
        Controlled(one_weight_teaches_nothing),
    ),
    Claim(
        "Here experts were better than a layer with as many weights *met*, and worse than "
        "one with as many weights *in all*.",
        Measured("assert (balanced - wide > won).all()"),
    ),
    Claim(
        "Written greedily, they are equal to the last token",
        Measured("assert plain == written and len(plain) - len(ids) == 40"),
    ),
    Claim(
        "A pass that loads all weights for one token can read some more",
        Measured("assert at_best(256) == at_best(1) and at_best(512) > 1.7 * at_best(1)"),
    ),
    Claim(
        "and counts can show when they are not",
        Controlled(other_models_and_drafts),
    ),
]

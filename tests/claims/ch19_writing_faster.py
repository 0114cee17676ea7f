"""What the claims of chapter 19 stand on."""

import numpy as np
from scipy import stats

from attention_data import stored
from attention_lessons.mixture_model import loads, new_model, with_mixture
from attention_lessons.text_data import numpy_docstrings
from attention_lessons.writing_training import Recipe, learn_tokenizer
from solutions.ch19_writing_faster.accept_draft.exercise import accept_draft
from solutions.ch19_writing_faster.residual.exercise import residual
from tests.claims.register import (
    CODE,
    MEANING,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    Sourced,
    code_of,
)

PAGE = "chapters/19-writing-faster.md"
AT_MOST = 0  # sentences that no entry quotes

LEVIATHAN = "https://arxiv.org/abs/2211.17192"
SWITCH = "https://arxiv.org/abs/2101.03961"
SHAZEER = "https://arxiv.org/abs/1701.06538"
ONE_LOADING = "2 W operations a token for W weights of 2 bytes: n operations a byte."
PREFIX = (
    "Row i has read the last token and i drafted ones; if these are greedy's, so is it."
)


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
        "In chapter 14 your model read 41 tokens in the time in which it writes four.",
        Measured(
            "all_again = min(seconds(model.step, ids) for _ in range(3))",
            at="chapters/14-real-model.md",
        ),
    ),
    Claim(
        "token for token if you take the likeliest, and with the same probabilities if you "
        "draw.",
        Sourced(LEVIATHAN, "appendix A.1, and section 2 for the way of drawing"),
    ),
    Claim(
        "each weight has to be loaded once, however many tokens it is multiplied with.",
        Derived("Y = X W reads W once for all rows of X that stand in fast memory."),
    ),
    Claim(
        "floating-point sums come out otherwise in their last digit.",
        Derived("(a + b) + c and a + (b + c) are rounded at different places."),
    ),
    Claim("so the loading takes longer as long as $n$ is below that", Derived(ONE_LOADING)),
    Claim(
        "Behind 1,000 tokens this model's cache has a twelfth as many numbers",
        Measured("assert 11 < weights / (1000 * cached) < 12.5"),
    ),
    Claim(
        "On one core of a processor more tokens cost more time much sooner",
        Measured("assert 1.3 < measured[8] / measured[1] < 4"),
    ),
    Claim(
        "As long as each drafted token is the one that the model would have written, the "
        "next row is about the right text.",
        Derived(PREFIX),
    ),
    Claim(
        "NumPy hands a single row to another routine of its library than several",
        Sourced(
            "https://github.com/numpy/numpy/blob/v2.4.0/numpy/_core/src/umath/matmul.c.src",
            "matmul: gemv where one side is a vector, gemm otherwise",
        ),
    ),
    Claim(
        "a pass brings less than two tokens in all",
        Measured("assert 1.4 < free < 1.6 < given < 2"),
    ),
    Claim(
        "a short text with few passes counts in it like a long one with many.",
        Derived("A mean of ratios gives each text 1/5, whatever its number of passes."),
    ),
    Claim(
        "A single row waits for its matrix, and so seven more cost less beside it.",
        Measured(
            "one, eight = (one_product(rows, matrices) for rows in (1, 8))",
            prints="from memory one row",
        ),
    ),
    Claim(
        "four of the ten texts have three quarters of the gain.",
        Measured('four / sum(gained(row, "10") for row in by_gain) < 0.8'),
    ),
    Claim(
        "The first half of the layers hardly ever agrees.",
        Measured('assert max(agreed[layers] for layers in ("5", "10", "15")) < 0.1'),
    ),
    Claim(
        "Here it is right to a tenth",
        Measured("assert all(abs(one - other) < 0.1 for one, other in met.values())"),
    ),
    Claim(
        "So if $a$ is not above $c$, no length of the draft helps; and if it is, a draft "
        "of one token does.",
        Derived("a + ... + a^k <= k a <= k c where a <= c; k = 1: 1 + a > 1 + c."),
    ),
    Claim(
        "Here none is: slower with each number of layers.",
        Measured("assert all(agreed[layers] < cost[layers] for layers in agreed)"),
    ),
    Claim(
        "get drafts from first layers by training the model for it.",
        Sourced("https://arxiv.org/abs/2404.16710", "abstract"),
    ),
    Claim(
        "On this core drafts win nothing in all",
        Measured("assert in_all > 0.95 and each.max() > 2 and each.min() < 0.75"),
    ),
    Claim(
        "**What a draft is worth depends on the text and on the machine.**",
        Measured("assert all(0.85 < in_all < 1 for in_all, _ in won.values())"),
    ),
    Claim("What was refused is in the cache as well, and has to go", CODE),
    Claim(
        "A draft changes how fast it writes and not what.",
        Measured("assert plain == written and len(plain) - len(ids) == 40"),
    ),
    Claim(
        "with $a = 0.5$ no draft brings more than two tokens on average",
        Derived("1 + 1/2 + 1/4 + ... = 2."),
    ),
    Claim(
        "With $a = 0.95$ fifty tokens still bring twice what ten do.",
        Measured(
            "for count in (1, 2, 5, 10, 50):",
            prints="draft of 50 [ 1.2500 2.0000 5.0000 18.5400]",
        ),
    ),
    Claim(
        "A pass with a draft of $k$ costs at best $1 + k c$",
        Derived("k drafted tokens of c each, and one pass over all of them."),
    ),
    Claim(
        "Where the draft offers a token too often, this is just $p_t$.",
        Derived("min(p, q) = p where q > p."),
    ),
    Claim(
        "So each token gets just what it lacked.", Controlled(what_is_left_alone_is_drawn)
    ),
    Claim("so your answer can be checked to the last token", MEANING),
    Claim(
        "Of twenty such tests a right rule fails about one at the 5% level.",
        Derived("A p-value of what is true is uniform: 20 times .05."),
    ),
    Claim("Counts find it.", Controlled(other_models_and_drafts)),
    Claim(
        "the share that is accepted is $\\sum \\min(p, q)$.",
        Sourced(LEVIATHAN, "section 3.2, corollary 3.6"),
    ),
    Claim(
        "That is past the 295 of this chip: arithmetic has to be paid.",
        Measured("assert faster[0, 1] > 2.7 > faster[0, 64] > 1 > faster[0, 256]"),
    ),
    Claim(
        "Behind 1,000 tokens a batch of 256 gains what a single text gains: what its "
        "passes wait for is caches, and a draft is read with the same cache.",
        Measured("assert all(faster[1000, people] > 2.7 for people in (1, 16, 64, 256))"),
    ),
    Claim(
        "(https://arxiv.org/abs/2408.11049) measured this, with batches of 32 to 256.)",
        Sourced("https://arxiv.org/abs/2408.11049", "abstract"),
    ),
    Claim(
        "In SmolLM2 three quarters of a layer's weights are in its feed-forward part.",
        Measured("assert 0.74 < part / sum(sizes.values()) < 0.76"),
    ),
    Claim(
        "in Mixtral, a model of 2024, each layer has 8, and each token meets 2.",
        Sourced("https://arxiv.org/abs/2401.04088", "abstract"),
    ),
    Claim(
        "Shazeer and others did so in 2017, with up to 131,072 experts",
        Sourced(SHAZEER, "on language modelling: MoE-131072-h"),
    ),
    Claim(
        "choose different ones, and soon all are loaded.",
        Measured(
            "met = [len(np.unique(chosen[i : i + tokens]))", prints="8.0 of 8 experts"
        ),
    ),
    Claim(
        "Counts do not move when the router's weights move a little, so gradients flow "
        "through $P$ alone",
        Sourced(SWITCH, "section 2.2: P is differentiable, f is not"),
    ),
    Claim(
        "One that is chosen more often is trained more often, and may be chosen more often "
        "still.",
        Sourced(SHAZEER, "section 4: self-reinforcing"),
    ),
    Claim(
        "so a token meets as many weights as before, but for the router's 768 and a second "
        "bias.",
        Measured('assert ways["8 experts, balance loss"]["active"] - 273_024 == 768 + 96'),
    ),
    Claim(
        "tokens alike still meet the same experts, and the layers below can learn to suit",
        Derived("x W_router is a function of x, and x of layers that are trained."),
    ),
    Claim(
        "**Experts with the balance loss beat a layer with as many weights met**",
        Measured("assert 0.85 < won.min() and won.max() < 1.1"),
    ),
    Claim(
        "for a quarter of the arithmetic they give less than half of what it gives.",
        Measured("assert won.sum() < 0.5 * (small - wide).sum()"),
    ),
    Claim(
        "**A router that learnt nothing gets part of it.**",
        Measured("assert (0.25 < small - chance_router).all()"),
    ),
    Claim(
        "Which of the two does it this cannot say: no random router was balanced. Learning "
        "alone shows nothing: .4 once, and nothing twice.",
        Measured("assert gap[2] > 0.35 and np.abs(gap[:2]).max() < 0.1"),
    ),
    Claim(
        "look at the random router: its loads are as uneven as those of the learnt one.",
        Measured("assert chance_loads[:, 0].min() > 0.23"),
    ),
    Claim(
        "Shazeer and others describe how favoured experts are favoured more and more",
        Sourced(SHAZEER, "section 4"),
    ),
    Claim(
        "before any training, one expert had about a third of the choices.",
        Controlled(uneven_before_training, slow=True),
    ),
    Claim(
        "Yes, from each of the three seeds",
        Measured("assert np.allclose(sorted((alone - balanced) / won)"),
    ),
    Claim(
        "The softmax of one number is 1, whatever the number. So no gradient of the text's "
        "loss reaches the router, and by that loss it stays as it was drawn.",
        Controlled(one_weight_teaches_nothing),
    ),
    Claim(
        "Fedus and others, with one expert a token, take the softmax of all.",
        Sourced(SWITCH, "section 2.1, equations 1 and 2"),
    ),
    Claim(
        "Here they were better than a layer with as many weights *met*, and worse than one "
        "with as many weights *in all*.",
        Measured("assert (balanced - wide > won).all()"),
    ),
]

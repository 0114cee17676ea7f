"""What the claims of chapter 19 stand on."""

import numpy as np
from scipy import stats

from attention_data import stored
from attention_lessons.mixture_model import loads, new_model, with_mixture
from attention_lessons.text_data import numpy_docstrings
from attention_lessons.writing_training import Recipe, learn_tokenizer
from solutions.ch19_writing_faster.accept_draft import accept_draft
from solutions.ch19_writing_faster.residual import residual
from tests.claims.register import Control, code_of, control

PAGE = "chapters/19-writing-faster.md"


def pairs_of_probabilities() -> list[tuple[np.ndarray, np.ndarray]]:
    """Five models and drafts that are not the page's."""
    powers = np.exp(1.3 * np.random.default_rng(40).normal(size=(5, 2, 6)))
    return [tuple(pair) for pair in powers / powers.sum(axis=-1, keepdims=True)]


@control(
    "Only counts show that the rule is wrong.",
    "and counts can show when they are not",
)
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


@control("Each token therefore gets exactly what it lacked.")
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


@control(
    "The softmax of one number is 1, whatever the number. So no gradient of the "
    "text's loss reaches the router, and by that loss it stays as it was drawn.",
)
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


@control(
    "With each of these three routers, one expert had about a third of the choices "
    "before any training.",
    slow=True,
)
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

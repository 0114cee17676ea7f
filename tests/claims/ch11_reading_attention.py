"""What the claims of chapter 11 stand on.

Its models are small enough to be grown again: each control trains some, from other seeds.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import torch

from attention_lessons import induction_model as lesson
from solutions.ch11_reading_attention.attention_rollout.exercise import (
    attention_rollout,
)
from solutions.ch11_reading_attention.induction_score.exercise import induction_score
from tests.claims.register import (
    CODE,
    MEANING,
    TASK,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    Sourced,
)

PAGE = "chapters/11-reading-attention.md"
AT_MOST = 0  # sentences that no entry quotes
SEEDS = 0, 1, 2


@cache
def grown(
    seed: int,
    layers: int = 2,
    heads: int = 1,
    period: int | None = None,
    scale: float = 4.0,
):
    """A model of the chapter's kind; trained on one period, or with other positions."""
    torch.set_num_threads(1)
    ids_of, positions = lesson.repeating_ids, lesson.POSITION_SCALE
    try:
        if period is not None:
            lesson.repeating_ids = lambda rng, count: ids_of(rng, count, period)
        lesson.POSITION_SCALE = scale
        torch.manual_seed(seed)
        model = lesson.AttentionOnly(n_layers=layers, n_heads=heads)
        lesson.train(model, np.random.default_rng(seed), 800)
    finally:
        lesson.repeating_ids, lesson.POSITION_SCALE = ids_of, positions
    return model


def accuracy(model, period: int | None = None, **changes) -> float:
    """On sequences that are new to it."""
    ids, periods = lesson.repeating_ids(np.random.default_rng(1_000), 64, period)
    return lesson.measure(model, ids, periods, **changes)[0]


def weights_on(model, period: int) -> np.ndarray:
    """The second layer's, over 64 sequences: (64, n, n)."""
    ids, _ = lesson.repeating_ids(np.random.default_rng(1_000), 64, period)
    with torch.no_grad():
        return model(torch.from_numpy(ids))[1][1, :, 0].numpy()


def one_period_teaches_places() -> Control:
    """Rival: it learns induction from one period too, and works at another."""
    models = [grown(seed, period=32) for seed in SEEDS]
    return Control(
        [accuracy(model, 20) for model in models],
        [accuracy(model, 32) for model in models],
        "below",
        by=0.9,
    )


def either_head_is_missed() -> Control:
    """Rival: in another run one of the two is enough."""
    models = [grown(seed) for seed in SEEDS]
    left = [max(accuracy(m, off=[(i, 0)]) for i in range(2)) for m in models]
    return Control(left, [accuracy(m) for m in models], "below", by=0.8)


def often_shared() -> Control:
    """Rival: with two heads a layer one of them does the work, or both always do."""
    left = []
    for seed in (0, 4, 5):
        model = grown(seed, heads=2)
        left.append(min(accuracy(model, off=[(1, head)]) for head in range(2)))
    assert left[-1] < 0.1
    return Control(left, [0.1] * 3, "above", by=0.5, share=2 / 3)


def one_layer_guesses() -> Control:
    """Rival: attention in one layer is enough, if it is trained for it."""
    models = [grown(seed, layers=1) for seed in SEEDS]
    both = [accuracy(grown(seed)) for seed in SEEDS]
    return Control([accuracy(m) for m in models], both, "below", by=0.8)


def large_positions_sharpen() -> Control:
    """Rival: positions as in chapter 09 give as sharp a head."""
    case, rival = (
        [induction_score(weights_on(grown(s, scale=by), 32), 32).mean() for s in SEEDS]
        for by in (4.0, 1.0)
    )
    return Control(case, rival, "above", by=0.02)


def the_older_copy_is_read() -> Control:
    """Rival: in the third copy the head looks at the last t alone."""
    rows = np.arange(40, 64)  # period 20: the third copy
    tables = [weights_on(grown(seed), 20) for seed in SEEDS]
    older, last = (
        [w[:, rows, rows + 1 - back].mean() for w in tables] for back in (40, 20)
    )
    return Control(older, last, "above", by=0.1)


def sureness(model, off: tuple[int, int]) -> float:
    """The mean probability of the likeliest id in the second copy, with a head off."""
    ids, _ = lesson.repeating_ids(np.random.default_rng(1_000), 64, 32)
    with torch.no_grad():
        logits = model(torch.from_numpy(ids), off=[off])[0]
    return logits[:, 32:].softmax(-1).amax(-1).mean().item()


def sure_without_the_first() -> Control:
    """Rival: without either head the model is confidently wrong."""
    models = [grown(seed) for seed in SEEDS]
    sides = ([sureness(model, (layer, 0)) for model in models] for layer in (0, 1))
    return Control(*sides, "above", by=0.4)


def the_first_token_gets_all() -> Control:
    """Rival: a deep rollout is flat under a causal mask, too."""
    case, rival = [], []
    for n in (6, 8, 12):
        even = np.full((n, n), 1 / n)
        past = np.tri(n) / np.arange(1, n + 1)[:, None]
        for side, weights in ((case, past), (rival, even)):
            side.append(attention_rollout(np.repeat(weights[None], 48, axis=0))[-1, 0])
    return Control(case, rival, "above", by=0.7)


CLAIMS = [
    Claim(
        "With a causal mask it ends elsewhere: all at the first token.",
        Controlled(the_first_token_gets_all),
    ),
    Claim(
        "the model is sure of it and wrong. Without the second it is not sure",
        Controlled(sure_without_the_first, slow=True),
    ),
    Claim(
        "So here weights are nearly contributions.",
        Measured(
            "lengths = contributions(np.ones((1, 1, 1, LENGTH)), v, W_o)",
            prints="lengths of v W_O in layer 1: 8.6 to 11.8",
        ),
    ),
    Claim(
        "it has learnt to look 31 places back, whatever stands there",
        Controlled(one_period_teaches_places, slow=True),
    ),
    Claim(
        "the heads come a little later so, and end sharper",
        Controlled(large_positions_sharpen, slow=True),
    ),
    Claim(
        "From five of the six seeds that we tried they do.",
        Controlled(often_shared, slow=True),
    ),
    Claim(
        "the head gives most of its weight to the *older* one",
        Controlled(the_older_copy_is_read, slow=True),
    ),
    Claim("Whoever tests with the same period every time", MEANING),
    Claim("Only from the second copy on can the next id be known.", MEANING),
    Claim("There, and only there, loss and accuracy are measured.", CODE),
    Claim("so that a value says *what* a token is and never *where*", CODE),
    Claim("Every 20 steps, keep the weights", CODE),
    Claim(
        "It predicts nearly every id right",
        Measured("assert accuracy > 0.97 and loss < 0.2"),
    ),
    Claim("so that the second copy begins at place 32", CODE),
    Claim(
        "it gives over two thirds of its weight to the token before",
        Measured("assert previous_token_score(w1).mean() > 0.7"),
    ),
    Claim("One call scores every head of every layer", CODE),
    Claim(
        "cannot find the *t* by asking for *w*",
        Derived("In layer 1 the key of t is made of t and of its place, and of no w."),
    ),
    Claim("with which every token attends to the one before it", TASK),
    Claim(
        "the same from every position, and a turn is a matrix",
        Derived("Chapter 09, sines and cosines: the matrix does not contain p."),
    ),
    Claim(
        "Take away either, and nearly nothing is.",
        Controlled(either_head_is_missed, slow=True),
    ),
    Claim(
        "Switch off either, and most of the accuracy stays",
        Measured("assert none > 0.97 and both < 0.1 and does_it.any()"),
    ),
    Claim("half asks what weights can explain", MEANING),
    Claim(
        "Token 3 never looked at token 1.",
        Measured("then = np.eye(3)[[0, 1, 1]]  # row 3 is (0, 1, 0)"),
    ),
    Claim("attended to X, therefore X is why", MEANING),
    Claim(
        "there are always *directions* in which weights can move",
        Derived("d_v + 1 linear conditions on n weights leave n - d_v - 1 directions."),
    ),
    Claim("for every query and key, the length of the vector", TASK),
    Claim("first in the second copy only, then in the first copy only", TASK),
    Claim("Such heads exist.", Sourced("https://arxiv.org/abs/2004.10102", "abstract")),
    Claim(
        "Many language models put it on the first token",
        Sourced("https://arxiv.org/abs/2309.17453", "section 3.1, figure 2"),
    ),
    Claim("a changed input may be one that the model has never met", MEANING),
    Claim("Change the earlier *w*, so that the answer is lost.", TASK),
    Claim("31 places back, always, and knows nothing of contents", MEANING),
    Claim(
        "The score cannot know *why* a head looks there.",
        Measured("assert induction_score(blind, 32) == 1"),
    ),
    Claim(
        "whoever trains so grows them",
        Controlled(one_period_teaches_places, slow=True),
    ),
    Claim(
        "An induction head scores high at every period long enough",
        Measured("assert by_period[12][0] < by_period[20][0] < 0.8 < by_period[32][0]"),
    ),
    Claim("To have one picture only, people average the heads.", MEANING),
    Claim("a head that gives every open token the same weight", TASK),
    Claim(
        "A mean over places is never about the head alone.",
        Derived("An even row i has 1 / (i + 1) everywhere: early rows weigh more."),
    ),
    Claim(
        "One layer cannot.",
        Controlled(one_layer_guesses, slow=True),
    ),
    Claim("A head has 1.0 keys in effect in every row.", TASK),
    Claim(
        "In a sharp one hardly anything: if one weight is .9",
        Measured("assert abs(lowest - expected) < 0.001"),
    ),
    Claim(
        "So the note is no figure of speech.",
        Measured("assert back[0, 19] > 0.8 and abs(back[0, 18]) < 0.1"),
    ),
]

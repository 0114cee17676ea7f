"""What the claims of chapter 11 stand on."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax

from attention_lessons import induction_model as lesson
from solutions.ch11_reading_attention.attention_rollout.exercise import (
    attention_rollout,
)
from solutions.ch11_reading_attention.induction_score.exercise import induction_score
from tests.claims.pattern_training import (
    SEEDS,
    accuracy,
    grown,
    guesses_inside,
    sureness,
    weights_on,
)
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


def one_period_teaches_places() -> Control:
    """Rival: it learns induction from one period too, and works at another."""
    models = [grown(seed, period=32) for seed in SEEDS]
    for model in models:  # one of the two looks there on ids that never repeat, too
        both = (weights_on(model, 64, layer) for layer in range(2))
        assert max(np.diagonal(w, -31, 1, 2).mean() for w in both) > 0.6
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


def ids_come_first() -> Control:
    """Rival: while both scores lie flat, nothing is learnt."""
    case, rival = ([guesses_inside(seed, steps) for seed in SEEDS] for steps in (120, 1))
    return Control(case, rival, "above", by=0.3)


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


def sure_without_the_first() -> Control:
    """Rival: without either head the model is confidently wrong."""
    models = [grown(seed) for seed in SEEDS]
    sides = ([sureness(model, (layer, 0)) for model in models] for layer in (0, 1))
    return Control(*sides, "above", by=0.4)


def high_with_two_copies() -> Control:
    """Rival: an induction head is high at some of these periods, as a blind one is."""
    periods = range(32, 61)
    blind = np.eye(64)[np.maximum(np.arange(64) - 31, 0)]
    assert sum(induction_score(blind, period) > 0.1 for period in periods) == 1
    lowest = [
        min(induction_score(weights_on(grown(seed), p), p).mean() for p in periods)
        for seed in SEEDS
    ]
    return Control(lowest, [0.0] * len(SEEDS), "above", by=0.9)


def drawing_from_the_sequence() -> Control:
    """Rival: an id drawn from the sequence is right as rarely as one drawn from all."""
    right = []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        ids, periods = lesson.repeating_ids(rng, 500)
        known = lesson.predictable(periods)
        drawn = np.take_along_axis(ids, rng.integers(periods[:, None], size=(500, 63)), 1)
        right.append((drawn == ids[:, 1:])[known].mean())
    assert np.allclose(right, 0.05, atol=0.005)
    return Control(right, [1 / lesson.VOCABULARY] * len(SEEDS), "above", by=0.02)


def the_second_is_sharp() -> Control:
    """Rival: both heads give as large a weight to one key in the second copy."""
    second, first = (
        [weights_on(grown(s), 32, layer)[:, 32:].max(-1).mean() for s in SEEDS]
        for layer in (1, 0)
    )
    assert min(second) > 0.9
    return Control(second, first, "above", by=0.4)


def another_token_gets_the_weight() -> Control:
    """Rivals: a weight of 0 stays 0 with any token there; or a mask's does not."""
    open_, masked = [], []
    for seed in SEEDS:
        query = 20 * np.random.default_rng(seed).normal(size=8)
        for mask, found in ((0.0, open_), (-np.inf, masked)):
            last = [
                softmax(np.array([query @ query, query @ other + mask]))[1]
                for other in (-query, 2 * query)  # the second key, on two texts
            ]
            assert last[0] == 0
            found.append(last[1])
    return Control(open_, masked, "above", by=0.99)


def unread_notes_do_not_help() -> Control:
    """Rival: the output layer makes use of the notes when no head looks them up."""
    ids, periods = lesson.repeating_ids(np.random.default_rng(1_000), 64)
    case, rival = (
        [lesson.measure(grown(seed), ids, periods, off=off)[1] for seed in SEEDS]
        for off in ([(1, 0)], [(0, 0), (1, 0)])
    )
    return Control(case, rival, "above", by=0.0)


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
            prints="lengths of v W_O in layer 1: 9.1 to 12.3",
        ),
    ),
    Claim(
        "it has learnt to look 31 places back, whatever stands there",
        Controlled(one_period_teaches_places, slow=True),
    ),
    Claim(
        "the heads end sharper so.",
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
    Claim("Every 20 steps of the training, both scores were taken", CODE),
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
        "Three heads grown like yours score high at every period from 32 to 60; a blind "
        "one at a single period.",
        Controlled(high_with_two_copies, slow=True),
    ),
    Claim(
        "nearly all its guesses are ids of the sequence. That alone would give about .05",
        Controlled(drawing_from_the_sequence),
    ),
    Claim(
        "attention was found to mix in less than had been assumed",
        Sourced("https://arxiv.org/abs/2109.07152", "abstract: less impact"),
    ),
    Claim(
        "The quarter of the *w* that asks is the assumed half twice over; every token "
        "would get it.",
        Derived("(A2 + I) (A1 + I) / 4 is at least I / 4, for no weight is negative."),
    ),
    Claim(
        "A weight that a mask sets to zero, whatever the text, means that nothing can go "
        "that way in that layer.",
        Controlled(another_token_gets_the_weight),
    ),
    Claim(
        "A weight near zero on one text means less",
        Controlled(another_token_gets_the_weight),
    ),
    Claim(
        "The output layer does read the stream that they are in, and does no better for it "
        "than without any head.",
        Controlled(unread_notes_do_not_help, slow=True),
    ),
    Claim(
        "The head of layer 2 is that sharp where it copies. The head of layer 1, whose "
        "weights were moved above, is not.",
        Controlled(the_second_is_sharp, slow=True),
    ),
    Claim("To have one picture only, people average the heads.", MEANING),
    Claim("a head that gives every open token the same weight", TASK),
    Claim(
        "A mean over places is never about the head alone.",
        Derived("An even row i has 1 / (i + 1) everywhere: early rows weigh more."),
    ),
    Claim(
        "the model learns to guess ids of the sequence.",
        Controlled(ids_come_first, slow=True),
    ),
    Claim(
        "One layer like these cannot.",
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

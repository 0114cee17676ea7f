"""What the claims of chapter 11 stand on."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax

from attention_lessons import induction_model as lesson
from solutions.ch11_reading_attention.induction_score import induction_score
from tests.claims.pattern_training import (
    SEEDS,
    accuracy,
    grown,
    guesses_inside,
    sureness,
    weights_on,
)
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)

PAGE = "chapters/11-reading-attention.md"


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
    """Rival: with two heads per layer one of them does the work, or both always do."""
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


CLAIMS = [
    Claim(
        "because it has learnt to look 31 positions back, whatever id is there.",
        Controlled(one_period_teaches_places, slow=True),
    ),
    Claim(
        "because the heads of the trained model then put more of their weight on one key.",
        Controlled(large_positions_sharpen, slow=True),
    ),
    Claim(
        "The model predicts nearly every id right",
        Measured("assert accuracy > 0.97 and loss < 0.2"),
    ),
    Claim(
        "This head puts over two thirds of its weight on the token before",
        Measured("assert previous_token_score(w1).mean() > 0.7"),
    ),
    Claim(
        "the model learns to guess ids of the sequence.",
        Controlled(ids_come_first, slow=True),
    ),
    Claim(
        "Almost every id raises its own logit most",
        Measured("assert copies > 0.9"),
    ),
    Claim(
        "With both heads nearly everything is right, and without either of them nearly "
        "nothing is.",
        Controlled(either_head_is_missed, slow=True),
    ),
    Claim(
        "an id drawn from the sequence is right in about .05 of the cases.",
        Controlled(drawing_from_the_sequence),
    ),
    Claim(
        "so the model is sure of it and wrong. Without the second head the model is not "
        "sure",
        Controlled(sure_without_the_first, slow=True),
    ),
    Claim(
        "The accuracy is the same as with `off`",
        Measured('assert by_hook == rows["head of layer 1 off"][0]'),
    ),
    Claim(
        "nothing in the output depends on which of two twins had the weight.",
        Measured("assert moved > 0.5 and most < 1e-4 and moved_to_ids < 1e-6"),
    ),
    Claim(
        "The values of the 32 ids are linearly independent",
        Measured("assert ranks.min() == 32"),
    ),
    Claim(
        "So here the contributions are nearly proportional to the weights.",
        Measured(
            "assert norms.max() < 3 * norms.min()", prints="norms of v W_O in layer 1"
        ),
    ),
    Claim(
        "The earlier *w* has a weight of about zero there",
        Measured("assert seen[3] > 0.85 and seen[[0, 1, 2]].max() < 0.05"),
    ),
    Claim(
        "If a mask sets a weight to zero for every text, nothing can pass there in that "
        "layer. A weight near zero on one text means less",
        Controlled(another_token_gets_the_weight),
    ),
    Claim(
        "the score does not say *why* a head looks there.",
        Measured("assert induction_score(blind, 32) == 1"),
    ),
    Claim(
        "Three models trained like yours score high at every period from 32 to 60, and a "
        "head that looks 31 positions back scores high at one period only.",
        Controlled(high_with_two_copies, slow=True),
    ),
    Claim(
        "If you switch off one of them, most of the accuracy stays",
        Measured("assert none > 0.97 and both < 0.1 and does_it.any()"),
    ),
    Claim(
        "From five of six seeds that we tried the two heads share the work",
        Controlled(often_shared, slow=True),
    ),
    Claim(
        "Still a quarter of it comes from there, by way of token 2.",
        Measured(
            'print("rollout,       token 3:", rolled[2])',
            prints="token 3: [0.2500 0.2500 0.5000]",
        ),
    ),
    Claim(
        "So the note is one vector of 64 numbers",
        Measured("assert back[0, 19] > 0.8 and abs(back[0, 18]) < 0.1"),
    ),
    Claim(
        "One layer alone does not learn this.",
        Controlled(one_layer_guesses, slow=True),
    ),
    Claim(
        "The output layer reads the stream that the notes are in, but predicts no better "
        "than without any head.",
        Controlled(unread_notes_do_not_help, slow=True),
    ),
    Claim(
        "In a sharp row hardly anything can",
        Measured("assert abs(lowest - expected) < 0.001"),
    ),
    Claim(
        "The head of layer 2 is that sharp where it copies.",
        Controlled(the_second_is_sharp, slow=True),
    ),
]

"""What the claims of chapter 11 stand on."""

from functools import cache

import numpy as np
import torch
from scipy.special import softmax

from attention_lessons import induction_model as lesson
from solutions.ch11_reading_attention.induction_score import induction_score
from tests.claims.register import Control, control

PAGE = "chapters/11-reading-attention.md"

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


def weights_on(model, period: int, layer: int = 1) -> np.ndarray:
    """A layer's, the second's if not told, over 64 sequences: (64, n, n)."""
    ids, _ = lesson.repeating_ids(np.random.default_rng(1_000), 64, period)
    with torch.no_grad():
        return model(torch.from_numpy(ids))[1][layer, :, 0].numpy()


def sureness(model, off: tuple[int, int]) -> float:
    """The mean probability of the likeliest id in the second copy, with a head off."""
    ids, _ = lesson.repeating_ids(np.random.default_rng(1_000), 64, 32)
    with torch.no_grad():
        logits = model(torch.from_numpy(ids), off=[off])[0]
    return logits[:, 32:].softmax(-1).amax(-1).mean().item()


def guesses_inside(seed: int, steps: int) -> float:
    """The share of guesses that are ids of their sequence, early in the training."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    model = lesson.AttentionOnly(n_layers=2, n_heads=1)
    lesson.train(model, np.random.default_rng(seed), 800, until=steps)
    ids, _ = lesson.repeating_ids(np.random.default_rng(1_000), 64, 20)
    with torch.no_grad():
        guesses = model(torch.from_numpy(ids))[0].argmax(-1)[:, 20:].numpy()
    return float(
        np.mean([np.isin(g, row).mean() for g, row in zip(guesses, ids, strict=True)])
    )


@control(
    "because it has learnt to look 31 positions back, whatever id is there.",
    slow=True,
)
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


@control(
    "With both heads nearly everything is right, and without either of them nearly "
    "nothing is.",
    slow=True,
)
def either_head_is_missed() -> Control:
    """Rival: in another run one of the two is enough."""
    models = [grown(seed) for seed in SEEDS]
    left = [max(accuracy(m, off=[(i, 0)]) for i in range(2)) for m in models]
    return Control(left, [accuracy(m) for m in models], "below", by=0.8)


@control("From five of six seeds that we tried the two heads share the work", slow=True)
def often_shared() -> Control:
    """Rival: with two heads per layer one of them does the work, or both always do."""
    left = []
    for seed in (0, 4, 5):
        model = grown(seed, heads=2)
        left.append(min(accuracy(model, off=[(1, head)]) for head in range(2)))
    assert left[-1] < 0.1
    return Control(left, [0.1] * 3, "above", by=0.5, share=2 / 3)


@control("One layer alone does not learn this.", slow=True)
def one_layer_guesses() -> Control:
    """Rival: attention in one layer is enough, if it is trained for it."""
    models = [grown(seed, layers=1) for seed in SEEDS]
    both = [accuracy(grown(seed)) for seed in SEEDS]
    return Control([accuracy(m) for m in models], both, "below", by=0.8)


@control("the model learns to guess ids of the sequence.", slow=True)
def ids_come_first() -> Control:
    """Rival: while both scores lie flat, nothing is learnt."""
    case, rival = ([guesses_inside(seed, steps) for seed in SEEDS] for steps in (120, 1))
    return Control(case, rival, "above", by=0.3)


@control(
    "because the heads of the trained model then put more of their weight on one key.",
    slow=True,
)
def large_positions_sharpen() -> Control:
    """Rival: positions as in chapter 09 give as sharp a head."""
    case, rival = (
        [induction_score(weights_on(grown(s, scale=by), 32), 32).mean() for s in SEEDS]
        for by in (4.0, 1.0)
    )
    return Control(case, rival, "above", by=0.02)


@control(
    "so the model is sure of it and wrong. Without the second head the model is not sure",
    slow=True,
)
def sure_without_the_first() -> Control:
    """Rival: without either head the model is confidently wrong."""
    models = [grown(seed) for seed in SEEDS]
    sides = ([sureness(model, (layer, 0)) for model in models] for layer in (0, 1))
    return Control(*sides, "above", by=0.4)


@control(
    "Three models trained like yours score high at every period from 32 to 60, and a "
    "head that looks 31 positions back scores high at one period only.",
    slow=True,
)
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


@control("an id drawn from the sequence is right in about .05 of the cases.")
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


@control("The head of layer 2 is that sharp where it copies.", slow=True)
def the_second_is_sharp() -> Control:
    """Rival: both heads give as large a weight to one key in the second copy."""
    second, first = (
        [weights_on(grown(s), 32, layer)[:, 32:].max(-1).mean() for s in SEEDS]
        for layer in (1, 0)
    )
    assert min(second) > 0.9
    return Control(second, first, "above", by=0.4)


@control(
    "If a mask sets a weight to zero for every text, nothing can pass there in that "
    "layer. A weight near zero on one text means less",
)
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


@control(
    "The output layer reads the stream that the notes are in, but predicts no "
    "better than without any head.",
    slow=True,
)
def unread_notes_do_not_help() -> Control:
    """Rival: the output layer makes use of the notes when no head looks them up."""
    ids, periods = lesson.repeating_ids(np.random.default_rng(1_000), 64)
    case, rival = (
        [lesson.measure(grown(seed), ids, periods, off=off)[1] for seed in SEEDS]
        for off in ([(1, 0)], [(0, 0), (1, 0)])
    )
    return Control(case, rival, "above", by=0.0)

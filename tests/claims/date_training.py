"""The translator of chapter 10 from other seeds, trained as there and otherwise."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import torch

from attention_lessons.translation_data import BOS, DATES, EOS, date_pairs, readings
from attention_lessons.translation_model import Transformer
from attention_lessons.translation_training import STEPS, date_rate, exact_match, train
from solutions.ch10_translation.beam_search import beam_search

SEEDS = (1, 2, 3)  # the chapter's own is 0
UNSEEN = date_pairs(np.random.default_rng(1), 1000, unseen=True)
CLEAR = tuple(text for text, _ in UNSEEN if len(readings(text)) < 2)[:40]
DOUBTFUL = tuple(text for text, _ in UNSEEN if len(readings(text)) > 1)


@cache
def trained(seed: int, *, smoothing: float = 0.1, at_rest: bool = True) -> Transformer:
    """A model after the chapter's 900 steps; ``at_rest``: its rate falls to zero."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    model = Transformer(len(DATES.source), len(DATES.target))
    batches = DATES.batches(np.random.default_rng(seed))
    rate = partial(date_rate, at_rest=at_rest)
    train(model, batches, STEPS, rate, smoothing=smoothing)
    torch.set_num_threads(threads)
    return model


def share_right(seed: int, **how: float) -> float:
    """Exact match on the chapter's 1,000 unseen dates."""
    return exact_match(trained(seed, **how), DATES, UNSEEN)


def ways(model: Transformer, text: str, width: int) -> list[tuple[float, list[int]]]:
    """What a beam finds, the best first: logarithms of probabilities, and ids."""
    with torch.no_grad():
        encoded = model.encode(torch.tensor([DATES.source.encode(text)]))

    @torch.no_grad()
    def step_logits(ids: np.ndarray) -> np.ndarray:
        target = torch.tensor(np.asarray(ids))[None]
        return model.decode(target, *encoded)[0, -1].numpy()

    return beam_search(step_logits, BOS, EOS, width, 16)


def best_chance(seed: int, texts: tuple[str, ...] = CLEAR, **how: float) -> float:
    """The probability of what it writes greedily: the median over texts."""
    model = trained(seed, **how)
    return float(np.median([np.exp(ways(model, text, 1)[0][0]) for text in texts]))


def shares_that_differ(seed: int) -> tuple[float, float]:
    """How often greedy and a beam of four differ where it is sure, and where it is not.

    It is sure where the beam's second is less than 0.3 times as likely as its first.
    """
    model, differ = trained(seed), {True: [], False: []}
    for text in CLEAR + DOUBTFUL:
        (first, best), (second, _), *_ = ways(model, text, 4)
        differ[second - first < np.log(0.3)].append(best != ways(model, text, 1)[0][1])
    return float(np.mean(differ[True])), float(np.mean(differ[False]))

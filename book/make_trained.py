"""Train the networks that chapters show ready-made; store them in book/data/trained_*.json.

    python book/make_trained.py                all of them, some five minutes on one core
    python book/make_trained.py translation    those of chapter 10

``tests/slow/test_trained.py`` trains them again.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from chapter_cells import code_of
from torch import nn
from torch.nn import functional

from attention_lessons import digits, digits_study, induction_model, trained
from attention_lessons import translation_training as dates
from attention_lessons.efficient_gpu import machine, today
from attention_lessons.translation_data import DATES, date_pairs
from attention_lessons.translation_model import Transformer
from attention_lessons.writing_training import Recipe, fit, load_ids
from solutions.ch09_transformer_block.encoder_block import EncoderBlock
from solutions.ch09_transformer_block.positional_encoding import (
    positional_encoding,
)
from solutions.ch11_reading_attention.induction_score import induction_score
from solutions.ch11_reading_attention.previous_token_score import (
    previous_token_score,
)

Made = tuple[dict[str, nn.Module], dict[str, Any]]


def scores() -> Made:
    """Chapter 06: losses without the division, and how often the right token wins."""
    chapter = code_of(
        "chapters/06-scaling-and-scores.md",
        *("softmax", "draw_batch", "loss_and_gradients", "adam", "first_matrices", "train"),
        *("small_steps_of_W_Q", "plain_descent", "tries"),
        check=lambda _, answer: answer,
        d_k=512,
    )

    def runs(count: int, **options: Any) -> list[tuple[list[float], float]]:
        ends = (chapter["train"](1.0, seed=seed, **options) for seed in range(count))
        return [(rounded(losses), round(float(right), 4)) for losses, right, _ in ends]

    tries = {name: runs(3, **options) for name, options in chapter["tries"].items()}
    return {}, {"as it is": runs(5), **tries}


def blocks() -> Made:
    """Chapter 09: the losses of stacks with the norm elsewhere, or without a part."""
    given = {"torch": torch, "nn": nn, "F": functional, "EncoderBlock": EncoderBlock}
    chapter = code_of(
        "chapters/09-transformer-block.md",
        *("PostNormBlock", "Backwards", "train", "ways", "NoPositions", "left_out"),
        **given,
        positional_encoding=positional_encoding,
    )
    kinds = {**chapter["ways"], **chapter["left_out"]}
    return {}, {
        "losses": {
            name: [rounded(chapter["train"](seed=seed, **kind)[0]) for seed in (0, 1, 2)]
            for name, kind in kinds.items()
        }
    }


def translation() -> Made:
    """Chapter 10: dates, and how many were right along the way."""
    torch.manual_seed(0)
    model = Transformer(len(DATES.source), len(DATES.target))
    unseen = date_pairs(np.random.default_rng(1), 1000, unseen=True)[:200]
    right = {}

    def watch(step: int, _loss: float) -> None:
        if step in (100, 200, 300, 450, dates.STEPS):
            right[step] = dates.exact_match(model, DATES, unseen)

    batches = DATES.batches(np.random.default_rng(0))
    losses = dates.train(model, batches, dates.STEPS, dates.date_rate, watch=watch)
    return {"model": model}, {"losses": rounded(losses), "right": right}


def induction() -> Made:
    """Chapter 11: two layers and their scores as they grow; one layer; two heads each."""
    few, _ = induction_model.repeating_ids(np.random.default_rng(1), 16, period=32)
    one_back, scores = [], []
    models, losses = {}, {}

    def watch(step: int, _loss: float) -> None:
        if step % 20 == 0:
            with torch.no_grad():
                weights = model(torch.from_numpy(few))[1].numpy()
            one_back.append(previous_token_score(weights[0, ..., :32, :32]).mean())
            scores.append(induction_score(weights[1], 32).mean())

    for name, layers, heads in (("model", 2, 1), ("control", 1, 1), ("wider", 2, 2)):
        torch.manual_seed(0)
        model = models[name] = induction_model.AttentionOnly(layers, heads)
        losses[name] = induction_model.train(
            model, np.random.default_rng(0), 800, watch=watch if name == "model" else None
        )
    return models, {
        "losses": rounded(losses["model"]),
        "one_back": rounded(one_back),
        "induction": rounded(scores),
    }


def writing() -> Made:
    """Chapter 13: a decoder that has read NumPy's docstrings."""
    tokenizer, ids, _, _ = load_ids()
    torch.manual_seed(0)
    model = Recipe().model(len(tokenizer))
    return {"model": model}, {"losses": rounded(fit(model, ids, Recipe()))}


def images() -> Made:
    """Chapter 16: what is compared there from the first seed, a Transformer from three."""
    train, _ = digits.split(digits.load())
    ways = [way for way in digits_study.WAYS if "moved" not in way]
    models = {way: digits_study.fit(way, 0, train) for way in ways}
    for seed in (1, 2):
        models[f"Transformer, seed {seed}"] = digits_study.fit("Transformer", seed, train)
    return models, {}


NETWORKS: dict[str, Callable[[], Made]] = {
    "scores": scores,
    "blocks": blocks,
    "translation": translation,
    "induction": induction,
    "writing": writing,
    "images": images,
}


def rounded(numbers: list[float]) -> list[float]:
    """As many digits as a picture needs."""
    return [round(float(number), 4) for number in numbers]


def made(name: str) -> Path:
    """Train the networks of one chapter and store them."""
    torch.set_num_threads(1)
    models, found = NETWORKS[name]()
    by = {"machine": machine(), "date": today(), "torch": torch.__version__}
    return trained.keep(name, models, **by, **found)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or NETWORKS:
        print(f"Written: {made(chosen).name}", flush=True)

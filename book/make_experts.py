"""Chapter 13's model with one layer of experts, stored: book/data/experts.json.

    python book/make_experts.py

The second block's feed-forward layer is 384 wide, or a mixture of eight experts of 192
of which each token meets two, or as wide as all eight together.  Each is trained from
three seeds as in chapter 13: about half an hour of one CPU thread.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from attention_lessons.efficient_gpu import machine, today
from attention_lessons.mixture_model import (
    EXPERTS,
    Mixture,
    loads,
    mixture_step,
    new_model,
    with_mixture,
)
from attention_lessons.writing_model import LanguageModel
from attention_lessons.writing_training import Recipe, all_logits, fit, load_ids
from solutions.ch09_transformer_block.feed_forward import FeedForward
from solutions.ch13_writing_text.perplexity import perplexity

STORED = Path(__file__).parent / "data" / "experts.json"
SEEDS = (0, 1, 2)
RECIPE = Recipe()
ALPHA = 0.01  # Fedus and others' factor
# Name: (what is put into the model, alpha of the balance loss, whether a router learns).
WAYS: dict[str, tuple[Callable[[LanguageModel], Mixture | None], float, bool]] = {
    "one layer, 384 wide": (lambda model: None, 0, True),
    "8 experts, balance loss": (with_mixture, ALPHA, True),
    "8 experts without it": (with_mixture, 0, True),
    "8 experts, random router": (with_mixture, 0, False),
    "one layer, 1,536 wide": (lambda model: widen(model), 0, True),
}


def widen(model: LanguageModel) -> None:
    """Make the last block's feed-forward layer as wide as all experts together."""
    old = model.blocks[-1].feed_forward
    d_ff, d_model = old.linear1.weight.shape
    model.blocks[-1].feed_forward = FeedForward(d_model, d_ff * EXPERTS // 2)


def active(model: nn.Module, mixture: Mixture | None) -> int:
    """How many parameters a token meets."""
    every = sum(p.numel() for p in model.parameters())
    if mixture is None:
        return every
    idle = mixture.experts[2:]  # each token meets two, and all are of a size
    return every - sum(p.numel() for p in idle.parameters())


def measure(
    seeds: tuple[int, ...] = SEEDS, names: tuple[str, ...] = tuple(WAYS)
) -> Iterator[dict[str, Any]]:
    """All results so far, after each model: what the stored file holds."""
    torch.set_num_threads(1)
    tokenizer, ids, held_out, _ = load_ids()
    found: dict[str, dict[str, Any]] = {}
    for seed in seeds:
        for name in names:
            put, alpha, learns = WAYS[name]
            model = new_model(RECIPE, len(tokenizer), seed)
            mixture = put(model)
            started = time.process_time()
            if mixture:
                mixture.router.weight.requires_grad_(learns)
                losses = fit(model, ids, RECIPE, mixture_step(mixture, alpha), seed=seed)
            else:
                losses = fit(model, ids, RECIPE, seed=seed)
            row = found.setdefault(name, {"held_out": [], "training": [], "seconds": []})
            row["parameters"] = sum(p.numel() for p in model.parameters())
            row["active"] = active(model, mixture)
            row["held_out"].append(round(perplexity(*all_logits(model, held_out)), 3))
            row["training"].append(round(float(np.exp(np.mean(losses[-100:]))), 3))
            row["seconds"].append(round(time.process_time() - started, 1))
            if mixture:
                shares = loads(model, mixture, held_out)
                row.setdefault("loads", []).append([round(s, 4) for s in shares])
            stored = {"machine": machine(), "date": today(), "torch": torch.__version__}
            yield stored | {"steps": RECIPE.steps, "alpha": ALPHA, "ways": found}


def main() -> int:
    """Measure, and store after every model."""
    for results in measure():
        STORED.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        name, row = list(results["ways"].items())[-1]
        print(name, {key: row[key] for key in row if key != "loads"}, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

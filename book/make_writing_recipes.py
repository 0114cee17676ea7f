"""Train chapter 13's model with one thing changed at a time, and store what comes out.

    python book/make_writing_recipes.py

trains each recipe from two seeds, about a quarter of an hour of one CPU thread, and
writes book/data/writing_recipes.json, which the chapter shows.
"""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from attention_lessons.efficient_gpu import machine, today
from attention_lessons.writing_training import Recipe, all_logits, fit, load_ids
from solutions.ch13_writing_text.perplexity import perplexity

STORED = Path(__file__).parent / "data" / "writing_recipes.json"
SEEDS = (0, 1)
BASE = Recipe()
RECIPES = {
    "as in the chapter": BASE,
    "no schedule": replace(BASE, schedule=False),
    "no clipping": replace(BASE, clip=None),
    "no weight tying": replace(BASE, tied=False),
    "GELU for ReLU": replace(BASE, gelu=True),
    "dropout 0.1": replace(BASE, dropout=0.1),
}


def measure(
    seeds: tuple[int, ...] = SEEDS, names: tuple[str, ...] = tuple(RECIPES)
) -> Iterator[dict[str, Any]]:
    """All results so far, after each model: what the stored file holds."""
    torch.set_num_threads(1)
    tokenizer, ids, held_out, _ = load_ids()
    found: dict[str, dict[str, Any]] = {}
    for seed in seeds:
        for name in names:
            recipe = RECIPES[name]
            torch.manual_seed(seed)
            model = recipe.model(len(tokenizer))
            started = time.process_time()
            losses = fit(model, ids, recipe, seed=seed)
            row = found.setdefault(name, {"held_out": [], "training": [], "seconds": []})
            row["parameters"] = sum(p.numel() for p in model.parameters())
            row["held_out"].append(round(perplexity(*all_logits(model, held_out)), 3))
            row["training"].append(round(float(np.exp(np.mean(losses[-100:]))), 3))
            row["seconds"].append(round(time.process_time() - started, 1))
            stored = {"machine": machine(), "date": today(), "torch": torch.__version__}
            yield stored | {"steps": recipe.steps, "recipes": found}


def main() -> int:
    """Measure, and store after every model."""
    for results in measure():
        STORED.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        name, row = list(results["recipes"].items())[-1]
        print(name, row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

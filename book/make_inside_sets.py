"""Ask chapter 15's questions of whole sets, and store what comes out.

    python book/make_inside_sets.py [--out FILE] [--count N] [--texts N]

About a quarter of an hour on one core.  ``tests/slow`` runs a part of it again.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from attention_lessons import inside
from attention_lessons import inside_sets as sets
from attention_lessons.model_files import ModelFileProblem
from attention_lessons.smollm2 import Model, load_smollm2
from solutions.ch15_inside_a_model.head_contributions import head_contributions
from solutions.ch15_inside_a_model.mean_ablate import mean_ablate
from solutions.ch15_inside_a_model.patch import patch

TEXTS = 8  # random pieces, twice: so many texts to ask
REFERENCE = range(100, 104)  # the seeds of the texts that the means come from


def family(decoder: Model, name: str, count: int | None = None) -> list[dict[str, Any]]:
    """Everything that is asked of the prompts of one family."""
    asked = sets.prompts(decoder, name, count)
    traces = [decoder.trace(prompt.clean) for prompt in asked]
    rows = []
    for prompt, trace, means in zip(
        asked, traces, sets.means_of_others(traces), strict=True
    ):
        moved = sets.carried(decoder, prompt, patch)
        found = sets.needed(decoder, prompt, trace, means, mean_ablate, head_contributions)
        rows.append({"word": prompt.word, "moved": moved, **found})
        print(name, prompt.word, rounded(found), flush=True)
    return rows


def repetition(decoder: Model, texts: int = TEXTS) -> dict[str, Any]:
    """What is lost on repeated random text without heads; means from such text."""
    others = [decoder.trace(sets.repeated(decoder, seed)) for seed in REFERENCE]
    means = np.mean([t.z[:, 1:].mean(axis=1) for t in others], axis=0)
    reading = decoder.trace(decoder.tokenizer.encode(inside.LIBRARY))
    library = reading.z[:, 1:].mean(axis=1)
    induction = np.mean(
        [inside.induction_score(t.weights[:, :, 1:, 1:], sets.PERIOD) for t in others], 0
    )
    one_back = np.mean([inside.previous_token_score(t.weights) for t in others], axis=0)
    best, before = (inside.heads_in_order(s, n) for s, n in ((induction, 8), (one_back, 5)))
    chosen = {
        "8 induction heads": (best, means),
        "5 one-back heads": (before, means),
        "(16, 0) alone": ([(16, 0)], means),
        "(16, 0), first copy": ([(16, 0)], means, sets.FIRST_COPY),
        "(16, 0), second copy": ([(16, 0)], means, sets.SECOND_COPY),
        "the other four": ([head for head in before if head != (16, 0)], means),
        "(1, 3) at zero": ([(1, 3)], np.zeros_like(means)),
        "(1, 3), mean of the library": ([(1, 3)], library),
        "(1, 3), mean of random text": ([(1, 3)], means),
    }
    layers, heads = induction.shape
    rest = [(i, j) for i in range(layers) for j in range(heads) if (i, j) not in best]
    for seed in range(sets.DRAWS):
        order = np.random.default_rng(seed).permutation(len(rest))[:8]
        chosen[f"draw {seed}"] = ([rest[i] for i in order], means)
    rows = [loss_without(decoder, seed, chosen, best) for seed in range(texts)]
    return {
        "best": best,
        "before": before,
        "draws": {name: chosen[name][0] for name in chosen if name.startswith("draw")},
        "texts": rows,
    }


def loss_without(
    decoder: Model, seed: int, chosen: dict[str, tuple], best: list[sets.Head]
) -> dict[str, Any]:
    """One text: its losses, and the score of the induction heads without the others."""
    ids = sets.repeated(decoder, seed)
    whole = decoder.trace(ids)
    copies = inside.loss(whole.logits, ids)
    loss = {"nothing": sets.second_copy(whole, ids)}
    score = {"nothing": mean_score(whole, best)}
    for name, (heads, means, *rows) in chosen.items():
        edit = sets.heads_off(heads, means, mean_ablate, *rows)
        changed = decoder.trace(ids, edit_heads=edit, plain=whole)
        loss[name] = sets.second_copy(changed, ids)
        score[name] = mean_score(changed, best)
    print(seed, rounded(loss), flush=True)
    first = float(copies[1 : sets.PERIOD].mean())
    return {"first copy": first, "loss": loss, "score": score}


def mean_score(trace: Any, heads: list[sets.Head]) -> float:
    """The mean induction score of some heads in one reading."""
    own = inside.induction_score(trace.weights[:, :, 1:, 1:], sets.PERIOD)
    return float(np.mean([own[head] for head in heads]))


def rounded(found: Any) -> Any:
    """The same with three digits behind the point, and names as JSON has them."""
    if isinstance(found, dict):
        return {str(name): rounded(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [rounded(value) for value in found]
    return round(found, 3) if isinstance(found, float) else found


def main() -> int:
    """Ask everything, and store it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=sets.STORED)
    parser.add_argument("--count", type=int, help="so many prompts of each family; all")
    parser.add_argument("--texts", type=int, default=TEXTS)
    options = parser.parse_args()
    try:
        decoder = load_smollm2()
    except ModelFileProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    stored = {
        "repetition": repetition(decoder, options.texts),
        "families": {name: family(decoder, name, options.count) for name in sets.FRAMES},
    }
    options.out.write_text(json.dumps(rounded(stored)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

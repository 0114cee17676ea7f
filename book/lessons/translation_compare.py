"""Measure three models of one size at one budget on spoken digits (chapter 10).

    python -m attention_lessons.translation_compare

trains each from seven seeds, about half an hour of one CPU thread, and
writes book/data/translation_by_length.json, which the chapter draws.  The steps
of each are as many as fit the budget of CPU time on the machine at hand.
"""

import datetime
import json
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from attention_data import FOLDER
from attention_lessons.translation_data import MOST_WORDS, SPOKEN_DIGITS, digit_pairs
from attention_lessons.translation_model import Transformer, count_parameters
from attention_lessons.translation_rnn import RecurrentTranslator
from attention_lessons.translation_training import exact_match, train, warm_up_then_cosine

STORED = FOLDER / "translation_by_length.json"
CPU_SECONDS = 70
SEEDS = tuple(range(7))
EACH_LENGTH = 200  # unseen strings
SHORT_TRIAL = 50  # steps, to find how many fit the budget

SIZES = len(SPOKEN_DIGITS.source), len(SPOKEN_DIGITS.target)
MODELS: dict[str, Callable[[], nn.Module]] = {
    "GRU without attention": lambda: RecurrentTranslator(
        *SIZES, attention=False, encoder_width=88, decoder_width=120
    ),
    "GRU with Bahdanau's attention": lambda: RecurrentTranslator(
        *SIZES, attention=True, encoder_width=78, decoder_width=124
    ),
    "Transformer": lambda: Transformer(*SIZES),
}


def fit(name: str, seed: int, steps: int) -> tuple[nn.Module, float]:
    """Train one model; return it and the CPU seconds it took."""
    torch.manual_seed(seed)
    model = MODELS[name]()
    batches = SPOKEN_DIGITS.batches(np.random.default_rng(seed))
    started = time.process_time()
    train(model, batches, steps, warm_up_then_cosine(steps))
    return model, time.process_time() - started


def by_length(model: nn.Module, seed: int) -> list[float]:
    """Exact match on unseen strings of 1, 2, ... words."""
    rng = np.random.default_rng(10_000 + seed)
    shares = []
    for n_words in range(1, MOST_WORDS + 1):
        unseen = n_words > 3  # shorter strings are never held out
        pairs = digit_pairs(rng, EACH_LENGTH, unseen=unseen, n_words=n_words)
        shares.append(exact_match(model, SPOKEN_DIGITS, pairs))
    return shares


def steps_within(name: str, seconds: float) -> int:
    """How many steps of this model fit so many CPU seconds on this machine."""
    fit(name, 0, 5)  # the first steps set things up
    _, taken = fit(name, 0, SHORT_TRIAL)
    return max(1, round(seconds / taken * SHORT_TRIAL))


def measure(
    seeds: tuple[int, ...] = SEEDS, seconds: float = CPU_SECONDS
) -> Iterator[dict[str, Any]]:
    """All results so far, after each seed: what the stored file holds."""
    models: dict[str, dict[str, Any]] = {
        name: {
            "parameters": count_parameters(make()),
            "steps": steps_within(name, seconds),
            "cpu_seconds": [],
            "exact_match": [],
        }
        for name, make in MODELS.items()
    }
    for seed in seeds:
        for name, results in models.items():
            model, cpu = fit(name, seed, results["steps"])
            shares = by_length(model, seed)
            results["cpu_seconds"].append(round(cpu, 1))
            results["exact_match"].append([round(share, 4) for share in shares])
            print(f"seed {seed}, {cpu:.0f} s, {name}: {shares}", flush=True)
        yield {
            "machine": f"{machine()}, one thread, PyTorch {torch.__version__}",
            "date": datetime.date.today().isoformat(),
            "words": list(range(1, MOST_WORDS + 1)),
            "strings_of_each_length": EACH_LENGTH,
            "models": models,
        }


def machine() -> str:
    """The processor's name where the system tells it, else its kind."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    return names[0] if names else platform.machine()


def main() -> None:
    """Measure and store."""
    torch.set_num_threads(1)
    for results in measure():
        STORED.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(f"Written: {STORED}")


if __name__ == "__main__":
    main()

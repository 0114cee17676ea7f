"""A small change to SmolLM2's matrices, learnt for one task: dates to ISO form.

Hu et al. 2021, "LoRA: Low-Rank Adaptation of Large Language Models", section 4.1.  Beside
a frozen matrix W stand two thin ones: A with RANK columns, B with RANK rows; the layer
uses W + A B.  ``book/make_lora_dates.py`` trained A and B and stored them.
"""

import base64
import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np

from attention_data import FOLDER
from attention_lessons.smollm2 import Model

RANK = 2
CHANGED = ("attn_q.weight", "attn_v.weight")
DATA = FOLDER / "lora_dates.json"
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
Adapter = list[dict[str, tuple[np.ndarray, np.ndarray]]]  # of each layer: name to (A, B)


def dates(rng: np.random.Generator, count: int) -> list[tuple[str, str]]:
    """Draw dates: (a prompt such as "7 March 1998 = ", its answer "1998-03-07")."""
    days = rng.integers(1, 29, size=count)
    months = rng.integers(1, 13, size=count)
    years = rng.integers(1900, 2100, size=count)
    return [
        (f"{day} {MONTHS[month - 1]} {year} =", f" {year}-{month:02d}-{day:02d}")
        for day, month, year in zip(days, months, years, strict=True)
    ]


def read_adapter() -> tuple[Adapter, dict[str, Any]]:
    """Read the stored matrices, and what was measured when they were trained."""
    stored = json.loads(DATA.read_text(encoding="utf-8"))
    raw = base64.b85decode(stored.pop("matrices"))
    numbers = np.frombuffer(raw, dtype="<f2").astype(np.float32)
    adapter, at = [], 0
    for layer in stored.pop("shapes"):
        pairs = {}
        for name, (d_in, d_out) in layer.items():
            middle, end = at + d_in * RANK, at + (d_in + d_out) * RANK
            A = numbers[at:middle].reshape(d_in, RANK)
            pairs[name] = A, numbers[middle:end].reshape(RANK, d_out)
            at = end
        adapter.append(pairs)
    return adapter, stored


def write_adapter(adapter: Adapter, measured: dict[str, Any], path: Path = DATA) -> None:
    """Store the matrices as float16, and what was measured."""
    pairs = [pair for layer in adapter for pair in layer.values()]
    raw = b"".join(each.astype("<f2").tobytes() for pair in pairs for each in pair)
    shapes = [
        {name: (len(A), B.shape[1]) for name, (A, B) in layer.items()} for layer in adapter
    ]
    matrices = base64.b85encode(raw).decode()
    stored = {**measured, "shapes": shapes, "matrices": matrices}
    path.write_text(json.dumps(stored) + "\n", encoding="utf-8")


def with_adapter(model: Model, adapter: Adapter) -> Model:
    """The same model with A B added to each changed matrix."""
    layers = tuple(
        {
            name: W + pairs[name][0] @ pairs[name][1] if name in pairs else W
            for name, W in weights.items()
        }
        for weights, pairs in zip(model.layers, adapter, strict=True)
    )
    return dataclasses.replace(model, layers=layers)


def trained_numbers(adapter: Adapter) -> int:
    """How many numbers the adapter has."""
    return sum(A.size + B.size for layer in adapter for A, B in layer.values())


def exact(model: Model, examples: list[tuple[str, str]]) -> float:
    """The share of prompts behind which the model writes exactly the answer."""
    new = len(model.tokenizer.encode(examples[0][1]))
    return float(np.mean([model.write(p, new) == answer for p, answer in examples]))

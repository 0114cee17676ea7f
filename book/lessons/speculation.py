"""Drafts for SmolLM2 that its own passes check (chapter 19).

Leviathan et al. 2022, "Fast Inference from Transformers via Speculative Decoding".
"""

import dataclasses
import json
from typing import Any

from attention_data import FOLDER
from attention_lessons.real_model_study import ORDINARY
from attention_lessons.smollm2 import Model, as_chat

# What is asked, and whether the answer is mostly in the question.
GIVEN = tuple(
    as_chat(f"{task}\n\n{text}")
    for task, text in zip(
        (
            "Repeat this text word for word.",
            "Correct the spelling of this text.",
            "Write this text again with short sentences.",
            "Translate this text into simple English.",
            "Copy this text and put quotation marks around it.",
        ),
        ORDINARY,
        strict=True,
    )
)
FREE = (
    *(as_chat(text) for text in ("Who was Marie Curie?", "Tell me a joke about a cat.")),
    "Once upon a time, there was a little",
    "The capital of France is",
    "My sister called last night to say that",
    "In 1969 the first men on the moon",
    "Dear Sir or Madam, I am writing to",
    "The reason why the sky is blue is",
    "def fibonacci(n):\n",
    "To make bread, mix flour, water, salt and yeast.",
)


def cut(cache, n):
    """The cache of the first n tokens."""
    return [(k[:, :n], v[:, :n]) for k, v in cache]


def first_layers(model: Model, count: int) -> Model:
    """The model's first layers with its own norm and table: no number is copied.

    What it needs of a cache is the first ``count`` of its pairs.
    """
    config = dataclasses.replace(model.config, n_layers=count)
    return dataclasses.replace(model, config=config, layers=model.layers[:count])


def written_by_drafts(model, ids, count, draft, verify, end=None):
    """All ids, written as greedily, and how many each pass brought."""
    ids, stop = list(ids), len(ids) + count
    _, cache = model.read(ids[:-1])  # the last token is read with the draft
    brought = []
    while len(ids) < stop and ids[-1] != end:
        guess = list(draft(ids))
        logits, longer = model.read([ids[-1], *guess], cache)
        new = verify(logits, guess)[: stop - len(ids)]
        if end in new:
            new = new[: new.index(end) + 1]
        ids += new
        cache = cut(longer, len(ids) - 1)  # without the rejected tokens
        brought.append(len(new))
    return ids, brought


def numbers_read(model: Model, layers: int | None = None) -> int:
    """How many weights one pass reads: those of so many layers, norm and table."""
    used = model.layers[:layers]
    inside = sum(array.size for layer in used for array in layer.values())
    return inside + model.output_norm.size + model.table.size


def stored() -> dict[str, Any]:
    """What was counted on SmolLM2 (book/make_drafts.py)."""
    return json.loads((FOLDER / "drafts.json").read_text(encoding="utf-8"))

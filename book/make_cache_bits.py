"""What few bits in the cache cost: book/data/cache_bits.json (chapter 18).

    python book/make_cache_bits.py

SmolLM2 reads stretches of text with its keys and values rounded, by the chapter's own
functions.  A number in the middle of a step is rounded up on one processor and down on
another, and thirty layers magnify that: so it is measured once, on several stretches.
A minute on one core.
"""

import json
from pathlib import Path
from typing import Any

from chapter_cells import code_of

from attention_lessons import long_contexts as study
from attention_lessons.efficient_gpu import machine, today
from attention_lessons.smollm2 import Model, load_smollm2
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
from solutions.ch18_long_contexts.quantise_cache import quantise_cache

OUT = Path(__file__).parent / "data" / "cache_bits.json"
STRETCHES, TOKENS = 4, 192
AXES = ("features", "tokens")
WAYS = {  # what is rounded, and along which axis a group runs
    **{f"both along features, {b} bits": (b, "features", "features") for b in (8, 4, 3, 2)},
    **{f"keys along {axis}, {b} bits": (b, axis, None) for axis in AXES for b in (4, 2)},
    **{f"values along {axis}, {b} bits": (b, None, axis) for axis in AXES for b in (4, 2)},
}


def measure(stretches: int = STRETCHES) -> dict[str, Any]:
    """The loss of each stretch, and by how many nats it rises in each way."""
    model: Model = load_smollm2()
    whole, rises = [], {name: [] for name in WAYS}
    for ids in study.docstring_ids(model, stretches, 400)[:, :TOKENS]:
        usual = study.loss_after(model, ids)
        rise = code_of(
            "chapters/18-long-contexts.md",
            "through_bits",
            **{"quantise_cache": quantise_cache, "model": model, "study": study},
            **{"grouped_query_attention": grouped_query_attention},
            **{"short": ids, "whole": usual},
        )["rise"]
        whole.append(round(usual, 3))
        for name, way in WAYS.items():
            rises[name].append(round(rise(*way), 3))
    return {"machine": machine(), "date": today(), "loss": whole, "rise": rises}


if __name__ == "__main__":
    OUT.write_text(json.dumps(measure(), indent=1) + "\n", encoding="utf-8")

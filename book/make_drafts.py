"""Count drafts on SmolLM2: book/data/drafts.json, which chapter 19 shows.

    python book/make_drafts.py

Fifteen prompts, up to 64 tokens each: how many passes they take with drafts that are looked
up in the text, how often the model's first layers agree with all of them, and how long a
pass over several tokens takes.  Two minutes of one core.
"""

import json
import sys
import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np

from attention_lessons import speculation as study
from attention_lessons.efficient_gpu import machine, today
from attention_lessons.readers_parts import softmax
from attention_lessons.smollm2 import Model, load_smollm2
from solutions.ch19_writing_faster.draft_from_text import draft_from_text
from solutions.ch19_writing_faster.verify_draft import verify_draft

STORED = Path(__file__).parent / "data" / "drafts.json"
WRITTEN, LONGEST = 64, 3
COUNTS = (2, 5, 10)  # tokens of a draft
LAYERS = (5, 10, 15, 20, 25, 28, 29)
TOGETHER = (1, 2, 4, 8, 16, 32)


def count_passes(model: Model, prompt: str) -> dict[str, Any]:
    """What each pass brings over a prompt, by the length of the draft.

    The text is written with drafts and found to be the greedy one by a single reading;
    what other drafts bring follows from it.
    """
    ids = model.tokenizer.encode(prompt)
    end = model.metadata["tokenizer.ggml.eos_token_id"]

    def draft(text: list[int]) -> list[int]:
        return draft_from_text(text, LONGEST, COUNTS[-1])

    text, brought = study.written_by_drafts(model, ids, WRITTEN, draft, verify_draft, end)
    row: dict[str, Any] = {"read": len(ids), "brought": {}, "own": {}}
    for count in COUNTS:
        passes = list(brought_of(text, len(ids), count))
        row["brought"][str(count)] = [new for new, _ in passes]
        row["own"][str(count)] = sum(new - 1 for new, is_own in passes if is_own)
    row["counted"] = row["brought"][str(COUNTS[-1])] == brought
    row["text"] = model.tokenizer.decode(text[len(ids) :])
    return row | first_layers(model, text, len(ids))


def brought_of(text: list[int], at: int, count: int) -> Iterator[tuple[int, bool]]:
    """What each pass brings when the greedy text from ``at`` on is written by drafts.

    With each: whether the draft was found where the model had written, not in the prompt.
    """
    read = at
    while at < len(text):
        found = draft_from_text(text[:at], LONGEST, count)
        pairs = zip(found, text[at:-1], strict=False)  # the last is the model's own
        new = 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        yield new, place_of(text[:at], found) > read
        at += new


def place_of(text: list[int], found: list[int]) -> int:
    """Where the draft stood: behind how many tokens; 0 without a draft."""
    for size in range(min(LONGEST, len(text) - 1), 0, -1):
        for start in range(len(text) - size - 1, -1, -1):
            if found and text[start : start + size] == text[-size:]:
                return start + size
    return 0


def first_layers(model: Model, text: list[int], read: int) -> dict[str, Any]:
    """Where the first layers agree with all, at every token that was written."""
    logits, hidden = model.run(text)
    here = slice(read - 1, len(text) - 1)
    p = softmax(logits[here].astype(float))
    is_greedy = p.argmax(axis=1).tolist() == text[read:]
    agree, overlap = {}, {}
    for layers in LAYERS:
        q = softmax((model.norm(hidden[layers - 1][here]) @ model.table.T).astype(float))
        same = q.argmax(axis=1) == p.argmax(axis=1)
        agree[str(layers)] = "".join(map(str, same.astype(int)))
        overlap[str(layers)] = round(float(np.minimum(p, q).sum(axis=1).mean()), 4)
    return {"greedy": is_greedy, "agree": agree, "overlap": overlap}


def pass_times(model: Model, tries: int = 5) -> dict[str, float]:
    """CPU seconds of a pass over so many tokens behind 64 others, the best of some."""
    ids = model.tokenizer.encode(study.FREE[2] * 20)
    _, cache = model.read(ids[:64])
    found = {}
    for together in TOGETHER:
        new, taken = ids[64 : 64 + together], []
        for _ in range(tries):
            started = time.process_time()
            model.read(new, cache)
            taken.append(time.process_time() - started)
        found[str(together)] = round(min(taken), 5)
    return found


def measure() -> Iterator[dict[str, Any]]:
    """All results so far: what the stored file holds."""
    model = load_smollm2()
    found: dict[str, Any] = {"machine": machine(), "date": today(), "given": [], "free": []}
    found["read"] = {
        str(layers): study.numbers_read(model, layers) for layers in (*LAYERS, 30)
    }
    for kind, prompts in (("given", study.GIVEN), ("free", study.FREE)):
        for prompt in prompts:
            found[kind].append(count_passes(model, prompt))
            yield found
    found["seconds"] = pass_times(model)
    yield found


def main() -> int:
    """Count, and store after every prompt."""
    for results in measure():
        STORED.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        last = (results["free"] or results["given"])[-1]
        print(
            {k: len(v) for k, v in last["brought"].items()}, last["text"][:60], flush=True
        )
    print(results["seconds"])
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Chapter 15 over sets: the same questions asked of many prompts, not of one.

    python book/make_inside_sets.py

asks them of all prompts and writes book/data/inside_sets.json; the chapter asks them of
a few, with the reader's own functions.  The pairs were written down before the model had
read them.  Left out since are those that it does not answer: ``answered``.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from attention_data import FOLDER
from attention_lessons import inside
from attention_lessons.smollm2 import Edit, Model, Trace

STORED = FOLDER / "inside_sets.json"
Head = tuple[int, int]
CARRIER, LOUDEST, AGAINST = (23, 4), (29, 1), (29, 0)  # as France and Rome show them
LAYERS = (10, 14, 17, 20, 21, 22, 23, 24, 26)
PERIOD = 40  # random pieces, twice
FIRST_COPY, SECOND_COPY = slice(1, PERIOD + 1), slice(PERIOD + 1, None)
DRAWS = 24  # of eight other heads

FRAMES = {
    "capitals": "The capital of {} is the city of",
    "languages": "The official language of {} is",
    "opposites": "The opposite of {} is",
    "plurals": "I saw one {}, and then I saw two",
}
# Words and answers of one piece each.
_WORDS = {
    "capitals": "France Paris, Italy Rome, Germany Berlin, Egypt Cairo, Japan Tokyo, "
    "Greece Athens, Spain Madrid, Russia Moscow, China Beijing, Austria Vienna, "
    "Poland Warsaw, Portugal Lisbon, Ireland Dublin, Cuba Havana, Peru Lima, "
    "Kenya Nairobi, Norway Oslo, Sweden Stockholm, Finland Helsinki, "
    "Denmark Copenhagen, Hungary Budapest, Iran Tehran, Iraq Baghdad, Syria Damascus, "
    "Canada Ottawa, India Delhi, England London, Belgium Brussels",
    "languages": "France French, Italy Italian, Germany German, Egypt Arabic, "
    "Japan Japanese, Greece Greek, Spain Spanish, Russia Russian, China Chinese, "
    "Poland Polish, Portugal Portuguese, Norway Norwegian, Sweden Swedish, "
    "Finland Finnish, Denmark Danish, Hungary Hungarian, Iran Persian, Israel Hebrew, "
    "England English, Turkey Turkish, Thailand Thai, Romania Romanian, "
    "Ukraine Ukrainian, Vietnam Vietnamese, India Hindi, Bulgaria Bulgarian",
    "opposites": "hot cold, big small, good bad, up down, left right, day night, "
    "black white, young old, happy sad, fast slow, high low, rich poor, hard soft, "
    "long short, open closed, light dark, strong weak, wet dry, inside outside, "
    "true false, war peace, life death, north south, east west, win lose, buy sell",
    "plurals": "dog dogs, cat cats, tree trees, house houses, car cars, book books, "
    "man men, woman women, mouse mice, bird birds, boat boats, horse horses, "
    "ship ships, girl girls, boy boys, box boxes, foot feet, tooth teeth, knife knives, "
    "wolf wolves, star stars, flower flowers, city cities, king kings, leaf leaves, "
    "cow cows",
}


@dataclass(frozen=True)
class Prompt:
    """Two texts that differ in one piece, and the answer to each."""

    word: str
    clean: list[int]
    corrupted: list[int]
    place: int  # of the piece that differs
    right: int
    wrong: int

    def preference(self, logits: np.ndarray) -> float:
        """How much higher the right answer's logit is; logits (n, vocab)."""
        return float(logits[-1, self.right] - logits[-1, self.wrong])


def prompts(decoder: Model, family: str, count: int | None = None) -> list[Prompt]:
    """Each word of a family beside the next one, whose answer is the wrong one."""
    encode, frame = decoder.tokenizer.encode, FRAMES[family]
    rows = [pair.split() for pair in _WORDS[family].split(", ")]
    found = []
    for (word, right), (other, wrong) in zip(rows, rows[1:] + rows[:1], strict=True):
        clean, corrupted = encode(frame.format(word)), encode(frame.format(other))
        [piece], [a], [b] = (encode(" " + each) for each in (word, right, wrong))
        found.append(Prompt(word, clean, corrupted, clean.index(piece), a, b))
    return found[:count]


def heads_off(
    heads: Sequence[Head],
    means: np.ndarray,
    mean_ablate: Callable,
    rows: slice = slice(None),
) -> Edit:
    """An edit that puts these (layer, head) to their means, at some tokens.

    means: (layers, heads, head_dim).  rows: at which tokens; all of them.
    """

    def edit(layer: int, z: np.ndarray) -> np.ndarray | None:
        here = [head for where, head in heads if where == layer]
        if not here:
            return None
        changed = z.copy()
        changed[rows] = mean_ablate(z[rows], here, means[layer])
        return changed

    return edit


def means_of_others(traces: Sequence[Trace]) -> list[np.ndarray]:
    """For each text, every head's mean over the *other* texts, without first tokens."""
    own = [trace.z[:, 1:].mean(axis=1) for trace in traces]
    total = np.sum(own, axis=0)
    return [(total - mean) / (len(own) - 1) for mean in own]


def carried(decoder: Model, prompt: Prompt, patch: Callable) -> dict[str, Any]:
    """Which share of the way back one vector brings, at the word and at the end."""
    run = inside.remembering(decoder.run)
    low, high = (prompt.preference(run(ids)[0]) for ids in (prompt.corrupted, prompt.clean))

    def share(layer: int, place: int) -> float:
        logits = patch(run, prompt.clean, prompt.corrupted, layer, place)
        return (prompt.preference(logits) - low) / (high - low)

    last = len(prompt.clean) - 1
    return {
        "ends": [low, high],
        "word": {layer: share(layer, prompt.place) for layer in LAYERS},
        "last": {layer: share(layer, last) for layer in LAYERS},
    }


def direct(
    decoder: Model, prompt: Prompt, trace: Trace, head_contributions: Callable
) -> np.ndarray:
    """What each head adds to the right answer over the wrong one: (layers, heads)."""
    x = trace.hidden[-1, -1]
    size = np.sqrt((x**2).mean() + decoder.config.eps)
    difference = decoder.table[prompt.right] - decoder.table[prompt.wrong]
    direction = difference * (decoder.output_norm / size)
    return np.array(
        [
            head_contributions(z[-1], decoder.output_heads(layer), direction)
            for layer, z in enumerate(trace.z)
        ]
    )


def needed(
    decoder: Model,
    prompt: Prompt,
    trace: Trace,
    means: np.ndarray,
    mean_ablate: Callable,
    head_contributions: Callable,
) -> dict[str, Any]:
    """What heads add and what is lost without them; two drawn at random beside them."""
    parts = direct(decoder, prompt, trace, head_contributions)
    [strongest] = inside.heads_in_order(parts, 1)
    rng = np.random.default_rng(prompt.place + prompt.right)
    drawn = [(int(layer), int(h)) for layer, h in rng.integers((20, 0), (30, 9), (2, 2))]
    whole, lost = prompt.preference(trace.logits), {}
    for head in dict.fromkeys([CARRIER, LOUDEST, AGAINST, strongest, *drawn]):
        edit = heads_off([head], means, mean_ablate)
        logits = decoder.trace(prompt.clean, edit_heads=edit, plain=trace).logits
        lost[head] = whole - prompt.preference(logits)
    rows = {
        name: {"head": list(head), "adds": float(parts[head]), "lost": lost[head]}
        for name, head in (
            ("carrier", CARRIER), ("loudest", LOUDEST), ("against", AGAINST),
            ("strongest", strongest), ("drawn", drawn[0]), ("drawn too", drawn[1]),
        )
    }  # fmt: skip
    looks = float(trace.weights[(*CARRIER, -1, prompt.place)])
    return {"whole": whole, "heads": rows, "looks": looks}


def repeated(decoder: Model, seed: int) -> np.ndarray:
    """Random pieces, twice: another text for every seed."""
    rng = np.random.default_rng(seed)
    return inside.twice(rng, PERIOD, len(decoder.table))


def second_copy(trace: Trace, ids: np.ndarray) -> float:
    """The mean loss on the second copy, in nats."""
    return float(inside.loss(trace.logits, ids)[PERIOD:].mean())


def stored() -> dict[str, Any]:
    """What ``book/make_inside_sets.py`` wrote last."""
    return json.loads(STORED.read_text(encoding="utf-8"))

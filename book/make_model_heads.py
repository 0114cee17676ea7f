"""Store what the heads of the two real models attend to, for the page to show.

    python book/make_model_heads.py

For each of eight sentences and each model one file of bytes: layer by layer, head by
head, row by row, 255 for all of a query's weight; of the decoder the lower triangle
alone, since above it there is nothing.  Compressed with gzip, which browsers undo.
``heads.js`` beside them has the tokens, and the two heads that are shown first, so that
a page that is only read loads none of those files.  Some seconds on one core.
"""

import base64
import gzip
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from attention_lessons import inside, minilm
from attention_lessons.model_files import ModelFileProblem
from attention_lessons.smollm2 import Model, load_smollm2
from attention_lessons.words import HORSE, HORSE_ENDINGS, IT

FOLDER = Path(__file__).parent / "_static" / "elements" / "data"
SENTENCES = (
    *(HORSE + ending for ending in HORSE_ENDINGS),
    "Doctor Zorblat came to the village. Everybody liked Doctor Zorblat",
    "The capital of France is Paris, and the capital of Italy is Rome.",
    "She left the bank of the river and walked to the bank for money.",
    "When Mary and John went to the shop, John gave a drink to Mary",
    IT + "tired",
    "def add(a, b): return a + b",
)
MODELS = ("minilm", "smollm2")
COPIES = 0.3  # the least score of a head that is called one that copies
PERIOD = 40  # random tokens, twice, as in chapter 15


@dataclass(frozen=True)
class Heads:
    """Of one model and sentence the tokens, and the weights (layers, heads, n, n)."""

    tokens: list[str]
    weights: np.ndarray


@dataclass(frozen=True)
class Start:
    """What an element shows before anybody touches it; all counted from 0."""

    model: str
    sentence: int
    layer: int
    head: int
    word: int


STARTS = {
    "page": Start("minilm", 0, 3, 1, 10),  # whom "it" means, as chapter 01 shows it
    "chapter": Start("smollm2", 2, 16, 0, 13),  # one back: just below those that copy
}


def main() -> int:
    try:
        decoder, encoder = load_smollm2(), minilm.load()
    except ModelFileProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    found = {(m, k): heads(m, decoder, encoder, s) for k, s in enumerate(SENTENCES)
             for m in MODELS}  # fmt: skip
    for path, content in files(found, copiers(decoder)).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"{path.relative_to(FOLDER)}: {len(content):,} bytes")
    return 0


def heads(model: str, decoder: Model, encoder: minilm.MiniLM, text: str) -> Heads:
    """Read a sentence with one of the models."""
    if model == "minilm":
        reading = minilm.read(encoder, text)
        return Heads(reading.tokens, reading.weights)
    pieces = inside.piece_texts(decoder, text)
    return Heads(pieces, decoder.trace(decoder.tokenizer.encode(text)).weights)


def copiers(decoder: Model) -> dict[str, float]:
    """The decoder's heads that copy, with their scores on random tokens written twice."""
    ids = inside.twice(np.random.default_rng(0), PERIOD, len(decoder.table))
    own = decoder.trace(ids).weights[:, :, 1:, 1:]  # without the token in front
    scores = inside.induction_score(own, PERIOD)
    best = inside.heads_in_order(scores, scores.size)
    found = {f"{layer},{head}": float(scores[layer, head]) for layer, head in best}
    return {head: round(score, 2) for head, score in found.items() if score >= COPIES}


def in_bytes(weights: np.ndarray, causal: bool) -> bytes:
    """Weights (layers, heads, n, n), or of one head (n, n), as the page reads them."""
    whole = np.rint(weights * 255).astype(np.uint8)
    n = whole.shape[-1]
    kept = whole[..., *np.tril_indices(n)] if causal else whole
    return kept.tobytes()


def files(
    found: dict[tuple[str, int], Heads], copying: dict[str, float]
) -> dict[Path, bytes]:
    """Every file that the page needs, and what belongs into it."""
    packed = {
        FOLDER / "heads" / f"{model}-{k}.bin": gzip.compress(
            in_bytes(one.weights, _is_causal(model)), 9, mtime=0
        )
        for (model, k), one in found.items()
    }
    sentences = [
        {"text": text} | {model: found[model, k].tokens for model in MODELS}
        for k, text in enumerate(SENTENCES)
    ]
    starts = {name: vars(start) | {"weights": _first(found, start)}
              for name, start in STARTS.items()}  # fmt: skip
    parts = {
        "SIZES": {m: found[m, 0].weights.shape[:2] for m in MODELS},
        "SENTENCES": sentences,
        "COPIERS": copying,
        "STARTS": starts,
    }
    return {FOLDER / "heads.js": _script(parts), **packed}


def _first(found: dict[tuple[str, int], Heads], start: Start) -> str:
    head = found[start.model, start.sentence].weights[start.layer, start.head]
    return base64.b64encode(in_bytes(head, _is_causal(start.model))).decode("ascii")


def _is_causal(model: str) -> bool:
    return model == "smollm2"


def _script(parts: dict[str, Any]) -> bytes:
    lines = ["// Written by book/make_model_heads.py."]
    for name, value in parts.items():
        text = json.dumps(value, ensure_ascii=False, indent=1)
        lines.append(f"export const {name} = {text};")
    return ("\n".join(lines) + "\n").encode()


if __name__ == "__main__":
    sys.exit(main())

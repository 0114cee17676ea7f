"""Train the small model behind the attention heat map and store it for the page.

    python book/make_repeat_model.py

The model is the one of chapter 11 (two layers, one head each, attention alone),
smaller, and trained on shorter sequences: random words, in which a word that
comes back is usually followed by the word that followed it before.  It knows
nothing of English, only whether two words are the same one.  About 20 seconds
on one core.  Processors add in different orders: another machine grows another
model that does the same.
"""

import base64
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from attention_lessons.induction_model import (
    POSITION_SCALE,
    VOCABULARY,
    AttentionOnly,
    learning_rate,
)

TARGET = Path(__file__).parent / "_static" / "elements" / "data" / "repeat_model.json"
WORDS = 25  # what the page needs: a padding token and 24 different words
D_MODEL = 32
LENGTH = 24
STEPS = 1500
BATCH = 64
JUMP = 0.2  # how often the next word is not the one that followed before


def walks(rng: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Walks in a circle of 4 to 12 random words, with a jump now and then.

    Returns ids (count, LENGTH), and whether the next id can be known at each
    place (count, LENGTH - 1): its word has come before, and what follows now is
    what followed last time.
    """
    ids = np.empty((count, LENGTH), dtype=int)
    known = np.zeros((count, LENGTH - 1), dtype=bool)
    for row in range(count):
        circle = rng.permutation(VOCABULARY)[: rng.integers(4, 13)]
        place, followed = 0, {}
        for i in range(LENGTH):
            ids[row, i] = circle[place]
            jumps = rng.random() < JUMP
            place = rng.integers(len(circle)) if jumps else (place + 1) % len(circle)
            if i < LENGTH - 1:
                now, then = ids[row, i], circle[place]
                known[row, i] = followed.get(now) == then
                followed[now] = then
    return ids, known


def train(seed: int = 0) -> tuple[AttentionOnly, float]:
    """The trained model, and its accuracy on new walks where the next id can be known."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    model = AttentionOnly(d_model=D_MODEL)
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.0)
    for step in range(1, STEPS + 1):
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, STEPS, peak=4e-3)
        hits, loss = _guess(model, *walks(rng, BATCH))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 250 == 0:
            print(f"step {step}: loss {loss.item():.3f}, accuracy {hits:.3f}", flush=True)
    with torch.no_grad():
        return model, _guess(model, *walks(np.random.default_rng(seed + 1), 512))[0]


def _guess(
    model: AttentionOnly, ids: np.ndarray, known: np.ndarray
) -> tuple[float, torch.Tensor]:
    """Accuracy and loss where the next id can be known."""
    given, known = torch.from_numpy(ids), torch.from_numpy(known)
    logits, _ = model(given[:, :-1])
    logits, right = logits[known], given[:, 1:][known]
    accuracy = (logits.argmax(-1) == right).double().mean().item()
    return accuracy, nn.functional.cross_entropy(logits, right)


def stored(model: AttentionOnly) -> dict[str, Any]:
    """The model as the page reads it: a whole number from -127 to 127 and one scale
    for each matrix, the numbers as bytes in base64."""
    arrays = {name: array.numpy() for name, array in model.state_dict().items()}
    for name in ("embedding.weight", "to_logits.weight", "to_logits.bias"):
        arrays[name] = arrays[name][:WORDS]
    return {
        "d_model": D_MODEL,
        "words": WORDS,
        "position_scale": POSITION_SCALE,
        "arrays": {name: _pack(array) for name, array in arrays.items()},
    }


def _pack(array: np.ndarray) -> dict[str, Any]:
    scale = float(f"{np.abs(array).max() / 127:.6g}") or 1.0
    whole = np.clip(np.rint(array / scale), -127, 127).astype(np.int8)
    data = base64.b64encode(whole.tobytes()).decode("ascii")
    return {"shape": list(array.shape), "scale": scale, "int8": data}


def unpack(packed: dict[str, Any]) -> np.ndarray:
    """The numbers that the page computes with, float64."""
    whole = np.frombuffer(base64.b64decode(packed["int8"]), dtype=np.int8)
    return whole.reshape(packed["shape"]) * packed["scale"]


def main() -> int:
    model, accuracy = train()
    print(f"new walks: accuracy {accuracy:.3f}")
    if accuracy < 0.97:
        print("Too little: the model has not grown. Nothing written.", file=sys.stderr)
        return 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(stored(model), indent=1) + "\n"
    TARGET.write_text(text, encoding="utf-8", newline="\n")
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Loss by position beyond the trained length: book/data/long_contexts.json.

    python book/make_long_contexts.py [--out FILE]

SmolLM2 was trained for texts of 8,192 tokens.  Here it reads longer ones, with its rotary
positions as they are and stretched in three ways, and, as the yardstick, as they are
through a window that no position outgrows.  The texts are of four kinds, from what every
reader has: one is read in all ways and twice as long as the training, the others in
three ways and half as long again.  About 3 minutes a text and a way on one core; what is
in the file already is not measured again.  A slow test reads the beginning again.
"""

import argparse
import json
import platform
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from attention_lessons.long_contexts import long_texts
from attention_lessons.smollm2 import Model, load_smollm2
from solutions.ch18_long_contexts.stretch_rope import stretch_rope

OUT = Path(__file__).parent / "data" / "long_contexts.json"
FACTOR, BIN, WINDOW = 2.0, 512, 4096
YARDSTICK = "through a window"
WAYS = ("as trained", "interpolation", "ntk", "yarn", YARDSTICK)
SHORTER = ("as trained", "yarn", YARDSTICK)  # of the other texts


def speeds_and_scale(model: Model, way: str) -> tuple[np.ndarray, float]:
    """Radians a position of each pair, and the factor of queries and of keys."""
    c = model.config
    if way == "as trained":
        return c.base ** (-np.arange(0, c.head_dim, 2) / c.head_dim), 1.0
    speeds = stretch_rope(c.head_dim, c.context, FACTOR, way, c.base)
    return speeds, 0.1 * float(np.log(FACTOR)) + 1 if way == "yarn" else 1.0


def turner(speeds: np.ndarray, scale: float, n: int) -> Callable[[Tensor], Tensor]:
    """What turns (heads, n, head_dim) by its positions, pairs side by side."""
    angles = torch.outer(torch.arange(n, dtype=torch.float64), torch.from_numpy(speeds))
    cos, sin = ((scale * f(angles)).float() for f in (torch.cos, torch.sin))

    def turn(x: Tensor) -> Tensor:
        first, second = x[..., 0::2], x[..., 1::2]
        pairs = first * cos - second * sin, first * sin + second * cos
        return torch.stack(pairs, dim=-1).flatten(-2)

    return turn


@torch.inference_mode()
def losses(model: Model, ids: np.ndarray, way: str) -> np.ndarray:
    """Nats of each token but the first, given all before it: (n - 1,)."""
    c, n = model.config, len(ids)
    turn = turner(*speeds_and_scale(model, way), n)
    x = torch.from_numpy(model.embed(ids))  # (n, d_model)
    for layer in model.layers:
        w = {name.removesuffix(".weight"): torch.from_numpy(a) for name, a in layer.items()}
        y = norm(x, w["attn_norm"], c.eps)
        q, k, v = (
            (y @ w[name]).unflatten(-1, (heads, c.head_dim)).transpose(0, 1)
            for name, heads in (
                ("attn_q", c.n_heads),
                ("attn_k", c.n_kv_heads),
                ("attn_v", c.n_kv_heads),
            )
        )  # (heads, n, head_dim)
        k, v = (t.repeat_interleave(c.n_heads // c.n_kv_heads, 0) for t in (turn(k), v))
        z = functional.scaled_dot_product_attention(
            turn(q)[None], k[None], v[None], is_causal=True
        )[0]
        x = x + z.transpose(0, 1).flatten(-2) @ w["attn_output"]
        y = norm(x, w["ffn_norm"], c.eps)
        x = x + (functional.silu(y @ w["ffn_gate"]) * (y @ w["ffn_up"])) @ w["ffn_down"]
    x = norm(x, torch.from_numpy(model.output_norm), c.eps)
    table, nats = torch.from_numpy(model.table), []
    for start in range(0, n - 1, BIN):  # the logits of all tokens would take gigabytes
        rows, targets = x[start : min(start + BIN, n - 1)], ids[start + 1 : start + BIN + 1]
        logits = rows @ table.T  # (BIN, vocab)
        nats.append(
            functional.cross_entropy(logits, torch.from_numpy(targets), reduction="none")
        )
    return torch.cat(nats).double().numpy()


def norm(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    """RMSNorm of the last axis."""
    return functional.rms_norm(x, x.shape[-1:], weight, eps)


def through_a_window(model: Model, ids: np.ndarray) -> np.ndarray:
    """Nats of each token but the first, given 2,048 to 4,096 tokens before it."""
    half, found = WINDOW // 2, []
    for start in range(0, max(len(ids) - half, 1), half):
        nats = losses(model, ids[start : start + WINDOW], "as trained")
        found.append(nats if start == 0 else nats[half - 1 :])
    return np.concatenate(found)


def bins(nats: np.ndarray) -> list[float]:
    """The mean of every BIN tokens; the first token of a text has no loss."""
    padded = np.concatenate([[np.nan], nats])
    whole = padded[: len(padded) // BIN * BIN].reshape(-1, BIN)
    return [round(float(mean), 4) for mean in np.nanmean(whole, axis=1)]


def measure(model: Model, found: dict) -> Iterator[dict]:
    """Fill in what is missing, one text and one way at a time."""
    found |= {
        "bin": BIN,
        "trained": model.config.context,
        "factor": FACTOR,
        "torch": torch.__version__,
        "python": platform.python_version(),
    }
    texts = found.setdefault("texts", {})
    for name, ids in long_texts(model).items():
        rows = texts.setdefault(name, {})
        for way in WAYS if name == "docstrings" else SHORTER:
            if way not in rows:
                window = way == YARDSTICK
                nats = through_a_window(model, ids) if window else losses(model, ids, way)
                rows[way] = bins(nats)
                yield found


def main() -> None:
    """Measure, and store after each reading."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    torch.set_num_threads(1)
    old = options.out.read_text(encoding="utf-8") if options.out.exists() else "{}"
    model = load_smollm2()
    for found in measure(model, json.loads(old)):
        options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print({name: list(rows) for name, rows in found["texts"].items()}, flush=True)


if __name__ == "__main__":
    main()

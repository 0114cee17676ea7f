"""What changed in decoders since 2017, each change alone: book/data/since_2017.json.

    python book/make_since_2017.py [--steps 400] [--seeds 2] [--out FILE]

A small decoder reads NumPy's docstrings letter by letter.  It is built as in 2017, with
one change at a time, and with all of them, from several seeds.  About 8 minutes on one
core.  ``tests/slow`` runs a part of it again.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from attention_lessons.text_data import numpy_docstrings

OUT = Path(__file__).parent / "data" / "since_2017.json"
D, HEADS, LAYERS, LENGTH, BATCH = 96, 6, 3, 64, 16
RATE, WARM_UP = 2e-3, 50
LETTERS = 128  # ASCII


@dataclass(frozen=True)
class Changes:
    """A decoder of 2017; every field is one change since."""

    norm_before: bool = False  # Xiong et al. 2020
    rms_norm: bool = False  # Zhang and Sennrich 2019
    rotary: bool = False  # Su et al. 2021
    swiglu: bool = False  # Shazeer 2020
    grouped: bool = False  # Ainslie et al. 2023
    no_biases: bool = False  # Touvron et al. 2023, and others before


SINCE = {
    "as in 2017": Changes(),
    "norm before each part": Changes(norm_before=True),
    "RMSNorm": Changes(rms_norm=True),
    "rotary positions": Changes(rotary=True),
    "SwiGLU": Changes(swiglu=True),
    "grouped queries": Changes(grouped=True),
    "no biases": Changes(no_biases=True),
    "all of them": Changes(*[True] * 6),
}


class Layer(nn.Module):
    """One decoder layer with some of the changes."""

    def __init__(self, changes: Changes) -> None:
        super().__init__()
        self.changes = c = changes
        self.kv_heads = HEADS // 3 if c.grouped else HEADS
        bias = not c.no_biases
        kv = self.kv_heads * D // HEADS
        self.qkv = nn.ModuleList(nn.Linear(D, n, bias) for n in (D, kv, kv))
        self.out = nn.Linear(D, D, bias)
        # Three matrices of two thirds of the width have as many numbers as two.
        f = 4 * D * 2 // 3 if c.swiglu else 4 * D
        self.up, self.down = nn.Linear(D, f, bias), nn.Linear(f, D, bias)
        self.gate = nn.Linear(D, f, bias) if c.swiglu else None
        norm = nn.RMSNorm if c.rms_norm else nn.LayerNorm
        self.norms = nn.ModuleList([norm(D), norm(D)])

    def forward(self, x: Tensor, turns: Tensor) -> Tensor:
        """x: (batch, n, D).  turns: (n, head_dim / 2), complex, the rotary angles."""
        for norm, part in zip(self.norms, (self.attend, self.feed), strict=True):
            if self.changes.norm_before:
                x = x + part(norm(x), turns)
            else:
                x = norm(x + part(x, turns))
        return x

    def attend(self, x: Tensor, turns: Tensor) -> Tensor:
        """Causal attention: (batch, n, D)."""
        counts = (HEADS, self.kv_heads, self.kv_heads)
        q, k, v = (
            each(x).unflatten(-1, (count, -1)).transpose(1, 2)
            for each, count in zip(self.qkv, counts, strict=True)
        )  # (batch, heads, n, head_dim)
        if self.changes.rotary:
            q, k = turned(q, turns), turned(k, turns)
        z = functional.scaled_dot_product_attention(
            q, k, v, is_causal=True, enable_gqa=True
        )
        return self.out(z.transpose(1, 2).flatten(2))

    def feed(self, x: Tensor, _turns: Tensor) -> Tensor:
        """The feed-forward part: (batch, n, D)."""
        if self.gate is None:
            return self.down(functional.relu(self.up(x)))
        return self.down(functional.silu(self.gate(x)) * self.up(x))


class Decoder(nn.Module):
    """A language model of letters."""

    def __init__(self, changes: Changes) -> None:
        super().__init__()
        self.changes = changes
        self.table = nn.Embedding(LETTERS, D)
        nn.init.normal_(self.table.weight, std=D**-0.5)
        self.layers = nn.ModuleList(Layer(changes) for _ in range(LAYERS))
        last = nn.RMSNorm if changes.rms_norm else nn.LayerNorm
        self.norm = last(D) if changes.norm_before else nn.Identity()

    def forward(self, ids: Tensor) -> Tensor:
        """ids (batch, n) to logits (batch, n, LETTERS)."""
        places = torch.arange(ids.shape[1])[:, None]
        x = self.table(ids) * D**0.5
        if not self.changes.rotary:
            angles = places * 10000.0 ** (-torch.arange(0, D, 2) / D)
            x = x + torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
        d_k = D // HEADS
        angles = places * 10000.0 ** (-torch.arange(0, d_k, 2) / d_k)
        turns = torch.polar(torch.ones_like(angles), angles)
        for layer in self.layers:
            x = layer(x, turns)
        return self.norm(x) @ self.table.weight.T


def turned(x: Tensor, turns: Tensor) -> Tensor:
    """Rotary positions, neighbours paired."""
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(pairs * turns).flatten(-2)


def windows(text: Tensor, count: int, generator: torch.Generator) -> Tensor:
    """Draw pieces of the text: (count, LENGTH + 1)."""
    starts = torch.randint(len(text) - LENGTH - 1, (count, 1), generator=generator)
    return text[starts + torch.arange(LENGTH + 1)]


def loss_on(model: Decoder, ids: Tensor) -> Tensor:
    """The mean loss, in nats a letter."""
    logits = model(ids[:, :-1])
    return functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())


def trained(changes: Changes, seed: int, steps: int, texts: tuple[Tensor, Tensor]) -> float:
    """Train one decoder; return its loss on text held out, in nats a letter."""
    torch.manual_seed(seed)
    draws = torch.Generator().manual_seed(seed)
    model = Decoder(changes)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / WARM_UP, 1.05 - step / steps)
    )
    for _ in range(steps):
        optimizer.zero_grad()
        loss_on(model, windows(texts[0], BATCH, draws)).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    held_out = windows(texts[1], 128, torch.Generator().manual_seed(0))
    with torch.no_grad():
        return round(loss_on(model, held_out).item(), 4)


def letters(docstrings: list[str]) -> Tensor:
    """All docstrings as one row of ASCII numbers."""
    return torch.tensor(list("\n\n".join(docstrings).encode("ascii")))


def main() -> None:
    """Train all of them and write the losses down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    torch.set_num_threads(1)
    texts = tuple(map(letters, numpy_docstrings()))
    rows = {name: {"losses": []} for name in SINCE}
    for seed in range(options.seeds):
        for name, changes in SINCE.items():
            count = sum(p.numel() for p in Decoder(changes).parameters())
            rows[name]["parameters"] = count
            rows[name]["losses"].append(trained(changes, seed, options.steps, texts))
            print(seed, name, count, rows[name]["losses"], flush=True)
    stored = {"steps": options.steps, "batch": BATCH, "length": LENGTH, "variants": rows}
    options.out.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

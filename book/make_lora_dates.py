"""Train the adapter of chapter 14 and store it: book/data/lora_dates.json.

    python book/make_lora_dates.py [--steps 80] [--out FILE]

SmolLM2 with its weights frozen, in PyTorch, and two thin matrices beside each query and
value matrix.  Some minutes on one core.  ``tests/slow`` runs it again.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from attention_lessons import lora
from attention_lessons.smollm2 import Model, load_smollm2

BATCH, RATE, SEED = 8, 5e-3, 0
TESTED = 50


def turned(x: Tensor, base: float) -> Tensor:
    """Rotary positions, neighbours paired: x (batch, heads, n, head_dim)."""
    n, d = x.shape[-2:]
    speeds = base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    angles = torch.arange(n, dtype=torch.float64)[:, None] * speeds
    turns = torch.polar(torch.ones_like(angles), angles).to(torch.complex64)
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(pairs * turns).flatten(-2)


def layer(x: Tensor, w: dict[str, Tensor], pairs: dict, model: Model) -> Tensor:
    """One decoder layer with the adapter: x (batch, n, d_model)."""
    c = model.config

    def heads(name: str, count: int) -> Tensor:
        found = normed @ w[name]
        if name in pairs:
            A, B = pairs[name]
            found = found + normed @ A @ B
        return found.unflatten(-1, (count, -1)).transpose(1, 2)

    normed = functional.rms_norm(x, x.shape[-1:], w["attn_norm.weight"], c.eps)
    q, k, v = (
        heads(f"attn_{name}.weight", count)
        for name, count in (("q", c.n_heads), ("k", c.n_kv_heads), ("v", c.n_kv_heads))
    )
    q, k = turned(q, c.base), turned(k, c.base)
    z = functional.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    x = x + z.transpose(1, 2).flatten(2) @ w["attn_output.weight"]
    normed = functional.rms_norm(x, x.shape[-1:], w["ffn_norm.weight"], c.eps)
    gate = functional.silu(normed @ w["ffn_gate.weight"])
    return x + gate * (normed @ w["ffn_up.weight"]) @ w["ffn_down.weight"]


def loss_on(model: Model, weights: list, adapter: list, batch: list) -> Tensor:
    """The mean loss on the answers' tokens alone."""
    encode = model.tokenizer.encode
    prompts, answers = (
        [encode(each) for each in part] for part in zip(*batch, strict=True)
    )
    texts = [a + b for a, b in zip(prompts, answers, strict=True)]
    # What is behind a shorter text is never looked at: attention is causal.
    n = max(map(len, texts))
    ids = np.array([text + [0] * (n - len(text)) for text in texts])
    x = torch.tensor(model.table[ids])
    for w, pairs in zip(weights, adapter, strict=True):
        x = layer(x, w, pairs, model)
    rows, places, targets = [], [], []
    for row, (prompt, answer) in enumerate(zip(prompts, answers, strict=True)):
        rows += [row] * len(answer)
        places += range(len(prompt) - 1, len(prompt) + len(answer) - 1)
        targets += answer
    last = functional.rms_norm(
        x[rows, places], x.shape[-1:], torch.tensor(model.output_norm), model.config.eps
    )
    return functional.cross_entropy(last @ weights_table(model).T, torch.tensor(targets))


def weights_table(model: Model) -> Tensor:
    """The embedding table as a tensor that shares its memory."""
    return torch.from_numpy(model.table)


def train(model: Model, steps: int) -> tuple[lora.Adapter, list[float]]:
    """Return the adapter and the losses."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    weights = [{k: torch.from_numpy(w) for k, w in each.items()} for each in model.layers]
    adapter = [
        {
            # B begins at zero: at first the adapter changes nothing.
            name: (
                torch.randn(len(w[name]), lora.RANK).div(len(w[name]) ** 0.5),
                torch.zeros(lora.RANK, w[name].shape[1]),
            )
            for name in lora.CHANGED
        }
        for w in weights
    ]
    trained = [t.requires_grad_() for w in adapter for pair in w.values() for t in pair]
    optimizer = torch.optim.AdamW(trained, lr=RATE, weight_decay=0)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / 10, 1 - step / steps)
    )
    losses = []
    for step in range(steps):
        loss = loss_on(model, weights, adapter, lora.dates(rng, BATCH))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(round(loss.item(), 4))
        if step % 10 == 0:
            print(step, losses[-1], flush=True)
    as_arrays = [
        {name: tuple(t.detach().numpy() for t in pair) for name, pair in w.items()}
        for w in adapter
    ]
    return as_arrays, losses


def main() -> None:
    """Train, measure before and after on dates not trained on, and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--out", type=Path, default=lora.DATA)
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = load_smollm2()
    test = lora.dates(np.random.default_rng(SEED + 1), TESTED)
    before = lora.exact(model, test)
    adapter, losses = train(model, options.steps)
    rounded = [
        {k: tuple(m.astype(np.float16).astype(np.float32) for m in p) for k, p in w.items()}
        for w in adapter
    ]
    after = lora.exact(lora.with_adapter(model, rounded), test)
    measured = {
        "steps": options.steps,
        "batch": BATCH,
        "tested": TESTED,
        "before": before,
        "after": after,
        "losses": losses,
    }
    print(before, "->", after)
    lora.write_adapter(adapter, measured, options.out)


if __name__ == "__main__":
    main()

"""A Transformer of attention alone, and sequences that repeat (chapter 11).

After Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits",
and Olsson et al. 2022, "In-context Learning and Induction Heads": no
feed-forward networks, so that everything the model does, its heads do.
A mask is Boolean; True = may attend.
"""

from collections.abc import Callable, Collection, Mapping

import numpy as np
import torch
from torch import nn

from solutions.ch09_transformer_block.positional_encoding import (
    positional_encoding,
)

VOCABULARY = 64
LENGTH = 64
PERIODS = 12, 40  # the shortest and the longest
POSITION_SCALE = 4.0  # with positions written large the heads end sharper
Head = tuple[int, int]  # layer and head, both counted from 0


def repeating_ids(
    rng: np.random.Generator, count: int, period: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Random ids, repeated until the sequence is full.

    Every sequence has its own period unless one is given.  Within a period no
    id comes twice, so the id before decides which one follows.
    Returns ids (count, LENGTH) and periods (count,).
    """
    low, high = PERIODS
    periods = rng.integers(low, high + 1, size=count)
    if period is not None:
        periods[:] = period
    shuffled = rng.permuted(np.tile(np.arange(VOCABULARY), (count, 1)), axis=1)
    places = np.arange(LENGTH) % periods[:, None]
    return np.take_along_axis(shuffled, places, axis=1), periods


def predictable(periods: np.ndarray) -> np.ndarray:
    """Whether the next id can be known at each place: (count, LENGTH - 1).

    It can from the place where the first repeated id has been read.
    """
    return np.arange(LENGTH - 1) >= np.asarray(periods)[:, None]


class AttentionLayer(nn.Module):
    """Causal heads that see positions in queries and keys, not in values."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.norm = nn.LayerNorm(d_model)
        self.query = nn.Linear(d_model, d_model, bias=False)
        self.key = nn.Linear(d_model, d_model, bias=False)
        self.value = nn.Linear(d_model, d_model, bias=False)
        self.fc_out = nn.Linear(d_model, d_model, bias=False)

    def forward(
        self,
        x: torch.Tensor,
        positions: torch.Tensor,
        off: Collection[int] = (),
        weights: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """What the heads add to x, and their weights.

        x: (batch, n, d_model).  positions: (n, d_model).
        off: the heads whose context is replaced by zeros.
        weights: (batch, n_heads, n, n) to use instead of the heads' own.
        Returns (batch, n, d_model) and (batch, n_heads, n, n).
        """
        batch, n, d_model = x.shape

        def split(y: torch.Tensor) -> torch.Tensor:
            return y.view(batch, n, self.n_heads, -1).transpose(1, 2)

        content = self.norm(x)
        placed = content + positions
        q, k = split(self.query(placed)), split(self.key(placed))
        v = split(self.value(content))  # (batch, n_heads, n, head_dim)
        if weights is None:
            scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
            may_attend = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
            weights = scores.masked_fill(~may_attend, -torch.inf).softmax(-1)
        context = weights @ v
        if off:
            keep = torch.ones(self.n_heads, 1, 1, device=x.device)
            keep[list(off)] = 0
            context = context * keep
        return self.fc_out(context.transpose(1, 2).reshape(batch, n, d_model)), weights


class AttentionOnly(nn.Module):
    """Embedding, attention layers on a residual stream, and logits."""

    def __init__(self, n_layers: int = 2, n_heads: int = 1, d_model: int = 64) -> None:
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, d_model)
        table = POSITION_SCALE * positional_encoding(LENGTH, d_model)
        table = torch.tensor(table, dtype=torch.float32)
        # Computed, not learnt: it moves with the model but is not stored with it.
        self.register_buffer("positions", table, persistent=False)
        self.layers = nn.ModuleList(
            AttentionLayer(d_model, n_heads) for _ in range(n_layers)
        )
        self.norm = nn.LayerNorm(d_model)
        self.to_logits = nn.Linear(d_model, VOCABULARY)

    def forward(
        self,
        ids: torch.Tensor,
        *,
        off: Collection[Head] = (),
        replace: Mapping[int, torch.Tensor] | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The next id's logits at every place, and all weights.

        ids: (batch, n).  off: heads to switch off, as (layer, head).
        replace: weights to use instead of a layer's own, by layer.
        Returns (batch, n, VOCABULARY) and (n_layers, batch, n_heads, n, n).
        """
        x = self.embedding(ids)
        positions = self.positions[: ids.shape[1]]
        seen = []
        for number, layer in enumerate(self.layers):
            heads = {head for where, head in off if where == number}
            change, weights = layer(x, positions, heads, (replace or {}).get(number))
            x = x + change
            seen.append(weights)
        return self.to_logits(self.norm(x)), torch.stack(seen)


def learning_rate(step: int, steps: int, peak: float = 2e-3, warm: int = 100) -> float:
    """Rise for ``warm`` steps, stay at ``peak``, fall to 0 over the second half."""
    return peak * min(step / warm, 1.0, 2 * (1 - step / (steps + 1)))


def train(
    model: AttentionOnly,
    rng: np.random.Generator,
    steps: int,
    *,
    batch: int = 32,
    until: int | None = None,
    watch: Callable[[int, float], None] | None = None,
) -> list[float]:
    """Teach ``model`` to predict the next id where it can be known.

    until: take only so many of the steps.
    watch: called with (step, loss) after every step; steps count from 1.
    Returns the loss of every step.
    """
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.0)
    losses = []
    for step in range(1, (until or steps) + 1):
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, steps)
        ids, periods = repeating_ids(rng, batch)
        known = torch.from_numpy(predictable(periods))
        ids = torch.from_numpy(ids)
        logits, _ = model(ids[:, :-1])
        loss = nn.functional.cross_entropy(logits[known], ids[:, 1:][known])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        if watch:
            watch(step, losses[-1])
    return losses


@torch.no_grad()
def measure(
    model: AttentionOnly, ids: np.ndarray, periods: np.ndarray, **changes
) -> tuple[float, float]:
    """Accuracy and loss where the next id can be known.

    ids: (count, LENGTH).  periods: (count,).  changes: as for the model.
    """
    known = torch.from_numpy(predictable(periods))
    ids = torch.from_numpy(ids)
    logits, _ = model(ids, **changes)
    logits, right = logits[:, :-1][known], ids[:, 1:][known]
    loss = nn.functional.cross_entropy(logits, right)
    accuracy = (logits.argmax(-1) == right).double().mean()
    return accuracy.item(), loss.item()

"""Train a translation model with teacher forcing, and measure it (chapter 10).

A model here is anything with ``encode(source)``, whose results go to
``decode(target, *encoded)``: the Transformer and the GRU models alike.
"""

import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import torch
from torch import nn

from attention_lessons.translation_data import BOS, EOS, PAD, Pair, Task
from solutions.ch10_translation.warmup_schedule import warmup_schedule

Rate = Callable[[int], float]

AT_ONCE = 250  # texts translated together
LONGEST_ANSWER = 16  # ids, with EOS; both tasks need fewer
STEPS, WARMUP, COOL_DOWN = 900, 100, 450  # of the chapter's training on dates


def shifted(targets: torch.Tensor) -> torch.Tensor:
    """The decoder's input: BOS, and the targets without their last id."""
    return nn.functional.pad(targets[:, :-1], (1, 0), value=BOS)


def date_rate(step: int, *, at_rest: bool = True) -> float:
    """The chapter's rate: a quarter of the paper's schedule, which falls to zero."""
    left = (STEPS - step + 1) / COOL_DOWN if at_rest else 1
    return 0.25 * warmup_schedule(step, 64, WARMUP) * min(1, left)


def warm_up_then_cosine(steps: int, peak: float = 2e-3, share: float = 0.1) -> Rate:
    """Rise evenly to ``peak`` in the first ``share`` of the steps, then fall to 0."""
    warm = max(1, round(share * steps))

    def rate(step: int) -> float:
        if step <= warm:
            return peak * step / warm
        done = (step - warm) / max(1, steps - warm)
        return peak * 0.5 * (1 + math.cos(math.pi * done))

    return rate


def train(
    model: nn.Module,
    batches: Iterator[tuple[np.ndarray, np.ndarray]],
    steps: int,
    rate: Rate,
    *,
    smoothing: float = 0.1,
    clip: float = 1.0,
    watch: Callable[[int, float], None] | None = None,
) -> list[float]:
    """Fit ``model`` to ``steps`` batches and return the loss of every step.

    batches: pairs (sources, targets) of ids, (batch, m) and (batch, n).
    rate: the learning rate of a step; steps count from 1.
    watch: called with (step, loss) after every step.
    """
    device = next(model.parameters()).device
    optimiser = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)
    losses = []
    model.train()
    for step in range(1, steps + 1):
        source, target = (torch.from_numpy(ids).to(device) for ids in next(batches))
        for group in optimiser.param_groups:
            group["lr"] = rate(step)
        logits = model(source, shifted(target))  # (batch, n, target_size)
        loss = nn.functional.cross_entropy(
            logits.flatten(0, 1),
            target.flatten(),
            ignore_index=PAD,
            label_smoothing=smoothing,
        )
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimiser.step()
        losses.append(loss.item())
        if watch:
            watch(step, losses[-1])
    model.eval()
    return losses


@torch.no_grad()
def greedy(model: nn.Module, source: torch.Tensor, max_len: int) -> torch.Tensor:
    """Translate a batch, always taking the likeliest next id.

    source: (batch, m).  Returns ids (batch, at most max_len), without BOS;
    what follows an EOS is PAD.
    """
    encoded = model.encode(source)
    ids = torch.full((len(source), 1), BOS, device=source.device)
    done = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    while ids.shape[1] <= max_len and not done.all():
        best = model.decode(ids, *encoded)[:, -1].argmax(-1)  # (batch,)
        ids = torch.cat([ids, best.masked_fill(done, PAD)[:, None]], dim=1)
        done |= best == EOS
    return ids[:, 1:]


def translate(model: nn.Module, task: Task, texts: Iterable[str]) -> list[str]:
    """Translate texts greedily, in batches of like length, in the order given."""
    texts = list(texts)
    device = next(model.parameters()).device
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    answers = [""] * len(texts)
    for start in range(0, len(order), AT_ONCE):
        chosen = order[start : start + AT_ONCE]
        source, _ = task.arrays([(texts[i], "") for i in chosen])
        written = greedy(model, torch.from_numpy(source).to(device), LONGEST_ANSWER)
        for i, ids in zip(chosen, written.tolist(), strict=True):
            answers[i] = task.target.decode(ids)
    return answers


def exact_match(model: nn.Module, task: Task, pairs: list[Pair]) -> float:
    """The share of pairs translated without a single wrong character."""
    answers = translate(model, task, [source for source, _ in pairs])
    right = [answer == target for answer, (_, target) in zip(answers, pairs, strict=True)]
    return sum(right) / len(right)

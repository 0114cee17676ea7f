"""``write.training_step``: one step of training a language model, in PyTorch."""

import inspect

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, cells_beside
from autograder.exercise.values import Trial
from solutions.draws import Draw, normal, thrice


def training_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, ids: torch.Tensor
) -> float:
    """One step of training: predict every next id, learn from the loss.

    model: gives logits (batch, n, vocab) for ids (batch, n).
    optimizer: holds the model's parameters; gradients of earlier steps may
    be left in them, and they do not count.
    ids: (batch, n + 1), whole numbers.  The model reads the first n of each
    row; the id that comes next is what it should predict.
    Returns the mean loss (cross-entropy in nats) over all batch * n
    predictions, as it was before the step, a Python float.
    """
    inputs, targets = ids[:, :-1], ids[:, 1:]
    logits = model(inputs)  # (batch, n, vocab)
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def trial(training_step, start, old_gradients, batches, optimizer, rate):
    """Train a tiny causal model for some steps and look at it after each.

    start: its embedding and its output matrix.  old_gradients: left in them from before.
    batches: the ids of each step, in turn.
    """
    import torch

    class Tiny(torch.nn.Module):
        """Predicts from the mean of what it has read so far."""

        def __init__(self, embedding, output):
            super().__init__()
            self.embedding = torch.nn.Parameter(embedding)
            self.output = torch.nn.Parameter(output)

        def forward(self, ids):
            sums = self.embedding[ids].cumsum(dim=1)
            counts = torch.arange(1, ids.shape[1] + 1, dtype=sums.dtype)
            return torch.tanh(sums / counts[:, None]) @ self.output

    model = Tiny(*start)
    step_by = getattr(torch.optim, optimizer)(model.parameters(), lr=rate)
    for parameter, gradient in zip(model.parameters(), old_gradients, strict=True):
        parameter.grad = gradient if gradient.any() else None  # as in a fresh model
    found = {}
    for number, ids in enumerate(batches, 1):
        loss = found[f"loss {number}"] = training_step(model, step_by, ids)
        found[f"whether loss {number} is a Python float"] = isinstance(loss, float)
        for name, parameter in model.named_parameters():
            found[f"{name} after step {number}"] = parameter.detach().clone()
    return found


def _trained(
    steps: int = 2,
    *,
    optimizer: str = "SGD",
    shape: tuple[int, int] | None = None,
    dtype: str = "float64",
    scale: float = 1.0,
    left: bool = False,
) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        batch, n = shape or rng.choice(np.arange(2, 6), 2, replace=False).tolist()
        vocab, d_model = 7, 3

        def pair(size: float) -> list[np.ndarray]:
            return [
                normal(rng, vocab, d_model, scale=size, dtype=dtype),
                normal(rng, d_model, vocab, scale=size, dtype=dtype),
            ]

        data = {
            "start": pair(scale),
            "old_gradients": [(left * g).astype(dtype) for g in pair(1.0)],
            "batches": [rng.integers(vocab, size=(batch, n + 1)) for _ in range(steps)],
            "optimizer": optimizer,
            "rate": 0.5 if optimizer == "SGD" else 0.05,
        }
        return (Trial(inspect.getsource(trial), data),)

    return draw


EXERCISE = Exercise(
    id="write.training_step",
    order=60,
    title="One step of training",
    reference=training_step,
    kind="trial",
    framework="torch",
    atol=1e-5,
    points=3,
    minutes=15,
    difficulty=2,
    section="13-writing-text#one-step",
    cases=(
        thrice("one step", _trained(1)),
        thrice("three steps", _trained(3)),
        thrice("gradients left from before", _trained(2, left=True)),
        Case("one sequence", _trained(2, shape=(1, 4))),
        Case("two ids", _trained(2, shape=(3, 1))),
        Case("AdamW", _trained(2, optimizer="AdamW")),
        Case("large logits", _trained(1, scale=1e3)),
        Case("float32", _trained(2, dtype="float32")),
    ),
    **cells_beside(__file__),
)

"""``write.training_step``: one step of training a language model, in PyTorch."""

from __future__ import annotations

import inspect

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, Misconception
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
    logits = model(ids[:, :-1])  # (batch, n, vocab)
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def trial(training_step, start, old_gradients, batches, optimizer, rate):
    """Train a tiny causal model for some steps and look at it after each."""
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
        parameter.grad = gradient
    found = {}
    for number, ids in enumerate(batches, 1):
        found[f"loss {number}"] = training_step(model, step_by, ids)
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


def _step(
    model,
    optimizer,
    ids,
    *,
    target="the next",
    gradients="new",
    loss_of="before",
    mean="of all",
    scores="logits",
    step="taken",
    gives="a number",
    way="down",
):
    def loss_now():
        shown = {"itself": ids, "before": ids[:, 1:]}.get(target, ids[:, :-1])
        logits = model(shown)
        targets = {"the next": ids[:, 1:], "itself": ids}
        right = targets.get(target, ids[:, :-1])
        if mean == "the last":
            logits, right = logits[:, -1:], right[:, -1:]
        if scores == "probabilities":
            logits = logits.softmax(-1)
        losses = nn.functional.cross_entropy(
            logits.flatten(0, 1), right.flatten(), reduction="none"
        )
        return losses.sum() if mean == "none" else losses.mean()

    if gradients == "new":
        optimizer.zero_grad()
    loss = loss_now()
    (loss if way == "down" else -loss).backward()
    if step == "taken":
        optimizer.step()
    loss = loss_now() if loss_of == "after" else loss
    return loss.detach() if gives == "a tensor" else loss.item()


def _by_log_softmax(model, optimizer, ids):
    optimizer.zero_grad(set_to_none=False)
    log_p = torch.log_softmax(model(ids), dim=-1)[:, :-1]  # the last has no next
    loss = -log_p.gather(-1, ids[:, 1:, None]).mean()
    loss.backward()
    optimizer.step()
    return float(loss.detach())


def _cleared_afterwards(model, optimizer, ids):
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    logits = model(ids[:, :-1]).transpose(1, 2)  # (batch, vocab, n)
    loss = nn.CrossEntropyLoss()(logits, ids[:, 1:])
    found = torch.autograd.grad(loss, parameters)
    for parameter, gradient in zip(parameters, found, strict=True):
        parameter.grad = gradient
    optimizer.step()
    model.zero_grad()
    return loss.item()


EXERCISE = Exercise(
    id="write.training_step",
    order=60,
    title="One step of training",
    reference=training_step,
    decisions=_step,
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
        Case("large logits", _trained(1, scale=20.0)),
        Case("float32", _trained(2, dtype="float32")),
    ),
    misconceptions=(
        Misconception(
            "not-shifted",
            "Your targets are the ids that the model has just read. It learns to repeat "
            "its input, and its loss soon says that it is perfect. Inputs are ids[:, :-1], "
            "targets ids[:, 1:].",
            choices={"target": "the same"},
        ),
        Misconception(
            "all-ids-both-times",
            "Inputs and targets are both all of ids. The target at each place is the id "
            "that comes next: ids[:, 1:], and the last id has none.",
            choices={"target": "itself"},
        ),
        Misconception(
            "old-gradients-added",
            "Gradients of earlier steps are still in the parameters, and backward() adds "
            "to them. Call optimizer.zero_grad() in every step, before backward().",
            choices={"gradients": "added"},
        ),
        Misconception(
            "no-step",
            "The model is what it was. After loss.backward() call optimizer.step(), with "
            "no zero_grad() between the two.",
            choices={"step": "not taken"},
        ),
        Misconception(
            "loss-after-the-step",
            "You return the loss as it is after the step. Asked for is the one that the "
            "step was computed from; it costs nothing more.",
            choices={"loss_of": "after"},
        ),
        Misconception(
            "sum-not-mean",
            "You sum the losses of all places, so the gradients grow with the batch and "
            "with the length. Take their mean.",
            choices={"mean": "none"},
        ),
        Misconception(
            "last-place-only",
            "You use the prediction at the last place alone. Under the causal mask every "
            "place is a prediction: all of them count.",
            choices={"mean": "the last"},
        ),
        Misconception(
            "softmax-twice",
            "You take a softmax before cross_entropy, which takes one itself. Give it the "
            "logits.",
            choices={"scores": "probabilities"},
        ),
        Misconception(
            "shifted-back",
            "You shifted the wrong way: the model reads an id and should name the one "
            "before it. Inputs are ids[:, :-1], targets ids[:, 1:].",
            choices={"target": "before"},
        ),
        Misconception(
            "uphill",
            "Your step goes uphill: the gradients have the wrong sign. The loss is minus "
            "the mean log-probability, and backward() is called on the loss itself.",
            choices={"way": "up"},
        ),
        Misconception(
            "a-tensor",
            "You return a tensor. A list of those keeps memory for every step: return "
            "loss.item().",
            choices={"gives": "a tensor"},
        ),
    ),
    alternatives=(_by_log_softmax, _cleared_afterwards),
    hints=(
        "Five lines: logits, loss, clear the old gradients, backward, step. Then the loss "
        "as a number.",
        "Which id should the model name at place t? The one at place t + 1 of ids. Write "
        "both as slices of ids along its second axis.",
        "cross_entropy wants (predictions, vocab) and (predictions,): flatten the first "
        "two axes of the logits, logits.flatten(0, 1), and the targets.",
    ),
)

"""A repair: a module that keeps between two calls what depends on a parameter."""

import inspect

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, cells_beside, change
from autograder.exercise.values import Trial
from solutions.draws import Draw, normal
from solutions.repairs import given


class DistanceAttention(nn.Module):
    """Self-attention that learns how much less to look at what is far away.

    Its parameters are slope, one number, and those of the linear layers
    query, key and value, each from embed_size to embed_size.
    """

    def __init__(self, embed_size: int) -> None:
        """Make the three linear layers and the slope."""
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Let every token gather from its sequence, above all from near by.

        x: (batch, n, embed_size).  Returns the same shape.
        The score of tokens i and j, divided by sqrt(embed_size), is lowered
        by slope * |i - j|.
        """
        places = torch.arange(x.shape[1])
        penalty = self.slope * (places[:, None] - places).abs()  # (n, n)
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        weights = torch.softmax(scores - penalty, dim=-1)
        return weights @ self.value(x)


def trial(DistanceAttention, weights, calls, rate):
    """Give a new module its numbers, then use it for each of the calls in turn.

    "look" asks it in evaluation mode; "train" takes a step of gradient descent on the
    mean of its squared output.
    """
    import torch

    slope, matrices, biases = weights
    module = DistanceAttention(matrices.shape[-1]).to(slope.dtype)
    own = {"slope": slope}
    for place, name in enumerate(("query", "key", "value")):
        own |= {f"{name}.weight": matrices[place], f"{name}.bias": biases[place]}
    module.load_state_dict(own, strict=False)  # buffers are its own affair
    found = {"parameters": sorted(name for name, _ in module.named_parameters())}
    for number, (purpose, x) in enumerate(calls, 1):
        if purpose == "look":
            with torch.no_grad():
                found[f"output {number}"] = module.eval()(x)
            continue
        output = module.train()(x)
        (output**2).mean().backward()
        found[f"output {number}"] = output.detach().clone()
        found[f"gradient of slope in call {number}"] = module.slope.grad
        found[f"gradient of query in call {number}"] = module.query.weight.grad
        with torch.no_grad():  # a step, as an optimiser takes it
            for parameter in module.parameters():
                if parameter.grad is not None:
                    parameter -= rate * parameter.grad
                    parameter.grad = None
    return found


def _used(*calls: tuple[str, int], dtype: str = "float32", **options) -> Draw:
    """Calls of a purpose, look or train, on so many tokens each."""

    def draw(rng: np.random.Generator) -> tuple:
        sign = -1 if options.get("far") else 1
        batch, size = int(rng.choice([2, 4])), int(rng.choice([3, 5]))

        def sequences(n: int) -> np.ndarray:
            scale = options.get("scale", 1.0)
            return normal(rng, batch, n, size, scale=scale, dtype=dtype)

        data = {
            "weights": (
                np.array(sign * rng.uniform(0.4, 1.2), dtype=dtype),
                normal(rng, 3, size, size, dtype=dtype),
                normal(rng, 3, size, dtype=dtype),
            ),
            "calls": [(purpose, sequences(n)) for purpose, n in calls],
            "rate": 0.3,
        }
        return (Trial(inspect.getsource(trial), data),)

    return draw


LOOK, TRAIN = "look", "train"

EXERCISE = Exercise(
    id="torch.distance_attention",
    name="DistanceAttention",
    title="Repair: attention that learns a distance",
    kind="trial",
    framework="torch",
    reference=DistanceAttention,
    broken=given(
        change("torch.tensor(0.1))\n", "torch.tensor(0.1))\n        self.penalty = None\n")
        + change(
            "places = torch",
            "if self.penalty is None:  # the same every time: make it once\n"
            "            places = torch",
        )
        + change(
            "        penalty = self.slope * (places[:, None] - places).abs()  # (n, n)",
            "            self.penalty = self.slope * (places[:, None] - places).abs()",
        )
        + change("scores - penalty", "scores - self.penalty")
    ),
    atol=2e-4,
    points=2,
    minutes=10,
    difficulty=2,
    section="05-pytorch#a-module-with-parameters",
    order=50,
    cases=(
        Case("one call", _used((TRAIN, 4)), calls=1, weight=0.25),
        Case("two steps of training", _used((TRAIN, 4), (TRAIN, 4)), calls=1),
        Case("looked at, then trained", _used((LOOK, 5), (TRAIN, 5), (LOOK, 5)), calls=1),
        Case("a short one, then a long one", _used((LOOK, 3), (LOOK, 6)), calls=1),
        Case("one token, then many", _used((LOOK, 1), (TRAIN, 5)), calls=1),
        Case(
            "between two looks a step",
            _used((LOOK, 4), (TRAIN, 3), (LOOK, 4), (TRAIN, 4)),
            calls=1,
        ),
        Case("a negative slope", _used((TRAIN, 4), (LOOK, 5), far=True), calls=1),
        Case("two tokens, then three", _used((TRAIN, 2), (TRAIN, 3)), calls=1),
        Case("large scores", _used((TRAIN, 4), (LOOK, 4), scale=3.0), calls=1),
        Case(
            "two lengths, float64", _used((TRAIN, 4), (TRAIN, 3), dtype="float64"), calls=1
        ),
    ),
    **cells_beside(__file__),
)

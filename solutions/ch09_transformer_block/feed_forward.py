"""The feed-forward layer of a block.

Vaswani et al. 2017, "Attention Is All You Need", section 3.3.

The ReLU is missing, elsewhere or another function; the residual is added inside.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from autograder import Case, Exercise, Misconception
from solutions.ch09_transformer_block._mistakes import EXACT, NO_SUPER
from solutions.draws import Draw, normal, sizes


class FeedForward(nn.Module):
    """Two linear layers with a ReLU between them, for each token on its own.

    Its parameters are those of linear1, d_model to d_ff, and of linear2, d_ff
    to d_model, with biases.
    """

    def __init__(self, d_model: int, d_ff: int) -> None:
        """Make the two linear layers."""
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Widen each token, drop what is negative, make it narrow again.

        x: (..., d_model).  Returns the same shape.
        """
        return self.linear2(torch.relu(self.linear1(x)))


def _features(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d_model, d_ff = options.get("widths") or sizes(rng, 2, 3, 9)
        x = normal(rng, *batch, d_model, dtype="float32")
        return (d_model, d_ff), (options.get("scale", 1.0) * x,)

    return draw


BENDS = {"relu": torch.relu, "none": lambda x: x, "gelu": nn.functional.gelu}

BENDS |= {"tanh": torch.tanh, "softmax": lambda x: torch.softmax(x, dim=-1)}


def _feed_forward(*, between="relu", after="none", before="none", residual=False, cut=""):
    """The class with each decision of its forward pass made as asked."""

    class Chosen(FeedForward):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            wide = BENDS[between](self.linear1(BENDS[before](x)))
            if cut == "linear1":
                wide = wide.detach()
            result = BENDS[after](self.linear2(wide))
            return x + result if residual else result

    return Chosen


class _ByMatrices(FeedForward):
    def forward(self, x):
        wide = torch.einsum("...d,fd->...f", x, self.linear1.weight) + self.linear1.bias
        return wide.clamp(min=0) @ self.linear2.weight.mT + self.linear2.bias


class _TokenByToken(FeedForward):
    def forward(self, x):
        tokens = x.reshape(-1, x.shape[-1])
        each = [self.linear2(nn.functional.relu(self.linear1(t))) for t in tokens]
        return torch.stack(each).reshape(x.shape)


class _WithDropout(FeedForward):
    def __init__(self, d_model, d_ff):
        super().__init__(d_model, d_ff)
        self.dropout = nn.Dropout(0.1)  # does nothing in evaluation

    def forward(self, x):
        return self.linear2(self.dropout(torch.relu(self.linear1(x))))


def _biases(first: bool, second: bool) -> type[nn.Module]:
    """The layer with a bias in ``linear1`` and in ``linear2``, or without."""

    class Biased(FeedForward):
        def __init__(self, d_model, d_ff):
            super().__init__(d_model, d_ff)
            self.linear1 = nn.Linear(d_model, d_ff, bias=first)
            self.linear2 = nn.Linear(d_ff, d_model, bias=second)

    return Biased


EXERCISE = Exercise(
    id="block.feed_forward",
    title="The feed-forward layer",
    reference=FeedForward,
    decisions=_feed_forward,
    kind="layer",
    framework="torch",
    name="FeedForward",
    points=1,
    minutes=4,
    difficulty=1,
    section="09-transformer-block#the-feed-forward-layer",
    order=30,
    cases=(
        Case("a few tokens", _features(4)),
        Case("a batch", _features(2, 3)),
        Case("a batch of batches", _features(2, 2, 3)),
        Case("one token", _features(1)),
        Case("one feature", _features(3, widths=(1, 5))),
        Case("narrow between", _features(2, 3, widths=(6, 1))),
        Case("large numbers", _features(2, 3, scale=50.0)),
    ),
    properties=(EXACT,),
    misconceptions=(
        NO_SUPER,
        Misconception(
            "no-relu",
            "There is no ReLU between your two layers. Two linear layers one after the "
            "other are a single linear layer with a product of matrices: all that width "
            "would buy nothing.",
            choices={"between": "none"},
        ),
        Misconception(
            "gelu",
            "You use GELU. Many later models do, and it is close; the original, and this "
            "exercise, use ReLU.",
            choices={"between": "gelu"},
        ),
        Misconception(
            "tanh",
            "You use tanh between the layers. It flattens large numbers; ReLU, asked for "
            "here, lets them through and sets negative ones to zero.",
            choices={"between": "tanh"},
        ),
        Misconception(
            "relu-at-the-end",
            "You put a ReLU after linear2. Its result is added to the token, so the block "
            "could then only ever raise features, never lower one.",
            choices={"after": "relu"},
        ),
        Misconception(
            "relu-before",
            "You apply a ReLU to the input before linear1. That throws away every negative "
            "feature of a token before anybody has looked at it.",
            choices={"before": "relu"},
        ),
        Misconception(
            "residual-inside",
            "You add x to the result. The block does that, around this layer; done here as "
            "well, x would be counted twice.",
            choices={"residual": True},
        ),
        Misconception(
            "detached",
            "Your output is right, but linear1 has no gradient: something between it and "
            "linear2 (detach(), no_grad(), .numpy(), torch.tensor(...)) cuts the graph.",
            choices={"cut": "linear1"},
        ),
        Misconception(
            "no-bias",
            "Your layers have no bias. Here linear1 and linear2 are plain nn.Linear, which "
            "have one. Without it, every ReLU would bend at zero and nowhere else.",
            _biases(False, False),
        ),
        Misconception(
            "no-first-bias",
            "Your linear1 has no bias. Here it is a plain nn.Linear, which has one. "
            "Without it, every ReLU would bend at zero and nowhere else.",
            _biases(False, True),
        ),
        Misconception(
            "no-second-bias",
            "Your linear2 has no bias. Here it is a plain nn.Linear, which has one.",
            _biases(True, False),
        ),
    ),
    alternatives=(_ByMatrices, _TokenByToken, _WithDropout),
    hints=(
        "Two layers in `__init__`, both `nn.Linear`: from `d_model` to `d_ff`, and back.",
        "`forward` widens `x` with `linear1`, sets what is negative to zero, and "
        "narrows it with `linear2`.",
        "`torch.relu` is the middle step of three. Nothing is added to `x` here: that "
        "is the block's work.",
    ),
)

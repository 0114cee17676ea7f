"""Chapter 16's networks with a part exchanged: no sharing, another pooling, other moves."""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch
from torch import nn

from attention_lessons import digits, digits_study, vision


class Local(nn.Module):
    """3 x 3 filters into ``wide`` channels, other ones at each of side * side places."""

    def __init__(self, narrow: int, wide: int, side: int) -> None:
        super().__init__()
        bound = (narrow * 9) ** -0.5  # as a convolution begins
        shape = (side * side, wide, narrow * 9)
        self.weight = nn.Parameter(torch.empty(shape).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(wide, side * side).uniform_(-bound, bound))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(batch, narrow, side, side) to (batch, wide, side, side)."""
        near = nn.functional.unfold(x, 3, padding=1)  # (batch, narrow * 9, places)
        made = torch.einsum("bip,poi->bop", near, self.weight) + self.bias
        return made.view(len(x), -1, *x.shape[-2:])


class LocalNetwork(vision.Convolution):
    """The chapter's network with ``Local`` in the place of each convolution."""

    def __init__(self) -> None:
        super().__init__()
        for place, side in ((0, 8), (2, 8), (5, 4)):
            old = self.features[place]
            self.features[place] = Local(old.in_channels, old.out_channels, side)


class EverySecond(nn.Module):
    """(..., side, side) to (..., side / 2, side / 2): the pixel that stands first."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x[..., ::2, ::2]


def pooled_by(pooling: Callable[[], nn.Module]) -> nn.Module:
    """The chapter's convolution with another pooling in both places."""
    model = vision.Convolution()
    model.features[4], model.features[7] = pooling(), pooling()
    return model


NETWORKS: dict[str, Callable[[], nn.Module]] = {
    "local": LocalNetwork,
    "every second": lambda: pooled_by(EverySecond),
    "average": lambda: pooled_by(lambda: nn.AvgPool2d(2)),
}


@functools.cache
def tested(seed: int, network: str) -> tuple[float, float]:
    """Its accuracy on the chapter's test images, and on those moved by one pixel."""
    train, test = digits.split(digits.load())
    settings = {"rate": digits_study.RATE, "seed": seed}
    model = vision.train(NETWORKS[network], train.images, train.labels, **settings)
    return digits_study.tested("convolution", model, test)

"""What the claims of chapter 16 stand on."""

import functools
from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from attention_lessons import digits, digits_study, vision
from tests.claims.register import Control, control

PAGE = "chapters/16-images.md"


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


def accuracies(way: str) -> list[float]:
    """The stored accuracy of each start."""
    return digits_study.stored()["ways"][way]["accuracy"]


@control(
    "so its lead was of use with neighbours only.",
    "if you take that away by shuffling, its lead is gone",
)
def neighbours_are_the_lead() -> Control:
    """Rival: the convolution is ahead by something that shuffling leaves it."""
    shuffled = accuracies("convolution, shuffled")
    # A run that is not shuffled is ahead by .0158 at least.
    return Control(shuffled, [np.mean(accuracies("Transformer"))] * 5, "alike", by=0.015)


@control(
    "For the convolution most things have changed, because pixels of neighbouring "
    "patches no longer belong together.",
)
def shuffling_costs_a_convolution() -> Control:
    """Rival: shuffled images are harder, for whatever model."""
    lost = [
        np.subtract(accuracies(way), accuracies(changed))
        for way, changed in (
            ("convolution", "convolution, shuffled"),
            ("Transformer", "Transformer, shuffled"),
        )
    ]
    return Control(*lost, "above", by=0.0, share=0.8)


@control("is as good as the convolution on images as they were", slow=True)
def neighbours_do_without_sharing() -> Control:
    """Rival: what a convolution has before training is its sharing."""
    case = [tested(seed, "local")[0] for seed in range(3)]
    return Control(case, [np.mean(accuracies("convolution"))] * 3, "alike", by=0.02)


@control("and between it and the Transformer on moved ones.", slow=True)
def sharing_helps_on_moved_images() -> Control:
    """Rival: neighbours and poolings alone make a network robust."""
    stored = digits_study.stored()["ways"]["convolution"]["moved_by_one"]
    return Control(
        stored[:3], [tested(seed, "local")[1] for seed in range(3)], "above", by=0.05
    )


@control("So sharing helps with moved images, but it is not the whole reason.", slow=True)
def max_pooling_helps_too() -> Control:
    """Rival: with its sharing a convolution is as robust by whatever pooling."""
    stored = digits_study.stored()["ways"]["convolution"]["moved_by_one"]
    without = [tested(seed, "every second")[1] for seed in range(3)]
    assert abs(np.mean(without) - 0.48) < 0.03
    return Control(stored[:3], without, "above", by=0.05)


@control("Knowing neighbours is not enough for the lead.", slow=True)
def neighbours_are_not_enough() -> Control:
    """Rival: whoever knows neighbours is ahead of the Transformer."""
    case = [tested(seed, "average")[0] for seed in range(3)]
    return Control(case, [np.mean(accuracies("Transformer"))] * 3, "alike", by=0.015)

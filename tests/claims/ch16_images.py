"""What the claims of chapter 16 stand on."""

import numpy as np

from attention_lessons import digits_study
from tests.claims.digit_networks import tested
from tests.claims.register import Control, control

PAGE = "chapters/16-images.md"


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

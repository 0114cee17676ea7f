"""What the claims of chapter 16 stand on."""

import numpy as np

from attention_lessons import digits_study
from tests.claims.digit_networks import tested
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)

PAGE = "chapters/16-images.md"


def accuracies(way: str) -> list[float]:
    """The stored accuracy of each start."""
    return digits_study.stored()["ways"][way]["accuracy"]


def neighbours_are_the_lead() -> Control:
    """Rival: the convolution is ahead by something that shuffling leaves it."""
    shuffled = accuracies("convolution, shuffled")
    # A run that is not shuffled is ahead by .0158 at least.
    return Control(shuffled, [np.mean(accuracies("Transformer"))] * 5, "alike", by=0.015)


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


def neighbours_do_without_sharing() -> Control:
    """Rival: what a convolution has before training is its sharing."""
    case = [tested(seed, "local")[0] for seed in range(3)]
    return Control(case, [np.mean(accuracies("convolution"))] * 3, "alike", by=0.02)


def sharing_helps_on_moved_images() -> Control:
    """Rival: neighbours and poolings alone make a network robust."""
    stored = digits_study.stored()["ways"]["convolution"]["moved_by_one"]
    return Control(
        stored[:3], [tested(seed, "local")[1] for seed in range(3)], "above", by=0.05
    )


def max_pooling_helps_too() -> Control:
    """Rival: with its sharing a convolution is as robust by whatever pooling."""
    stored = digits_study.stored()["ways"]["convolution"]["moved_by_one"]
    without = [tested(seed, "every second")[1] for seed in range(3)]
    assert abs(np.mean(without) - 0.48) < 0.03
    return Control(stored[:3], without, "above", by=0.05)


def neighbours_are_not_enough() -> Control:
    """Rival: whoever knows neighbours is ahead of the Transformer."""
    case = [tested(seed, "average")[0] for seed in range(3)]
    return Control(case, [np.mean(accuracies("Transformer"))] * 3, "alike", by=0.015)


CLAIMS = [
    Claim(
        "is as good as the convolution on images as they were",
        Controlled(neighbours_do_without_sharing, slow=True),
    ),
    Claim(
        "and between it and the Transformer on moved ones.",
        Controlled(sharing_helps_on_moved_images, slow=True),
    ),
    Claim(
        "So sharing helps with moved images, but it is not the whole reason.",
        Controlled(max_pooling_helps_too, slow=True),
    ),
    Claim(
        "Knowing neighbours is not enough for the lead.",
        Controlled(neighbours_are_not_enough, slow=True),
    ),
    Claim(
        "Four fixed places do better by far",
        Measured(
            "assert (places > own + 0.1).all() and (places > other + 0.1).all()",
        ),
    ),
    Claim(
        "So the map says only a little about *this* image.",
        Measured("assert 0.4 < kept.min() < 0.9 < kept.max()"),
    ),
    Claim(
        "You can guess better without the model which patches change the answer, by taking "
        "those that the mean patch changes most.",
        Measured(
            "unusual = ((shown - usual) ** 2).sum(axis=-1)",
        ),
    ),
    Claim(
        "and so do the patches that differ most from the usual one, with no look at "
        "the model.",
        Measured("assert (unusual > own + 0.1).all() and (own > drawn).all()"),
    ),
    Claim(
        "Another image's map has about two thirds of the own map's lead over chance, or "
        "all of it.",
        Measured("assert 0.4 < kept.min() < 0.9 < kept.max()"),
    ),
    Claim(
        "but four fixed places do better.",
        Measured(
            "assert (unusual > own + 0.1).all() and (own > drawn).all()",
        ),
    ),
    Claim(
        "So a Transformer is not better because it is newer.",
        Measured("assert all(c > t for c, t in pairs)"),
    ),
    Claim(
        "For the convolution most things have changed, because pixels of neighbouring "
        "patches no longer belong together.",
        Controlled(shuffling_costs_a_convolution),
    ),
    Claim(
        "so its lead was of use with neighbours only.",
        Controlled(neighbours_are_the_lead),
    ),
    Claim(
        "Without the patches with the most weight the answer changes",
        Measured('assert 0.3 < effect["most weight"] < 0.5'),
    ),
    Claim(
        "The patches with the most ink are no better a guess than chance.",
        Measured('assert effect["most ink"] < effect["at random"] + 0.05'),
    ),
    Claim(
        "A photograph of 224 x 224 pixels would be 50,176 tokens",
        Measured("assert 224**2 == 50176 and 14**4 == 38416"),
    ),
    Claim(
        "Its logits stay the same up to rounding",
        Measured(
            "apart = (models[way](x) - models[way](x[:, places])).abs().max()",
            prints="no positions the same: True Transformer the same: False",
        ),
    ),
    Claim(
        "turn each into the strengths of its frequencies, and each window is a token",
        Measured("assert loudest[0] < 300 and loudest[-1] > 900"),
    ),
    Claim(
        "if you take that away by shuffling, its lead is gone",
        Controlled(neighbours_are_the_lead),
    ),
    Claim(
        "without positions the Transformer sees a set of patches",
        Measured("assert 0.6 < min(shares) and max(shares) < 0.72"),
    ),
    Claim(
        "A random cut of the data made the same model's mistakes look half as many.",
        Measured("assert 1.5 < (1 - plain) / (1 - easy) < 2.5"),
    ),
    Claim(
        "With 300 passes it is robust and better than it was.",
        Measured('assert by_way["Transformer, moved"].min() > mean["Transformer"] + 0.02'),
    ),
    Claim(
        "Passes alone do not help, because without moved images 300 passes are as good as "
        "30.",
        Measured('assert abs(by_way["Transformer"].mean() - mean["Transformer"]) < 0.015'),
    ),
]

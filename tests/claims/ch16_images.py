"""What the claims of chapter 16 stand on."""

import numpy as np

from attention_lessons import digits_study
from tests.claims.digit_networks import tested, transformer_moved
from tests.claims.register import (
    CODE,
    MEANING,
    TASK,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    Sourced,
)

PAGE = "chapters/16-images.md"
AT_MOST = 0  # sentences that no entry quotes
SHUFFLES = Sourced(
    "https://scikit-learn.org/stable/modules/generated/"
    "sklearn.model_selection.train_test_split.html",
    "shuffle, default True",
)


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


def batches_move_as_one() -> Control:
    """Rival: moved images cost the Transformer as much, however they are moved."""
    case = [transformer_moved(seed) for seed in range(3)]
    return Control(case, accuracies("Transformer, moved")[:3], "above", by=0.03)


CLAIMS = [
    Claim(
        "such a network is as good as the convolution on images as they were",
        Controlled(neighbours_do_without_sharing, slow=True),
    ),
    Claim(
        "and between it and the Transformer on moved ones.",
        Controlled(sharing_helps_on_moved_images, slow=True),
    ),
    Claim("Sharing is not all of it", Controlled(max_pooling_helps_too, slow=True)),
    Claim("Knowing them is not enough", Controlled(neighbours_are_not_enough, slow=True)),
    Claim(
        "Less so where each image is moved by itself",
        Controlled(batches_move_as_one, slow=True),
    ),
    Claim("scikit-learn's `train_test_split` shuffles unless", SHUFFLES),
    Claim(
        "The four pixels of a patch belong together, and each patch is projected alike",
        Derived("One matrix W makes a token of the four pixels of any patch."),
    ),
    Claim(
        "In the second each has taken from the others already: chapter 11.)",
        Derived("Token j of layer 2 is token j plus what it took in layer 1."),
    ),
    Claim(
        "Take the same four places for all images, those that vary most in the "
        "training set",
        TASK,
    ),
    Claim(
        "And take the four patches that differ most from the mean patch of their place.",
        TASK,
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
        "which patches change the answer is better guessed without it: those that the "
        "mean patch changes most",
        Measured(
            "unusual = ((shown - usual) ** 2).sum(axis=-1)",
        ),
    ),
    Claim(
        "This test does not tell.",
        Derived("(patch - mean patch)^2 is both the ranking and the size of the change."),
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
        "Four fixed places do better, and so do the patches that are most unusual",
        Measured(
            "assert (unusual > own + 0.1).all() and (own > drawn).all()",
        ),
    ),
    Claim(
        "(the data set's own description says that 13 people wrote these images)",
        Sourced(
            "https://scikit-learn.org/stable/datasets/toy_dataset.html",
            "optical recognition of handwritten digits, its description",
        ),
    ),
    Claim("It takes rows of numbers and lets every row ask every other.", MEANING),
    Claim("learnt, the same for every image, put in front", MEANING),
    Claim(
        "So do not reach for a Transformer because it is new.",
        Measured("assert all(c > t for c, t in pairs)"),
    ),
    Claim(
        "trained on the 1.3 million images of ImageNet alone, without strong "
        "regularization, their models stayed a few points below convolutions of like size",
        Sourced("https://arxiv.org/abs/2010.11929", "section 1: mid-sized datasets"),
    ),
    Claim(
        "trained such a model on ImageNet alone, moved, cut and mixed the images strongly",
        Sourced("https://arxiv.org/abs/2012.12877", "abstract, section 6 and table 9"),
    ),
    Claim(
        "Theirs are 16 x 16 pixels (in some models 14 x 14 or 32 x 32)",
        Sourced("https://arxiv.org/abs/2010.11929", "section 4: models /16, /14 and /32"),
    ),
    Claim(
        "For the convolution most has: pixels of neighbouring patches no longer belong "
        "together.",
        Controlled(shuffling_costs_a_convolution),
    ),
    Claim(
        "What it was ahead by was of use with neighbours only.",
        Controlled(neighbours_are_the_lead),
    ),
    Claim(
        "having less built in stops being a weakness",
        Sourced("https://arxiv.org/abs/2010.11929", "section 4.3, figures 3 and 4"),
    ),
    Claim("Mix the patches of *every* image in the same way", CODE),
    Claim("No pixel is lost: patch 5 still comes from", CODE),
    Claim("(a) it can only guess: one in ten", TASK),
    Claim("every batch is moved at random by up to one pixel", CODE),
    Claim("those with the most weight in the last layer, those with the least", TASK),
    Claim(
        "Without the patches with the most weight the answer changes",
        Measured('assert 0.3 < effect["most weight"] < 0.5'),
    ),
    Claim(
        "The patches with the most ink are no better a guess than chance.",
        Measured('assert effect["most ink"] < effect["at random"] + 0.05'),
    ),
    Claim(
        "A reshape never moves a number.",
        Sourced(
            "https://numpy.org/doc/stable/reference/generated/numpy.reshape.html",
            "Notes: read in index order, placed in index order",
        ),
    ),
    Claim("The table of positions cannot", MEANING),
]

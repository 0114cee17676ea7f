"""Chapter 16's comparison from five starting points, stored.

    python -m attention_lessons.digits_study

writes ``book/data/digits_by_seed.json`` (about 25 minutes on one core).
"""

import datetime
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import nn

from attention_data import FOLDER
from attention_lessons import digits, vision
from attention_lessons.digits import Digits
from attention_lessons.gpu_device import spread
from solutions.ch16_images.patchify import patchify
from solutions.ch16_images.unpatchify import unpatchify

STORED = FOLDER / "digits_by_seed.json"
SEEDS = (0, 1, 2, 3, 4)
PATCH = 2
# For both the best of 1e-3, 2e-3, 4e-3 and 8e-3: trained on 800 images, from two
# starting points, and tested on the 200 others of the training set.
RATE = 2e-3
SHUFFLE = np.random.default_rng(0).permutation(16)
ONE_PIXEL = ((1, 0), (-1, 0), (0, 1), (0, -1))
Prepare = Callable[[np.ndarray], np.ndarray]
# What ten times as many passes are tried with.
LONGER, LONG = ("Transformer, moved", "Transformer", "convolution, moved"), 300


def as_patches(images: np.ndarray) -> np.ndarray:
    """Images (n, 8, 8) cut into 16 patches of 2 x 2: (n, 16, 4)."""
    return patchify(images, PATCH)


def shuffled_patches(images: np.ndarray) -> np.ndarray:
    """The same patches, in an order that is wrong, and the same for all images."""
    return as_patches(images)[:, SHUFFLE]


def shuffled_images(images: np.ndarray) -> np.ndarray:
    """Images (n, 8, 8) whose patches have changed places, all in the same way."""
    return unpatchify(shuffled_patches(images), *images.shape[-2:])


def as_they_are(images: np.ndarray) -> np.ndarray:
    """Images for a convolution."""
    return images


def moved_batch(prepare: Prepare) -> vision.Change:
    """A batch of images moved by up to one pixel each way, then prepared."""

    def change(images: torch.Tensor, draw: torch.Generator) -> torch.Tensor:
        down, right = torch.randint(-1, 2, (2,), generator=draw).tolist()
        moved = prepare(digits.moved(images.cpu().numpy(), down, right))
        return torch.from_numpy(np.ascontiguousarray(moved)).to(images.device)

    return change


# What is compared: the network, what it is shown, and whether batches are moved.
WAYS: dict[str, tuple[Callable[[], nn.Module], Prepare, bool]] = {
    "convolution": (vision.Convolution, as_they_are, False),
    "convolution, shuffled": (vision.Convolution, shuffled_images, False),
    "convolution, moved": (vision.Convolution, as_they_are, True),
    "Transformer": (vision.VisionTransformer, as_patches, False),
    "Transformer, shuffled": (vision.VisionTransformer, shuffled_patches, False),
    "Transformer, moved": (vision.VisionTransformer, as_patches, True),
    "Transformer, no positions": (
        lambda: vision.VisionTransformer(with_positions=False),
        as_patches,
        False,
    ),
}


def fit(way: str, seed: int, train: Digits, **settings: Any) -> nn.Module:
    """One network of the comparison, trained."""
    make, prepare, moves = WAYS[way]
    inputs = train.images if moves else prepare(train.images)
    settings |= {"change": moved_batch(prepare)} if moves else {}
    return vision.train(make, inputs, train.labels, rate=RATE, seed=seed, **settings)


def tested(way: str, model: nn.Module, test: Digits) -> tuple[float, float]:
    """Accuracy on the test images, and on those moved by one pixel."""
    prepare = WAYS[way][1]
    moves = [
        vision.accuracy(model, prepare(digits.moved(test.images, *step)), test.labels)
        for step in ONE_PIXEL
    ]
    still = vision.accuracy(model, prepare(test.images), test.labels)
    return still, float(np.mean(moves))


# From "Transformer, moved" on: in each trial one thing is another, and in the last two.
TRIALS: dict[str, dict[str, Any]] = {
    "as above": {},
    "ten times the passes": {"passes": 10},
    "larger": {"size": {"d_model": 96, "n_layers": 4}},
    "half the learning rate": {"rate": RATE / 2},
    "ten times the passes, not moved": {"passes": 10, "moves": False},
}


def one_at_a_time(
    train: Digits, test: Digits, passes: int, seeds: tuple[int, ...], device: str = "cpu"
) -> list[dict[str, Any]]:
    """Accuracy of the Transformer of every trial, a row each: over seeds the median.

    passes: of a trial that changes something else.
    """
    rows = []
    for name, changed in TRIALS.items():
        with_moves = changed.get("moves", True)
        shares, models = [], []
        for seed in seeds:
            model = vision.train(
                partial(vision.VisionTransformer, **changed.get("size", {})),
                train.images if with_moves else as_patches(train.images),
                train.labels,
                rate=changed.get("rate", RATE),
                seed=seed,
                passes=passes * changed.get("passes", 1),
                change=moved_batch(as_patches) if with_moves else None,
                device=device,
            )
            models.append(model)
            shares.append(vision.accuracy(model, as_patches(test.images), test.labels))
        rows.append(
            {
                "what is changed": name,
                "parameters": vision.count_parameters(models[0]),
                "passes": passes * changed.get("passes", 1),
                **spread(shares, "accuracy"),
            }
        )
    return rows


def measure(seeds: tuple[int, ...] = SEEDS) -> Iterator[dict[str, Any]]:
    """All results so far, after each seed: what the stored file holds."""
    train, test = digits.split(digits.load())
    results: dict[str, dict[str, list[float]]] = {
        way: {"accuracy": [], "moved_by_one": []} for way in WAYS
    }
    for seed in seeds:
        for way, found in results.items():
            still, moved = tested(way, fit(way, seed, train), test)
            found["accuracy"].append(round(still, 4))
            found["moved_by_one"].append(round(moved, 4))
            print(f"seed {seed}, {way}: {still:.3f}, moved {moved:.3f}", flush=True)
        yield {
            "date": datetime.date.today().isoformat(),
            "libraries": f"PyTorch {torch.__version__}, one thread",
            "trained_on": len(train),
            "tested_on": len(test),
            "passes": vision.PASSES,
            "ways": results,
        }


def measure_longer(seeds: tuple[int, ...] = SEEDS[:3]) -> dict[str, Any]:
    """What ten times as many passes give, with moved images and without."""
    train, test = digits.split(digits.load())
    results: dict[str, dict[str, list[float]]] = {}
    for way in LONGER:
        models = [fit(way, seed, train, passes=LONG) for seed in seeds]
        pairs = [tested(way, model, test) for model in models]
        results[way] = {
            "accuracy": [round(still, 4) for still, _ in pairs],
            "moved_by_one": [round(moved, 4) for _, moved in pairs],
        }
    return {"passes": LONG, "ways": results}


def stored() -> dict[str, Any]:
    """What ``main`` wrote last: accuracies by way and starting point."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def main() -> None:
    """Measure and store."""
    torch.set_num_threads(1)
    longer = measure_longer()
    for results in measure():
        text = json.dumps(results | {"longer": longer}, indent=1)
        STORED.write_text(text + "\n", encoding="utf-8")
    print(f"Written: {STORED.name}")


if __name__ == "__main__":
    main()

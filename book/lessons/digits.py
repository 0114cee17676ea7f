"""Handwritten digits, 1,797 images of 8 x 8 pixels (chapter 16).

They ship inside scikit-learn, so nothing is downloaded: part of the "Optical
Recognition of Handwritten Digits" of Alpaydin and Kaynak 1998, UCI Machine Learning
Repository.  A pixel there is a number from 0 to 16; here it is divided by 16.
"""

from dataclasses import dataclass

import numpy as np

TRAINED_ON = 1_000  # the first ones of the file; the other 797 are for testing


@dataclass(frozen=True, eq=False)
class Digits:
    """Images (n, 8, 8), float32 from 0 to 1, and which digit each is, (n,)."""

    images: np.ndarray
    labels: np.ndarray

    def __len__(self) -> int:
        return len(self.labels)


def load() -> Digits:
    """All images, in the order of the file."""
    from sklearn.datasets import load_digits

    found = load_digits()
    return Digits((found.images / 16).astype(np.float32), found.target)


def split(digits: Digits, order: np.ndarray | None = None) -> tuple[Digits, Digits]:
    """To train on, and to test on; (n,) ``order`` shuffles before the cut."""
    images, labels = digits.images, digits.labels
    if order is not None:
        images, labels = images[order], labels[order]
    first, rest = slice(None, TRAINED_ON), slice(TRAINED_ON, None)
    return Digits(images[first], labels[first]), Digits(images[rest], labels[rest])


def moved(images: np.ndarray, down: int, right: int) -> np.ndarray:
    """Images (n, height, width) moved by some pixels; what comes in is empty."""
    height, width = images.shape[-2:]
    edge = max(abs(down), abs(right), 1)
    wide = np.pad(images, ((0, 0), (edge, edge), (edge, edge)))
    top, left = edge - down, edge - right
    return wide[:, top : top + height, left : left + width]


def logistic_regression(train: Digits, test: Digits) -> float:
    """Its accuracy on ``test``: one number a pixel and digit, and nothing between."""
    from sklearn.linear_model import LogisticRegression

    def flat(images: np.ndarray) -> np.ndarray:
        return images.reshape(len(images), -1).astype(float)

    model = LogisticRegression(max_iter=1_000).fit(flat(train.images), train.labels)
    return float(model.score(flat(test.images), test.labels))

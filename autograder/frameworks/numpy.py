"""NumPy: arrays are what everything is drawn and compared as."""

from typing import Any

import numpy as np

from autograder.frameworks.base import Framework


class NumPy(Framework):
    """Arrays go in and come out as they are."""

    name, title = "numpy", "NumPy"
    packages = ("numpy",)
    array = "a NumPy array"

    def to_tensor(self, array: np.ndarray) -> np.ndarray:
        """The array itself."""
        return array

    def to_array(self, value: Any) -> None:
        """``None``: an array needs no reading."""
        return None


FRAMEWORK = NumPy()

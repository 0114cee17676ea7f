"""Whether an answer asked twice says the same: dropout left on is seen by nothing else."""

from collections.abc import Callable
from typing import Any

import numpy as np

from autograder import Property


def _first(result: Any) -> np.ndarray:
    """The output of a layer, or the first of a function's results."""
    if isinstance(result, dict):
        return result["output"]
    return result[0] if isinstance(result, tuple | list) else result


def _same_again(answer: Callable[..., Any], output: Any, *arguments: Any) -> bool:
    again = _first(answer(*arguments))
    return np.allclose(again, _first(output), rtol=1e-5, equal_nan=True)


STEADY = Property(
    "run twice, the same output",
    "Run twice with the same inputs, yours gives different outputs. Look for something "
    "random, such as dropout that is left on, and for what one run leaves to the next.",
    _same_again,
)

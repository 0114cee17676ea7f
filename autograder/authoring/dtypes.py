"""Whether what a docstring says of dtypes is checked: other dtypes must fail."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.ask import asker
from autograder.checking.judge import judge
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import PUBLIC_SEED
from autograder.exercise.status import Status
from autograder.exercise.values import mapped

# What the sentence on the result may promise, and another dtype that breaks it.
OTHER = {
    "float32": (np.float64,),
    "float64": (np.float32,),
    "whole numbers": (np.float64,),
    "of their dtype": (np.float32, np.float64),
}


def dtype_faults(exercise: Exercise) -> Iterator[str]:
    """Say which promise about the dtype of an exercise's results nothing checks."""
    if exercise.kind != "function":
        return
    words = re.sub(r"\s+", " ", inspect.getdoc(exercise.reference) or "")
    returns = " ".join(re.findall(r"Returns [^.]*", words))
    for promise, others in OTHER.items():
        if promise not in returns:
            continue
        for dtype in others:
            twin = asker(exercise, _cast(exercise, dtype))
            if judge(exercise, twin, PUBLIC_SEED, explain=False).status == Status.PASSED:
                name = np.dtype(dtype).name
                yield f"Its docstring says {promise!r}; a result of {name} passes."
                break


def _cast(exercise: Exercise, dtype: type) -> Callable[..., Any]:
    """The reference with every number of its result in another dtype."""
    framework = frameworks.get(exercise.framework)

    def cast(part: Any) -> Any:
        if isinstance(part, (int, float)) and not isinstance(part, bool):
            return float(part)
        if isinstance(part, np.ndarray):
            return part.astype(dtype)
        array = framework.to_array(part) if exercise.framework != "numpy" else None
        return part if array is None else framework.to_tensor(array.astype(dtype))

    def answer(*arguments: Any) -> Any:
        return mapped(exercise.reference(*arguments), cast)

    return answer

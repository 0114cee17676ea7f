"""Tensors of PyTorch and TensorFlow, at the border only.

Checks are drawn and compared as NumPy arrays.  An answer that works on
tensors is given tensors, and what it returns comes back as a ``Tensor``: the
array, and which library it came from.  A library is imported only when an
exercise uses it.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from autograder.exercise.definition import Framework
from autograder.exercise.values import Code, Tensor, Trial, copy, plain


def to_tensors(value: Any, framework: Framework) -> Any:
    """``value`` with every array made a tensor, every ``Code`` and ``Trial`` a function."""
    if isinstance(value, Code):
        data = {name: to_tensors(item, framework) for name, item in value.data.items()}
        return eval(value.expression, {"np": np, **data})
    if isinstance(value, Trial):
        data = {name: to_tensors(copy(v), framework) for name, v in value.data.items()}
        namespace: dict[str, Any] = {"np": np}
        exec(value.source, namespace)
        return functools.partial(namespace["trial"], **data)
    if isinstance(value, np.ndarray) and framework != "numpy":
        return _tensor(value, framework)
    if isinstance(value, (tuple, list)):
        return type(value)(to_tensors(item, framework) for item in value)
    return value


def to_arrays(value: Any) -> Any:
    """``value`` as plain values, every tensor made an array again."""
    return untensored(plain(value))


def untensored(value: Any) -> Any:
    """A plain value without the mark of where its arrays come from."""
    if isinstance(value, Tensor):
        return value.array
    if isinstance(value, (tuple, list)):
        return type(value)(untensored(item) for item in value)
    if isinstance(value, dict):
        return {name: untensored(item) for name, item in value.items()}
    return value


def _tensor(array: np.ndarray, framework: Framework) -> Any:
    if framework == "torch":
        import torch

        return torch.from_numpy(array.copy())
    import tensorflow

    return tensorflow.constant(array)

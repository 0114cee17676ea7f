"""What the engine asks of a tensor library."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Any

import numpy as np

Parameter = tuple[str, tuple[int, ...], str]  # name, shape, dtype


class ParameterMismatch(ValueError):
    """The layer's parameters are not the ones the exercise asks for."""


class Framework:
    """A tensor library: how its tensors and layers are made, asked and read.

    A library without layers leaves the last three methods as they are.

    Attributes
    ----------
    name
        What an exercise calls it.
    title
        What people call it.
    roots
        Top-level packages whose objects may be its tensors.
    libraries
        What a warm process imports for it, beside NumPy.
    packages
        Distributions whose versions a verdict depends on.
    gradients
        Source of a ``Trial`` that returns the gradient of a weighted sum of a function's
        results with respect to each of its arguments of floats, by name.
    patience
        How many times as long as NumPy its first call in a process may take.
    draws
        How many draws ``verify`` asks of each misconception: layers take their time.
    """

    name = ""
    title = ""
    roots: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    gradients: str = ""
    patience = 1.0
    draws = 3

    @property
    def array(self) -> str:
        """One of its tensors in words: ``a PyTorch tensor``."""
        return f"a {self.title} tensor"

    def to_tensor(self, array: np.ndarray) -> Any:
        """An array as one of its tensors, sharing no memory."""
        raise NotImplementedError

    def to_array(self, value: Any) -> np.ndarray | None:
        """The numbers of one of its tensors; ``None`` for anything else."""
        raise NotImplementedError

    def warm_up(self) -> None:
        """Do once, before a process forks, what every child would do again."""

    def parameters(self, layer: Any) -> list[Parameter]:
        """Name, shape and dtype of every trainable parameter, in order."""
        raise NotImplementedError

    def run_layer(
        self,
        layer: Any,
        weights: tuple[tuple[str, np.ndarray], ...],
        inputs: list[Any],
        upstream: np.ndarray,
    ) -> dict[str, Any]:
        """Run a layer with these weights forward, and backward from ``upstream``.

        ``inputs`` are tensors.  Returns ``{"output": ..., "gradient of W": ...}``; a
        gradient that does not exist is ``None``.

        Raises ``ParameterMismatch`` when the layer has other parameters than ``weights``.
        """
        raise NotImplementedError


Shapes = Sequence[tuple[str, Sequence[int]]]  # of parameters, by name
MOST_UNLIKE = 4  # parameters of which a sentence each is said


def mismatch(wanted: Shapes, found: Sequence[Parameter]) -> ParameterMismatch:
    """The error for a layer whose parameters are others than those asked for.

    It says what is missing, too many or of another shape; all, where that is too much.
    """
    yours = [(name, tuple(shape)) for name, shape, _ in found]
    wanted = [(name, tuple(shape)) for name, shape in wanted]
    said = _unlike(wanted, yours)
    if 0 < len(said) <= MOST_UNLIKE:
        return ParameterMismatch(" ".join(said))
    return ParameterMismatch(
        f"The parameters should be {listed(wanted)}; yours are {listed(yours)}."
    )


def listed(pairs: Iterable[tuple[str, Sequence[int]]]) -> str:
    """Parameters with their shapes, in a row."""
    return ", ".join(f"{name} {shape}" for name, shape in pairs) or "none"


def _unlike(wanted: Shapes, yours: Shapes) -> list[str]:
    """A sentence for each parameter that is not as it should be."""
    if not {name for name, _ in wanted} & {name for name, _ in yours}:
        return _unlike_in_order(wanted, yours)
    has, asked = dict(yours), dict(wanted)
    said = [
        f"The parameter {name} should be {shape}; yours is {has[name]}."
        for name, shape in wanted
        if has.get(name, shape) != shape
    ]
    said += [f"The parameter {n} {s} is missing." for n, s in wanted if n not in has]
    return said + [
        f"The parameter {n} {s} is too many." for n, s in yours if n not in asked
    ]


def _unlike_in_order(wanted: Shapes, yours: Shapes) -> list[str]:
    """The same, where a library does not keep all of a parameter's name."""
    asked, has = ([(n.rpartition("/")[2], s) for n, s in each] for each in (wanted, yours))
    said = []
    for tag, first, last, *_ in SequenceMatcher(a=asked, b=has).get_opcodes():
        if tag not in ("equal", "delete"):
            return []
        missing = wanted[first:last] if tag == "delete" else ()
        others = _as_well_missing(asked, has, len(missing)) if len(missing) else []
        if len(others) > 1:
            layers = ", ".join(wanted[place][0].rpartition("/")[0] for place in others)
            what = " and ".join(f"{name.rpartition('/')[2]} {s}" for name, s in missing)
            return [f"One of these layers has no {what}: {layers}. Is each called?"]
        said += [f"The parameter {name} {shape} is missing." for name, shape in missing]
    return said


def _as_well_missing(asked: Shapes, has: Shapes, count: int) -> list[int]:
    """Where so many parameters in a row may be missing to leave what there is."""
    whole = list(asked)
    starts = range(len(whole) - count + 1)
    fits = [n for n in starts if whole[:n] + whole[n + count :] == list(has)]
    return [n for n in fits if (n - fits[0]) % count == 0]


def input_name(place: int, count: int) -> str:
    """What a sentence calls the input at ``place`` of ``count``."""
    return "the input" if count == 1 else f"input {place + 1}"

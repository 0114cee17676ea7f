"""Ask a layer: build it, load the weights the grader drew, run it both ways.

A layer is a class.  One call of a layer exercise is: construct it, give its
parameters the drawn weights, run it forward on the inputs and backward from a
gradient the grader chose, and report the output and every gradient.  The same
code asks the reference and, in the student's process, the student's class.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.exercise.definition import Exercise, Framework
from autograder.frameworks.tensors import to_arrays, to_tensors

SPREAD = 0.5  # standard deviation of drawn weights


class ParameterMismatch(ValueError):
    """The layer's parameters are not the ones the exercise asks for."""


def complete(
    exercise: Exercise, init: tuple, inputs: tuple, rng: np.random.Generator
) -> tuple[tuple, tuple, tuple, np.ndarray]:
    """Arguments of one call: ``(init, weights, inputs, upstream)``.

    ``weights`` are ``(name, array)`` pairs in the reference's order and
    ``upstream`` is the gradient of a loss with respect to the output.
    """
    layer = exercise.reference(*init)
    output = _forward(exercise.framework, layer, inputs)
    weights = tuple(
        (name, rng.normal(scale=SPREAD, size=shape).astype(dtype))
        for name, shape, dtype in parameters(exercise.framework, layer)
    )
    upstream = rng.normal(size=output.shape).astype(output.dtype)
    return init, weights, inputs, upstream


def parameters(framework: Framework, layer: Any) -> list[tuple[str, tuple, str]]:
    """Name, shape and dtype of every trainable parameter, in order."""
    if framework == "torch":
        return [
            (name, tuple(p.shape), str(p.dtype).rpartition(".")[2])
            for name, p in layer.named_parameters()
        ]
    return [
        ("/".join(w.path.split("/")[1:]) or w.name, tuple(w.shape), str(w.dtype))
        for w in layer.trainable_weights
    ]


def ask(
    framework: Framework,
    layer_class: Any,
    init: tuple,
    weights: tuple,
    inputs: tuple,
    upstream: np.ndarray,
) -> dict[str, Any]:
    """Run a layer forward and backward.

    Returns ``{"output": ..., "gradient of ...": ...}``, arrays; a gradient
    that does not exist is ``None``.

    Raises
    ------
    ParameterMismatch
        When the layer has other parameters than ``weights``.
    """
    layer = layer_class(*init)
    if not weights and not upstream.size:
        return {}  # nothing but constructing it was asked for
    ways = {"torch": _ask_torch, "tensorflow": _ask_keras}
    return ways[framework](layer, weights, inputs, upstream)


def _forward(framework: Framework, layer: Any, inputs: tuple) -> np.ndarray:
    return to_arrays(layer(*to_tensors(inputs, framework)))


def _ask_torch(layer: Any, weights: tuple, inputs: tuple, upstream: np.ndarray) -> dict:
    import torch

    own = dict(layer.named_parameters())
    wanted = {name: tuple(array.shape) for name, array in weights}
    if {name: tuple(p.shape) for name, p in own.items()} != wanted:
        raise ParameterMismatch(_mismatch(wanted.items(), parameters("torch", layer)))
    with torch.no_grad():
        for name, array in weights:
            own[name].copy_(torch.from_numpy(array))
    layer.eval()
    given = [_with_gradient(tensor) for tensor in to_tensors(inputs, "torch")]
    output = layer(*given)
    result: dict[str, Any] = {"output": output}
    if isinstance(output, torch.Tensor) and tuple(output.shape) == upstream.shape:
        if output.requires_grad:
            output.backward(torch.from_numpy(upstream).to(output.dtype))
        for place, tensor in enumerate(given):
            if getattr(tensor, "requires_grad", False):
                result[f"gradient of {_input(place, given)}"] = tensor.grad
        result |= {f"gradient of {name}": own[name].grad for name, _ in weights}
    return result


def _with_gradient(value: Any) -> Any:
    floating = hasattr(value, "is_floating_point") and value.is_floating_point()
    return value.requires_grad_() if floating else value


def _input(place: int, inputs: Any) -> str:
    return "the input" if len(inputs) == 1 else f"input {place + 1}"


def _ask_keras(layer: Any, weights: tuple, inputs: tuple, upstream: np.ndarray) -> dict:
    import tensorflow as tf

    given = to_tensors(inputs, "tensorflow")
    wanted = [tuple(array.shape) for _, array in weights]
    own = _built(layer, given, wanted)
    if [tuple(w.shape) for w in own] != wanted:
        named = [(name, array.shape) for name, array in weights]
        raise ParameterMismatch(_mismatch(named, parameters("tensorflow", layer)))
    for variable, (_, array) in zip(own, weights, strict=True):
        variable.assign(array)
    floats = [
        (i, t) for i, t in enumerate(given) if hasattr(t, "dtype") and t.dtype.is_floating
    ]
    variables = [variable.value for variable in own]
    with tf.GradientTape() as tape:
        tape.watch([tensor for _, tensor in floats])
        output = layer(*given)
    result: dict[str, Any] = {"output": output}
    if tf.is_tensor(output) and tuple(output.shape) == upstream.shape:
        sources = [*(tensor for _, tensor in floats), *variables]
        gradients = tape.gradient(
            output, sources, output_gradients=tf.constant(upstream, output.dtype)
        )
        names = [_input(place, given) for place, _ in floats]
        names += [name for name, _ in weights]
        for name, gradient in zip(names, gradients, strict=True):
            result[f"gradient of {name}"] = (
                gradient if gradient is None else tf.convert_to_tensor(gradient)
            )
    return result


def _built(layer: Any, given: list, wanted: list[tuple]) -> list:
    """A Keras layer's weights: made by its ``build`` where that is all it takes."""
    import keras

    if len(given) == 1 and type(layer).build is not keras.Layer.build:
        layer.build(tuple(given[0].shape))
        if [tuple(w.shape) for w in layer.trainable_weights] == wanted:
            return list(layer.trainable_weights)
    layer(*given)  # a call builds whatever is still to be built
    return list(layer.trainable_weights)


def _mismatch(wanted: Any, found: list[tuple[str, tuple, str]]) -> str:
    def told(pairs: Any) -> str:
        return ", ".join(f"{name} {tuple(shape)}" for name, shape in pairs) or "none"

    return (
        f"The parameters should be {told(wanted)}; "
        f"yours are {told((name, shape) for name, shape, _ in found)}."
    )

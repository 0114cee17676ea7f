"""TensorFlow: tensors, and layers that are Keras layers."""

import contextlib
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.frameworks.base import Framework, Parameter, input_name, mismatch

GRADIENTS = """\
def trial(answer, **given):
    import tensorflow as tf

    floats = {n: t for n, t in given.items() if tf.is_tensor(t) and t.dtype.is_floating}
    total = tf.constant(0.0, tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(list(floats.values()))
        for result in tf.nest.flatten(answer(*given.values())):
            if tf.is_tensor(result) and result.dtype.is_floating:
                places = tf.range(tf.cast(tf.size(result), tf.float64))
                result = tf.reshape(tf.cast(result, tf.float64), [-1])
                total += tf.reduce_sum(result * tf.cos(places))
    found = tape.gradient(total, list(floats.values()))
    return {f"gradient of {name}": each for name, each in zip(floats, found)}
"""


class TensorFlow(Framework):
    """Tensors of ``tensorflow``; a Keras layer's weights are known by their order."""

    name, title = "tensorflow", "TensorFlow"
    roots = libraries = packages = ("tensorflow", "keras")
    patience, draws = 3.0, 1
    gradients = GRADIENTS

    def to_tensor(self, array: np.ndarray) -> Any:
        """A constant with the array's numbers and dtype."""
        import tensorflow

        return tensorflow.constant(array)

    def to_array(self, value: Any) -> np.ndarray | None:
        """The numbers of a tensor or a variable."""
        return np.asarray(value.numpy()) if hasattr(value, "numpy") else None

    def parameters(self, layer: Any) -> list[Parameter]:
        """As ``trainable_weights`` has them."""
        return [
            ("/".join(w.path.split("/")[1:]) or w.name, tuple(w.shape), str(w.dtype))
            for w in layer.trainable_weights
        ]

    def run_layer(
        self,
        layer: Any,
        weights: Sequence[tuple[str, np.ndarray]],
        inputs: list[Any],
        upstream: np.ndarray,
    ) -> dict[str, Any]:
        """Forward under a tape, then backward from ``upstream``."""
        import tensorflow as tf

        loaded = self._loaded(layer, weights, inputs)
        floats = [
            (place, tensor)
            for place, tensor in enumerate(inputs)
            if hasattr(tensor, "dtype") and tensor.dtype.is_floating
        ]
        variables = [variable.value for variable in loaded]
        with tf.GradientTape() as tape:
            tape.watch([tensor for _, tensor in floats])
            output = layer(*inputs)
        result: dict[str, Any] = {"output": output}
        if tf.is_tensor(output) and tuple(output.shape) == upstream.shape:
            sources = [*(tensor for _, tensor in floats), *variables]
            gradients = tape.gradient(
                output, sources, output_gradients=tf.constant(upstream, output.dtype)
            )
            names = [input_name(place, len(inputs)) for place, _ in floats]
            names += [name for name, _ in weights]
            for name, gradient in zip(names, gradients, strict=True):
                result[f"gradient of {name}"] = (
                    gradient if gradient is None else tf.convert_to_tensor(gradient)
                )
        return result

    def _loaded(
        self, layer: Any, weights: Sequence[tuple[str, np.ndarray]], inputs: list[Any]
    ) -> list[Any]:
        wanted = [tuple(array.shape) for _, array in weights]
        variables = _built(layer, inputs, wanted)
        if [tuple(w.shape) for w in variables] != wanted:
            named = [(name, array.shape) for name, array in weights]
            # Keras counts the layers of a process: only the last part of a name stays.
            yours = [(n.rpartition("/")[2], s, t) for n, s, t in self.parameters(layer)]
            raise mismatch(named, yours)
        for variable, (_, array) in zip(variables, weights, strict=True):
            variable.assign(array)
        return variables


def _built(layer: Any, inputs: list[Any], wanted: list[tuple[int, ...]]) -> list[Any]:
    """A Keras layer's weights: made by its ``build`` where that is all it takes."""
    if len(inputs) == 1:
        # Keras traces a layer with layers in it before it builds them, which takes ten
        # times as long as to call one that is built; that they are not is its warning.
        # Of a layer that was never set up (no super().__init__()) a call says it better.
        with warnings.catch_warnings(), contextlib.suppress(AttributeError):
            warnings.simplefilter("ignore")
            layer.build(tuple(inputs[0].shape))
            if [tuple(w.shape) for w in layer.trainable_weights] == wanted:
                return list(layer.trainable_weights)
    layer(*inputs)  # a call builds whatever is still to be built
    return list(layer.trainable_weights)


FRAMEWORK = TensorFlow()

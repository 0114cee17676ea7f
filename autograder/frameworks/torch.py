"""PyTorch: tensors, and layers that are ``nn.Module``."""

from typing import Any

import numpy as np

from autograder.frameworks.base import Framework, Parameter, input_name, mismatch

GRADIENTS = """\
def trial(answer, **given):
    import torch

    tensors = {name: each for name, each in given.items() if torch.is_tensor(each)}
    floats = {name: each for name, each in tensors.items() if each.is_floating_point()}
    for tensor in floats.values():
        tensor.requires_grad_()
    results = answer(*given.values())
    total = 0.0
    for result in results if isinstance(results, (tuple, list)) else [results]:
        if torch.is_tensor(result) and result.requires_grad:
            places = torch.arange(result.numel(), dtype=result.dtype)
            total = total + (result * torch.cos(places).reshape(result.shape)).sum()
    if torch.is_tensor(total):
        total.backward()
    return {f"gradient of {name}": tensor.grad for name, tensor in floats.items()}
"""


class PyTorch(Framework):
    """Tensors of ``torch``; parameters are known by their names."""

    name, title = "torch", "PyTorch"
    roots = libraries = packages = ("torch",)
    patience, draws = 2.0, 2
    gradients = GRADIENTS

    def to_tensor(self, array: np.ndarray) -> Any:
        """A tensor with the array's numbers and dtype."""
        import torch

        return torch.from_numpy(array.copy())

    def to_array(self, value: Any) -> np.ndarray | None:
        """A tensor's numbers; bfloat16, which NumPy has not, as float32."""
        if not hasattr(value, "detach"):
            return None
        value = value.detach().cpu()
        wide = value.float() if "bfloat16" in str(value.dtype) else value
        array: np.ndarray = wide.numpy()
        return array

    def warm_up(self) -> None:
        """One step of training: it imports what every child would, for seconds."""
        import torch

        torch.set_num_threads(1)
        x = torch.ones(2, 2, requires_grad=True)
        (x @ x).backward(torch.ones(2, 2))
        torch.optim.SGD([x], lr=0.1).step()  # the first optimizer imports a compiler

    def parameters(self, layer: Any) -> list[Parameter]:
        """As ``named_parameters`` has them."""
        return [
            (name, tuple(p.shape), str(p.dtype).rpartition(".")[2])
            for name, p in layer.named_parameters()
        ]

    def run_layer(
        self,
        layer: Any,
        weights: tuple[tuple[str, np.ndarray], ...],
        inputs: list[Any],
        upstream: np.ndarray,
    ) -> dict[str, Any]:
        """Forward in evaluation mode, then backward from ``upstream``."""
        import torch

        parameters = dict(layer.named_parameters())
        wanted = {name: tuple(array.shape) for name, array in weights}
        if {name: tuple(p.shape) for name, p in parameters.items()} != wanted:
            raise mismatch(list(wanted.items()), self.parameters(layer))
        with torch.no_grad():
            for name, array in weights:
                parameters[name].copy_(torch.from_numpy(array))
        layer.eval()
        given = [_with_gradient(tensor) for tensor in inputs]
        output = layer(*given)
        result: dict[str, Any] = {"output": output}
        if isinstance(output, torch.Tensor) and tuple(output.shape) == upstream.shape:
            if output.requires_grad:
                output.backward(torch.from_numpy(upstream).to(output.dtype))
            for place, tensor in enumerate(given):
                if getattr(tensor, "requires_grad", False):
                    result[f"gradient of {input_name(place, len(given))}"] = tensor.grad
            result |= {f"gradient of {name}": parameters[name].grad for name, _ in weights}
        return result


def _with_gradient(value: Any) -> Any:
    floating = hasattr(value, "is_floating_point") and value.is_floating_point()
    return value.requires_grad_() if floating else value


FRAMEWORK = PyTorch()

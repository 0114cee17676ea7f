"""Attacks on layers: a forged gradient, too, is only an answer."""

import textwrap
from importlib.util import find_spec

import making
import pytest

from attacks.harness import ENDED, JUDGED, Ground, exercise
from attacks.test_frames import FORGE
from autograder.sandbox.pool import Limits

# Not by importing it: each process that collects the tests would.
pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="the package torch")

LIMITS = Limits(submission_seconds=6.0, call_seconds=2.0, memory_mb=512)
ANY = (*JUDGED, *ENDED)
RIGHT = """
class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(n))
    def forward(self, x):
        return x * self.weight
"""
FORGERIES = {
    "parameters that are not there": """
        class Scale(nn.Module):
            def __init__(self, n):
                super().__init__()
                self.n = n
            def named_parameters(self, *a, **k):
                return [("weight", nn.Parameter(torch.ones(self.n)))]
            def forward(self, x):
                return x
        """,
    "a right output, and a gradient made up": """
        class Forged(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, weight):
                ctx.save_for_backward(x, weight)
                return x * weight
            @staticmethod
            def backward(ctx, upstream):
                x, weight = ctx.saved_tensors
                return torch.ones_like(x), torch.ones_like(weight)
        class Scale(nn.Module):
            def __init__(self, n):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(n))
            def forward(self, x):
                return Forged.apply(x, self.weight)
        """,
    "gradients changed by a hook": """
        class Scale(nn.Module):
            def __init__(self, n):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(n))
                self.weight.register_hook(lambda g: g * 0)
            def forward(self, x):
                x.register_hook(lambda g: torch.full_like(g, float("nan")))
                return x * self.weight
        """,
    "an output that equals everything": """
        class Equal(torch.Tensor):
            @classmethod
            def __torch_function__(cls, function, types, args=(), kwargs=None):
                return True
        class Scale(nn.Module):
            def __init__(self, n):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(n))
            def forward(self, x):
                return torch.zeros_like(x).as_subclass(Equal)
        """,
    "torch patched": """
        def patch():
            torch.allclose = torch.equal = lambda *a, **k: True
            torch.Tensor.detach = lambda self: torch.zeros(1)
            torch.manual_seed(0)
        class Scale(nn.Module):
            def __init__(self, n):
                super().__init__()
                patch()
                self.weight = nn.Parameter(torch.ones(n))
            def forward(self, x):
                return x
        """,
    "a result without its parts": FORGE
    + """
class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        answer({"dict": []})
        answer({"dict": [["output", None], ["gradient of weight", {"opaque": "x"}]]})
        answer({"dict": [["passed", True]]})
""",
    "a graph that never ends": """
        class Scale(nn.Module):
            def __init__(self, n):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(n))
            def forward(self, x):
                while True:
                    x = x * self.weight
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FORGERIES, ids=lambda name: name.replace(" ", "-"))
def test_a_forged_gradient_is_only_an_answer(name: str, layers: Ground) -> None:
    source = textwrap.dedent(FORGERIES[name])
    attacked = exercise(layers.grade(notebook(source), limits=LIMITS), "Scale")
    assert (attacked.points, attacked.status in ANY) == (0, True), attacked.message
    honest = exercise(layers.grade(notebook(RIGHT), limits=LIMITS), "Scale")
    assert honest.status == "passed", honest.message
    assert attacked.title == honest.title


def notebook(source: str) -> bytes:
    """A notebook with this layer."""
    imports = "import torch\nfrom torch import nn\nfrom autograder import check"
    return making.notebook(imports, source, making.check("Scale", "layers"))


@pytest.fixture(scope="module")
def layers(ground: Ground) -> Ground:
    """The tier's processes with PyTorch, and the key of one layer."""
    from autograder.exercise.key import load_key

    ground.key = load_key("attacks.layer_key")
    return ground

"""Chapter 17: the machine on the page, and traffic held against other counts."""

import ast
import inspect
import re
from pathlib import Path

import numpy as np
import pytest
import torch

from solutions.ch12_efficient_attention.online_softmax_attention import (
    online_softmax_attention,
)
from solutions.ch17_on_the_chip._machine import Machine
from solutions.ch17_on_the_chip.flash_backward import flash_backward
from solutions.ch17_on_the_chip.tiled_attention import tiled_attention
from tests.claims.register import code_of

ROOT = Path(__file__).resolve().parents[2]

PAGE = "chapters/17-on-the-chip.md"


def test_the_exercise_runs_on_the_machine_that_the_chapter_shows():
    text = (ROOT / "book" / PAGE).read_text(encoding="utf-8")
    shown = re.search(r"^class Machine:.*?(?=^```)", text, re.M | re.S)[0]
    assert code_alone(shown) == code_alone(inspect.getsource(Machine))


def code_alone(source: str) -> str:
    """A class without its docstrings and comments."""
    tree = ast.parse(source)
    for part in ast.walk(tree):
        if isinstance(part, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(part):
            del part.body[0]
    return ast.unparse(tree)


@pytest.mark.parametrize("rows", [1, 3, 7, 50])
def test_the_traffic_that_the_chapter_derives_is_what_is_counted(rows: int):
    derived = code_of(PAGE, "tiled_traffic")["tiled_traffic"](17, 23, 5, 4, rows)
    q, k, v = np.zeros((17, 5)), np.zeros((23, 5)), np.zeros((23, 4))
    machine = Machine(q=q, k=k, v=v, context=np.zeros((17, 4)))
    tiled_attention(machine, rows, 4)
    assert (machine.loads, machine.stores) == derived


def test_attention_on_the_machine_is_that_of_chapter_12():
    q, k, v = np.random.default_rng(3).normal(size=(3, 30, 6))
    machine = Machine(q=q, k=k, v=v, context=np.zeros((30, 6)))
    tiled_attention(machine, 8, 7)
    np.testing.assert_allclose(
        machine.slow["context"], online_softmax_attention(q, k, v, 11), atol=1e-12
    )


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("n_q", "n_k", "size"), [(9, 9, 3), (7, 20, 4), (1, 5, 8)])
def test_the_gradients_by_tiles_are_those_that_autograd_finds(n_q, n_k, size, causal):
    rng = np.random.default_rng(n_k)
    shapes = (n_q, 6), (n_k, 6), (n_k, 4), (n_q, 4)
    q, k, v, by_context = (torch.from_numpy(rng.normal(size=shape)) for shape in shapes)
    leaves = [x.requires_grad_() for x in (q, k, v)]
    scores = q @ k.T / 6**0.5
    if causal:
        seen = torch.ones(n_q, n_k, dtype=torch.bool).tril(n_k - n_q)
        scores = scores.masked_fill(~seen, -torch.inf)
    context = scores.softmax(dim=-1) @ v
    expected = torch.autograd.grad(context, leaves, by_context)
    kept = (a.detach().numpy() for a in (*leaves, context, scores.logsumexp(dim=-1)))
    found = flash_backward(*kept, by_context.numpy(), size, causal)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other.numpy(), atol=1e-12)


def test_the_loop_of_the_kernel_that_the_chapter_shows_is_the_one_that_runs():
    text = (ROOT / "book" / PAGE).read_text(encoding="utf-8")
    shown = re.search(r"^```python\n(for start in .*?)^```", text, re.M | re.S)[1]
    source = (ROOT / "book" / "lessons" / "flash_gradients.py").read_text(encoding="utf-8")
    kernel = source[source.index("def keys_kernel(") :]
    assert lines_of(shown) in lines_of(kernel)


def lines_of(source: str) -> str:
    """Lines of code, whatever their indentation."""
    return "\n".join(line.strip() for line in source.strip().splitlines())

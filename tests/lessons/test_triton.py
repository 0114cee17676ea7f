"""Kernels for chapter 17, run by Triton's interpreter in the grader's sandbox.

Without Triton only what the grader says then is tested.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from attention_lessons import efficient_gpu, no_triton
from autograder import check
from autograder.exercise.key import load_key
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.sandbox.pool import Limits, WarmProcesses
from tests.claims.register import text_of

ROOT = Path(__file__).resolve().parents[2]
KEY = load_key()
STUB = "def flash_attention("
IS_INSTALLED = importlib.util.find_spec("triton") is not None
with_triton = pytest.mark.skipif(
    not IS_INSTALLED,
    reason="Triton is not installed: pip install -r requirements-triton.txt",
)
KERNEL = """
@triton.jit
def flash_kernel(
    Q, K, V, OUT, n_q, n_k, scale,
    D: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr, CAUSAL: tl.constexpr,
):
    tile, head = tl.program_id(0), tl.program_id(1)
    row, feature = tile * ROWS + tl.arange(0, ROWS), tl.arange(0, D)
    places = head * n_q * D + row[:, None] * D + feature
    q = tl.load(Q + places, mask=row[:, None] < n_q, other=0.0)
    largest = tl.full((ROWS,), float("-inf"), tl.float32)
    total = tl.zeros((ROWS,), tl.float32)
    mixture = tl.zeros((ROWS, D), tl.float32)
    end = n_k
    if CAUSAL:  # the tiles above the diagonal are never loaded
        end = tl.minimum(n_k, n_k - n_q + (tile + 1) * ROWS)
    for start in range(0, end, COLUMNS):
        column = start + tl.arange(0, COLUMNS)
        there = head * n_k * D + column[:, None] * D + feature
        k = tl.load(K + there, mask=column[:, None] < n_k, other=0.0)
        v = tl.load(V + there, mask=column[:, None] < n_k, other=0.0)
        scores = tl.dot(q, tl.trans(k), input_precision="ieee") * scale
        seen = column[None, :] < n_k
        if CAUSAL:
            seen = seen & (column[None, :] <= row[:, None] + n_k - n_q)
        scores = tl.where(seen, scores, float("-inf"))
        new = tl.maximum(largest, tl.max(scores, 1))
        powers, rescale = tl.exp(scores - new[:, None]), tl.exp(largest - new)
        total = rescale * total + tl.sum(powers, 1)
        mixture = rescale[:, None] * mixture
        mixture += tl.dot(powers, v, input_precision="ieee")
        largest = new
    tl.store(OUT + places, mixture / total[:, None], mask=row[:, None] < n_q)


def flash_attention(q, k, v, rows, columns, causal=False):
    out = torch.empty_like(q)
    heads, n_q, d = q.shape
    grid = triton.cdiv(n_q, rows), heads
    n_k = k.shape[1]
    flash_kernel[grid](q, k, v, out, n_q, n_k, d**-0.5, d, rows, columns, causal)
    return out
"""
WRONG = {  # what is changed, and the mistake that it is
    "zeros-at-the-edge": ("seen = column[None, :] < n_k", "seen = column[None, :] >= 0"),
    "unscaled": ("d**-0.5", "1.0"),
    "queries-from-the-start": ("row[:, None] + n_k - n_q)", "row[:, None])"),
    "never-divided": ("mixture / total[:, None]", "mixture"),
    "the-first-keys-again": ("column = start + tl", "column = tl"),
    "not-rescaled": (
        "rescale = tl.exp(scores - new[:, None]), tl.exp(largest - new)",
        "rescale = tl.exp(scores - new[:, None]), tl.full((ROWS,), 1.0, tl.float32)",
    ),
}


def graded(kernel: str, warm: WarmProcesses):
    """The exercise's result for the chapter's notebook with this cell in it."""
    path = ROOT / "notebooks" / "17-on-the-chip.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    (cell,) = (c for c in notebook["cells"] if "".join(c["source"]).startswith(STUB))
    cell["source"] = kernel
    handed = Submission("ada", ((path.name, json.dumps(notebook).encode()),))
    result = grade(handed, Assignment(KEY, 1, Limits()), warm)
    (found,) = (e for e in result.exercises if e.id == "chip.flash_attention")
    return found


def test_what_readers_are_told_to_install_is_what_is_pinned():
    pins = (ROOT / "requirements-triton.txt").read_text(encoding="utf-8").split()
    (pin,) = (word for word in pins if "==" in word)
    assert f"pip install {pin}" in no_triton.MISSING
    assert f"`pip install {pin}`" in text_of("chapters/17-on-the-chip.md")


@with_triton
def test_a_right_kernel_passes_in_the_sandbox(warm_processes: WarmProcesses):
    found = graded(KERNEL, warm_processes)
    assert (found.status, found.points) == ("passed", 5), found.message


@with_triton
@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_in_a_kernel_is_named(name: str, warm_processes: WarmProcesses):
    old, new = WRONG[name]
    assert old in KERNEL
    found = graded(KERNEL.replace(old, new), warm_processes)
    assert found.misconceptions == (name,), found.message


@with_triton
def test_a_kernel_is_measured_in_a_process_of_its_own():
    found = efficient_gpu.measure_kernel(KERNEL, "cpu", (32,))
    (yours,) = (row for row in found["rows"] if row["way"] == "yours")
    assert yours["difference"] < 1e-5, yours


def test_a_kernel_that_cannot_be_measured_is_said_in_one_sentence():
    with pytest.raises(RuntimeError, match="Your kernel was not measured: "):
        efficient_gpu.measure_kernel("no_such_name", "cpu", (32,))


@with_triton
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(
    ("n_q", "n_k", "rows", "columns"), [(19, 43, 16, 32), (37, 37, 32, 16)]
)
def test_the_gradients_by_kernels_are_those_that_autograd_finds(
    n_q: int, n_k: int, rows: int, columns: int, causal: bool
):
    """In a process of its own: Triton is told once whether to interpret."""
    program = f"""
import torch
from attention_lessons.flash_gradients import Flash
from solutions.ch17_on_the_chip.flash_attention.exercise import flash_attention
torch.manual_seed(0)
leaves = [torch.randn(2, n, 16, requires_grad=True) for n in ({n_q}, {n_k}, {n_k})]
by_out = torch.randn(2, {n_q}, 16)
options = {rows}, {columns}, {causal}
ours = torch.autograd.grad(Flash.apply(flash_attention, *leaves, *options), leaves, by_out)
exact = torch.autograd.grad(flash_attention(*leaves, *options), leaves, by_out)
for one, other in zip(ours, exact):
    torch.testing.assert_close(one, other, atol=1e-5, rtol=1e-5)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"TRITON_INTERPRET": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_without_triton_the_notebook_says_so_and_goes_on(monkeypatch, capsys):
    exercise = KEY.exercise("chip.flash_attention")
    missing = replace(exercise, needs=("no_such_module",)).why_not_here
    monkeypatch.setattr(exercise.__class__, "why_not_here", missing)

    def flash_attention(*_given):
        return flash_attention[1]  # what a kernel is without Triton

    assert check(exercise.id, flash_attention) is exercise.reference
    assert capsys.readouterr().out.strip() == missing


def test_without_triton_a_kernel_is_not_judged_and_no_zero(monkeypatch, warm_processes):
    exercise = KEY.exercise("chip.flash_attention")
    missing = replace(exercise, needs=("no_such_module",))
    monkeypatch.setattr(exercise.__class__, "why_not_here", missing.why_not_here)
    found = graded(KERNEL, warm_processes)
    assert found.status == "infrastructure_error"
    assert "no_such_module, not installed here" in found.message

"""Kernels for chapter 17, run by Triton's interpreter in the grader's sandbox.

Without Triton only what the grader says then is tested.
"""

import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib import metadata

import pytest

from attention_lessons import no_triton
from autograder import check
from autograder.exercise.key import load_key
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.sandbox.pool import Limits, WarmProcesses
from tests.claims.register import text_of
from tests.lessons.kernels import KERNEL, ROOT, STUB, with_triton

KEY = load_key()
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


def test_what_readers_are_told_to_install_is_pinned_and_what_pytorch_asks_for():
    pins = (ROOT / "requirements-triton.txt").read_text(encoding="utf-8").split()
    (pin,) = (word for word in pins if "==" in word)
    asked = [each for each in metadata.requires("torch") if each.startswith("triton=")]
    assert all(each.startswith(f"{pin};") for each in asked)  # a build for GPUs has one
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
from solutions.ch17_on_the_chip.flash_attention import flash_attention
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

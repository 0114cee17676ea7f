"""Chapter 17's kernel on a GPU: timed by a stand-in's clock, and compiled ahead of time."""

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
import torch

from attention_lessons import gpu_device, kernel_gpu
from tests.lessons.kernels import IS_INSTALLED, KERNEL, ROOT, STUB, with_triton
from tests.lessons.stand_in_gpu import STAND_IN

# --- timed ---------------------------------------------------------------------


def timed(source: str, lengths: tuple[int, ...] = (32,)) -> list[dict]:
    """Rows of a kernel, interpreted, with the stand-in's clock."""
    return kernel_gpu.measure_cell(source, STAND_IN, lengths)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the GPU's place, in other processes too."""
    monkeypatch.setattr(gpu_device, "given", STAND_IN)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@with_triton
@pytest.mark.usefixtures("stand_in")
def test_a_kernel_is_timed_in_either_dtype_for_each_tile_and_then_with_the_fastest():
    rows = [row for row in timed(KERNEL, (16, 32)) if row["way"] == "yours"]
    assert not [row for row in rows if "why" in row]
    for dtype, tiles in kernel_gpu.TILES.items():
        own = [row for row in rows if f"torch.{row['dtype']}" == str(dtype)]
        names = [kernel_gpu.in_words(tile) for tile in tiles]
        assert [row["tile"] for row in own if row["n"] == 32] == names
        longest = [row for row in own if row["n"] == 32]
        fastest = min(longest, key=lambda row: row["ms"])["tile"]
        assert [row["tile"] for row in own if row["n"] == 16] == [fastest]
    assert all(row["difference"] < 1e-5 for row in rows if row["dtype"] == "float32")


@with_triton
@pytest.mark.usefixtures("stand_in")
def test_pytorchs_programs_are_timed_beside_a_kernel_in_both_dtypes():
    ways = {(row["way"], row["dtype"]) for row in timed("def flash_attention(): pass")}
    assert ways >= {
        (way, dtype)
        for way in ("explicit", "SDPA, math", "SDPA, efficient", "yours")
        for dtype in ("float32", "bfloat16")
    }
    assert {
        ("both passes, yours", "bfloat16"),
        ("both passes, SDPA, flash", "bfloat16"),
    } <= ways


@with_triton
@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("raised", "why"),
    [
        (
            "runtime.errors.OutOfResources(402000, 232448, 'shared memory')",
            "out of resource",
        ),
        ("compiler.errors.CompilationError('at', None, 'two types')", "two types"),
    ],
)
def test_a_tile_that_the_chip_refuses_costs_no_other_row(raised: str, why: str):
    refused = (
        KERNEL
        + f"""
right = flash_attention
def flash_attention(q, k, v, rows, *rest):
    if rows == 64:
        raise triton.{raised}
    return right(q, k, v, rows, *rest)
"""
    )
    rows = timed(refused)
    own = [row for row in rows if (row["way"], row["dtype"]) == ("yours", "float32")]
    for row in own:
        assert ("ms" in row) == (not row["tile"].startswith("64x"))
        assert "ms" in row or why in row["why"]
    assert len(own) == len(kernel_gpu.TILES[torch.float32])
    assert [row for row in rows if row["way"] == "explicit" and "ms" in row]


@pytest.mark.usefixtures("stand_in")
def test_a_kernel_that_cannot_be_timed_is_said_in_one_row():
    (row,) = timed("no_such_name")
    assert row["way"] == "yours"
    assert "no_such_name" in row["why"] or not IS_INSTALLED
    assert "\n" not in row["why"]


def test_a_readers_kernel_is_the_last_cell_that_defines_it():
    (measuring,) = (c for c in sources() if "kernel_gpu.measured(" in c)
    other = "text = 'def flash_attention('"
    assert kernel_gpu.written([KERNEL, other, "%time 1", measuring]) == KERNEL
    later = KERNEL + "# better"
    assert kernel_gpu.written([KERNEL, later, measuring]) == later


def test_a_kernel_that_is_not_written_yet_is_none():
    (stub,) = (c for c in sources() if c.startswith(STUB))
    assert kernel_gpu.written([stub]) == ""
    assert kernel_gpu.written([]) == ""


def test_without_a_gpu_nothing_is_timed(monkeypatch, capsys):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert kernel_gpu.measured([KERNEL]) == []
    assert capsys.readouterr().out == ""


def sources() -> list[str]:
    """The code cells of the chapter's notebook."""
    path = ROOT / "notebooks" / "17-on-the-chip.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


# --- compiled ahead of time --------------------------------------------------------


@cache
def compiled(architecture: int) -> list[dict]:
    """What the course's kernel takes, compiled once for all tests."""
    return kernel_gpu.compiled(KERNEL, architecture)


each_architecture = pytest.mark.parametrize("architecture", [80, 90])


@with_triton
@each_architecture
def test_no_tile_that_is_tried_spills_the_kernel_and_bf16_uses_tensor_cores(architecture):
    for row in compiled(architecture):
        spills = (row["dtype"], row["tile"]) == ("float32", "64x64, 4 warps")
        assert (row["spilled"] > 500) if spills else (row["spilled"] == 0), row
        assert (row["tensor cores"] > 0) == (row["dtype"] == "bfloat16"), row
        assert 16 < row["registers"] <= 255, row


@with_triton
def test_what_is_stored_of_the_kernel_is_what_it_is_compiled_to():
    stored = kernel_gpu.stored_resources()
    assert stored["triton"] == metadata.version("triton")
    assert stored["rows"] == compiled(90)


@with_triton
@each_architecture
def test_a_kernel_that_does_not_compile_is_said_in_its_rows(architecture):
    broken = KERNEL.replace("powers.to(v.dtype)", "powers")  # operands of two types
    rows = kernel_gpu.compiled(broken, architecture)
    assert all(("why" in row) == (row["dtype"] == "bfloat16") for row in rows)


@with_triton
@each_architecture
def test_the_gradients_kernels_spill_nothing(architecture):
    found = compiled_ahead(f"""
from attention_lessons.ahead_of_time import compiling_for
from attention_lessons.flash_gradients import Flash
from attention_lessons.kernel_gpu import TILES_BACK
for dtype, tiles in TILES_BACK.items():
    for rows, columns, warps in tiles:
        leaves = [torch.empty(2, 4096, 64, dtype=dtype, requires_grad=True) for _ in "qkv"]
        with compiling_for({architecture}) as compiled:
            def attend(q, *_): return q * 1
            out = Flash.apply(attend, *leaves, rows, columns, False, warps)
            torch.autograd.grad(out, leaves, torch.empty_like(out))
        rows_of += [(str(dtype), *vars(each).values()) for each in compiled]
""")  # fmt: skip
    for dtype, kernel, registers, stores, loads, _, tensor_cores in found:
        assert (stores, loads) == (0, 0), (dtype, kernel)
        assert (tensor_cores > 0) == (dtype == "torch.bfloat16"), (dtype, kernel)
        assert registers <= 255
    assert {kernel for _, kernel, *_ in found} == {"queries_kernel", "keys_kernel"}


@with_triton
@each_architecture
def test_the_kernels_that_the_chapter_shows_compile_too(architecture):
    shown = [c for c in sources() if c.startswith("@triton.jit") or "_by_kernel(" in c]
    found = compiled_ahead(
        """
has_triton = False
no_triton = SimpleNamespace(MISSING="")
{cells}
with compiling_for({architecture}) as compiled:
    softmax_by_kernel(torch.empty(5, 128))
    a, b = torch.empty(2, 128, 128, dtype=torch.bfloat16)
    product_by_kernel(a, b, side=64)
rows_of += [tuple(vars(each).values()) for each in compiled]
""".format(cells="\n".join(shown), architecture=architecture)
    )
    softmax, product = found
    assert (softmax[0], product[0]) == ("row_softmax", "product_kernel")
    assert [each[2:4] for each in found] == [[0, 0], [0, 0]]
    assert product[-1] > 0 == softmax[-1]


def compiled_ahead(program: str) -> list:
    """What a program puts into ``rows_of``, in a process in which Triton compiles."""
    head = """
import json, torch, triton, triton.language as tl
from types import SimpleNamespace
from attention_lessons.ahead_of_time import compiling_for
rows_of = []
"""
    with tempfile.TemporaryDirectory() as folder:  # Triton reads a kernel's file
        path = Path(folder) / "program.py"
        path.write_text(head + program + "\nprint(json.dumps(rows_of))", encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(path)],
            env=os.environ | {"TRITON_INTERPRET": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


# --- the interpreter ----------------------------------------------------------------


@with_triton
def test_the_interpreter_multiplies_bf16_wrongly_as_the_chapter_says():
    bf16 = "x.to(torch.bfloat16) for x in torch.randn(3, 1, 32, 16)"
    program = f"""
import torch
{KERNEL}
q, k, v = ({bf16})
off = flash_attention(q, k, v, 16, 16).float() - flash_attention(
    q.float(), k.float(), v.float(), 16, 16)
assert off.abs().max() > 1
"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(program, encoding="utf-8")
        subprocess.run(
            [sys.executable, str(path)],
            env=os.environ | {"TRITON_INTERPRET": "1"},
            check=True,
        )

"""The reader's kernel of chapter 17, compiled: what it takes of a GPU, and how fast it is.

Triton decides when it is first imported whether it compiles or interprets, and the notebook
interprets.  So both are done in a process of its own, which is given the source of the
reader's cell: :mod:`attention_lessons.kernel_process`.
"""

import ast
import json
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any

from attention_data import FOLDER
from attention_lessons import gpu_device, gpu_figures
from attention_lessons.efficient_gpu import BF16, F32
from attention_lessons.gpu_device import Device
from autograder.notebooks.statements import is_stub
from autograder.sandbox import processes

NAME = "flash_attention"
COMPILED = FOLDER / "kernel_resources.json"
LENGTHS = (1024, 4096)
SECONDS = 240  # for all that the process is asked
Tile = tuple[int, int, int]
#: Rows, columns and warps.  The fastest is taken; none of these spills the course's kernel.
TILES = {
    F32: ((32, 32, 4), (64, 32, 8), (32, 64, 4), (64, 64, 16)),
    BF16: ((64, 64, 4), (128, 64, 4), (128, 64, 8), (128, 128, 8)),
}
TILES_BACK = {F32: ((32, 32, 8),), BF16: ((32, 32, 8), (64, 64, 8))}
SPILLS = (64, 64, 4)  # in float32: more numbers than registers
Rows = list[dict[str, Any]]


def written(cells: Iterable[str]) -> str:
    """The source of the last cell that defines ``flash_attention``; "" where it is a stub.

    cells: what the notebook has run, Jupyter's ``In``.
    """
    last: tuple[ast.FunctionDef, str] | None = None
    for source in cells:
        try:
            body = ast.parse(source).body
        except SyntaxError:
            continue  # a cell with a command of Jupyter's own
        for node in body:
            if isinstance(node, ast.FunctionDef) and node.name == NAME:
                last = node, source
    return "" if last is None or is_stub(last[0]) else last[1]


def measured(cells: Iterable[str]) -> Rows:
    """Time a notebook's own kernel beside PyTorch's programs, on this machine's GPU.

    No rows where there is no GPU; a sentence where there is one and no kernel or no Triton.
    """
    device, source = gpu_device.current(), written(cells)
    if device is None:
        return []
    if not source or not find_spec("triton"):
        print("To time a kernel takes Triton, and one that is written in a cell above.")
        return []
    return measure_cell(source, device, device.sized(LENGTHS, (16, 32)))


def measure_cell(source: str, device: Device, lengths: Sequence[int] = LENGTHS) -> Rows:
    """Time a kernel, compiled where the device is a GPU.

    source: the cell that defines it; torch, triton and tl are there.
    Returns rows as ``efficient_gpu.measure`` does, those of the kernel with their ``tile``;
    one row that says why, where its process ended.
    """
    asked = {"task": "measure", "device": [device.name, device.module], "lengths": lengths}
    return _in_own_process({**asked, "source": source}, device.sized("0", "1"))


def show_compiled(cells: Iterable[str]) -> None:
    """Print what a notebook's own kernel takes of an H100, compiled here.

    Where no kernel is written or Triton is missing it is the course's, as stored.
    """
    source = written(cells)
    if source and find_spec("triton"):
        rows, head = compiled(source, 90), "your kernel, compiled for an H100"
    else:
        stored = stored_resources()
        rows, head = stored["rows"], f"the course's kernel, by Triton {stored['triton']}"
    print(head, *gpu_figures.table(rows), sep="\n")


def compiled(source: str, architecture: int) -> Rows:
    """What a kernel takes for each tile of a short list: registers, spilled bytes, ..."""
    asked = {"task": "compile", "architecture": architecture, "source": source}
    return _in_own_process(asked, "0")


def stored_resources() -> dict[str, Any]:
    """What the course's kernel takes of an H100: ``triton``, its version, and ``rows``."""
    return json.loads(COMPILED.read_text(encoding="utf-8"))


def in_words(tile: Tile) -> str:
    """As 64x32, 4 warps."""
    return f"{tile[0]}x{tile[1]}, {tile[2]} warps"


def _in_own_process(asked: dict[str, Any], interpret: str) -> Rows:
    command = [sys.executable, "-m", "attention_lessons.kernel_gpu"]
    environment = os.environ | {"TRITON_INTERPRET": interpret}
    try:
        done = processes.run(
            command,
            environment,
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except processes.Unfinished:
        return [{"way": "yours", "why": f"not done after {SECONDS} seconds"}]
    if done.returncode:
        said = done.stderr.strip().splitlines()
        return [{"way": "yours", "why": said[-1] if said else "its process ended"}]
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    from attention_lessons.kernel_process import main  # with Triton, which a page has not

    raise SystemExit(main())

"""Measure attention in PyTorch (chapter 12): explicit, compiled and fused.

    python -m attention_lessons.efficient_gpu

On a machine with a GPU this writes ``book/data/gpu_attention.json``, which the
chapter draws where there is no GPU.  Without one it says so and writes nothing.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import runpy
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from attention_data import FOLDER
from autograder.sandbox import processes

STORED = FOLDER / "gpu_attention.json"
LENGTHS = (512, 1024, 2048, 4096, 8192, 16384, 32768)
HEADS, D_K = 16, 64
PRELUDE = (
    "import numpy as np\nimport torch\nimport triton\nimport triton.language as tl\n\n"
)
BACK_ENDS = {
    "SDPA, math": SDPBackend.MATH,
    "SDPA, efficient": SDPBackend.EFFICIENT_ATTENTION,
    "SDPA, flash": SDPBackend.FLASH_ATTENTION,
    "SDPA, cuDNN": SDPBackend.CUDNN_ATTENTION,
}
Attention = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]


def explicit(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Attention with the whole table of weights; q, k, v: (..., n, d_k)."""
    scores = q @ k.mT / q.shape[-1] ** 0.5
    return torch.softmax(scores, dim=-1) @ v


def with_back_end(back_end: SDPBackend) -> Attention:
    """``F.scaled_dot_product_attention``, allowed to use one back end only."""

    def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        with sdpa_kernel(back_end):
            return functional.scaled_dot_product_attention(q, k, v)

    return attend


def ways(compiled: bool) -> list[tuple[str, torch.dtype, Attention]]:
    """What is compared: name, dtype and function."""
    bf16, found = torch.bfloat16, [("explicit", torch.float32, explicit)]
    found.append(("explicit", bf16, explicit))
    if compiled:
        found.append(("compiled", bf16, torch.compile(explicit, dynamic=False)))
    return found + [(name, bf16, with_back_end(b)) for name, b in BACK_ENDS.items()]


def measure(
    device: str,
    lengths: Sequence[int] = LENGTHS,
    heads: int = HEADS,
    d_k: int = D_K,
    compiled: bool = True,
    more: Sequence[tuple[str, torch.dtype, Attention]] = (),
) -> dict[str, Any]:
    """Time and memory of every way at every length, forward pass, one text.

    ``more`` are further ways: name, dtype and function, as those of ``ways``.

    Returns ``machine``, ``date``, ``torch``, ``heads``, ``d_k`` and ``rows``: for
    each way and length the milliseconds of a call (the median of several), the
    memory it holds on top of its inputs in MiB (``None`` on a CPU) and the largest
    difference from float32; or ``why`` it could not run.
    """
    rows = []
    for name, dtype, attend in [*ways(compiled), *more]:
        for n in lengths:
            row = {"way": name, "dtype": str(dtype).removeprefix("torch."), "n": n}
            generator = torch.Generator(device).manual_seed(n)
            shape = (3, 1, heads, n, d_k)
            exact = torch.randn(shape, generator=generator, device=device)
            q, k, v = exact.to(dtype)
            try:
                with torch.no_grad():
                    row |= _measured(attend, (q, k, v), device)
                    if n == min(lengths):
                        off = attend(q, k, v).float() - explicit(*exact)
                        row["difference"] = off.abs().max().item()
            except (torch.OutOfMemoryError, RuntimeError) as error:
                row["why"] = str(error).strip().partition("\n")[0][:200]
            rows.append(row)
            del exact, q, k, v
            if device == "cuda":
                torch.cuda.empty_cache()
    return {
        "machine": machine(device),
        "date": today(),
        "torch": torch.__version__,
        "heads": heads,
        "d_k": d_k,
        "rows": rows,
    }


def measure_kernel(
    cell: str, device: str = "cuda", lengths: Sequence[int] = (1024, 4096)
) -> dict[str, Any]:
    """Time a reader's ``flash_attention``, compiled, beside PyTorch's own.

    Triton decides when it is first imported whether it compiles or interprets, and
    the notebook interprets: so this is done in a new process.

    cell: the source that defines it and its kernel; torch, triton and tl are there.
    device: "cpu" leaves the kernel to the interpreter, which says nothing about time.
    Returns what ``measure`` does, the reader's way last.
    Raises RuntimeError with the last line of what the process said where it ended.
    """
    command = [sys.executable, "-m", __name__, device, *map(str, lengths)]
    environment = os.environ | {"TRITON_INTERPRET": "1" if device == "cpu" else "0"}
    done = processes.run(command, environment, input=cell, capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise RuntimeError(
            f"Your kernel was not measured: {said[-1] if said else 'no word'}"
        )
    return json.loads(done.stdout.splitlines()[-1])


def _measure_cell(device: str, lengths: Sequence[int]) -> dict[str, Any]:
    """Measure the kernel whose source is on standard input, in this process."""
    with tempfile.TemporaryDirectory() as folder:  # Triton reads a kernel's file
        path = Path(folder) / "kernel.py"
        path.write_text(PRELUDE + sys.stdin.read(), encoding="utf-8")
        yours = runpy.run_path(str(path))["flash_attention"]

        def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
            return yours(q[0], k[0], v[0], 64, 64)[None]  # (1, heads, n, d_k)

        more = [("yours", torch.float32, attend)]
        return measure(device, lengths, compiled=False, more=more)


def _measured(attend: Attention, inputs: tuple, device: str) -> dict[str, Any]:
    """Milliseconds of one call, and the most memory it held."""
    wait = torch.cuda.synchronize if device == "cuda" else lambda: None
    for _ in range(2):  # the first call compiles and sets things up
        attend(*inputs)
    wait()
    peak = None
    if device == "cuda":
        before = torch.cuda.memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        attend(*inputs)
        wait()
        peak = (torch.cuda.max_memory_allocated() - before) / 2**20
    times: list[float] = []
    while len(times) < 3 or (sum(times) < 0.5 and len(times) < 50):
        started = time.perf_counter()
        attend(*inputs)
        wait()  # a GPU returns at once and works on: wait for the answer
        times.append(time.perf_counter() - started)
    return {"ms": 1e3 * statistics.median(times), "peak_mib": peak}


def machine(device: str = "cpu") -> str:
    """The GPU, or the processor and how many cores this process may use."""
    if device == "cuda":
        return torch.cuda.get_device_name()
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
        model = names[0] if names else model
    except OSError:
        pass  # not Linux
    return f"{model}, {os.cpu_count()} cores"


def today() -> str:
    """The date as 2017-06-12."""
    return datetime.date.today().isoformat()


def measured_or_stored() -> dict[str, Any] | None:
    """Measured here where there is a GPU, else the stored run, else ``None``."""
    if torch.cuda.is_available():
        return measure("cuda")
    if STORED.exists():
        return json.loads(STORED.read_text(encoding="utf-8"))
    return None


def main() -> int:
    """Measure on the GPU and store what was found; with arguments, one kernel."""
    if sys.argv[1:]:
        device, *lengths = sys.argv[1:]
        print(json.dumps(_measure_cell(device, [int(n) for n in lengths])))
        return 0
    if not torch.cuda.is_available():
        print("There is no GPU here: nothing measured, nothing written.")
        return 1
    found = measure("cuda")
    STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"{found['machine']}: {len(found['rows'])} measurements in {STORED}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Compile Triton's kernels for a GPU that is not there, and read what they would take.

Needs Triton, and no GPU: its compiler and NVIDIA's assembler are in the wheel.  For a
process in which Triton compiles, so TRITON_INTERPRET is not 1 there.
"""

import contextlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from unittest import mock

from triton import knobs
from triton.backends.compiler import GPUTarget
from triton.runtime.driver import driver
from triton.runtime.jit import JITFunction

TENSOR_CORES = re.compile(r"\b(?:wgmma\.mma_async|mma\.sync)")
USED = re.compile(r"Used (\d+) registers")
SPILLED = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")


@dataclass(frozen=True)
class Resources:
    """What a compiled kernel takes.

    registers, spill_stores and spill_loads (bytes) are of each thread, shared (bytes) of
    each program; tensor_cores: how many instructions in its code multiply matrices.
    """

    kernel: str
    registers: int
    spill_stores: int
    spill_loads: int
    shared: int
    tensor_cores: int


@contextlib.contextmanager
def compiling_for(architecture: int) -> Iterator[list[Resources]]:
    """In it a launch compiles for an architecture, 80 or 90, and runs nothing.

    The list that it gives grows by one for each launch.
    """
    compiled: list[Resources] = []
    launch = JITFunction.run

    def run(self: JITFunction, *given: Any, **named: Any) -> None:
        log = io.StringIO()
        with contextlib.redirect_stdout(log):
            kernel = launch(self, *given, **(named | {"warmup": True}))
        used, spilled = USED.search(log.getvalue()), SPILLED.search(log.getvalue())
        numbers = int(used[1]), int(spilled[1]), int(spilled[2]), kernel.metadata.shared
        instructions = len(TENSOR_CORES.findall(kernel.asm["ptx"]))
        compiled.append(Resources(self.__name__, *numbers, instructions))

    target = GPUTarget("cuda", architecture, 32)
    absent = SimpleNamespace(
        get_current_target=lambda: target,
        get_current_device=lambda: architecture,  # kernels are remembered by device
        get_current_stream=lambda device: 0,
    )
    with (
        mock.patch.object(JITFunction, "run", run),
        mock.patch.object(driver, "_active", absent),
        knobs.compilation.scope(),
        knobs.nvidia.scope(),
    ):
        knobs.compilation.always_compile = True  # what is cached says nothing of registers
        knobs.nvidia.dump_ptxas_log = True
        yield compiled

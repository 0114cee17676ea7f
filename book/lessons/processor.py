"""The processor as something to measure on: its name, and a clock as ``torch.cuda`` has.

:class:`attention_lessons.gpu_device.Device` measures by a module with these functions:
``torch.cuda``, or this one where the path is tried without a GPU.
"""

from __future__ import annotations

import datetime
import os
import platform
import time
from pathlib import Path
from types import SimpleNamespace

OutOfMemoryError = MemoryError


class Event:
    """A moment, as ``torch.cuda.Event`` notes one."""

    def __init__(self, enable_timing: bool = False) -> None:
        self.moment = 0.0

    def record(self) -> None:
        """Note the moment."""
        self.moment = time.perf_counter()

    def elapsed_time(self, later: Event) -> float:
        """Milliseconds from this moment to a later one."""
        return 1e3 * (later.moment - self.moment)


def synchronize() -> None:
    """Wait for nothing: a processor has answered when it returns."""


def empty_cache() -> None:
    """Give back nothing: the processor's memory is not kept for later."""


def get_device_properties(_index: int = 0) -> SimpleNamespace:
    """How large the cache is that is cleared between measurements: a little of it."""
    return SimpleNamespace(L2_cache_size=2**16)


def get_device_name(_index: int = 0) -> str:
    """The processor, and how many cores this machine has."""
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

"""What GPU figures are measured on: a device, its clock and its memory.

Who measures asks :func:`current` for the device and never ``torch.cuda``, so that the whole
path can be tried where there is no GPU: a device is PyTorch's name for it and the module
that answers for it, ``torch.cuda`` or another one with the same functions.
"""

import importlib
import re
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any, TypeVar

import torch

from attention_lessons.processor import today
from autograder.sandbox import processes

WARM_UP, MEASURED = 25.0, 100.0  # milliseconds, as triton.testing.do_bench takes them
FEWEST, MOST = 5, 200  # calls that are measured
T = TypeVar("T")


@dataclass(frozen=True)
class Device:
    """A device to measure on: ``name`` as tensors take it, and the ``module`` for it."""

    name: str = "cuda"
    module: str = "torch.cuda"

    @property
    def api(self) -> Any:
        """``torch.cuda``, or what stands in for it."""
        return importlib.import_module(self.module)

    def facts(self) -> dict[str, str]:
        """What figures are stored with: device, driver, date and versions."""
        return {
            "device": self.api.get_device_name(0),
            "driver": _driver(),
            "date": today(),
            "torch": torch.__version__,
            "cuda": torch.version.cuda or "none",
            "triton": _version("triton"),
        }

    def sized(self, on_gpu: T, elsewhere: T) -> T:
        """What to measure: the real sizes, or small ones where the path is tried."""
        return on_gpu if self.name == "cuda" else elsewhere

    def timed(self, call: Callable[[], object]) -> dict[str, float]:
        """Milliseconds of a call by the device's clock: median, and 20% to 80% of calls.

        As ``triton.testing.do_bench`` does it: a first call that compiles, calls that warm
        up, and before each measured one a write that empties the L2 cache.  The clock is a
        pair of events on the device, so what Python does before and behind is not in it.
        """
        call()
        self.api.synchronize()
        size = 4 * self.api.get_device_properties(0).L2_cache_size
        cache = torch.empty(size, dtype=torch.int8, device=self.name)
        guess = max(statistics.mean(self._calls(call, 5, cache)), 1e-3)
        for _ in range(min(MOST, max(1, int(WARM_UP / guess)))):
            call()
        count = min(MOST, max(FEWEST, int(MEASURED / guess)))
        return spread(self._calls(call, count, cache), "ms")

    def _calls(
        self, call: Callable[[], object], count: int, cache: torch.Tensor
    ) -> list[float]:
        """Milliseconds of each of some calls, the cache emptied before it."""
        events = []
        for _ in range(count):
            cache.zero_()
            pair = [self.api.Event(enable_timing=True) for _ in range(2)]
            pair[0].record()
            call()
            pair[1].record()
            events.append(pair)
        self.api.synchronize()  # all of them are over
        return [start.elapsed_time(end) for start, end in events]

    def held(self, call: Callable[[], object]) -> float | None:
        """The most memory in MiB that a call holds on top; None where nobody counts it."""
        if not hasattr(self.api, "max_memory_allocated"):
            return None
        self.api.synchronize()
        before = self.api.memory_allocated()
        self.api.reset_peak_memory_stats()
        call()
        self.api.synchronize()
        return (self.api.max_memory_allocated() - before) / 2**20

    def three_clocks(self, call: Callable[[], object], count: int = 20) -> list[dict]:
        """One call by three clocks: asked, asked and waited for, and the device's own."""
        asked, answered = [], []
        for _ in range(count + 2):
            self.api.synchronize()  # the call before is over
            start = time.perf_counter()
            call()
            asked.append(1e3 * (time.perf_counter() - start))
            self.api.synchronize()
            answered.append(1e3 * (time.perf_counter() - start))
        return [
            {"clock": "not waited for", **spread(asked[2:], "ms")},
            {"clock": "waited for", **spread(answered[2:], "ms")},
            {"clock": "events", **self.timed(call)},
        ]

    def tried(self, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """What ``measure`` finds, or ``why`` not: no row's failure may cost another's.

        Triton's OutOfResources and CompilationError are no RuntimeErrors.
        """
        try:
            return measure()
        except Exception as error:
            row = {"why": _reason(error)}
        self.api.empty_cache()  # now that the error no longer holds what was half done
        return row


def _reason(error: Exception) -> str:
    # Triton's CompilationError begins with source code and has its sentence apart.
    said = getattr(error, "error_message", None) or str(error)
    return f"{type(error).__name__}: {said.strip().partition(chr(10))[0]}"[:200]


def spread(values: Sequence[float], unit: str) -> dict[str, float]:
    """The median, and where the lowest and the highest fifth of the values end."""
    if len(values) < 2:
        return {unit: values[0], "low": values[0], "high": values[0]}
    fifths = statistics.quantiles(values, n=5, method="inclusive")
    return {unit: statistics.median(values), "low": fifths[0], "high": fifths[-1]}


#: No GPU: for trying what measures.
PROCESSOR = Device("cpu", "attention_lessons.processor")

#: What `make gpu` was told to measure on, and its tests; a cell has none and looks itself.
given: Device | None = None


def current() -> Device | None:
    """The device to measure on; None on a machine without a GPU for PyTorch."""
    return given or (Device() if torch.cuda.is_available() else None)


def _driver() -> str:
    """The version of NVIDIA's driver, which alone can say it."""
    command = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    try:
        said = processes.run(command, capture_output=True, text=True).stdout
    except OSError:
        said = ""
    found = re.match(r"[\d.]+", said)
    return found[0] if found else "unknown"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"

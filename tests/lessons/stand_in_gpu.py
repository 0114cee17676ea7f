"""A GPU that is not there: of ``torch.cuda`` what measuring uses, with a clock by hand.

A device is its name and the module that answers for it, so ``STAND_IN`` takes the whole
path of ``make gpu`` with tensors on the processor.  What happens is noted in ``log``.
"""

from __future__ import annotations

from types import SimpleNamespace

from attention_lessons.gpu_device import Device

STAND_IN = Device("cpu", __name__)
NAME = "Stand-in GPU"
log: list[str] = []
now = 0.0  # milliseconds
BETWEEN = 20.0  # from one event to the next, when nothing else takes time


def spend(milliseconds: float) -> None:
    """Let time pass on the device."""
    global now
    now += milliseconds


class Event:
    """A moment of that time, which goes on from one to the next."""

    def __init__(self, enable_timing: bool = False) -> None:
        assert enable_timing

    def record(self) -> None:
        log.append("event")
        self.moment = now
        spend(BETWEEN)

    def elapsed_time(self, later: Event) -> float:
        return later.moment - self.moment


def synchronize() -> None:
    log.append("wait")


def empty_cache() -> None:
    log.append("memory given back")


def memory_allocated() -> int:
    return 2**20


def max_memory_allocated() -> int:
    return 4 * 2**20


def reset_peak_memory_stats() -> None:
    pass


def get_device_properties(_index: int = 0) -> SimpleNamespace:
    return SimpleNamespace(L2_cache_size=64)


def get_device_name(_index: int = 0) -> str:
    return NAME

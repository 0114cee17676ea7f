"""Measure attention in PyTorch (chapter 12): explicit, compiled and fused."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from attention_lessons import gpu_device
from attention_lessons.gpu_device import Device
from attention_lessons.processor import get_device_name as machine
from attention_lessons.processor import today

__all__ = ["Way", "explicit", "machine", "measure", "measured", "today", "ways"]

LENGTHS = (512, 1024, 2048, 4096, 8192, 16384, 32768)
HEADS, D_K = 16, 64
F32, BF16 = torch.float32, torch.bfloat16
BACK_ENDS = {
    "SDPA, math": (SDPBackend.MATH, (F32, BF16)),
    "SDPA, efficient": (SDPBackend.EFFICIENT_ATTENTION, (F32, BF16)),
    "SDPA, flash": (SDPBackend.FLASH_ATTENTION, (BF16,)),
    "SDPA, cuDNN": (SDPBackend.CUDNN_ATTENTION, (BF16,)),
}
Attention = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]


def explicit(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Attention with the whole table of weights; q, k, v: (..., n, d_k)."""
    scores = q @ k.mT / q.shape[-1] ** 0.5
    return torch.softmax(scores, dim=-1) @ v


@dataclass(frozen=True)
class Way:
    """A way to compute attention in one dtype.

    within: a context that is entered before the clock starts.
    right: what gives the same in float32.
    """

    name: str
    dtype: torch.dtype
    attend: Attention
    within: Callable[[], AbstractContextManager] = nullcontext
    right: Attention = explicit


@contextmanager
def _forgotten() -> Iterator[None]:
    """Before it, all that was compiled is forgotten.

    After eight lengths of one function the compiler would give up and run it as it is.
    """
    torch.compiler.reset()
    yield


def compiled() -> Attention:
    """``explicit``, compiled, and still with its table.

    Left to itself the compiler sees that this is attention and calls SDPA in its place, so
    that two rows would show one program.
    """
    options = {"pattern_matcher": False}
    return torch.compile(explicit, dynamic=False, fullgraph=True, options=options)


def ways(with_compiled: bool = True) -> Iterator[Way]:
    """What is compared, in each dtype that it can do."""
    attend = functional.scaled_dot_product_attention
    for dtype in (F32, BF16):
        yield Way("explicit", dtype, explicit)
        if with_compiled and dtype is BF16:
            yield Way("compiled", dtype, compiled(), _forgotten)
        for name, (back_end, dtypes) in BACK_ENDS.items():
            if dtype in dtypes:
                yield Way(name, dtype, attend, partial(sdpa_kernel, back_end))


def measure(
    device: Device,
    compared: Iterable[Way],
    lengths: Sequence[int] = LENGTHS,
    heads: int = HEADS,
    d_k: int = D_K,
) -> list[dict[str, Any]]:
    """Time and memory of every way at every length, of one text.

    Returns a row for each way and length: milliseconds as ``Device.timed`` gives them, the
    memory held on top of the inputs in MiB (``None`` where nobody counts it), at the
    shortest length the largest difference from float32; or ``why`` it could not run.
    """
    rows = []
    for way in compared:
        for n in lengths:
            row = {"way": way.name, "dtype": str(way.dtype).removeprefix("torch."), "n": n}
            shape, first = (1, heads, n, d_k), n == min(lengths)
            rows.append(row | device.tried(partial(_measured, device, way, shape, first)))
    return rows


@torch.no_grad()
def _measured(
    device: Device, way: Way, shape: tuple[int, ...], compare: bool
) -> dict[str, Any]:
    generator = torch.Generator(device.name).manual_seed(shape[2])
    exact = torch.randn(3, *shape, generator=generator, device=device.name)
    q, k, v = exact.to(way.dtype)
    with way.within():
        row: dict[str, Any] = device.timed(lambda: way.attend(q, k, v))
        row["mib"] = device.held(lambda: way.attend(q, k, v))
        if compare:
            off = way.attend(q, k, v).float() - way.right(*exact)
            row["difference"] = off.abs().max().item()
    return row


def measured() -> list[dict[str, Any]]:
    """All of it on this machine's GPU; no rows where there is none."""
    device = gpu_device.current()
    return measure(device, ways(), device.sized(LENGTHS, (16, 32))) if device else []

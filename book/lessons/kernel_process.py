"""The process in which a kernel is compiled: see :mod:`attention_lessons.kernel_gpu`.

What is asked comes as JSON on standard input; the rows are the last line of its output.
"""

import json
import runpy
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import torch
from triton.runtime.jit import JITFunction

from attention_lessons.efficient_gpu import BF16, F32, HEADS, Way, measure, ways
from attention_lessons.flash_gradients import Flash
from attention_lessons.gpu_device import Device
from attention_lessons.kernel_gpu import NAME, SPILLS, TILES, TILES_BACK, Tile, in_words

D = 64
PRELUDE = (
    "import numpy as np\nimport torch\nimport triton\nimport triton.language as tl\n\n"
)
Flashed = Callable[..., torch.Tensor]


@contextmanager
def with_warps(count: int) -> Iterator[None]:
    """In it a kernel is launched with so many warps, unless its launch says how many."""
    launch = JITFunction.run

    def run(self: JITFunction, *given: Any, **named: Any) -> Any:
        return launch(self, *given, **{"num_warps": count} | named)

    with mock.patch.object(JITFunction, "run", run):
        yield


def forward(yours: Flashed, dtype: torch.dtype, tile: Tile) -> Way:
    """The reader's kernel as a way to compute attention."""
    rows, columns, warps = tile

    def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        return yours(q[0], k[0], v[0], rows, columns)[None]  # (1, heads, n, d)

    return Way("yours", dtype, attend, partial(with_warps, warps))


def with_gradients(way: Way, name: str) -> Way:
    """Both passes: the gradients by q, k and v of (context * v).sum(), one on another."""

    def both(attend: Flashed, *given: torch.Tensor) -> torch.Tensor:
        with torch.enable_grad():
            leaves = [x.detach().requires_grad_() for x in given]
            context = attend(*leaves)
            return torch.stack(torch.autograd.grad(context, leaves, given[2]))

    return Way(
        name, way.dtype, partial(both, way.attend), way.within, partial(both, way.right)
    )


def both_passes(yours: Flashed, dtype: torch.dtype, tile: Tile) -> Way:
    """The reader's kernel, and the way back by the course's two."""
    rows, columns, warps = tile

    def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        heads = (x[0].contiguous() for x in (q, k, v))
        return Flash.apply(yours, *heads, rows, columns, False, warps)[None]

    way = Way("", dtype, attend, partial(with_warps, warps))
    return with_gradients(way, "both passes, yours")


def rows_of(
    yours: Flashed, device: Device, lengths: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """PyTorch's rows, the kernel's, and both passes of each."""
    take = partial(measure, device, heads=device.sized(HEADS, 2), d_k=D)
    yield from take(ways(with_compiled=False), lengths)
    for dtype in (F32, BF16):
        yield from _tuned(take, partial(forward, yours, dtype), TILES[dtype], lengths)
    for dtype, back_end in ((F32, "SDPA, efficient"), (BF16, "SDPA, flash")):
        (theirs,) = (w for w in ways(False) if (w.name, w.dtype) == (back_end, dtype))
        both = with_gradients(theirs, f"both passes, {back_end}")
        yield from take([both], lengths)
        make = partial(both_passes, yours, dtype)
        yield from _tuned(take, make, TILES_BACK[dtype], lengths)


def _tuned(
    take: Callable[..., list[dict[str, Any]]],
    make: Callable[[Tile], Way],
    tiles: Sequence[Tile],
    lengths: Sequence[int],
) -> Iterator[dict[str, Any]]:
    """Each tile at the longest text, and the fastest of them at the shorter ones."""
    *shorter, longest = lengths
    times: dict[Tile, float] = {}
    for tile in tiles:
        (row,) = take([make(tile)], [longest])
        times[tile] = row.get("ms", float("inf"))
        yield row | {"tile": in_words(tile)}
    fastest = min(times, key=lambda tile: times[tile])
    if times[fastest] < float("inf"):
        for row in take([make(fastest)], shorter):
            yield row | {"tile": in_words(fastest)}


def compiled(yours: Flashed, architecture: int) -> Iterator[dict[str, Any]]:
    """What the kernel takes for each tile, compiled for an architecture and not run."""
    from attention_lessons.ahead_of_time import compiling_for

    for dtype, tiles in {F32: (SPILLS, *TILES[F32]), BF16: TILES[BF16]}.items():
        q, k, v = torch.empty(3, 2, 4096, D, dtype=dtype)
        for rows, columns, warps in tiles:
            row = {"dtype": str(dtype).removeprefix("torch.")}
            row["tile"] = in_words((rows, columns, warps))
            try:
                with with_warps(warps), compiling_for(architecture) as found:
                    yours(q, k, v, rows, columns)
            except Exception as error:  # the other tiles are compiled
                yield row | {"why": f"{type(error).__name__}: {error}".splitlines()[0]}
            else:
                yield row | {
                    "registers": found[-1].registers,
                    "spilled": found[-1].spill_stores,
                    "shared": found[-1].shared,
                    "tensor cores": found[-1].tensor_cores,
                }


def main() -> int:
    """Do what standard input asks, and print the rows."""
    asked = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:  # Triton reads a kernel's file
        path = Path(folder) / "kernel.py"
        path.write_text(PRELUDE + asked["source"], encoding="utf-8")
        yours = runpy.run_path(str(path))[NAME]
        if asked["task"] == "compile":
            rows = list(compiled(yours, asked["architecture"]))
        else:
            rows = list(rows_of(yours, Device(*asked["device"]), asked["lengths"]))
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

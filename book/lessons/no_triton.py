"""Where Triton is not installed: what chapter 17's cells go on with, and say.

Triton is for Linux alone and 1 GB unpacked, so that the course does not install it.
"""

from types import SimpleNamespace

MISSING = (
    "Triton is not installed here, so kernels cannot run. On Linux: pip install "
    "triton==3.7.1. Other systems have none; the counting above stands."
)
#: Enough for a cell that defines a kernel to be read.
triton = SimpleNamespace(jit=lambda kernel: kernel, cdiv=lambda a, b: -(-a // b))
tl = SimpleNamespace(constexpr=int)

"""What scores may be divided by, rightly (the root of d_k) and wrongly."""

from __future__ import annotations

SCALES = {"sqrt d_k": lambda d_k: d_k**0.5, "none": lambda d_k: 1, "d_k": lambda d_k: d_k}

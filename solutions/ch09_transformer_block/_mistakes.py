"""What goes wrong in every module of the chapter alike."""

from __future__ import annotations

from dataclasses import replace

from autograder import Misconception, change
from solutions.ch08_multi_head._shared import EXACT as EXACTLY

NO_SUPER = Misconception(
    "no-super",
    "super().__init__() is missing. nn.Module keeps its list of layers there, so it has to "
    "run before the first layer is assigned to self.",
    change("        super().__init__()\n", ""),
)

# Here it is one line that people forget.
EXACT = replace(
    EXACTLY,
    says="Two calls with the same input give different outputs: something is drawn at "
    "random. F.dropout drops in evaluation too unless it is told "
    "training=self.training; nn.Dropout knows by itself.",
)

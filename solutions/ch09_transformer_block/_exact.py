"""What every module of the chapter must have."""

from dataclasses import replace

from solutions.ch08_multi_head._shared import EXACT as EXACTLY

# Here it is one line that people forget.
EXACT = replace(
    EXACTLY,
    says="Two calls with the same input give different outputs. Look for something random, "
    "and for what one call leaves to the next. F.dropout drops in evaluation too unless "
    "it is told training=self.training; an nn.Dropout made in __init__ knows by itself.",
)

"""What every module of the chapter must have."""

from dataclasses import replace

from solutions.ch08_multi_head._shared import EXACT as EXACTLY

# Here it is one line that people forget.
EXACT = replace(
    EXACTLY,
    says="Run twice with the same input, yours gives different outputs. Look for something "
    "random, and for what one run leaves to the next. F.dropout drops in evaluation too "
    "unless told training=self.training; an nn.Dropout made in __init__ knows by itself.",
)

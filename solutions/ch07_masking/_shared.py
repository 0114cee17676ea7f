"""What is said of a mask made of numbers, by all exercises that make a mask."""

from __future__ import annotations

NUMBERS_FOR_TRUE = (
    "Your mask is made of numbers. A mask of this course is Boolean: with numbers, ~ and & "
    "do something else, and some libraries would add it to the scores. A comparison such "
    "as j < length gives True and False."
)

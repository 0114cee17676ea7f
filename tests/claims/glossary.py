"""What the claims of the glossary stand on: nearly all of it says what words mean."""

from __future__ import annotations

from tests.claims.register import Claim, Measured

PAGE = "glossary.md"

CLAIMS = [
    Claim(
        "Attention without a mask has this property.",
        Measured("assert agree == 120", at="chapters/06-scaling-and-scores.md"),
    ),
]

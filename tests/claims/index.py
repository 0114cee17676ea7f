"""What the claims of the front page stand on."""

from __future__ import annotations

from tests.claims.register import Claim, Measured

PAGE = "index.md"

CLAIMS = [
    Claim(
        "Change the last word to *dark*, and the most goes to *barn*, 0.39.",
        Measured(
            'assert max(dark, key=dark.get) == "barn"',
            at="chapters/01-why-attention.md",
        ),
    ),
    Claim(
        "a rounding that stops two of its three matrices",
        Measured(
            'assert "W_q" in str(caught[0].message) and "W_k" in str(caught[0].message)',
            at="chapters/04-tensorflow.md",
        ),
    ),
]

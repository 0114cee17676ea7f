"""What the claims of the front page stand on."""

from __future__ import annotations

from tests.claims.register import Claim, Measured

PAGE = "index.md"

CLAIMS = [
    Claim(
        "With *nervous*, the word *it* gives 0.62 of its attention to *horse*.",
        Measured(
            'assert np.allclose([nervous["horse"], nervous["barn"]], [0.62, 0.11],',
            at="chapters/01-why-attention.md",
        ),
    ),
    Claim(
        "a rounding that keeps two of its three matrices from learning",
        Measured(
            'assert "W_q" in str(caught[0].message) and "W_k" in str(caught[0].message)',
            at="chapters/04-tensorflow.md",
        ),
    ),
]

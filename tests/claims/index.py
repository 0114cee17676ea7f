"""What the claims of the front page stand on."""

from __future__ import annotations

from tests.claims.register import Claim, Measured

PAGE = "index.md"

CLAIMS = [
    Claim(
        "With *tired* it gives 0.64 of its attention to *animal*.",
        Measured(
            "assert np.allclose(found, [0.64, 0.05, 0.27, 0.13], atol=0.006)",
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

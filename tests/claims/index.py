"""What the claims of the front page stand on."""

from __future__ import annotations

from tests.claims.register import MEANING, Claim, Derived, Measured, NoClaim, Sourced

PAGE = "index.md"
AT_MOST = 0  # sentences that no entry quotes

CLAIMS = [
    Claim("A free course on attention, the computation inside every Transformer", MEANING),
    Claim("the street because it was too …*", NoClaim("a sentence to read")),
    Claim(
        "With *tired* it gives 0.64 of its attention to *animal*.",
        Measured(
            "assert np.allclose(found, [0.64, 0.05, 0.27, 0.13], atol=0.006)",
            at="chapters/01-why-attention.md",
        ),
    ),
    Claim(
        "because it was too tired.* What does **it** mean?", NoClaim("a sentence to read")
    ),
    Claim("so that you can follow with a pencil", NoClaim("why they are made up")),
    Claim("Every word answers with its **key**.", MEANING),
    Claim(
        "0.665, 0.090 and 0.245",
        Derived("e^2, e^0, e^1 over their sum: 7.389, 1, 2.718 over 11.107."),
    ),
    Claim(
        "*it* receives (3.15, 0.36)",
        Derived("0.665 * 4 + 0.245 * 2 = 3.15; 0.090 * 4 = 0.36."),
    ),
    Claim("Every word also has a **value**", MEANING),
    Claim(
        "the scores are mostly divided by a constant first",
        Sourced("https://arxiv.org/abs/1706.03762", "section 3.2.1; T5 does not divide"),
    ),
    Claim(
        "A model that only goes on writing is the right half without its middle box.",
        MEANING,
    ),
    Claim(
        "a rounding that stops two of its three matrices",
        Measured(
            'assert "W_q" in str(caught[0].message) and "W_k" in str(caught[0].message)',
            at="chapters/04-tensorflow.md",
        ),
    ),
    Claim(
        "What long texts cost, and how today's models pay less",
        NoClaim("what chapter 12 is about, and shows"),
    ),
    Claim("**Part V: a real model**", MEANING),
    Claim("Inside a real model", MEANING),
    Claim(
        "what most got wrong is its first sentence",
        NoClaim("what the picture beside it shows"),
    ),
]

"""What the claims of chapter 17 stand on."""

from tests.claims.register import (
    Claim,
    Measured,
)

PAGE = "chapters/17-on-the-chip.md"

PASSES = "Each tile of queries loads every key and value once: ceil(n_q / rows) passes."

CLAIMS = [
    Claim(
        "Even so the bytes take more than four times as long as an exponential for each",
        Measured("assert 4 < (4 / 3.35e12) / (1 / 3.9e12) < 5"),
    ),
    Claim(
        "Where slope and roof meet is the *ridge*, here at 295 operations a byte.",
        Measured("assert round(peak / bandwidth) == 295"),
    ),
    Claim(
        "Nearly all of the traffic is that",
        Measured("assert table_share(512) > 0.88 and table_share(4096) > 0.98"),
    ),
    Claim(
        "At best a tenth of what the chip can do.",
        Measured("assert 9 < seconds / (products / peak) < 10"),
    ),
    Claim(
        "This one table of 34 MB could wait there; those of 16 heads could not.",
        Measured("assert 4096**2 * 2 < 34e6 < 50e6 < 16 * 4096**2 * 2"),
    ),
    Claim(
        "So to fuse is not enough.",
        Measured("assert 1.9 < few / sum(naive_traffic(4096, 4096, 64, 64)) < 2"),
    ),
    Claim(
        "With 342 the kernel no longer waits for memory.",
        Measured("assert waits_with(341) and not waits_with(342)"),
    ),
    Claim(
        "With 128 columns there is room for more rows than the 342.",
        Measured("assert most_rows(128, 64) > 342 > most_rows(236, 64)"),
    ),
    Claim(
        "Of the others, in a long text, most need no mask, and only those that the "
        "diagonal cuts pay for comparing positions.",
        Measured("assert (visited & ~whole).sum() == 32768 // 128"),
    ),
    Claim(
        "A long text saves nearly half of its tiles",
        Measured("assert 0.5 < visited.mean() < 0.51"),
    ),
    Claim(
        "where tiles are higher than wide, it is two in each row.",
        Measured("assert ((pictured & ~uncut).sum(axis=1) == 2).all()"),
    ),
    Claim(
        "the context keeps its direction and loses length",
        Measured("assert np.allclose(wrong, right * share[:, None])"),
    ),
    Claim(
        "(In the fused kernel that is different: there, with vectors of 64, the "
        "exponentials take about as long as the products.)",
        Measured("assert 0.9 < exponentials / (4 * n * n * d / peak) < 1.1"),
    ),
    Claim(
        "the time of more than a thousand operations",
        Measured("assert 4 * peak / bandwidth > 1000 > 2 * 64"),
    ),
    Claim(
        "| three kernels | $4 n^2$ and a little | memory |",
        Measured("assert 31 <= products / moved < 32 and waits"),
    ),
    Claim(
        "An H100 does 295 operations while one byte travels.",
        Measured("assert round(peak / bandwidth) == 295"),
    ),
    Claim(
        "A causal mask leaves out nearly half of a long text's tiles, and cuts few",
        Measured("assert 0.5 < visited.mean() < 0.51"),
    ),
]

"""What the claims of chapter 17 stand on."""

from tests.claims.register import (
    Claim,
    Measured,
)

PAGE = "chapters/17-on-the-chip.md"

CLAIMS = [
    Claim(
        "Even so, the bytes take more than four times as long as one exponential for each",
        Measured("assert 4 < (4 / 3.35e12) / (1 / 3.9e12) < 5"),
    ),
    Claim(
        "For the H100 the ridge is at 295 operations per byte.",
        Measured("assert round(peak / bandwidth) == 295"),
    ),
    Claim(
        "These four journeys are nearly all of the traffic.",
        Measured("assert table_share(512) > 0.88 and table_share(4096) > 0.98"),
    ),
    Claim(
        "Naive attention can reach a tenth of the chip's speed at best.",
        Measured("assert 9 < seconds / (products / peak) < 10"),
    ),
    Claim(
        "With 16 rows the fused kernel moves twice as much as the three kernels",
        Measured("assert 1.9 < few / sum(naive_traffic(4096, 4096, 64, 64)) < 2"),
    ),
    Claim(
        "So it takes 342 rows to reach the ridge.",
        Measured("assert best(341) < 1 == best(342)"),
    ),
    Claim(
        "a kernel with tiles of 128 rows reaches 42% of the peak at best",
        Measured("assert round(best(128), 2) == 0.42"),
    ),
    Claim(
        "The keys and values of the heads that run at once fit into L2 many times over.",
        Measured("assert heads_at_once * of_a_head < 50e6 / 10 and not waits"),
    ),
    Claim(
        "The table of one head takes 34 MB and could stay in the cache, but the tables of "
        "16 heads could not.",
        Measured("assert 4096**2 * 2 < 34e6 < 50e6 < 16 * 4096**2 * 2"),
    ),
    Claim(
        "they would hold 337 rows and nothing else.",
        Measured("assert 64 * 1024 // (128 + 64 + 2) == 337"),
    ),
    Claim(
        "In a long text most of the other tiles need no mask",
        Measured("assert (visited & ~whole).sum() == 32768 // 128"),
    ),
    Claim(
        "A long text saves nearly half of its tiles.",
        Measured("assert 0.5 < visited.mean() < 0.51"),
    ),
    Claim(
        "In the picture the tiles are higher than wide, and there it is two tiles in each",
        Measured("assert ((pictured & ~uncut).sum(axis=1) == 2).all()"),
    ),
    Claim(
        "A tile of 64 by 64 float32 numbers with 4 warps spills more than a thousand bytes",
        Measured('assert spilled.pop(("float32", "64x64, 4 warps")) > 1000'),
    ),
    Claim(
        "while in bf16 the products do.",
        Measured('assert (row["tensor cores"] > 0) == (row["dtype"] == "bfloat16")'),
    ),
    Claim(
        "the context keeps its direction and its norm becomes smaller",
        Measured("assert np.allclose(wrong, right * share[:, None])"),
    ),
    Claim(
        "with vectors of 64 numbers the exponentials take about as long as the products",
        Measured("assert 0.9 < exponentials / (4 * n * n * d / peak) < 1.1"),
    ),
    Claim(
        "which takes the time of more than a thousand operations",
        Measured("assert 4 * peak / bandwidth > 1000 > 2 * 64"),
    ),
    Claim(
        "| three kernels | $4 n^2$ and a little | about 32, so they wait for memory |",
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

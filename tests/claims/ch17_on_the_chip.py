"""What the claims of chapter 17 stand on."""

from tests.claims.register import (
    MEANING,
    TASK,
    Claim,
    Derived,
    Measured,
    NoClaim,
    Sourced,
)

PAGE = "chapters/17-on-the-chip.md"
AT_MOST = 0  # sentences that no entry quotes

H100 = "https://www.nvidia.com/en-us/data-center/h100/"
DAO_2 = "https://arxiv.org/abs/2307.08691"
FLASH_3 = "https://arxiv.org/abs/2407.08608"
PASSES = "Each tile of queries loads every key and value once: ceil(n_q / rows) passes."
BY_CONTEXT = (
    "P_ij = exp(S_ij - L_i); sum_j P_ij (dO_i . v_j) = dO_i . sum_j P_ij v_j = dO_i . O_i."
)

CLAIMS = [
    Claim(
        "In chapter 12 you made attention that never holds the table of scores.", MEANING
    ),
    Claim(
        "66.6 thousand million operations in 41.7 ms the naive way, 75.2 in 7.3 ms",
        Sourced("https://arxiv.org/abs/2205.14135", "figure 2, left"),
    ),
    Claim(
        "So the work is not what takes the time.",
        Sourced(
            "https://arxiv.org/abs/2205.14135",
            "figure 2: more operations in less time, with a ninth of the traffic",
        ),
    ),
    Claim(
        "On most chips that is little room, and what does not fit lies further away",
        Sourced(
            "https://developer.nvidia.com/blog/nvidia-hopper-architecture-in-depth/",
            "H100 SM architecture; for processors, Williams and others 2009",
        ),
    ),
    Claim(
        "$989 \\cdot 10^{12}$ operations a second, in products of bf16 matrices (it "
        "prints twice that, for matrices of which half the numbers are left out).",
        Sourced(H100, "specifications: 1,979 with sparsity, half of it without"),
    ),
    Claim(
        "outside of matrix products an H100 does $67 \\cdot 10^{12}$ operations a second",
        Sourced(H100, "specifications, FP32"),
    ),
    Claim(
        "and of exponentials $3.9 \\cdot 10^{12}$",
        Sourced(FLASH_3, "on pingpong scheduling: special functions"),
    ),
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
        "Between the two memories a GPU has a third, the L2 cache, 50 MB in an H100.",
        Sourced(
            "https://developer.nvidia.com/blog/nvidia-hopper-architecture-in-depth/",
            "table 3: L2 cache size 50 MB",
        ),
    ),
    Claim(
        "This one table of 34 MB could wait there; those of 16 heads could not.",
        Measured("assert 4096**2 * 2 < 34e6 < 50e6 < 16 * 4096**2 * 2"),
    ),
    Claim("At best the two run side by side, so the longer one counts", MEANING),
    Claim(
        "The tiled kernel never moves a score, so what of it grows with the square?", TASK
    ),
    Claim(
        "So tiles do not change the power, and the number of rows decides how much is won.",
        Derived(PASSES),
    ),
    Claim(
        "So to fuse is not enough.",
        Measured("assert 1.9 < few / sum(naive_traffic(4096, 4096, 64, 64)) < 2"),
    ),
    Claim(
        "**a tile does as many operations a byte as it has rows**",
        Derived(
            "4 n^2 d / (2 (n / rows) n 2 d) = rows; queries and context add 4 n d bytes."
        ),
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
        "keys that one part of the chip has just loaded are often still in the L2 cache",
        Sourced(
            "https://triton-lang.org/main/getting-started/tutorials/"
            "03-matrix-multiplication.html",
            "L2 cache optimizations: an order of programs that reuses what was loaded",
        ),
    ),
    Claim(
        "FlashAttention-2 takes 64 or 128 rows, since larger tiles need more registers "
        "than there are, which are fast memory as well, or more shared memory",
        Sourced(
            DAO_2,
            "section 3.3, tuning block sizes: {64, 128} by {64, 128}; register spilling",
        ),
    ),
    Claim(
        "FlashAttention-3, for the H100, goes [up to 192]",
        Sourced(
            "https://github.com/Dao-AILab/flash-attention/blob/main/hopper/tile_size.h",
            "tile_size_fwd_sm90: 192 rows for heads of 64 numbers",
        ),
    ),
    Claim(
        "Traffic depends on its rows alone, and columns take room",
        Derived(PASSES),
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
        "so that the diagonal need not begin in the corner",
        Derived("Row r of the queries is token n_k - n_q + r, and n_q may be less."),
    ),
    Claim(
        "the context keeps its direction and loses length",
        Measured("assert np.allclose(wrong, right * share[:, None])"),
    ),
    Claim(
        "Left of the ridge, arithmetic is free.",
        Derived("max(w, t) = t for every w <= t: less work leaves the maximum as it is."),
    ),
    Claim(
        "(In the fused kernel that is different: there, with vectors of 64, the "
        "exponentials take about as long as the products.)",
        Measured("assert 0.9 < exponentials / (4 * n * n * d / peak) < 1.1"),
    ),
    Claim(
        "goes through the same function with NumPy, one program after another",
        Sourced(
            "https://triton-lang.org/main/programming-guide/chapter-3/debugging.html",
            "using the interpreter",
        ),
    ),
    Claim("Fused, the scores never leave fast memory.", MEANING),
    Claim(
        "Derive its gradients from weights that are made again, and never keep the table.",
        TASK,
    ),
    Claim(
        "The first three FlashAttentions are written in C++, the fourth in a Python "
        "language of NVIDIA's.",
        Sourced(
            "https://github.com/Dao-AILab/flash-attention",
            "csrc/flash_attn, hopper; flash_attn/cute, in CuTe DSL",
        ),
    ),
    Claim(
        "(on a GPU `tl.dot` rounds float32 to 10 bits behind the point, unless its "
        '`input_precision` is `"ieee"`)',
        Sourced(
            "https://triton-lang.org/main/python-api/generated/triton.language.dot.html",
            "input_precision: tf32 by default; the interpreter's create_dot ignores it",
        ),
    ),
    Claim(
        "(FlashAttention-2 adds to $dQ$ by *atomic* additions, which wait for each other.",
        Sourced(DAO_2, "section 3.2, backward pass: atomic adds to update dQ"),
    ),
    Claim(
        "In which order is left to chance, and so are the last digits.)",
        Sourced(
            "https://github.com/Dao-AILab/flash-attention",
            "flash_attn_func: deterministic, a slower backward pass",
        ),
    ),
    Claim(
        "Weights and $dP$ are made in both: seven products, not five.",
        Derived("S, dP, dQ in the one; S, dP, dV, dK in the other."),
    ),
    Claim(
        "on the way back every total is known before the first tile, and nothing has to be "
        "rescaled.",
        Derived("P_ij = exp(S_ij) / exp(L_i): no sum over j is needed to make one weight."),
    ),
    Claim("Every tile makes its own weights again", TASK),
    Claim(
        "What looked like a row of the table is the product of two vectors that are there.",
        Derived(BY_CONTEXT),
    ),
    Claim(
        "A quarter more arithmetic, and no table travels",
        Derived("Products of (n, n) by d: dV, dP, dQ, dK are 4; S once more makes 5."),
    ),
    Claim(
        "where two add to the same place at the same time, one of the two may be lost.",
        Derived("Both read x; one writes x + a, the other x + b: the later one stays."),
    ),
    Claim(
        "On the way back one number a query brings every weight back",
        Derived(BY_CONTEXT),
    ),
    Claim(
        "the time of more than a thousand operations",
        Measured("assert 4 * peak / bandwidth > 1000 > 2 * 64"),
    ),
    Claim(
        "so there are about two operations for each number",
        Derived(
            "2 d for a score of d numbers of the key, 2 d_v for d_v numbers of the value."
        ),
    ),
    Claim(
        "scores so large that only the running maximum keeps them finite",
        NoClaim("a task: what to test next"),
    ),
]

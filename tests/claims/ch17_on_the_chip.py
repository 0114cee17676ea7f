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
        "On every chip that is little room, and what does not fit lies further away",
        Sourced(
            "https://developer.nvidia.com/blog/nvidia-hopper-architecture-in-depth/",
            "H100 SM architecture; for processors, Williams and others 2009",
        ),
    ),
    Claim(
        "$989 \\cdot 10^{12}$ operations a second, in products of bf16 matrices.",
        Sourced(H100, "specifications: 1,979 with sparsity, half of it without"),
    ),
    Claim(
        "outside of matrix products an H100 does $67 \\cdot 10^{12}$ operations a second",
        Sourced(H100, "specifications, FP32"),
    ),
    Claim(
        "Nearly all of the traffic is that",
        Measured("assert table_share(512) > 0.88 and table_share(4096) > 0.98"),
    ),
    Claim(
        "At best a tenth of what the chip can do.",
        Measured("assert 9 < seconds / (products / peak) < 10"),
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
        "keys that one part of the chip has just loaded are often still in a memory",
        Sourced(
            "https://triton-lang.org/main/getting-started/tutorials/"
            "03-matrix-multiplication.html",
            "L2 cache optimizations: an order of programs that reuses what was loaded",
        ),
    ),
    Claim(
        "Real kernels take 64 or 128",
        Sourced(
            "https://arxiv.org/abs/2307.08691",
            "section 3.3: blocks of {64, 128} by {64, 128}",
        ),
    ),
    Claim(
        "Traffic depends on its rows alone; more columns only fill the room.",
        Derived(PASSES),
    ),
    Claim(
        "Of the others most need no mask, and only those that the diagonal cuts pay for "
        "comparing positions.",
        Measured("assert (visited & ~whole).sum() == 32768 // 128"),
    ),
    Claim(
        "A long text saves nearly half, and the mask costs next to nothing",
        Measured("assert 0.5 < visited.mean() < 0.51"),
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
        "Most kernels were long written in C++.",
        Sourced("https://doi.org/10.1145/3315508.3329973", "introduction: CUDA, OpenCL"),
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

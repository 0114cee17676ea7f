"""What the claims of chapter 12 stand on."""

from tests.claims.register import TASK, Claim, Derived, Measured, Sourced

PAGE = "chapters/12-efficient-attention.md"
AT_MOST = 45  # sentences that no entry quotes
CLAIMS = [
    Claim(
        "Dividing has a price: neighbours stand closer together than before. A "
        "raised base spares them: pair 0 turns by 1 from one position to the "
        "next whatever the base.",
        Derived(
            "pair i turns by base ** (-2 i / d) a position; for i = 0 that is "
            "1; divided by 4, a quarter",
        ),
    ),
    Claim(
        "A few ways are made for models as they are (Xiao and others keep the "
        "first tokens beside a window); most are trained with it, or again.",
        Sourced(
            "https://arxiv.org/abs/2309.17453",
            "abstract: without any fine-tuning",
        ),
    ),
    Claim(
        "Newer ones often leave out the division by the sum, and put a norm in "
        "its place (Qin and others, 2022).",
        Sourced(
            "https://arxiv.org/abs/2210.10340",
            "section 4.1, NormAttention",
        ),
    ),
    Claim(
        "Is it because the weights are less even?",
        TASK,
    ),
    Claim(
        "Queries live in the first eight features here and keys in the other "
        "eight, so that every score is 0 and attention is the plain mean.",
        Measured(
            "assert np.allclose(exact, v.mean(axis=0))  # perfectly flat weights",
        ),
    ),
    Claim(
        "And the less even weights are not why.",
        Measured(
            "assert flat[0.5][-1] < 0.12 and min(flat[1.0]) > 0.5",
        ),
    ),
]

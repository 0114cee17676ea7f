"""What goes wrong in a learning rate that warms up.

The larger term is taken, the rate only falls or stays up, and d_model has another
exponent.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "larger-of-the-two",
        "You take the larger of the two terms, so the rate falls until step "
        "warmup and then grows without end. The smaller one rises first and falls after.",
        change("min(step", "max(step"),
    ),
    Misconception(
        "no-warm-up",
        "Your rate only falls: the first steps are the largest, and that is what a "
        "warm-up is to prevent. Until step warmup, use step * warmup ** -1.5.",
        change("min(step**-0.5, step * warmup**-1.5)", "step**-0.5"),
    ),
    Misconception(
        "never-falls",
        "Your rate rises without end. The line belongs to the warm-up alone; from step "
        "warmup on the smaller term is step ** -0.5, which falls.",
        change("min(step**-0.5, step", "(step"),
    ),
    Misconception(
        "stays-up",
        "Your rate rises and then stays at the top. After the warm-up it falls as "
        "step ** -0.5.",
        change("min(step**-0.5", "min(warmup**-0.5"),
    ),
    Misconception(
        "no-width",
        "d_model is missing. Both terms are multiplied by d_model ** -0.5.",
        change("d_model**-0.5 * ", ""),
    ),
    Misconception(
        "width-not-rooted",
        "You divide by d_model. It is d_model ** -0.5, one over its square root.",
        change("d_model**-0.5", "1 / d_model"),
    ),
    Misconception(
        "width-multiplied",
        "You multiply by the square root of d_model. The exponent is -0.5: wider "
        "models take smaller steps.",
        change("d_model**-0.5", "d_model**0.5"),
    ),
    Misconception(
        "rises-too-fast",
        "Your rising line has warmup ** -0.5. With -1.5, the two terms meet just at "
        "step warmup.",
        change("warmup**-1.5", "warmup**-0.5"),
    ),
    Misconception(
        "counted-from-zero",
        "You add 1 to the step. Here steps count from 1 already, so the top of your "
        "curve comes one step early.",
        change("    return", "    step = step + 1\n    return"),
    ),
    Misconception(
        "falls-too-fast",
        "Behind the warm-up your rate falls as 1 / step. It is to fall as 1 / sqrt(step), "
        "more slowly.",
        change("min(step**-0.5,", "min(warmup**0.5 / step,"),
    ),
    Misconception(
        "one-over-the-step",
        "Your falling term is 1 / step. It is 1 / sqrt(step), which falls more slowly and "
        "meets the rising one just at step warmup.",
        change("min(step**-0.5,", "min(1 / step,"),
    ),
)

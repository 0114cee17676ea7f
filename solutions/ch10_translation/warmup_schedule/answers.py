"""Answers to translate.warmup_schedule that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "as written",
        """
        def warmup_schedule(step, d_model, warmup):
            return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
        """,
        "the formula",
    ),
    right(
        "two cases",
        """
        def warmup_schedule(step, d_model, warmup):
            top = 1 / np.sqrt(d_model * warmup)
            if step < warmup:
                return top * step / warmup
            return top * np.sqrt(warmup / step)
        """,
        "up, then down",
    ),
    right(
        "a class of one's own",
        """
        class Noam:
            def __init__(self, d_model, warmup):
                self.factor = d_model ** (-0.5)
                self.warmup = warmup

            def rate(self, step):
                up = step * self.warmup ** (-1.5)
                return self.factor * np.minimum(step ** (-0.5), up)


        def warmup_schedule(step, d_model, warmup):
            return Noam(d_model, warmup).rate(float(step))
        """,
        "as PyTorch's schedulers are written",
    ),
    right(
        "math.pow, a helper called rate",
        """
        import math


        def rate(step, warmup):
            return min(math.pow(step, -0.5), step * math.pow(warmup, -1.5))


        def warmup_schedule(step, d_model, warmup):
            return rate(step, warmup) / math.sqrt(d_model)
        """,
        "a name that the chapter binds again further down",
    ),
    right(
        "out of a table",
        """
        shapes = {}
        for number in range(1, 4):
            shapes[number] = -number / 2


        def warmup_schedule(step, d_model, warmup):
            up, down = step * float(warmup) ** shapes[3], float(step) ** shapes[1]
            return float(d_model) ** shapes[1] * (up if up < down else down)
        """,
        "a dict that a loop fills",
    ),
    wrong(
        "max",
        change("min(", "max("),
        "the larger of the two",
        "larger-of-the-two",
        of="as written",
    ),
    wrong(
        "no d_model",
        change("d_model**-0.5 * ", ""),
        "the factor in front is missing",
        "no-width",
        of="as written",
    ),
    wrong(
        "d_model to the plus one half",
        change("d_model**-0.5", "d_model**0.5"),
        "multiplied by the root",
        "width-multiplied",
        of="as written",
    ),
    wrong(
        "warmup to the -0.5",
        change("warmup**-1.5", "warmup**-0.5"),
        "the rise is too steep",
        "rises-too-fast",
        of="as written",
    ),
    wrong(
        "steps from 0",
        change("(step**-0.5, step *", "((step + 1) ** -0.5, (step + 1) *"),
        "step + 1: the steps are counted from 1 already",
        "counted-from-zero",
        of="as written",
    ),
    wrong(
        "only the rise",
        change("min(step**-0.5, step * warmup**-1.5)", "step * warmup**-1.5"),
        "no min",
        "never-falls",
        of="as written",
    ),
    wrong(
        "only the fall",
        change("min(step**-0.5, step * warmup**-1.5)", "step**-0.5"),
        "inverse root from the start",
        "no-warm-up",
        of="as written",
    ),
    wrong(
        "falls like 1 / step",
        change("step**-0.5", "step**-1"),
        "the root is forgotten",
        of="as written",
    ),
    wrong(
        "flat after the warm-up",
        change("step**-0.5", "warmup**-0.5"),
        "held at the highest rate",
        "stays-up",
        of="as written",
    ),
    wrong(
        "whole-number division",
        change("step * warmup**-1.5", "step // warmup * warmup**-0.5"),
        "// gives 0 while it warms up",
        of="as written",
    ),
    wrong(
        "rises from the top again",
        change("step * warmup**-1.5", "step / warmup"),
        "a linear rise to 1, without the root of warmup",
        of="as written",
    ),
)

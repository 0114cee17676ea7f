"""Answers to translate.warmup_schedule that its checks must tell apart."""

from autograder import change, right, route, slips, wrong

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
        "no d_model",
        change("d_model**-0.5 * ", ""),
        "the factor in front is missing",
        "no-width",
        of="as written",
    ),
    wrong(
        "falls like 1 / step",
        change("step**-0.5", "step**-1"),
        "the root is forgotten",
        "one-over-the-step",
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
    *slips(
        "as written",
        """
        min( => max( | larger-of-the-two
        d_model**-0.5 => d_model**0.5 | width-multiplied
        warmup**-1.5 => warmup**-0.5 | rises-too-fast
        (step**-0.5, step * => ((step + 1) ** -0.5, (step + 1) * | counted-from-zero
        min(step**-0.5, step * warmup**-1.5) => step * warmup**-1.5 | never-falls
        min(step**-0.5, step * warmup**-1.5) => step**-0.5 | no-warm-up
        step**-0.5 => warmup**-0.5 | stays-up
        """,
    ),
    *route(
        "by np.where",
        """
        def warmup_schedule(step, d_model, warmup):
            top = 1 / np.sqrt(d_model * warmup)
            later = np.sqrt(warmup / step)
            return float(top * np.where(step < warmup, step / warmup, later))
        ---
        np.sqrt(warmup / step) => warmup / step | falls-too-fast
        np.sqrt(d_model * warmup) => np.sqrt(warmup) | no-width
        step / warmup, later => later, step / warmup | larger-of-the-two
        , later)) => , 1)) | stays-up
        """,
    ),
)

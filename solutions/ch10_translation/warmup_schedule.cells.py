# %% mistake: larger-of-the-two
# Your rate is the larger of the two parts, so it falls until step warmup and then grows
# without end. The smaller one rises first and falls after.
# min(step => max(step
# %% mistake: no-warm-up
# Your rate only falls: the first steps are the largest, and that is what a warm-up is to
# prevent. Until step warmup the rate should be proportional to the step.
# min(step**-0.5, step * warmup**-1.5) => step**-0.5
# %% mistake: never-falls
# Your rate rises without end. From step warmup on it should fall as 1 / sqrt(step).
# min(step**-0.5, step => (step
# %% mistake: stays-up
# Your rate stays at the top. After step warmup it should fall as 1 / sqrt(step).
# min(step**-0.5 => min(warmup**-0.5
# %% mistake: no-width
# d_model has no effect in yours. Divide the whole rate by sqrt(d_model).
# d_model**-0.5 * min => min
# %% mistake: width-not-rooted
# Your rate is divided by d_model. It should be divided by the root of d_model.
# d_model**-0.5 => 1 / d_model
# %% mistake: width-multiplied
# Your rate grows with the square root of d_model. It should be divided by that root: wider
# models take smaller steps.
# d_model**-0.5 => d_model**0.5
# %% mistake: rises-too-fast
# Your rising part is warmup times too large. The two parts should meet just at step warmup.
# warmup**-1.5 => warmup**-0.5
# %% mistake: counted-from-zero
# You add 1 to the step. Here steps count from 1 already, so the top of your curve comes one
# step early.
# -     return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
# +     step = step + 1
# +     return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
# %% mistake: falls-too-fast
# After the warm-up your rate falls as 1 / step. It should fall as 1 / sqrt(step), more
# slowly.
# min(step**-0.5, => min(warmup**0.5 / step,
# %% mistake: drops-at-the-top
# After step warmup your rate is sqrt(warmup) times too small, so it drops suddenly. Both
# parts should give the highest rate at step warmup.
# - min(step**-0.5, step * warmup**-1.5)
# + (step * warmup**-1.5 if step <= warmup else (step * warmup) ** -0.5)
# %% mistake: one-over-the-step
# Your falling part goes as 1 / step. It should go as 1 / sqrt(step), which falls more
# slowly and meets the rising part just at step warmup.
# min(step**-0.5, => min(1 / step,
# %% mistake: rises-to-one
# Your rising part is sqrt(warmup) times too large, so it meets the falling one too early.
# They should meet at step warmup.
# step * warmup**-1.5 => step / warmup
# %% mistake: highest-rate-turned-over
# Your highest rate is the square root of d_model * warmup. It should be one over that root.
# d_model**-0.5 * min(step**-0.5, => (d_model**0.5 * warmup) * min(step**-0.5,
# %% mistake: steps-counted-anew
# After the top your rate falls too fast, as if the steps began again at 1. It should be
# proportional to 1 / sqrt(step) there, with the same step as before.
# - return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
# + since = max(step - warmup, 0) + 1
# +     return (d_model * warmup) ** -0.5 * min(since**-0.5, step / warmup)
# %% mistake: half-for-the-root
# Your highest rate is 1 / (2 * d_model * warmup), as from x ** -1/2, where the power comes
# first and is halved. Write x ** -0.5.
# - return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
# + top = (d_model * warmup) ** -1 / 2
# +     return top * min((warmup / step) ** 0.5, step / warmup)
# %% mistake: peak-too-low
# Your rate is sqrt(warmup) times too small at every step. The highest rate is 1 /
# sqrt(d_model * warmup), the root of the whole product.
# min(step**-0.5, step * warmup**-1.5) => min(step**-0.5, step * warmup**-1.5) / warmup**0.5
# %% mistake: no-width-later
# After the warm-up d_model has no effect in yours. Both parts have the factor 1 /
# sqrt(d_model).
def warmup_schedule(step, d_model, warmup):
    up, down = step * warmup**-1.5 * d_model**-0.5, step**-0.5
    return up if step <= warmup else down

# %% right: as written
# the formula
def warmup_schedule(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
# wrong, one-over-the-step: step**-0.5 => step**-1
# wrong, counted-from-zero: (step**-0.5, step * => ((step + 1) ** -0.5, (step + 1) *
# wrong, never-falls: min(step**-0.5, step * warmup**-1.5) => step * warmup**-1.5
# %% wrong: whole-number division
# // gives 0 while it warms up
# step * warmup**-1.5 => step // warmup * warmup**-0.5
# %% wrong, rises-to-one: rises from the top again
# a linear rise to 1, without the root of warmup
# step * warmup**-1.5 => step / warmup

# %% right: two cases
# up, then down
def warmup_schedule(step, d_model, warmup):
    top = 1 / np.sqrt(d_model * warmup)
    if step < warmup:
        return top * step / warmup
    return top * np.sqrt(warmup / step)

# %% right: a class of one's own
# as PyTorch's schedulers are written
class Noam:
    def __init__(self, d_model, warmup):
        self.factor = d_model ** (-0.5)
        self.warmup = warmup

    def rate(self, step):
        up = step * self.warmup ** (-1.5)
        return self.factor * np.minimum(step ** (-0.5), up)


def warmup_schedule(step, d_model, warmup):
    return Noam(d_model, warmup).rate(float(step))

# %% right: math.pow, a helper called rate
# a name that the chapter binds again further down
import math


def rate(step, warmup):
    return min(math.pow(step, -0.5), step * math.pow(warmup, -1.5))


def warmup_schedule(step, d_model, warmup):
    return rate(step, warmup) / math.sqrt(d_model)

# %% right: out of a table
# a dict that a loop fills
shapes = {}
for number in range(1, 4):
    shapes[number] = -number / 2


def warmup_schedule(step, d_model, warmup):
    up, down = step * float(warmup) ** shapes[3], float(step) ** shapes[1]
    return float(d_model) ** shapes[1] * (up if up < down else down)

# %% right: by np.where
def warmup_schedule(step, d_model, warmup):
    top = 1 / np.sqrt(d_model * warmup)
    later = np.sqrt(warmup / step)
    return float(top * np.where(step < warmup, step / warmup, later))
# wrong, falls-too-fast: np.sqrt(warmup / step) => warmup / step
# wrong, no-width: np.sqrt(d_model * warmup) => np.sqrt(warmup)
# wrong, larger-of-the-two: step / warmup, later => later, step / warmup
# wrong, stays-up: , later)) => , 1))

# %% hint: long after it
# Begin with the part that falls: a number divided by the root of the step. Which number
# gives 1 / sqrt(d_model * warmup) at step = warmup?
# %% hint: early in the warm-up
# The part that rises is a straight line through 0, and at step = warmup it has the same
# height as the falling part. By how much does it rise in one step?
# %% hint: at the top; early in the warm-up; long after it
# Work out both parts for one step before the top and for one after it. Which of the two is
# asked for, there and there? One word of Python says it for both.

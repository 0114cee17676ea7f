"""How the exercises of chapter 10 are checked, and what people get wrong there."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.choices import predict
from solutions.draws import Draw
from solutions.translate import shift_right, warmup_schedule
from solutions.translate_decode_checks import GREEDY_DECODE
from solutions.translate_loss_checks import LABEL_SMOOTHED_LOSS

# --- shift_right -------------------------------------------------------------


def _targets(*shape: int, dtype: str = "int64", bos: int = 1) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return rng.integers(3, 60, size=shape).astype(dtype), bos

    return draw


def _shift(targets, bos_id, *, where="right", first="bos", end="dropped", axis=-1):
    rows = np.moveaxis(targets, axis, -1)
    bos = np.full_like(rows[..., :1], bos_id)
    lead = {"bos": bos, "last id": rows[..., -1:], "first id": rows[..., :1]}[first]
    if where == "left":
        result = np.concatenate([rows[..., 1:], lead], axis=-1)
    else:
        kept = rows if end == "kept" else rows[..., :-1]
        result = np.concatenate([lead, kept], axis=-1)
    return np.moveaxis(result, -1, axis)


def _shift_by_rolling(targets, bos_id):
    inputs = np.roll(targets, 1, axis=-1)
    inputs[..., 0] = bos_id
    return inputs


def _shift_by_loops(targets, bos_id):
    rows = targets.reshape(-1, targets.shape[-1]).tolist()
    return np.array([[bos_id, *row[:-1]] for row in rows]).reshape(targets.shape)


def _overwrite_the_first(targets, bos_id):
    inputs = targets.copy()
    inputs[..., 0] = bos_id
    return inputs


SHIFT_RIGHT = Exercise(
    id="translate.shift_right",
    title="Shift the targets right",
    reference=shift_right,
    decisions=_shift,
    points=1,
    minutes=5,
    difficulty=1,
    section="10-translation#teacher-forcing",
    cases=(
        Case("one sequence", _targets(5)),
        Case("a batch", _targets(3, 4)),
        Case("a batch of batches", _targets(2, 3, 5)),
        Case("another bos_id", _targets(3, 6, bos=99)),
        Case("one id a row", _targets(4, 1)),
        Case("short integers", _targets(2, 7, dtype="int32")),
        Case("a long sequence", _targets(1, 300)),
    ),
    properties=(
        Property(
            "starts with bos_id",
            "Every row has to start with bos_id: before the first target there is "
            "nothing else to show.",
            lambda answer, output, targets, bos_id: (output[..., 0] == bos_id).all(),
        ),
        Property(
            "never shows the last target",
            "Change the last target, and your result changes. It must not: nothing comes "
            "after the last target, so no position may read it.",
            lambda answer, output, targets, bos_id: np.array_equal(
                answer(
                    np.concatenate([targets[..., :-1], targets[..., -1:] + 1], -1), bos_id
                ),
                output,
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "not-shifted",
            "You put bos_id over the first target and left the others where they were. "
            "Every position but the first then reads the very id it has to predict. The "
            "loss falls to nothing, and the model has learnt to copy.",
            _overwrite_the_first,
        ),
        Misconception(
            "shifted-left",
            "You shifted to the left: each position reads the id *after* its target. At "
            "translation time that id does not exist yet. Move everything one place to "
            "the right, with bos_id in front.",
            choices={"where": "left"},
        ),
        Misconception(
            "rolled",
            "The last id has come round to the front, as np.roll does it. It tells the "
            "first position how the sequence ends. Write bos_id there.",
            choices={"first": "last id"},
        ),
        Misconception(
            "one-longer",
            "Your rows have one id too many: bos_id is in front, but the last target is "
            "still there. It has no successor to predict, so it is dropped.",
            choices={"end": "kept"},
        ),
        Misconception(
            "first-repeated",
            "You shifted to the right, and filled the free place with the first target. "
            "So the first position reads its own answer. It should read bos_id.",
            choices={"first": "first id"},
        ),
        Misconception(
            "wrong-axis",
            "You shifted along the first axis, so each sequence reads from another one. "
            "A sequence is a row: shift along the last axis.",
            choices={"axis": 0},
        ),
    ),
    alternatives=(_shift_by_rolling, _shift_by_loops),
    hints=(
        "Write it on paper for the targets [7, 8, 9]. What has the decoder written before "
        "it writes 7? And before it writes 9?",
        "targets[..., :-1] is every row without its last id. It goes to [..., 1:].",
        "Make an empty array like targets. Its [..., 0] is bos_id, its [..., 1:] is "
        "targets[..., :-1].",
    ),
)

# --- warmup_schedule ---------------------------------------------------------


def _steps(low: float, high: float, *, warmup: tuple[int, int] = (50, 5000)) -> Draw:
    """Steps at ``low`` to ``high`` times the warm-up."""

    def draw(rng: np.random.Generator) -> tuple:
        warm = int(rng.integers(*warmup))
        step = max(1, int(warm * rng.uniform(low, high)))
        return step, int(rng.integers(8, 1025)), warm

    return draw


def _warmup(
    step, d_model, warmup, *, pick="min", after="falls", width="root", first="1", rise=-1.5
):
    step = step + 1 if first == "0" else step
    falling = step**-0.5 if after == "falls" else warmup**-0.5
    rising = step * warmup**rise
    size = {"root": d_model**-0.5, "none": 1.0, "whole": 1 / d_model, "up": d_model**0.5}
    if pick == "falling":
        return size[width] * falling
    return size[width] * (min if pick == "min" else max)(falling, rising)


def _warmup_by_cases(step, d_model, warmup):
    if step < warmup:
        return step / np.sqrt(d_model * warmup**3)
    return 1 / np.sqrt(d_model * step)


def _warmup_scaled(step, d_model, warmup):
    peak = np.float64(d_model * warmup) ** -0.5
    return peak * np.minimum(step / warmup, np.sqrt(warmup / step))


WARMUP_SCHEDULE = Exercise(
    id="translate.warmup_schedule",
    title="The warm-up schedule",
    reference=warmup_schedule,
    decisions=_warmup,
    points=1,
    minutes=5,
    difficulty=1,
    section="10-translation#a-learning-rate-that-warms-up",
    cases=(
        Case("early in the warm-up", _steps(0.02, 0.5)),
        Case("at the top", _steps(1.0, 1.0)),
        Case("long after it", _steps(2.0, 30.0)),
        Case("step 1", lambda rng: (1, int(rng.integers(8, 600)), 400)),
        Case("a warm-up of one step", _steps(1.0, 9.0, warmup=(1, 2))),
        Case("a million steps", lambda rng: (10**6, 512, int(rng.integers(3000, 5000)))),
    ),
    properties=(
        Property(
            "wider models learn more slowly",
            "A model four times as wide should have half the rate: d_model enters as "
            "d_model ** -0.5.",
            lambda answer, output, step, d_model, warmup: np.isclose(
                answer(step, 4 * d_model, warmup), output / 2
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "larger-of-the-two",
            "You take the larger of the two terms, so the rate starts at its highest "
            "and later grows without end. The smaller one rises first and falls after.",
            choices={"pick": "max"},
        ),
        Misconception(
            "no-warm-up",
            "Your rate only falls: the first steps are the largest. Adam knows the least "
            "about the gradients then. Until step warmup, use step * warmup ** -1.5.",
            choices={"pick": "falling"},
        ),
        Misconception(
            "stays-up",
            "Your rate rises and then stays at the top. After the warm-up it falls as "
            "step ** -0.5.",
            choices={"after": "stays"},
        ),
        Misconception(
            "no-width",
            "d_model is missing. Both terms are multiplied by d_model ** -0.5.",
            choices={"width": "none"},
        ),
        Misconception(
            "width-not-rooted",
            "You divide by d_model. It is d_model ** -0.5, one over its square root.",
            choices={"width": "whole"},
        ),
        Misconception(
            "width-multiplied",
            "You multiply by the square root of d_model. The exponent is -0.5: wider "
            "models take smaller steps.",
            choices={"width": "up"},
        ),
        Misconception(
            "rises-too-fast",
            "Your rising line has warmup ** -0.5. With -1.5, the two terms meet just at "
            "step warmup.",
            choices={"rise": -0.5},
        ),
        Misconception(
            "counted-from-zero",
            "You add 1 to the step. Here steps count from 1 already, so the top of your "
            "curve comes one step early.",
            choices={"first": "0"},
        ),
    ),
    alternatives=(_warmup_by_cases, _warmup_scaled),
    hints=(
        "Type the formula as it stands. ** is the power, and ** -0.5 is one over the "
        "square root.",
        "min(a, b) of two numbers: a falls with the step, b rises with it.",
        "d_model ** -0.5 times the smaller of step ** -0.5 and step * warmup ** -1.5.",
    ),
)

# --- the prediction ----------------------------------------------------------

PREDICT_FLOOR = predict(
    "translate.predict_floor",
    "Predict: where the loss ends",
    "c",
    {
        "a": "Without smoothing it would. But a target that gives every id a little can "
        "only be met by a model that gives every id a little, and -log of such a "
        "probability is not 0.",
        "b": "0.1 is the share that is spread, not the loss. Put the target itself in as "
        "the prediction, and add up -target * log(target) over the 14 ids.",
        "d": "A model that grows surer and surer gives the other 13 ids next to nothing, "
        "and the smoothed target makes it pay for each. Its loss goes up again.",
    },
    minutes=3,
    difficulty=2,
    section="10-translation#label-smoothing",
    hints=(
        "What is the best distribution a model can give, when the target is .9 on the "
        "right id plus .1 / 14 on each of the 14?",
        "The cross-entropy of a distribution with itself is its entropy. Work it out: one "
        "id has about .907, thirteen have about .007.",
    ),
)

EXERCISES = (
    SHIFT_RIGHT,
    LABEL_SMOOTHED_LOSS,
    PREDICT_FLOOR,
    WARMUP_SCHEDULE,
    GREEDY_DECODE,
)

"""What goes wrong in stretched rotary positions, each as a change of the reference."""

from autograder import Misconception, change

NEW_BASE = "(base * factor ** (d / (d - 2))) ** -exponents"
MIXED = "old * speeds + (1 - old) * speeds / factor"

MISTAKES = (
    Misconception(
        "faster",
        "You multiply the speeds by the factor in interpolation. Then a long text turns "
        "even further: divide.",
        change("        return speeds / factor", "        return speeds * factor"),
    ),
    Misconception(
        "base-times-factor",
        'For "ntk" you multiply the base by the factor itself. The last pair has the '
        "exponent (d - 2) / d, so it is slowed down by less than the factor: take "
        "factor to the power d / (d - 2).",
        change("factor ** (d / (d - 2))", "factor"),
    ),
    Misconception(
        "root-instead-of-power",
        'For "ntk" your exponent of the factor is upside down: it is d / (d - 2), '
        "more than 1.",
        change("(d / (d - 2))", "((d - 2) / d)"),
    ),
    Misconception(
        "base-divided",
        'For "ntk" you divide the base. A smaller base makes all pairs but the first turn '
        "faster.",
        change("base * factor", "base / factor"),
    ),
    Misconception(
        "ntk-divided-too",
        'For "ntk" you also divide all speeds by the factor. The other base slows the slow '
        "pairs already, and leaves pair 0 as it was.",
        change(NEW_BASE, f"{NEW_BASE} / factor"),
    ),
    Misconception(
        "fast-pairs-slowed",
        'For "yarn" you have it the other way round: pairs that come round often have been '
        "at every angle and keep their speed; the slow ones are divided.",
        change(MIXED, "(1 - old) * speeds + old * speeds / factor"),
    ),
    Misconception(
        "positions-for-turns",
        'For "yarn" you count radians as turns. A turn is 2 pi of them.',
        change(" / (2 * np.pi)", ""),
    ),
    Misconception(
        "a-step-for-a-ramp",
        'For "yarn" your pairs are either old or divided. Between 1 and 32 turns the '
        "weight of the old speed rises evenly, (turns - 1) / 31.",
        change("np.clip((turns - 1) / 31, 0, 1)", "(turns > 32) * 1.0"),
    ),
    Misconception(
        "not-clipped",
        'For "yarn" the weight of the old speed leaves the range from 0 to 1: beyond 32 '
        "turns it is 1, below one turn 0.",
        change("np.clip((turns - 1) / 31, 0, 1)", "(turns - 1) / 31"),
    ),
    Misconception(
        "turns-of-the-longer-text",
        'For "yarn" you count the turns in the longer text. What counts is which angles '
        "the training has shown.",
        change("turns = trained * speeds", "turns = factor * trained * speeds"),
    ),
    Misconception(
        "base-ignored",
        "You use 10000 whatever `base` is.",
        change("base**-exponents", "10000.0**-exponents")
        + change("(base * factor", "(10000.0 * factor"),
    ),
    Misconception(
        "speeds-too-close",
        "Your exponent is -i/d where it should be -2i/d. With np.arange(0, d, 2), the 2 is "
        "in the range already.",
        change("np.arange(0, d, 2)", "np.arange(d // 2)"),
    ),
)

"""What goes wrong in a positional encoding, each as a change of the reference.

The cosine gets an angle of its own, the exponent is half, all sines come first, or
positions count from 1.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "cosine-first",
        "Your even columns hold cosines. Columns count from 0: column 0 is a sine, "
        "column 1 the cosine of the same angle.",
        change("np.where(is_sine", "np.where(~is_sine"),
    ),
    Misconception(
        "halves",
        "You put all sines before all cosines. Some programs do, and a model could "
        "learn with it, but here they take turns: a sine in every even column, its "
        "cosine right beside it.",
        change(
            "    pairs = columns // 2",
            "    half = (d_model + 1) // 2\n    pairs = columns % half",
        )
        + change("columns % 2 == 0", "columns < half"),
    ),
    Misconception(
        "own-angle",
        "Each of your columns turns at a rate of its own. A sine and the cosine "
        "beside it belong together: both use the exponent of the even column, 2i. "
        "Only then is moving on by k positions a rotation of each pair.",
        change("pairs / d_model", "(pairs + ~is_sine / 2) / d_model"),
    ),
    Misconception(
        "exponent-i",
        "Your exponent is i / d_model where it should be 2i / d_model. Your slowest "
        "column then turns up to 100 times too fast.",
        change("2 * pairs", "pairs"),
    ),
    Misconception(
        "exponent-4i",
        "Your exponent is 4i / d_model where it should be 2i / d_model: np.arange(0, "
        "d_model, 2) holds 0, 2, 4, ... already, and you double it once more.",
        change("2 * pairs", "4 * pairs"),
    ),
    Misconception(
        "floor-division",
        "You divide with //, which drops everything after the point: the slow columns "
        "stay at 0 for a long time. An angle is a decimal: /.",
        change("positions / 10000.0", "positions // 10000.0"),
    ),
    Misconception(
        "from-one",
        "You count positions from 1. The first position is 0: its sines are 0 and its "
        "cosines 1.",
        change("np.arange(n)", "np.arange(1, n + 1)"),
    ),
    Misconception(
        "multiplied",
        "You multiply the position by 10000 ** (2i / d_model). Divide by it: later "
        "columns should turn more slowly, not faster.",
        change("positions / 10000.0", "positions * 10000.0"),
    ),
    Misconception(
        "base-1000",
        "Your base is 1000. It is 10000: the slowest column of a wide model then takes "
        "tens of thousands of positions to come round.",
        change("10000.0 **", "1000.0 **"),
    ),
    Misconception(
        "transposed",
        "Your rows are features and your columns positions. It is (n, d_model): one "
        "row a position, so that it can be added to the tokens.",
        change("np.cos(angles))", "np.cos(angles)).T"),
    ),
)

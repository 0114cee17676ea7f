"""What goes wrong in a padding mask, each as a change of the reference.

It is inverted, one position too long, or made of numbers; some make pairs where keys
are enough.
"""

from autograder import Misconception, change
from solutions.ch07_masking._shared import NUMBERS_FOR_TRUE

MISTAKES = (
    Misconception(
        "inverted",
        "Your mask is True at the padding. In this course True means may attend, so "
        "real tokens are True. Used as it is, every query would read filler only.",
        change("    return real", "    real = ~real\n    return real"),
    ),
    Misconception(
        "one-too-many",
        "Each row of yours has one True too many. Positions count from 0, so a "
        "sequence of length 3 has real tokens at 0, 1 and 2: position < length.",
        change("position < lengths", "position <= lengths"),
    ),
    Misconception(
        "one-too-few",
        "Each row of yours has one True too few: the last real token is taken for "
        "filler. Positions count from 0, so a sequence of length 3 has real tokens "
        "at 0, 1 and 2: position < length.",
        change("np.arange(n)", "np.arange(1, n + 1)"),
    ),
    Misconception(
        "padded-in-front",
        "Your mask expects the filler in front. Here pad_and_truncate puts it "
        "behind, so the True come first.",
        change("np.arange(n)", "np.arange(n)[::-1]"),
    ),
    Misconception(
        "numbers", NUMBERS_FOR_TRUE, change("return real", "return real.astype(int)")
    ),
    Misconception(
        "to-be-added",
        "You made a mask that is added to the scores, 0 and -inf. Some libraries want "
        "that; this course's masks are Boolean, True = may attend.",
        change("return real", "return np.where(real, 0.0, -np.inf)"),
    ),
    Misconception(
        "as-wide-as-the-longest",
        "Your rows are as long as the longest sequence of the batch. The number of "
        "columns is n, which may be more: scores have n keys.",
        change("np.arange(n)", "np.arange(lengths.max())"),
    ),
    Misconception(
        "lengths-in-a-row",
        "You compare a row of positions with a row of lengths, so NumPy pairs position "
        "0 with length 0, position 1 with length 1, and so on, or gives up. Each "
        "length has to meet every position: lengths[..., None] stands them in a "
        "column.",
        change("lengths[..., None]", "lengths"),
    ),
    Misconception(
        "positions-first",
        "Your mask has a column for each sequence. It should have a row for each: "
        "(batch, n). Compare lengths[..., None] with np.arange(n).",
        change("return real", "return np.moveaxis(real, -1, 0)"),
    ),
    Misconception(
        "pairs",
        "You made a mask of pairs, (batch, n, n). Which *keys* are filler does not "
        "depend on the query: one row a sequence will do, and broadcasting repeats "
        "it for every query.",
        change("return real", "return real[..., :, None] & real[..., None, :]"),
    ),
)

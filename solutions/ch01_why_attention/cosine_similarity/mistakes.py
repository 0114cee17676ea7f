"""What goes wrong in a cosine similarity, each as a change of the reference or an answer.

Mistakes are in the lengths (none, one, squared, added) and in the axis: with many
pairs each keeps a similarity of its own.
"""

from autograder import Misconception, change
from solutions.sentences import WHOLE_NUMBERS

MISTAKES = (
    Misconception(
        "dot-product",
        "This is the dot product alone, so long vectors look similar to everything. "
        "Divide it by the norm of a and by the norm of b.",
        change("dot / lengths", "dot"),
    ),
    Misconception(
        "one-length",
        "You divide by the norm of a only, so a longer b still looks more similar. "
        "Divide by both norms.",
        change(
            "np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)",
            "np.linalg.norm(a, axis=-1)",
        ),
    ),
    Misconception(
        "squared-lengths",
        "You divide by the squared norms. A norm is the square root of the sum of "
        "squares, and np.linalg.norm(a, axis=-1) takes this root for you.",
        change(
            "np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)",
            "(a * a).sum(axis=-1) * (b * b).sum(axis=-1)",
        ),
    ),
    Misconception(
        "lengths-added",
        "You divide by the sum of the two norms. Divide by their product, so that "
        "a vector compared with itself gives 1.",
        change("* np.linalg.norm(b", "+ np.linalg.norm(b"),
    ),
    Misconception(
        "everything-summed",
        "You sum over the whole array, so many pairs give one number. Each pair has "
        "its own similarity, so pass axis=-1 to the sum and to both norms.",
        change("(a * b).sum(axis=-1)", "(a * b).sum()")
        + change("norm(a, axis=-1)", "norm(a)")
        + change("norm(b, axis=-1)", "norm(b)"),
    ),
    Misconception(
        "first-axis",
        "You sum over the first axis, which counts the pairs. The features of a "
        "vector are on the last axis, axis=-1.",
        change("(a * b).sum(axis=-1)", "(a * b).sum(axis=0)")
        + change("norm(a, axis=-1)", "norm(a, axis=0)")
        + change("norm(b, axis=-1)", "norm(b, axis=0)"),
    ),
    Misconception(
        "sign-lost",
        "You take the absolute value, so opposite directions count as the same. "
        "Opposite vectors should give -1.",
        change("return dot", "return np.abs(dot)"),
    ),
    Misconception(
        "distance",
        "This is the cosine distance, 1 minus the similarity, which is 0 for the "
        "same direction. Return the similarity itself.",
        change("return dot", "return 1 - dot"),
        alone=True,
    ),
    Misconception(
        "angle",
        "This is the angle, in radians. Its cosine is wanted, and the division gives "
        "the cosine, so leave np.arccos out.",
        change("dot / lengths", "np.arccos(np.clip(dot / lengths, -1, 1))"),
        alone=True,
    ),
    Misconception(
        "norm-of-all",
        "np.linalg.norm without an axis is one norm for the whole array. Each "
        "vector has a norm of its own, along the last axis.",
        change("norm(a, axis=-1)", "norm(a)") + change("norm(b, axis=-1)", "norm(b)"),
    ),
    Misconception(
        "same-length-twice",
        "You divide by the norm of a twice. Divide by the norm of b as well, or a "
        "longer b still looks more similar.",
        change("norm(b, axis=-1)", "norm(a, axis=-1)"),
    ),
    Misconception(
        "np-dot",
        "This is right for two vectors. For many pairs np.dot gives a matrix "
        "product, and np.linalg.norm gives one norm for all. Multiply entry by entry "
        "and sum along the last axis, and take the norms along it too.",
        change("(a * b).sum(axis=-1)", "np.dot(a, b)")
        + change("norm(a, axis=-1)", "norm(a)")
        + change("norm(b, axis=-1)", "norm(b)"),
        alone=True,
    ),
    Misconception(
        "all-pairs",
        "You compare every vector of a with every vector of b. Here vectors are "
        "compared pair by pair, the first with the first and the second with "
        "the second.",
        """
        def cosine_similarity(a, b):
            a = a / np.linalg.norm(a, axis=-1, keepdims=True)
            b = b / np.linalg.norm(b, axis=-1, keepdims=True)
            return a @ (b if b.ndim == 1 else np.swapaxes(b, -1, -2))
        """,
    ),
    Misconception(
        "keepdims-left",
        "The numbers are right, but the axis you summed over is still there, with "
        "size 1. One number per pair is wanted, so leave keepdims out at the end.",
        change("dot / lengths", "(dot / lengths)[..., None]"),
        alone=True,
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("dot / lengths", "(dot / lengths).astype(dot.dtype)"),
    ),
)

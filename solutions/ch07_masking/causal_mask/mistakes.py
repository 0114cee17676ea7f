"""What goes wrong in a causal mask, each as a change of the reference.

The triangle is the other one, its diagonal is missing or doubled, or True means
blocked.
"""

from autograder import Misconception, change
from solutions.ch07_masking._shared import NUMBERS_FOR_TRUE

MISTAKES = (
    Misconception(
        "inverted",
        "Your mask is True where a query must *not* look. In this course True means "
        "may attend; PyTorch's nn.MultiheadAttention has it the other way round.",
        change("return np.tril", "return ~np.tril"),
    ),
    Misconception(
        "upper-triangle",
        "Each of your queries sees itself and what comes after it: the upper "
        "triangle. Rows are queries and columns keys, so the past is the lower one: "
        "np.tril.",
        change("dtype=bool))", "dtype=bool)).T"),
    ),
    Misconception(
        "itself-blocked",
        "Your tokens may not attend to themselves, and the first one has nothing to "
        "attend to at all. The diagonal belongs to the mask: key j <= query i.",
        change("dtype=bool)", "dtype=bool), k=-1"),
    ),
    Misconception(
        "one-ahead",
        "Your queries see one token of the future, and a model that predicts "
        "the next token would simply read it off. Keep the diagonal and what is to the "
        "left of it.",
        change("dtype=bool)", "dtype=bool), k=1"),
    ),
    Misconception(
        "nothing-blocked",
        "Your mask leaves everything open: each query sees the whole future. Make "
        "entry [i, j] False where key j comes after query i.",
        change("np.tril(np.ones((n, n), dtype=bool))", "np.ones((n, n), dtype=bool)"),
    ),
    Misconception(
        "itself-alone",
        "Each of your tokens may attend to itself and to nothing else. The past "
        "belongs to the mask too: key j <= query i.",
        change("np.tril(np.ones((n, n), dtype=bool))", "np.eye(n, dtype=bool)"),
    ),
    Misconception(
        "one-axis-too-many",
        "The triangle is right, but it stands in a batch of one. The mask is (n, n), "
        "and broadcasting serves every sequence of a batch with it.",
        change("dtype=bool))", "dtype=bool))[None]"),
        alone=True,
    ),
    Misconception("numbers", NUMBERS_FOR_TRUE, change("dtype=bool", "dtype=float")),
    Misconception(
        "to-be-added",
        "You made a mask that is added to the scores, 0 and -inf. Some libraries want "
        "that; this course's masks are Boolean, True = may attend.",
        change(
            "np.tril(np.ones((n, n), dtype=bool))", "np.triu(np.full((n, n), -np.inf), k=1)"
        ),
    ),
)

"""What the claims of chapter 16 stand on."""

from tests.claims.register import TASK, Claim, Measured, Sourced

PAGE = "chapters/16-images.md"
AT_MOST = 15  # sentences that no entry quotes
CLAIMS = [
    Claim(
        "And take no map at all: the four patches that differ most from the "
        "mean patch of their place.",
        TASK,
    ),
    Claim(
        "And the patches that differ most from the usual one do better by far "
        "than any map, with no look at the model.",
        Measured(
            "assert (unusual > own + 0.1).all() and (own > drawn).all()",
        ),
    ),
    Claim(
        "Another image's map does nearly as well, and from one seed better.",
        Measured(
            "assert (own - other).mean() < 0.1 and (own - other).min() < 0.07",
        ),
    ),
    Claim(
        "Another image's weights do nearly as well, and the patches that are "
        "most unusual do better.",
        Measured(
            "assert (unusual > own + 0.1).all() and (own > drawn).all()",
        ),
    ),
    Claim(
        "(the data set's own description says that 13 people wrote these images)",
        Sourced(
            "https://scikit-learn.org/stable/datasets/toy_dataset.html",
            "optical recognition of handwritten digits, its description",
        ),
    ),
]

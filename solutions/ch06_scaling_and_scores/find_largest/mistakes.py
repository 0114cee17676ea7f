"""What goes wrong in matrices that should find the largest number."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "number-with-number",
        "Queries and keys are both made from the number, so a token with a number "
        "below zero finds the *smallest*: minus times minus. All queries should ask "
        "the same: which feature do all tokens share?",
        change("[[0.0], [20.0], [0.0]]", "[[20.0], [0.0], [0.0]]"),
    ),
    Misconception(
        "roles-swapped",
        "The number is in the query and the 1 in the key, so all keys are alike and "
        "every weight is the same. The key is what a query compares: it needs the "
        "number.",
        change("[[0.0], [20.0], [0.0]]", "[[20.0], [0.0], [0.0]]")
        + change("[[1.0], [0.0], [0.0]]", "[[0.0], [1.0], [0.0]]"),
    ),
    Misconception(
        "the-smallest",
        "Your queries find the smallest number: the sign of the product is wrong.",
        change("[20.0]", "[-20.0]"),
    ),
    Misconception(
        "too-soft",
        "Your scores are the numbers themselves. One more is then worth a weight less "
        "than three times as large, and the others keep a share: multiply the scores.",
        change("[20.0]", "[1.0]"),
    ),
    Misconception(
        "number-passed-on",
        "Your queries find the right token, and you pass on its number. The context "
        "should be its label: W_v picks the third feature.",
        change("[[0.0], [0.0], [1.0]]", "[[1.0], [0.0], [0.0]]"),
    ),
    Misconception(
        "label-compared",
        "Your keys are made from the label, so the token with the largest label wins.",
        change("[[1.0], [0.0], [0.0]]", "[[0.0], [0.0], [1.0]]"),
    ),
)

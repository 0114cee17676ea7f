"""What a good teacher says in several exercises about the same mistake."""

from __future__ import annotations

SCALED_BY_D_V = (
    "You divide by the square root of d_v, the width of the values. The scores are "
    "products of queries and keys, so the scale is the root of their width, d_k."
)

HALF_OF_D_K = (
    "You divide by d_k / 2: in d_k ** 1/2 the power comes first, and then its result is "
    "halved. The root is d_k ** 0.5."
)

NOT_TURNED = (
    "You multiply the queries by the keys as they stand, which fits only by chance. A "
    "score is a dot product of two rows: the keys have to stand in columns."
)

DEALT_ANEW = (
    "You turn the keys with reshape. That deals the same numbers out into rows of another "
    "length, so that one column holds parts of several keys. Swap the two axes."
)

GLOBAL_MAX = (
    "You subtract the largest score of all queries together. A query whose scores lie far "
    "below it underflows to 0/0. Each row has a largest score of its own."
)

SOFTMAX_TWICE = (
    "You take the softmax twice. What it returns are the weights already; a second one "
    "leaves none more than 2.72 times as large as another."
)

LOG_SOFTMAX = (
    "These are the logarithms of the weights, as a log-softmax gives them: they are "
    "negative, and no row sums to one. The weights themselves are wanted."
)

NO_SOFTMAX = (
    "You mix with the scores. They are not weights yet: each row has to go through the "
    "softmax."
)

CAUSAL = (
    "You hide the later tokens, with a causal mask. Nothing is hidden here: every query "
    "may attend to all keys."
)

WHOLE_NUMBERS = (
    "Your result is kept in an array with the dtype of the inputs. When they are whole "
    "numbers, it cuts every entry off to a whole number."
)

FLOORED = (
    "The // cuts the scores down to whole numbers, so that scores which differ become "
    "alike. A plain / divides."
)

WEIGHTS_DETACHED = (
    "No gradient reaches your q and k: something detaches the weights, such as a stop of "
    "the gradient or a way through NumPy. Pass the softmax on as it is."
)

UNSCALED = (
    "You do not divide the scores by sqrt(d_k). Without it the softmax grows sharper the "
    "longer the vectors are."
)

TOO_MUCH = (
    "You divide by d_k; the formula divides by its square root. The weights come out too "
    "even."
)

FROM_THE_FRONT = (
    "You count the axes from the front. For one sequence that is the keys; in a batch it "
    "is another axis. Count from the end, -1, and it is right for any number of axes."
)

ACROSS_THE_BATCH = (
    "Your softmax runs along axis 0. In a batch that is the sequences, which then compete "
    "with one another. Count from the end: the keys are the last axis, -1."
)

DETACHED = (
    "Your numbers are right, but no gradient flows back to what you were given: something "
    "detaches the results, such as a stop of the gradient or a way through NumPy. Stay "
    "with tensors from the first line to the last."
)

NO_SUPER = (
    "Your __init__ does not call super().__init__(). That is what sets the class up to "
    "keep layers and weights; it comes first, before anything is stored."
)

SHIFTED_BY_MINIMUM = (
    "You subtract the smallest score. Where a row is wide its largest score still "
    "overflows. The softmax that you have subtracts the largest."
)

SHIFTED_BY_MEAN = (
    "You subtract each row's mean. A score far above the mean still overflows. The softmax "
    "that you have subtracts the largest."
)

TURNED_FROM_THE_FRONT = (
    "You count the axes that you swap from the front. That fits one number of axes only. "
    "Swap the last two, -2 and -1, and it is right for any number."
)

ELEMENT_BY_ELEMENT = (
    "The * multiplies weights and values entry by entry, and nothing is added up. To "
    "gather is a matrix product: weights @ v."
)

"""What goes wrong in the logit lens.

The last norm is another one or runs over another axis, the table is read by something
else than a product, or another axis than the vocabulary is searched.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "weight-left-out",
        "You leave out the norm's weight. It stretches some features and shrinks "
        "others, so it decides between tokens; dividing by the size does not.",
        change("hidden / size * weight", "hidden / size"),
    ),
    Misconception(
        "one-plus-weight",
        "You multiply by 1 + weight. Some model families store it so; in this file the "
        "weight is the factor itself.",
        change("size * weight", "size * (1 + weight)"),
    ),
    Misconception(
        "layer-norm",
        "You subtract the mean: that is LayerNorm. RMSNorm divides by the root of the "
        "mean square and subtracts nothing.",
        change(
            "    size =",
            "    hidden = hidden - hidden.mean(axis=-1, keepdims=True)\n    size =",
        ),
    ),
    Misconception(
        "across-tokens",
        "You take the mean square over the tokens. Every token is normalised by "
        "itself, over its own features: axis=-1.",
        change("mean(axis=-1", "mean(axis=-2"),
    ),
    Misconception(
        "across-layers",
        "You take the mean square over the layers. Every layer is read by itself: axis=-1.",
        change("mean(axis=-1", "mean(axis=0"),
    ),
    Misconception(
        "least-likely",
        "You return the ids with the smallest logits. The largest logit is the most "
        "likely token.",
        change("logits.argmax", "logits.argmin"),
    ),
    Misconception(
        "nearest-row",
        "You look for the row at the smallest distance. A logit is a dot product: a "
        "long row can win from far away.",
        change("normed @ W_U.T", "-((normed[..., None, :] - W_U) ** 2).sum(axis=-1)"),
    ),
    Misconception(
        "cosines",
        "You make the rows of the table one long. A logit is the product with the row "
        "as it is; a row twice as long counts twice.",
        change("@ W_U.T", "@ (W_U / np.sqrt((W_U**2).sum(axis=-1, keepdims=True))).T"),
    ),
    Misconception(
        "over-the-places",
        "Your argmax runs over the places of the text. The tokens of the vocabulary "
        "compete: the last axis of the logits.",
        change("logits.argmax(axis=-1)", "logits.argmax(axis=1)"),
    ),
    Misconception(
        "logits-returned",
        "You return the logits, one a word of the vocabulary. Asked for is the id of "
        "the largest: argmax over the last axis.",
        change("logits.argmax(axis=-1)", "logits"),
    ),
    Misconception(
        "last-layer-only",
        "You read the last layer alone, which the model does anyway. The lens reads "
        "every layer: (layers, n).",
        change("logits.argmax(axis=-1)", "logits.argmax(axis=-1)[-1]"),
    ),
    Misconception(
        "last-token-only",
        "You read the last token alone. Every position is asked: (layers, n).",
        change("logits.argmax(axis=-1)", "logits.argmax(axis=-1)[:, -1]"),
    ),
)

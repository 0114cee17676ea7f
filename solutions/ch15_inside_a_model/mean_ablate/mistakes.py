"""What goes wrong in replacing heads by their means.

Something else is put there, the means of other heads, or it is put in another place.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "zeros",
        "You put zeros there. That says something no text ever made the head say: the "
        "layers above have been trained with its average in their input. Put its mean.",
        change("= means[heads]", "= 0"),
    ),
    Misconception(
        "mean-of-this-text",
        "You take the mean over the tokens of z itself. In this text the head says "
        "what this text needs, and its mean still tells. Use `means`, measured "
        "elsewhere.",
        change("= means[heads]", "= z[..., heads, :].mean(axis=-3, keepdims=True)"),
    ),
    Misconception(
        "the-others",
        "You replace all heads but the listed ones. `heads` are those that go.",
        change(
            "    ablated = z",
            "    heads = [i for i in range(len(means)) if i not in heads]\n    ablated = z",
        ),
    ),
    Misconception(
        "means-in-order",
        "The first listed head gets the mean of head 0, the second that of head 1. "
        "Each head has its own mean: means[heads], not means[:len(heads)].",
        change("means[heads]", "means[: len(heads)]"),
    ),
    Misconception(
        "tokens-replaced",
        "You index the axis of the tokens. The heads are the last axis but one: "
        "z[..., heads, :].",
        """
        def mean_ablate(z, heads, means):
            ablated = z.copy()
            for head in heads:
                token = min(head, z.shape[-3] - 1)
                ablated[..., token, :, :] = means
            return ablated
        """,
    ),
    Misconception(
        "subtracted",
        "You take the mean away from what the heads say. Replace it: every token gets "
        "the mean itself.",
        change("[..., heads, :] =", "[..., heads, :] -="),
    ),
    Misconception(
        "one-number",
        "You put the mean of a head's mean in every feature. The mean is a vector, "
        "(d,): each feature has its own.",
        change("= means[heads]", "= means[heads].mean(axis=-1, keepdims=True)"),
    ),
    Misconception(
        "first-head-only",
        "You replace the first of the heads and stop. Does return stand in the loop?",
        change("    ablated = z", "    heads = heads[:1]\n    ablated = z"),
    ),
    Misconception(
        "added",
        "You add the mean to what the head says, and it goes on saying it. Replace.",
        change("[..., heads, :] =", "[..., heads, :] +="),
    ),
    Misconception(
        "last-token-only",
        "You replace the heads at the last token alone. Earlier tokens then still "
        "carry what the heads told them, and later layers read it there.",
        change("[..., heads, :] =", "[..., -1, heads, :] ="),
    ),
)

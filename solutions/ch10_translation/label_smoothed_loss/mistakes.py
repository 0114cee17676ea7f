"""What goes wrong in a loss with smoothed targets.

Padding is counted or divided by, the smoothing is lost or shared among the others
only, and large logits overflow.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "padding-counted",
        "Your mean runs over the padding as well. The model is then trained to write "
        "padding, and the loss of a sentence depends on how long the others in its "
        "batch are. Keep only the positions where targets != pad_id.",
        change("losses[real]", "losses"),
    ),
    Misconception(
        "padding-zeroed",
        "You set the losses at the padding to zero and still divide by all "
        "positions. The more padding, the smaller your loss. Divide by the number of "
        "targets that are not padding.",
        change("losses[real]", "(losses * real)"),
    ),
    Misconception(
        "not-smoothed",
        "This is the plain cross-entropy: all of the target is on the right id. With "
        "smoothing, every id gets smoothing / vocabulary of it.",
        change("-(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)", "-right"),
    ),
    Misconception(
        "smoothing-lost",
        "You take 1 - smoothing from the right id and give the rest to nobody. The "
        "target no longer sums to one, and the loss is merely smaller. Add smoothing "
        "times the mean of -log_p over all ids.",
        change(" - smoothing * log_p.mean(axis=-1)", ""),
    ),
    Misconception(
        "others-only",
        "You share the smoothing among the other ids only, smoothing / (vocabulary - "
        "1) each. That is a definition too, but here, as in PyTorch, every id gets "
        "smoothing / vocabulary, the right one included.",
        change(
            "log_p.mean(axis=-1)", "(log_p.sum(axis=-1) - right) / (logits.shape[-1] - 1)"
        ),
    ),
    Misconception(
        "swapped",
        "The two shares have changed places: the right id gets only smoothing. It "
        "gets 1 - smoothing, and smoothing is spread.",
        change(
            "-(1 - smoothing) * right - smoothing *",
            "-smoothing * right - (1 - smoothing) *",
        ),
    ),
    Misconception(
        "unstable",
        "Your exp() of a large logit overflows, and of very negative ones it leaves "
        "log(0). Subtract each row's largest logit first: the "
        "probabilities do not change.",
        change("logits - logits.max(axis=-1, keepdims=True)", "logits"),
    ),
    Misconception(
        "log-of-softmax",
        "You take the softmax and then its logarithm. The softmax of an id far below "
        "the largest is 0, and log(0) is -inf. Stay with logarithms: the shifted "
        "logit minus the logarithm of the sum of exponentials.",
        change(
            "shifted - np.log(np.exp(shifted).sum",
            "np.log(np.exp(shifted) / np.exp(shifted).sum",
        ),
    ),
    Misconception(
        "log-of-softmax-unshifted",
        "You take the softmax of the logits as they are and then its logarithm. "
        "exp() of a large logit overflows, and the logarithm of what underflows is "
        "-inf. Subtract each row's largest logit, and stay with logarithms.",
        change("logits - logits.max(axis=-1, keepdims=True)", "logits")
        + change(
            "shifted - np.log(np.exp(shifted).sum",
            "np.log(np.exp(shifted) / np.exp(shifted).sum",
        ),
    ),
    Misconception(
        "log-epsilon",
        "You add a small number before you take the logarithm, so that no loss can be "
        "larger than about 20. An id that the model rules out should cost what it "
        "costs: the shifted logit minus the logarithm of the sum needs no epsilon.",
        change(
            "shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))",
            "np.log(np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True) + 1e-9)",
        ),
    ),
    Misconception(
        "log-epsilon-small",
        "You add a very small number before you take the logarithm, so that no loss "
        "can be larger than about 28. An id that the model rules out should cost what "
        "it costs: the shifted logit minus the logarithm of the sum needs no epsilon.",
        change(
            "shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))",
            "np.log(np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True) + 1e-12)",
        ),
    ),
    Misconception(
        "one-maximum-for-all",
        "You subtract one number from all logits, the largest of the whole array. At a "
        "position far below it every exponential underflows to 0, and log(0) is -inf. "
        "Each position has a largest of its own: axis=-1, keepdims=True.",
        change("logits.max(axis=-1, keepdims=True)", "logits.max()"),
    ),
    Misconception(
        "sign",
        "Your loss has the wrong sign. A log-probability is negative; the loss is its "
        "negative, so that likelier is lower.",
        change("return losses", "return -losses"),
    ),
    Misconception(
        "smoothing-not-divided",
        "You give every id a share of smoothing. They share it: each gets smoothing / "
        "vocabulary, so that the target sums to one.",
        change("log_p.mean(", "log_p.sum("),
    ),
    Misconception(
        "right-id-whole",
        "You leave the right id its whole 1 and hand out the smoothing on top. The "
        "target then sums to more than one: what is spread is taken from the right id.",
        change("-(1 - smoothing) * right", "-right"),
    ),
    Misconception(
        "pad-id-ignored",
        "You leave out the targets that are 0. Which id is padding is an argument: "
        "targets != pad_id.",
        change("targets != pad_id", "targets != 0"),
    ),
    Misconception(
        "not-averaged",
        "You return a loss for each target. Training follows one number: their mean.",
        change("losses[real].mean()", "losses[real]"),
    ),
    Misconception(
        "not-normalised",
        "You read the logits as log-probabilities. They are not: their exponentials "
        "do not sum to one. Subtract the logarithm of that sum.",
        change("shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))", "logits"),
    ),
    Misconception(
        "summed",
        "You return the sum of the losses. Then a batch with more ids in it "
        "has a larger loss. Take the mean.",
        change("losses[real].mean()", "losses[real].sum()"),
    ),
    Misconception(
        "mean-of-means",
        "You take the mean of each sequence, then the mean of these. A token of a "
        "short sequence then counts more than one of a long sequence. Take one mean "
        "over all real tokens.",
        change("losses[real]", "((losses * real).sum(axis=-1) / real.sum(axis=-1))"),
    ),
)

"""What goes wrong in a perplexity.

The mean is taken too late, early or not at all; the softmax overflows, underflows or
runs along another axis; and what came is not what is scored.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "mean-of-perplexities",
        "You take the mean of the tokens' perplexities. First the mean of the losses, "
        "then one exponential: otherwise a few bad guesses outweigh all others.",
        change("np.exp(-right.mean())", "np.exp(-right).mean()"),
    ),
    Misconception(
        "mean-of-probabilities",
        "You take one over the mean probability. Probabilities of a text multiply, so "
        "their logarithms are what is averaged.",
        change("float(np", "float(1 / np") + change("(-right.mean())", "(right).mean()"),
    ),
    Misconception(
        "sum-not-mean",
        "You take the exponential of the sum of the losses. It grows with every token; "
        "perplexity is per token: take the mean.",
        change("right.mean()", "right.sum()"),
    ),
    Misconception(
        "base-two",
        "Your losses are in nats (np.log) and your power is of 2. Use one base for "
        "both: np.exp with np.log.",
        change("np.exp(-right", "np.exp2(-right"),
    ),
    Misconception(
        "unstable",
        "exp() of a large logit overflows. Subtract each row's largest logit first: it "
        "changes nothing.",
        change("logits - logits.max(axis=-1, keepdims=True)", "logits"),
    ),
    Misconception(
        "wrong-axis",
        "Your softmax runs over the places of the text. At each place the ids compete: "
        "the last axis.",
        change("logits.max(axis=-1", "logits.max(axis=0")
        + change("np.exp(shifted).sum(axis=-1", "np.exp(shifted).sum(axis=0"),
    ),
    Misconception(
        "the-loss-itself",
        "You return the mean loss. Perplexity is its exponential.",
        change("np.exp(-right.mean())", "-right.mean()"),
    ),
    Misconception(
        "log-of-softmax",
        "You take the logarithm of a softmax. A very small probability is rounded to 0 "
        "there, and its logarithm is minus infinity: subtract the logarithm of the sum "
        "from the logits instead.",
        """
        def perplexity(logits, targets):
            powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
            p = powers / powers.sum(axis=-1, keepdims=True)
            chosen = p[np.arange(len(targets)), targets]
            return float(np.exp(-np.log(chosen).mean()))
        """,
    ),
    Misconception(
        "epsilon-in-the-log",
        "You add something small to the probabilities. No id can then cost more than "
        "minus the logarithm of it, however impossible the model held it: take "
        "log-softmax from the logits, which needs no help.",
        """
        def perplexity(logits, targets):
            powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
            p = powers / powers.sum(axis=-1, keepdims=True)
            chosen = p[np.arange(len(targets)), targets]
            return float(np.exp(-np.log(chosen + 1e-9).mean()))
        """,
    ),
    Misconception(
        "one-maximum-for-all",
        "You subtract the largest of all logits. In a row that lies far below it every "
        "exp() is 0: subtract each row's own largest.",
        change("logits.max(axis=-1, keepdims=True)", "logits.max()"),
    ),
    Misconception(
        "sign",
        "Your sign is the wrong one: logarithms of probabilities are negative, and a "
        "loss is minus their mean. A perplexity is never below 1.",
        change("-right.mean()", "right.mean()"),
    ),
    Misconception(
        "softmax-twice",
        "You take the softmax of probabilities. It makes all ids nearly alike: one "
        "softmax, of the logits.",
        change(
            "    right =",
            "    p = np.exp(log_p)\n"
            "    log_p = p - np.log(np.exp(p).sum(axis=-1, keepdims=True))\n    right =",
        ),
    ),
    Misconception(
        "entropy",
        "You average over what the model expects (its entropy). What came does not "
        "appear in that: take the log-probabilities of targets.",
        change(
            "np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0]",
            "(np.exp(log_p) * log_p).sum(axis=-1)",
        ),
    ),
    Misconception(
        "of-the-likeliest",
        "You score the likeliest ids, whatever came. How sure a model is says nothing "
        "about how right it is: take the probabilities of targets.",
        change(
            "np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0]",
            "log_p.max(axis=-1)",
        ),
    ),
)

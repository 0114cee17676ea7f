"""Answers to write.perplexity."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "write.perplexity"

BASE = """
def perplexity(logits, targets):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    picked = log_p[np.arange(len(targets)), targets]
    return float(np.exp(-picked.mean()))
"""

ANSWERS = (
    right("log-softmax", BASE, "picked by index"),
    right(
        "a NumPy number",
        edited(BASE, ("float(np.exp(-picked.mean()))", "np.exp(-picked.mean())")),
        "a scalar of NumPy is a number",
    ),
    right(
        "a loop",
        """
        import math


        def perplexity(logits, targets):
            total = 0.0
            for row, target in zip(logits.tolist(), targets.tolist()):
                top = max(row)
                total += top + math.log(sum(math.exp(x - top) for x in row)) - row[target]
            return math.exp(total / len(targets))
        """,
        "plain Python floats",
    ),
    right(
        "helper bits",
        """
        def bits(scores):
            scores = scores / np.log(2)
            return scores - np.logaddexp2.reduce(scores)


        def perplexity(logits, targets):
            spent = np.empty(len(targets))
            for i, target in enumerate(targets):
                spent[i] = -bits(logits[i].astype(float))[target]
            return 2 ** spent.mean()
        """,
        "base 2 for both; the helper is called as the chapter's own below",
    ),
    right(
        "cross entropy of torch",
        """
        import torch
        from torch import nn


        def perplexity(logits, targets):
            loss = nn.functional.cross_entropy(
                torch.as_tensor(logits, dtype=torch.float64), torch.as_tensor(targets))
            return loss.exp().item()
        """,
        "the library's own",
    ),
    right(
        "a meter",
        """
        class Meter:
            def __init__(self):
                self.total, self.count = 0.0, 0

            def update(self, row, target):
                self.total += np.logaddexp.reduce(row.astype(float)) - row[target]
                self.count += 1

            def __float__(self):
                return float(np.exp(self.total / self.count))


        def perplexity(logits, targets):
            meter = Meter()
            for row, target in zip(logits, targets):
                meter.update(row, target)
            return float(meter)
        """,
        "an object that adds up",
    ),
    wrong(
        "mean last",
        edited(BASE, ("np.exp(-picked.mean())", "np.exp(-picked).mean()")),
        "the mean of perplexities",
        "mean-of-perplexities",
    ),
    wrong(
        "mean of p",
        edited(BASE, ("np.exp(-picked.mean())", "1 / np.exp(picked).mean()")),
        "one over the mean probability",
        "mean-of-probabilities",
    ),
    wrong(
        "sum", edited(BASE, ("picked.mean()", "picked.sum()")), "not a mean", "sum-not-mean"
    ),
    wrong(
        "2 **",
        edited(BASE, ("np.exp(-picked.mean())", "2 ** -picked.mean()")),
        "nats as an exponent of 2",
        "base-two",
    ),
    wrong(
        "no maximum",
        edited(BASE, ("logits - logits.max(axis=-1, keepdims=True)", "logits")),
        "exp overflows",
        "unstable",
    ),
    wrong(
        "one maximum for all",
        edited(BASE, ("logits.max(axis=-1, keepdims=True)", "logits.max()")),
        "rows far below the largest underflow to log 0",
        "one-maximum-for-all",
    ),
    wrong(
        "an epsilon in the log",
        """
        def perplexity(logits, targets):
            powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
            p = powers / powers.sum(axis=-1, keepdims=True)
            return float(np.exp(-np.log(p[np.arange(len(targets)), targets] + 1e-9).mean()))
        """,
        "an id whose probability underflows costs 20 nats, whatever it is",
        "epsilon-in-the-log",
    ),
    wrong(
        "log of the softmax",
        """
        def perplexity(logits, targets):
            powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
            p = powers / powers.sum(axis=-1, keepdims=True)
            return float(np.exp(-np.log(p[np.arange(len(targets)), targets]).mean()))
        """,
        "a probability that underflows gives an infinite loss",
        "log-of-softmax",
    ),
    wrong(
        "the loss",
        edited(BASE, ("np.exp(-picked.mean())", "-picked.mean()")),
        "no exponential",
        "the-loss-itself",
    ),
    wrong(
        "the sign",
        edited(BASE, ("-picked.mean()", "picked.mean()")),
        "exp of the mean log-likelihood",
        "sign",
    ),
    wrong(
        "over the places",
        edited(BASE, ("axis=-1", "axis=0")),
        "softmax over places",
        "wrong-axis",
    ),
    wrong(
        "the likeliest",
        edited(BASE, ("log_p[np.arange(len(targets)), targets]", "log_p.max(axis=-1)")),
        "how sure the model is",
        "of-the-likeliest",
    ),
    wrong(
        "all columns",
        edited(BASE, ("log_p[np.arange(len(targets)), targets]", "log_p[:, targets]")),
        "every row's probabilities of every target",
        "",
    ),
    wrong(
        "entropy",
        edited(
            BASE,
            (
                "picked = log_p[np.arange(len(targets)), targets]",
                "picked = (np.exp(log_p) * log_p).sum(axis=-1)",
            ),
        ),
        "the entropy of the prediction, which has no target in it",
        "entropy",
    ),
    wrong(
        "softmax twice",
        edited(
            BASE,
            (
                "    picked =",
                "    p = np.exp(log_p)\n"
                "    log_p = p - np.log(np.exp(p).sum(axis=-1, keepdims=True))\n"
                "    picked =",
            ),
        ),
        "probabilities taken for logits",
        "softmax-twice",
    ),
)

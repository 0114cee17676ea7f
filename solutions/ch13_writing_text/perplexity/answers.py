"""Answers to write.perplexity that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "log-softmax",
        """
        def perplexity(logits, targets):
            shifted = logits - logits.max(axis=-1, keepdims=True)
            log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
            picked = log_p[np.arange(len(targets)), targets]
            return float(np.exp(-picked.mean()))
        """,
        "picked by index",
    ),
    right(
        "a NumPy number",
        change("float(np.exp(-picked.mean()))", "np.exp(-picked.mean())"),
        "a scalar of NumPy is a number",
        of="log-softmax",
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
        change("np.exp(-picked.mean())", "np.exp(-picked).mean()"),
        "the mean of perplexities",
        "mean-of-perplexities",
        of="log-softmax",
    ),
    wrong(
        "mean of p",
        change("np.exp(-picked.mean())", "1 / np.exp(picked).mean()"),
        "one over the mean probability",
        "mean-of-probabilities",
        of="log-softmax",
    ),
    wrong(
        "sum",
        change("picked.mean()", "picked.sum()"),
        "not a mean",
        "sum-not-mean",
        of="log-softmax",
    ),
    wrong(
        "2 **",
        change("np.exp(-picked.mean())", "2 ** -picked.mean()"),
        "nats as an exponent of 2",
        "base-two",
        of="log-softmax",
    ),
    wrong(
        "no maximum",
        change(" - logits.max(axis=-1, keepdims=True)", ""),
        "exp overflows",
        "unstable",
        of="log-softmax",
    ),
    wrong(
        "one maximum for all",
        change("logits.max(axis=-1, keepdims=True)", "logits.max()"),
        "rows far below the largest underflow to log 0",
        "one-maximum-for-all",
        of="log-softmax",
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
        change("targets] + 1e-9", "targets]"),
        "a probability that underflows gives an infinite loss",
        "log-of-softmax",
        of="an epsilon in the log",
    ),
    wrong(
        "the loss",
        change("np.exp(-picked.mean())", "-picked.mean()"),
        "no exponential",
        "the-loss-itself",
        of="log-softmax",
    ),
    wrong(
        "the sign",
        change("-picked.mean()", "picked.mean()"),
        "exp of the mean log-likelihood",
        "sign",
        of="log-softmax",
    ),
    wrong(
        "over the places",
        change("logits.max(axis=-1", "logits.max(axis=0")
        + change("np.exp(shifted).sum(axis=-1", "np.exp(shifted).sum(axis=0"),
        "softmax over places",
        "wrong-axis",
        of="log-softmax",
    ),
    wrong(
        "the likeliest",
        change("log_p[np.arange(len(targets)), targets]", "log_p.max(axis=-1)"),
        "how sure the model is",
        "of-the-likeliest",
        of="log-softmax",
    ),
    wrong(
        "all columns",
        change("log_p[np.arange(len(targets)), targets]", "log_p[:, targets]"),
        "every row's probabilities of every target",
        of="log-softmax",
    ),
    wrong(
        "entropy",
        change(
            "log_p[np.arange(len(targets)), targets]",
            "(np.exp(log_p) * log_p).sum(axis=-1)",
        ),
        "the entropy of the prediction, which has no target in it",
        "entropy",
        of="log-softmax",
    ),
    wrong(
        "softmax twice",
        change(
            "    picked =",
            "    p = np.exp(log_p)\n"
            "    log_p = p - np.log(np.exp(p).sum(axis=-1, keepdims=True))\n"
            "    picked =",
        ),
        "probabilities taken for logits",
        "softmax-twice",
        of="log-softmax",
    ),
    *route(
        "product of probabilities",
        """
        def perplexity(logits, targets):
            logits = np.asarray(logits, dtype=float)
            picked = np.take_along_axis(logits, np.asarray(targets)[:, None], 1)[:, 0]
            return float(np.exp(np.mean(np.logaddexp.reduce(logits, axis=1) - picked)))
        ---
        np.exp => | the-loss-itself
        mean => sum | sum-not-mean
        - => +
        .exp => .exp2 | base-two
        exp(np.mean => mean(np.exp | mean-of-perplexities
        np.logaddexp.reduce(logits, axis=1) - picked => -picked
        mean => median
        """,
    ),
    wrong(
        "bits and no minus",
        """
        def perplexity(logits, targets):
            p = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
            return 2 ** np.mean(np.log(p[np.arange(len(targets)), targets]))
        """,
        "written from the text alone",
    ),
    wrong(
        "median for the mean",
        """
        def perplexity(logits, targets):
            z = logits - logits.max(-1, keepdims=True)
            lp = z - np.log(np.exp(z).sum(-1, keepdims=True))
            return float(np.exp(-np.median(lp[np.arange(len(targets)), targets])))
        """,
        "half of the losses count for nothing",
    ),
)

"""What goes wrong in a module of self-attention, each as a change of it or an answer.

A detached path or an unregistered layer gives the right numbers and never learns.
"""

from autograder import Misconception, change
from solutions.sentences import (
    CAUSAL,
    ELEMENT_BY_ELEMENT,
    HALF_OF_D_K,
    LOG_SOFTMAX,
    NO_SOFTMAX,
    NO_SUPER,
    SOFTMAX_TWICE,
    TOO_MUCH,
    WEIGHTS_DETACHED,
)

MISTAKES = (
    Misconception(
        "unscaled",
        "You do not divide the scores by the square root of embed_size, so the weights "
        "come out too sharp.",
        change("k.mT / q.shape[-1] ** 0.5", "k.mT"),
    ),
    Misconception(
        "scaled-by-length",
        "You divide by the square root of the number of tokens. The scale is the "
        "length of a query, embed_size: the last axis.",
        change("q.shape[-1] ** 0.5", "q.shape[1] ** 0.5"),
    ),
    Misconception(
        "softmax-over-queries",
        "Your softmax runs over the queries. Scores are (batch, queries, keys): take "
        "it over the keys, dim=-1.",
        change("dim=-1", "dim=1"),
    ),
    Misconception(
        "softmax-over-batch",
        "Your softmax runs over the batch, so that sequences compete with one another. "
        "Take it over the keys, dim=-1.",
        change("dim=-1", "dim=0"),
    ),
    Misconception(
        "view-for-transpose",
        "You turn the keys with view() or reshape(), which deals the same numbers out "
        "anew and mixes one key with the next. Swap the axes: k.mT.",
        change("k.mT", "k.reshape(k.shape[0], k.shape[2], k.shape[1])"),
    ),
    Misconception(
        "batch-transposed",
        ".T turns all three axes around, so that sequences get mixed. Swap only the "
        "last two: k.mT or k.transpose(-2, -1).",
        change("k.mT", "k.permute(2, 1, 0)"),
    ),
    Misconception(
        "keys-from-query",
        "Your keys are made by self.query. Then self.key takes no part in the result: "
        "it has no gradient and never learns.",
        change("self.key(x)", "self.query(x)"),
    ),
    Misconception(
        "values-from-key",
        "Your values are made by self.key. What a token hands over is then tied to "
        "what it is found by, and self.value never learns.",
        change("self.value(x)", "self.key(x)"),
    ),
    Misconception(
        "raw-values",
        "You mix the tokens themselves. What a token hands over is its value, "
        "self.value(x); without it self.value never learns.",
        change("self.value(x)", "x"),
    ),
    Misconception(
        "weights-detached",
        WEIGHTS_DETACHED,
        change("torch.softmax(scores, dim=-1)", "torch.softmax(scores, dim=-1).detach()"),
    ),
    Misconception(
        "values-detached",
        "Your value has no gradient: something between it and the "
        "output (detach(), no_grad(), .numpy(), torch.tensor(...)) cuts the graph.",
        change("self.value(x)", "self.value(x).detach()"),
    ),
    Misconception(
        "weights-too",
        "You return the weights as well. A module that is to be stacked returns one "
        "tensor, shaped like its input.",
        change("return weights @ v", "return weights @ v, weights"),
    ),
    Misconception(
        "residual",
        "You add the input to the result. A Transformer block does that around the "
        "attention, later; here the attention alone is asked for.",
        change("return weights @ v", "return x + weights @ v"),
    ),
    Misconception(
        "not-registered",
        "parameters() lists what is registered, and that is what an optimiser is "
        "given: three nn.Linear(embed_size, "
        "embed_size), made in __init__ and stored as self.query, self.key and "
        "self.value, with their biases. Layers in a plain list, or made in forward(), "
        "are not found.",
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.layers = [nn.Linear(embed_size, embed_size) for _ in range(3)]

            def forward(self, x):
                q, k, v = (layer(x) for layer in self.layers)
                return torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, dim=-1) @ v
        """,
    ),
    Misconception("no-super", NO_SUPER, change("        super().__init__()\n", "")),
    Misconception(
        "no-bias",
        "Your layers have no biases. nn.Linear(embed_size, embed_size) has one "
        "unless bias=False is said, and the optimiser should learn it as well.",
        change(
            "query = nn.Linear(embed_size, embed_size)",
            "query = nn.Linear(embed_size, embed_size, bias=False)",
        )
        + change(
            "key = nn.Linear(embed_size, embed_size)",
            "key = nn.Linear(embed_size, embed_size, bias=False)",
        )
        + change(
            "value = nn.Linear(embed_size, embed_size)",
            "value = nn.Linear(embed_size, embed_size, bias=False)",
        ),
    ),
    Misconception(
        "one-layer",
        "There is one layer under three names. Queries, keys and values then are "
        "the same vectors; each of the three needs a layer of its own.",
        change("self.key = nn.Linear(embed_size, embed_size)", "self.key = self.query")
        + change(
            "self.value = nn.Linear(embed_size, embed_size)", "self.value = self.query"
        ),
    ),
    Misconception(
        "other-names",
        "Your three layers have other names than were asked for. Parameters are "
        "known by their names: query, key and value.",
        change("self.query = nn", "self.q = nn")
        + change("self.key = nn", "self.k = nn")
        + change("self.value = nn", "self.v = nn")
        + change(
            "self.query(x), self.key(x), self.value(x)", "self.q(x), self.k(x), self.v(x)"
        ),
    ),
    Misconception(
        "softmax-twice",
        SOFTMAX_TWICE,
        change(
            "torch.softmax(scores, dim=-1)", "torch.softmax(scores, dim=-1).softmax(dim=-1)"
        ),
    ),
    Misconception(
        "log-softmax",
        LOG_SOFTMAX,
        change("torch.softmax(", "torch.log_softmax("),
        alone=True,
    ),
    Misconception(
        "no-softmax", NO_SOFTMAX, change("torch.softmax(scores, dim=-1)", "scores")
    ),
    Misconception(
        "causal",
        CAUSAL,
        change(
            "        weights =",
            "        later = torch.ones_like(scores).triu(1).bool()\n"
            "        scores = scores.masked_fill(later, -torch.inf)\n"
            "        weights =",
        ),
    ),
    Misconception("divided-by-d-k", TOO_MUCH, change("q.shape[-1] ** 0.5", "q.shape[-1]")),
    Misconception(
        "half-of-d-k", HALF_OF_D_K, change("q.shape[-1] ** 0.5", "(q.shape[-1] ** 1 / 2)")
    ),
    Misconception(
        "swapped-qk",
        "Your queries are made by self.key and your keys by self.query. Both have "
        "the same shape, so no error tells you.",
        change("self.query(x), self.key(x)", "self.key(x), self.query(x)"),
    ),
    Misconception(
        "element-by-element", ELEMENT_BY_ELEMENT, change("weights @ v", "weights * v")
    ),
)

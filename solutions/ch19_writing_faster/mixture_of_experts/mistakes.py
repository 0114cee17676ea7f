"""What goes wrong among experts, each as a change of the reference."""

from autograder import Misconception, change

WEIGHT = "weights[token, place, None] * "
ADDED = "mixed[token] += weights[token, place, None] * (wide @ W_out[expert])"

MISTAKES = (
    Misconception(
        "weights-left-out",
        "You add up what the two experts make as it is. Each counts by its weight.",
        change(WEIGHT, ""),
    ),
    Misconception(
        "the-last-expert-alone",
        "The second expert that comes by overwrites what the first has made. Add it up.",
        change("mixed[token] += ", "mixed[token] = "),
    ),
    Misconception(
        "the-best-alone",
        "Each of your tokens meets one expert, with its weight. The second belongs to the "
        "sum.",
        change("np.nonzero(chosen == expert)", "np.nonzero(chosen[:, :1] == expert)"),
    ),
    Misconception(
        "without-relu",
        "Your experts let negative numbers through. Without the ReLU an expert is one "
        "matrix.",
        change("np.maximum(x[token] @ W_in[expert], 0)", "x[token] @ W_in[expert]"),
    ),
    Misconception(
        "the-other-ones-weight",
        "You weight each of the two experts with the other one's weight.",
        change("weights[token, place, None]", "weights[token, 1 - place, None]"),
    ),
    Misconception(
        "softmax-of-all",
        "Your weights are those of a softmax over all experts, and sum to less than one "
        "for the two. Take the softmax of the two alone.",
        change(
            "chosen, weights = route_top2(x @ W_router)",
            "logits = x @ W_router\n"
            "    powers = np.exp(logits - logits.max(axis=1, keepdims=True))\n"
            "    chosen = route_top2(logits)[0]\n"
            "    weights = np.take_along_axis(powers / powers.sum(axis=1, keepdims=True), "
            "chosen, axis=1)",
        ),
    ),
    Misconception(
        "all-experts",
        "Every token meets every expert. Then nothing is saved: each meets its two.",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            logits = x @ W_router
            weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
            weights = weights / weights.sum(axis=-1, keepdims=True)
            wide = np.maximum(np.einsum("nd,edf->enf", x, W_in), 0)
            made = np.einsum("enf,efd->end", wide, W_out)
            return np.einsum("ne,end->nd", weights, made)
        """,
    ),
    Misconception(
        "one-choice-for-all",
        "All tokens meet the experts of the first one. Each token chooses for itself.",
        change(
            "np.nonzero(chosen == expert)",
            "np.nonzero(np.repeat(chosen[:1], len(x), axis=0) == expert)",
        ),
    ),
    Misconception(
        "the-token-added",
        "You add the token itself. The residual belongs to the block, not to this layer.",
        change("mixed = np.zeros_like(x)", "mixed = x.copy()"),
    ),
)

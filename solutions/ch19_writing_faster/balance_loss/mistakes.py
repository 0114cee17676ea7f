"""What goes wrong in the balance, each as a change of the reference."""

from autograder import Misconception, change

RETURNED = "return float(experts * np.sum(f * p.mean(axis=0)))"

MISTAKES = (
    Misconception(
        "without-the-number-of-experts",
        "You leave out the number of experts. With it, an even router has 1, however many "
        "experts there are.",
        change("experts * np.sum", "np.sum"),
    ),
    Misconception(
        "counts-for-shares",
        "Your f counts tokens. It is a share of all choices, and sums to one.",
        change(" / chosen.size", ""),
    ),
    Misconception(
        "two-choices-a-token-forgotten",
        "You divide the choices by the number of tokens. There are two choices per token, "
        "so your f sums to two.",
        change(" / chosen.size", " / len(logits)"),
    ),
    Misconception(
        "first-choices-alone",
        "You count the best expert of each token. The second one has work with it, too.",
        change(
            "f = np.bincount(chosen.ravel(), minlength=experts) / chosen.size",
            "f = np.bincount(chosen[:, 0], minlength=experts) / len(logits)",
        ),
    ),
    Misconception(
        "squares-of-shares",
        "You multiply f by itself. Counts do not move when the router's numbers move a "
        "little, and give no gradient: the other factor is P.",
        change(RETURNED, "return float(experts * np.sum(f * f))"),
    ),
    Misconception(
        "sum-over-tokens",
        "You add the probabilities of all tokens. P is their mean.",
        change("p.mean(axis=0)", "p.sum(axis=0)"),
    ),
    Misconception(
        "softmax-over-tokens",
        "Your softmax goes over the tokens. Each token has probabilities of its own that "
        "sum to one over the experts.",
        change("logits.max(axis=-1, keepdims=True)", "logits.max(axis=0, keepdims=True)")
        + change("powers.sum(axis=-1, keepdims=True)", "powers.sum(axis=0, keepdims=True)"),
    ),
    Misconception(
        "logits-for-probabilities",
        "You take the mean of the logits. P is a mean of probabilities.",
        change("p.mean(axis=0)", "logits.mean(axis=0)"),
    ),
    Misconception(
        "unstable",
        "Your exponentials overflow where logits are large. Subtract each token's largest "
        "one first.",
        change("np.exp(logits - logits.max(axis=-1, keepdims=True))", "np.exp(logits)"),
    ),
)

"""What goes wrong in a gated feed-forward part, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "sigmoid-for-silu",
        "Your gate is the sigmoid alone. silu(t) is t times the sigmoid of t: the gate "
        "keeps its own size.",
        change("gate * sigmoid", "sigmoid"),
    ),
    Misconception(
        "relu-for-silu",
        "You use ReLU, as the feed-forward part of 2017 did. silu is smooth: "
        "t / (1 + exp(-t)).",
        change("gate * sigmoid", "np.maximum(gate, 0)"),
    ),
    Misconception(
        "no-silu",
        "There is no silu in what you compute, only products. Without it the gate "
        "does not close for negative numbers.",
        change("gate * sigmoid", "gate"),
    ),
    Misconception(
        "gate-and-up-swapped",
        "You put silu on x W_up. It belongs on x W_gate; the other half goes through "
        "as it is. The two matrices have one shape, so no error tells you.",
        change("gate = x @ W_gate", "gate = x @ W_up")
        + change("* (x @ W_up)", "* (x @ W_gate)"),
    ),
    Misconception(
        "added",
        "You add the two halves. A gate multiplies: where it is 0, nothing passes.",
        change("* (x @ W_up)", "+ (x @ W_up)"),
    ),
    Misconception(
        "gelu-for-silu",
        "You use GELU. It looks much like silu and is another function: silu is "
        "t / (1 + exp(-t)).",
        change(
            "gate * sigmoid",
            "gate / 2 * (1 + np.tanh((2 / np.pi) ** 0.5 * (gate + 0.044715 * gate**3)))",
        ),
    ),
    Misconception(
        "sign-in-the-exponent",
        "Your exponent has the wrong sign: with exp(t) large numbers are closed off "
        "and negative ones pass. silu is t / (1 + exp(-t)).",
        change("np.where(gate >= 0, 1, small) / (1 + small)", "1 / (1 + np.exp(gate))"),
    ),
    Misconception(
        "silu-of-the-product",
        "You multiply first and take silu of the product. The gate goes through silu "
        "alone, then it multiplies.",
        change("gate = x @ W_gate", "gate = (x @ W_gate) * (x @ W_up)")
        + change("sigmoid * (x @ W_up)", "sigmoid"),
    ),
    Misconception(
        "up-unused",
        "You do not use W_up. There are two halves: silu of x W_gate, times x W_up.",
        change("sigmoid * (x @ W_up)", "sigmoid"),
    ),
    Misconception(
        "overflows",
        "For large numbers exp(t) becomes infinite, and infinite / infinite is nan. "
        "Write silu as t / (1 + exp(-t)): there the worst is t / infinity, which is 0.",
        change(
            "np.where(gate >= 0, 1, small) / (1 + small)",
            "np.exp(gate) / (1 + np.exp(gate))",
        ),
    ),
)

"""What goes wrong in a feed-forward layer, each as a change of the reference.

The ReLU is missing, elsewhere or another function; the residual is added inside.
"""

from autograder import Misconception, change
from solutions.ch09_transformer_block._mistakes import NO_SUPER

MISTAKES = (
    NO_SUPER,
    Misconception(
        "no-relu",
        "There is no ReLU between your two layers. Two linear layers one after the "
        "other are a single linear layer with a product of matrices: all that width "
        "would buy nothing.",
        change("torch.relu(self.linear1", "(self.linear1"),
    ),
    Misconception(
        "gelu",
        "You use GELU. Many later models do, and it is close; the original, and this "
        "exercise, use ReLU.",
        change("torch.relu(", "nn.functional.gelu("),
    ),
    Misconception(
        "tanh",
        "You use tanh between the layers. It flattens large numbers; ReLU, asked for "
        "here, lets them through and sets negative ones to zero.",
        change("torch.relu(", "torch.tanh("),
    ),
    Misconception(
        "relu-at-the-end",
        "You put a ReLU after linear2. Its result is added to the token, so this layer "
        "could then only ever raise features, never lower one.",
        change("self.linear2(wide)", "torch.relu(self.linear2(wide))"),
    ),
    Misconception(
        "relu-before",
        "You apply a ReLU to the input before linear1. That throws away every negative "
        "feature of a token before anybody has looked at it.",
        change("self.linear1(x)", "self.linear1(torch.relu(x))"),
    ),
    Misconception(
        "residual-inside",
        "You add x to the result. The block does that, around this layer; done here as "
        "well, x would be counted twice.",
        change("self.linear2(wide)", "self.linear2(wide) + x"),
    ),
    Misconception(
        "detached",
        "Your linear1 has no gradient: something between it and "
        "linear2 (detach(), no_grad(), .numpy(), torch.tensor(...)) cuts the graph.",
        change("torch.relu(self.linear1(x))", "torch.relu(self.linear1(x)).detach()"),
    ),
    Misconception(
        "no-bias",
        "Your layers have no bias. Here linear1 and linear2 are plain nn.Linear, which "
        "have one. Without it, every ReLU would bend at zero and nowhere else.",
        change("nn.Linear(d_model, d_ff)", "nn.Linear(d_model, d_ff, bias=False)")
        + change("nn.Linear(d_ff, d_model)", "nn.Linear(d_ff, d_model, bias=False)"),
    ),
    Misconception(
        "no-first-bias",
        "Your linear1 has no bias. Here it is a plain nn.Linear, which has one. "
        "Without it, every ReLU would bend at zero and nowhere else.",
        change("nn.Linear(d_model, d_ff)", "nn.Linear(d_model, d_ff, bias=False)"),
    ),
    Misconception(
        "no-second-bias",
        "Your linear2 has no bias. Here it is a plain nn.Linear, which has one.",
        change("nn.Linear(d_ff, d_model)", "nn.Linear(d_ff, d_model, bias=False)"),
    ),
)

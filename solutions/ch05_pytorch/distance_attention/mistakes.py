"""What goes wrong in a module that learns a distance: above all, what it keeps.

The first call is right, output and gradients.  Later ones use the slope as it was then:
it no longer learns, or the backward pass finds its notes gone, and other lengths fail.
"""

from autograder import Misconception, change
from autograder.exercise.changes import Change


def kept(when: str) -> Change:
    """The module with a penalty that lives from call to call, made anew ``when``."""
    penalty = "penalty = self.slope * (places[:, None] - places).abs()"
    return (
        change("torch.tensor(0.1))\n", "torch.tensor(0.1))\n        self.penalty = None\n")
        + change("places = torch", f"{when}\n            places = torch")
        + change(f"        {penalty}  # (n, n)", f"            self.{penalty}")
        + change("scores - penalty", "scores - self.penalty")
    )


MISTAKES = (
    Misconception(
        "slope-detached",
        "The slope does not learn: its gradient is None, for it is cut off the graph. "
        "What depends on a parameter has to be computed anew in every call.",
        change("self.slope *", "self.slope.detach() *"),
    ),
    Misconception(
        "distances-kept",
        "The slope learns. But the distances are those of the first call, and the next "
        "sequence may be longer: take their number from x every time.",
        change(
            "torch.tensor(0.1))\n", "torch.tensor(0.1))\n        self.distances = None\n"
        )
        + change("places = torch", "if self.distances is None:\n            places = torch")
        + change(
            "penalty = self.slope * (places[:, None] - places).abs()  # (n, n)",
            "    self.distances = (places[:, None] - places).abs()\n"
            "        penalty = self.slope * self.distances",
        ),
    ),
    Misconception(
        "renewed-by-length",
        "You make the penalty anew where the length has changed. The slope changes "
        "too, in every step of training, and does so at the same length.",
        kept("if self.penalty is None or len(self.penalty) != x.shape[1]:"),
    ),
    Misconception(
        "renewed-in-training",
        "You make the penalty anew in training and keep it otherwise. Whoever looks at "
        "the module after a step then sees the slope from before it.",
        kept("if self.penalty is None or self.training:"),
    ),
    Misconception(
        "slope-as-it-began",
        "Your penalty is made of the number that the slope begins with, and not of the "
        "parameter: nothing that is learnt or loaded changes it.",
        change("self.slope *", "torch.tensor(0.1) *"),
    ),
    Misconception(
        "penalty-added",
        "You add the penalty. With a positive slope the tokens then look at what is "
        "farthest away: it is to lower the scores.",
        change("scores - penalty", "scores + penalty"),
    ),
    Misconception(
        "signed-distance",
        "Your distance has a sign, so that what comes later is rewarded by as much as "
        "what came before is punished. |i - j| has none.",
        change("(places[:, None] - places).abs()", "(places[:, None] - places)"),
    ),
    Misconception(
        "length-from-the-batch",
        "You count the sequences, not the tokens: x is (batch, n, embed_size), and the "
        "number of tokens is x.shape[1].",
        change("x.shape[1]", "x.shape[0]"),
    ),
    Misconception(
        "unscaled",
        "The penalty is right; the scores are not divided by sqrt(embed_size).",
        change("self.key(x).mT / x.shape[-1] ** 0.5", "self.key(x).mT"),
        alone=True,
    ),
)

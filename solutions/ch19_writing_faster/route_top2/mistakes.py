"""What goes wrong in routing, each as a change of the reference."""

from autograder import Misconception, change

CHOSEN = 'chosen = np.argsort(-logits, axis=-1, kind="stable")[..., :2]'
RETURNED = "return chosen, powers / powers.sum(axis=-1, keepdims=True)"

MISTAKES = (
    Misconception(
        "softmax-of-all",
        "Your weights are those of a softmax over all experts, and do not sum to one. "
        "Take the softmax of the two logits alone.",
        change(
            RETURNED,
            "return chosen, powers / np.exp(logits - best[..., :1]).sum(axis=-1, "
            "keepdims=True)",
        ),
    ),
    Misconception(
        "the-smallest-two",
        "You choose the experts with the smallest logits: argsort begins with the "
        "smallest.",
        change("np.argsort(-logits", "np.argsort(logits"),
    ),
    Misconception(
        "both-count-alike",
        "Both of your weights are a half. The router also says how much each counts.",
        change(RETURNED, "return chosen, np.full(best.shape, 0.5)"),
    ),
    Misconception(
        "weights-swapped",
        "The best expert has the smaller weight. Weights stand in the order of the "
        "experts: the best one's first.",
        change("powers / powers.sum", "powers[..., ::-1] / powers.sum"),
    ),
    Misconception(
        "by-number",
        "Your experts are sorted by their number. The better of the two comes first.",
        change(
            CHOSEN,
            'chosen = np.sort(np.argsort(-logits, axis=-1, kind="stable")'
            "[..., :2], axis=-1)",
        )
        + change("best - best[..., :1]", "best - best.max(axis=-1, keepdims=True)"),
    ),
    Misconception(
        "unstable",
        "Your exponentials overflow where logits are large. Subtract the larger one first.",
        change("np.exp(best - best[..., :1])", "np.exp(best)"),
    ),
    Misconception(
        "weights-of-logits",
        "You divide the logits by their sum. They may be negative, and then so are "
        "weights: take a softmax.",
        change(RETURNED, "return chosen, best / best.sum(axis=-1, keepdims=True)"),
    ),
    Misconception(
        "one-expert",
        "The second place has the best expert again. Each token meets two experts.",
        change("return chosen,", "return chosen[..., [0, 0]],"),
    ),
)

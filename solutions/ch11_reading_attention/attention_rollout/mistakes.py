"""What goes wrong in attention rollout.

The residual is left out or not halved, layers are multiplied in the wrong order or
entry by entry, or averaged.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "no-residual",
        "You multiply the weights alone. In each layer a token also keeps itself, "
        "along the residual connection: half of the mixing is the identity matrix.",
        change("0.5 * weights[", "weights[") + change(" + 0.5 * itself", ""),
    ),
    Misconception(
        "not-halved",
        "You add the identity and do not halve. Each row then sums to 2, and after "
        "L layers to 2 to the power L. Take 0.5 * weights + 0.5 * identity.",
        change("0.5 * weights[", "weights[") + change("0.5 * itself", "itself"),
    ),
    Misconception(
        "wrong-order",
        "You multiply with the first layer on the left. Row i of the result starts "
        "at output i: the last layer acts on it first, so later layers go on the "
        "left.",
        change("mixing @ rollout", "rollout @ mixing"),
    ),
    Misconception(
        "batch-as-layers",
        "You walk along the first axis, which is right for (layers, n, n). With a "
        "batch in front, the layers are the third axis from the end: "
        "weights[..., layer, :, :].",
        change("weights.shape[-3:-1]", "len(weights), weights.shape[-1]")
        + change("weights[..., layer, :, :]", "weights[layer]"),
    ),
    Misconception(
        "mean-of-layers",
        "You average the layers. What a token holds passes through one layer and "
        "then through the next, so their mixings are multiplied.",
        """
        def attention_rollout(weights):
            return 0.5 * weights.mean(axis=-3) + 0.5 * np.eye(weights.shape[-1])
        """,
    ),
    Misconception(
        "entry-by-entry",
        "You multiply entry by entry. A path from output i to input j may go "
        "through any token in between; a matrix product adds up all of them.",
        """
        def attention_rollout(weights):
            mixing = 0.5 * weights + 0.5 * np.eye(weights.shape[-1])
            return mixing.prod(axis=-3)
        """,
    ),
    Misconception(
        "entry-by-entry-from-the-identity",
        "You multiply entry by entry, and from the identity on, so that only the "
        "diagonal is left. A path from output i to input j may go through any token in "
        "between; a matrix product, @, adds up all of them.",
        change("np.eye(n, dtype=weights.dtype)", "np.eye(n)")
        + change("mixing @ rollout", "mixing * rollout"),
    ),
    Misconception(
        "residual-once",
        "You multiply the weights of all layers and mix in the identity once, at the "
        "end. Every layer has a residual connection: half of each layer's mixing is "
        "the identity.",
        change("0.5 * weights[", "weights[")
        + change(" + 0.5 * itself", "")
        + change("return rollout", "return 0.5 * rollout + 0.5 * itself"),
    ),
    Misconception(
        "transposed",
        "Your rows are input tokens. Row i should say where *output* i comes from, so "
        "that it sums to one, as the rows of the weights do.",
        change("return rollout", "return np.swapaxes(rollout, -1, -2)"),
    ),
    Misconception(
        "first-layer-missing",
        "The first layer takes no part: range(1, layers) leaves out layer 0. Start "
        "from the identity and go through all of them.",
        change("range(layers)", "range(1, layers)"),
    ),
    Misconception(
        "weights-of-the-last-layer",
        "You return the weights of the last layer. Its keys are not input tokens any "
        "more, and half of each token is itself: mix in the identity, and multiply in "
        "the layers below.",
        """
        def attention_rollout(weights):
            return weights[..., -1, :, :]
        """,
    ),
    Misconception(
        "last-layer",
        "You return the mixing of the last layer. Its keys are not input tokens any "
        "more: they have gone through the layers below. Multiply those in.",
        change("mixing @ rollout", "mixing"),
    ),
    Misconception(
        "layers-turned",
        "You turn each layer's weights round before you multiply. Row i of a layer says "
        "what token i attends to, and is multiplied as it stands.",
        change("rollout = mixing @", "rollout = np.swapaxes(mixing, -1, -2) @"),
    ),
)

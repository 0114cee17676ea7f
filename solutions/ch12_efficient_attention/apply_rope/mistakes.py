"""What goes wrong in rotary positions, each as a change of the reference.

Pairs are halves apart, the turn goes backwards or is none, and positions or base are
ignored.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "halves-paired",
        "You pair feature i with feature i + d/2. Some libraries do, and it is as good "
        "a rotation; here the pairs are neighbours: (0, 1), (2, 3), and so on. Mixing "
        "the two conventions ruins a trained model without an error.",
        change("x[..., 0::2], x[..., 1::2]", "x[..., : d // 2], x[..., d // 2 :]")
        + change("np.stack(", "np.concatenate("),
    ),
    Misconception(
        "pasted-as-halves",
        "You turn the right pairs and then put all first features before all second "
        "ones. Each pair goes back to its place: np.stack([a, b], axis=-1) and a "
        "reshape, not np.concatenate.",
        change("np.stack(", "np.concatenate("),
    ),
    Misconception(
        "own-angle",
        "Each of your features has an angle of its own. The two of a pair turn "
        "together, by the exponent of the first: otherwise it is no rotation.",
        change("np.arange(0, d, 2)", "np.arange(d)")
        + change(
            "first * cos - second * sin", "first * cos[:, 0::2] - second * sin[:, 0::2]"
        )
        + change(
            "first * sin + second * cos", "first * sin[:, 1::2] + second * cos[:, 1::2]"
        ),
    ),
    Misconception(
        "from-one",
        "You add 1 to the positions. They are given; where the text begins at 0, its "
        "first token is not turned at all.",
        change("places * speeds", "(places + 1) * speeds"),
    ),
    Misconception(
        "speeds-growing",
        "Your exponent has a plus, so later pairs turn faster and faster. It is "
        "base**(-2i/d): the first pair is the fastest.",
        change("base ** (-np.arange", "base ** (np.arange"),
    ),
    Misconception(
        "truncated",
        "Whole numbers came in, and your result has their dtype, so everything after "
        "the point is lost. Turned features are decimals: let the result have a dtype "
        "that holds them.",
        change(".astype(np.result_type(x, np.float16))", ".astype(x.dtype)"),
    ),
    Misconception(
        "turned-backwards",
        "You turn the other way. The first feature becomes x0 cos - x1 sin, the second "
        "x0 sin + x1 cos.",
        change(
            "first * cos - second * sin, first * sin + second * cos",
            "first * cos + second * sin, second * cos - first * sin",
        ),
    ),
    Misconception(
        "positions-ignored",
        "You count from your first row on. `positions` says where each row stands, which "
        "differs as soon as the rows are not the start of the text, as in generation with "
        "a cache.",
        change("positions[:, None]", "np.arange(x.shape[-2])[:, None]"),
    ),
    Misconception(
        "speeds-too-close",
        "Your exponent is -i/d where it should be -2i/d: the pairs slow down only half "
        "as fast as they should. With np.arange(0, d, 2), the 2 is in the range "
        "already: divide by d.",
        change("np.arange(0, d, 2)", "np.arange(d // 2)"),
    ),
    Misconception(
        "base-ignored",
        "You use 10000 whatever `base` is. Models for long texts choose a larger one: "
        "use the argument.",
        change("base ** (", "10000.0 ** ("),
    ),
    Misconception(
        "not-a-rotation",
        "Both of your sums have a plus. A rotation needs one minus: x0 cos - x1 sin "
        "and x0 sin + x1 cos. Without it, lengths change and scores no longer depend "
        "on the distance alone.",
        change("first * cos - second * sin", "first * cos + second * sin"),
    ),
    Misconception(
        "one-speed",
        "All your pairs turn at the same speed. Pair i turns by base**(-2i/d) per "
        "position, the first fast, the last slowly, like the hands of a clock.",
        change("base ** (-np.arange(0, d, 2) / d)", "np.ones(d // 2)"),
    ),
    Misconception(
        "overwritten",
        "You make the second feature from the first one after it was turned. Both need "
        "the features as they came: compute both before you store either.",
        change("    turned =", "    first = first * cos - second * sin\n    turned =")
        + change("[first * cos - second * sin, ", "[first, "),
    ),
    Misconception(
        "added",
        "You add sines and cosines, as the positions of chapter 09 do. Rotary "
        "positions multiply: each pair of features is turned.",
        change(
            "first * cos - second * sin, first * sin + second * cos",
            "first + sin, second + cos",
        ),
    ),
)

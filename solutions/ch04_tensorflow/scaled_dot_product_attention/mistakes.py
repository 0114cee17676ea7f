"""What goes wrong in attention in TensorFlow, each as a change of the reference.

Beside the mistakes of chapter 03: a scale of another dtype, results that have left
TensorFlow, and weights rounded on the way.
"""

from autograder import Misconception, change
from autograder.exercise.changes import Change
from solutions.sentences import (
    ACROSS_THE_BATCH,
    CAUSAL,
    DEALT_ANEW,
    DETACHED,
    FROM_THE_FRONT,
    GLOBAL_MAX,
    HALF_OF_D_K,
    LOG_SOFTMAX,
    NO_SOFTMAX,
    NOT_TURNED,
    SCALED_BY_D_V,
    SOFTMAX_TWICE,
    WEIGHTS_DETACHED,
)


def _own_softmax(exponents: str) -> Change:
    """A softmax written anew, above, in the place of TensorFlow's."""
    softmax = f"""def softmax(scores, axis=-1):
    powers = tf.exp({exponents})
    return powers / tf.reduce_sum(powers, axis=axis, keepdims=True)


"""
    return change("def scaled", f"{softmax}def scaled") + change("tf.nn.softmax", "softmax")


MISTAKES = (
    Misconception(
        "unscaled",
        "You do not divide the scores by sqrt(d_k). Longer vectors have larger dot "
        "products, so your softmax gets sharper as d_k grows. Divide the scores "
        "before tf.nn.softmax.",
        change(" / k.shape[-1] ** 0.5", ""),
    ),
    Misconception(
        "divided-by-d-k",
        "You divide by d_k where the formula has its square root, so your weights "
        "come out too even. k.shape[-1] ** 0.5 is the number you want.",
        change("k.shape[-1] ** 0.5", "k.shape[-1]"),
    ),
    Misconception(
        "multiplied",
        "You multiply the scores by sqrt(d_k). That makes a sharp softmax sharper "
        "still; dividing is what calms it.",
        change("/ k.shape[-1]", "* k.shape[-1]"),
    ),
    Misconception(
        "scaled-by-length",
        "You divide by the square root of the number of keys. What makes scores "
        "large is the length of the vectors, d_k: the last axis of q and k.",
        change("k.shape[-1]", "k.shape[-2]"),
    ),
    Misconception(
        "wrong-axis",
        "Your weights sum to one down each column, so every key shares itself out "
        "among the queries. A row belongs to one query. Take the softmax over the "
        "keys, the last axis: tf.nn.softmax does so when you name no axis.",
        change("tf.nn.softmax(scores)", "tf.nn.softmax(scores, axis=-2)"),
    ),
    Misconception(
        "batch-transposed",
        "tf.transpose(k) reverses all axes, so a batch in front goes last and the "
        "product no longer fits. tf.matmul(q, k, transpose_b=True) turns the last "
        "two axes and no others.",
        change("tf.matmul(q, k, transpose_b=True)", "tf.matmul(q, tf.transpose(k))"),
    ),
    Misconception(
        "unstable",
        "Your own softmax takes exp() of the scores as they are, and a large score "
        "overflows to infinity. tf.nn.softmax subtracts each row's largest score "
        "first: use it.",
        _own_softmax("scores"),
    ),
    Misconception(
        "rounded",
        "You round the weights to one decimal. Rows then need not sum to one, the "
        "outputs are a little off, and no gradient passes through tf.round. Round when "
        "you print.",
        change("    output =", "    weights = tf.round(weights * 10) / 10\n    output ="),
    ),
    Misconception(
        "results-swapped",
        "Your results come in the other order. The output is the first, the weights "
        "are the second.",
        change("return output, weights", "return weights, output"),
    ),
    Misconception(
        "output-alone",
        "You return the output alone. Return a pair: the output, then the weights, "
        "which the caller wants to look at.",
        change("return output, weights", "return output"),
    ),
    Misconception(
        "float32-scale",
        "Your scale is a float32 tensor, so float64 scores cannot be divided by it: "
        "TensorFlow does not mix dtypes. A plain Python number, k.shape[-1] ** 0.5, "
        "goes with both; or cast d_k to q.dtype.",
        change("k.shape[-1] ** 0.5", "tf.sqrt(tf.cast(tf.shape(k)[-1], tf.float32))"),
    ),
    Misconception(
        "numpy-results",
        "The numbers are right, but .numpy() has taken them out of TensorFlow, and a "
        "GradientTape cannot follow them there. Return the tensors themselves.",
        change("return output, weights", "return output.numpy(), weights.numpy()"),
        alone=True,
    ),
    Misconception(
        "scaled-after",
        "You divide after the softmax, so your weights sum to less than one. Divide "
        "the scores, then take the softmax.",
        change(" / k.shape[-1] ** 0.5", "")
        + change("tf.nn.softmax(scores)", "tf.nn.softmax(scores) / k.shape[-1] ** 0.5"),
    ),
    Misconception(
        "element-by-element",
        "The * between two tensors multiplies entry by entry. The output is a matrix "
        "product: tf.matmul(weights, v), or weights @ v.",
        change("tf.matmul(weights, v)", "weights * v"),
    ),
    Misconception("scaled-by-d-v", SCALED_BY_D_V, change("k.shape[-1]", "v.shape[-1]")),
    Misconception(
        "half-of-d-k", HALF_OF_D_K, change("k.shape[-1] ** 0.5", "(k.shape[-1] ** 1 / 2)")
    ),
    Misconception(
        "axis-1",
        FROM_THE_FRONT,
        change("tf.nn.softmax(scores)", "tf.nn.softmax(scores, axis=1)"),
    ),
    Misconception(
        "axis-0",
        ACROSS_THE_BATCH,
        change("tf.nn.softmax(scores)", "tf.nn.softmax(scores, axis=0)"),
    ),
    Misconception(
        "no-transpose",
        NOT_TURNED,
        change("tf.matmul(q, k, transpose_b=True)", "tf.matmul(q, k)"),
    ),
    Misconception(
        "reshape-for-transpose",
        DEALT_ANEW,
        change(
            "tf.matmul(q, k, transpose_b=True)",
            "tf.matmul(q, tf.reshape(k, (*k.shape[:-2], k.shape[-1], k.shape[-2])))",
        ),
    ),
    Misconception("global-max", GLOBAL_MAX, _own_softmax("scores - tf.reduce_max(scores)")),
    Misconception(
        "softmax-twice",
        SOFTMAX_TWICE,
        change("tf.nn.softmax(scores)", "tf.nn.softmax(tf.nn.softmax(scores))"),
    ),
    Misconception(
        "log-softmax",
        LOG_SOFTMAX,
        change("tf.nn.softmax(scores)", "tf.nn.log_softmax(scores)"),
        alone=True,
    ),
    Misconception("no-softmax", NO_SOFTMAX, change("tf.nn.softmax(scores)", "scores")),
    Misconception(
        "causal",
        CAUSAL,
        change(
            "    weights =",
            "    seen = tf.linalg.band_part(tf.ones_like(scores), -1, 0) > 0\n"
            "    scores = tf.where(seen, scores, scores.dtype.min)\n"
            "    weights =",
        ),
    ),
    Misconception(
        "weights-detached",
        WEIGHTS_DETACHED,
        change("tf.nn.softmax(scores)", "tf.stop_gradient(tf.nn.softmax(scores))"),
        alone=True,
    ),
    Misconception(
        "detached",
        DETACHED,
        change(
            "return output, weights",
            "return tf.stop_gradient(output), tf.stop_gradient(weights)",
        ),
        alone=True,
    ),
)

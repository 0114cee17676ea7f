"""What goes wrong with the gradients of attention, each as a change of the reference.

The tape does not watch plain tensors by itself; the loss is halved, averaged or not
squared; and the weights are copied, which cuts two of the three paths.
"""

from autograder import Misconception, change
from autograder.exercise.changes import Change


def _own_attention(weights: str) -> Change:
    """An attention written anew, above, in the place of the chapter's own."""
    attention = f"""def attention(q, k, v):
    weights = {weights}
    return weights @ v, weights


"""
    start = "def attention_gradients"
    anew = change("scaled_dot_product_attention", "attention")
    return change(start, attention + start) + anew


MISTAKES = (
    Misconception(
        "nothing-recorded",
        "All your gradients are None: the tape recorded no path to the loss from what you "
        "ask about. The matrices are plain tensors: call tape.watch on them first, or make "
        "Variables of them and compute with those. And compute everything, the loss "
        "included, inside the with block.",
        change("        tape.watch(matrices)\n", ""),
    ),
    Misconception(
        "cut",
        "W_v has a gradient; W_q and W_k have none. Something on the way through the "
        "softmax starts afresh for the tape: a tf.Variable or tf.constant made from "
        "the weights, .numpy(), tf.round or tf.stop_gradient. Pass the softmax on as "
        "it is.",
        change("output, _ =", "_, weights =")
        + change(
            "        loss =",
            "        output = tf.stop_gradient(weights) @ v\n        loss =",
        ),
    ),
    Misconception(
        "half",
        "All your gradients are half of what they should be. tf.nn.l2_loss is "
        "sum(t**2) / 2; here the sum is wanted without the half.",
        change("tf.reduce_sum(output**2)", "tf.nn.l2_loss(output)"),
    ),
    Misconception(
        "mean",
        "You take the mean of the squares, so every gradient is divided by the "
        "number of entries. The sum is asked for: tf.reduce_sum.",
        change("tf.reduce_sum", "tf.reduce_mean"),
    ),
    Misconception(
        "not-squared",
        "Your loss is the plain sum of the output. Square the entries first: "
        "tf.reduce_sum(output**2).",
        change("tf.reduce_sum(output**2)", "tf.reduce_sum(output)"),
    ),
    Misconception(
        "squared-last",
        "You add first and square the total. Square every entry, then add: "
        "tf.reduce_sum(output**2).",
        change("tf.reduce_sum(output**2)", "tf.reduce_sum(output) ** 2"),
    ),
    Misconception(
        "unscaled",
        "These are the gradients of attention without the division by sqrt(d_k). Use "
        "your scaled_dot_product_attention, which has it.",
        _own_attention("tf.nn.softmax(tf.matmul(q, k, transpose_b=True))"),
    ),
    Misconception(
        "wrong-axis",
        "Your softmax runs over the queries, so these are the gradients of another "
        "function. Take it over the keys, the last axis.",
        _own_attention(
            "tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5, axis=-2)"
        ),
    ),
    Misconception(
        "order",
        "The gradients for W_q and W_k have changed places. Both have the same "
        "shape, so only the numbers give it away: return q, k, v.",
        change(
            "return tape.gradient(loss, matrices)",
            "return tape.gradient(loss, (W_k, W_q, W_v))",
        ),
    ),
    Misconception(
        "step-taken",
        "You return the matrices after a step, W minus its gradient. The gradients "
        "themselves are asked for; what to do with them is the optimiser's business.",
        change(
            "return tape.gradient(loss, matrices)",
            "found = tape.gradient(loss, matrices)\n"
            "    return [W - gradient for W, gradient in zip(matrices, found)]",
        ),
    ),
    Misconception(
        "of-q-k-v",
        "These are the gradients for the queries, keys and values, which are only "
        "computed on the way. What training can change are the matrices W_q, W_k and "
        "W_v: watch those, and project inside the with block.",
        change(
            "return tape.gradient(loss, matrices)", "return tape.gradient(loss, (q, k, v))"
        ),
        alone=True,
    ),
    Misconception(
        "input-as-well",
        "You return four gradients, the first of them for x. The tokens are data and "
        "stay as they are; only the three matrices are wanted.",
        change("matrices = (W_q", "matrices = (x, W_q"),
    ),
    Misconception(
        "tape-asked-twice",
        "A tape answers once and then forgets. Ask for all three gradients in one "
        "call, with the matrices in a tuple, or make the tape persistent.",
        change(
            "return tape.gradient(loss, matrices)",
            "return [tape.gradient(loss, W) for W in matrices]",
        ),
    ),
    Misconception(
        "loss",
        "You return the loss. What is wanted is how it changes with each of the "
        "three matrices.",
        change("return tape.gradient(loss, matrices)", "return loss"),
    ),
    Misconception(
        "sign",
        "Your gradients have the sign turned. They say in which direction the "
        "loss grows; to step the other way is the optimiser's business.",
        change("loss = tf.reduce_sum", "loss = -tf.reduce_sum"),
    ),
    Misconception(
        "of-the-tokens",
        "This is the gradient for the tokens. They are data and stay as they are; "
        "the three matrices are what training changes.",
        change("tape.watch(matrices)", "tape.watch(x)")
        + change("return tape.gradient(loss, matrices)", "return tape.gradient(loss, x)"),
        alone=True,
    ),
)

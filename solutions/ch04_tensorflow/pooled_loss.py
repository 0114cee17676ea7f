"""A repair: a loss whose two shapes do not fit, and broadcast.

The answers are (batch, 1, 1), the targets (batch,): their difference holds every answer
less every target.  It is smallest where all answers are the mean of the targets.
"""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from autograder import Case, Exercise, Misconception, Same
from solutions.ch04_tensorflow.scaled_dot_product_attention import (
    scaled_dot_product_attention,
)
from solutions.draws import Draw, normal
from solutions.repairs import given


def pooled_loss(
    query: tf.Tensor, tokens: tf.Tensor, w: tf.Tensor, target: tf.Tensor
) -> tf.Tensor:
    """How far the numbers read off some sequences are from the targets.

    query: (1, d), the same for all.  tokens: (batch, n, d), keys and values.
    w: (d, 1).  Its product with a sequence's context is that one's answer.
    target: (batch,), a number for each sequence.
    Returns the mean over the sequences of (answer - target)**2, a scalar.
    """
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = (context @ w)[:, 0, 0]  # (batch, 1, 1) to (batch,)
    return tf.reduce_mean((answer - target) ** 2)


def _broken(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = context @ w
    return tf.reduce_mean((answer - target) ** 2)


def _sequences(
    batch: int, n: int, d: int, *, scale: float = 1.0, dtype: str = "float64"
) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        arrays = (
            normal(rng, 1, d),
            normal(rng, batch, n, d, scale=scale),
            normal(rng, d, 1),
            3.0 + normal(rng, batch),
        )
        return tuple(array.astype(dtype) for array in arrays)

    return draw


def _loss(
    query, tokens, w, target, *, fit="one to one", of="squares", over="mean", seen="all"
):
    """The loss with one thing otherwise."""
    attended = tokens[:1] if seen == "the first" else tokens
    context, _ = scaled_dot_product_attention(query, attended, attended)
    answer = context @ w  # (batch, 1, 1)
    own = answer[:, 0, 0] if fit == "one to one" else tf.reduce_mean(answer)
    gap = own - target
    if of == "the mean":
        return tf.reduce_mean(gap) ** 2
    gap = abs(gap) if of == "sizes" else gap**2
    loss = tf.reduce_sum(gap) if over == "sum" else tf.reduce_mean(gap)
    return loss**0.5 if over == "root" else loss


def _given(**otherwise):
    return lambda *arguments: _loss(*arguments, **otherwise)


def _each(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    return (tf.squeeze(context @ w, [1, 2]) - target) ** 2


def _cut(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = tf.constant((context @ w).numpy()[:, 0, 0])
    return tf.reduce_mean((answer - target) ** 2)


def _targets_stood_up(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    gap = tf.einsum("bid,dj->bij", context, w) - tf.reshape(target, (-1, 1, 1))
    return tf.reduce_mean(tf.square(gap))


def _one_by_one(query, tokens, w, target):
    losses = []
    for own, wanted in zip(tokens, tf.unstack(target), strict=True):
        context, _ = scaled_dot_product_attention(query, own, own)  # (1, d)
        losses.append(tf.squeeze(context @ w - wanted) ** 2)
    return tf.add_n(losses) / len(losses)


EXERCISE = Exercise(
    id="tensorflow.pooled_loss",
    title="Repair: a loss that settles for the mean",
    framework="tensorflow",
    reference=pooled_loss,
    broken=given(_broken),
    dtype="input",
    points=2,
    minutes=8,
    difficulty=2,
    section="04-tensorflow#gradienttape-which-way-is-down",
    order=50,
    cases=(
        Case("one sequence", _sequences(1, 3, 2), weight=0.25),
        Case("a few sequences", _sequences(4, 3, 2)),
        Case("as many sequences as tokens", _sequences(3, 3, 2)),
        Case("as many sequences as features", _sequences(4, 2, 4)),
        Case("one token, one feature", _sequences(3, 1, 1)),
        Case("float32", _sequences(5, 2, 3, dtype="float32")),
        Case("large numbers", _sequences(3, 4, 2, scale=40.0), calls=1),
        Case("gradients flow", _sequences(3, 4, 2), calls=1, gradients=True),
    ),
    misconceptions=(
        Misconception(
            "mean-answer",
            "You compare the mean of all answers with each target. Then no sequence has an "
            "answer of its own, and the best that can be learnt is one number for all.",
            _given(fit="means"),
        ),
        Misconception(
            "mean-then-square",
            "You take the mean of the differences and square it. Errors of both signs "
            "cancel before they are squared, and a loss of zero says little: square first.",
            _given(of="the mean"),
        ),
        Misconception(
            "sum-not-mean",
            "The shapes fit now. You add the squares up, and asked for is the mean: a sum "
            "grows with the batch.",
            _given(over="sum"),
        ),
        Misconception(
            "root",
            "The shapes fit now. You take the root of the mean at the end; asked for is "
            "the mean of the squares itself.",
            _given(over="root"),
        ),
        Misconception(
            "absolute",
            "The shapes fit now. You take the size of each difference, not its square.",
            _given(of="sizes"),
        ),
        Misconception(
            "first-sequence",
            "You use the first sequence's answer for all targets. An index too many is on "
            "the axis of the batch: each sequence has an answer.",
            _given(seen="the first"),
        ),
        Misconception(
            "no-mean",
            "You return a square for each sequence. A loss is one number: take their mean.",
            _each,
        ),
        Misconception(
            "through-numpy",
            "The number is right, and .numpy() has taken the answers out of TensorFlow: no "
            "gradient finds its way back. Index the tensor itself.",
            _cut,
        ),
    ),
    same=(
        Same("=> answer = (context @ w)[:, -1, 0]", "There is one query."),
        Same("=> answer = (context @ w)[:, 0, -1]", "There is one answer."),
        Same("(target - answer)", "A square has no sign."),
    ),
    alternatives=(_targets_stood_up, _one_by_one),
    hints=(
        "Give it two sequences whose answers are right to the last digit. What should the "
        "loss be, and what is it?",
        "Print three shapes: that of answer, that of target, and that of their difference. "
        "How many numbers should the difference have?",
        "Broadcasting lines axes up from the right. Bring both to one shape before you "
        "subtract: two axes of answer have length 1 and can go.",
    ),
)

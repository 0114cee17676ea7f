"""What the claims of chapter 04 stand on."""

from __future__ import annotations

import warnings
from functools import cache

import numpy as np

from tests.claims.register import (
    CODE,
    MEANING,
    TASK,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    NoClaim,
    Sourced,
    code_of,
)

PAGE = "chapters/04-tensorflow.md"
AT_MOST = 0  # sentences that no entry quotes

SEEDS = (1, 2, 3)  # the chapter's own is 0


@cache
def last_losses() -> tuple[list[float], list[float], float]:
    """Of the chapter's training: with gradients whole, with weights rounded, the mean's."""
    import keras
    import tensorflow as tf

    from solutions.ch04_tensorflow.scaled_dot_product_attention.exercise import (
        scaled_dot_product_attention,
    )
    from solutions.ch04_tensorflow.self_attention_layer.exercise import SelfAttention

    space = code_of(
        PAGE,
        "count",
        "RoundedAttention",
        keras=keras,
        tf=tf,
        scaled_dot_product_attention=scaled_dot_product_attention,
    )
    x, target, n = space["x"], space["target"], space["n"]

    def trained(layer: keras.layers.Layer, seed: int) -> float:
        """As the chapter trains it, from another seed."""
        keras.utils.set_random_seed(seed)
        model = keras.Sequential([layer])
        model.compile(keras.optimizers.Adam(0.03), "mse")
        told = model.fit(x, target, batch_size=64, epochs=8, verbose=0)
        return told.history["loss"][-1]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no gradients for W_q and W_k: that is the point
        whole = [trained(SelfAttention(n, 2), seed) for seed in SEEDS]
        rounded = [trained(space["RoundedAttention"](), seed) for seed in SEEDS]
    mean = space["content"].mean(axis=1, keepdims=True)
    return whole, rounded, float(np.square(target - mean).mean())


def whole_against_rounded() -> Control:
    """Rival: with this seed the rounded layer was unlucky."""
    whole, rounded, _ = last_losses()
    return Control(whole, rounded, "below", by=0.5)


def rounded_against_the_mean() -> Control:
    """Rival: values alone, with the weights of the start, do better than the mean."""
    _, rounded, mean = last_losses()
    return Control(rounded, [mean] * len(rounded), "above", by=0)


CUT = 'assert "W_q" in str(caught[0].message) and "W_k" in str(caught[0].message)'
CLAIMS = [
    Claim("and two of its three weight matrices can never learn anything", Measured(CUT)),
    Claim(
        "A constant refuses to be changed.",
        Measured("except TypeError as error:", prints="does not support item assignment"),
    ),
    Claim(
        "Another library can still write into its memory, through DLPack.",
        Sourced(
            "https://dmlc.github.io/dlpack/latest/python_spec.html",
            "zero-copy exchange; tried with torch 2.13 and TensorFlow 2.21",
        ),
    ),
    Claim(
        "Beside whole numbers it cannot, and TensorFlow says so",
        Measured("tf.constant([1, 2]) * 0.5"),
    ),
    Claim("Somebody leaves out `tf.float32`, so that everything is int32.", TASK),
    Claim(
        "Because nobody has said how wide the tokens are.",
        Measured(
            'print("constructed:", len(layer.trainable_weights), "weights")',
            prints="constructed: 0 weights",
        ),
    ),
    Claim("and compares the output *and every gradient*", TASK),
    Claim(
        "On anything else it does so only when told",
        Measured(
            'print("not watched:", tape.gradient(loss, c))', prints="not watched: None"
        ),
    ),
    Claim("in float64, so that small differences are not lost", NoClaim("why float64")),
    Claim(
        "features 1 and 3 are always the same number, so the weights",
        Measured("assert np.array_equal(X[:, :2], X[:, 2:])"),
    ),
    Claim("(b) only `W_V`", TASK),
    Claim("(d) only `W_Q` and `W_K`", TASK),
    Claim(
        "A Variable starts from numbers, and numbers have no past.",
        Measured(
            '"a Variable, not rounded": tf.Variable,',
            prints="a Variable, not rounded None None yes",
        ),
    ),
    Claim(
        "Rounding breaks it too",
        Measured(
            '"tf.round, no Variable": lambda t: tf.round(10 * t) / 10,',
            prints="tf.round, no Variable None None yes",
        ),
    ),
    Claim(
        ".9 and .1 have no exact form in float32",
        Measured('assert str(by_tenths.numpy()[0, 1]) == "7.7999997"'),
    ),
    Claim("Round what you *print*, never what you compute with.", TASK),
    Claim("How bad is it when only `W_v` learns?", TASK),
    Claim(
        "and ends no better than someone who always answers the mean",
        Controlled(rounded_against_the_mean, slow=True),
    ),
    Claim(
        "It learnt to make the query from *wanted*",
        Measured('assert history["softmax"][-1] < 0.02 and right > 0.98'),
    ),
    Claim(
        "happens while tracing and never again",
        Measured("assert scale.experimental_get_tracing_count() == len(traced) == 3"),
    ),
    Claim(
        "It saves Python's share of the work",
        Sourced("https://arxiv.org/abs/1903.01855", "section 5"),
    ),
    Claim("PyTorch takes notes on every tensor that has `requires_grad`", MEANING),
    Claim("Nudge every weight, one at a time", TASK),
    Claim("Only the first line is attention.", Measured("assert np.allclose(sums[0], 1)")),
    Claim("A learnt query reads one number off every sequence", TASK),
    Claim(
        "and every training ends at the same place",
        Derived(
            "(batch, 1) minus (batch,) is (batch, batch): each answer is compared with "
            "all targets, and the least such error is at their mean."
        ),
    ),
    Claim("its only weight is 1 whatever the score", Derived("e^s / e^s = 1.")),
    Claim(
        "when the softmax is saturated so far that all other weights are 0.",
        Measured("assert weights[0] == 1 and none == is_zero"),
    ),
    Claim(
        "Only if the shapes give you away.",
        Measured("assert np.allclose(swapped, mixed_up)"),
    ),
    Claim(
        "when $d_v = d_k$ every product fits",
        Derived("Q V^T needs d_v = d_k; the weights (n_q, n_k) then meet K (n_k, d_k)."),
    ),
    Claim("and a layer whose `W_q` and `W_k` get None still trains, badly", Measured(CUT)),
    Claim("Python goes through the lines *once*", CODE),
    Claim(
        "Only Colab knew this line; elsewhere it stops with a `UsageError`.",
        NoClaim("tried: IPython 9 answers that the line magic is not found"),
    ),
    Claim(
        "So the layer that is called Attention is not the scaled attention",
        Measured("assert np.allclose(built_in([q, v, k])[0], by_hand, atol=6e-5)"),
    ),
    Claim("And is the gradient that all three agree on the true one?", TASK),
    Claim(
        "With the gradients whole, the loss goes to almost nothing.",
        Controlled(whole_against_rounded, slow=True),
    ),
]

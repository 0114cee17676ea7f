"""What the summaries of chapters 01 to 06 stand on, and sections without another entry.

Half of what was once false had no word of reason or generality in it.  So what a reader
would repeat to a friend is entered whatever its words: ``test_claims.py`` asks for each
item of a Summary, and for each section that is no exercise.
"""

from __future__ import annotations

from tests.claims.register import MEANING, TASK, Claim, Derived, Measured, Sourced

BAHDANAU = "https://arxiv.org/abs/1409.0473"
CONCLUSIONS = {
    "chapters/01-why-attention.md": [
        Claim(
            "of the other they could say next to nothing",
            Sourced("https://doi.org/10.1121/1.1907229", "one message in each ear"),
        ),
        Claim(
            "Such **one-hot** vectors all stand at right angles",
            Derived("e_i . e_j = 0 for i other than j."),
        ),
        Claim(
            "The **context vector** is the sum of the annotations, each times its share",
            Sourced(BAHDANAU, "section 3.1, equations 5 and 6"),
        ),
        Claim(
            "a row of weights (Luong)",
            Sourced("https://arxiv.org/abs/1508.04025", "section 3.1: alignment vector"),
        ),
        Claim(
            "One vector a word: *apple* has the same one as a fruit and as a company.",
            Derived("The vector depends on the word alone."),
        ),
        Claim(
            "Keys decide how much, values are what is taken",
            Derived("c_i = sum_j alpha_ij v_j: keys stand in alpha alone, values outside."),
        ),
        Claim(
            "with learnt queries, keys and values, those of one meaning come together.",
            Measured("assert by_look_up.min() > 0.93 and by_model[:2, 2:].max() < 0.675"),
        ),
    ],
    "chapters/02-by-hand.md": [
        Claim(
            "so it takes the first row once, the third row once, and the others not at all",
            Derived("[1, 0, 1, 0] W = row 1 of W + row 3 of W."),
        ),
        Claim(
            "And no round needs the result of another",
            Derived("output_i = softmax(q_i K^T) V has no other output in it."),
        ),
        Claim(
            "the same inputs give softer weights",
            Measured("assert (scaled_weights.max(axis=1) < weights.max(axis=1)).all()"),
        ),
        Claim(
            "This example is good for reading and bad for testing.",
            Measured("assert np.allclose(roles_swapped(Q, K, V), attend(Q, K, V))"),
        ),
        Claim("An **output** is the values, each times its weight, added up.", MEANING),
        Claim(
            "For all tokens at once: `softmax(Q @ K.T) @ V`.",
            Measured("assert np.allclose(by_hand, outputs, atol=0.01)"),
        ),
    ],
    "chapters/03-numpy.md": [
        Claim(
            "so the row of *it* has other numbers than there",
            Derived("Four scores over sqrt(2) through the softmax, not three as they are."),
        ),
        Claim(
            "turns *all* axes around, and the batch axis goes last",
            Derived("(2, 3, 4) reversed is (4, 3, 2)."),
        ),
        Claim(
            "Longer vectors have larger dot products, and the division undoes that.",
            Measured(
                "assert abs(before / d_k - 1) < 0.08",
                at="chapters/06-scaling-and-scores.md",
            ),
        ),
        Claim(
            "And its score matrix is symmetric, so even this goes unseen",
            Measured("assert np.allclose(attention_weights(keys, queries), weights)"),
        ),
        Claim(
            "When the batch size equals `n` and `d_k`, it is not",
            Measured("assert np.array_equal(wrong[0, :, s], q[0] @ k[s, :, 0])"),
        ),
        Claim(
            "A matrix product is a double loop of dot products",
            Measured("assert np.array_equal(queries @ keys.T, scores)"),
        ),
        Claim(
            "their sum over the keys is `weights @ v`",
            Measured("assert np.allclose(parts.sum(axis=0), w @ v)"),
        ),
        Claim(
            "A row of the context holds features, not attention.",
            Measured("assert word_weights[0].argmax() == 2 and word_weights[0, 1] < 0.01"),
        ),
        Claim("Test with sizes that are all different.", TASK),
    ],
    "chapters/04-tensorflow.md": [
        Claim(
            "is a matrix product once more, so one line does both",
            Measured("assert np.allclose(output, tf.matmul(weights, values), atol=1e-5)"),
        ),
        Claim(
            "Dtypes do not mix, and a softmax wants floats.",
            Measured("tf.nn.softmax(whole_scores)", prints="Value for attr 'T' of int32"),
        ),
        Claim(
            "gives the scores, for a batch as well",
            Measured("assert np.allclose(together[1, 2], alone)"),
        ),
        Claim("A Keras layer keeps sizes in `__init__`", MEANING),
        Claim(
            "What is copied out and in again, rounded, or computed outside the block",
            Measured(
                '"a constant, typed in": lambda t: tf.constant(t.numpy()),',
                prints="a constant, typed in None None yes",
            ),
        ),
        Claim(
            "`tf.function` runs your Python once for each kind of input",
            Measured("assert attend.experimental_get_tracing_count() == 2"),
        ),
        Claim(
            "takes query, *value*, key, and does not scale unless told",
            Measured("assert np.allclose(built_in([q, v, k])[0], by_hand, atol=6e-5)"),
        ),
        Claim(
            "NumPy, TensorFlow and PyTorch give one output and one set of gradients.",
            Measured("assert np.allclose(three[0], other, rtol=1e-9, atol=1e-9)"),
        ),
    ],
    "chapters/05-pytorch.md": [
        Claim("| a direction | `axis=-1` | `dim=-1` |", MEANING),
        Claim(
            "The weight is stored as (d_out, d_in), the other way round",
            Measured("assert torch.allclose(to_keys(x), x @ to_keys.weight.T)"),
        ),
        Claim("Three steps forward, three steps back.", MEANING),
        Claim(
            "of its own, has moved nothing",
            Sourced(
                "https://pytorch.org/docs/stable/generated/torch.Tensor.to.html",
                "the returned tensor is a copy",
            ),
        ),
        Claim(
            "a batch must give what its sequences give alone",
            Measured(
                'print("alone as with .mT:", torch.allclose(alone, (a @ b.mT)[0]))',
                prints="alone as with .mT: True alone as with .T: False",
            ),
        ),
        Claim(
            "`W_V` still learns and the loss may even fall",
            Measured(
                'print(name, "no gradient" if W.grad is None else "has a gradient")',
                prints="W_Q no gradient W_K no gradient W_V has a gradient",
            ),
        ),
        Claim(
            "Decimal numbers are `float32`; whole ones have no gradient.",
            Measured("assert x.dtype == torch.float32"),
        ),
        Claim(
            "gives the same, scaled, and keeps the weights to itself",
            Measured("assert torch.allclose(theirs(queries, keys, values), output)"),
        ),
        Claim(
            "No size in attention's parameters depends on the batch",
            Measured("assert attention(torch.randn(1, 50, 64)).shape == (1, 50, 64)"),
        ),
        Claim(
            "Back through a softmax: subtract the weighted mean",
            Derived("s_m bar = p_m (p_m bar - sum_j p_j p_j bar), derived above."),
        ),
        Claim("Check a backward pass with differences in `float64`", TASK),
    ],
    "chapters/06-scaling-and-scores.md": [
        Claim(
            "Each can be exchanged without touching the other two.",
            Derived("softmax(scale(score(q, k))): each takes the one before's result."),
        ),
        Claim(
            "Change the values as you like: the weights stay, and the context follows.",
            Measured(
                'print("same weights:     ", np.array_equal(',
                prints="same weights: True context ten times: True",
            ),
        ),
        Claim(
            "which is less as long as $d_k$ is below half of $d_{\\text{model}}$",
            Measured("assert (2 * d_model * d_k < d_model**2) == (d_k < d_model / 2)"),
        ),
        Claim(
            "It is 0 when one key has all the weight, and $\\log n$",
            Derived("-1 log 1 = 0, and -n (1/n) log(1/n) = log n."),
        ),
        Claim(
            "a long sentence is looked at much more evenly than a short one",
            Measured("assert abs(spread / told - 1) < 0.15"),
        ),
        Claim("Scores, scaling and softmax are three stages.", MEANING),
        Claim(
            "Dot products of projected tokens are bilinear scores of the tokens. With",
            Measured("assert np.allclose(bilinear_score(X, X, together), q @ k.T)"),
        ),
        Claim(
            "The variance of a dot product of independent entries is $d_k$.",
            Derived("A sum of d_k independent products, each of variance 1."),
        ),
        Claim(
            "Without a mask, attention is permutation equivariant",
            Derived("P A P^T P V = P (A V)."),
        ),
    ],
}

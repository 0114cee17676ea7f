"""What the summaries of chapters 07 to 13 stand on, and sections without another entry.

As ``conclusions_01_to_06.py``.
"""

from __future__ import annotations

from tests.claims.register import MEANING, TASK, Claim, Derived, Measured, Sourced

CAUSAL = Measured(
    'print(len(layers), "causal layers, last token the same:"',
    prints="2 causal layers, last token the same: False",
)
ROLLED = Measured(
    'print("rollout,       token 3:", rolled[2])', prints="token 3: [0.2500 0.2500 0.5000]"
)
CONCLUSIONS = {
    "chapters/07-masking.md": [
        Claim(
            "a program that skips what is blocked keeps the cost of a long text in bounds",
            Derived("n w pairs are open in place of n^2: chapter 12, windows."),
        ),
        Claim(
            "and it writes into the scores of whoever called",
            Measured(
                "hasty_weights(scores, causal_mask(5))",
                prints="scores still what they were: False",
            ),
        ),
        Claim("the lengths remember what is real", MEANING),
        Claim(
            "and `&` broadcasts them to (batch, n, n)",
            Measured("assert np.array_equal(whole[:, 0], keys_open & causal_mask(5))"),
        ),
        Claim(
            "The mask goes between the scores and the softmax: blocked scores become",
            Derived("e^-inf = 0: nothing is added to the sum, and the weight is 0."),
        ),
        Claim(
            "put in place of scores, it gives fully masked rows an even share",
            Measured('assert np.allclose(results["-1e9"]["float32"], thirds)'),
        ),
        Claim(
            "added to them, it may give the weights that such a row has without a mask",
            Measured('np.allclose(results["added -1e9"]["float64"], unmasked_row'),
        ),
        Claim(
            "Masking after the softmax leaks through the denominator.",
            Measured("assert len(np.unique(first.round(8), axis=0)) == len(vocabulary)"),
        ),
        Claim(
            "True means different things in different libraries.",
            Measured('assert said == ["may attend", "blocked", "blocked"'),
        ),
    ],
    "chapters/08-multi-head.md": [
        Claim(
            "It wants tokens and features as the last two axes, and any axes in front",
            Sourced(
                "https://pytorch.org/docs/stable/generated/"
                "torch.nn.functional.scaled_dot_product_attention.html",
                "parameters: shapes (N, ..., L, E)",
            ),
        ),
        Claim(
            "queries on top of keys on top of values, each as (out, in)",
            Measured(
                "theirs.in_proj_weight.copy_(torch.cat([one.weight for one in linears]))"
            ),
        ),
        Claim(
            "each with the mask as it wants it",
            Measured("assert np.allclose(found, masked, atol=1e-5)"),
        ),
        Claim(
            "So the mask's *batch* meets the *heads*.",
            Measured("assert not np.allclose(one_mask[0], wrong[1])"),
        ),
        Claim(
            "Feature 9 belongs to nobody",
            Derived("No head's slice has it, so no output depends on its columns."),
        ),
        Claim(
            "One row of weights gives one mean.",
            Measured("assert 0.45 < recovered(blend) < 0.55 and recovered(needed) > 0.999"),
        ),
        Claim(
            "The split cuts features, not tokens",
            Measured("parts = split_heads(numbered, 2)", prints="head 0 [[10 11] [20 21]"),
        ),
        Claim(
            "A reshape alone has the right shape and mixes tokens",
            Measured(
                "assert set(split_by_reshape(numbered, 2)[0, 0].ravel() // 10) == {1, 2}"
            ),
        ),
        Claim(
            "Heads are free of each other until $W_O$",
            Measured(
                'print("the same as all at once:", np.allclose(total, output))',
                prints="the same as all at once: True",
            ),
        ),
        Claim(
            "Parameters: $4 d^2$ (plus $4 d$ with biases), however many heads.",
            Measured("assert counted == 4 * 512**2 + 4 * 512"),
        ),
        Claim("Reconcile with known numbers before you trust one.", TASK),
    ],
    "chapters/09-transformer-block.md": [
        Claim(
            "attention reads the words as they came, so its numbers are still those",
            Derived("Post-norm: norm(x + attention(x)), so attention's input is x."),
        ),
        Claim("A mask in this chapter broadcasts to (batch, queries, keys).", MEANING),
        Claim(
            "A look-up is a matrix product in disguise",
            Measured("assert torch.allclose(one_hot @ embedding.weight, x)"),
        ),
        Claim(
            "The two sequences need not be equally long",
            Measured('print("out", tuple(out.shape))', prints="out (2, 3, 16)"),
        ),
        Claim(
            "An `nn.Linear` from $a$ to $b$ has $ab + b$ parameters",
            Measured("assert parameters(theirs) == parameters(mine) == stacks"),
        ),
        Claim(
            "What a pre-norm block returns must then be exactly what it was given.",
            Measured(
                "same = torch.equal(silent(tokens), tokens)",
                prints="EncoderBlock passes x on: True NormedStream passes x on: False",
            ),
        ),
        Claim("Attention without a mask sees a set; stacked causal attention", CAUSAL),
        Claim(
            "Sinusoidal positions cost nothing and turn distances into rotations",
            Derived("The matrix of the turn by omega k does not contain p."),
        ),
        Claim(
            "LayerNorm gives each token mean 0 and variance 1 over its own features",
            Measured(
                "assert np.allclose(layer_norm(batch[1, 3], gamma, beta), ours[1, 3])"
            ),
        ),
        Claim(
            "two thirds of an encoder block's parameters, half of a decoder block's",
            Derived("8 d^2 beside 4 d^2 of one attention, and beside 8 d^2 of two."),
        ),
        Claim(
            "The plus slows down how fast tokens become alike",
            Measured('assert max(likeness["with +"]) < 0.5'),
        ),
        Claim(
            "and brings gradients down.",
            Derived("The gradient of x + part(x) is what came plus what part passes on."),
        ),
        Claim(
            "trains deep stacks without warm-up",
            Sourced("https://arxiv.org/abs/2002.04745", "abstract: warm-up can be removed"),
        ),
        Claim("Cross-attention takes queries from the decoder", MEANING),
        Claim("Test a block: silence it, permute it", TASK),
    ],
    "chapters/10-translation.md": [
        Claim(
            "Save the `state_dict`, a dictionary from names to tensors",
            Measured(
                'print("same outputs to the last bit:", same)',
                prints="same outputs to the last bit: True",
            ),
        ),
        Claim(
            "The shift and the causal mask together see to it",
            Derived("Input i is target i - 1, and the mask shows inputs up to i."),
        ),
        Claim(
            "the loss of a perfect model is then not 0",
            Measured("round(floor, 2) == 0.55"),
        ),
        Claim(
            "A learning rate that warms up and comes to rest trained this model",
            Measured("assert accuracy >= 0.9 and letters > 0.95"),
        ),
    ],
    "chapters/11-reading-attention.md": [
        Claim("A head that does is called an **induction head**.", MEANING),
        Claim(
            "A weight of layer 2 on a token says nothing yet about where the information",
            Derived("The keys and values of layer 2 hold what layer 1 has mixed in."),
        ),
        Claim("A quarter of it comes from there all the same", ROLLED),
        Claim(
            "If $v_j W_O$ is short, a large weight adds little.",
            Derived("|w v W_O| = w |v W_O|."),
        ),
        Claim(
            "A causal mask is a proof, not a hint.",
            Derived("Its weights are e^-inf = 0, and what key j adds is w_ij v_j W_O."),
        ),
        Claim(
            "The first copy is random and nobody can predict it.",
            Measured("assert 0.45 < hits.mean() < 0.58 and hits[:, :32].mean() < 0.15"),
        ),
        Claim("A head is described by numbers over many sequences", MEANING),
        Claim(
            "Ablation tells bystanders from causes, unless another head does the same",
            Measured("assert none > 0.97 and both < 0.1 and does_it.any()"),
        ),
        Claim("and so finds what acted through a token in between", ROLLED),
        Claim(
            "Different weights can give the same output, a large weight can add nothing",
            Measured("assert np.array_equal(one @ values, other @ values)"),
        ),
    ],
    "chapters/12-efficient-attention.md": [
        Claim(
            "Their dot product then depends on the angle between them",
            Derived("R_m q . R_n k = q . R_(n - m) k."),
        ),
        Claim(
            "Each head has its own slope, so some heads look near and others far.",
            Measured("assert far[0] < 2 and 200 < far[7] < 300"),
        ),
        Claim(
            "square of time is the price of exact attention; the square of memory is not",
            Sourced("https://arxiv.org/abs/2209.04881", "abstract: quadratic, unless SETH"),
        ),
        Claim(
            "one factor repairs everything summed so far",
            Derived("e^(s - new) = e^(s - old) e^(old - new)."),
        ),
        Claim(
            "Turned queries and keys have scores that depend on the distance alone.",
            Measured("assert np.allclose(moved, stayed)  # the distance alone counts"),
        ),
    ],
    "chapters/13-writing-text.md": [
        Claim(
            "Next to zero: it has learnt 512 answers by heart.",
            Measured("assert by_heart[0] > 5 and by_heart[-1] < 0.1"),
        ),
        Claim(
            "Text is not the likeliest sequence of pieces.",
            Sourced("https://arxiv.org/abs/1904.09751", "abstract: maximization"),
        ),
        Claim(
            "The model learnt to repeat what it has just read.",
            Measured("assert found[-1] < 0.2 and len(set(text[len(prompt) - 1:])) == 1"),
        ),
        Claim(
            "ruled by a few places where the model was badly surprised",
            Measured("assert np.exp(loss_each).mean() > 5 * yours and share > 0.4"),
        ),
        Claim(
            "Perplexity is the exponential of the mean loss. It depends on the tokens",
            Measured("assert bits(two, each) < bits(letter_two, 1) - 0.3"),
        ),
        Claim(
            "Counts of two pieces back beat this small model",
            Measured("assert min(map(perplexity_of, both)) < 0.75 * min(tables[2], yours)"),
        ),
        Claim(
            "A new model's loss is the logarithm of the vocabulary.",
            Measured("assert 512 < before_training < 600"),
        ),
        Claim("They change what is written, not what is known.", MEANING),
        Claim(
            "What an ingredient is worth depends on the model and the budget",
            Sourced(
                "https://arxiv.org/abs/1608.05859", "abstract: tying, which hurts here"
            ),
        ),
    ],
}

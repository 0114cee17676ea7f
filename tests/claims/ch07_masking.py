"""What the claims of chapter 07 stand on."""

from __future__ import annotations

from tests.claims.register import (
    Claim,
    Measured,
)

PAGE = "chapters/07-masking.md"

MASKED = 'print("changed:", (~np.isclose(first, second)).any(axis=-1))'
CLAIMS = [
    Claim(
        "Not every library agrees, and one disagrees with itself.",
        Measured(
            'assert said == ["may attend", "blocked", "blocked", *["may attend"] * 3]'
        ),
    ),
    Claim(
        "its id is 1, as is that of every other unknown word",
        Measured('print(tokenise("the owl slept"))'),
    ),
    Claim(
        "the first sentence never says what the cat sat on",
        Measured("ids, lengths = pad_and_truncate(sequences, max_len=5)"),
    ),
    Claim(
        "Setting the vector of `<pad>` to zero does not help.",
        Measured(
            "assert np.allclose(scores_of(zeroed)[:, 3:], 0) and (zero_weights > 0).all()"
        ),
    ),
    Claim("it works on models that you cannot look into", Measured(MASKED)),
    Claim(
        "Whoever changes only the *last* token calls this model safe.",
        Measured("assert not changes_before(hole, 4).any()"),
    ),
    Claim(
        "a plain `-1e9`. Put any of them in place of the blocked scores",
        Measured('assert np.array_equal(weights, recipes["-inf"](row, some))'),
    ),
    Claim(
        "There `-1e9` *is* `-inf` for NumPy, TensorFlow and PyTorch's `torch.where`",
        Measured(
            'print(dtype, "where:", torch.where(here, -1e9, two)[0].item())',
            prints="torch.float16 where: -inf",
        ),
    ),
    Claim(
        "PyTorch's `masked_fill` refuses instead.",
        Measured(
            'print(" masked_fill stops:", error)',
            prints="masked_fill stops: value cannot be converted",
        ),
    ),
    Claim(
        "the same number was added to every score, and a softmax sees only differences",
        Measured(
            'assert np.allclose(results["added -1e9"]["float64"], unmasked_row, atol=1e-6)'
        ),
    ),
    Claim(
        "What it does not repair is precision.",
        Measured("off[future[: len(off)] < 9.5].max() < 0.001 and off.max() > 0.01"),
    ),
    Claim(
        "While it lies only a little above the rest, little is lost: what is moved further "
        "down is rounded more coarsely. When the open powers fall below the smallest "
        "normal number of the dtype (about $e^{-10}$ in float16, $e^{-87}$ in float32), "
        "their digits go",
        Measured("assert off[0] < 1e-6 and off[1] > 0.001"),
    ),
    Claim(
        "The gradients are finite because the masks *replace*",
        Measured("assert np.isfinite(key_gradient(replaced)[1]).all()"),
    ),
    Claim(
        "it does the exact opposite, because `-inf` is not 0",
        Measured(
            'print("attends to the last key only:", np.allclose(mistaken, last_alone))',
            prints="attends to the last key only: True",
        ),
    ),
    Claim(
        "then block keys for the three *queries*, in every sentence",
        Measured("assert wrong[i].tolist() == [j <= i and j < length for j in range(3)]"),
    ),
    Claim(
        "With the first mask every token sees *only* the future",
        Measured("assert (turned[0, :2].numpy()[causal_mask(3)[:2]] == 0).all()"),
    ),
    Claim(
        "Where every sentence has filler, nothing does.",
        Measured("assert out[0].isnan().all() and not out[1:].isnan().any()"),
    ),
    Claim(
        "An addition then hands the `nan` on to every key.",
        Measured("assert np.isnan(key_gradient(added)[1]).all()"),
    ),
    Claim(
        "Only for empty sentences.",
        Measured("assert real_in_front[:, None, :].any(axis=-1).all()"),
    ),
    Claim(
        "Do so for *every* place: a change of the last token alone misses a leak",
        Measured("assert np.flatnonzero(changes_before(hole, 3)).tolist() == [1]"),
    ),
    Claim(
        "a leak through rounding shows only then",
        Measured('assert np.ptp(weight_1["before"]) == 0'),
    ),
    Claim(
        "whoever sees the context of token 1 can name the last word",
        Measured("assert len(np.unique(first.round(8), axis=0)) == len(vocabulary) == 13"),
    ),
    Claim(
        "After two layers the sentence is gone.",
        Measured(
            "broken = [np.isnan(x).any(axis=-1) for x in (x0, x1, x2)]",
            prints="layer 2: 5 of 5 tokens are nan",
        ),
    ),
    Claim(
        "Asking for the weights switches to other code inside.",
        Measured("assert np.allclose(unasked[0, 1], mean[0, 1], atol=1e-5)"),
    ),
    Claim(
        "and it writes into the scores of whoever called",
        Measured(
            "hasty_weights(scores, causal_mask(5))",
            prints="scores still what they were: False",
        ),
    ),
    Claim(
        "and `&` broadcasts them to (batch, n, n)",
        Measured("assert np.array_equal(whole[:, 0], keys_open & causal_mask(5))"),
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
]

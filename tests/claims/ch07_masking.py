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
        "Other libraries have other conventions, and PyTorch has two.",
        Measured(
            'assert said == ["may attend", "blocked", "blocked", *["may attend"] * 3]'
        ),
    ),
    Claim(
        "its id is 1, as is that of every other unknown word",
        Measured('print(tokenise("the owl slept"))'),
    ),
    Claim(
        "the first sentence no longer says what the cat sat on",
        Measured("ids, lengths = pad_and_truncate(sequences, max_len=5)"),
    ),
    Claim(
        "so the padding still gets weight.",
        Measured(
            "assert np.allclose(scores_of(zeroed)[:, 3:], 0) and (zero_weights > 0).all()"
        ),
    ),
    Claim("The test also works for a model whose code you cannot read.", Measured(MASKED)),
    Claim(
        "If you edit only the *last* token, the model looks safe.",
        Measured("assert not changes_before(hole, 4).any()"),
    ),
    Claim(
        "all of them give the same weights in float32",
        Measured("assert np.array_equal(weights_by(name, row, some), same)"),
    ),
    Claim(
        "so `-1e9` *is* `-inf` there, for NumPy, TensorFlow and PyTorch's `torch.where`",
        Measured(
            'print(dtype, "where:", torch.where(here, -1e9, ones)[0].item())',
            prints="torch.float16 where: -inf",
        ),
    ),
    Claim(
        "while PyTorch's `masked_fill` raises an error",
        Measured(
            'print(" masked_fill stops:", error)',
            prints="masked_fill stops: value cannot be converted",
        ),
    ),
    Claim(
        "and a softmax depends on differences only",
        Measured(
            'assert np.allclose(results["added -1e9"]["float64"], unmasked_row, atol=1e-6)'
        ),
    ),
    Claim(
        "Precision is still lost",
        Measured("off[future[: len(off)] < 9.5].max() < 0.001 and off.max() > 0.01"),
    ),
    Claim(
        "the powers of the open ones become so small that their digits are lost",
        Measured("assert off[0] < 1e-6 and off[1] > 0.001"),
    ),
    Claim(
        "The gradients are finite because the masks *replace* scores",
        Measured("assert np.isfinite(key_gradient(replaced)[1]).all()"),
    ),
    Claim(
        "it attends to exactly the blocked keys, because `-inf` is not 0",
        Measured("assert np.allclose(mistaken, last_alone)"),
    ),
    Claim(
        "then block keys for the three *queries*, in every sentence",
        Measured("assert wrong[i].tolist() == [j <= i and j < length for j in range(3)]"),
    ),
    Claim(
        "With the first mask every token attends *only* to the future",
        Measured("assert (inverted[0, :2].numpy()[causal_mask(3)[:2]] == 0).all()"),
    ),
    Claim(
        "a batch in which every sentence has padding does not show the mistake",
        Measured("assert out[0].isnan().all() and not out[1:].isnan().any()"),
    ),
    Claim(
        "An addition then passes the `nan` on to every key.",
        Measured("assert np.isnan(key_gradient(added)[1]).all()"),
    ),
    Claim(
        "Only the rows of empty sentences are.",
        Measured("assert real_in_front[:, None, :].any(axis=-1).all()"),
    ),
    Claim(
        "because a change of the last token alone misses a leak",
        Measured("assert np.flatnonzero(changes_before(hole, 3)).tolist() == [1]"),
    ),
    Claim(
        "since a leak through rounding shows only then",
        Measured('assert np.ptp(weight_1["before"]) == 0'),
    ),
    Claim(
        "so the context of token 1 determines the last word",
        Measured("assert len(np.unique(first.round(8), axis=0)) == len(vocabulary) == 13"),
    ),
    Claim(
        "After two layers every token of the sentence is `nan`.",
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
        "but it writes into the caller's scores",
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
        "Masking after the softmax leaks",
        Measured("assert len(np.unique(first.round(8), axis=0)) == len(vocabulary)"),
    ),
    Claim(
        "True means different things in different libraries",
        Measured('assert said == ["may attend", "blocked", "blocked"'),
    ),
]

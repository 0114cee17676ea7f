"""What the claims of chapter 07 stand on."""

from __future__ import annotations

from tests.claims.register import (
    CODE,
    MEANING,
    TASK,
    Claim,
    Derived,
    Measured,
    NoClaim,
    Sourced,
)

PAGE = "chapters/07-masking.md"
AT_MOST = 0  # sentences that no entry quotes

MASKED = 'print("changed:", (~np.isclose(first, second)).any(axis=-1))'
CLAIMS = [
    Claim(
        "Its bugs are silent. A wrong mask seldom stops a program.",
        NoClaim("what the chapter shows, bug by bug"),
    ),
    Claim("what True means in a library you have never used", TASK),
    Claim("It holds for every chapter, every function and every exercise.", MEANING),
    Claim(
        "Not every library agrees, and one disagrees with itself.",
        Measured(
            'assert said == ["may attend", "blocked", "blocked", *["may attend"] * 3]'
        ),
    ),
    Claim(
        "Real tokenisers also cut words into pieces, so that a rare word still has ids",
        Sourced(
            "https://arxiv.org/abs/1508.07909", "abstract: rare words as subword units"
        ),
    ),
    Claim("`<unk>` stands for every word", MEANING),
    Claim(
        "its id is 1, as is that of every other unknown word",
        Measured('print(tokenise("the owl slept"))'),
    ),
    Claim(
        "the first sentence never says what the cat sat on",
        Measured("ids, lengths = pad_and_truncate(sequences, max_len=5)"),
    ),
    Claim(
        "they are the only record of where a sentence ends",
        NoClaim("in this chapter's arrays; the next sentence says why"),
    ),
    Claim(
        "because some models pad with an id that real tokens have as well",
        Sourced(
            "https://huggingface.co/openai-community/gpt2/blob/main/config.json",
            "no pad_token_id: batches are padded with the end of text",
        ),
    ),
    Claim("so that no two can be mixed up: 3 sentences", NoClaim("why these sizes")),
    Claim(
        "Setting the vector of `<pad>` to zero does not help.",
        Measured(
            "assert np.allclose(scores_of(zeroed)[:, 3:], 0) and (zero_weights > 0).all()"
        ),
    ),
    Claim("leave them out of every mean", TASK),
    Claim("at every position at the same time", MEANING),
    Claim("it works on models that you cannot look into", Measured(MASKED)),
    Claim(
        "Whoever changes only the *last* token calls this model safe.",
        Measured("assert not changes_before(hole, 4).any()"),
    ),
    Claim(
        "the test finds this hole wherever it is",
        Derived(
            "An open pair (i, j) with j after i gives token j a weight e^s > 0 in row i, "
            "so the context of i moves with the value of j, however little."
        ),
    ),
    Claim("Choose three matrices with which causal attention gives every token", TASK),
    Claim("so it serves every sentence", CODE),
    Claim("Has every row of *the dog slept* still something open", TASK),
    Claim(
        "a generator of text often pads *in front*",
        Sourced("https://huggingface.co/docs/transformers/llm_tutorial", "Padding side"),
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
    Claim("tried on a row with scores 1, 2, 3 in which every key is blocked", TASK),
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
    Claim("So never let a fully masked row reach a library.", TASK),
    Claim(
        "The second runs, because 3 sentences and 3 queries are the same number.",
        Derived("(3, 3) & (3, 3) fits: sentences meet queries."),
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
    Claim("| `nan` in the gradient only |", NoClaim("what to look for")),
    Claim(
        "because $-\\infty - (-\\infty)$ has no answer",
        Sourced(
            "https://numpy.org/doc/stable/user/misc.html", "IEEE 754: inf - inf is nan"
        ),
    ),
    Claim("You padded in front and mask padding only", TASK),
    Claim(
        "Only for empty sentences.",
        Measured("assert real_in_front[:, None, :].any(axis=-1).all()"),
    ),
    Claim("Who gets the most weight?", TASK),
    Claim("Every output before that token must stay the same.", TASK),
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
]

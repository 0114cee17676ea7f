"""What the summaries of chapters 14 to 19 stand on, and sections without another entry.

As ``conclusions_01_to_06.py``; controls are those of the chapters' own modules.
"""

from __future__ import annotations

from tests.claims import ch15_inside_a_model as inside
from tests.claims.ch16_images import neighbours_are_the_lead
from tests.claims.ch18_long_contexts import fast_pairs, keys_by_feature
from tests.claims.ch19_writing_faster import other_models_and_drafts
from tests.claims.register import (
    MEANING,
    Claim,
    Controlled,
    Derived,
    Measured,
    Sourced,
)

SAME_MODEL = Measured(
    'print("further off than 0.001:", sum(np.array(off) > 1e-3))',
    prints="further off than 0.001: 0",
)
SHARED = Measured("assert cache.blocks() == 63 + 20 * 4 and alone == 1320")
CONCLUSIONS = {
    "chapters/14-real-model.md": [
        Claim(
            "The numbers of this small one are made up; its next word is computed",
            Derived("softmax(row E^T), E the table of the words that go in."),
        ),
        Claim(
            "No biases anywhere.",
            Measured('assert not any("bias" in name for name in file.tensors)'),
        ),
        Claim(
            "where it is near zero, nothing of the other half passes",
            Derived("silu(0) = 0, and 0 times the other half is 0."),
        ),
        Claim(
            "One mask serves all three.",
            Derived("n_cached = 0 is the prompt, n_new = 1 the next token, both a chat."),
        ),
        Claim("Positions are not added to the vectors", MEANING),
        Claim("No logit is off by a thousandth", SAME_MODEL),
        Claim(
            "the model continues a text in which a user has asked",
            Measured('print(as_chat("What is the capital of Italy?"))'),
        ),
        Claim(
            "It expects a woman more strongly where the nurse speaks",
            Measured("assert she > he  # the claim below: for the engineer, too"),
        ),
        Claim(
            "106 million numbers take five bits each, the 28 million of the table eight "
            "and a half.",
            Derived("The table is 49,152 by 576; 32 of its numbers take 34 bytes (Q8_0)."),
        ),
        Claim("A layer of today: RMSNorm, attention with turned queries", SAME_MODEL),
        Claim(
            "Distrust a loss that is too good.",
            Measured('assert losses["no causal mask"] < 0.25 * losses["right"]'),
        ),
        Claim(
            "after that each token goes through alone, and all weights are read for it.",
            Derived(
                "Each matrix of each layer is multiplied with the token, the table too."
            ),
        ),
        Claim(
            "tell wrong answers from right ones, hardly better than their length does.",
            Measured(
                "assert 19 <= len(right) <= 25 and 0.8 < told < 0.97",
                prints="in 0.88 of pairs shortness tells right from wrong in 0.85 of pairs",
            ),
        ),
    ],
    "chapters/15-inside-a-model.md": [
        Claim(
            "in a decoder no other piece has seen all of it",
            Derived("Row i is made of pieces 0 to i: of a word, the last row of all."),
        ),
        Claim(
            "On the second copy it is at home.",
            Measured("assert costs[PERIOD:].mean() < 4"),
        ),
        Claim(
            "The mean shows what heads have in common, and that is mostly where they rest.",
            Measured("assert all(row.argmax() == 0 for row in flat)"),
        ),
        Claim(
            "That goes by the place and not by the word.",
            Measured("assert moved[..., 0].mean() > 0.3 and moved[..., 2].mean() < 0.03"),
        ),
        Claim(
            "Replace by the mean over text of the same kind",
            Controlled(inside.means_of_the_same_kind),
        ),
        Claim(
            "Without (16, 0), which looks one back, the induction heads no longer find",
            Controlled(inside.without_the_note),
        ),
        Claim(
            "The four can disagree, and all be right.",
            Measured("assert list(said[27:, -1]) == [paris] * 3"),
        ),
        Claim(
            "Layer 23 carries it to the end, for 28 capitals and 26 languages of as many.",
            Controlled(inside.one_step_for_countries),
        ),
        Claim(
            "Without one of its heads half of the answer's lead is lost in the middle case "
            "of the capitals (a fifth to all of it), four fifths for languages.",
            Controlled(inside.countries_need_the_head),
        ),
    ],
    "chapters/16-images.md": [
        Claim(
            "A photograph of 224 x 224 pixels would be 50,176 tokens",
            Measured("assert 224**2 == 50176 and 14**4 == 38416"),
        ),
        Claim(
            "And it is a set, up to rounding.",
            Measured(
                "apart = (models[way](x) - models[way](x[:, places])).abs().max()",
                prints="no positions the same: True Transformer the same: False",
            ),
        ),
        Claim(
            "turn each into the strengths of its frequencies, and each window is a token",
            Measured("assert loudest[0] < 300 and loudest[-1] > 900"),
        ),
        Claim("An image becomes a row of tokens by cutting it into patches.", MEANING),
        Claim(
            "Patches half as wide are four times as many, and 16 times as many scores.",
            Derived("Half the side: 4 n tokens, and (4 n)^2 = 16 n^2 scores."),
        ),
        Claim(
            "take that away by shuffling, and its lead is gone",
            Controlled(neighbours_are_the_lead),
        ),
        Claim(
            "Without positions the Transformer sees a set of patches",
            Measured("assert 0.6 < min(shares) and max(shares) < 0.72"),
        ),
        Claim(
            "A random cut of the data made the same model's mistakes look half as many.",
            Measured("assert 1.5 < (1 - plain) / (1 - easy) < 2.5"),
        ),
    ],
    "chapters/17-on-the-chip.md": [
        Claim(
            "each loads its inputs, and stores its result for the next",
            Sourced(
                "https://triton-lang.org/main/getting-started/tutorials/02-fused-softmax.html",
                "motivations: what a naive softmax reads and writes",
            ),
        ),
        Claim("To **fuse** kernels means just that.", MEANING),
        Claim(
            "| three kernels | $4 n^2$ and a little | memory |",
            Measured("assert 31 <= products / moved < 32 and waits"),
        ),
        Claim(
            "An H100 does 295 operations while one byte travels.",
            Measured("assert round(peak / bandwidth) == 295"),
        ),
        Claim(
            "Naive attention moves its table four times",
            Derived("Scores out and in, weights out and in: 4 n^2 numbers."),
        ),
        Claim(
            "The more rows a tile has, the less traffic",
            Derived("ceil(n_q / rows) passes over the keys and values."),
        ),
        Claim(
            "A causal mask leaves out nearly half of a long text's tiles, and cuts few",
            Measured("assert 0.5 < visited.mean() < 0.51"),
        ),
    ],
    "chapters/18-long-contexts.md": [
        Claim(
            "What matters to a score is the distance between two tokens",
            Derived("R_m q . R_n k depends on m - n alone: chapter 12."),
        ),
        Claim(
            "There a model was trained with its window.",
            Sourced("https://arxiv.org/abs/2310.06825", "section 2: sliding window"),
        ),
        Claim(
            "keys and values come one token at a time, and must be stored as they come",
            Derived("A decoder makes one key and one value a step: chapter 12."),
        ),
        Claim(
            "From the first it learns which *blocks* it can leave out",
            Sourced("https://arxiv.org/abs/2412.05496", "on block sparsity: BlockMask"),
        ),
        Claim(
            "its key stands at place 0 and is not turned at all",
            Derived("A turn by an angle of 0 is the identity."),
        ),
        Claim(
            "the first request's next token overwrites it",
            Derived("Both tables name one block, and both next tokens its second place."),
        ),
        Claim(
            "What the delta rule is sure of is the last thing written",
            Derived("beta = 1, |k| = 1: k S_t = k S + (v - k S) = v, whatever was there."),
        ),
        Claim(
            "In the values that is much weaker",
            Measured('assert np.mean(np.array(times["values"]) > 3) < 0.6'),
        ),
        Claim(
            "Grouped as it suits them, two bits cost less than one nat in the keys",
            Measured('assert keys["tokens", 2].max() < 1'),
        ),
        Claim(
            "Without the table each mask would need a kernel of its own.",
            Sourced(
                "https://arxiv.org/abs/2412.05496",
                "section 1: what a kernel for each mask costs",
            ),
        ),
        Claim("| pages | as before, each prefix once | exact |", SHARED),
        Claim(
            "stretch those, and leave the fast ones alone",
            Controlled(fast_pairs, slow=True),
        ),
        Claim(
            "This model gives the first token much of its weight, whatever it says.",
            Measured(
                "assert moved[..., 0].mean() > 0.3 and moved[..., 2].mean() < 0.03",
                at="chapters/15-inside-a-model.md",
            ),
        ),
        Claim("Requests that begin alike can share pages, until one writes.", SHARED),
        Claim(
            "Keys want a scale for each feature.", Controlled(keys_by_feature, slow=True)
        ),
        Claim(
            "A chunk of it is a triangular system.",
            Measured('print("as token by token:"', prints="as token by token: True True"),
        ),
    ],
    "chapters/19-writing-faster.md": [
        Claim("and guess that it goes on as it did then", MEANING),
        Claim(
            "and expectations add up",
            Derived("Token i of the draft stands with probability a^i."),
        ),
        Claim(
            "greedily written, they are equal to the last token",
            Measured("assert plain == written and len(plain) - len(ids) == 40"),
        ),
        Claim(
            "A pass that loads all weights for one token can read some more",
            Measured(
                "assert at_best(256) == at_best(1) and at_best(512) > 1.7 * at_best(1)"
            ),
        ),
        Claim(
            "it stands up to the first token that differs",
            Derived("Row i is about the right text if the i tokens before it are right."),
        ),
        Claim(
            "It pays where that is more than $1 + k c$, what it costs.",
            Derived("E tokens for 1 + k c passes: E / (1 + k c) > 1."),
        ),
        Claim(
            "and counts can show when they are not",
            Controlled(other_models_and_drafts),
        ),
    ],
}

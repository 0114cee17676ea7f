"""What goes wrong in a decoder block, each as a change of the reference.

A mask gets lost or turned, memory is normalised once more, or memory is never asked.
"""

from autograder import Misconception, change
from solutions.ch09_transformer_block._mistakes import NO_SUPER

CROSS_FIRST = (
    "Your cross-attention comes before the self-attention. A token first looks at what has "
    "been written, and then asks memory with that in mind."
)
TO_ITSELF = (
    "Your cross-attention is given x in the place of memory, so the decoder hears nothing "
    "of the encoder."
)

MISTAKES = (
    NO_SUPER,
    Misconception(
        "self-not-added",
        "The result of the self-attention replaces the tokens. Add it to them, "
        "x + self_attention(...): a token that finds nothing should stay what it is.",
        change("x + self.self_attention", "self.self_attention"),
    ),
    Misconception(
        "feed-forward-not-added",
        "The result of the feed-forward layer replaces the tokens. Add it to them, as "
        "you did with the attentions.",
        change("x + self.feed_forward", "self.feed_forward"),
    ),
    Misconception(
        "masks-swapped",
        "The two masks have changed places: the self-attention gets memory_mask and "
        "the cross-attention causal_mask. One is about memory, the other about the "
        "tokens being written.",
        change("self.norm1(x), causal_mask", "self.norm1(x), memory_mask")
        + change("memory, memory_mask)", "memory, causal_mask)"),
    ),
    Misconception(
        "own-causal-mask",
        "Your self-attention uses a triangle of its own and not the mask that it is "
        "given. The caller may block more than the future, padding for one: hand "
        "causal_mask on.",
        change(
            "        x = x + self.self_attention",
            "        causal_mask = torch.ones(x.shape[1], x.shape[1]).tril().bool()\n"
            "        x = x + self.self_attention",
        ),
    ),
    Misconception(
        "memory-detached",
        "Your output is right, but memory has no gradient: it was detached, or made "
        "under no_grad(). The encoder learns through this gradient and nothing else.",
        change("memory, memory_mask)", "memory.detach(), memory_mask)"),
        alone=True,
    ),
    Misconception(
        "norm2-twice",
        "You use norm2 for the feed-forward layer as well, and norm3 never learns. The "
        "tokens have changed in between: each part has a norm of its own.",
        change("self.norm3(x)", "self.norm2(x)"),
    ),
    Misconception(
        "norm1-for-all",
        "You use norm1 for all three parts, and the other two never learn. The tokens "
        "change in between: each part has a norm of its own.",
        change("self.norm2(x)", "self.norm1(x)") + change("self.norm3(x)", "self.norm1(x)"),
    ),
    Misconception(
        "cross-added-to-the-input",
        "You add the cross-attention's result to the block's input, so what the "
        "self-attention found is read by the cross-attention and then lost. Add it to the "
        "tokens that the self-attention has already added to.",
        change("x = x + self.self_attention", "own = x + self.self_attention")
        + change("self.norm2(x)", "self.norm2(own)"),
    ),
    Misconception(
        "feed-forward-added-to-the-input",
        "You add the feed-forward's result to the block's input, so what both attentions "
        "found is read by that layer and then lost. Add it to the tokens that they have "
        "already added to.",
        change("x = x + self.self_attention", "attended = x + self.self_attention")
        + change("self.norm2(x)", "self.norm2(attended)")
        + change(
            "x = x + self.cross_attention", "attended = attended + self.cross_attention"
        )
        + change("self.norm3(x)", "self.norm3(attended)"),
    ),
    Misconception(
        "parallel",
        "Both of your attentions read the same tokens. The cross-attention comes after "
        "the self-attention and reads what that has added.",
        change("x = x + self.self_attention", "own = self.self_attention")
        + change("x + self.cross_attention", "x + own + self.cross_attention"),
    ),
    Misconception(
        "normed-first",
        "You keep the tokens that norm1 gave and add to those. The norm is for the "
        "part's eyes only: what is added to must be x as it came in.",
        change(
            "x = x + self.self_attention(self.norm1(x)",
            "x = self.norm1(x)\n        x = x + self.self_attention(x",
        ),
    ),
    Misconception(
        "cross-before-self",
        CROSS_FIRST,
        change(
            "self.self_attention(self.norm1(x), causal_mask)",
            "self.cross_attention(self.norm2(x), memory, memory_mask)",
        )
        + change(
            "self.cross_attention(self.norm2(x), memory, memory_mask)",
            "self.self_attention(self.norm1(x), causal_mask)",
        ),
    ),
    Misconception(
        "attends-to-x", TO_ITSELF, change("memory, memory_mask)", "x, causal_mask)")
    ),
    Misconception(
        "post-norm",
        "This is a post-norm block: you normalise after adding. Here each of the three "
        "parts reads through its norm, and its result is added to the tokens as they "
        "were.",
        change("self.norm1(x), causal_mask)", "x, causal_mask)\n        x = self.norm1(x)")
        + change("self.cross_attention(self.norm2(x)", "self.cross_attention(x")
        + change("        return x + ", "        x = self.norm2(x)\n        x = x + ")
        + change("self.norm3(x))", "x)\n        return self.norm3(x)"),
    ),
    Misconception(
        "normed-stream",
        "You add to the normalised tokens. The norm is for the part's eyes only: what "
        "is added to must be x as it came in, or there is no straight way through.",
        change(
            "x = x + self.self_attention(self.norm1(x)",
            "x = self.norm1(x)\n        x = x + self.self_attention(x",
        )
        + change(
            "x = x + self.cross_attention(self.norm2(x)",
            "x = self.norm2(x)\n        x = x + self.cross_attention(x",
        )
        + change("        return x", "        x = self.norm3(x)\n        return x")
        + change("self.norm3(x)", "x"),
    ),
    Misconception(
        "causal-mask-ignored",
        "Your self-attention does not get the causal mask. Each token sees the ones "
        "after it, which in training are the answers.",
        change(
            "        x = x + self.self_attention",
            "        causal_mask = None\n        x = x + self.self_attention",
        ),
    ),
    Misconception(
        "causal-mask-turned",
        "Your causal mask is transposed: each token sees itself and the future, not "
        "the past. Rows are queries, so the lower triangle is open. Hand it on as it "
        "is.",
        change(
            "        x = x + self.self_attention",
            "        causal_mask = causal_mask.mT\n        x = x + self.self_attention",
        ),
    ),
    Misconception(
        "memory-mask-ignored",
        "Your cross-attention does not get memory_mask, so the decoder reads the "
        "encoder's padding.",
        change("memory, memory_mask)", "memory)"),
    ),
    Misconception(
        "memory-normed",
        "You send memory through norm2 as well. It is used as it is: norm2 belongs to "
        "the decoder's tokens, and a pre-norm encoder normalises its output once, at "
        "the very end.",
        change("memory, memory_mask)", "self.norm2(memory), memory_mask)"),
    ),
    Misconception(
        "cross-not-added",
        "The result of the cross-attention replaces the tokens. Add it to them: "
        "otherwise all that the decoder has written so far is gone.",
        change("x + self.cross_attention", "self.cross_attention"),
    ),
    Misconception(
        "cross-first",
        CROSS_FIRST,
        change(
            "self.self_attention(self.norm1(x), causal_mask)",
            "self.cross_attention(self.norm1(x), memory, memory_mask)",
        )
        + change(
            "self.cross_attention(self.norm2(x), memory, memory_mask)",
            "self.self_attention(self.norm2(x), causal_mask)",
        ),
    ),
    Misconception(
        "no-cross",
        "Your block never asks memory: norm2 and cross_attention take no part and "
        "never learn. It is the block of a language model, not of a translator.",
        change(
            "        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)\n", ""
        ),
    ),
    Misconception(
        "attends-to-itself",
        TO_ITSELF,
        change("memory, memory_mask)", "self.norm2(x), causal_mask)"),
    ),
    Misconception(
        "norm1-twice",
        "You use norm1 for the cross-attention as well, and norm2 never learns. The "
        "tokens have changed in between: each part has a norm of its own.",
        change("self.norm2(x)", "self.norm1(x)"),
    ),
)

"""What goes wrong in a cross-attention, each as a change of the reference.

The two sequences change places, wholly or in part; the mask lacks an axis for the
heads, which no shape shows when heads and sequences are as many.
"""

from autograder import Misconception, change
from solutions.ch09_transformer_block._mistakes import NO_SUPER

SPLIT_BY_VIEW = change(
    "        q =",
    "        def split_heads(t, heads):\n"
    "            return t.reshape(len(t), heads, t.shape[1], -1)\n\n"
    "        q =",
)
# attend merges the heads as it should: this takes them apart again.
MERGED_BY_VIEW = change(
    "memory_mask))",
    "memory_mask).unflatten(-1, (self.num_heads, -1))"
    ".transpose(1, 2).reshape(len(x), -1, x.shape[-1]))",
)

MISTAKES = (
    NO_SUPER,
    Misconception(
        "queries-from-memory",
        "Your queries come from memory. The tokens of x are the ones that ask, so "
        "queries are made from x, and there is one context for each token of x.",
        change("self.query(x)", "self.query(memory)"),
    ),
    Misconception(
        "self-attention",
        "Your keys and values come from x: this is self-attention, and memory takes no "
        "part. An encoder behind it would get no gradient and learn nothing.",
        change("self.key(memory)", "self.key(x)")
        + change("self.value(memory)", "self.value(x)"),
    ),
    Misconception(
        "roles-swapped",
        "You have the two sequences swapped: queries from memory, keys and values from "
        "x. Who asks is x; who answers is memory.",
        change("self.query(x)", "self.query(memory)")
        + change("self.key(memory)", "self.key(x)")
        + change("self.value(memory)", "self.value(x)"),
    ),
    Misconception(
        "values-from-x",
        "Your values come from x. The weights say which tokens of memory count, so it "
        "is their values that must be mixed.",
        change("self.value(memory)", "self.value(x)"),
    ),
    Misconception(
        "keys-from-x",
        "Your keys come from x and your values from memory. A weight is then earned by "
        "one token and spent on another: keys and values belong together.",
        change("self.key(memory)", "self.key(x)"),
    ),
    Misconception(
        "split-by-view",
        "You split into heads with a single view or reshape to (batch, heads, n, "
        "head_dim). That deals the numbers out in another order and mixes tokens. "
        "Reshape to (batch, n, heads, head_dim) first, then swap n and heads.",
        SPLIT_BY_VIEW + MERGED_BY_VIEW,
    ),
    Misconception(
        "heads-mixed-by-the-split",
        "You split into heads with a single view or reshape to (batch, heads, n, "
        "head_dim), which mixes tokens. Reshape to (batch, n, heads, head_dim) first, "
        "then swap n and heads, as split_heads does.",
        SPLIT_BY_VIEW,
    ),
    Misconception(
        "heads-mixed-by-the-merge",
        "You merge with a reshape alone, so that one token gets the contexts of "
        "several. First context.transpose(1, 2), then reshape; attend does it.",
        MERGED_BY_VIEW,
    ),
    Misconception(
        "keys-from-query",
        "Your keys are made by self.query. Then self.key takes no part in the result: "
        "it has no gradient and never learns.",
        change("self.key(", "self.query("),
    ),
    Misconception(
        "one-head",
        "Your attention has a single head. Split queries, keys and values into "
        "num_heads parts. The parameters are the same in number and shape, so nothing "
        "else gives it away.",
        change("self.num_heads = num_heads", "self.num_heads = 1"),
    ),
    Misconception(
        "residual",
        "You add x to the result. The block does that, around this module; done here "
        "as well, x would be counted twice.",
        change("memory_mask))", "memory_mask)) + x"),
    ),
    Misconception(
        "scaled-by-d-model",
        "You divide by the root of d_model. The vectors that meet are those of one "
        "head, so it is the root of d_model / num_heads.",
        change("attend(q, ", "attend(q / self.num_heads**0.5, "),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by the root of the head's width, so the weights "
        "come out too sharp.",
        change("attend(q, ", "attend(q * q.shape[-1] ** 0.5, "),
    ),
    Misconception(
        "mask-ignored",
        "You do not use memory_mask, so the tokens of x attend to the padding of memory.",
        change("v, memory_mask)", "v)"),
    ),
    Misconception(
        "mask-inverted",
        "Your mask is the wrong way round: True means may attend. Block where it is False.",
        change("v, memory_mask)", "v, None if memory_mask is None else ~memory_mask)"),
    ),
    Misconception(
        "minus-1e9",
        "You put a large negative number where -inf belongs. A token with nothing open "
        "then spreads its attention over the very tokens that are blocked. Its context "
        "should be zeros, as attend has it.",
        change(
            "return self.fc_out(attend(q, k, v, memory_mask))",
            "scores = q @ k.mT / q.shape[-1] ** 0.5\n"
            "        if memory_mask is not None:\n"
            "            scores = scores.masked_fill(~memory_mask.unsqueeze(-3), -1e9)\n"
            "        context = torch.softmax(scores, dim=-1) @ v\n"
            "        return self.fc_out(context.transpose(1, 2).flatten(2))",
        ),
    ),
    Misconception(
        "nan-rows",
        "A token with nothing open gives nan: all its scores are -inf. Set the weights "
        "to 0 wherever the mask blocks, after the softmax, as attend does.",
        change(
            "return self.fc_out(attend(q, k, v, memory_mask))",
            "scores = q @ k.mT / q.shape[-1] ** 0.5\n"
            "        if memory_mask is not None:\n"
            "            blocked = ~memory_mask.unsqueeze(-3)\n"
            "            scores = scores.masked_fill(blocked, -torch.inf)\n"
            "        context = torch.softmax(scores, dim=-1) @ v\n"
            "        return self.fc_out(context.transpose(1, 2).flatten(2))",
        ),
    ),
    Misconception(
        "mask-without-head-axis",
        "Your mask has no axis for the heads, so it lines up with the wrong axes of "
        "the scores (batch, heads, n, m). It stops with an error, or, when there are "
        "as many heads as sequences, gives head 2 the padding of sequence 2. "
        "memory_mask.unsqueeze(-3) puts the axis in, and attend does that for you.",
        change(
            "return self.fc_out(attend(q, k, v, memory_mask))",
            "scores = q @ k.mT / q.shape[-1] ** 0.5\n"
            "        if memory_mask is not None:\n"
            "            scores = scores.masked_fill(~memory_mask, -torch.inf)\n"
            "        context = torch.softmax(scores, dim=-1).nan_to_num(0.0) @ v\n"
            "        return self.fc_out(context.transpose(1, 2).flatten(2))",
        ),
    ),
    Misconception(
        "not-projected",
        "You return the merged heads as they are. fc_out comes last; without it this "
        "layer leaves the heads' findings side by side, and fc_out never learns.",
        change("self.fc_out(attend(", "(attend("),
    ),
    Misconception(
        "memory-detached",
        "Your memory has no gradient: it was detached (or made "
        "under no_grad()). The encoder learns through this gradient and nothing else.",
        change("        q =", "        memory = memory.detach()\n        q ="),
    ),
)

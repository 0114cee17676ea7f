"""What goes wrong in multi-head attention as a module of PyTorch.

Beside the mistakes of the NumPy version: a num_heads that does not fit, and a view.
"""

from autograder import Misconception, change

CHECK = """\
        if num_heads < 1 or embed_size % num_heads:
            raise ValueError(f"{embed_size} features cannot make {num_heads} equal heads")
"""

MISTAKES = (
    Misconception(
        "heads-mixed-by-the-split",
        "You split with a view or reshape straight to (batch, heads, n, head_dim), so "
        "each head attends among pieces of different tokens. View as (batch, n, heads, "
        "head_dim), then transpose(1, 2).",
        change(
            ".view(batch, n, self.num_heads, -1).transpose(1, 2)",
            ".view(batch, self.num_heads, n, -1)",
        ),
    ),
    Misconception(
        "features-dealt-out",
        "Your head 0 gets every num_heads-th feature: 0, num_heads, 2 * num_heads, ... "
        "A head has neighbouring features: "
        "view(batch, n, num_heads, -1).",
        change(
            "view(batch, n, self.num_heads, -1).transpose(1, 2)",
            "view(batch, n, -1, self.num_heads).movedim(-1, 1)",
        )
        + change("context.transpose(1, 2)", "context.movedim(1, -1)"),
    ),
    Misconception(
        "heads-mixed-by-the-merge",
        "You merge with a reshape alone, so that one token gets the contexts of "
        "several. First context.transpose(1, 2), then reshape.",
        change("context.transpose(1, 2).reshape", "context.reshape"),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by the square root of the width of a head, so "
        "the weights come out too sharp.",
        change(" / q.shape[-1] ** 0.5", ""),
    ),
    Misconception(
        "scaled-by-embed-size",
        "You divide by the square root of embed_size. A head's queries have only "
        "embed_size // num_heads features: q.shape[-1] after the split. Many published "
        "programs have this; the weights come out too even.",
        change("/ q.shape[-1]", "/ embed_size"),
    ),
    Misconception(
        "softmax-over-queries",
        "Your softmax runs over the queries. Scores are (batch, heads, queries, keys): "
        "take it over the keys, dim=-1.",
        change("dim=-1", "dim=2"),
    ),
    Misconception(
        "softmax-over-heads",
        "Your softmax runs over the heads, dim=1, so that the heads compete for each "
        "pair of tokens. Take it over the keys, dim=-1: heads are free of each other.",
        change("dim=-1", "dim=1"),
    ),
    Misconception(
        "no-output-projection",
        "You return the merged heads and never use fc_out, so it has no gradient and "
        "the heads do not meet in this layer. The last step is self.fc_out(merged).",
        change("self.fc_out(merged)", "merged"),
    ),
    Misconception(
        "weights-detached",
        "Your query and key have no gradient: something between "
        "them and the output (detach(), no_grad(), .numpy(), torch.tensor(...)) cuts "
        "the graph. They would keep their random start.",
        change("torch.softmax(scores, dim=-1)", "torch.softmax(scores, dim=-1).detach()"),
    ),
    Misconception(
        "keys-from-query",
        "Your keys are made by self.query. Then self.key takes no part in the result: "
        "it has no gradient and never learns.",
        change(
            "(self.query, self.key, self.value)", "(self.query, self.query, self.value)"
        ),
    ),
    Misconception(
        "any-num-heads",
        "MultiHeadSelfAttention(10, 3) should raise a ValueError at once: 10 features do "
        "not make 3 equal heads. Raise it in __init__, where the mistake is made, and "
        "not in forward.",
        change(CHECK, ""),
    ),
    Misconception(
        "any-num-heads-but-0",
        "MultiHeadSelfAttention(10, 3) should raise a ValueError at once: 10 features do "
        "not make 3 equal heads, and 10 // 3 drops the rest without an error. Raise it "
        "in __init__ when embed_size % num_heads is not 0, and for 0 heads too.",
        change(CHECK, "        self.head_dim = embed_size // num_heads\n"),
    ),
    Misconception(
        "zero-heads",
        "With num_heads = 0 your own check divides by zero, and the caller gets a "
        "ZeroDivisionError that does not mention heads. Test num_heads < 1 first, and "
        "raise the ValueError there too.",
        change("num_heads < 1 or embed_size", "embed_size"),
    ),
    Misconception(
        "no-super",
        "super().__init__() is missing. nn.Module keeps its list of layers there, so "
        "it has to run before the first layer is assigned to self.",
        change("        super().__init__()\n", ""),
    ),
    Misconception(
        "no-bias",
        "Your linear layers have no bias. The task asks for nn.Linear as it is, with "
        "bias=True.",
        change(
            "self.query = nn.Linear(embed_size, embed_size",
            "self.query = nn.Linear(embed_size, embed_size, bias=False",
        )
        + change(
            "self.key = nn.Linear(embed_size, embed_size",
            "self.key = nn.Linear(embed_size, embed_size, bias=False",
        )
        + change(
            "self.value = nn.Linear(embed_size, embed_size",
            "self.value = nn.Linear(embed_size, embed_size, bias=False",
        )
        + change(
            "self.fc_out = nn.Linear(embed_size, embed_size",
            "self.fc_out = nn.Linear(embed_size, embed_size, bias=False",
        ),
    ),
    Misconception(
        "causal",
        "Your tokens see only what came before them. No mask is asked for here: every "
        "token may attend to every token.",
        change(
            "        context =",
            "        past = torch.ones(n, n, dtype=torch.bool).tril()\n"
            "        scores = scores.masked_fill(~past, -torch.inf)\n"
            "        context =",
        ),
    ),
    Misconception(
        "softmax-twice",
        "You take the softmax twice; the second draws the weights together. One "
        "softmax turns scores into weights.",
        change("torch.softmax(scores", "torch.softmax(torch.softmax(scores, dim=-1)"),
    ),
    Misconception(
        "not-transposed",
        "You multiply q by k as it is. Both are (..., n, head_dim), so the keys have "
        "to be transposed: k.mT, or k.transpose(-2, -1). Where it gives no error, n "
        "and head_dim happen to be equal.",
        change("q @ k.mT", "q @ k"),
    ),
    Misconception(
        "residual",
        "You add the input to the output. That belongs to the block around attention "
        "(chapter 09); this module returns what was gathered.",
        change("return self.fc_out", "return x + self.fc_out"),
    ),
    Misconception(
        "assert",
        "You check num_heads with assert, which raises AssertionError, and nothing at "
        "all when Python runs with -O. For a wrong argument raise ValueError.",
        change(CHECK, "        assert embed_size % num_heads == 0\n"),
    ),
    Misconception(
        "view-after-transpose",
        "view needs the numbers to lie in memory in its own order, and after "
        "transpose(1, 2) they do not. Use reshape, which copies where it must, or "
        ".contiguous().view(...).",
        change("reshape(batch, n, embed_size)", "view(batch, n, embed_size)"),
    ),
    # Any other set of parameters ends here too, so the words are general.
    Misconception(
        "other-parameters",
        "Four nn.Linear(embed_size, embed_size) are asked for, with their biases, "
        "called query, key, value and fc_out. The first three make all heads' queries, "
        "keys and values from the whole token; what is split is their results.",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("embed_size must be a multiple of num_heads")
                self.num_heads, width = num_heads, embed_size // num_heads
                linears = (nn.Linear(width, width) for _ in range(3))
                self.query, self.key, self.value = linears
                self.fc_out = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                parts = x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
                q, k, v = self.query(parts), self.key(parts), self.value(parts)
                context = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1) @ v
                return self.fc_out(context.transpose(1, 2).flatten(2))
        """,
    ),
    Misconception(
        "two-results",
        "You return more than one result. A module that is to be stacked returns one "
        "tensor, shaped like its input.",
        change("self.fc_out(merged)", "self.fc_out(merged), None"),
    ),
)

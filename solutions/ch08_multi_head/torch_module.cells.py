# %% mistake: heads-mixed-by-the-split
# Your heads are those of a view or reshape straight to (batch, heads, n, head_dim), which
# mixes tokens. View as (batch, n, heads, head_dim), then transpose(1, 2).
# .view(batch, n, self.num_heads, -1).transpose(1, 2) => .view(batch, self.num_heads, n, -1)
# %% mistake: features-dealt-out
# Your head 0 gets every num_heads-th feature: 0, num_heads, 2 * num_heads, ... A head
# should have neighbouring features: view(batch, n, num_heads, -1).
# - view(batch, n, self.num_heads, -1).transpose(1, 2)
# + view(batch, n, -1, self.num_heads).movedim(-1, 1)
# context.transpose(1, 2) => context.movedim(1, -1)
# %% mistake: heads-mixed-by-the-merge
# Your merge is that of a reshape alone, so that one token gets the contexts of several.
# First transpose(1, 2), then reshape.
# context.transpose(1, 2).reshape => context.reshape
# %% mistake: unscaled
# Your weights are those of scores not divided by the square root of the width of a head,
# so they come out too sharp.
# mT / q.shape[-1] ** 0.5 => mT
# %% mistake: scaled-by-embed-size
# Your scores are divided by the square root of embed_size. A head's queries have only
# embed_size // num_heads features. Many published programs have this; the weights come out
# too even.
# / q.shape[-1] => / embed_size
# %% mistake: softmax-over-queries
# Your softmax runs over the queries. For each query the weights should sum to one over the
# keys: in scores of (batch, heads, queries, keys) that is dim=-1.
# dim=-1 => dim=2
# %% mistake: softmax-over-heads
# Your softmax runs over the heads, so that the heads compete for each pair of tokens. Take
# it over the keys, dim=-1 in scores of (batch, heads, n, n): heads are free of each other.
# dim=-1 => dim=1
# %% mistake: no-output-projection
# Your result is the merged heads. fc_out takes no part in it, so it has no gradient and the
# heads do not meet in this layer. fc_out should come last.
# self.fc_out(merged) => merged
# %% mistake: weights-detached
# Your query and key have no gradient: something between them and the output (detach(),
# no_grad(), .numpy(), torch.tensor(...)) cuts the graph. So both would keep their random
# start.
# torch.softmax(scores, dim=-1) => torch.softmax(scores, dim=-1).detach()
# %% mistake: keys-from-query
# You compare the queries with one another. self.key takes no part in the result, so it
# has no gradient and never learns.
# (self.query, self.key, self.value) => (self.query, self.query, self.value)
# %% mistake: any-num-heads
# MultiHeadSelfAttention(10, 3) should raise a ValueError at once: 10 features do not make 3
# equal heads. Raise the error in __init__ and not in forward.
# -         if num_heads < 1 or embed_size % num_heads:
# -             raise ValueError(f"{embed_size} features cannot make {num_heads} equal heads")
# -
# %% mistake: any-num-heads-but-0
# MultiHeadSelfAttention(10, 3) should raise a ValueError at once: 10 features do not make 3
# equal heads. Raise the error in __init__ when embed_size % num_heads is not 0, and for 0
# heads too.
# -         if num_heads < 1 or embed_size % num_heads:
# -             raise ValueError(f"{embed_size} features cannot make {num_heads} equal heads")
# -
# +         self.head_dim = embed_size // num_heads
# +
# %% mistake: zero-heads
# With num_heads = 0 your code divides by zero, and the caller gets a ZeroDivisionError that
# does not mention heads. Test num_heads < 1 first, and raise the ValueError there too.
# num_heads < 1 or embed_size => embed_size
# %% mistake: no-super
# super().__init__() is missing, or comes too late. nn.Module keeps its list of layers
# there, so it has to run before the first layer is assigned to self.
# -         super().__init__()
# -
# %% mistake: no-bias
# Your linear layers have no bias. The task asks for nn.Linear as it is, with bias=True.
# - self.query = nn.Linear(embed_size, embed_size
# + self.query = nn.Linear(embed_size, embed_size, bias=False
# - self.key = nn.Linear(embed_size, embed_size
# + self.key = nn.Linear(embed_size, embed_size, bias=False
# - self.value = nn.Linear(embed_size, embed_size
# + self.value = nn.Linear(embed_size, embed_size, bias=False
# - self.fc_out = nn.Linear(embed_size, embed_size
# + self.fc_out = nn.Linear(embed_size, embed_size, bias=False
# %% mistake: causal
# Your tokens see only themselves and what came before. No mask is asked for here: every
# token may attend to every token.
# -         context = torch.softmax(scores, dim=-1) @ v
# +         past = torch.ones(n, n, dtype=torch.bool).tril()
# +         scores = scores.masked_fill(~past, -torch.inf)
# +         context = torch.softmax(scores, dim=-1) @ v
# %% mistake: softmax-twice
# You take the softmax twice; the second draws the weights together. One softmax turns
# scores into weights.
# torch.softmax(scores => torch.softmax(torch.softmax(scores, dim=-1)
# %% mistake: not-transposed
# The sizes that meet do not fit, as where the queries meet the keys as they are. Both are
# (..., n, head_dim), so the keys have to be transposed, with .mT or .transpose(-2, -1).
# q @ k.mT => q @ k
# %% mistake: residual
# You add the input to the output. That belongs to the block around attention (chapter 09);
# this module returns what was gathered.
# return self.fc_out => return x + self.fc_out
# %% mistake: assert
# You raise AssertionError, as assert does, and assert does nothing when Python runs with
# -O. For a wrong argument raise ValueError.
# -         if num_heads < 1 or embed_size % num_heads:
# -             raise ValueError(f"{embed_size} features cannot make {num_heads} equal heads")
# -
# +         assert embed_size % num_heads == 0
# +
# %% mistake: view-after-transpose
# Your code fails, as where view comes after transpose(1, 2): view needs the numbers to lie
# in memory in its own order. Use .reshape(batch, n, embed_size), which copies where it
# must, or .contiguous().view(...).
# reshape(batch, n, embed_size) => view(batch, n, embed_size)
# %% mistake: other-parameters
# Four nn.Linear(embed_size, embed_size) are asked for, with their biases, called query,
# key, value and fc_out. The first three make all heads' queries, keys and values from the
# whole token; what is split is their results.
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
# %% mistake: two-results
# You return more than one result. A module that is to be stacked returns one tensor, shaped
# like its input.
# self.fc_out(merged) => self.fc_out(merged), None
# %% mistake: features-alternate
# The features of your heads alternate after the merge. A head's features should stand side
# by side: transpose(1, 2), then reshape; or torch.cat along the last axis.
# context.transpose(1, 2) => context.permute(0, 2, 3, 1)
# %% mistake: scaled-by-heads
# Your scores are divided by the square root of the number of heads. What counts is the
# width of one head, embed_size // num_heads.
# / q.shape[-1] => / self.num_heads
# %% mistake: heads-attend-to-heads
# Within each token your heads attend to one another, and no token to another one. Bring the
# heads before the tokens first: transpose(1, 2), and back before you join them.
# self.num_heads, -1).transpose(1, 2) => self.num_heads, -1)
# context.transpose(1, 2).reshape => context.reshape
# %% mistake: reshaped-both-ways
# Your heads are split and merged by a reshape alone, which mixes tokens and features. Split
# with view(batch, n, heads, head_dim) and transpose(1, 2); merge with transpose(1, 2), then
# reshape.
# .view(batch, n, self.num_heads, -1).transpose(1, 2) => .view(batch, self.num_heads, n, -1)
# context.transpose(1, 2).reshape => context.reshape

# %% right: unflatten and transpose
# the short way
class MultiHeadSelfAttention(nn.Module):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        if num_heads < 1 or embed_size % num_heads:
            raise ValueError(f"{num_heads} heads do not divide {embed_size}")
        self.num_heads = num_heads
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.fc_out = nn.Linear(embed_size, embed_size)

    def forward(self, x):
        q, k, v = (
            linear(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for linear in (self.query, self.key, self.value)
        )
        weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
        return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
# wrong, scaled-by-embed-size: q.shape[-1] => x.shape[-1]
# wrong, weights-detached: , dim=-1) => , dim=-1).detach()
# wrong, residual: return self.fc_out( => return x + self.fc_out(
# wrong, softmax-over-heads: , dim=-1) => , dim=1)
# %% wrong, no-super: super().__init__() forgotten
# -         super().__init__()
# -         if num_heads < 1 or embed_size % num_heads:
# +         if num_heads < 1 or embed_size % num_heads:
# %% wrong, any-num-heads-but-0: no ValueError
# - if num_heads < 1 or embed_size % num_heads:
# -             raise ValueError(f"{num_heads} heads do not divide {embed_size}")
# + self.head_dim = embed_size // num_heads
# q.shape[-1] => self.head_dim
# %% wrong, assert: an assert
# -         if num_heads < 1 or embed_size % num_heads:
# -             raise ValueError(f"{num_heads} heads do not divide {embed_size}")
# +         assert embed_size % num_heads == 0, "not a multiple"
# %% wrong, zero-heads: num_heads of 0
# num_heads < 1 or embed_size % num_heads: => embed_size % num_heads != 0:
# %% wrong, reshaped-both-ways: split by view
# - unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
# + view(len(x), self.num_heads, x.shape[1], -1)
# (weights @ v).transpose(1, 2).flatten(2) => (weights @ v).reshape(x.shape)
# %% wrong, heads-mixed-by-the-merge: heads not transposed back
# (weights @ v).transpose(1, 2).flatten(2) => (weights @ v).reshape(x.shape)
# %% wrong: dropout left on
# dropout_p without self.training drops in evaluation too
# - weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
# + context = F.scaled_dot_product_attention(q, k, v, dropout_p=0.1)
# (weights @ v) => context
# %% wrong, causal: causal
# - weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1
# + context = F.scaled_dot_product_attention(q, k, v, is_causal=True
# (weights @ v) => context
# %% wrong, no-output-projection: fc_out made and forgotten
# - self.fc_out((weights @ v).transpose(1, 2).flatten(2))
# + (weights @ v).transpose(1, 2).flatten(2)
# %% wrong, features-dealt-out: heads take every num_heads-th feature
# - (self.num_heads, -1)).transpose(1, 2)
# + (-1, self.num_heads)).permute(0, 3, 1, 2)
# (weights @ v).transpose(1, 2).flatten(2) => (weights @ v).permute(0, 2, 3, 1).flatten(2)

# %% right: a class that only inherits
# all of it stands in a base class
class _SelfAttention(nn.Module):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        if num_heads <= 0 or embed_size % num_heads != 0:
            raise ValueError("num_heads must divide embed_size")
        self.heads = num_heads
        for name in ("query", "key", "value", "fc_out"):
            setattr(self, name, nn.Linear(embed_size, embed_size))

    def forward(self, x):
        b, n, d = x.size()
        q = self.query(x).view(b, n, self.heads, -1).permute(0, 2, 1, 3)
        k = self.key(x).view(b, n, self.heads, -1).permute(0, 2, 1, 3)
        v = self.value(x).view(b, n, self.heads, -1).permute(0, 2, 1, 3)
        weights = (q @ k.transpose(-2, -1) * (d // self.heads) ** -0.5).softmax(-1)
        return self.fc_out((weights @ v).permute(0, 2, 1, 3).reshape(b, n, d))


class MultiHeadSelfAttention(_SelfAttention):
    pass

# %% right: scaled_dot_product_attention and a dropout that is off
# F's own function; dropout is there and off in evaluation
class MultiHeadSelfAttention(nn.Module):
    def __init__(self, embed_size, num_heads, dropout=0.1):
        super().__init__()
        if num_heads < 1 or embed_size % num_heads:
            raise ValueError("embed_size must be a multiple of num_heads")
        self.num_heads, self.p = num_heads, dropout
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.fc_out = nn.Linear(embed_size, embed_size)

    def split(self, x):
        return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

    def forward(self, x):
        q, k, v = map(self.split, (self.query(x), self.key(x), self.value(x)))
        p = self.p if self.training else 0.0
        context = F.scaled_dot_product_attention(q, k, v, dropout_p=p)
        return self.fc_out(context.transpose(1, 2).flatten(2))

# %% right: einsum and helper linears
# helpers named linears and mean, which the chapter binds again below
def linears(module, embed_size):
    for name in ["query", "key", "value", "fc_out"]:
        module.add_module(name, nn.Linear(embed_size, embed_size))


def mean(weights, v):
    return torch.einsum("bhij,bjhw->bihw", weights, v)


class MultiHeadSelfAttention(nn.Module):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        if num_heads == 0 or embed_size % num_heads > 0:
            raise ValueError("no such number of heads")
        self.n = num_heads
        linears(self, embed_size)

    def forward(self, x):
        layers = self.query, self.key, self.value
        q, k, v = (f(x).unflatten(-1, (self.n, -1)) for f in layers)
        scores = torch.einsum("bihw,bjhw->bhij", q, k) / q.size(-1) ** 0.5
        return self.fc_out(mean(scores.softmax(dim=-1), v).flatten(2))
# wrong, no-bias: (embed_size, embed_size) => (embed_size, embed_size, bias=False)

# %% wrong: PyTorch's module, batch_first missing
# it takes sequences for tokens; its parameters are others, too
class MultiHeadSelfAttention(nn.Module):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        if num_heads < 1 or embed_size % num_heads:
            raise ValueError("num_heads must divide embed_size")
        self.attention = nn.MultiheadAttention(embed_size, num_heads)

    def forward(self, x):
        return self.attention(x, x, x)[0]

# %% same
# A swap of two axes does not hang on which is named first.
# -1).transpose(1, 2) => -1).transpose(2, 1)
# context.transpose(1, 2) => context.transpose(2, 1)

# %% hint: a small batch; a num_heads that does not fit; no heads
# `__init__` should check `num_heads`, make the four layers and remember `num_heads`;
# `forward` should do what `multi_head_attention` does.
# %% hint: a small batch; any sizes
# To split: `self.query(x).view(batch, n, self.num_heads, -1).transpose(1, 2)`. The -1 lets
# PyTorch work out the width of a head.
# %% hint
# To merge, undo the two moves in the opposite order. After a `transpose` the numbers are
# out of order in memory: `view` stops there, `reshape` copies.

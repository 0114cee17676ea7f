# %% mistake: no-super
# super().__init__() is missing, or comes too late. nn.Module keeps its list of layers
# there, so it has to run before the first layer is assigned to self.
# -         super().__init__()
# -
# %% mistake: post-norm
# This is a post-norm block: you normalise after adding. It was the original way; here each
# part should read the tokens through its norm, and its result be added to the tokens
# without one: x + attention(norm1(x)).
# - self.norm1(x), mask
# + x, mask)
# +         x = self.norm1(x
# return => x =
# - self.norm2(x)
# + x)
# +         return self.norm2(x
# %% mistake: normed-stream
# You add to the normalised tokens. The norm is for what a part reads: its result should be
# added to the tokens without a norm, or there is no straight way through the block.
# - x + self.attention(self.norm1(x)
# + self.norm1(x)
# +         x = x + self.attention(x
# - return
# + x = self.norm2(x)
# +         return
# self.norm2(x) => x
# %% mistake: second-added-to-normed
# You add the feed-forward's result to what norm2 gave. Add it to the tokens as the
# attention left them.
# - return x + self.feed_forward(self.norm2(x))
# + x = self.norm2(x)
# +         return x + self.feed_forward(x)
# %% mistake: no-norm
# Neither part of yours reads through its norm, so norm1 and norm2 never learn.
# self.norm1(x) => x && self.norm2(x) => x
# %% mistake: attention-not-added
# The result of the attention replaces the tokens. Add it to them, x + attention(...): a
# token that finds nothing should stay what it is.
# x + self.attention( => self.attention(
# %% mistake: feed-forward-not-added
# The result of the feed-forward layer replaces the tokens. Add it to them: x +
# feed_forward(...).
# x + self.feed_forward( => self.feed_forward(
# %% mistake: skips-both
# You add the feed-forward's result to the block's input, so what the attention found
# reaches the output only through the feed-forward layer. Add it to the tokens that the
# attention has already added to.
# x = x + self.attention => attended = x + self.attention
# self.norm2(x) => self.norm2(attended)
# %% mistake: parallel
# Your feed-forward layer reads the block's input, next to the attention and not after it.
# Some large models do that for speed; here it should read the tokens plus the attention.
# x = x + self.attention => attended = self.attention
# self.feed_forward( => attended + self.feed_forward(
# %% mistake: feed-forward-first
# Your feed-forward layer comes before the attention. A token should first gather, then work
# on what it has gathered.
# self.attention(self.norm1(x), mask) => self.feed_forward(self.norm1(x))
# self.feed_forward(self.norm2(x)) => self.attention(self.norm2(x), mask)
# %% mistake: feed-forward-before-attention
# Your feed-forward layer comes before the attention. A token should first gather, then work
# on what it has gathered.
# self.attention(self.norm1(x), mask) => self.feed_forward(self.norm2(x))
# self.feed_forward(self.norm2(x)) => self.attention(self.norm1(x), mask)
# %% mistake: first-norm-forgotten
# Your attention reads the tokens without a norm, and norm1 never learns. Each part should
# read through its own norm: attention(norm1(x)).
# self.norm1(x) => x
# %% mistake: second-norm-forgotten
# Your feed-forward layer reads the tokens without a norm, and norm2 never learns. Each part
# should read through its own norm: feed_forward(norm2(x)).
# self.norm2(x) => x
# %% mistake: norm-at-the-end
# You normalise what the block returns once more. The way through should be straight: the
# next block reads x as it is, through a norm of its own.
# - return x + self.feed_forward(self.norm2(x))
# + return self.norm2(x + self.feed_forward(self.norm2(x)))
# %% mistake: attention-detached
# Your output is right, but the attention has no gradient: it runs under no_grad(), or its
# result was detached. It would stay at its random start.
# self.attention(self.norm1(x), mask) => self.attention(self.norm1(x), mask).detach()
# %% mistake: one-norm-twice
# You use norm1 for both parts, and norm2 never learns. The tokens have changed in between:
# each part has a norm of its own.
# self.norm2(x) => self.norm1(x)
# %% mistake: mask-ignored
# The mask has no effect in yours, so tokens attend to padding, or to the future.
# -         x = x + self.attention(self.norm1(x), mask)
# +         mask = None
# +         x = x + self.attention(self.norm1(x), mask)
# %% mistake: mask-inverted
# Your mask is the wrong way round: True means may attend, so it goes to the attention as it
# is, without ~.
# -         x = x + self.attention(self.norm1(x), mask)
# +         mask = None if mask is None else ~mask
# +         x = x + self.attention(self.norm1(x), mask)
# %% mistake: one-head
# Your attention has a single head. Pass num_heads on: MultiHeadAttention(d_model,
# num_heads). The parameters are the same in number and shape, so nothing else gives it
# away.
# - self.attention = MultiHeadAttention(d_model, num_heads)
# + self.attention = MultiHeadAttention(d_model, 1)
# %% mistake: first-stream-normed
# You add what attention finds to the normalised tokens. The norm is for what the attention
# reads: its result should be added to the block's input.
# x = x + self.attention => x = self.norm1(x) + self.attention

# %% right: two lines
# the short way
class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask)
        return x + self.feed_forward(self.norm2(x))
# wrong, mask-ignored: self.attention(self.norm1(x), mask) => self.attention(self.norm1(x))
# wrong, no-super: super().__init__() => self.d_model = d_model
# %% right: sequence by sequence
# the attention sees one sequence at a time
# -         x = x + self.attention(self.norm1(x), mask)
# +         masks = [None] * len(x)
# +         if mask is not None:
# +             masks = mask.expand(len(x), x.shape[1], x.shape[1])[:, None]
# +         pairs = zip(self.norm1(x)[:, None], masks)
# +         x = x + torch.cat([self.attention(t, m) for t, m in pairs])
# %% wrong, post-norm: post-norm
# x + self.attention(self.norm1(x), mask) => self.norm1(x + self.attention(x, mask))
# x + self.feed_forward(self.norm2(x)) => self.norm2(x + self.feed_forward(x))
# %% wrong, mask-inverted: mask turned round
# self.norm1(x), mask) => self.norm1(x), None if mask is None else ~mask)
# %% wrong: dropout left on
# F.dropout drops in evaluation too
# self.feed_forward(self.norm2(x)) => F.dropout(self.feed_forward(self.norm2(x)), 0.1)
# %% wrong: x changed in place
# += changes the caller's tokens
# x = x + self.attention => x += self.attention
# %% wrong, attention-detached: no gradient
# -         x = x + self.attention(self.norm1(x), mask)
# +         with torch.no_grad():
# +             found = self.attention(self.norm1(x), mask)
# +         x = x + found
# %% wrong: nn.MultiheadAttention, batch_first missing
# PyTorch's module, which takes sequences for tokens
# MultiHeadAttention( => nn.MultiheadAttention(
# - x = x + self.attention(self.norm1(x), mask)
# + y = self.norm1(x)
# +         x = x + self.attention(y, y, y, attn_mask=mask)[0]

# %% right: a class that only inherits
# all of it stands in a base class
class Block(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, mask=None):
        for norm, part in (
            (self.norm1, lambda y: self.attention(y, mask)),
            (self.norm2, self.feed_forward),
        ):
            x = x + part(norm(x))
        return x


class EncoderBlock(Block):
    pass

# %% right: made in another order, with dropouts
# parameters go by name; dropout is off in evaluation
class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.1):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        residual = x
        x = self.norm1(x)
        x = self.attention(x, mask)
        x = residual + self.dropout(x)
        residual = x
        x = self.feed_forward(self.norm2(x))
        return residual + self.dropout(x)

# %% right: a helper called layer
# a name that the chapter binds in loops before and after
def layer(x, norm, part, *more):
    return torch.add(x, part(norm(x), *more))


class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        for number in (1, 2):
            setattr(self, f"norm{number}", nn.LayerNorm(d_model))
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, mask=None):
        x = layer(x, self.norm1, self.attention, mask)
        return layer(x, self.norm2, self.feed_forward)

# %% right: a norm of one's own
# a LayerNorm written out, with the same parameters
class Norm(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        spread = x.var(-1, keepdim=True, unbiased=False)
        return centred / torch.sqrt(spread + 1e-5) * self.weight + self.bias
# %%
class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1, self.norm2 = Norm(d_model), Norm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask=mask)
        return x + self.feed_forward(self.norm2(x))

# %% right: an attention of one's own
# the weights are reckoned by einsum
class Written(MultiHeadAttention):
    def forward(self, x, mask=None):
        parts = self.query(x), self.key(x), self.value(x)
        q, k, v = (part.unflatten(-1, (self.num_heads, -1)) for part in parts)
        scores = torch.einsum("bihd,bjhd->bhij", q, k) / q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask.unsqueeze(-3), -torch.inf)
        context = torch.einsum("bhij,bjhd->bihd", scores.softmax(-1), v)
        return self.fc_out(context.flatten(2))
# %%
class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.attention = Written(d_model, num_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask)
        return x + self.feed_forward(self.norm2(x))

# %% wrong: post-norm and second residual from x
# written from the text alone
class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, mask=None):
        h = self.norm1(x + self.attention(x, mask))
        return self.norm2(x + self.feed_forward(h))

# %% hint: a small batch
# Two parts, and each is used in the same way: read the tokens through a norm, do the work,
# add the result to the tokens.
# %% hint: a small batch; a causal mask
# The first part from the inside out: take `norm1` of `x`, give that to the attention with
# the mask, and add the result to `x`, as it was before the norm.
# %% hint
# The second part is the same with `norm2` and `feed_forward`, which takes no mask. Its `x`
# is the result of the first part.

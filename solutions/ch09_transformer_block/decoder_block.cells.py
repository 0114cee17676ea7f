# %% mistake: no-super
# super().__init__() is missing, or comes too late. nn.Module keeps its list of layers
# there, so it has to run before the first layer is assigned to self.
# -         super().__init__()
# -
# %% mistake: self-not-added
# The result of the self-attention replaces the tokens. Add it to them, x +
# self_attention(...): a token that finds nothing should stay what it is.
# x + self.self_attention => self.self_attention
# %% mistake: feed-forward-not-added
# The result of the feed-forward layer replaces the tokens. Add it to them: x +
# feed_forward(...).
# x + self.feed_forward => self.feed_forward
# %% mistake: masks-swapped
# The two masks have changed places: the self-attention gets memory_mask and the
# cross-attention causal_mask. One is about memory, the other about the tokens being
# written.
# self.norm1(x), causal_mask => self.norm1(x), memory_mask
# memory, memory_mask) => memory, causal_mask)
# %% mistake: own-causal-mask
# Your self-attention uses a triangle of its own and not the mask that it is given. The
# caller may block more than the future, padding for one: hand causal_mask on.
# -         x = x + self.self_attention(self.norm1(x), causal_mask)
# +         causal_mask = torch.ones(x.shape[1], x.shape[1]).tril().bool()
# +         x = x + self.self_attention(self.norm1(x), causal_mask)
# %% mistake: memory-detached
# Your output is right, but no gradient reaches memory, as where it is detached, copied or
# read under no_grad(). The encoder learns through this gradient and nothing else.
# memory, memory_mask) => memory.detach(), memory_mask)
# %% mistake: norm2-twice
# You use norm2 for the feed-forward layer as well, and norm3 never learns. The tokens have
# changed in between: each part has a norm of its own.
# self.norm3(x) => self.norm2(x)
# %% mistake: norm1-for-all
# You use norm1 for all three parts, and the other two never learn. The tokens change in
# between: each part has a norm of its own.
# self.norm2(x) => self.norm1(x) && self.norm3(x) => self.norm1(x)
# %% mistake: cross-added-to-the-input
# You add the cross-attention's result to the block's input, so what the self-attention
# found reaches the output only through the cross-attention. Add the result to the tokens
# that the self-attention has already added to.
# x = x + self.self_attention => own = x + self.self_attention
# self.norm2(x) => self.norm2(own)
# %% mistake: feed-forward-added-to-the-input
# You add the feed-forward's result to the block's input, so what both attentions found
# reaches the output only through that layer. Add the result to the tokens that both have
# already added to.
# x = x + self.self_attention => attended = x + self.self_attention
# self.norm2(x) => self.norm2(attended)
# x = x + self.cross_attention => attended = attended + self.cross_attention
# self.norm3(x) => self.norm3(attended)
# %% mistake: parallel
# Both of your attentions read the tokens as they came into the block. The cross-attention
# should come after the self-attention and read the sum, the tokens with what the self-
# attention has added to them.
# x = x + self.self_attention => own = self.self_attention
# x + self.cross_attention => x + own + self.cross_attention
# %% mistake: normed-first
# You add the attention to what norm1 gave. The norm is for what a part reads: the part's
# result should be added to the block's input.
# -         x = x + self.self_attention(self.norm1(x), causal_mask)
# +         x = self.norm1(x)
# +         x = x + self.self_attention(x, causal_mask)
# %% mistake: second-added-to-normed
# You add the cross-attention's result to what norm2 gave. Add it to the tokens as the
# self-attention left them, so keep these under a name of their own.
# -         x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
# +         x = self.norm2(x)
# +         x = x + self.cross_attention(x, memory, memory_mask)
# %% mistake: third-added-to-normed
# You add the feed-forward's result to what norm3 gave. Add it to the tokens as the
# cross-attention left them, so keep these under a name of their own.
# - return x + self.feed_forward(self.norm3(x))
# + x = self.norm3(x)
# +         return x + self.feed_forward(x)
# %% mistake: cross-before-self
# Your cross-attention comes before the self-attention. A token should first look at what
# has been written, and then ask memory with that in mind.
# - self.self_attention(self.norm1(x), causal_mask)
# + self.cross_attention(self.norm2(x), memory, memory_mask)
# - self.cross_attention(self.norm2(x), memory, memory_mask)
# + self.self_attention(self.norm1(x), causal_mask)
# %% mistake: attends-to-x
# Your cross-attention is given x in the place of memory, so nothing of the encoder reaches
# the decoder.
# memory, memory_mask) => x, causal_mask)
# %% mistake: post-norm
# This is a post-norm block: you normalise after adding. Here each of the three parts should
# read through its norm, and its result be added to the tokens without a norm.
# - self.norm1(x), causal_mask
# + x, causal_mask)
# +         x = self.norm1(x
# self.cross_attention(self.norm2(x) => self.cross_attention(x
# - return
# + x = self.norm2(x)
# +         x =
# - self.norm3(x)
# + x)
# +         return self.norm3(x
# %% mistake: normed-stream
# You add to the normalised tokens. The norm is for what a part reads: its result should be
# added to the tokens without a norm, or there is no straight way through.
# - x + self.self_attention(self.norm1(x)
# + self.norm1(x)
# +         x = x + self.self_attention(x
# - x + self.cross_attention(self.norm2(x)
# + self.norm2(x)
# +         x = x + self.cross_attention(x
# - return
# + x = self.norm3(x)
# +         return
# self.norm3(x) => x
# %% mistake: causal-mask-ignored
# Your self-attention hides nothing. Each token sees the ones after it, which in training
# are the answers. Hand it causal_mask.
# -         x = x + self.self_attention(self.norm1(x), causal_mask)
# +         causal_mask = None
# +         x = x + self.self_attention(self.norm1(x), causal_mask)
# %% mistake: causal-mask-turned
# Your causal mask is transposed: each token sees itself and the future, not the past. Rows
# are queries, so the lower triangle is open. Hand it on as it is.
# -         x = x + self.self_attention(self.norm1(x), causal_mask)
# +         causal_mask = causal_mask.mT
# +         x = x + self.self_attention(self.norm1(x), causal_mask)
# %% mistake: memory-mask-ignored
# memory_mask has no effect in yours, so the decoder reads the encoder's padding.
# memory, memory_mask) => memory)
# %% mistake: memory-normed
# You send memory through norm2 as well. Memory should be used as it is: norm2 belongs to
# the decoder's tokens, and a pre-norm encoder normalises its output once, at the end.
# memory, memory_mask) => self.norm2(memory), memory_mask)
# %% mistake: cross-not-added
# The result of the cross-attention replaces the tokens. Add it to them: otherwise the
# decoder's own tokens are gone.
# x + self.cross_attention => self.cross_attention
# %% mistake: cross-first
# Your cross-attention comes before the self-attention. A token should first look at what
# has been written, and then ask memory with that in mind.
# - self.self_attention(self.norm1(x), causal_mask)
# + self.cross_attention(self.norm1(x), memory, memory_mask)
# - self.cross_attention(self.norm2(x), memory, memory_mask)
# + self.self_attention(self.norm2(x), causal_mask)
# %% mistake: no-cross
# Your result has nothing of memory in it: it is that of a language model's block, not of a
# translator's. Add what cross_attention returns to the tokens.
# -         x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
# -
# %% mistake: attends-to-itself
# Your cross-attention is given x in the place of memory, so nothing of the encoder reaches
# the decoder.
# memory, memory_mask) => self.norm2(x), causal_mask)
# %% mistake: norm1-twice
# You use norm1 for the cross-attention as well, and norm2 never learns. The tokens have
# changed in between: each part has a norm of its own.
# self.norm2(x) => self.norm1(x)
# %% mistake: norm1-forgotten
# Your self-attention reads the tokens without a norm. They should go through norm1 first.
# self.norm1(x), causal_mask => x, causal_mask
# %% mistake: norm2-forgotten
# Your cross-attention reads the tokens without a norm. They should go through norm2 first.
# self.norm2(x), memory => x, memory
# %% mistake: norm3-forgotten
# Your feed-forward layer reads the tokens without a norm. They should go through norm3
# first.
# self.norm3(x) => x
# %% mistake: norm-at-the-end
# You norm what you return. In a pre-norm block each part's input should be normed, and
# nothing else.
# - return x + self.feed_forward(self.norm3(x))
# + return self.norm3(x + self.feed_forward(self.norm3(x)))
# %% mistake: feed-forward-second
# Your feed-forward layer comes before the cross-attention. It should come last.
# - x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
# + x = x + self.feed_forward(self.norm3(x))
# - return x + self.feed_forward(self.norm3(x))
# + return x + self.cross_attention(self.norm2(x), memory, memory_mask)
# %% mistake: queries-from-memory
# Your memory asks and the tokens answer. The tokens should ask: cross_attention(tokens,
# memory).
# - self.cross_attention(self.norm2(x), memory, memory_mask)
# + self.cross_attention(memory, self.norm2(x))
# %% mistake: no-self-attention
# In your result the first attention is missing, in which the tokens read one another under
# the causal mask. Add what self_attention returns to the tokens.
# - x = x + self.self_attention(self.norm1(x), causal_mask)
# -         x = x + self.cross
# + x = x + self.cross
# %% mistake: memory-mask-turned
# Your memory mask is the wrong way round. True means that a token may attend.
# memory, memory_mask) => memory, None if memory_mask is None else ~memory_mask)
# %% mistake: causal-mask-for-memory
# You give the causal mask to the cross-attention. It is for the tokens of x among
# themselves; memory has a mask of its own, memory_mask.
# memory, memory_mask) => memory, causal_mask)

# %% right: three lines
# the short way
class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.cross_attention = CrossAttention(d_model, num_heads)
        self.norm3 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, memory, causal_mask, memory_mask=None):
        x = x + self.self_attention(self.norm1(x), causal_mask)
        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
        return x + self.feed_forward(self.norm3(x))
# wrong, causal-mask-ignored: self.norm1(x), causal_mask) => self.norm1(x))
# wrong, no-super: super().__init__() => self.d_model = d_model
# %% right: sequence by sequence
# the self-attention sees one sequence at a time
# -         x = x + self.self_attention(self.norm1(x), causal_mask)
# +         masks = causal_mask.expand(len(x), -1, -1)
# +         pairs = zip(self.norm1(x)[:, None], masks)
# +         x = x + torch.cat([self.self_attention(t, m) for t, m in pairs])
# %% wrong, post-norm: post-norm
# - x + self.self_attention(self.norm1(x), causal_mask)
# + self.norm1(x + self.self_attention(x, causal_mask))
# - x + self.cross_attention(self.norm2(x), memory, memory_mask)
# + self.norm2(x + self.cross_attention(x, memory, memory_mask))
# x + self.feed_forward(self.norm3(x)) => self.norm3(x + self.feed_forward(x))
# %% wrong: dropout left on
# F.dropout drops in evaluation too
# self.feed_forward(self.norm3(x)) => F.dropout(self.feed_forward(self.norm3(x)), 0.1)
# %% wrong: three parts side by side, each reads the block's input
# each part reads what came in
# x = x + self.self_attention( => a = self.self_attention(
# x = x + self.cross_attention( => c = self.cross_attention(
# return x + self.feed_forward( => return x + a + c + self.feed_forward(

# %% right: a loop over the parts
# pairs of norm and part
class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        for i in range(1, 4):
            self.add_module(f"norm{i}", nn.LayerNorm(d_model))
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = CrossAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, memory, causal_mask, memory_mask=None):
        parts = []
        parts.append((self.norm1, lambda y: self.self_attention(y, causal_mask)))
        parts.append(
            (self.norm2, lambda y: self.cross_attention(y, memory, memory_mask))
        )
        parts.append((self.norm3, self.feed_forward))
        for norm, part in parts:
            x = x + part(norm(x))
        return x

# %% right: an encoder block with something in between
# the parts made first; dropouts that drop nothing
class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = CrossAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, memory, causal_mask, memory_mask=None):
        own = self.drop(self.self_attention(self.norm1(x), mask=causal_mask))
        x = own + x
        found = self.cross_attention(self.norm2(x), memory, memory_mask=memory_mask)
        x = self.drop(found) + x
        return self.drop(self.feed_forward(self.norm3(x))) + x

# %% right: a class that only inherits
# all of it stands in a base class
class Decoder(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = CrossAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, memory, causal_mask, memory_mask=None):
        y = x.clone()
        y = y + self.self_attention(self.norm1(y), causal_mask)
        y = y + self.cross_attention(self.norm2(y), memory, memory_mask)
        return y + self.feed_forward(self.norm3(y))


class DecoderBlock(Decoder):
    pass

# %% right: helpers called block and one_more
# names that the chapter binds again further down
def one_more(x, found):
    return torch.stack([x, found]).sum(dim=0)


def block(x, norm, part):
    return one_more(x, part(norm(x)))


class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        norms = [nn.LayerNorm(d_model) for _ in range(3)]
        self.norm1, self.norm2, self.norm3 = norms
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = CrossAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, memory, causal_mask, memory_mask=None):
        x = block(x, self.norm1, lambda y: self.self_attention(y, causal_mask))
        ask = lambda y: self.cross_attention(y, memory, memory_mask)
        x = block(x, self.norm2, ask)
        return block(x, self.norm3, self.feed_forward)

# %% hint: a small batch; a longer memory
# It is the encoder block with a third part in the middle. Each part reads through its own
# norm, and its result is added.
# %% hint: a small batch; a longer memory; a padded memory
# First `self_attention` with `causal_mask`, then `cross_attention` with `memory` and
# `memory_mask`, then `feed_forward`.
# %% hint
# Three lines of one form, as in the encoder block: a norm of its own inside the brackets,
# `x` plus the result outside. `memory` goes in as it is.

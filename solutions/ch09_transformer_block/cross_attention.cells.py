# %% mistake: no-super
# super().__init__() is missing, or comes too late. nn.Module keeps its list of layers
# there, so it has to run before the first layer is assigned to self.
# -         super().__init__()
# -
# %% mistake: queries-from-memory
# Your queries come from memory. The tokens of x are the ones that ask, so queries should be
# made from x, with one context for each token of x.
# self.query(x) => self.query(memory)
# %% mistake: self-attention
# Your keys and values come from x: this is self-attention, and memory takes no part. An
# encoder would get no gradient and learn nothing.
# self.key(memory) => self.key(x) && self.value(memory) => self.value(x)
# %% mistake: roles-swapped
# You have the two sequences swapped: queries from memory, keys and values from x. The
# tokens of x should ask, and memory answer.
# self.query(x) => self.query(memory)
# self.key(memory) => self.key(x)
# self.value(memory) => self.value(x)
# %% mistake: values-from-x
# Your values come from x. The weights say which tokens of memory count, so it is their
# values that must be mixed.
# self.value(memory) => self.value(x)
# %% mistake: keys-from-x
# Your keys come from x and your values from memory. A weight is then earned by one token
# and spent on another: keys and values belong together.
# self.key(memory) => self.key(x)
# %% mistake: split-by-view
# Your heads are those of a single view or reshape to (batch, heads, n, head_dim), which
# mixes tokens. Reshape to (batch, n, heads, head_dim) first, then swap n and heads.
# - q =
# + def split_heads(t, heads):
# +             return t.reshape(len(t), heads, t.shape[1], -1)
# +
# +         q =
# - memory_mask))
# + memory_mask).unflatten(-1, (self.num_heads, -1))
# +             .transpose(1, 2).reshape(len(x), -1, x.shape[-1]))
# %% mistake: heads-mixed-by-the-split
# Your heads are those of a single view or reshape to (batch, heads, n, head_dim), which
# mixes tokens. Reshape to (batch, n, heads, head_dim) first, then swap n and heads, as
# split_heads does.
# -         q = split_heads(self.query(x), self.num_heads)
# +         def split_heads(t, heads):
# +             return t.reshape(len(t), heads, t.shape[1], -1)
# +
# +         q = split_heads(self.query(x), self.num_heads)
# %% mistake: heads-mixed-by-the-merge
# Your merge is that of a reshape alone, so that one token gets the contexts of several.
# First bring the heads behind the tokens with transpose(1, 2), then reshape.
# - memory_mask))
# + memory_mask).unflatten(-1, (self.num_heads, -1))
# +             .transpose(1, 2).reshape(len(x), -1, x.shape[-1]))
# %% mistake: keys-from-query
# Your keys are made by self.query. Then self.key takes no part in the result: it has no
# gradient and never learns.
# self.key( => self.query(
# %% mistake: one-head
# Your attention has a single head. Split queries, keys and values into num_heads parts. The
# parameters are the same in number and shape, so nothing else gives it away.
# self.num_heads = num_heads => self.num_heads = 1
# %% mistake: residual
# You add x to the result. The block does that, around this module; done here as well, x
# would be counted twice.
# memory_mask)) => memory_mask)) + x
# %% mistake: scaled-by-d-model
# Your scores are divided by too much, as by the root of d_model. The vectors that meet are
# those of one head, so it should be the root of a head's width, d_model / num_heads.
# q, => q / self.num_heads**0.5,
# %% mistake: unscaled
# Your weights are those of scores not divided by the root of the head's width, so they
# come out too sharp.
# q, => q * q.shape[-1] ** 0.5,
# %% mistake: mask-ignored
# memory_mask has no effect in yours, so the tokens of x attend to the padding of memory.
# v, memory_mask) => v)
# %% mistake: mask-inverted
# Your mask is the wrong way round: True means may attend. Block where it is False.
# v, memory_mask) => v, None if memory_mask is None else ~memory_mask)
# %% mistake: minus-1e9
# A token with nothing open spreads its attention over the very tokens that are blocked, as
# where a large negative number stands for -inf. Its context should be zeros, as attend has
# it.
# -         return self.fc_out(attend(q, k, v, memory_mask))
# +         scores = q @ k.mT / q.shape[-1] ** 0.5
# +         if memory_mask is not None:
# +             scores = scores.masked_fill(~memory_mask.unsqueeze(-3), -1e9)
# +         context = torch.softmax(scores, dim=-1) @ v
# +         return self.fc_out(context.transpose(1, 2).flatten(2))
# %% mistake: nan-rows
# A token with nothing open gives nan: all its scores are -inf, or its sum is 0, and 0 / 0
# is nan. Its weights should be 0 wherever the mask blocks, as attend has it.
# -         return self.fc_out(attend(q, k, v, memory_mask))
# +         scores = q @ k.mT / q.shape[-1] ** 0.5
# +         if memory_mask is not None:
# +             blocked = ~memory_mask.unsqueeze(-3)
# +             scores = scores.masked_fill(blocked, -torch.inf)
# +         context = torch.softmax(scores, dim=-1) @ v
# +         return self.fc_out(context.transpose(1, 2).flatten(2))
# %% mistake: mask-without-head-axis
# The batch of your mask lines up with the heads of the scores, (batch, heads, n, m). Of a
# mask with a batch the axis for the heads comes behind it: (batch, 1, n, m), as
# memory_mask.unsqueeze(-3) makes it.
# -         return self.fc_out(attend(q, k, v, memory_mask))
# +         scores = q @ k.mT / q.shape[-1] ** 0.5
# +         if memory_mask is not None:
# +             scores = scores.masked_fill(~memory_mask, -torch.inf)
# +         context = torch.softmax(scores, dim=-1).nan_to_num(0.0) @ v
# +         return self.fc_out(context.transpose(1, 2).flatten(2))
# %% mistake: head-axis-counted-from-the-front
# Your mask gets the axis of the heads at place 1, as in unsqueeze(1). That fits a mask with
# three axes, but one for all sequences, (n, m), becomes (n, 1, m). unsqueeze(-3) fits both.
# -         return self.fc_out(attend(q, k, v, memory_mask))
# +         scores = q @ k.mT / q.shape[-1] ** 0.5
# +         if memory_mask is not None:
# +             scores = scores.masked_fill(~memory_mask.unsqueeze(1), -torch.inf)
# +         context = torch.softmax(scores, dim=-1).nan_to_num(0.0) @ v
# +         return self.fc_out(context.transpose(1, 2).flatten(2))
# %% mistake: not-projected
# You return the merged heads as they are. fc_out should come last; without it this layer
# leaves the heads' findings side by side, and fc_out never learns.
# self.fc_out(attend( => (attend(
# %% mistake: memory-detached
# No gradient reaches your memory, as if it were detached (or used under no_grad()). The
# encoder learns through this gradient and nothing else.
# -         q = split_heads(self.query(x), self.num_heads)
# +         memory = memory.detach()
# +         q = split_heads(self.query(x), self.num_heads)
# %% mistake: values-by-the-keys-layer
# Your values are made as keys are. The values have a layer of their own, self.value.
# self.value(memory) => self.key(memory)
# %% mistake: weights-detached
# No gradient reaches query and key, so they learn nothing.
# attend(q, k, => attend(q.detach(), k.detach(),
# %% mistake: values-unprojected
# Your values are the memory as it is. They should go through self.value.
# self.value(memory) => memory
# %% mistake: as-many-as-x
# Your code fails where x and memory differ in their number of tokens, as where one number
# serves for both. Queries and output have x.shape[1] tokens, keys and values
# memory.shape[1].
# - k = split_heads(self.key(memory), self.num_heads)
# -         v = split_heads(self.value(memory), self.num_heads)
# + sizes = *x.shape[:2], self.num_heads, x.shape[-1] // self.num_heads
# +         k = self.key(memory).view(sizes).transpose(1, 2)
# +         v = self.value(memory).view(sizes).transpose(1, 2)
# %% mistake: zeros-after-fc-out
# You put zeros behind fc_out where a token has nothing open. Its context should be zeros,
# and fc_out comes after that, so its output should be fc_out's bias.
# - return self.fc_out(attend(q, k, v, memory_mask))
# + output = self.fc_out(attend(q, k, v, memory_mask))
# +         if memory_mask is None:
# +             return output
# +         return output.masked_fill(~memory_mask.any(dim=-1, keepdim=True), 0)

# %% right: through the chapter's helpers
# split_heads and attend stand at the top of the chapter
class CrossAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

    def forward(self, x, memory, memory_mask=None):
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(memory), self.num_heads)
        v = split_heads(self.value(memory), self.num_heads)
        return self.fc_out(attend(q, k, v, memory_mask))
# wrong, residual: return self.fc_out( => return x + self.fc_out(
# wrong, no-super: super().__init__() => self.d_model = d_model
# %% wrong, one-head: one head
# self.query(x), self.num_heads => self.query(x), 1
# self.key(memory), self.num_heads => self.key(memory), 1
# self.value(memory), self.num_heads => self.value(memory), 1
# %% wrong, memory-detached: detached memory
# self.key(memory) => self.key(memory.detach())
# self.value(memory) => self.value(memory.detach())
# %% wrong: dropout left on
# F.dropout drops in evaluation too
# - self.fc_out(attend(q, k, v, memory_mask))
# + F.dropout(self.fc_out(attend(q, k, v, memory_mask)), 0.1)

# %% right: MultiHeadAttention inherited
# the layers come from the chapter's class
class CrossAttention(MultiHeadAttention):
    def forward(self, x, memory, memory_mask=None):
        h = self.num_heads
        q, k, v = self.query(x), self.key(memory), self.value(memory)
        parts = (split_heads(part, h) for part in (q, k, v))
        return self.fc_out(attend(*parts, memory_mask))

# %% right: head by head
# a loop with append, a softmax of one's own
class CrossAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads, self.width = num_heads, d_model // num_heads
        for name in ("query", "key", "value", "fc_out"):
            setattr(self, name, nn.Linear(d_model, d_model))

    def forward(self, x, memory, memory_mask=None):
        q, k, v = self.query(x), self.key(memory), self.value(memory)
        contexts = []
        for h in range(self.num_heads):
            own = slice(h * self.width, (h + 1) * self.width)
            scores = q[..., own] @ k[..., own].mT / self.width**0.5
            if memory_mask is not None:
                scores = scores.masked_fill(~memory_mask, -torch.inf)
            weights = torch.softmax(scores, dim=-1)
            if memory_mask is not None:
                weights = weights.masked_fill(~memory_mask, 0.0)
            contexts.append(weights @ v[..., own])
        return self.fc_out(torch.cat(contexts, dim=-1))

# %% right: a helper called cross
# a name that the chapter binds again further down
def cross(layer, x, heads):
    batch, n, d = x.shape
    return layer(x).view(batch, n, heads, d // heads).permute(0, 2, 1, 3)


class CrossAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.h = num_heads
        linears = [nn.Linear(d_model, d_model) for _ in range(4)]
        self.query, self.key, self.value, self.fc_out = linears

    def forward(self, x, memory, memory_mask=None):
        q = cross(self.query, x, self.h)
        k, v = cross(self.key, memory, self.h), cross(self.value, memory, self.h)
        return self.fc_out(attend(q, k, v, memory_mask))

# %% right: einsum
# heads by einsum
class CrossAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.h = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

    def forward(self, x, memory, memory_mask=None):
        q = self.query(x).unflatten(-1, (self.h, -1))
        k = self.key(memory).unflatten(-1, (self.h, -1))
        v = self.value(memory).unflatten(-1, (self.h, -1))
        scores = torch.einsum("bihd,bjhd->bhij", q, k) / q.shape[-1] ** 0.5
        if memory_mask is None:
            memory_mask = torch.tensor(True)
        blocked = ~memory_mask.expand(len(x), x.shape[1], memory.shape[1])[:, None]
        weights = torch.softmax(scores.masked_fill(blocked, -torch.inf), dim=-1)
        weights = weights.masked_fill(blocked, 0.0)
        return self.fc_out(torch.einsum("bhij,bjhd->bihd", weights, v).flatten(2))

# %% wrong, nan-rows: nan where nothing is open
class CrossAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

    def forward(self, x, memory, memory_mask=None):
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(memory), self.num_heads)
        v = split_heads(self.value(memory), self.num_heads)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        if memory_mask is not None:
            scores = scores.masked_fill(~memory_mask.unsqueeze(-3), -torch.inf)
        context = torch.softmax(scores, dim=-1) @ v
        return self.fc_out(context.transpose(1, 2).flatten(2))

# %% wrong, heads-mixed-by-the-merge: heads not transposed back
# -         context = torch.softmax(scores, dim=-1) @ v
# -         return self.fc_out(context.transpose(1, 2).flatten(2))
# +         context = torch.softmax(scores, dim=-1).nan_to_num(0.0) @ v
# +         return self.fc_out(context.reshape(x.shape))

# %% hint: a small batch; a longer memory
# Take `MultiHeadAttention` as it stands above. Only what two of its layers are given should
# change.
# %% hint: a small batch; a longer memory
# Queries from `x`; keys and values from `memory`. After that, n queries meet m keys, and
# nothing in the rest asks whether n and m are equal.
# %% hint
# Which of `self.query`, `self.key` and `self.value` should read `x`, and which `memory`?
# Then split each result into heads. The mask is about the memory's tokens.

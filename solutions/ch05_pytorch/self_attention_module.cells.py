# %% mistake: unscaled
# Your weights are those of scores not divided by the square root of embed_size, so they
# come out too sharp.
# k.mT / q.shape[-1] ** 0.5 => k.mT
# %% mistake: scaled-by-length
# You divide by the square root of the number of tokens. Divide by that of embed_size, how
# many features a query has: the last axis.
# q.shape[-1] ** 0.5 => q.shape[1] ** 0.5
# %% mistake: softmax-over-queries
# Your softmax runs over the queries. Scores are (batch, queries, keys): take the softmax
# over the keys, dim=-1.
# dim=-1 => dim=1
# %% mistake: softmax-over-batch
# Your softmax runs over the batch, so that sequences compete with one another. Take the
# softmax over the keys, dim=-1.
# dim=-1 => dim=0
# %% mistake: view-for-transpose
# Your keys are reshaped, not transposed, as by view(), so that parts of several keys get
# mixed. Swap the axes: k.mT.
# k.mT => k.reshape(k.shape[0], k.shape[2], k.shape[1])
# %% mistake: batch-transposed
# Your keys are not turned within each sequence; .T, for example, turns all three axes
# around. Swap only the last two: k.mT or k.transpose(-2, -1).
# k.mT => k.permute(2, 1, 0)
# %% mistake: keys-from-query
# You compare the queries with one another. self.key takes no part in the result, so it
# has no gradient and never learns.
# self.key(x) => self.query(x)
# %% mistake: values-from-key
# You mix the keys. What a token hands over is its value; self.value takes no part in the
# result and never learns.
# self.value(x) => self.key(x)
# %% mistake: raw-values
# You mix the tokens themselves. What a token hands over is its value, self.value(x);
# without it self.value never learns.
# self.value(x) => x
# %% mistake: weights-detached
# Your query and key have no gradient: something between them and the output (detach(),
# no_grad(), .numpy(), torch.tensor(...)) cuts the graph.
# torch.softmax(scores, dim=-1) => torch.softmax(scores, dim=-1).detach()
# %% mistake: values-detached
# Your value has no gradient: something between it and the output (detach(), no_grad(),
# .numpy(), torch.tensor(...)) cuts the graph.
# self.value(x) => self.value(x).detach()
# %% mistake: weights-too
# You return the weights as well. A module that is to be stacked returns one tensor, shaped
# like its input.
# return weights @ v => return weights @ v, weights
# %% mistake: residual
# You add the input to the result. A Transformer block does that around the attention,
# later; here the attention alone is asked for.
# return weights @ v => return x + weights @ v
# %% mistake: not-registered
# parameters() lists what is registered, and that is what an optimiser is given: three
# nn.Linear(embed_size, embed_size), made in __init__ and stored as self.query, self.key and
# self.value, with their biases. Layers in a plain list, or made in forward(), are not
# found.
class SelfAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.layers = [nn.Linear(embed_size, embed_size) for _ in range(3)]

    def forward(self, x):
        q, k, v = (layer(x) for layer in self.layers)
        return torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, dim=-1) @ v
# %% mistake: no-super
# Your __init__ has to call super().__init__() first, before anything is stored: that sets
# the class up to keep layers and weights. In yours it is missing, or comes too late.
# -         super().__init__()
# -
# %% mistake: no-bias
# Your layers have no biases. nn.Linear(embed_size, embed_size) has a bias unless you say
# bias=False, and the optimiser should learn the bias as well.
# - query = nn.Linear(embed_size, embed_size)
# + query = nn.Linear(embed_size, embed_size, bias=False)
# - key = nn.Linear(embed_size, embed_size)
# + key = nn.Linear(embed_size, embed_size, bias=False)
# - value = nn.Linear(embed_size, embed_size)
# + value = nn.Linear(embed_size, embed_size, bias=False)
# %% mistake: one-layer
# Your module has the parameters of one layer alone. Queries, keys and values need a layer
# each.
# self.key = nn.Linear(embed_size, embed_size) => self.key = self.query
# self.value = nn.Linear(embed_size, embed_size) => self.value = self.query
# %% mistake: other-names
# Your three layers have other names than were asked for. Parameters are known by their
# names: query, key and value.
# self.query = nn => self.q = nn
# self.key = nn => self.k = nn
# self.value = nn => self.v = nn
# self.query(x), self.key(x), self.value(x) => self.q(x), self.k(x), self.v(x)
# %% mistake: softmax-twice
# You take the softmax twice. What it returns are the weights already; a second one leaves
# none more than 2.72 times as large as another.
# torch.softmax(scores, dim=-1) => torch.softmax(scores, dim=-1).softmax(dim=-1)
# %% mistake: log-softmax
# You mix with the logarithms of the weights, as a log-softmax gives them. Mix with the
# weights themselves.
# torch.softmax( => torch.log_softmax(
# %% mistake: no-softmax
# You mix with the scores. They are not weights yet: each row has to go through the softmax.
# torch.softmax(scores, dim=-1) => scores
# %% mistake: causal
# You hide the later tokens, as a causal mask does. Nothing should be hidden: every query
# may attend to all keys.
# -         weights = torch.softmax(scores, dim=-1)
# +         later = torch.ones_like(scores).triu(1).bool()
# +         scores = scores.masked_fill(later, -torch.inf)
# +         weights = torch.softmax(scores, dim=-1)
# %% mistake: divided-by-d-k
# Your scores are divided by embed_size. Divide by its square root, once.
# q.shape[-1] ** 0.5 => q.shape[-1]
# %% mistake: half-of-d-k
# You divide by embed_size / 2, as embed_size ** 1/2 does: the power comes first, and then
# its result is halved. The root is embed_size ** 0.5.
# q.shape[-1] ** 0.5 => (q.shape[-1] ** 1 / 2)
# %% mistake: swapped-qk
# The roles of queries and keys are swapped in yours. A row of scores should belong to a
# query, which is made by self.query.
# self.query(x), self.key(x) => self.key(x), self.query(x)
# %% mistake: element-by-element
# You multiply weights and values entry by entry, and nothing is added up. To gather is a
# matrix product: weights @ v.
# weights @ v => weights * v
# %% mistake: sequences-attend
# Your scores compare whole sequences of the batch. Each token should attend to the tokens
# of its own sequence: the scores are (batch, n, n).
# - scores = q @ k.mT / q.shape[-1] ** 0.5  # (batch, n, n)
# + scores = torch.einsum("bnd,cnd->bc", q, k) / q.shape[-1] ** 0.5
# return weights @ v => return torch.einsum("bc,cnd->bnd", weights, v)
# %% mistake: batch-run-together
# Your tokens attend to those of other sequences, as if the batch were one long sequence.
# Leave the batch an axis of its own: a linear layer takes (batch, n, embed_size) as it is.
# - q, k, v = self.query(x), self.key(x), self.value(x)
# + q, k, v = (f(x.flatten(0, 1)) for f in (self.query, self.key, self.value))
# return weights @ v => return (weights @ v).reshape(x.shape)

# %% right: by the function of the chapter
# as the task suggests
class SelfAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)

    def forward(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        return scaled_dot_product_attention(q, k, v)[0]
# wrong, residual: return scaled => return x + scaled
# %% wrong, no-super: super().__init__() forgotten
# -         super().__init__()
# -         self.query = nn.Linear(embed_size, embed_size)
# +         self.query = nn.Linear(embed_size, embed_size)

# %% right: a class that only inherits
# all of it is in the base class
class Base(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        for name in ("query", "key", "value"):
            setattr(self, name, nn.Linear(embed_size, embed_size))

    def forward(self, x):
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        return scores.softmax(-1) @ self.value(x)

class SelfAttention(Base):
    pass

# %% right: an __init__ that only calls super
# all of it is in the base class
class Base(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query, self.key, self.value = (
            nn.Linear(embed_size, embed_size) for _ in range(3)
        )

    def forward(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
        return weights @ v

class SelfAttention(Base):
    def __init__(self, embed_size):
        super().__init__(embed_size)
# wrong, unscaled: k.mT / q.shape[-1] ** 0.5 => k.mT
# wrong, scaled-by-length: q.shape[-1] ** 0.5 => x.shape[1] ** 0.5
# wrong, softmax-over-queries: dim=-1 => dim=1
# wrong, softmax-over-batch: torch.softmax( => nn.Softmax()( && , dim=-1) => )
# wrong, softmax-twice: return weights => return F.softmax(weights, dim=-1)
# %% wrong, no-bias: no biases
# nn.Linear(embed_size, embed_size) => nn.Linear(embed_size, embed_size, bias=False)
# %% wrong, one-layer: one layer for all
# - nn.Linear(embed_size, embed_size) for _ in range(3)
# + [nn.Linear(embed_size, embed_size)] * 3
# %% wrong, not-registered: layers in a list
# self.query, self.key, self.value = ( => self.layers = list(
# self.query(x), self.key(x), self.value(x) => (layer(x) for layer in self.layers)
# %% wrong, weights-detached: weights detached
# -         weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
# +         with torch.no_grad():
# +             weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
# %% wrong: new layers in forward
# every call draws new weights, and none of them is learnt
# -         q, k, v = self.query(x), self.key(x), self.value(x)
# +         size = x.shape[-1]
# +         q, k, v = (nn.Linear(size, size)(x) for _ in range(3))
# %% wrong: dropout left on
# F.dropout does not follow eval()
# return weights => return F.dropout(weights, 0.2)
# %% wrong: __call__ in place of forward
# forward( => __call__( && k.mT / q.shape[-1] ** 0.5 => k.mT && weights @ v => weights @ k
# %% wrong, other-names: other names
# self.query, self.key, self.value = => self.W_q, self.W_k, self.W_v =
# self.query(x), self.key(x), self.value(x) => self.W_q(x), self.W_k(x), self.W_v(x)
# %% wrong: detached for speed
# k.mT / q.shape[-1] ** 0.5 => k.mT / q.shape[1] ** 0.5
# return weights @ => return weights.detach() @

# %% right: the library's function
# which scales by the same root
class SelfAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)

    def forward(self, x):
        return F.scaled_dot_product_attention(
            self.query(x), self.key(x), self.value(x)
        )

# %% right: annotated, with reset_parameters
# layers made in another order, with other starting weights
class SelfAttention(nn.Module):
    query: nn.Linear
    key: nn.Linear
    value: nn.Linear

    def __init__(self, embed_size: int) -> None:
        super(SelfAttention, self).__init__()
        self.embed_size = embed_size
        self.value = nn.Linear(embed_size, embed_size, bias=True)
        self.key = nn.Linear(embed_size, embed_size, bias=True)
        self.query = nn.Linear(embed_size, embed_size, bias=True)
        for layer in self.children():
            nn.init.xavier_uniform_(layer.weight)

    def attend(self, q, k, v):
        energy = torch.einsum("bqd,bkd->bqk", q, k)
        return torch.einsum("bqk,bkd->bqd", energy.softmax(dim=2), v)

    def forward(self, x):
        q = self.query(x) / self.embed_size**0.5
        return self.attend(q, self.key(x), self.value(x))

# %% right: dropout while training only
# a module of its own for dropout is off in evaluation
class SelfAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.dropout = nn.Dropout(0.3)

    def forward(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        w = torch.softmax(q @ k.transpose(1, 2) / x.shape[-1] ** 0.5, -1)
        return self.dropout(w) @ v
# %% wrong: dropout in the module
# it puts itself into training mode
# -         q, k, v = self.query(x), self.key(x), self.value(x)
# +         self.train()
# +         q, k, v = self.query(x), self.key(x), self.value(x)
# %% wrong: a layer behind
# as in multi-head attention
# self.dropout = nn.Dropout(0.3) => self.out = nn.Linear(embed_size, embed_size)
# self.dropout(w) @ v => self.out(w @ v)

# %% hint: a small batch; any sizes
# `__init__` should make the three layers and store them: `self.query = nn.Linear(...)`, and
# so on. `forward` should use them and make none.
# %% hint: a small batch; any sizes
# A layer is called like a function. `self.query(x)` takes (batch, n, embed_size) and
# returns the same shape, so it gives every token's query at once.
# %% hint
# In `forward`, call each of the three layers once, and then your
# `scaled_dot_product_attention`. Of its two tensors, `forward` should return one.

# %% mistake: slope-detached
# The slope does not learn: its gradient is None, because the slope is cut off the graph, as
# by .item() or .detach(). Multiply by self.slope itself.
# self.slope * => self.slope.detach() *
# %% mistake: distances-kept
# The slope learns. But the distances are those of the first call, and the next sequence may
# have another length. Make the distances anew in each call, as many as x has tokens.
# - ))
# + ))
# +         self.distances = None
# - places =
# + if self.distances is None:
# +             places =
# - penalty = self.slope * (places[:, None] - places).abs()  # (n, n)
# +     self.distances = (places[:, None] - places).abs()
# +         penalty = self.slope * self.distances
# %% mistake: renewed-by-length
# Your penalty is made anew where the length has changed. Make the penalty in every call:
# the slope changes at the same length, and a penalty made under no_grad gives no gradient.
# - ))
# + ))
# +         self.penalty = None
# - places =
# + if self.penalty is None or len(self.penalty) != x.shape[1]:
# +             places =
# -         penalty = self.slope * (places[:, None] - places).abs()  # (n, n)
# +             self.penalty = self.slope * (places[:, None] - places).abs()
# scores - penalty => scores - self.penalty
# %% mistake: renewed-in-training
# You make the penalty anew in training and keep it otherwise. In evaluation mode
# after a step, the module then uses the slope from before it.
# - ))
# + ))
# +         self.penalty = None
# - places =
# + if self.penalty is None or self.training:
# +             places =
# -         penalty = self.slope * (places[:, None] - places).abs()  # (n, n)
# +             self.penalty = self.slope * (places[:, None] - places).abs()
# scores - penalty => scores - self.penalty
# %% mistake: slope-as-it-began
# Your penalty is made of the number that the slope begins with, and not of the parameter:
# nothing that is learnt or loaded changes it.
# self.slope * => torch.tensor(0.1) *
# %% mistake: made-with-the-module
# Your penalty is made once and then kept, so a slope that is learnt or loaded does not
# change it. Make the penalty in every call, of self.slope.
# - ))
# + ))
# +         places = torch.arange(99)
# +         distances = (places[:, None] - places).abs()
# +         self.register_buffer("penalty", self.slope * distances)
# - places = torch.arange(x.shape[1])
# -         penalty = self.slope * (places[:, None] - places).abs()  # (n, n)
# + penalty = self.penalty[: x.shape[1], : x.shape[1]]
# %% mistake: penalty-added
# You add the penalty, so that with a positive slope a greater distance raises the score.
# Subtract the penalty.
# scores - penalty => scores + penalty
# %% mistake: signed-distance
# Your distance has a sign, so that what comes later is rewarded by as much as what came
# before is punished. |i - j| has none.
# (places[:, None] - places).abs() => (places[:, None] - places)
# %% mistake: length-from-the-batch
# You count the sequences, not the tokens: x is (batch, n, embed_size), and the number of
# tokens is x.shape[1].
# x.shape[1] => x.shape[0]
# %% mistake: unscaled
# The penalty is right; the scores are not divided by sqrt(embed_size).
# self.key(x).mT / x.shape[-1] ** 0.5 => self.key(x).mT
# %% mistake: divided-by-d-k
# Your scores are divided by embed_size. Divide by its root, once.
# mT / x.shape[-1] ** 0.5 => mT / x.shape[-1]
# %% mistake: squared-distance
# You lower the scores by the squared distance. Lower them by slope * |i - j|.
# .abs() => .abs() ** 2
# %% mistake: causal
# Your tokens do not see those that come after them. All of the sequence should be open.
# - weights = torch.softmax(scores - penalty, dim=-1)
# + scores = scores.masked_fill(places > places[:, None], -torch.inf)
# +         weights = torch.softmax(scores - penalty, dim=-1)
# %% mistake: softmax-over-queries
# Your softmax runs over the queries. Each token's weights should sum to one over the keys.
# scores - penalty, dim=-1 => scores - penalty, dim=-2
# %% mistake: penalty-multiplied
# You multiply the scores by slope * |i - j|. Subtract this penalty instead.
# scores - penalty => scores * penalty
# %% mistake: penalty-on-the-weights
# You lower the weights and not the scores, so they do not sum to one and may be negative.
# Lower the scores, before the softmax.
# - torch.softmax(scores - penalty, dim=-1)
# + torch.softmax(scores, dim=-1) - penalty
# %% mistake: kept-by-length
# You keep a penalty for each length, made of the slope as it was then, so a step of
# training does not change it. Keep the distances, and multiply by the slope every time.
# - ))
# + ))
# +         self.penalty = {}
# - places =
# + if x.shape[1] not in self.penalty:
# +             places =
# -         penalty = self.slope * (places[:, None] - places).abs()  # (n, n)
# +             kept = self.slope * (places[:, None] - places).abs()
# +             self.penalty[x.shape[1]] = kept
# scores - penalty => scores - self.penalty[x.shape[1]]
# %% mistake: penalty-divided
# You divide the penalty by sqrt(embed_size) as well. Divide the scores alone, then lower
# them by slope * |i - j|.
# scores - penalty => scores - penalty / x.shape[-1] ** 0.5

# %% right: always made anew
# the smallest change
class DistanceAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))
        self.penalty = None

    def forward(self, x):
        if True:  # the same every time: make it once
            places = torch.arange(x.shape[1])
            self.penalty = self.slope * (places[:, None] - places).abs()
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        weights = torch.softmax(scores - self.penalty, dim=-1)
        return weights @ self.value(x)
# wrong, slope-detached: self.slope * ( => self.slope.detach() * (
# wrong, slope-detached: self.slope * ( => self.slope.item() * (
# wrong, renewed-in-training: if True: => if self.training or self.penalty is None:
# wrong, penalty-added: scores - => scores +
# wrong, signed-distance: places).abs() => places)
# %% right: forgotten at the end of forward
# clumsy, and right
# if True: => if self.penalty is None:
# - return
# + self.penalty = None
# +         return
# %% wrong, not_attempted: untouched
# as given
# if True: => if self.penalty is None:
# %% wrong, slope-detached: kept without its graph
# if True: => if self.penalty is None: && self.slope * ( => self.slope.detach() * (
# %% wrong, renewed-by-length: anew for another length
# if True: => if self.penalty is None or self.penalty.shape[0] != x.shape[1]:

# %% right: a name of forward's own
# nothing is left behind
class DistanceAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))

    def forward(self, x):
        places = torch.arange(x.shape[1], device=x.device)
        penalty = self.slope * (places[:, None] - places).abs()
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        return torch.softmax(scores - penalty, dim=-1) @ self.value(x)

# %% right: the distances of a length are kept
# what depends on no parameter may stay
class DistanceAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))
        self.penalty = None

    def forward(self, x):
        if self.penalty is None or len(self.penalty) != x.shape[1]:
            places = torch.arange(x.shape[1])
            self.penalty = (places[:, None] - places).abs()
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        weights = torch.softmax(scores - self.slope * self.penalty, dim=-1)
        return weights @ self.value(x)
# wrong, distances-kept: None or len(self.penalty) != x.shape[1] => None

# %% right: a buffer that grows
# a table that is cut to length
class DistanceAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))
        self.register_buffer("far", torch.zeros(1, 1), persistent=False)

    def forward(self, x):
        n = x.shape[1]
        if len(self.far) < n:
            places = torch.arange(n, dtype=self.far.dtype)
            self.far = torch.cdist(places[:, None], places[:, None], p=1)
        scores = self.query(x) @ self.key(x).mT * x.shape[-1] ** -0.5
        scores = scores - self.slope * self.far[:n, :n]
        return scores.softmax(-1) @ self.value(x)

# %% right: a mask of floats
# PyTorch's own function adds the mask that it is given
class DistanceAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))

    def forward(self, x):
        n = x.shape[1]
        rows = [-self.slope * abs(torch.arange(n) - i) for i in range(n)]
        q, k, v = self.query(x), self.key(x), self.value(x)
        mask = torch.stack(rows).to(x.dtype)
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)

# %% wrong, made-with-the-module: made in __init__
# any length, and the slope of the beginning
class DistanceAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))
        places = torch.arange(512)
        self.penalty = self.slope * (places[:, None] - places).abs()

    def forward(self, x):
        n = x.shape[1]
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        scores = scores - self.penalty[:n, :n]
        return torch.softmax(scores, dim=-1) @ self.value(x)

# %% same
# The check gives the slope a number of its own.
# torch.tensor(0.1) => torch.tensor(0.2)
# torch.tensor(0.1) => torch.tensor(0.0)
# %% same
# A distance is the same from both ends.
# places[:, None] - places => places - places[:, None]

# %% hint: two steps of training; looked at, then trained; between two looks a step; a short
#    one, then a long one
# Call it, take one step of training, and call it again. Write down of everything in forward
# whether the step has changed it.
# %% hint
# A comment of the given code says: the same every time. On what two things does the penalty
# depend, and which of them stay the same?
# %% hint
# Let one call leave nothing behind: the penalty should be a name of forward's own, not of
# self. Then look once more at what it is made of.

# %% mistake: sigmoid-for-silu
# The factor t is missing from your gate: silu(t) is t / (1 + exp(-t)).
# gate * sigmoid => sigmoid
# %% mistake: relu-for-silu
# You use ReLU, as the feed-forward part of 2017 did. silu is smooth: t / (1 + exp(-t)).
# gate * sigmoid => np.maximum(gate, 0)
# %% mistake: no-silu
# There is no silu in what you compute, only products. Apply silu to x W_gate.
# gate * sigmoid => gate
# %% mistake: gate-and-up-swapped
# In yours silu goes round x W_up, and x W_gate goes through unchanged. The two matrices
# have one shape, so no error tells you: silu goes round x W_gate.
# gate = x @ W_gate => gate = x @ W_up && * (x @ W_up) => * (x @ W_gate)
# %% mistake: added
# You add the two halves. A gate multiplies: where it is 0, nothing passes.
# sigmoid * => sigmoid +
# %% mistake: gelu-for-silu
# You use GELU. It looks much like silu and is another function: silu is t / (1 + exp(-t)).
# - gate * sigmoid
# + gate / 2 * (1 + np.tanh((2 / np.pi) ** 0.5 * (gate + 0.044715 * gate**3)))
# %% mistake: sign-in-the-exponent
# Your gate is as with exp(t) for exp(-t), which lets negative numbers pass: silu(t) is t /
# (1 + exp(-t)).
# np.where(gate >= 0, 1, small) / (1 + small) => 1 / (1 + np.exp(gate))
# %% mistake: silu-of-the-product
# You take silu of the product. Take silu of x W_gate alone, then multiply by x W_up.
# gate = x @ W_gate => gate = (x @ W_gate) * (x @ W_up) && sigmoid * (x @ W_up) => sigmoid
# %% mistake: up-unused
# You do not use W_up. There are two halves: silu of x W_gate, times x W_up.
# sigmoid * (x @ W_up) => sigmoid
# %% mistake: negative-gates-not-divided
# Where x W_gate is negative, your gate lacks a division: silu(t) is t exp(t) / (1 +
# exp(t)), too.
# - np.where(gate >= 0, 1, small) / (1 + small)
# + np.where(gate >= 0, 1 / (1 + small), small)
# %% mistake: overflows
# For large numbers exp(t) becomes infinite, and infinite / infinite is nan. Write silu as t
# / (1 + exp(-t)): there the worst is t / infinity, which is 0.
# np.where(gate >= 0, 1, small) / (1 + small) => np.exp(gate) / (1 + np.exp(gate))
# %% mistake: down-unused
# You leave out W_down, which brings the f features back to d.
# (gate * sigmoid * (x @ W_up)) @ W_down => gate * sigmoid * (x @ W_up)
# %% mistake: silu-of-both
# Your x W_up goes through silu. Only the gate should.
# * (x @ W_up)) @ => * (x @ W_up) / (1 + np.exp(-(x @ W_up)))) @
# %% mistake: softmax-for-sigmoid
# Your gate has a softmax in it: you divide by a sum over all features. silu looks at each
# number by itself, t / (1 + exp(-t)).
def swiglu(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    powers = np.exp(gate - gate.max(axis=-1, keepdims=True))
    shares = powers / powers.sum(axis=-1, keepdims=True)
    return (gate * shares * (x @ W_up)) @ W_down
# %% mistake: in-place-on-whole-numbers
# With whole numbers your code stops: the product of x and a matrix holds whole numbers
# then, and cannot take fractions in place. Make a new array: a = a * b, not a *= b (nor a
# /= b).
# -     return (gate * sigmoid * (x @ W_up)) @ W_down
# +     gate *= sigmoid
# +     return (gate * (x @ W_up)) @ W_down
# %% mistake: t-cut-off
# You cut t off, so silu of a large t comes out too small. For a large t silu(t) is t
# itself: only what exp() is given may be cut off.
# gate = x @ W_gate => gate = np.clip(x @ W_gate, -30, 30)

# %% right: the formula
# t / infinity is 0
def swiglu(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    with np.errstate(over="ignore"):
        silu = gate / (1 + np.exp(-gate))
    return (silu * (x @ W_up)) @ W_down
# wrong, sigmoid-for-silu: silu = gate / ( => silu = 1 / (
# wrong, relu-for-silu: gate / (1 + np.exp(-gate)) => np.maximum(gate, 0)
# wrong, no-silu: gate / (1 + np.exp(-gate)) => gate
# wrong, gate-and-up-swapped: x @ W_gate => x @ W_up && (x @ W_up) => (x @ W_gate)
# wrong, added: silu * (x => silu + (x
# wrong, overflows: gate / (1 + np.exp(-gate)) => gate * np.exp(gate) / (1 + np.exp(gate))
# wrong, sign-in-the-exponent: np.exp(-gate) => np.exp(gate)
# wrong, up-unused: (silu * (x @ W_up)) => silu
# %% wrong, gelu-for-silu: gelu
# - gate / (1 + np.exp(-gate))
# + 0.5 * gate * (1 + np.tanh(0.7978845608 * (gate + 0.044715 * gate**3)))
# %% wrong: softmax
# a softmax gate
# -         silu = gate / (1 + np.exp(-gate))
# +         silu = np.exp(gate - gate.max(-1, keepdims=True))
# +         silu = silu / silu.sum(-1, keepdims=True)
# %% wrong: joined by @
# a matrix product for number by number
# (silu * (x @ W_up)) => silu @ (x @ W_up).T
# %% wrong: clipped
# large gates lose their size
# x @ W_gate => np.clip(x @ W_gate, -50, 50)

# %% right: with a warning
# NumPy warns, and the result is right
def swiglu(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    silu = gate / (1 + np.exp(-gate))
    return (silu * (x @ W_up)) @ W_down

# %% right: tanh
# sigmoid(t) is (1 + tanh(t / 2)) / 2
def swiglu(x, W_gate, W_up, W_down):
    half = np.matmul(x, W_gate) / 2
    return np.matmul((half + half * np.tanh(half)) * np.matmul(x, W_up), W_down)
# %% wrong, silu-of-the-product: silu after
# half = np.matmul(x, W_gate) / 2 => product = (x @ W_gate) * (x @ W_up)
# - np.matmul((half + half * np.tanh(half)) * np.matmul(x, W_up), W_down)
# + (product / (1 + np.exp(-product))) @ W_down
# %% wrong: tanh for the sigmoid
# tanh goes from -1 to 1
# half = np.matmul(x, W_gate) / 2 => g = x @ W_gate
# - np.matmul((half + half * np.tanh(half)) * np.matmul(x, W_up), W_down)
# + (g * np.tanh(g) * (x @ W_up)) @ W_down

# %% right: in place
# number by number
def sample(t):
    return 0.0 if t < -700 else t / (1 + np.exp(-t))


def swiglu(x, W_gate, W_up, W_down):
    hidden = np.array(x @ W_gate, dtype=np.float64)
    up = x @ W_up
    for place in np.ndindex(hidden.shape):
        hidden[place] = sample(hidden[place]) * up[place]
    return hidden @ W_down

# %% right: two branches
# a mask for each sign
def silu(t):
    t = np.asarray(t, dtype=float)
    out = np.empty(t.shape)
    high = t >= 0
    out[high] = t[high] / (1 + np.exp(-t[high]))
    small = np.exp(t[~high])
    out[~high] = t[~high] * small / (1 + small)
    return out


class FeedForward:
    def __init__(self, *matrices):
        self.gate, self.up, self.down = matrices

    def __call__(self, x):
        hidden = silu(x @ self.gate) * (x @ self.up)
        return np.einsum("...f,fd->...d", hidden, self.down)


def swiglu(x, W_gate, W_up, W_down):
    return FeedForward(W_gate, W_up, W_down)(x)

# %% right: by tanh
def swiglu(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    return (gate * (1 + np.tanh(gate / 2)) / 2 * (x @ W_up)) @ W_down
# wrong: gate / 2 => gate
# wrong, sigmoid-for-silu: gate * (1 + => (1 +
# wrong, added: 2 * => 2 +
# wrong, relu-for-silu: gate * (1 + np.tanh(gate / 2)) / 2 => np.maximum(gate, 0)
# wrong: @ W_gate => @ W_up
# wrong, up-unused: / 2 * (x @ W_up) => / 2
# wrong, sign-in-the-exponent: 1 + => 1 -

# %% same
# At 0 both formulas give a half.
# gate >= 0 => gate > 0

# %% hint: one vector
# Three matrix products. Two of them read x, one writes the result; in between, numbers are
# multiplied one by one with *.
# %% hint: one vector; several vectors
# gate = x @ W_gate and up = x @ W_up are both (..., f). silu is applied to one of them
# only.
# %% hint
# gate / (1 + np.exp(-gate)) is silu. For very negative numbers exp warns and the result is
# right all the same; np.exp(-np.abs(gate)) never warns.

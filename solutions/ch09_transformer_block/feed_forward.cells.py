# %% mistake: no-super
# super().__init__() is missing, or comes too late. nn.Module keeps its list of layers
# there, so it has to run before the first layer is assigned to self.
# -         super().__init__()
# -
# %% mistake: no-relu
# Your result is that of the two layers without a ReLU between them. That is a single linear
# layer: all that width would buy nothing. Give linear2 what torch.relu returns.
# torch.relu(self.linear1 => (self.linear1
# %% mistake: gelu
# You use GELU. Many later models do, and it is close; the original, and this exercise, use
# ReLU.
# torch.relu( => nn.functional.gelu(
# %% mistake: tanh
# You use tanh between the layers. It flattens large numbers; ReLU, asked for here, lets
# them through and sets negative ones to zero.
# torch.relu( => torch.tanh(
# %% mistake: relu-at-the-end
# You put a ReLU after linear2. Its result is added to the token, so this layer could then
# only ever raise features, never lower one.
# self.linear2(wide) => torch.relu(self.linear2(wide))
# %% mistake: relu-before
# You apply a ReLU to the input before linear1. That throws away every negative feature of a
# token before linear1 has used it.
# self.linear1(x) => self.linear1(torch.relu(x))
# %% mistake: residual-inside
# You add x to the result. The block does that, around this layer; done here as well, x
# would be counted twice.
# self.linear2(wide) => self.linear2(wide) + x
# %% mistake: detached
# Your linear1 has no gradient: something between it and linear2 (detach(), no_grad(),
# .numpy(), torch.tensor(...)) cuts the graph.
# torch.relu(self.linear1(x)) => torch.relu(self.linear1(x)).detach()
# %% mistake: no-bias
# Your layers have no bias. Here linear1 and linear2 are plain nn.Linear, which have one.
# nn.Linear(d_model, d_ff) => nn.Linear(d_model, d_ff, bias=False)
# nn.Linear(d_ff, d_model) => nn.Linear(d_ff, d_model, bias=False)
# %% mistake: no-first-bias
# Your linear1 has no bias. Here it is a plain nn.Linear, which has one.
# nn.Linear(d_model, d_ff) => nn.Linear(d_model, d_ff, bias=False)
# %% mistake: no-second-bias
# Your linear2 has no bias, and the task asks for one: a plain nn.Linear(d_ff, d_model) has
# it.
# nn.Linear(d_ff, d_model) => nn.Linear(d_ff, d_model, bias=False)
# %% mistake: both-layers-widen
# Your linear2 goes from d_model to d_ff, as linear1 does. It should go back, from d_ff to
# d_model.
# nn.Linear(d_ff, d_model) => nn.Linear(d_model, d_ff)
# %% mistake: relu-after-both
# Your ReLU comes after linear2, and none stands between the layers, so that the two make
# one linear map and all that width buys nothing. Give linear2 what torch.relu returns, and
# return its result as it is.
# torch.relu(self.linear1 => (self.linear1
# self.linear2(wide) => torch.relu(self.linear2(wide))

# %% right: torch.relu
# the short way
class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear2(torch.relu(self.linear1(x)))
# wrong, gelu: torch.relu => F.gelu
# wrong, relu-after-both: self.linear2(torch.relu( => torch.relu(self.linear2(
# wrong, residual-inside: return self.linear2( => return x + self.linear2(
# wrong, no-super: super().__init__() => self.d_ff = d_ff
# %% right: token by token
# a loop over all tokens, and their shape again
# -         return self.linear2(torch.relu(self.linear1(x)))
# +         tokens = x.reshape(-1, x.shape[-1])
# +         each = [self.linear2(torch.relu(self.linear1(t))) for t in tokens]
# +         return torch.stack(each).reshape(x.shape)
# %% wrong: sizes swapped
# d_ff and d_model in the wrong order
# linear1 = nn.Linear(d_model, d_ff) => linear1 = nn.Linear(d_ff, d_model)
# linear2 = nn.Linear(d_ff, d_model) => linear2 = nn.Linear(d_model, d_ff)
# %% wrong: dropout left on
# F.dropout drops in evaluation too
# - self.linear2(torch.relu(self.linear1(x)))
# + self.linear2(F.dropout(torch.relu(self.linear1(x)), 0.1))
# %% wrong: other names
# fc1 and fc2
# linear1 = => fc1 =
# linear2 = => fc2 =
# self.linear2(torch.relu(self.linear1(x))) => self.fc2(torch.relu(self.fc1(x)))
# %% wrong: a norm inside
# LayerNorm is the block's part
# self.linear1(x) => self.linear1(F.layer_norm(x, x.shape[-1:]))
# %% wrong: softmax in between
# the wrong activation
# torch.relu(self.linear1(x)) => torch.softmax(self.linear1(x), dim=-1)

# %% right: nn.ReLU and a dropout that is off
# dropout is off in evaluation
class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.dropout = nn.Dropout(dropout)
        self.linear2 = nn.Linear(d_ff, d_model)
        self.act = nn.ReLU()

    def forward(self, x):
        return self.linear2(self.dropout(self.act(self.linear1(x))))

# %% right: a class that only inherits
# all of it stands in a base class
class Wide(nn.Module):
    def __init__(self, d_model, d_ff):
        nn.Module.__init__(self)
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear2(self.linear1(x).clamp(min=0))


class FeedForward(Wide):
    pass

# %% right: an __init__ that only calls super
# the base class is a nn.Sequential with names
from collections import OrderedDict


class Named(nn.Sequential):
    def __init__(self, d_model, d_ff):
        layers = OrderedDict()
        for name, layer in (
            ("linear1", nn.Linear(d_model, d_ff)),
            ("relu", nn.ReLU()),
            ("linear2", nn.Linear(d_ff, d_model)),
        ):
            layers[name] = layer
        super().__init__(layers)


class FeedForward(Named):
    def __init__(self, d_model, d_ff):
        super().__init__(d_model, d_ff)

# %% right: by hand, with helpers straight and together
# names that the chapter binds again further down
def straight(layer, x):
    return x @ layer.weight.T + layer.bias


def together(h):
    return torch.where(h > 0, h, torch.zeros_like(h))


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return straight(self.linear2, together(straight(self.linear1, x)))

# %% hint: a few tokens
# Two layers in `__init__`, both `nn.Linear`: from `d_model` to `d_ff`, and back.
# %% hint: a few tokens
# `forward` should widen `x` with `linear1`, set what is negative to zero, and narrow the
# result with `linear2`.
# %% hint
# `torch.relu` is the middle step of three. Nothing is added to `x` here: that is the
# block's work.

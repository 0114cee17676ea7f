# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k). Undivided, they make the
# softmax sharper the larger d_k is.
# k.mT / q.shape[-1] ** 0.5 => k.mT
# %% mistake: divided-by-d-k
# Your scale is d_k. It should be its square root: divide the scores by sqrt(d_k), once.
# q.shape[-1] ** 0.5 => q.shape[-1]
# %% mistake: scaled-by-length
# Your weights are those of scores divided by the square root of the number of keys. Divide
# by that of d_k, which is q.shape[-1].
# q.shape[-1] ** 0.5 => k.shape[-2] ** 0.5
# %% mistake: view-for-transpose
# Your keys are reshaped, not transposed, as by view(), so that a column can hold parts of
# several keys. To swap two axes, use k.mT or k.transpose(-2, -1).
# k.mT => k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
# %% mistake: batch-transposed
# Your scores are right for one sequence alone: in a batch .T, for example, turns all axes
# around. Swap only the last two axes of k, with k.mT or k.transpose(-2, -1), and multiply
# with @.
# k.mT => k.permute(*reversed(range(k.ndim)))
# %% mistake: softmax-over-queries
# Your softmax runs down the queries (dim=-2), so each column sums to one. Each row should:
# take the softmax over the keys, dim=-1.
# dim=-1 => dim=-2
# %% mistake: softmax-dim-0
# Your softmax runs along axis 0. In a batch that is the sequences, which then compete with
# one another. Count from the end: the keys are the last axis, -1.
# dim=-1 => dim=0
# %% mistake: softmax-dim-1
# Your softmax runs along dim 1, which is the keys for one sequence alone. Count from the
# end: the keys are the last axis, dim=-1.
# dim=-1 => dim=1
# %% mistake: unstable
# Where scores lie far from 0, exp() overflows or becomes 0, and inf / inf and 0 / 0 are
# nan. torch.softmax subtracts each row's largest score first: use it in place of your own.
# -     weights = torch.softmax(scores, dim=-1)
# +     powers = torch.exp(scores)
# +     weights = powers / powers.sum(keepdim=True, dim=-1)
# %% mistake: star-for-matmul
# You multiply weights and v entry by entry. Nothing is summed, so no query gathers
# anything. The weighted sum is a matrix product: weights @ v.
# weights @ v => weights * v
# %% mistake: detached
# Your numbers are right, but no gradient flows back to what you were given: something
# detaches the results, such as a stop of the gradient or a way through NumPy. Stay with
# tensors from the first line to the last.
# return weights @ v, weights => return (weights @ v).detach(), weights.detach()
# %% mistake: weights-first
# The numbers are right, but the weights come first. Return (output, weights).
# return weights @ v, weights => return weights, weights @ v
# %% mistake: output-only
# You return the output alone. Return a pair: (output, weights).
# return weights @ v, weights => return weights @ v
# %% mistake: scores-returned
# Your output is right, but what you return beside it are the scaled scores. Return the
# weights that the softmax makes of them: each row sums to one.
# return weights @ v, weights => return weights @ v, scores
# %% mistake: scaled-by-d-v
# You divide by the square root of d_v. The scores are products of queries and keys, so the
# scale is the root of d_k, their dimension.
# q.shape[-1] ** 0.5 => v.shape[-1] ** 0.5
# %% mistake: half-of-d-k
# You divide by d_k / 2, as d_k ** 1/2 does: the power comes first, and then its result is
# halved. The root is d_k ** 0.5.
# q.shape[-1] ** 0.5 => (q.shape[-1] ** 1 / 2)
# %% mistake: no-transpose
# You multiply the queries by the keys as they stand, which runs only where n_k equals d_k.
# A score is a dot product of two rows, so put the keys in columns.
# k.mT => k
# %% mistake: global-max
# A query whose scores lie far below those of another gets nan: it underflows to 0/0, as
# when one largest score is subtracted from all. Subtract each row's own, as torch.softmax
# does.
# -     weights = torch.softmax(scores, dim=-1)
# +     powers = torch.exp(scores - scores.max())
# +     weights = powers / powers.sum(keepdim=True, dim=-1)
# %% mistake: softmax-twice
# You take the softmax twice. What it returns are the weights already; a second one leaves
# none more than 2.72 times as large as another.
# torch.softmax(scores, dim=-1) => torch.softmax(scores, dim=-1).softmax(dim=-1)
# %% mistake: log-softmax
# Your weights are logarithms, as a log-softmax gives them. The weights themselves are
# wanted.
# torch.softmax( => torch.log_softmax(
# %% mistake: no-softmax
# You mix with the scores. They are not weights yet: each row has to go through the softmax.
# torch.softmax(scores, dim=-1) => scores
# %% mistake: causal
# You hide later keys from the queries, as a causal mask does. Nothing should be hidden:
# every query may attend to all keys.
# -     weights = torch.softmax(scores, dim=-1)
# +     later = torch.ones_like(scores).triu(1).bool()
# +     scores = scores.masked_fill(later, -torch.inf)
# +     weights = torch.softmax(scores, dim=-1)
# %% mistake: scaled-after
# You divide after the softmax, so your rows sum to 1 / sqrt(d_k). Scale the scores, then
# take the softmax.
# k.mT / q.shape[-1] ** 0.5 => k.mT
# torch.softmax(scores, dim=-1) => torch.softmax(scores, dim=-1) / q.shape[-1] ** 0.5
# %% mistake: weights-detached
# No gradient reaches your q and k: something between them and the results cuts the graph,
# such as detach(), no_grad() or a way through NumPy.
# torch.softmax(scores, dim=-1) => torch.softmax(scores, dim=-1).detach()
# %% mistake: multiplied
# You multiply the scores by sqrt(d_k) where you should divide.
# k.mT / q.shape[-1] ** 0.5 => k.mT * q.shape[-1] ** 0.5
# %% mistake: size-from-the-front
# Your d_k is the size of axis 1, which is right for one sequence alone. Count from the end:
# q.shape[-1].
# q.shape[-1] ** 0.5 => q.shape[1] ** 0.5
# %% mistake: transpose-0-1
# Your results are right for one sequence alone, not with axes in front of it. Swap the last
# two axes of k, -2 and -1, and multiply with @, which takes any axes in front.
# k.mT => k.transpose(0, 1)
# %% mistake: transpose-1-2
# Your results are right only with exactly one axis in front of the tokens. There may be
# none or several: swap the last two axes of k, -2 and -1, and multiply with @.
# k.mT => k.transpose(1, 2)
# %% mistake: scaled-by-queries
# Your weights are those of scores divided by the square root of the number of queries.
# Divide by that of d_k, which is q.shape[-1].
# q.shape[-1] ** 0.5 => q.shape[-2] ** 0.5
# %% mistake: weights-detached-at-the-end
# No gradient flows from the weights that you return, only from your output. Return weights
# that no detach(), no_grad() or way through NumPy has cut off the graph.
# return weights @ v, weights => return weights @ v, weights.detach()
# %% mistake: detached-before-the-values
# No gradient flows from your output to q and k, because what you multiply v by is cut
# off. Mix with the weights as they are.
# return weights @ v, weights => return weights.detach() @ v, weights
# %% mistake: exactly-one-batch-axis
# Your results are right only with exactly one axis in front of the tokens, the batch. There
# may be none or several: @, .mT and softmax(dim=-1) take any axes in front as they are.
def scaled_dot_product_attention(q, k, v):
    outputs, tables = [], []
    for b in range(q.shape[0]):
        scores = q[b] @ k[b].T / q.shape[-1] ** 0.5
        tables.append(torch.softmax(scores, dim=1))
        outputs.append(tables[-1] @ v[b])
    return torch.stack(outputs), torch.stack(tables)
# %% mistake: weights-unscaled
# Your output is right, but the weights beside it are made of scores that are not divided
# by sqrt(d_k). Return those that mix the values.
# return weights @ v, weights => return weights @ v, torch.softmax(q @ k.mT, dim=-1)
# %% mistake: divided-in-place
# You change an argument in place, as /= does, and each method with _ at its end. The caller
# has it changed, and a leaf tensor that asks for gradients raises an error. Make a new one.
# - scores = q @ k.mT / q.shape[-1] ** 0.5
# + q /= q.shape[-1] ** 0.5
# +     scores = q @ k.mT

# %% right: einsum
# products by their indices
def scaled_dot_product_attention(q, k, v):
    scores = torch.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5
    weights = scores.softmax(dim=-1)
    return torch.einsum("...ij,...jd->...id", weights, v), weights

# %% right: F.softmax and math.sqrt
# as in most tutorials
import math

def scaled_dot_product_attention(q, k, v):
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(k.size(-1))
    weights = F.softmax(scores, dim=-1)
    return torch.matmul(weights, v), weights

# %% right: the library's function for the output
# PyTorch has it, without the weights
def scaled_dot_product_attention(q, k, v):
    output = F.scaled_dot_product_attention(q, k, v)
    weights = torch.softmax(q @ k.mT * k.shape[-1] ** -0.5, dim=-1)
    return output, weights

# %% right: a list of rows, stacked
# query by query; the gradient flows through stack
def scaled_dot_product_attention(q, k, v):
    rows, shares = [], []
    for i in range(q.shape[-2]):
        scores = (q[..., i, None, :] * k).sum(-1) / q.shape[-1] ** 0.5
        shares.append(torch.softmax(scores, -1))
        rows.append((shares[-1][..., None] * v).sum(-2))
    return torch.stack(rows, -2), torch.stack(shares, -2)

# %% right: a named tuple
# a named tuple is a tuple
from typing import NamedTuple

class Attended(NamedTuple):
    output: torch.Tensor
    weights: torch.Tensor

def scaled_dot_product_attention(q, k, v):
    weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
    return Attended(weights @ v, weights)

# %% right: helpers called above and nudge
# the chapter binds above and nudge to numbers further down
def above(q, k):
    return q @ k.swapaxes(-1, -2)

def nudge(scores, d):
    return torch.softmax(scores / d**0.5, dim=-1)

def scaled_dot_product_attention(q, k, v):
    weights = nudge(above(q, k), k.shape[-1])
    return weights @ v, weights

# %% right: bmm on a flat batch
# the axes in front made one, and apart again
def scaled_dot_product_attention(q, k, v):
    front = q.shape[:-2]
    q3, k3, v3 = (t.reshape(-1, *t.shape[-2:]) for t in (q, k, v))
    weights = torch.bmm(q3, k3.transpose(1, 2)).div(k.shape[-1] ** 0.5).softmax(2)
    output = torch.bmm(weights, v3)
    return (
        output.reshape(*front, *output.shape[1:]),
        weights.reshape(*front, *weights.shape[1:]),
    )

# %% right: in float64
# more precise than what it is given
def scaled_dot_product_attention(q, k, v):
    q, k, v = q.double(), k.double(), v.double()
    weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
    return weights @ v, weights
# %% wrong, partial: in float32
# half of the digits are lost
# double(), k.double(), v.double => float(), k.float(), v.float
# %% wrong: root of n_k, softmax over dim 1
# - q, k, v = q.double(), k.double(), v.double()
# + scores = q @ k.transpose(-2, -1) / k.shape[-2] ** 0.5
# q @ k.mT / k.shape[-1] ** 0.5, dim=- => scores, dim=

# %% wrong, output-only, failed: output alone
def scaled_dot_product_attention(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)

# %% wrong, failed: NumPy arrays returned
# arrays, where tensors are asked for
def scaled_dot_product_attention(q, k, v):
    weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
    return (weights @ v).detach().numpy(), weights.detach().numpy()

# %% wrong: dropout on
# F.dropout is on unless it is told otherwise: no name, what it gives is chance
def scaled_dot_product_attention(q, k, v):
    weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
    return F.dropout(weights, 0.1) @ v, weights

# %% wrong, softmax-twice: softmax twice
def scaled_dot_product_attention(q, k, v):
    weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
    return F.softmax(weights, dim=-1) @ v, F.softmax(weights, dim=-1)

# %% wrong, detached: without gradients
def scaled_dot_product_attention(q, k, v):
    with torch.no_grad():
        weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
        output = weights @ v
    return output, weights

# %% right: functional and einsum
# written from the text alone: another route
def scaled_dot_product_attention(q, k, v):
    scores = torch.einsum("...id,...jd->...ij", q, k).mul(q.size(-1) ** -0.5)
    weights = torch.nn.functional.softmax(scores, -1)
    return torch.einsum("...ij,...jd->...id", weights, v), weights

# %% same
# Queries and keys have the same number of features.
# q.shape[-1] => k.shape[-1]

# %% hint: more keys than queries; more queries than keys
# It is chapter 03's computation: scores, scaling, softmax, weighted sum. Only the names are
# new.
# %% hint: more keys than queries; more queries than keys; a batch; a batch of heads,
#    float32
# `k.mT` has the keys in columns, with or without a batch. `d_k` is `q.shape[-1]`.
# %% hint
# The scaling belongs to the scores, before the softmax. `torch.softmax` wants to be told
# the axis: along `dim=-1` are the keys. Two tensors are wanted: which one comes first?

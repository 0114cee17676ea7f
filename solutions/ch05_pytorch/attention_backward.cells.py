# %% mistake: diagonal-only
# You multiply the gradient of the weights by the weights and stop there. A score also
# lowers the weights of all other keys, by way of the sum they share: subtract each row's
# mean, weighted by the weights, before you multiply.
# weights * (grad_weights - mean) => weights * grad_weights
# %% mistake: softmax-as-sigmoid
# You use weights * (1 - weights), which is how a weight changes with its own score. Every
# score moves the other weights of its row as well, by -w_i w_j: the whole Jacobian is
# needed, not its diagonal.
# weights * (grad_weights - mean) => weights * (1 - weights) * grad_weights
# %% mistake: plain-mean
# You subtract the plain mean of a row's gradients. Multiply each by its weight, then sum
# with dim=-1, keepdim=True.
# (weights * grad_weights).sum( => grad_weights.mean(
# %% mistake: plain-sum
# You subtract the plain sum of a row's gradients. Multiply each by its weight, then sum
# with dim=-1, keepdim=True.
# (weights * grad_weights).sum( => grad_weights.sum(
# %% mistake: summed-down-columns
# You sum over the queries. The softmax works along each row, over the keys, so its backward
# pass sums over the keys too: dim=-1.
# .sum(dim=-1 => .sum(dim=-2
# %% mistake: softmax-skipped
# You use the gradient of the weights as that of the scores. The softmax lies between the
# two: the gradient has to pass back through it.
# weights * (grad_weights - mean) => grad_weights
# %% mistake: unscaled-forward
# Your weights are the softmax of the unscaled scores. Divide the scores by sqrt(d_k), as
# the forward pass does.
# q @ k.mT * scale => q @ k.mT
# %% mistake: scale-forgotten
# Your grad_q and grad_k are not divided by sqrt(d_k). The division is a step of the forward
# pass like any other, so the way back has it, too.
# grad_scores @ k * scale => grad_scores @ k
# grad_scores.mT @ q * scale => grad_scores.mT @ q
# %% mistake: scale-on-queries-only
# You divide grad_q by sqrt(d_k) but not grad_k. The forward pass divides the product of q
# and k, so the division reaches both.
# grad_scores.mT @ q * scale => grad_scores.mT @ q
# %% mistake: grad-v-not-turned
# grad_v needs the transposed weights: value j collects from every query i what that query
# gave it, weights[i, j] * grad_output[i]. With as many queries as keys the untransposed
# product runs, and is wrong.
# weights.mT @ grad_output => weights @ grad_output
# %% mistake: grad-k-not-turned
# grad_k needs the transposed gradient of the scores: key j is met by every query i, in
# column j. With as many queries as keys the untransposed product runs, and is wrong.
# grad_scores.mT @ q => grad_scores @ q
# %% mistake: swapped-qk
# grad_q and grad_k are swapped. Return the gradients in the order of the arguments: q, k,
# v.
# return grad_q, grad_k, grad_v => return grad_k, grad_q, grad_v
# %% mistake: order-vqk
# You return the gradients in the order v, q, k. The order is that of the arguments: q, k,
# v.
# return grad_q, grad_k, grad_v => return grad_v, grad_q, grad_k
# %% mistake: unstable
# Your gradients are nan where scores lie far from 0: exp() overflows, or gives 0/0.
# Compute the weights with torch.softmax, which subtracts each row's largest score first.
# -     weights = torch.softmax(q @ k.mT * scale, dim=-1)  # (..., n_q, n_k)
# +     powers = torch.exp(q @ k.mT * scale)
# +     weights = powers / powers.sum(dim=-1, keepdim=True)  # (..., n_q, n_k)
# %% mistake: sign
# grad_q and grad_k have the wrong sign. A score raises its own weight and lowers the
# others: the gradient of the scores is the weights times (grad_weights - mean).
# (grad_weights - mean) => (mean - grad_weights)
# %% mistake: grad-output-left-out
# You go back as if the loss were the plain sum of the output, with ones from above. What
# comes from above is grad_output.
# -     scale = q.shape[-1] ** -0.5
# +     grad_output = torch.ones_like(grad_output)
# +     scale = q.shape[-1] ** -0.5
# %% mistake: keepdim-lost
# The last axis of your rows' means is that of the queries, so it lines up with the keys, or
# with none. It should have size 1: keepdim=True in a sum, or [..., None] after it.
# .sum(dim=-1, keepdim=True) => .sum(dim=-1)
# %% mistake: scale-on-keys-only
# You divide grad_k by sqrt(d_k) but not grad_q. The forward pass divides the product of q
# and k, so the division reaches both.
# grad_scores @ k * scale => grad_scores @ k
# %% mistake: scale-on-values-too
# You divide grad_v by sqrt(d_k) as well. Only the scores are divided, before the softmax,
# and the values come after it.
# weights.mT @ grad_output => weights.mT @ grad_output * scale
# %% mistake: scale-twice
# Your grad_q and grad_k are divided by d_k. The forward pass divides by sqrt(d_k) once, so
# the way back should, too.
# grad_scores @ k * scale => grad_scores @ k * scale**2
# grad_scores.mT @ q * scale => grad_scores.mT @ q * scale**2
# %% mistake: order-reversed
# You return the gradients in the order v, k, q. The order is that of the arguments: q, k,
# v.
# return grad_q, grad_k, grad_v => return grad_v, grad_k, grad_q
# %% mistake: exactly-one-batch-axis
# Your code takes exactly one axis in front of the tokens. There may be none or several: an
# einsum has three dots for them, "...id,...jd->...ij", and @ and .mT need nothing.
def attention_backward(q, k, v, grad_output):
    scale = q.shape[-1] ** -0.5
    weights = torch.softmax(torch.einsum("bid,bjd->bij", q, k) * scale, dim=-1)
    grad_weights = grad_output @ v.mT
    mean = (weights * grad_weights).sum(dim=-1, keepdim=True)
    grad_scores = weights * (grad_weights - mean) * scale
    return grad_scores @ k, grad_scores.mT @ q, weights.mT @ grad_output
# %% mistake: root-of-d-v
# Your scores are divided by the root of the values' width. A score adds up d_k products:
# take the root of d_k, q.shape[-1], forward and backward.
# scale = q.shape[-1] ** -0.5 => scale = v.shape[-1] ** -0.5

# %% right: step by step
# the chapter's derivation
def attention_backward(q, k, v, grad_output):
    root = k.shape[-1] ** 0.5
    w = torch.softmax(q @ k.mT / root, dim=-1)
    grad_v = w.mT @ grad_output
    grad_w = grad_output @ v.mT
    grad_s = w * (grad_w - (w * grad_w).sum(-1, keepdim=True)) / root
    return grad_s @ k, grad_s.mT @ q, grad_v
# wrong, plain-mean: (w * grad_w).sum( => grad_w.mean(
# wrong, keepdim-lost: (w * grad_w).sum(-1, keepdim=True) => (w * grad_w).sum(-1)

# %% right: by the Jacobian
# the whole table, and einsum
def attention_backward(q, k, v, grad_output):
    scale = k.shape[-1] ** -0.5
    w = torch.softmax(torch.einsum("...id,...jd->...ij", q, k) * scale, -1)
    jacobian = torch.diag_embed(w) - w[..., :, None] * w[..., None, :]
    grad_w = torch.einsum("...id,...jd->...ij", grad_output, v)
    grad_s = torch.einsum("...iab,...ib->...ia", jacobian, grad_w) * scale
    grad_q = torch.einsum("...ij,...jd->...id", grad_s, k)
    grad_k = torch.einsum("...ij,...id->...jd", grad_s, q)
    return grad_q, grad_k, torch.einsum("...ij,...id->...jd", w, grad_output)
# %% wrong, softmax-as-sigmoid: w (1 - w)
# torch.diag_embed(w) - w[..., :, None] * w[..., None, :] => torch.diag_embed(w * (1 - w))

# %% right: query by query, in place
# tensors filled and added to in a loop
def attention_backward(q, k, v, grad_output):
    grads = torch.zeros_like(q), torch.zeros_like(k), torch.zeros_like(v)
    root = q.shape[-1] ** 0.5
    for i in range(q.shape[-2]):
        w = torch.softmax((q[..., i, None, :] * k).sum(-1) / root, -1)
        above = grad_output[..., i, :]
        to_w = (above[..., None, :] * v).sum(-1)
        to_s = w * (to_w - (w * to_w).sum(-1, keepdim=True)) / root
        grads[0][..., i, :] = (to_s[..., None] * k).sum(-2)
        grads[1].add_(to_s[..., None] * q[..., i, None, :])
        grads[2].add_(w[..., None] * above[..., None, :])
    return grads

# %% right: the output's dot product for the mean
# as in FlashAttention: the weighted mean is output . grad_output
def attention_backward(q, k, v, grad_output):
    root = k.shape[-1] ** 0.5
    w = torch.softmax(q @ k.transpose(-2, -1) / root, dim=-1)
    delta = (grad_output * (w @ v)).sum(dim=-1, keepdim=True)
    ds = w * (grad_output @ v.transpose(-2, -1) - delta) / root
    return [ds @ k, ds.transpose(-2, -1) @ q, w.transpose(-2, -1) @ grad_output]
# wrong, grad-v-not-turned: w.transpose(-2, -1) @ grad_output => w @ grad_output
# wrong, grad-k-not-turned: ds.transpose(-2, -1) @ q => ds @ q
# %% wrong, sign: negative
# grad_output @ v.transpose(-2, -1) - delta => delta - grad_output @ v.transpose(-2, -1)
# %% wrong, grad-output-left-out: grad_output left out
# -     root = k.shape[-1] ** 0.5
# +     grad_output = torch.ones_like(grad_output)
# +     root = k.shape[-1] ** 0.5

# %% right: a class with ctx
# a class keeps what the forward pass found
class Backward:
    def __init__(self, q, k, v):
        self.q, self.k, self.v = q, k, v
        self.root = k.size(-1) ** 0.5
        self.w = F.softmax(q.matmul(k.mT) / self.root, dim=-1)

    def softmax(self, g):
        inner = torch.sum(self.w * g, dim=-1, keepdim=True)
        return self.w * g - self.w * inner

    def __call__(self, g):
        s = self.softmax(g @ self.v.mT) / self.root
        return s @ self.k, s.mT @ self.q, self.w.mT @ g

def attention_backward(q, k, v, grad_output):
    return Backward(q, k, v)(grad_output)
# wrong, swapped-qk: s @ self.k, s.mT @ self.q => s.mT @ self.q, s @ self.k
# wrong, softmax-skipped: self.softmax(g @ self.v.mT) => g @ self.v.mT

# %% right: in NumPy
# a backward pass needs no gradient of its own
def attention_backward(q, k, v, grad_output):
    Q, K, V, G = (t.numpy() for t in (q, k, v, grad_output))
    root = K.shape[-1] ** 0.5
    s = Q @ K.swapaxes(-1, -2) / root
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    up = G @ V.swapaxes(-1, -2)
    ds = w * (up - (w * up).sum(-1, keepdims=True)) / root
    found = ds @ K, ds.swapaxes(-1, -2) @ Q, w.swapaxes(-1, -2) @ G
    return tuple(torch.from_numpy(np.ascontiguousarray(a)) for a in found)

# %% right: a class with a method backward
# a method of one's own may be called backward
class Attention:
    def forward(self, q, k, v):
        self.q, self.k, self.v = q, k, v
        self.scale = q.shape[-1] ** -0.5
        self.w = torch.softmax(q @ k.mT * self.scale, dim=-1)
        return self.w @ v

    def backward(self, above):
        to_w = above @ self.v.mT
        to_s = self.w * (to_w - (self.w * to_w).sum(-1, keepdim=True))
        to_s = to_s * self.scale
        return to_s @ self.k, to_s.mT @ self.q, self.w.mT @ above

def attention_backward(q, k, v, grad_output):
    attention = Attention()
    attention.forward(q, k, v)
    return attention.backward(grad_output)

# %% right: queries divided by the root
# the keys then meet queries that are divided already
def attention_backward(q, k, v, grad_output):
    q = q / q.shape[-1] ** 0.5
    w = torch.einsum("...id,...jd->...ij", q, k).softmax(-1)
    grad_w = torch.einsum("...id,...jd->...ij", grad_output, v)
    mean = torch.einsum("...ij,...ij->...i", w, grad_w)
    grad_s = w * (grad_w - mean[..., None])
    grad_q = torch.einsum("...ij,...jd->...id", grad_s, k) / q.shape[-1] ** 0.5
    grad_k = torch.einsum("...ij,...id->...jd", grad_s, q)
    return grad_q, grad_k, torch.einsum("...ij,...id->...jd", w, grad_output)

# %% wrong, partial: autograd
# the task says to use no autograd
def attention_backward(q, k, v, grad_output):
    leaves = [t.clone().requires_grad_() for t in (q, k, v)]
    a, b, c = leaves
    with torch.enable_grad():
        out = torch.softmax(a @ b.mT / b.shape[-1] ** 0.5, -1) @ c
    return torch.autograd.grad(out, leaves, grad_output)

# %% wrong, unscaled-forward: not scaled forward
def attention_backward(q, k, v, grad_output):
    root = k.shape[-1] ** 0.5
    w = torch.softmax(q @ k.mT, -1)
    g = grad_output @ v.mT
    s = w * (g - (w * g).sum(-1, keepdim=True)) / root
    return s @ k, s.mT @ q, w.mT @ grad_output

# %% wrong, diagonal-only: mean not subtracted
def attention_backward(q, k, v, grad_output):
    root = k.shape[-1] ** 0.5
    w = torch.softmax(q @ k.mT / root, -1)
    s = w * (grad_output @ v.mT) / root
    return s @ k, s.mT @ q, w.mT @ grad_output

# %% wrong, partial: autograd by backward()
# the task says to use no autograd
def attention_backward(q, k, v, grad_output):
    torch.set_grad_enabled(True)
    q, k, v = (t.detach().clone().requires_grad_(True) for t in (q, k, v))
    output = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1) @ v
    output.backward(grad_output)
    return q.grad, k.grad, v.grad

# %% right: einsum
# written from the text alone: another route
def attention_backward(q, k, v, grad_output):
    s = q.shape[-1] ** -0.5
    p = torch.einsum("...id,...jd->...ij", q, k).mul(s).softmax(-1)
    dp = torch.einsum("...ie,...je->...ij", grad_output, v)
    out = torch.einsum("...ij,...je->...ie", p, v)
    ds = p * (dp - (grad_output * out).sum(-1, True)) * s
    return (torch.einsum("...ij,...jd->...id", ds, k),
        torch.einsum("...ij,...id->...jd", ds, q),
            torch.einsum("...ij,...ie->...je", p, grad_output))

# %% wrong: sum down the columns, scale for q
#    alone
def attention_backward(q, k, v, grad_output):
    scale = q.shape[-1] ** 0.5
    w = torch.softmax(q @ k.transpose(-1, -2) / scale, dim=-1)
    grad_v = w.transpose(-1, -2) @ grad_output
    grad_w = grad_output @ v.transpose(-1, -2)
    grad_s = w * (grad_w - (grad_w * w).sum(-2, keepdim=True))
    return grad_s @ k / scale, grad_s.transpose(-1, -2) @ q, grad_v

# %% same
# Queries and keys have the same number of features.
# q.shape[-1] => k.shape[-1]

# %% hint: more keys than queries; more queries than keys
# Compute the weights again first, as in the forward pass. Then go through the forward pass
# from its end: product with v, softmax, scaling, product with k.
# %% hint: more keys than queries; more queries than keys
# Shapes lead the way. grad_v is (n_k, d_v), made from weights (n_q, n_k) and grad_output
# (n_q, d_v): only weights.mT @ grad_output fits. grad_weights is (n_q, n_k), made from
# grad_output and v.
# %% hint
# Through the softmax: a row's mean of grad_weights, weighted by its weights, is subtracted,
# and what is left is multiplied by the weights (keepdim=True). The factor 1 / sqrt(d_k) is
# on the way to grad_q and to grad_k, and not to grad_v.

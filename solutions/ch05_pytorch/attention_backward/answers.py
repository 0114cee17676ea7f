"""Answers to torch.attention_backward that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "step by step",
        """
        def attention_backward(q, k, v, grad_output):
            root = k.shape[-1] ** 0.5
            w = torch.softmax(q @ k.mT / root, dim=-1)
            grad_v = w.mT @ grad_output
            grad_w = grad_output @ v.mT
            grad_s = w * (grad_w - (w * grad_w).sum(-1, keepdim=True)) / root
            return grad_s @ k, grad_s.mT @ q, grad_v
        """,
        "the chapter's derivation",
    ),
    right(
        "by the Jacobian",
        """
        def attention_backward(q, k, v, grad_output):
            scale = k.shape[-1] ** -0.5
            w = torch.softmax(torch.einsum("...id,...jd->...ij", q, k) * scale, -1)
            jacobian = torch.diag_embed(w) - w[..., :, None] * w[..., None, :]
            grad_w = torch.einsum("...id,...jd->...ij", grad_output, v)
            grad_s = torch.einsum("...iab,...ib->...ia", jacobian, grad_w) * scale
            grad_q = torch.einsum("...ij,...jd->...id", grad_s, k)
            grad_k = torch.einsum("...ij,...id->...jd", grad_s, q)
            return grad_q, grad_k, torch.einsum("...ij,...id->...jd", w, grad_output)
        """,
        "the whole table, and einsum",
    ),
    right(
        "query by query, in place",
        """
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
        """,
        "tensors filled and added to in a loop",
    ),
    right(
        "the output's dot product for the mean",
        """
        def attention_backward(q, k, v, grad_output):
            root = k.shape[-1] ** 0.5
            w = torch.softmax(q @ k.transpose(-2, -1) / root, dim=-1)
            delta = (grad_output * (w @ v)).sum(dim=-1, keepdim=True)
            ds = w * (grad_output @ v.transpose(-2, -1) - delta) / root
            return [ds @ k, ds.transpose(-2, -1) @ q, w.transpose(-2, -1) @ grad_output]
        """,
        "as in FlashAttention: the weighted mean is output . grad_output",
    ),
    right(
        "a class with ctx",
        """
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
        """,
        "a class keeps what the forward pass found",
    ),
    right(
        "in NumPy",
        """
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
        """,
        "a backward pass needs no gradient of its own",
    ),
    right(
        "a class with a method backward",
        """
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
        """,
        "a method of one's own may be called backward",
    ),
    right(
        "queries divided by the root",
        """
        def attention_backward(q, k, v, grad_output):
            q = q / q.shape[-1] ** 0.5
            w = torch.einsum("...id,...jd->...ij", q, k).softmax(-1)
            grad_w = torch.einsum("...id,...jd->...ij", grad_output, v)
            mean = torch.einsum("...ij,...ij->...i", w, grad_w)
            grad_s = w * (grad_w - mean[..., None])
            grad_q = torch.einsum("...ij,...jd->...id", grad_s, k) / q.shape[-1] ** 0.5
            grad_k = torch.einsum("...ij,...id->...jd", grad_s, q)
            return grad_q, grad_k, torch.einsum("...ij,...id->...jd", w, grad_output)
        """,
        "the keys then meet queries that are divided already",
    ),
    wrong(
        "autograd",
        """
        def attention_backward(q, k, v, grad_output):
            leaves = [t.clone().requires_grad_() for t in (q, k, v)]
            a, b, c = leaves
            with torch.enable_grad():
                out = torch.softmax(a @ b.mT / b.shape[-1] ** 0.5, -1) @ c
            return torch.autograd.grad(out, leaves, grad_output)
        """,
        "the task says to use no autograd",
        verdict="partial",
    ),
    wrong(
        "scale forgotten on the way back",
        """
        def attention_backward(q, k, v, grad_output):
            w = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, -1)
            g = grad_output @ v.mT
            s = w * (g - (w * g).sum(-1, keepdim=True))
            return s @ k, s.mT @ q, w.mT @ grad_output
        """,
        "scores were divided by the root",
        "scale-forgotten",
    ),
    wrong(
        "not scaled forward",
        """
        def attention_backward(q, k, v, grad_output):
            root = k.shape[-1] ** 0.5
            w = torch.softmax(q @ k.mT, -1)
            g = grad_output @ v.mT
            s = w * (g - (w * g).sum(-1, keepdim=True)) / root
            return s @ k, s.mT @ q, w.mT @ grad_output
        """,
        "the weights of another attention",
        "unscaled-forward",
    ),
    wrong(
        "mean not subtracted",
        """
        def attention_backward(q, k, v, grad_output):
            root = k.shape[-1] ** 0.5
            w = torch.softmax(q @ k.mT / root, -1)
            s = w * (grad_output @ v.mT) / root
            return s @ k, s.mT @ q, w.mT @ grad_output
        """,
        "half of the softmax's derivative",
        "diagonal-only",
    ),
    wrong(
        "w (1 - w)",
        change(
            "torch.diag_embed(w) - w[..., :, None] * w[..., None, :]",
            "torch.diag_embed(w * (1 - w))",
        ),
        "the diagonal of the Jacobian alone",
        "softmax-as-sigmoid",
        of="by the Jacobian",
    ),
    wrong(
        "plain mean subtracted",
        change("(w * grad_w).sum(", "grad_w.mean("),
        "the mean should be weighted",
        "plain-mean",
        of="step by step",
    ),
    wrong(
        "grad_q and grad_k swapped",
        change("s @ self.k, s.mT @ self.q", "s.mT @ self.q, s @ self.k"),
        "the order is q, k, v",
        "swapped-qk",
        of="a class with ctx",
    ),
    wrong(
        "weights not turned for v",
        change("w.transpose(-2, -1) @ grad_output", "w @ grad_output"),
        "(n_q, n_k) where (n_k, n_q) is needed",
        "grad-v-not-turned",
        of="the output's dot product for the mean",
    ),
    wrong(
        "no softmax on the way back",
        change("self.softmax(g @ self.v.mT)", "g @ self.v.mT"),
        "the softmax is passed over",
        "softmax-skipped",
        of="a class with ctx",
    ),
    wrong(
        "negative",
        change(
            "grad_output @ v.transpose(-2, -1) - delta",
            "delta - grad_output @ v.transpose(-2, -1)",
        ),
        "a sign",
        "sign",
        of="the output's dot product for the mean",
    ),
    wrong(
        "grad_output left out",
        change("    root =", "    grad_output = torch.ones_like(grad_output)\n    root ="),
        "the gradients of the plain sum",
        "grad-output-left-out",
        of="the output's dot product for the mean",
    ),
    wrong(
        "autograd by backward()",
        """
        def attention_backward(q, k, v, grad_output):
            torch.set_grad_enabled(True)
            q, k, v = (t.detach().clone().requires_grad_(True) for t in (q, k, v))
            output = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1) @ v
            output.backward(grad_output)
            return q.grad, k.grad, v.grad
        """,
        "the task says to use no autograd",
        verdict="partial",
    ),
    wrong(
        "keepdim lost",
        change("(w * grad_w).sum(-1, keepdim=True)", "(w * grad_w).sum(-1)"),
        "the mean of a row meets the columns",
        "keepdim-lost",
        of="step by step",
    ),
    wrong(
        "scores not turned for k",
        change("ds.transpose(-2, -1) @ q", "ds @ q"),
        "(n_q, n_k) where (n_k, n_q) is needed",
        "grad-k-not-turned",
        of="the output's dot product for the mean",
    ),
    right(
        "einsum",
        """
        def attention_backward(q, k, v, grad_output):
            s = q.shape[-1] ** -0.5
            p = torch.einsum("...id,...jd->...ij", q, k).mul(s).softmax(-1)
            dp = torch.einsum("...ie,...je->...ij", grad_output, v)
            out = torch.einsum("...ij,...je->...ie", p, v)
            ds = p * (dp - (grad_output * out).sum(-1, True)) * s
            return (torch.einsum("...ij,...jd->...id", ds, k),
                torch.einsum("...ij,...id->...jd", ds, q),
                    torch.einsum("...ij,...ie->...je", p, grad_output))
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "sum down the columns, scale for q alone",
        """
        def attention_backward(q, k, v, grad_output):
            scale = q.shape[-1] ** 0.5
            w = torch.softmax(q @ k.transpose(-1, -2) / scale, dim=-1)
            grad_v = w.transpose(-1, -2) @ grad_output
            grad_w = grad_output @ v.transpose(-1, -2)
            grad_s = w * (grad_w - (grad_w * w).sum(-2, keepdim=True))
            return grad_s @ k / scale, grad_s.transpose(-1, -2) @ q, grad_v
        """,
        "written from the text alone",
        "scale-on-queries-only + summed-down-columns",
    ),
)

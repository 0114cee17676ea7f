"""Answers to torch.scaled_dot_product_attention that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right(
        "einsum",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = torch.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5
            weights = scores.softmax(dim=-1)
            return torch.einsum("...ij,...jd->...id", weights, v), weights
        """,
        "products by their indices",
    ),
    right(
        "F.softmax and math.sqrt",
        """
        import math

        def scaled_dot_product_attention(q, k, v):
            scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(k.size(-1))
            weights = F.softmax(scores, dim=-1)
            return torch.matmul(weights, v), weights
        """,
        "as in most tutorials",
    ),
    right(
        "the library's function for the output",
        """
        def scaled_dot_product_attention(q, k, v):
            output = F.scaled_dot_product_attention(q, k, v)
            weights = torch.softmax(q @ k.mT * k.shape[-1] ** -0.5, dim=-1)
            return output, weights
        """,
        "PyTorch has it, without the weights",
    ),
    right(
        "a list of rows, stacked",
        """
        def scaled_dot_product_attention(q, k, v):
            rows, shares = [], []
            for i in range(q.shape[-2]):
                scores = (q[..., i, None, :] * k).sum(-1) / q.shape[-1] ** 0.5
                shares.append(torch.softmax(scores, -1))
                rows.append((shares[-1][..., None] * v).sum(-2))
            return torch.stack(rows, -2), torch.stack(shares, -2)
        """,
        "query by query; the gradient flows through stack",
    ),
    right(
        "a named tuple",
        """
        from typing import NamedTuple

        class Attended(NamedTuple):
            output: torch.Tensor
            weights: torch.Tensor

        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return Attended(weights @ v, weights)
        """,
        "a named tuple is a tuple",
    ),
    right(
        "helpers called above and nudge",
        """
        def above(q, k):
            return q @ k.swapaxes(-1, -2)

        def nudge(scores, d):
            return torch.softmax(scores / d**0.5, dim=-1)

        def scaled_dot_product_attention(q, k, v):
            weights = nudge(above(q, k), k.shape[-1])
            return weights @ v, weights
        """,
        "the chapter binds above and nudge to numbers further down",
    ),
    right(
        "bmm on a flat batch",
        """
        def scaled_dot_product_attention(q, k, v):
            front = q.shape[:-2]
            q3, k3, v3 = (t.reshape(-1, *t.shape[-2:]) for t in (q, k, v))
            weights = torch.bmm(q3, k3.transpose(1, 2)).div(k.shape[-1] ** 0.5).softmax(2)
            output = torch.bmm(weights, v3)
            return (
                output.reshape(*front, *output.shape[1:]),
                weights.reshape(*front, *weights.shape[1:]),
            )
        """,
        "the axes in front made one, and apart again",
    ),
    right(
        "in float64",
        """
        def scaled_dot_product_attention(q, k, v):
            q, k, v = q.double(), k.double(), v.double()
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return weights @ v, weights
        """,
        "more precise than what it is given",
    ),
    wrong(
        "not scaled",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT, dim=-1)
            return weights @ v, weights
        """,
        "no division",
        "unscaled",
    ),
    wrong(
        "scaled by d_v",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / v.shape[-1] ** 0.5, dim=-1)
            return weights @ v, weights
        """,
        "the width of the values",
        "scaled-by-d-v",
    ),
    wrong(
        "dim=1",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=1)
            return weights @ v, weights
        """,
        "the last axis for one sequence, the queries for a batch",
        "softmax-dim-1",
        "partial",
    ),
    wrong(
        "over the queries",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-2)
            return weights @ v, weights
        """,
        "columns sum to one",
        "softmax-over-queries",
    ),
    wrong(
        "weights first",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return weights, weights @ v
        """,
        "the two results swapped",
        "weights-first",
    ),
    wrong(
        "output alone",
        """
        def scaled_dot_product_attention(q, k, v):
            return F.scaled_dot_product_attention(q, k, v)
        """,
        "one of two results",
        "output-only",
        "failed",
    ),
    wrong(
        "detached",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1).detach()
            return weights @ v, weights
        """,
        "no gradient reaches q and k",
        "weights-detached",
    ),
    wrong(
        "through NumPy",
        """
        def scaled_dot_product_attention(q, k, v):
            q, k, v = (t.detach().numpy() for t in (q, k, v))
            scores = q @ np.swapaxes(k, -1, -2) / k.shape[-1] ** 0.5
            e = np.exp(scores - scores.max(-1, keepdims=True))
            weights = e / e.sum(-1, keepdims=True)
            return torch.from_numpy(weights @ v), torch.from_numpy(weights)
        """,
        "right numbers, and no gradient",
        "detached",
    ),
    wrong(
        "NumPy arrays returned",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return (weights @ v).detach().numpy(), weights.detach().numpy()
        """,
        "arrays, where tensors are asked for",
        verdict="failed",
    ),
    wrong(
        "view for transpose",
        """
        def scaled_dot_product_attention(q, k, v):
            turned = k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
            weights = torch.softmax(q @ turned / k.shape[-1] ** 0.5, dim=-1)
            return weights @ v, weights
        """,
        "reshape does not transpose",
        "view-for-transpose",
    ),
    wrong(
        "a star",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return weights * v, weights
        """,
        "* in place of @",
        "star-for-matmul",
    ),
    wrong(
        "dropout on",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return F.dropout(weights, 0.1) @ v, weights
        """,
        "F.dropout is on unless it is told otherwise: no name, what it gives is chance",
    ),
    wrong(
        "log_softmax",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = F.log_softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return weights @ v, weights
        """,
        "the logarithm of the weights",
        "log-softmax",
    ),
    wrong(
        "masked causally",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = q @ k.mT / k.shape[-1] ** 0.5
            scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -1e9)
            weights = torch.softmax(scores, dim=-1)
            return weights @ v, weights
        """,
        "a causal mask left in",
        "causal",
    ),
    wrong(
        ".T with a batch",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1)
            return weights @ v, weights
        """,
        ".T turns all axes round",
        "batch-transposed",
        "partial",
    ),
    wrong(
        "softmax twice",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return F.softmax(weights, dim=-1) @ v, F.softmax(weights, dim=-1)
        """,
        "made nearly equal",
        "softmax-twice",
    ),
    wrong(
        "no transpose",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = torch.softmax(q @ k / k.shape[-1] ** 0.5, dim=-1)
            return weights @ v, weights
        """,
        "fits only by chance",
        "no-transpose",
    ),
    wrong(
        "without gradients",
        """
        def scaled_dot_product_attention(q, k, v):
            with torch.no_grad():
                weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
                output = weights @ v
            return output, weights
        """,
        "torch.no_grad() around all of it",
        "detached",
    ),
    wrong(
        "in float32",
        """
        def scaled_dot_product_attention(q, k, v):
            q, k, v = q.float(), k.float(), v.float()
            weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
            return weights @ v, weights
        """,
        "half of the digits are lost",
        verdict="partial",
    ),
    right(
        "functional and einsum",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = torch.einsum("...id,...jd->...ij", q, k).mul(q.size(-1) ** -0.5)
            weights = torch.nn.functional.softmax(scores, -1)
            return torch.einsum("...ij,...jd->...id", weights, v), weights
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "root of n_k, softmax over dim 1",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = q @ k.transpose(-2, -1) / k.shape[-2] ** 0.5
            weights = torch.softmax(scores, dim=1)
            return weights @ v, weights
        """,
        "written from the text alone",
        "scaled-by-length + softmax-dim-1",
    ),
)

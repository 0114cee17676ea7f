"""Answers to chip.flash_attention in plain PyTorch: what a kernel computes.

Kernels in Triton, right and wrong, are tried in ``tests/lessons/test_triton.py``, where
Triton is installed.
"""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "the library's",
        """
        def flash_attention(q, k, v, rows, columns, causal=False):
            n_q, n_k = q.shape[1], k.shape[1]
            mask = torch.ones(n_q, n_k, dtype=torch.bool)
            mask = mask.tril(n_k - n_q) if causal else mask
            attend = torch.nn.functional.scaled_dot_product_attention
            return attend(q, k, v, attn_mask=mask)
        """,
        "SDPA chooses a kernel of its own",
    ),
    right(
        "tile by tile",
        """
        def flash_attention(q, k, v, rows, columns, causal=False):
            out = torch.empty_like(q)
            n_q, n_k = q.shape[1], k.shape[1]
            for head in range(len(q)):
                for i in range(0, n_q, rows):
                    block = q[head, i : i + rows] * q.shape[-1] ** -0.5
                    token = torch.arange(i, i + len(block))[:, None] + n_k - n_q
                    log_total, mean = torch.full((len(block), 1), -torch.inf), 0.0
                    for j in range(0, n_k, columns):
                        scores = block @ k[head, j : j + columns].T
                        ahead = torch.arange(j, j + scores.shape[1]) > token
                        if causal:
                            scores = scores.masked_fill(ahead, -torch.inf)
                        own = torch.logsumexp(scores, 1, keepdim=True)
                        both = torch.logaddexp(log_total, own)
                        powers = torch.exp(scores - both)
                        mean = torch.exp(log_total - both) * mean
                        mean = mean + powers @ v[head, j : j + columns]
                        log_total = both
                    out[head, i : i + rows] = mean
            return out
        """,
        "three loops: what the programs of a kernel do side by side",
    ),
    right(
        "einsum",
        """
        def flash_attention(q, k, v, rows, columns, causal=False):
            scores = torch.einsum("hid,hjd->hij", q, k) / q.shape[-1] ** 0.5
            j = torch.arange(k.shape[1])
            i = torch.arange(q.shape[1])[:, None] + k.shape[1] - q.shape[1]
            hidden = (j > i) & bool(causal)
            weights = torch.where(hidden, -torch.inf, scores).softmax(-1)
            return torch.einsum("hij,hjd->hid", weights, v)
        """,
        "the table at once",
    ),
    right(
        "query by query",
        """
        def flash_attention(q, k, v, rows, columns, causal=False):
            out, ahead = torch.zeros_like(q), k.shape[1] - q.shape[1]
            for h in range(q.shape[0]):
                for i in range(q.shape[1]):
                    end = i + ahead + 1 if causal else k.shape[1]
                    scores = k[h, :end] @ q[h, i] / q.shape[2] ** 0.5
                    out[h, i] = scores.softmax(0) @ v[h, :end]
            return out
        """,
        "no mask: keys ahead are not looked at",
    ),
    wrong(
        "no scale",
        change(" / q.shape[-1] ** 0.5", ""),
        "as they come",
        "unscaled",
        of="einsum",
    ),
    wrong(
        "from token 0",
        change(" + k.shape[1] - q.shape[1]", ""),
        "no offset",
        "queries-from-the-start",
        of="einsum",
    ),
    wrong(
        "never a mask",
        change("mask.tril(n_k - n_q) if causal else mask", "mask"),
        "causal does nothing",
        "causal-ignored",
        of="the library's",
    ),
    wrong(
        "always a mask",
        change("& bool(causal)", "& (q.shape[1] <= k.shape[1])"),
        "whatever causal says",
        "always-causal",
        of="einsum",
    ),
    wrong(
        "one head for all",
        change("q[head, i", "q[0, i")
        + change("k[head, j", "k[0, j")
        + change("v[head, j", "v[0, j"),
        "the head is never used",
        "every-head-the-first",
        of="tile by tile",
    ),
    wrong(
        "the first keys",
        change(
            "return attend(q, k, v, attn_mask=mask)",
            "return attend(q, k[:, :columns], v[:, :columns], attn_mask=mask[:, :columns])",
        ),
        "one tile of keys",
        "the-first-keys-again",
        of="the library's",
    ),
    wrong(
        "not divided",
        """
        def flash_attention(q, k, v, rows, columns, causal=False):
            scores = q @ k.mT / q.shape[-1] ** 0.5
            n = k.shape[1] - q.shape[1]
            if causal:
                blocked = torch.ones_like(scores[0]).triu(n + 1) > 0
                scores[:, blocked] = -torch.inf
            return torch.exp(scores - scores.max(-1, keepdim=True).values) @ v
        """,
        "powers for weights",
        "never-divided",
    ),
    wrong(
        "a plain mean",
        """
        def flash_attention(q, k, v, rows, columns, causal=False):
            return v.mean(1, keepdim=True).expand_as(q)
        """,
        "pays no attention to anything",
    ),
)
